/** The score of Mate. Rules: mate, Score. */
import type { MateGameScore } from '../state/wire'
import { placesOf, type Draft, type Options, type Problem, type Standing } from './game'

export const DRAW = -1
export const LAST_TRICK = 10
const CARD_VALUES: Readonly<Record<string, number>> = { A: 11, '10': 10, K: 4, Q: 3, '7': 7 }

export interface MateEntry {
  /** Who gave mate, or `DRAW`. */
  readonly winner: number
  /** The mating card; null in a draw. */
  readonly card: string | null
  readonly trick: number
  /** Who had put a card aside. */
  readonly placed: readonly boolean[]
}

export const fresh = (): Draft<MateEntry> => ({ winner: null, card: null, trick: null, placed: [false, false] })

/** Rules: mate, Score. In trick 10 who has put a card aside plays that card, so it alone is doubled. */
export function scoreGame({ winner, card, trick, placed }: MateEntry, game: number, dealer: number): MateGameScore {
  if (winner === DRAW || card === null) {
    return { game, dealer, winner: null, card: null, card_value: 0, trick: LAST_TRICK, winner_placed: false, doubled: false, points: 0 }
  }
  const winnerPlaced = placed[winner] === true
  const doubled = winnerPlaced && trick === LAST_TRICK
  const value = CARD_VALUES[card.slice(0, -1)] ?? 0
  const points = value * (trick + (winnerPlaced ? 1 : 0)) * (doubled ? 2 : 1)
  return { game, dealer, winner, card, card_value: value, trick, winner_placed: winnerPlaced, doubled, points }
}

/** Games 1 and 4 are dealt by one player, 2 and 3 by the other. Rules: mate, Match. */
export function dealerOf(game: number, first: number): number {
  return game % 4 < 2 ? first : 1 - first
}

export function standing(options: Options, deals: readonly MateEntry[], first: number): Standing<MateGameScore> {
  const played = deals.slice(0, Number(options['games']))
  const scores = played.map((entry, index) => scoreGame(entry, index + 1, dealerOf(index + 1, first)))
  const totals = [0, 1].map((seat) => scores.reduce((sum, { winner, points }) => sum + (winner === seat ? points : 0), 0))
  const over = played.length === options['games']
  return { scores, totals, places: over ? placesOf(totals) : null, dealer: over ? null : dealerOf(played.length + 1, first) }
}

export function problems(options: Options, { winner, card, trick, placed }: Draft<MateEntry>): readonly Problem[] {
  const both = placed?.[0] === true && placed[1] === true
  if (winner === null) return [{ field: 'winner', text: 'scorer.problem.mate.winner' }]
  if (winner === DRAW) return both && options['foreplacing'] === true ? [{ field: 'winner', text: 'scorer.problem.mate.draw' }] : []
  const found: Problem[] = []
  if (card === null) found.push({ field: 'card', text: 'scorer.problem.mate.card' })
  if (trick === null) found.push({ field: 'trick', text: 'scorer.problem.mate.trick' })
  return found
}
