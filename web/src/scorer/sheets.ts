/** Match sheets, kept on this device. A sheet holds what was entered; what it scores is worked out anew each time. */
import { RULES } from '../generated/scorer/options'
import type { Keep } from '../state/keep'
import { GAMES, type GameName, type Options } from './game'
import { freshEntry, problemsOf } from './scorers'

export interface Sheet {
  /** Later sheets have greater ones. */
  readonly id: string
  readonly game: GameName
  /** In the order of turns; null for who has no name. */
  readonly names: readonly (string | null)[]
  readonly preset: string
  readonly options: Options
  /** Who deals first. Friends! bids for it. */
  readonly dealer: number
  /** The entries of the deals, each as the game has them. */
  readonly deals: readonly object[]
  /** Who gave the match up. */
  readonly gaveUp: number | null
  /** An entry that is not finished, and which deal it is for. */
  readonly draft: { readonly index: number; readonly entry: object } | null
}

export const SEAT_COUNTS: Readonly<Record<GameName, readonly number[]>> = { mate: [2], pinochle: [4], tarot: [3, 4, 5], friends: [6] }
export const LONGEST_NAME = 24
const PREFIX = 'scorer.'

export function presetsOf(game: GameName): readonly string[] {
  return Object.keys(RULES[game].presets)
}

export function presetOptions(game: GameName, preset: string): Options {
  return (RULES[game].presets as Readonly<Record<string, Options>>)[preset] ?? {}
}

/** A sheet without a deal. `now` is the time in milliseconds, which makes its name. */
export function newSheet(now: number, start: Pick<Sheet, 'game' | 'names' | 'preset' | 'options' | 'dealer'>): Sheet {
  return { ...start, id: now.toString(36), deals: [], gaveUp: null, draft: null }
}

export function sheetPath(sheet: Sheet): string {
  return `/scorer/${sheet.id}`
}

/** The sheet with an entry for a deal, a new one or another one for it. */
export function withDeal(sheet: Sheet, index: number, entry: object): Sheet {
  return { ...sheet, deals: [...sheet.deals.slice(0, index), entry, ...sheet.deals.slice(index + 1)], draft: null }
}

export function withoutDeal(sheet: Sheet, index: number): Sheet {
  return { ...sheet, deals: sheet.deals.filter((_, other) => other !== index) }
}

export function writeSheet(keep: Keep, sheet: Sheet): void {
  keep.write(PREFIX + sheet.id, JSON.stringify(sheet))
}

export function forgetSheet(keep: Keep, id: string): void {
  keep.forget(PREFIX + id)
}

/** A sheet of this device; null where there is none, or what is kept is none. */
export function readSheet(keep: Keep, id: string): Sheet | null {
  const text = keep.read(PREFIX + id)
  try {
    return text === null ? null : checked(id, JSON.parse(text))
  } catch {
    return null
  }
}

/** All sheets, the latest first. */
export function readSheets(keep: Keep): readonly Sheet[] {
  return keep
    .names()
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => readSheet(keep, name.slice(PREFIX.length)))
    .filter((sheet) => sheet !== null)
    .sort((a, b) => (a.id < b.id ? 1 : -1))
}

/** What was kept, as a sheet, up to the first deal that cannot be one. Whatever is no sheet is null or throws. */
function checked(id: string, value: unknown): Sheet | null {
  const kept = value as Sheet
  if (!GAMES.includes(kept.game) || !SEAT_COUNTS[kept.game].includes(kept.names.length)) return null
  if (!presetsOf(kept.game).includes(kept.preset)) return null
  const seats = kept.names.length
  const sheet: Sheet = {
    id,
    game: kept.game,
    names: kept.names.map((name) => (typeof name === 'string' && name !== '' ? name.slice(0, LONGEST_NAME) : null)),
    preset: kept.preset,
    options: { ...presetOptions(kept.game, kept.preset), ...kept.options },
    dealer: isBelow(kept.dealer, seats) ? kept.dealer : 0,
    deals: [],
    gaveUp: isBelow(kept.gaveUp, seats) ? kept.gaveUp : null,
    draft: null,
  }
  const wrong = kept.deals.findIndex((deal, index) => problemsOf({ ...sheet, deals: kept.deals.slice(0, index) }, index, deal).length > 0)
  const whole = { ...sheet, deals: wrong < 0 ? kept.deals : kept.deals.slice(0, wrong) }
  return { ...whole, draft: checkedDraft(whole, kept.draft) }
}

/** An unfinished entry, if it can be gone on with. */
function checkedDraft(sheet: Sheet, draft: Sheet['draft']): Sheet['draft'] {
  try {
    if (draft === null || !isBelow(draft.index, sheet.deals.length + 1)) return null
    problemsOf(sheet, draft.index, draft.entry)
    return { index: draft.index, entry: { ...freshEntry(sheet), ...draft.entry } }
  } catch {
    return null
  }
}

function isBelow(value: unknown, count: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < count
}
