/** The form that creates a table: pure, so that what it sends can be tested. */
import type { CreateTable, GameInfo, Level, SeatRequest } from './wire'

export type SeatKind = SeatRequest['kind']

export interface SeatChoice {
  readonly kind: SeatKind
  readonly level: Level
}

export interface Setup {
  readonly game: string
  readonly preset: string
  /** All option values, those of the preset included. */
  readonly options: Readonly<Record<string, unknown>>
  readonly seats: readonly SeatChoice[]
  /** Play without a clock; only offered when all others are bots. */
  readonly noClock: boolean
  /** Seconds for a move where the game has no option for it; 0 for no clock, null for what is usual. */
  readonly moveSeconds: number | null
  /** Whether people may ask for hints; null for what is usual. */
  readonly hints: boolean | null
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
    noClock: false,
    moveSeconds: null,
    hints: null,
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

export function onlyBots(setup: Setup): boolean {
  return setup.seats.every(({ kind }) => kind !== 'person')
}

/** Nobody waits for ever for somebody else; bots wait as long as one likes. */
const USUAL_MOVE_SECONDS = 120

export function moveSeconds(setup: Setup): number {
  return setup.moveSeconds ?? (onlyBots(setup) ? 0 : USUAL_MOVE_SECONDS)
}

/** Hints are usual where nobody else is the worse for them. */
export function withHints(setup: Setup): boolean {
  return setup.hints ?? onlyBots(setup)
}

/** The options that differ from the preset. */
export function changedOptions(setup: Setup, game: GameInfo): Record<string, unknown> {
  const preset: Readonly<Record<string, unknown>> = game.presets[setup.preset] ?? {}
  return Object.fromEntries(Object.entries(setup.options).filter(([name, value]) => preset[name] !== value))
}

export function tableRequest(setup: Setup, game: GameInfo, name: string): CreateTable {
  const seconds = 'seconds' in setup.options ? 0 : moveSeconds(setup)
  return {
    game: setup.game,
    preset: setup.preset,
    options: changedOptions(setup, game),
    seats: setup.seats.map(({ kind, level }) => ({ kind, level })) as CreateTable['seats'],
    name,
    move_seconds: seconds > 0 ? seconds : null,
    clock: !(setup.noClock && onlyBots(setup)),
    hints: withHints(setup),
  }
}
