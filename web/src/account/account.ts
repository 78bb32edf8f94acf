/** The calls about accounts and own matches. Who is logged in stands in a cookie that no script can read. */
import { call, post, type Fetch } from '../state/api'
import { listText, say } from '../text'
import type { AccountState, Credentials, HeldSeat, PlayedMatch, PlayedMatches } from '../state/wire'

/** The server looks at so many seats at once. */
const LARGEST = 100

export function showAccount(fetch: Fetch): Promise<AccountState> {
  return call(fetch, '/api/account')
}

export function register(fetch: Fetch, credentials: Credentials): Promise<AccountState> {
  return post(fetch, '/api/account', credentials)
}

export function logIn(fetch: Fetch, credentials: Credentials): Promise<AccountState> {
  return post(fetch, '/api/session', credentials)
}

export function logOut(fetch: Fetch): Promise<AccountState> {
  return call(fetch, '/api/session', { method: 'DELETE' })
}

export function changePassword(fetch: Fetch, before: string, after: string): Promise<AccountState> {
  return post(fetch, '/api/account/password', { old: before, new: after }, 'PUT')
}

export function deleteAccount(fetch: Fetch, password: string): Promise<AccountState> {
  return post(fetch, '/api/account/deletion', { password })
}

/** Where everything that is kept of the account can be had. */
export const DATA_ADDRESS = '/api/account/data'

/** The matches of the account; older ones than the last of those shown. */
export function accountMatches(fetch: Fetch, shown: readonly PlayedMatch[]): Promise<PlayedMatches> {
  const last = shown.at(-1)
  return call(fetch, last === undefined ? '/api/account/matches' : `/api/account/matches?before=${String(last.created_ms)}`)
}

/** The matches of the seats that this device holds, the last first. */
export async function deviceMatches(fetch: Fetch, seats: readonly HeldSeat[]): Promise<PlayedMatches> {
  const parts = await inParts(seats, (part) => post<PlayedMatches>(fetch, '/api/matches', { seats: part }))
  return { matches: parts.flatMap(({ matches }) => matches).sort((one, other) => other.created_ms - one.created_ms), more: false }
}

/** Take the matches of these seats into the account. */
export async function takeMatches(fetch: Fetch, seats: readonly HeldSeat[]): Promise<void> {
  await inParts(seats, (part) => post(fetch, '/api/account/matches', { seats: part }))
}

async function inParts<T>(seats: readonly HeldSeat[], work: (part: readonly HeldSeat[]) => Promise<T>): Promise<readonly T[]> {
  const answers: T[] = []
  for (let from = 0; from < seats.length; from += LARGEST) answers.push(await work(seats.slice(from, from + LARGEST)))
  return answers
}

export type Outcome = 'running' | 'closed' | 'won' | 'drawn' | 'lost' | 'place'

/** How a match went for its player: sides win or lose, among more than two there are places. */
export function outcomeOf({ over, places, seat }: PlayedMatch): Outcome {
  if (places === null) return over ? 'closed' : 'running'
  if (places.every((place) => place === 1)) return 'drawn'
  if (places[seat] === 1) return 'won'
  return new Set(places).size === 2 ? 'lost' : 'place'
}

/** The others at the table of a match: people by their names, programs and bots with what they are. */
export function othersAt({ seats, seat }: PlayedMatch): string {
  const names = seats.flatMap(({ kind, name, level, program }, number) => {
    if (number === seat) return []
    if (kind === 'bot' && level !== null) return [say('client.account.match.seat', { name: say('client.seat.bot', { number: number + 1 }), kind: say(`level.${level}`) })]
    if (name === null) return [say('client.seat.left')]
    return [program ? say('client.account.match.seat', { name, kind: say('client.seat.program') }) : name]
  })
  return listText(names)
}
