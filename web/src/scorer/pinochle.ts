/** Melds and scores of Pinochle. Rules: pinochle, Melds and Score. */
import type { PinochleDealScored, PinochleMeld, PinochleScoreLine, PinochleSideScore } from '../state/wire'
import { fits, type Draft, type Options, type Problem, type Standing } from './game'

export const COUNTERS = 24
const HAND = 12
const COPIES = 2
const HIGHEST_BID = 3000
const STEP = 10
const MOST_MELDS = 3000

export interface PinochleEntry {
  readonly bidder: number
  readonly bid: number
  /** A suit letter. */
  readonly trump: string
  /** By seat, the cards laid out as melds, where they were tapped in. */
  readonly cards: readonly (readonly string[])[]
  /** By seat, the points of melds that were typed instead. */
  readonly points: readonly (number | null)[]
  /** Aces, tens and kings that seats 0 and 2 took. */
  readonly counters: number
  /** The side that took the last trick. */
  readonly last: number
  /** Whether the side without a point in tricks took no trick at all. */
  readonly swept: boolean
}

export const fresh = (): Draft<PinochleEntry> => ({
  bidder: null,
  bid: null,
  trump: null,
  cards: [[], [], [], []],
  points: [null, null, null, null],
  counters: null,
  last: null,
  swept: true,
})

const AROUNDS = [
  ['A', 'aces_around', 'double_aces', 100, 1000],
  ['K', 'kings_around', 'double_kings', 80, 800],
  ['Q', 'queens_around', 'double_queens', 60, 600],
  ['J', 'jacks_around', 'double_jacks', 40, 400],
] as const
const RUN = ['A', '10', 'K', 'Q', 'J'] as const

/** All melds that these cards make; a double stands for its two singles. Rules: pinochle, Melds. */
export function findMelds(cards: readonly string[], trump: string, runCountsMarriage: boolean): readonly PinochleMeld[] {
  const count = (card: string): number => cards.filter((other) => other === card).length
  const least = (codes: readonly string[]): number => Math.min(...codes.map(count))
  const melds: PinochleMeld[] = []
  const times = (number: number, kind: PinochleMeld['kind'], suit: string, points: number, codes: readonly string[]): void => {
    for (let made = 0; made < number; made += 1) melds.push({ kind, suit, points, cards: [...codes] })
  }
  /** A meld that is worth more when it is double. */
  const either = (number: number, one: PinochleMeld['kind'], two: PinochleMeld['kind'], suit: string, [single, double]: readonly [number, number], codes: readonly string[]): void => {
    if (number === 1) times(1, one, suit, single, codes)
    if (number > 1) times(1, two, suit, double, codes.flatMap((code) => [code, code]))
  }
  const runs = least(RUN.map((rank) => rank + trump))
  either(runs, 'run', 'double_run', trump, [150, 1500], RUN.map((rank) => rank + trump))
  // The king and queen of a run are used up within their class.
  const royal = [`K${trump}`, `Q${trump}`]
  times(least(royal) - (runCountsMarriage ? 0 : runs), 'trump_marriage', trump, 40, royal)
  for (const suit of 'DCHS') {
    if (suit !== trump) times(least([`K${suit}`, `Q${suit}`]), 'marriage', suit, 20, [`K${suit}`, `Q${suit}`])
  }
  times(count(`9${trump}`), 'dix', trump, 10, [`9${trump}`])
  for (const [rank, one, two, single, double] of AROUNDS) {
    const around = [...'SHCD'].map((suit) => rank + suit)
    either(least(around), one, two, '', [single, double], around)
  }
  either(least(['QS', 'JD']), 'pinochle', 'double_pinochle', '', [40, 300], ['QS', 'JD'])
  return melds
}

/** The points of a player's melds, from his cards or as typed. */
export function meldPoints(options: Options, entry: Draft<PinochleEntry>, seat: number): number {
  const cards = entry.cards?.[seat] ?? []
  if (cards.length === 0) return entry.points?.[seat] ?? 0
  return findMelds(cards, entry.trump ?? '', options['run_counts_marriage'] === true).reduce((sum, meld) => sum + meld.points, 0)
}

/** Each ace, ten and king is 10, the last trick 10. Rules: pinochle, Play. */
export function trickPoints({ counters, last }: Draft<PinochleEntry>, side: number): number {
  const taken = side === 0 ? (counters ?? 0) : COUNTERS - (counters ?? COUNTERS)
  return 10 * taken + (last === side ? 10 : 0)
}

/** Rules: pinochle, Score. */
export function scoreDeal(options: Options, entry: PinochleEntry, deal: number, before: readonly number[]): PinochleDealScored {
  const bidders = entry.bidder % 2
  let made = true
  const sheet = (side: number): PinochleSideScore => {
    const melds = meldPoints(options, entry, side) + meldPoints(options, entry, side + 2)
    const tricks = trickPoints(entry, side)
    const lost = options['trick_needed_for_melds'] === true && tricks === 0 && entry.swept
    const lines: PinochleScoreLine[] = [{ name: 'melds', points: melds }]
    if (lost && melds > 0) lines.push({ name: 'melds_without_trick', points: -melds })
    lines.push({ name: 'tricks', points: tricks })
    let change = (lost ? 0 : melds) + tricks
    if (side === bidders && change < entry.bid) {
      made = false
      if (change > 0) lines.push({ name: 'not_scored', points: -change })
      lines.push({ name: 'bid_subtracted', points: -entry.bid })
      change = -entry.bid
    }
    const total = before[side] ?? 0
    return { before: total, lines, change, after: total + change }
  }
  const sides: [PinochleSideScore, PinochleSideScore] = [sheet(0), sheet(1)]
  return { type: 'deal_scored', deal, bidder: entry.bidder, bid: entry.bid, made, sides }
}

/** The side that has won the match with these totals; null while none has. Rules: pinochle, Score. */
export function winningSide(options: Options, totals: readonly number[], bidders: number): number | null {
  const [first = 0, second = 0] = totals
  const target = Number(options['target'])
  if (first < target && second < target) return null
  if (first < target || second < target) return first >= target ? 0 : 1
  return options['both_reach'] === 'higher' && first !== second ? Number(second > first) : bidders
}

export function standing(options: Options, deals: readonly PinochleEntry[], first: number): Standing<PinochleDealScored> {
  const scores: PinochleDealScored[] = []
  let totals: readonly number[] = [0, 0]
  let winner: number | null = null
  for (const entry of deals) {
    const score = scoreDeal(options, entry, scores.length + 1, totals)
    scores.push(score)
    totals = score.sides.map(({ after }) => after)
    winner = winningSide(options, totals, entry.bidder % 2)
    if (winner !== null) break
  }
  return {
    scores,
    totals: [0, 1, 2, 3].map((seat) => totals[seat % 2] ?? 0),
    places: winner === null ? null : [0, 1, 2, 3].map((seat) => (seat % 2 === winner ? 1 : 3)),
    dealer: winner === null ? (first + scores.length) % 4 : null,
  }
}

export function problems(options: Options, entry: Draft<PinochleEntry>): readonly Problem[] {
  const found: Problem[] = []
  const least = Number(options['minimum_bid'])
  if (entry.bidder === null) found.push({ field: 'bidder', text: 'scorer.problem.pinochle.bidder' })
  if (!fits(entry.bid, least, HIGHEST_BID) || entry.bid % STEP !== 0) found.push({ field: 'bid', text: 'scorer.problem.pinochle.bid', params: { least, most: HIGHEST_BID } })
  if (entry.trump === null) found.push({ field: 'trump', text: 'scorer.problem.pinochle.trump' })
  const cards = entry.cards ?? []
  const all = cards.flat()
  for (const [seat, laid] of cards.entries()) {
    const many = laid.find((card) => all.filter((other) => other === card).length > COPIES)
    if (laid.length > HAND) found.push({ field: `melds.${seat}`, text: 'scorer.problem.pinochle.hand', params: { n: laid.length } })
    else if (many !== undefined) found.push({ field: `melds.${seat}`, text: 'scorer.problem.pinochle.copies', params: { card: many } })
    else if (laid.length === 0 && !fits(entry.points?.[seat] ?? 0, 0, MOST_MELDS, STEP)) found.push({ field: `melds.${seat}`, text: 'scorer.problem.pinochle.melds' })
  }
  if (!fits(entry.counters, 0, COUNTERS)) found.push({ field: 'counters', text: 'scorer.problem.pinochle.counters' })
  if (entry.last === null) found.push({ field: 'last', text: 'scorer.problem.pinochle.last' })
  return found
}
