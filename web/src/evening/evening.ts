/** The calls about duplicate evenings, and what this device keeps of them. */
import { call, post, type Fetch } from '../state/api'
import type { Keep } from '../state/keep'
import type { CreateEvening, EveningEntry, EveningState, PlaceState } from '../state/wire'

/** How long until an evening that goes on is looked at again. */
export const REFRESH = 3_000

export function createEvening(fetch: Fetch, body: CreateEvening): Promise<EveningEntry> {
  return post(fetch, '/api/evenings', body)
}

export function showEvening(fetch: Fetch, code: string): Promise<EveningState> {
  return call(fetch, `/api/evenings/${code}`)
}

export function enterEvening(fetch: Fetch, code: string, name: string, guest: string): Promise<EveningEntry> {
  return post(fetch, `/api/evenings/${code}/entrants`, { name, guest, seed: drawSeed() })
}

export function startEvening(fetch: Fetch, code: string, token: string): Promise<EveningState> {
  return call(fetch, `/api/evenings/${code}/start`, { method: 'POST', headers: { Authorization: `Bearer ${token}` } })
}

/** What this device adds to all deals, in hexadecimal. */
export function drawSeed(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export interface OwnEntry {
  readonly entrant: number
  readonly token: string
}

export function keepEntry(keep: Keep, { evening, entrant, token }: EveningEntry): void {
  keep.write(`evening.${evening}`, `${String(entrant)} ${token}`)
}

/** Who this device is in an evening; null for somebody who only looks. */
export function ownEntry(keep: Keep, code: string): OwnEntry | null {
  const [, entrant, token] = /^(\d+) ([A-Za-z0-9_-]{20,64})$/.exec(keep.read(`evening.${code}`) ?? '') ?? []
  return entrant === undefined || token === undefined ? null : { entrant: Number(entrant), token }
}

/** The table of somebody who takes part; null before the evening has begun. */
export function ownPlace(evening: EveningState, entry: OwnEntry | null): PlaceState | null {
  const place = entry === null ? null : (evening.entrants[entry.entrant]?.place ?? null)
  return evening.places.find((one) => one.place === place) ?? null
}

export function eveningPath(code: string): string {
  return `/evening/${code}`
}
