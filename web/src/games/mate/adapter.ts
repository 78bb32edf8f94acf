/** From a view of Mate to what is drawn. Pure: no page, no texts of its own. */
import type { MateGameScore, MateView } from '../../state/wire'
import { inHandOrder } from '../cards'
import type { SeatPicture, TrickPicture } from '../game'
import { placesAround } from '../places'

export function seatPictures(view: MateView): readonly SeatPicture[] {
  return placesAround(2, view.seat).map((place, seat) => ({
    seat,
    place,
    cards: null,
    turn: view.to_act === seat,
    dealer: view.dealer === seat,
    call: null,
    leads: view.leader === seat && view.trick_number > 0 && view.phase === 'play',
  }))
}

/** Both hands lie open, so the suits stand in the order of the game: clubs, spades, hearts, diamonds. */
export function handOf(view: MateView, seat: number): readonly string[] {
  return inHandOrder(view.hands[seat] ?? [], 'CSHD')
}

/** The trick on the table: the one being played, or the last one while it stays. */
export function trickPicture(view: MateView, stays: boolean): TrickPicture | null {
  const places = placesAround(2, view.seat)
  const at = (seat: number) => places[seat] ?? 'bottom'
  if (view.trick.length > 0) {
    const mated = view.phase !== 'play'
    return {
      key: `${view.game_number}.${view.tricks.length}`,
      cards: view.trick.map(({ seat, card }) => ({ seat, card, place: at(seat), winning: mated })),
      winner: null,
    }
  }
  const last = view.last_trick
  if (!stays || last === null) return null
  return {
    key: `${view.game_number}.${view.tricks.length - 1}`,
    cards: last.cards.map(({ seat, card }) => ({ seat, card, place: at(seat), winning: last.winner === seat })),
    winner: at(last.winner),
  }
}

/** Whether the card a seat has placed still lies aside. */
export function placedCard(view: MateView, seat: number): { readonly card: string; readonly played: boolean } | null {
  const card = view.placed[seat]
  if (card === null || card === undefined) return null
  const played = view.trick.some((play) => play.card === card) || view.tricks.some(({ cards }) => cards.some((play) => play.card === card))
  return { card, played }
}

/** The cards that may be chosen now, whether to be played or to be put aside. */
export function choosable(view: MateView): readonly string[] {
  return view.phase === 'foreplacing' ? view.placeable_cards : view.legal_cards
}

/** The card that has to be played because it is the last one of this seat, in the hand or put aside. */
export function lastCard(view: MateView): string | null {
  const { seat } = view
  if (seat === null || view.phase !== 'play') return null
  const aside = placedCard(view, seat)
  const left = (view.hands[seat]?.length ?? 0) + (aside !== null && !aside.played ? 1 : 0)
  const [card] = view.legal_cards
  return left === 1 && card !== undefined ? card : null
}

/** The number that a mate in this trick would be multiplied by if `seat` gave it with a card of the hand. */
export function factor(view: MateView, seat: number): number {
  return view.trick_number + (view.placed[seat] === null ? 0 : 1)
}

/** The game that has just been scored, while the next has not begun. */
export function gameScored(view: MateView): MateGameScore | null {
  if (view.phase !== 'deal' && view.phase !== 'over') return null
  return view.scores.at(-1) ?? null
}

/** The product that makes the points of a mate: `11 × 6 × 2`; empty for a draw. */
export function product(score: MateGameScore): string {
  if (score.winner === null) return ''
  const factors = [score.card_value, score.trick + (score.winner_placed ? 1 : 0)]
  if (score.doubled) factors.push(2)
  return factors.join(' × ')
}
