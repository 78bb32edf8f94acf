/** What every game's scorer has in common. Scores have the shapes of the server's, so that the same sheets show them. */
import { RULES } from '../generated/scorer/options'
import type { MessageKey } from '../text'

export type GameName = keyof typeof RULES
export const GAMES: readonly GameName[] = ['mate', 'pinochle', 'tarot', 'friends']

export type Options = Readonly<Record<string, unknown>>

/** An entry while it is filled in: what has not been said yet is null. */
export type Draft<Entry> = { -readonly [Field in keyof Entry]: Entry[Field] | null }

/** What is wrong with an entry, beside which field, and what would be right. */
export interface Problem {
  readonly field: string
  readonly text: MessageKey
  readonly params?: Readonly<Record<string, unknown>>
}

/** Where a match stands after the deals that were entered. */
export interface Standing<Score> {
  /** One for each deal up to the end of the match; null for a deal that was not played. */
  readonly scores: readonly (Score | null)[]
  /** By seat; in Friends! the levels. */
  readonly totals: readonly number[]
  /** By seat, once the match is over. */
  readonly places: readonly number[] | null
  /** Who deals next; null where the game does not say. */
  readonly dealer: number | null
}

/** The place of each seat, 1 for the highest total; equal totals share the better place. */
export function placesOf(totals: readonly number[]): readonly number[] {
  return totals.map((own) => 1 + totals.filter((other) => other > own).length)
}

/** Whether a number was entered that lies on the steps between the limits. */
export function fits(value: number | null, least: number, most: number, step = 1): value is number {
  return value !== null && value >= least && value <= most && Number.isInteger((value - least) / step)
}
