/** The calls about the deal of the day, and the streak that this device keeps. */
import { post, type Fetch } from '../state/api'
import type { Keep } from '../state/keep'
import type { DailyState, SeatTaken } from '../state/wire'

/** How long until a day whose deals others still play is looked at again. */
export const REFRESH = 10_000
export const DAILY_PATH = '/daily'

const DAY_MS = 86_400_000

export function showDaily(fetch: Fetch, guest: string): Promise<DailyState> {
  return post(fetch, '/api/daily', { guest })
}

/** The own table; the same one however often one asks. */
export function playDaily(fetch: Fetch, game: string, name: string, guest: string): Promise<SeatTaken> {
  return post(fetch, `/api/daily/${game}`, { name, guest })
}

/** Days are written as `2026-11-30`. */
export function isNextDay(earlier: string, later: string): boolean {
  return Date.parse(later) - Date.parse(earlier) === DAY_MS
}

function kept(keep: Keep): { readonly day: string; readonly days: number } | null {
  const [, day, days] = /^(\d{4}-\d\d-\d\d) (\d+)$/.exec(keep.read('daily.streak') ?? '') ?? []
  return day === undefined ? null : { day, days: Number(days) }
}

/** A deal of that day was played to its end. */
export function notePlayed(keep: Keep, day: string): void {
  const before = kept(keep)
  if (before !== null && before.day >= day) return
  keep.write('daily.streak', `${day} ${String(before !== null && isNextDay(before.day, day) ? before.days + 1 : 1)}`)
}

/** On how many days in a row a deal was played, up to today or yesterday. */
export function streak(keep: Keep, today: string): number {
  const last = kept(keep)
  return last !== null && (last.day === today || isNextDay(last.day, today)) ? last.days : 0
}
