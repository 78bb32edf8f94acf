/** The HTTP calls: everything before a connection to a table exists. */
import type { CreateTable, GameInfo, JoinTable, OpenTable, PlayNow, Problem, SeatTaken } from './wire'

/** A refusal by the server, or `no_connection` when it could not be reached. */
export class RequestProblem extends Error {
  constructor(
    readonly code: string,
    readonly params: Readonly<Record<string, unknown>> = {},
  ) {
    super(code)
  }
}

export type Fetch = (address: string, init?: RequestInit) => Promise<Response>

export async function call<T>(fetch: Fetch, address: string, init?: RequestInit): Promise<T> {
  let response: Response
  try {
    response = await fetch(address, init)
  } catch {
    throw new RequestProblem('no_connection')
  }
  let body: unknown
  try {
    body = await response.json()
  } catch {
    throw new RequestProblem('no_connection')
  }
  if (response.ok) return body as T
  const problem = body as Partial<Problem>
  throw new RequestProblem(problem.code ?? 'no_connection', problem.params as Record<string, unknown> | undefined)
}

export function post<T>(fetch: Fetch, address: string, body: unknown, method = 'POST'): Promise<T> {
  return call<T>(fetch, address, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
}

export function listGames(fetch: Fetch): Promise<readonly GameInfo[]> {
  return call(fetch, '/api/games')
}

/** What the operator of the server has to say to everybody. */
export function operatorMessage(fetch: Fetch): Promise<{ readonly message: string | null }> {
  return call(fetch, '/api/message')
}

export function createTable(fetch: Fetch, body: CreateTable): Promise<SeatTaken> {
  return post(fetch, '/api/tables', body)
}

export function joinTable(fetch: Fetch, code: string, body: JoinTable): Promise<SeatTaken> {
  return post(fetch, `/api/tables/${code}/seats`, body)
}

/** A seat at the fullest open table of a game, or at a new one that bots soon fill. */
export function playNow(fetch: Fetch, body: PlayNow): Promise<SeatTaken> {
  return post(fetch, '/api/play', body)
}

export function openTables(fetch: Fetch): Promise<readonly OpenTable[]> {
  return call(fetch, '/api/lobby')
}

export function recordAddress(code: string): string {
  return `/api/tables/${code}/record`
}
