/** From a view of Pinochle to what is drawn. Pure: no page, no texts of its own. */
import type { PinochleDealScored, PinochleMeld, PinochleView } from '../../state/wire'
import type { Voice } from '../../text'
import type { SeatPicture, TrickPicture } from '../game'
import { placesAround } from '../places'

export const HIGHEST_BID = 3000
export const BID_STEP = 10
const TRICKS = 12

/** The side of a seat: 0 is seats 0 and 2, 1 is seats 1 and 3. */
export function sideOf(seat: number): 0 | 1 {
  return seat % 2 === 0 ? 0 : 1
}

/** The sides in the order in which they are listed, the viewer's own first. */
export function sidesFrom(viewer: number | null): readonly [0 | 1, 0 | 1] {
  return viewer !== null && sideOf(viewer) === 1 ? [1, 0] : [0, 1]
}

/** The name of a side: “We” and “They” for who plays, the players' names for who watches. */
export function sideName(side: 0 | 1, viewer: number | null, voice: Voice): string {
  if (viewer === null) return voice.say('client.pinochle.side.names', { first_player: side, second_player: side + 2 })
  return voice.say(sideOf(viewer) === side ? 'client.pinochle.side.own' : 'client.pinochle.side.other')
}

export function seatPictures(view: PinochleView, voice: Voice): readonly SeatPicture[] {
  const places = placesAround(4, view.seat)
  return places.map((place, seat) => ({
    seat,
    place,
    cards: view.hand_counts[seat] ?? 0,
    turn: view.to_act === seat,
    dealer: view.dealer === seat,
    call: callText(view, seat, voice),
    leads: view.bidder === seat,
  }))
}

/** The last word of a seat while the auction runs; afterwards only the winning bid stays. */
function callText(view: PinochleView, seat: number, voice: Voice): string | null {
  if (view.phase === 'deal') return null
  if (view.phase !== 'bidding') return view.bidder === seat && view.bid !== null ? String(view.bid) : null
  const last = view.calls.findLast((call) => call.seat === seat)
  if (last === undefined) return null
  return last.points === null ? voice.say('client.pinochle.call.pass') : String(last.points)
}

/** The trick on the table: the one being played, or the last one while it stays. */
export function trickPicture(view: PinochleView, stays: boolean): TrickPicture | null {
  const places = placesAround(4, view.seat)
  const at = (seat: number) => places[seat] ?? 'bottom'
  const taken = (view.trick_counts[0] ?? 0) + (view.trick_counts[1] ?? 0)
  if (view.trick.length > 0) {
    return {
      key: `${view.deal_number}.${taken}`,
      cards: view.trick.map(({ seat, card }) => ({ seat, card, place: at(seat), winning: view.winning === seat })),
      winner: null,
    }
  }
  const last = view.last_trick
  if (!stays || last === null) return null
  return {
    key: `${view.deal_number}.${taken - 1}`,
    cards: last.cards.map(({ seat, card }) => ({ seat, card, place: at(seat), winning: last.winner === seat })),
    winner: at(last.winner),
  }
}

/** Whether the melds should lie on the table: trump is named and nobody has led. */
export function meldsLieOpen(view: PinochleView): boolean {
  return view.phase === 'play' && view.trick.length === 0 && view.last_trick === null
}

/** Whether a deal has just been scored and the next has not begun. */
export function dealScored(view: PinochleView): PinochleDealScored | null {
  if (view.phase !== 'deal' && view.phase !== 'over') return null
  return view.scores.at(-1) ?? null
}

export function tricksLeft(view: PinochleView): number {
  return TRICKS - (view.trick_counts[0] ?? 0) - (view.trick_counts[1] ?? 0)
}

/** The bids on buttons: the lowest, and some steps above it. */
export function quickBids(minimum: number | null): readonly number[] {
  if (minimum === null) return []
  return [0, 10, 20, 50].map((step) => minimum + step).filter((bid) => bid <= HIGHEST_BID)
}

/** What was typed as a bid, brought to the nearest one that can be said. */
export function nearestBid(typed: number, minimum: number): number {
  const whole = Number.isFinite(typed) ? Math.round(typed / BID_STEP) * BID_STEP : minimum
  return Math.min(HIGHEST_BID, Math.max(minimum, whole))
}

/** The name of a meld. */
export function meldName(meld: PinochleMeld, voice: Voice): string {
  return voice.say(`meld.pinochle.${meld.kind}`, { suit: meld.suit })
}

/** Melds of all seats, in the order in which the seats are drawn; seats without any are in it too. */
export function meldRows(view: PinochleView): readonly { readonly seat: number; readonly points: number; readonly melds: readonly PinochleMeld[] }[] {
  const own = view.seat ?? 0
  return [0, 2, 1, 3]
    .map((step) => (own + step) % 4)
    .map((seat) => ({ seat, points: view.meld_points[seat] ?? 0, melds: view.melds[seat] ?? [] }))
}

/** The card that has to be played because it is the last one. */
export function lastCard(view: PinochleView): string | null {
  const [card] = view.legal_cards
  return view.phase === 'play' && view.hand.length === 1 && card !== undefined ? card : null
}
