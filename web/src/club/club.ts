/** The calls of a club: coming in, inviting, the table of results. */
import { call, post, type Fetch } from '../state/api'
import type { ClubTable, EntryState, Invitation } from '../state/wire'

const FRAGMENT = /^#([A-Za-z0-9_-]{20,64})$/
const DAYS = 7
const USES = 10

export function showEntry(fetch: Fetch): Promise<EntryState> {
  return call(fetch, '/api/entry')
}

export function enter(fetch: Fetch, how: { readonly password: string } | { readonly invitation: string }): Promise<EntryState> {
  return post(fetch, '/api/entry', how)
}

export function invite(fetch: Fetch): Promise<Invitation> {
  return post(fetch, '/api/invitations', { days: DAYS, uses: USES })
}

export function clubTable(fetch: Fetch, game: string, { since, until }: Span): Promise<ClubTable> {
  return call(fetch, `/api/club/${game}?since=${String(since)}&until=${String(until)}`)
}

/** The invitation in the fragment of an address; the server never sees that part. */
export function invitationIn(fragment: string): string | null {
  return FRAGMENT.exec(fragment)?.[1] ?? null
}

export function invitationLink(origin: string, token: string): string {
  return `${origin}/enter#${token}`
}

export const PERIODS = ['month', 'last_month', 'year', 'all'] as const
export type Period = (typeof PERIODS)[number]

/** Milliseconds since 1970; until is not part of it. */
export interface Span {
  readonly since: number
  readonly until: number
}

/** The time that a period means at a moment, by the calendar of this place. */
export function spanOf(period: Period, now: Date): Span {
  const month = (difference: number): number => new Date(now.getFullYear(), now.getMonth() + difference, 1).getTime()
  if (period === 'month') return { since: month(0), until: month(1) }
  if (period === 'last_month') return { since: month(-1), until: month(0) }
  const nextYear = new Date(now.getFullYear() + 1, 0, 1).getTime()
  return { since: period === 'year' ? new Date(now.getFullYear(), 0, 1).getTime() : 0, until: nextYear }
}
