/** Surroundings for tests: time stands still until it is told to go on, sockets are two arrays. */
import type { Socket, SocketListener, Surroundings } from './surroundings'
import type { ClientMessage, Fairness, MateView, SeatState, ServerMessage, TableState, Update, VersionedEvent, Welcome } from './wire'

export class FakeSocket implements Socket {
  readonly sent: ClientMessage[] = []
  closed = false

  constructor(
    readonly address: string,
    readonly listener: SocketListener,
  ) {}

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage)
  }

  close(): void {
    this.closed = true
  }

  /** The server says something. */
  say(message: ServerMessage): void {
    this.listener.received(JSON.stringify(message))
  }
}

export class FakeSurroundings implements Surroundings {
  readonly sockets: FakeSocket[] = []
  #now = 0
  #tasks: { due: number; task: () => void }[] = []

  now(): number {
    return this.#now
  }

  random(): number {
    return 1
  }

  later(ms: number, task: () => void): () => void {
    const entry = { due: this.#now + ms, task }
    this.#tasks.push(entry)
    return () => {
      this.#tasks = this.#tasks.filter((other) => other !== entry)
    }
  }

  openSocket(address: string, listener: SocketListener): Socket {
    const socket = new FakeSocket(address, listener)
    this.sockets.push(socket)
    return socket
  }

  get socket(): FakeSocket {
    const socket = this.sockets.at(-1)
    if (socket === undefined) throw new Error('no socket was opened')
    return socket
  }

  /** Let time pass, doing what falls due on the way. */
  pass(ms: number): void {
    const end = this.#now + ms
    for (;;) {
      const next = this.#tasks.filter(({ due }) => due <= end).sort((a, b) => a.due - b.due)[0]
      if (next === undefined) break
      this.#tasks = this.#tasks.filter((other) => other !== next)
      this.#now = next.due
      next.task()
    }
    this.#now = end
  }
}

export function fairness(change: Partial<Fairness> = {}): Fairness {
  return {
    algorithm: 'amity-hmac-sha256-1',
    match: 'abc',
    commitment: null,
    server_seed: null,
    seat_commitments: [null, null],
    seat_seeds: [null, null],
    ...change,
  }
}

export function seatState(seat: number, change: Partial<SeatState> = {}): SeatState {
  return { seat, kind: 'person', name: `Player ${seat}`, level: null, program: false, connected: true, preparing: false, ready: false, hints: 0, stand_in: null, open: false, away: null, arriving: null, bank_ms: null, rating: null, rating_after: null, ...change }
}

export function tableState(change: Partial<TableState> = {}): TableState {
  return {
    code: 'TABLE1',
    game: 'mate',
    preset: 'original',
    options: {},
    status: 'playing',
    seats: [seatState(0), seatState(1, { kind: 'bot', name: null, level: 'club' })],
    host: 0,
    hints: true,
    spectators: 0,
    awaiting: null,
    public: false,
    ready_check: false,
    rated: false,
    practice: false,
    evening: null,
    resume_ms: null,
    fairness: fairness(),
    adjourn: null,
    kept_until_ms: null,
    rematch: null,
    offers: [],
    notice: null,
    ...change,
  }
}

export function mateView(change: Partial<MateView> = {}): MateView {
  return {
    game: 'mate',
    seat: 0,
    to_act: 0,
    version: 1,
    options: { foreplacing: true, games: 4 },
    phase: 'play',
    game_number: 1,
    dealer: 0,
    hands: [
      ['AC', '10S'],
      ['KH', '7D'],
    ],
    placed: [null, null],
    decided: [true, true],
    trick_number: 1,
    leader: 0,
    trick: [],
    tricks: [],
    last_trick: null,
    legal_cards: ['AC', '10S'],
    placeable_cards: [],
    scores: [],
    totals: [0, 0],
    result: null,
    ...change,
  }
}

export function played(version: number, seat = 0, card = 'AC'): VersionedEvent {
  return { version, event: { type: 'card_played', seat, card } }
}

export function welcome(version: number, change: Partial<Welcome> = {}): Welcome {
  return {
    type: 'welcome',
    protocol: 1,
    server: '0.1.0',
    seat: 0,
    table: tableState(),
    version,
    view: mateView({ version }),
    events: Array.from({ length: version }, (_, place) => played(place + 1)),
    clock: null,
    ...change,
  }
}

export function update(version: number, change: Partial<Update> = {}): Update {
  return { type: 'update', version, events: [played(version)], view: mateView({ version }), clock: null, ...change }
}
