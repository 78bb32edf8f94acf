/** The open tables, read again every few seconds while somebody looks. */
import { openTables, RequestProblem, type Fetch } from './api'
import type { Surroundings } from './surroundings'
import type { OpenTable, Speed } from './wire'

export const REFRESH = 4_000

export interface LobbySnapshot {
  /** Null until they are known. */
  readonly tables: readonly OpenTable[] | null
  /** Why they could not be read the last time; those that are shown are older. */
  readonly problem: RequestProblem | null
}

export class Lobby {
  snapshot: LobbySnapshot = { tables: null, problem: null }
  #stopped = true
  #cancel: (() => void) | null = null
  /** Counts the questions, so that a late answer to an old one is not heard. */
  #asked = 0

  constructor(
    private readonly fetch: Fetch,
    private readonly surroundings: Pick<Surroundings, 'later'>,
    private readonly changed: (snapshot: LobbySnapshot) => void,
  ) {}

  /** Read them now, and again and again from now on. */
  start(): void {
    this.#stopped = false
    void this.#look()
  }

  /** Nobody looks. */
  stop(): void {
    this.#stopped = true
    this.#asked += 1
    this.#cancel?.()
    this.#cancel = null
  }

  async #look(): Promise<void> {
    this.#cancel?.()
    const asked = ++this.#asked
    let next: LobbySnapshot
    try {
      next = { tables: await openTables(this.fetch), problem: null }
    } catch (error) {
      const problem = error instanceof RequestProblem ? error : new RequestProblem('no_connection')
      next = { tables: this.snapshot.tables, problem }
    }
    if (this.#stopped || asked !== this.#asked) return
    this.snapshot = next
    this.changed(next)
    this.#cancel = this.surroundings.later(REFRESH, () => void this.#look())
  }
}

/** What can be done with a table: go on at the own seat, sit down, or watch. */
export function standing(table: OpenTable, held: ReadonlySet<string>): 'mine' | 'free' | 'watch' {
  if (held.has(table.code)) return 'mine'
  return table.free > 0 ? 'free' : 'watch'
}

/** The key of a speed's name; null for a time of its own. */
export function speedKey(speed: OpenTable['speed']): `client.speed.${Speed | 'none'}` | null {
  return speed === 'own' ? null : `client.speed.${speed}`
}
