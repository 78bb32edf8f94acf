/**
 * One connection to one table that comes back by itself.
 *
 * It says hello with the last version seen, so that the server sends what was missed; it pings after silence and takes
 * a missing answer for a lost connection; it waits longer after each failure, up to `LONGEST_WAIT`.
 */
import type { Socket, Surroundings } from './surroundings'
import { PROTOCOL, type ClientMessage, type ServerMessage } from './wire'

export const FIRST_WAIT = 500
export const LONGEST_WAIT = 15_000
/** Silence after which the server is asked for a sign of life. */
export const SILENCE = 5_000
/** How long that sign may take, and the welcome after the hello. */
export const PATIENCE = 9_000

/** Refusals of the hello after which trying again makes no sense. */
const FINAL_REFUSALS = new Set(['unknown_table', 'bad_token', 'wrong_protocol'])

export type ConnectionState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'open' }
  /** Lost; the next attempt comes at `retryAt` (on the surroundings' clock). */
  | { readonly kind: 'lost'; readonly attempts: number; readonly retryAt: number }
  /** Over for good: by us (`code` null) or because the server will not have us. */
  | { readonly kind: 'ended'; readonly code: string | null }

export interface ConnectionOptions {
  readonly address: string
  readonly table: string
  readonly token: string | null
  /** Who this device is for the chat. */
  readonly guest: string
  /** The last version seen, asked at every hello. */
  lastVersion(): number | null
  changed(state: ConnectionState): void
  received(message: ServerMessage): void
}

export class Connection {
  state: ConnectionState = { kind: 'connecting' }
  #socket: Socket | null = null
  /** Counts the sockets, so that late words of an old one are not heard. */
  #generation = 0
  #attempts = 0
  #welcomed = false
  #pings = 0
  #cancelTimer: (() => void) | null = null

  constructor(
    private readonly options: ConnectionOptions,
    private readonly surroundings: Surroundings,
  ) {}

  start(): void {
    this.#open()
  }

  /** Sends when the server has welcomed us; says whether it did. */
  send(message: ClientMessage): boolean {
    if (this.state.kind !== 'open' || this.#socket === null) return false
    this.#socket.send(JSON.stringify(message))
    return true
  }

  /** The network or the page came back: try at once instead of waiting, or check that the connection is alive. */
  wake(): void {
    if (this.state.kind === 'lost') this.#open()
    else if (this.state.kind === 'open') this.#ping()
  }

  /** The device has no network: what is said now would not arrive. */
  sleep(): void {
    if (this.state.kind === 'open' || this.state.kind === 'connecting') this.#lose()
  }

  /** Drop this socket and say hello again. */
  resume(): void {
    if (this.state.kind === 'ended') return
    this.#drop()
    this.#open()
  }

  close(): void {
    this.#end(null)
  }

  #open(): void {
    this.#stopTimer()
    const generation = ++this.#generation
    const current = (): boolean => generation === this.#generation
    this.#welcomed = false
    if (this.state.kind !== 'lost') this.#change({ kind: 'connecting' })
    this.#timer(PATIENCE, () => this.#lose())
    this.#socket = this.surroundings.openSocket(this.options.address, {
      opened: () => {
        if (current()) this.#hello()
      },
      received: (text) => {
        if (current()) this.#receive(text)
      },
      closed: () => {
        if (current()) this.#lose()
      },
    })
  }

  #hello(): void {
    const hello: ClientMessage = {
      type: 'hello',
      protocol: PROTOCOL,
      table: this.options.table,
      token: this.options.token,
      last_version: this.options.lastVersion(),
      guest: this.options.guest,
    }
    this.#socket?.send(JSON.stringify(hello))
  }

  #receive(text: string): void {
    const message = JSON.parse(text) as ServerMessage
    if (!this.#welcomed && message.type === 'refused' && FINAL_REFUSALS.has(message.code)) {
      this.#end(message.code)
      return
    }
    if (message.type === 'welcome') {
      this.#welcomed = true
      this.#attempts = 0
    }
    if (this.#welcomed) this.#timer(SILENCE, () => this.#ping())
    if (message.type === 'pong') return
    // The welcome is heard before "open" is told, so that whoever hears "open" may act on the present moment.
    this.options.received(message)
    if (message.type === 'welcome' && this.#socket !== null) this.#change({ kind: 'open' })
  }

  #ping(): void {
    if (this.state.kind !== 'open') return
    this.#pings = (this.#pings + 1) % 2 ** 31
    this.send({ type: 'ping', n: this.#pings })
    this.#timer(PATIENCE, () => this.#lose())
  }

  #lose(): void {
    this.#drop()
    this.#attempts += 1
    const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (this.#attempts - 1))
    // Half of the wait is chance, so that a server that comes back is not met by everybody at once.
    const wait = longest * (0.5 + this.surroundings.random() / 2)
    this.#timer(wait, () => this.#open())
    this.#change({ kind: 'lost', attempts: this.#attempts, retryAt: this.surroundings.now() + wait })
  }

  #end(code: string | null): void {
    this.#drop()
    this.#change({ kind: 'ended', code })
  }

  #drop(): void {
    this.#generation += 1
    this.#stopTimer()
    const socket = this.#socket
    this.#socket = null
    socket?.close()
  }

  #timer(ms: number, task: () => void): void {
    this.#stopTimer()
    this.#cancelTimer = this.surroundings.later(ms, task)
  }

  #stopTimer(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = null
  }

  #change(state: ConnectionState): void {
    this.state = state
    this.options.changed(state)
  }
}
