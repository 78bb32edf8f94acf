/** The form that creates a table: pure, so that what it sends can be tested. */
import type { CreateTable, GameInfo, Level, SeatRequest, Speed } from './wire'

export type SeatKind = SeatRequest['kind']

export interface SeatChoice {
  readonly kind: SeatKind
  readonly level: Level
}

/** How much time people have: a speed of the server's, seconds for a move, as the game's own option says, or any. */
export type Pace = Speed | number | 'rules' | 'none'

export interface Setup {
  readonly game: string
  readonly preset: string
  /** All option values, those of the preset included. */
  readonly options: Readonly<Record<string, unknown>>
  readonly seats: readonly SeatChoice[]
  /** Null for what is usual. */
  readonly pace: Pace | null
  /** Whether the table stands in the lobby. */
  readonly public: boolean
  /** Whether all people say that they are ready before the first deal. */
  readonly readyCheck: boolean
  /** Whether people may ask for hints; null for what is usual. */
  readonly hints: boolean | null
  /** Whether the match counts for ratings, where others can sit at the table. */
  readonly rated: boolean
}

/** Options that are offered with another value than the rules' own: a full match of Friends! takes an evening. */
const OFFERED: Readonly<Record<string, Readonly<Record<string, unknown>>>> = { friends: { deals: 4 } }

function optionsOf(game: GameInfo, preset: string): Readonly<Record<string, unknown>> {
  return { ...game.presets[preset], ...OFFERED[game.name] }
}

/** What is offered first: alone against bots. */
export function newSetup(game: GameInfo, seats: number = usualSeats(game)): Setup {
  const preset = Object.keys(game.presets)[0] ?? ''
  const level = usualLevel(game)
  return {
    game: game.name,
    preset,
    options: optionsOf(game, preset),
    seats: Array.from({ length: seats }, (_, seat): SeatChoice => ({ kind: seat === 0 ? 'me' : 'bot', level })),
    pace: null,
    public: false,
    readyCheck: false,
    hints: null,
    rated: false,
  }
}

/** Where several numbers of players are possible, the one in the middle. */
function usualSeats(game: GameInfo): number {
  return game.seat_counts[Math.floor(game.seat_counts.length / 2)] ?? 2
}

function usualLevel(game: GameInfo): Level {
  return game.levels.includes('club') ? 'club' : (game.levels.at(-1) ?? 'club')
}

/** Another preset: its options replace all that was changed. */
export function withPreset(setup: Setup, game: GameInfo, preset: string): Setup {
  return { ...setup, preset, options: optionsOf(game, preset) }
}

/** More or fewer seats; a new one gets whoever sits in the last. */
export function withSeatCount(setup: Setup, game: GameInfo, count: number): Setup {
  const last = setup.seats.findLast(({ kind }) => kind !== 'me')
  const added: SeatChoice = last ?? { kind: 'bot', level: usualLevel(game) }
  const seats = Array.from({ length: count }, (_, seat) => setup.seats[seat] ?? added)
  const me = setup.seats.findIndex(({ kind }) => kind === 'me')
  // Whoever makes the table does not lose the seat by making it smaller.
  return { ...setup, seats: me >= count ? seats.map((seat, place) => (place === 0 ? { ...seat, kind: 'me' } : seat)) : seats }
}

/** Somebody else in a seat. There is one “me” at most, so who was me elsewhere changes places. */
export function withSeat(setup: Setup, seat: number, choice: SeatChoice): Setup {
  const before = setup.seats[seat]
  const seats = setup.seats.map((old, place) => {
    if (place === seat) return choice
    if (choice.kind === 'me' && old.kind === 'me') return before ?? old
    return old
  })
  return { ...setup, seats }
}

/** Everybody else at once. */
export function withOthers(setup: Setup, kind: 'bot' | 'person'): Setup {
  return { ...setup, seats: setup.seats.map((seat) => (seat.kind === 'me' ? seat : { ...seat, kind })) }
}

/** Whether nobody else can sit at the table. */
export function onlyBots(setup: Setup): boolean {
  return setup.seats.every(({ kind }) => kind === 'me' || kind === 'bot')
}

/** Seconds for a move that are offered where no speed fits. */
const MOVE_SECONDS: readonly number[] = [30, 60, 120, 300]

/** What may be chosen: other people are not kept waiting for ever in a game that has a clock by its rules. */
export function paces(setup: Setup): readonly Pace[] {
  const timed = 'seconds' in setup.options
  if (onlyBots(setup)) return timed ? ['rules', 'none'] : ['none', ...MOVE_SECONDS]
  const unhurried = timed || setup.rated ? [] : (['none'] as const)
  return ['fast', 'normal', ...(timed ? (['rules'] as const) : MOVE_SECONDS), 'correspondence', ...unhurried]
}

/** The time that the table gets: what was chosen where that is possible, else what is usual. */
export function paceOf(setup: Setup): Pace {
  const possible = paces(setup)
  if (setup.pace !== null && possible.includes(setup.pace)) return setup.pace
  return onlyBots(setup) ? (possible[0] ?? 'none') : 'normal'
}

/** Whether the match of this table would count for ratings. */
export function isRated(setup: Setup): boolean {
  return setup.rated && !onlyBots(setup)
}

/** Hints are usual where nobody else is the worse for them. */
export function withHints(setup: Setup): boolean {
  return !isRated(setup) && (setup.hints ?? onlyBots(setup))
}

/** The options that differ from the preset. */
export function changedOptions(setup: Setup, game: GameInfo): Record<string, unknown> {
  const preset: Readonly<Record<string, unknown>> = game.presets[setup.preset] ?? {}
  return Object.fromEntries(Object.entries(setup.options).filter(([name, value]) => preset[name] !== value))
}

/** `guest` is the identity of this device, which public tables ask for. */
export function tableRequest(setup: Setup, game: GameInfo, name: string, guest: string): CreateTable {
  const pace = paceOf(setup)
  const others = !onlyBots(setup)
  return {
    game: setup.game,
    preset: setup.preset,
    options: changedOptions(setup, game),
    seats: setup.seats.map(({ kind, level }) => ({ kind, level })) as CreateTable['seats'],
    name,
    speed: pace === 'fast' || pace === 'normal' || pace === 'correspondence' ? pace : null,
    move_seconds: typeof pace === 'number' ? pace : null,
    clock: others || pace !== 'none',
    hints: withHints(setup),
    public: others && setup.public,
    ready_check: others && setup.readyCheck,
    rated: isRated(setup),
    guest,
  }
}
