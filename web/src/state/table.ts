/**
 * One table as one device sees it: the present moment, kept true through losses of the connection.
 *
 * Knows nothing of rules, cards or the page. `snapshot` is replaced, never changed, so that whoever draws it can compare.
 */
import { Chat, NO_CHAT, type ChatSnapshot } from './chat'
import { Connection, type ConnectionState } from './connection'
import { guestIdentity } from './guest'
import type { Keep } from './keep'
import { keepMove, keptMove } from './moves'
import { Queue } from './queue'
import { seedMessage } from './seeds'
import type { Surroundings } from './surroundings'
import type {
  Action,
  Advice,
  ClientMessage,
  Clock,
  GameEvent,
  Level,
  Refused,
  ServerMessage,
  TableState,
  Update,
  VersionedEvent,
  View,
  Welcome,
} from './wire'

/** A clock on this device's time. */
export interface RunningClock {
  readonly seat: number
  /** When it runs out, on the surroundings' clock. */
  readonly deadline: number
  /** How much of the time before that is the seat's own for the whole match, used last. */
  readonly bank: number
  /** Of the time for this decision alone. */
  readonly total: number
  readonly warn: number
}

/** A command that the server has not acknowledged yet. */
export interface PendingCommand {
  readonly id: string
  readonly message: ClientMessage
}

export interface TableSnapshot {
  readonly connection: ConnectionState
  /** The seat this device holds; null for a spectator. */
  readonly seat: number | null
  /** Null until the first welcome. */
  readonly table: TableState | null
  readonly view: View | null
  /** The version of `view`. */
  readonly version: number
  /** Everything that has happened in this match, as far as it is shown. */
  readonly history: readonly VersionedEvent[]
  /** The events of the step shown last; empty after a welcome. */
  readonly step: readonly GameEvent[]
  /** Whether that step has been shown long enough. */
  readonly settled: boolean
  readonly clock: RunningClock | null
  /** Between deals: when the next one is dealt without waiting for everybody, on the surroundings' clock. */
  readonly resumeAt: number | null
  readonly pending: readonly PendingCommand[]
  /** The version to which the last move from here has led. It may be ahead of the one shown, and then nothing is to be done. */
  readonly acted: number
  /** The hint for this moment, once it has been asked for. */
  readonly hint: Advice | 'asked' | null
  /** The last refusal, until it is dismissed or something happens. */
  readonly refusal: Refused | null
  readonly chat: ChatSnapshot
}

interface Timed {
  readonly update: Update
  readonly clock: RunningClock | null
}

export interface TableOptions {
  readonly address: string
  readonly code: string
  readonly token: string | null
  /** How long a step stays before the next, in milliseconds. */
  hold(events: readonly GameEvent[], view: View): number
  /** Whether the page can be seen; without a viewer nothing is held. */
  watched(): boolean
  /** A new identifier for a command. */
  newId(): string
}

/** Before anything is known. */
export const NOTHING: TableSnapshot = {
  connection: { kind: 'connecting' },
  seat: null,
  table: null,
  view: null,
  version: 0,
  history: [],
  step: [],
  settled: true,
  clock: null,
  resumeAt: null,
  pending: [],
  acted: 0,
  hint: null,
  refusal: null,
  chat: NO_CHAT,
}

/** Whether a move from here is on its way, or is made and not shown yet: a second one could only be refused. */
export function isMoving({ pending, acted, version }: TableSnapshot): boolean {
  return acted > version || pending.some(({ message }) => message.type === 'act')
}

export class Table {
  snapshot: TableSnapshot = NOTHING
  readonly chat: Chat
  readonly #connection: Connection
  readonly #queue: Queue<Timed>
  readonly #listeners = new Set<(snapshot: TableSnapshot) => void>()
  /** The version received, which may be ahead of the one shown. */
  #received: number | null = null
  #seedSaid = ''

  constructor(
    private readonly options: TableOptions,
    private readonly surroundings: Surroundings,
    private readonly keep: Keep,
    /** Of this page's tab: what a reload would lose. */
    private readonly tabKeep: Keep,
  ) {
    this.#queue = new Queue<Timed>(
      {
        show: (item) => this.#show(item),
        hold: ({ update }) => (options.watched() ? options.hold(update.events.map(({ event }) => event), update.view) : 0),
        settled: () => this.#set({ settled: true }),
      },
      surroundings,
    )
    this.#connection = new Connection(
      {
        address: options.address,
        table: options.code,
        token: options.token,
        guest: guestIdentity(keep),
        lastVersion: () => this.#received,
        changed: (connection) => this.#connectionChanged(connection),
        received: (message) => this.#receive(message),
      },
      surroundings,
    )
    this.chat = new Chat(
      options.code,
      keep,
      () => options.newId(),
      (message) => this.#connection.send(message),
      (chat) => this.#set({ chat }),
    )
    this.snapshot = { ...NOTHING, chat: this.chat.snapshot, pending: keptMove(tabKeep, options.code, options.token) }
  }

  subscribe(listener: (snapshot: TableSnapshot) => void): () => void {
    this.#listeners.add(listener)
    listener(this.snapshot)
    return () => this.#listeners.delete(listener)
  }

  start(): void {
    this.#connection.start()
  }

  close(): void {
    this.#queue.clear()
    this.#connection.close()
    this.#listeners.clear()
  }

  /** The page is visible or online again. */
  wake(): void {
    this.#connection.wake()
  }

  /** The device has no network any more. */
  sleep(): void {
    this.#connection.sleep()
  }

  /** The step on show has been seen. */
  release(): void {
    this.#queue.release()
  }

  /** Nobody watches: show the newest moment. */
  catchUp(): void {
    this.#queue.flush()
  }

  act(action: Action): void {
    if (isMoving(this.snapshot)) return
    this.#command((id) => ({ type: 'act', id, version: this.snapshot.version, action }))
  }

  ready(): void {
    this.#connection.send({ type: 'ready', version: this.#received ?? 0 })
  }

  fillWithBots(level: Level): void {
    this.#command((id) => ({ type: 'fill_with_bots', id, level }))
  }

  seatBot(seat: number, level: Level): void {
    this.#command((id) => ({ type: 'seat_bot', id, seat, level }))
  }

  askHint(): void {
    if (this.snapshot.hint !== null) return
    if (this.#connection.send({ type: 'hint', version: this.snapshot.version })) this.#set({ hint: 'asked', refusal: null })
  }

  resign(): void {
    this.#command((id) => ({ type: 'resign', id }))
  }

  rematch(rotate = false): void {
    this.#command((id) => ({ type: 'rematch', id, rotate }))
  }

  leave(): void {
    this.#command((id) => ({ type: 'leave', id }))
  }

  comeBack(): void {
    this.#command((id) => ({ type: 'come_back', id }))
  }

  kick(seat: number): void {
    this.#command((id) => ({ type: 'kick', id, seat }))
  }

  rotateSeats(): void {
    this.#command((id) => ({ type: 'rotate_seats', id }))
  }

  /** Ask the others to put the match off, or agree to it. */
  adjourn(): void {
    this.#command((id) => ({ type: 'adjourn', id }))
  }

  keepPlaying(): void {
    this.#command((id) => ({ type: 'keep_playing', id }))
  }

  resumeWithBots(): void {
    this.#command((id) => ({ type: 'resume_with_bots', id }))
  }

  dismissRefusal(): void {
    if (this.snapshot.refusal !== null) this.#set({ refusal: null })
  }

  #command(make: (id: string) => ClientMessage): void {
    const id = this.options.newId()
    const message = make(id)
    this.#pend([...this.snapshot.pending, { id, message }])
    this.#set({ refusal: null })
    // Kept when the connection is down: it is sent, under the same id, after the next welcome.
    this.#connection.send(message)
  }

  #connectionChanged(connection: ConnectionState): void {
    // What was asked of a connection that is lost is not answered.
    const { hint } = this.snapshot
    this.#set({ connection, hint: hint === 'asked' && connection.kind !== 'open' ? null : hint })
    if (connection.kind !== 'open') {
      // A seat that is lost for good makes no moves.
      if (connection.kind === 'ended' && connection.code !== null) this.#pend([])
      this.chat.lost()
      return
    }
    this.#seedSaid = ''
    for (const { message } of this.snapshot.pending) this.#connection.send(message)
    this.#saySeed()
  }

  #receive(message: ServerMessage): void {
    if (this.chat.receive(message)) return
    switch (message.type) {
      case 'welcome':
        return this.#welcome(message)
      case 'update':
        return this.#update(message)
      case 'table':
        this.#set(this.#aboutTable(message.table))
        return this.#saySeed()
      case 'acknowledged':
        if (this.#pending(message.id)?.type === 'act') this.#set({ acted: message.version })
        return this.#settleCommand(message.id)
      case 'refused':
        return this.#refused(message)
      case 'advice':
        if (message.version === this.snapshot.version) this.#set({ hint: message })
        return
      case 'chat':
      case 'chat_log':
      case 'pong':
      case 'closing':
        return
    }
  }

  #welcome(message: Welcome): void {
    // What the welcome brings starts after the last event received, which may not have been shown yet.
    this.#queue.flush()
    const { view: shown, version: seen, history } = this.snapshot
    const missed = message.events.filter(({ version }) => version > seen)
    this.#received = message.version
    this.#set({
      seat: message.seat,
      ...this.#aboutTable(message.table),
      view: message.view,
      version: message.version,
      acted: 0,
      history: mergeHistory(history, message.events),
      step: shown === null ? [] : missed.map(({ event }) => event),
      settled: true,
      clock: this.#running(message.clock),
      hint: message.version === seen ? this.snapshot.hint : null,
      refusal: null,
    })
  }

  #update(message: Update): void {
    const received = this.#received ?? 0
    if (message.version <= received) {
      // Seen already; but a clock may have started again for the same moment.
      if (message.version === this.snapshot.version) this.#set({ clock: this.#running(message.clock) })
      return
    }
    const first = message.events[0]?.version ?? message.version
    if (first > received + 1) {
      // Something between was lost: ask for it instead of guessing.
      this.#connection.resume()
      return
    }
    const events = message.events.filter(({ version }) => version > received)
    this.#received = message.version
    this.#queue.push({ update: { ...message, events }, clock: this.#running(message.clock) })
  }

  #show({ update, clock }: Timed): void {
    this.#set({
      view: update.view,
      version: update.version,
      history: mergeHistory(this.snapshot.history, update.events),
      step: update.events.map(({ event }) => event),
      settled: false,
      clock,
      hint: null,
      refusal: null,
    })
  }

  #refused(message: Refused): void {
    if (message.id !== null) {
      if (this.#pending(message.id) === undefined) return
      this.#settleCommand(message.id)
    }
    const { hint } = this.snapshot
    this.#set({ refusal: message, hint: hint === 'asked' ? null : hint })
  }

  #pending(id: string): ClientMessage | undefined {
    return this.snapshot.pending.find((command) => command.id === id)?.message
  }

  #settleCommand(done: string): void {
    // An acknowledgement that comes twice finds nothing and changes nothing.
    const pending = this.snapshot.pending.filter(({ id }) => id !== done)
    if (pending.length < this.snapshot.pending.length) this.#pend(pending)
  }

  #pend(pending: readonly PendingCommand[]): void {
    // Kept first: it must not be sent and then be forgotten.
    keepMove(this.tabKeep, this.options.code, this.options.token, pending)
    this.#set({ pending })
  }

  #saySeed(): void {
    const { table, seat } = this.snapshot
    if (table === null) return
    const message = seedMessage(table, seat, this.keep)
    if (message === null || message.type === this.#seedSaid) return
    if (this.#connection.send(message)) this.#seedSaid = message.type
  }

  #aboutTable(table: TableState): Pick<TableSnapshot, 'table' | 'resumeAt'> {
    return { table, resumeAt: table.resume_ms === null ? null : this.surroundings.now() + table.resume_ms }
  }

  #running(clock: Clock | null): RunningClock | null {
    if (clock === null) return null
    return {
      seat: clock.seat,
      deadline: this.surroundings.now() + clock.remaining_ms,
      bank: clock.bank_ms,
      total: clock.total_ms,
      warn: clock.warn_ms,
    }
  }

  #set(change: Partial<TableSnapshot>): void {
    this.snapshot = { ...this.snapshot, ...change }
    for (const listener of this.#listeners) listener(this.snapshot)
  }
}

const PLAYED: ReadonlySet<string> = new Set(['card_played', 'cards_played', 'trick_taken'])

/** What is told of what happened: after a claim of the rest not every card that was played for it. */
export function toldEvents(events: readonly GameEvent[]): readonly GameEvent[] {
  let claimed = false
  return events.filter(({ type }) => {
    if (type === 'rest_claimed') claimed = true
    if (type === 'deal_scored') claimed = false
    return !claimed || !PLAYED.has(type)
  })
}

/** Two stretches of the same history; where they overlap they agree. */
export function mergeHistory(
  before: readonly VersionedEvent[],
  after: readonly VersionedEvent[],
): readonly VersionedEvent[] {
  const first = after[0]
  if (first === undefined) return before
  return [...before.filter(({ version }) => version < first.version), ...after]
}
