/** From a view of Tarot to what is drawn. Pure: no page, no texts of its own. */
import type { GameEvent, TarotDealScored, TarotDiscarded, TarotHandfulShown, TarotRestClaimed, TarotView } from '../../state/wire'
import type { Voice } from '../../text'
import type { SeatPicture, TrickPicture } from '../game'
import { placesAround } from '../places'

export type Contract = NonNullable<TarotView['contract']>
export const EXCUSE = '*'
/** Lowest first, as they are offered. */
export const CONTRACTS: readonly Contract[] = ['petite', 'guard', 'guard_without', 'guard_against']
export type Role = 'taker' | 'partner' | 'defender' | 'unknown'

/** Trumps and the Excuse belong together; the plain suits are apart. */
export function groupOf(code: string): string {
  return code === EXCUSE || code.startsWith('T') ? 'T' : code.slice(-1)
}

/** Half points as people say them: 17 is 8½. */
export function wholes(halfPoints: number): string {
  const size = Math.abs(halfPoints)
  const whole = Math.floor(size / 2)
  const text = size % 2 === 0 ? String(whole) : whole === 0 ? '½' : `${whole}½`
  return halfPoints < 0 ? `−${text}` : text
}

/** A score with its sign as it is printed. */
export function signed(points: number, plus = false): string {
  if (points < 0) return `−${-points}`
  return plus && points > 0 ? `+${points}` : String(points)
}

/**
 * Where a hand is broken into rows that hold at most `capacity` cards: as few rows as possible, of much the same
 * length, and between two suits where that costs little. Positions in `cards`.
 */
export function rowBreaks(cards: readonly string[], capacity: number): readonly number[] {
  const rows = Math.ceil(cards.length / Math.max(1, capacity))
  if (rows <= 1) return []
  const even = cards.length / rows
  const inside = (at: number): boolean => groupOf(cards[at - 1] ?? '') === groupOf(cards[at] ?? '')
  let best: readonly number[] = []
  let least = Infinity
  const search = (breaks: readonly number[], cost: number): void => {
    if (cost >= least) return
    const from = breaks.at(-1) ?? 0
    const left = rows - breaks.length
    if (left === 1) {
      const length = cards.length - from
      const total = cost + (length - even) ** 2
      if (length >= 1 && length <= capacity && total < least) [best, least] = [breaks, total]
      return
    }
    for (let at = from + 1; at <= Math.min(from + capacity, cards.length - 1); at += 1) {
      search([...breaks, at], cost + (at - from - even) ** 2 + (inside(at) ? SPLIT_SUIT : 0))
    }
  }
  search([], 0)
  return best
}

/** How much more uneven rows may be for the sake of keeping a suit together, in squared cards. */
const SPLIT_SUIT = 9

export function seatPictures(view: TarotView, voice: Voice): readonly SeatPicture[] {
  const places = placesAround(view.hand_counts.length, view.seat)
  return places.map((place, seat) => ({
    seat,
    place,
    cards: view.hand_counts[seat] ?? 0,
    turn: view.to_act === seat,
    dealer: view.dealer === seat,
    call: callText(view, seat, voice),
    leads: view.taker === seat || (view.phase === 'bidding' && highestBid(view)?.seat === seat),
  }))
}

/** What stands at a seat: its bid in the auction; afterwards who attacks, as far as everybody knows. */
function callText(view: TarotView, seat: number, voice: Voice): string | null {
  if (view.phase === 'deal' || view.phase === 'over') return null
  if (view.phase === 'bidding') {
    const said = view.bids.find((bid) => bid.seat === seat)
    return said === undefined ? null : voice.say(`client.tarot.bid.${said.contract ?? 'pass'}`)
  }
  if (view.taker === seat && view.contract !== null) return voice.say(`client.tarot.bid.${view.contract}`)
  return view.call_open && view.partner === seat ? voice.say('client.tarot.partner') : null
}

export function highestBid(view: TarotView): { readonly seat: number; readonly contract: Contract } | null {
  const bid = view.bids.findLast(({ contract }) => contract !== null)
  return bid === undefined || bid.contract === null ? null : { seat: bid.seat, contract: bid.contract }
}

/** The side of a seat as everybody knows it; the own secret stays out. */
export function roleOf(view: TarotView, seat: number): Role {
  if (view.taker === null) return 'unknown'
  if (seat === view.taker) return 'taker'
  if (view.hand_counts.length < 5 || view.call_open) return seat === view.partner ? 'partner' : 'defender'
  return 'unknown'
}

/** What both sides have taken so far; null while the sides are not known to everybody. */
export function sideCounts(view: TarotView): readonly { readonly side: 'attack' | 'defence'; readonly tricks: number; readonly halfPoints: number }[] | null {
  const roles = view.hand_counts.map((_, seat) => roleOf(view, seat))
  if (roles.includes('unknown')) return null
  return (['attack', 'defence'] as const).map((side) => {
    const sum = (values: readonly number[]): number =>
      values.reduce((total, value, seat) => ((roles[seat] === 'defender') === (side === 'defence') ? total + value : total), 0)
    return { side, tricks: sum(view.tricks_won), halfPoints: sum(view.half_points) }
  })
}

/** What can be told about the partner; null where there can be none. */
export type Partnership = 'unknown' | 'known' | 'secret' | 'alone_secret' | 'alone'
export function partnership(view: TarotView): Partnership | null {
  if (!view.call_made || view.hand_counts.length < 5) return null
  if (view.call_open) return view.partner === null ? 'alone' : 'known'
  if (view.partner !== null) return 'secret'
  return view.alone ? 'alone_secret' : 'unknown'
}

/** The trick on the table: the one being played, or the last one while it stays. */
export function trickPicture(view: TarotView, stays: boolean): TrickPicture | null {
  const places = placesAround(view.hand_counts.length, view.seat)
  const at = (seat: number) => places[seat] ?? 'bottom'
  if (view.trick.length > 0) {
    return {
      key: `${view.deal}.${view.trick_number}`,
      cards: view.trick.map(({ seat, card }) => ({ seat, card, place: at(seat), winning: view.winning === seat })),
      winner: null,
    }
  }
  const last = view.last_trick
  if (!stays || last === null) return null
  return {
    key: `${view.deal}.${view.trick_number - 1}`,
    cards: last.cards.map(({ seat, card }) => ({
      seat,
      card,
      place: at(seat),
      winning: last.winner === seat,
      // Before the last trick the Excuse goes back to who played it.
      ...(card === EXCUSE && view.phase === 'play' ? { goes: at(seat) } : {}),
    })),
    winner: at(last.winner),
  }
}

/**
 * Who keeps the Excuse of the trick just taken, and whether everybody knows that another side took the trick and is
 * given half a point for it; null when it did not lie in it, or it was the last trick.
 */
export function excuseKept(view: TarotView): { readonly seat: number; readonly given: boolean } | null {
  const last = view.last_trick
  if (view.phase !== 'play' || last === null) return null
  const seat = last.cards.find(({ card }) => card === EXCUSE)?.seat
  if (seat === undefined) return null
  const [keeper, winner] = [roleOf(view, seat), roleOf(view, last.winner)]
  const known = keeper !== 'unknown' && winner !== 'unknown'
  return { seat, given: known && (keeper === 'defender') !== (winner === 'defender') }
}

/** What lies open on the table for a moment: after a call, a discard with open cards, a handful, a claim. */
export type Shown =
  | { readonly kind: 'called'; readonly seat: number; readonly card: string }
  | { readonly kind: 'discarded'; readonly event: TarotDiscarded }
  | { readonly kind: 'handful'; readonly event: TarotHandfulShown }
  | { readonly kind: 'claimed'; readonly event: TarotRestClaimed }

export function shownNow(step: readonly GameEvent[], view: TarotView): Shown | null {
  for (const event of step) {
    if (event.type === 'called' && 'partner' in event && event.card !== null && event.seat !== view.seat) {
      return { kind: 'called', seat: event.seat, card: event.card }
    }
    if (event.type === 'discarded' && event.shown.length > 0 && event.seat !== view.seat) return { kind: 'discarded', event }
    if (event.type === 'rest_claimed' && 'cards' in event) return { kind: 'claimed', event }
    if (event.type === 'handful_shown' && event.seat !== view.seat) return { kind: 'handful', event }
  }
  return null
}

/** The sheet of the deal just scored, until the next one begins; null after a deal that was not played. */
export function dealScored(view: TarotView): TarotDealScored | null {
  if ((view.phase !== 'deal' && view.phase !== 'over') || view.void !== null) return null
  return view.sheets.at(-1) ?? null
}

/** The card that has to be played because it is the last one. */
export function lastCard(view: TarotView): string | null {
  const [card] = view.legal_cards
  return view.phase === 'play' && view.hand.length === 1 && card !== undefined ? card : null
}

/** What has to change for a pass said ahead to be thought over: another bid, another deal. */
export function biddingMoment(view: TarotView): string {
  return `${view.deal}.${highestBid(view)?.contract ?? ''}`
}

/** Whether this seat has its bid still before it. */
export function willBid(view: TarotView): boolean {
  return view.phase === 'bidding' && view.seat !== null && view.bids.every(({ seat }) => seat !== view.seat)
}

/** A choice among cards: in when it was out, out when it was in. */
export function toggled(chosen: readonly string[], card: string): readonly string[] {
  return chosen.includes(card) ? chosen.filter((other) => other !== card) : [...chosen, card]
}

/** The cards that can be called, by rank, in the order in which they are offered. */
export function callRows(calls: readonly (string | null)[]): readonly (readonly string[])[] {
  const rows = new Map<string, string[]>()
  for (const card of calls) {
    if (card === null) continue
    const rank = card.slice(0, -1)
    rows.set(rank, [...(rows.get(rank) ?? []), card])
  }
  const order = ['K', 'Q', 'N', 'J']
  return [...rows].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b)).map(([, cards]) => cards)
}

/** By how much the line of the contract was multiplied. */
export function coefficient(sheet: TarotDealScored): number {
  const line = sheet.lines.find(({ name }) => name === 'contract')
  return Math.abs(line?.points ?? 0) / (25 + sheet.difference)
}

/** How often a seat gets what a defender pays; negative where it pays. */
export function share(sheet: TarotDealScored, seat: number): number {
  const delta = sheet.deltas[seat] ?? 0
  return sheet.pays === 0 ? 0 : delta / sheet.pays
}
