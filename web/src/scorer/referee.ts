/**
 * Which cards may be played on a trick of Mate, Pinochle or Tarot; the sentences are those of the server's refusals.
 * Following in Friends! takes far more: `amity referee friends follow` knows it.
 */
import type { Sheet } from './sheets'

/** Why a card is refused: the sentence is `error.<code>`. */
export interface Refusal {
  readonly code: string
  readonly params: Readonly<Record<string, unknown>>
}

export interface Position {
  /** The cards of the trick in the order played; one at least. */
  readonly trick: readonly string[]
  readonly hand: readonly string[]
  /** The trump suit of Pinochle. */
  readonly trump: string | null
}

const EXCUSE = '*'
const PINOCHLE_RANKS = ['9', 'J', 'Q', 'K', '10', 'A']

const suitOf = (card: string): string => card.slice(-1)
const rankOf = (card: string): string => card.slice(0, -1)

/** Why a card of the hand may not be played now; null when it may. */
export function refusal({ game, options }: Pick<Sheet, 'game' | 'options'>, position: Position, card: string): Refusal | null {
  if (game === 'mate') return refusedByMate(position, card)
  if (game === 'pinochle') return refusedByPinochle(position, card, options['must_trump'] === true)
  return refusedByTarot(position, card)
}

/** Rules: mate, Play. Whoever can follow neither suit nor rank plays nothing any more. */
function refusedByMate({ trick: [led = ''], hand }: Position, card: string): Refusal | null {
  const suit = suitOf(led)
  if (hand.some((other) => suitOf(other) === suit)) {
    return suitOf(card) === suit ? null : { code: 'must_follow_suit', params: { card, led_card: led, suit } }
  }
  return rankOf(card) === rankOf(led) ? null : { code: 'must_follow_rank', params: { card, led_card: led, suit, rank: rankOf(led) } }
}

/** Rules: pinochle, Play, and the option `must_trump`. */
function refusedByPinochle({ trick, hand, trump }: Position, card: string, mustTrump: boolean): Refusal | null {
  const height = (other: string): number => PINOCHLE_RANKS.indexOf(rankOf(other))
  const led = suitOf(trick[0] ?? '')
  const required = hand.some((other) => suitOf(other) === led) ? led : mustTrump && hand.some((other) => suitOf(other) === trump) ? trump : null
  if (required === null) return null
  if (suitOf(card) !== required) {
    return required === led ? { code: 'must_follow', params: { card, led_suit: led } } : { code: 'must_trump', params: { card, led_suit: led, trump_suit: trump } }
  }
  const [best] = trick.filter((other) => suitOf(other) === trump).sort((a, b) => height(b) - height(a))
  if (required !== trump || best === undefined || height(card) > height(best)) return null
  const beaten = hand.some((other) => suitOf(other) === trump && height(other) > height(best))
  return beaten ? { code: led === trump ? 'must_beat' : 'must_overtrump', params: { card, best_card: best } } : null
}

/** Rules: tarot, Play. */
function refusedByTarot({ trick, hand }: Position, card: string): Refusal | null {
  const number = (other: string): number => (other.startsWith('T') ? Number(other.slice(1)) : 0)
  const led = trick.find((other) => other !== EXCUSE)
  if (led === undefined || card === EXCUSE) return null
  const suit = suitOf(led)
  if (number(led) === 0 && hand.some((other) => number(other) === 0 && suitOf(other) === suit)) {
    return number(card) === 0 && suitOf(card) === suit ? null : { code: 'tarot_follow_suit', params: { card, suit } }
  }
  const highest = Math.max(...trick.map(number))
  const own = Math.max(...hand.map(number))
  if (own === 0) return null
  if (number(card) === 0) return number(led) > 0 ? { code: 'tarot_follow_trump', params: { card } } : { code: 'tarot_play_trump', params: { card, suit } }
  return number(card) < highest && own > highest ? { code: 'tarot_trump_higher', params: { card, highest_card: `T${highest}` } } : null
}
