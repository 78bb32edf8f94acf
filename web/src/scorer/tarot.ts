/** The score of Tarot. Points of cards are half points. Rules: tarot, Score. */
import type { TarotDealScored, TarotScoreLine } from '../state/wire'
import { fits, placesOf, type Draft, type Options, type Problem, type Standing } from './game'

export type Contract = TarotDealScored['contract']
export const ALL = 182
export const ALONE = -1
const COEFFICIENTS: Readonly<Record<Contract, number>> = { petite: 1, guard: 2, guard_without: 4, guard_against: 6 }
/** Whole points needed, by the number of bouts. */
const TARGETS = [56, 51, 41, 36] as const
const SLAMS: Readonly<Record<string, number>> = { announced_made: 400, made: 200, announced_failed: -200, defence: -200 }
export const BONUSES: Readonly<Record<string, number>> = { single: 20, double: 30, triple: 40 }
/** Trumps shown, by the number of players. Rules: tarot, Before play, 5. */
export const HANDFULS: Readonly<Record<number, Readonly<Record<string, number>>>> = {
  3: { single: 13, double: 15, triple: 18 },
  4: { single: 10, double: 13, triple: 15 },
  5: { single: 8, double: 10, triple: 13 },
}
const TRUMPS = 22
const UNPLAYED_LIMIT = 10
/** How a deal can end for slams: none, or one or two entries of the score. */
export const SLAM_CHOICES = ['', 'announced_made', 'made', 'announced_failed', 'defence', 'announced_failed+defence'] as const

export interface TarotEntry {
  /** Whether the deal was not played: all passed, or it was void. Then the rest says nothing. */
  readonly passed: boolean
  readonly taker: number
  readonly contract: Contract
  /** Among five the holder of the called card, or `ALONE`. */
  readonly partner: number
  /** Half points of the attack. */
  readonly points: number
  readonly bouts: number
  /** The side that took the petit in the last trick, or nothing. */
  readonly petit: '' | 'attack' | 'defence'
  /** By seat, the size of the handful shown, or nothing. */
  readonly handfuls: readonly string[]
  readonly slam: string
}

export const fresh = (players: number): Draft<TarotEntry> => ({
  passed: false,
  taker: null,
  contract: null,
  partner: null,
  points: null,
  bouts: null,
  petit: '',
  handfuls: Array.from({ length: players }, () => ''),
  slam: '',
})

/** Half points of these court cards and bouts, and of a number of other cards. Rules: tarot, Cards. */
export function countCards(cards: readonly string[], others: number): { readonly points: number; readonly bouts: number } {
  const worth = (card: string): number => (isBout(card) ? 9 : { K: 9, Q: 7, N: 5, J: 3 }[card[0] ?? ''] ?? 1)
  return { points: cards.reduce((sum, card) => sum + worth(card), others), bouts: cards.filter(isBout).length }
}

function isBout(card: string): boolean {
  return card === '*' || card.startsWith('T')
}

/** Rules: tarot, Score. */
export function scoreDeal(players: number, entry: TarotEntry, number: number, before: readonly number[]): TarotDealScored {
  const target = TARGETS[entry.bouts] ?? 0
  const exact = entry.points - 2 * target
  const made = exact >= 0
  // Halves are rounded up, after it is known who has won.
  const difference = Math.ceil(Math.abs(exact) / 2)
  const sign = made ? 1 : -1
  const coefficient = COEFFICIENTS[entry.contract]
  const line = (name: string, points: number, seat: number | null = null): TarotScoreLine => ({ name, points, seat })
  const lines = [line('contract', sign * (25 + difference) * coefficient)]
  if (entry.petit !== '') lines.push(line('petit_au_bout', (entry.petit === 'attack' ? 10 : -10) * coefficient))
  for (const [seat, size] of entry.handfuls.entries()) {
    if (size !== '') lines.push(line('handful', sign * (BONUSES[size] ?? 0), seat))
  }
  for (const slam of entry.slam.split('+').filter(Boolean)) lines.push(line(`slam_${slam}`, SLAMS[slam] ?? 0))
  const pays = lines.reduce((sum, { points }) => sum + points, 0)
  const partner = players === 5 && entry.partner !== ALONE ? entry.partner : null
  const shares = Array.from({ length: players }, (_, seat) => (seat === partner ? 1 : seat === entry.taker ? players - (partner === null ? 1 : 3) : -1))
  const deltas = shares.map((share) => (pays === 0 ? 0 : share * pays))
  return {
    type: 'deal_scored',
    number,
    taker: entry.taker,
    partner,
    contract: entry.contract,
    called: null,
    counted: [],
    attack: entry.points,
    defence: ALL - entry.points,
    bouts: entry.bouts,
    target,
    made,
    difference,
    lines,
    pays,
    deltas,
    totals: deltas.map((delta, seat) => (before[seat] ?? 0) + delta),
  }
}

/** Deals that nobody took do not count; ten of them in a row end the match. Rules: tarot, Match. */
export function standing(options: Options, deals: readonly TarotEntry[], first: number, players: number): Standing<TarotDealScored> {
  const scores: (TarotDealScored | null)[] = []
  let totals: readonly number[] = Array.from({ length: players }, () => 0)
  let played = 0
  let unplayed = 0
  let over = false
  for (const entry of deals) {
    if (entry.passed) {
      scores.push(null)
      unplayed += 1
    } else {
      const score = scoreDeal(players, entry, scores.length + 1, totals)
      scores.push(score)
      totals = score.totals
      played += 1
      unplayed = 0
    }
    over = played === options['deals'] || unplayed === UNPLAYED_LIMIT
    if (over) break
  }
  return { scores, totals, places: over ? placesOf(totals) : null, dealer: over ? null : (first + scores.length) % players }
}

export function problems(players: number, entry: Draft<TarotEntry>): readonly Problem[] {
  if (entry.passed === true) return []
  const found: Problem[] = []
  const { taker, partner, points, bouts } = entry
  if (taker === null) found.push({ field: 'taker', text: 'scorer.problem.tarot.taker' })
  if (entry.contract === null) found.push({ field: 'contract', text: 'scorer.problem.tarot.contract' })
  if (players === 5 && (partner === null || partner === taker)) found.push({ field: 'partner', text: 'scorer.problem.tarot.partner' })
  if (bouts === null) found.push({ field: 'bouts', text: 'scorer.problem.tarot.bouts' })
  if (!fits(points, 0, ALL)) found.push({ field: 'points', text: 'scorer.problem.tarot.points' })
  // With four players both sides have an even number of cards.
  else if (players === 4 && points % 2 !== 0) found.push({ field: 'points', text: 'scorer.problem.tarot.whole' })
  else if (bouts !== null && !fits(points, leastWith(bouts), ALL - leastWith(3 - bouts))) {
    found.push({ field: 'points', text: 'scorer.problem.tarot.bouts_points', params: { n: bouts, least: leastWith(bouts) / 2, most: (ALL - leastWith(3 - bouts)) / 2 } })
  } else if (/^(announced_)?made$/.test(entry.slam ?? '') && entry.contract !== 'guard_against' && points !== ALL && points !== ALL - KEPT_EXCUSE) {
    found.push({ field: 'points', text: 'scorer.problem.tarot.slam_points' })
  }
  if ((entry.petit === 'attack' && bouts === 0) || (entry.petit === 'defence' && bouts === 3)) found.push({ field: 'petit', text: `scorer.problem.tarot.petit_${entry.petit}` })
  const shown = (entry.handfuls ?? []).reduce((sum, size) => sum + (HANDFULS[players]?.[size] ?? 0), 0)
  if (shown > TRUMPS) found.push({ field: 'handfuls', text: 'scorer.problem.tarot.handfuls', params: { count: shown, most: TRUMPS } })
  return found
}

/** Half points that a side which takes no trick keeps for an Excuse it played. */
const KEPT_EXCUSE = 8

/** The fewest half points with that many bouts: one of them may be an Excuse that half a point was given for. */
function leastWith(bouts: number): number {
  return bouts === 0 ? 0 : 9 * bouts - 1
}
