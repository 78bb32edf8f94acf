/** From the points of a deal of Friends! to levels. Rules: friends, 5.4, 6 and 7. */
import type { FriendsDealScored, FriendsScoreLine } from '../state/wire'
import { fits, placesOf, type Draft, type Options, type Problem, type Standing } from './game'

const SEATS = 6
const FRIENDS_CALLED = 2
const ALL_POINTS = 400
const MOST_BASE = 60
const FINE = 20
const ACE = 14
const HAND = 35

export interface FriendsEntry {
  /** Asked for in the first deal; afterwards it follows from the deal before. */
  readonly dealer: number
  readonly friends: readonly number[]
  /** Points that the opponents took in tricks. */
  readonly taken: number
  /** Points of the six cards of the base. */
  readonly base: number
  /** Who took the last trick. */
  readonly last: number
  /** Cards in the largest pattern of the play that took it. */
  readonly largest: number
  /** How often each seat was fined. */
  readonly fines: readonly number[]
}

export const fresh = (): Draft<FriendsEntry> => ({ dealer: null, friends: [], taken: null, base: null, last: null, largest: null, fines: Array.from({ length: SEATS }, () => 0) })

/** Who wins with the opponents' points and how many levels each of that side goes up. Rules: friends, 6. */
export function dealResult(points: number, options: Options): { readonly winner: 'dealer' | 'opponents'; readonly gained: number } {
  if (points >= 160) return { winner: 'opponents', gained: Math.floor((points - 160) / 80) + (options['opponent_levels'] === 'every_80' ? 0 : 1) }
  if (options['shut_out'] === 'three' && points <= 0) return { winner: 'dealer', gained: 3 }
  return { winner: 'dealer', gained: 1 + Math.floor((159 - points) / 80) }
}

/** The first of the winners in turn after the dealer; the dealer himself only when alone. Rules: friends, 6. */
export function nextDealer(dealer: number, winners: readonly number[]): number {
  const turns = Array.from({ length: SEATS - 1 }, (_, step) => (dealer + step + 1) % SEATS)
  return turns.find((seat) => winners.includes(seat)) ?? dealer
}

export function scoreDeal(options: Options, entry: FriendsEntry, number: number, dealer: number, levels: readonly number[]): FriendsDealScored {
  const seats = levels.map((_, seat) => seat)
  const side = seats.filter((seat) => seat === dealer || entry.friends.includes(seat))
  const opponents = seats.filter((seat) => !side.includes(seat))
  const multiplier = 2 * entry.largest
  const lines: FriendsScoreLine[] = [{ name: 'taken', seat: null, points: entry.taken }]
  if (opponents.includes(entry.last)) lines.push({ name: 'base', seat: entry.last, points: entry.base * multiplier })
  for (const [seat, count] of entry.fines.entries()) {
    if (count > 0) lines.push({ name: 'fine', seat, points: FINE * count * (opponents.includes(seat) ? -1 : 1) })
  }
  let points = lines.reduce((sum, line) => sum + line.points, 0)
  if (options['clamp_points'] === true && points < 0) {
    lines.push({ name: 'clamp', seat: null, points: -points })
    points = 0
  }
  const { winner, gained } = dealResult(points, options)
  const winners = winner === 'dealer' ? side : opponents
  const most = options['match_end'] === 'dealer_at_ace' ? ACE : Infinity
  return {
    type: 'deal_scored',
    number,
    dealer,
    level: levels[dealer] ?? 2,
    trump: 'N',
    dealer_side: side,
    opponents,
    base: [],
    base_points: entry.base,
    multiplier,
    base_seat: entry.last,
    lines,
    points,
    winner,
    gained,
    levels: levels.map((level, seat) => (winners.includes(seat) ? Math.min(level + gained, most) : level)),
    next_dealer: nextDealer(dealer, winners),
  }
}

/** The places when this deal ends the match; null when it does not. Rules: friends, 6 and 7. */
export function finalPlaces(options: Options, { number, dealer, level, levels, winner }: FriendsDealScored): readonly number[] | null {
  if (options['match_end'] === 'past_ace') {
    const passed = levels.flatMap((own, seat) => (own > ACE ? [seat] : []))
    if (passed.length > 0) {
      // Who has passed further comes first, then who sits nearer to the dealer.
      const after = (seat: number): number => (seat - dealer + SEATS) % SEATS
      passed.sort((a, b) => (levels[b] ?? 0) - (levels[a] ?? 0) || after(a) - after(b))
      return placesOf(levels).map((place, seat) => (passed.includes(seat) ? passed.indexOf(seat) + 1 : place))
    }
  } else if (winner === 'dealer' && level === ACE) {
    const others = placesOf(levels.map((own, seat) => (seat === dealer ? -1 : own)))
    return others.map((place, seat) => (seat === dealer ? 1 : place + 1))
  }
  return number === options['deals'] ? placesOf(levels) : null
}

export function standing(options: Options, deals: readonly FriendsEntry[]): Standing<FriendsDealScored> {
  const scores: FriendsDealScored[] = []
  let levels: readonly number[] = Array.from({ length: SEATS }, () => Number(options['start_level']))
  let dealer: number | null = null
  let places: readonly number[] | null = null
  for (const entry of deals) {
    const score: FriendsDealScored = scoreDeal(options, entry, scores.length + 1, dealer ?? entry.dealer, levels)
    scores.push(score)
    levels = score.levels
    dealer = score.next_dealer
    places = finalPlaces(options, score)
    if (places !== null) break
  }
  return { scores, totals: levels, places, dealer: places === null ? dealer : null }
}

/** `dealer` is who deals by the deal before; null in the first. */
export function problems(dealer: number | null, entry: Draft<FriendsEntry>): readonly Problem[] {
  const found: Problem[] = []
  const { taken, base, largest } = entry
  if (dealer === null && entry.dealer === null) found.push({ field: 'dealer', text: 'scorer.problem.friends.dealer' })
  if ((entry.friends ?? []).length > FRIENDS_CALLED) found.push({ field: 'friends', text: 'scorer.problem.friends.friends' })
  if (!fits(base, 0, MOST_BASE, 5)) found.push({ field: 'base', text: 'scorer.problem.friends.base' })
  if (!fits(taken, 0, ALL_POINTS, 5)) found.push({ field: 'taken', text: 'scorer.problem.friends.taken' })
  else if (taken + (base ?? 0) > ALL_POINTS) found.push({ field: 'taken', text: 'scorer.problem.friends.all', params: { most: ALL_POINTS - (base ?? 0) } })
  if (entry.last === null) found.push({ field: 'last', text: 'scorer.problem.friends.last' })
  if (!fits(largest, 1, HAND) || !isPatternSize(largest)) found.push({ field: 'largest', text: 'scorer.problem.friends.largest' })
  const wrong = (entry.fines ?? []).findIndex((count) => !fits(count, 0, HAND))
  if (wrong >= 0) found.push({ field: `fines.${wrong}`, text: 'scorer.problem.friends.fines' })
  return found
}

/** Whether some pattern has that many cards: one to four of a face, or two and more faces with two to four each. */
function isPatternSize(cards: number): boolean {
  return cards <= 4 || [2, 3, 4].some((copies) => cards % copies === 0)
}
