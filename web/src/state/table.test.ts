import { describe, expect, it } from 'vitest'
import { FIRST_WAIT } from './connection'
import { FakeSurroundings, fairness, mateView, played, tableState, update, welcome } from './fakes'
import { memoryKeep, type Keep } from './keep'
import { commitment, keepsCommitment } from './seeds'
import { isMoving, Table, toldEvents } from './table'
import type { Advice, GameEvent } from './wire'

function table(hold = 0, tabKeep = memoryKeep()) {
  const surroundings = new FakeSurroundings()
  let ids = 0
  const made = new Table(
    {
      address: 'ws://table/ws',
      code: 'TABLE1',
      token: 'secret',
      hold: () => hold,
      watched: () => true,
      newId: () => `action-${(ids += 1)}`,
    },
    surroundings,
    memoryKeep(),
    tabKeep,
  )
  made.start()
  surroundings.socket.listener.opened()
  return { made, surroundings }
}

function welcomed(version = 1, hold = 0) {
  const both = table(hold)
  both.surroundings.socket.say(welcome(version))
  return both
}

/** The same table after a reload of the page. */
function reloaded(tabKeep: Keep, token = 'secret') {
  const surroundings = new FakeSurroundings()
  const made = new Table(
    { address: 'ws://table/ws', code: 'TABLE1', token, hold: () => 0, watched: () => true, newId: () => 'another' },
    surroundings,
    memoryKeep(),
    tabKeep,
  )
  made.start()
  surroundings.socket.listener.opened()
  return { made, surroundings, acts: () => surroundings.socket.sent.filter(({ type }) => type === 'act') }
}

function reconnect(surroundings: FakeSurroundings): void {
  surroundings.socket.listener.closed()
  surroundings.pass(FIRST_WAIT)
  surroundings.socket.listener.opened()
}

const versions = (made: Table) => made.snapshot.history.map(({ version }) => version)

describe('Table', () => {
  it('takes the whole moment from the welcome and tells nothing old', () => {
    const { made } = welcomed(3)
    expect(made.snapshot).toMatchObject({ seat: 0, version: 3, settled: true, step: [] })
    expect(versions(made)).toEqual([1, 2, 3])
  })

  it('follows updates in order', () => {
    const { made, surroundings } = welcomed(1)
    surroundings.socket.say(update(2, { view: mateView({ version: 2, to_act: 1 }) }))
    expect(made.snapshot.version).toBe(2)
    expect(made.snapshot.view?.to_act).toBe(1)
    expect(made.snapshot.step).toEqual([played(2).event])
    expect(versions(made)).toEqual([1, 2])
  })

  it('ignores an update that comes twice or late', () => {
    const { made, surroundings } = welcomed(3)
    surroundings.socket.say(update(4))
    const before = made.snapshot
    surroundings.socket.say(update(4))
    surroundings.socket.say(update(2))
    expect(made.snapshot.history).toBe(before.history)
    expect(made.snapshot.view).toBe(before.view)
  })

  it('asks for what is missing when an update skips something', () => {
    const { made, surroundings } = welcomed(1)
    surroundings.socket.say(update(5))
    expect(made.snapshot.version).toBe(1)
    expect(surroundings.sockets).toHaveLength(2)
    surroundings.socket.listener.opened()
    expect(surroundings.socket.sent[0]).toMatchObject({ type: 'hello', last_version: 1 })
    surroundings.socket.say(welcome(5, { events: [2, 3, 4, 5].map((version) => played(version)) }))
    expect(made.snapshot.version).toBe(5)
    expect(versions(made)).toEqual([1, 2, 3, 4, 5])
    expect(made.snapshot.step).toHaveLength(4)
  })

  it('shows what waited before it goes on from a new welcome', () => {
    const { made, surroundings } = welcomed(1, 1000)
    surroundings.socket.say(update(2))
    surroundings.socket.say(update(3))
    expect(made.snapshot.version).toBe(2)
    reconnect(surroundings)
    expect(surroundings.socket.sent[0]).toMatchObject({ last_version: 3 })
    surroundings.socket.say(welcome(4, { events: [played(4)] }))
    expect(versions(made)).toEqual([1, 2, 3, 4])
    expect(made.snapshot).toMatchObject({ version: 4, settled: true })
  })

  it('sends a move with the version it was decided on, which is the one shown', () => {
    const { made, surroundings } = welcomed(1, 1000)
    surroundings.socket.say(update(2))
    surroundings.socket.say(update(3))
    made.act({ type: 'play', card: 'AC' })
    expect(surroundings.socket.sent.at(-1)).toEqual({
      type: 'act',
      id: 'action-1',
      version: 2,
      action: { type: 'play', card: 'AC' },
    })
  })

  it('sends no second move while the first is on its way', () => {
    const { made, surroundings } = welcomed()
    made.act({ type: 'play', card: 'AC' })
    made.act({ type: 'play', card: '10S' })
    expect(surroundings.socket.sent.filter(({ type }) => type === 'act')).toHaveLength(1)
  })

  it('sends no second move before what the first led to is shown', () => {
    const { made, surroundings } = welcomed(1, 1000)
    const acts = () => surroundings.socket.sent.filter(({ type }) => type === 'act')
    surroundings.socket.say(update(2))
    made.act({ type: 'play', card: 'AC' })
    surroundings.socket.say(update(3))
    surroundings.socket.say({ type: 'acknowledged', id: 'action-1', version: 3 })
    expect(made.snapshot).toMatchObject({ version: 2, acted: 3, pending: [] })
    expect(isMoving(made.snapshot)).toBe(true)
    made.act({ type: 'play', card: '10S' })
    expect(acts()).toHaveLength(1)
    made.release()
    expect(isMoving(made.snapshot)).toBe(false)
    made.act({ type: 'play', card: '10S' })
    expect(acts()).toHaveLength(2)
  })

  it('takes an acknowledgement once, however often it comes', () => {
    const { made, surroundings } = welcomed()
    made.act({ type: 'play', card: 'AC' })
    expect(made.snapshot.pending).toHaveLength(1)
    surroundings.socket.say({ type: 'acknowledged', id: 'action-1', version: 2 })
    const before = made.snapshot
    surroundings.socket.say({ type: 'acknowledged', id: 'action-1', version: 2 })
    surroundings.socket.say({ type: 'acknowledged', id: 'somebody else', version: 2 })
    expect(before.pending).toEqual([])
    expect(made.snapshot).toBe(before)
  })

  it('sends an unacknowledged move again, under the same id, after the connection was lost', () => {
    const { made, surroundings } = welcomed()
    made.act({ type: 'play', card: 'AC' })
    const sent = surroundings.socket.sent.at(-1)
    reconnect(surroundings)
    expect(surroundings.socket.sent.filter(({ type }) => type === 'act')).toEqual([])
    surroundings.socket.say(welcome(1, { events: [] }))
    expect(surroundings.socket.sent.at(-1)).toEqual(sent)
  })

  it('keeps a move made while the connection is down', () => {
    const { made, surroundings } = welcomed()
    surroundings.socket.listener.closed()
    made.act({ type: 'play', card: 'AC' })
    surroundings.pass(FIRST_WAIT)
    surroundings.socket.listener.opened()
    surroundings.socket.say(welcome(1, { events: [] }))
    expect(surroundings.socket.sent.at(-1)).toMatchObject({ type: 'act', id: 'action-1' })
  })

  it('shows a refusal until the next thing happens', () => {
    const { made, surroundings } = welcomed()
    made.act({ type: 'play', card: 'KH' })
    surroundings.socket.say({ type: 'refused', id: 'action-1', code: 'stale', params: { version: 2 }, legal: null })
    expect(made.snapshot.refusal?.code).toBe('stale')
    expect(made.snapshot.pending).toEqual([])
    surroundings.socket.say(update(2))
    expect(made.snapshot.refusal).toBeNull()
  })

  it('does not show the refusal of a move it no longer waits for', () => {
    const { made, surroundings } = welcomed()
    surroundings.socket.say({ type: 'refused', id: 'long ago', code: 'stale', params: {}, legal: null })
    expect(made.snapshot.refusal).toBeNull()
  })

  it('counts the clock from when the message came, not from when it is shown', () => {
    const { made, surroundings } = welcomed(1, 1000)
    surroundings.socket.say(update(2))
    const clock = { seat: 0, remaining_ms: 60_000, total_ms: 60_000, bank_ms: 0, warn_ms: 15_000 }
    surroundings.socket.say(update(3, { clock }))
    surroundings.pass(1000)
    expect(made.snapshot.clock).toEqual({ seat: 0, deadline: 60_000, bank: 0, total: 60_000, warn: 15_000 })
  })

  it('catches up at once when nobody watched', () => {
    const { made, surroundings } = welcomed(1, 1000)
    for (const version of [2, 3, 4]) surroundings.socket.say(update(version))
    made.catchUp()
    expect(made.snapshot.version).toBe(4)
  })

  it('commits to a seed before the start and reveals it once the server has committed', () => {
    const { surroundings } = table()
    const waiting = tableState({ status: 'waiting' })
    surroundings.socket.say(welcome(0, { table: waiting, view: null }))
    const [, committed] = surroundings.socket.sent
    if (committed?.type !== 'commit_seed') throw new Error('no commitment')
    const commitments = [committed.commitment, null]
    surroundings.socket.say({ type: 'table', table: tableState({ status: 'starting', fairness: fairness({ seat_commitments: commitments }) }) })
    expect(surroundings.socket.sent).toHaveLength(2)
    surroundings.socket.say({
      type: 'table',
      table: tableState({ status: 'starting', fairness: fairness({ seat_commitments: commitments, commitment: 'f'.repeat(64) }) }),
    })
    const revealed = surroundings.socket.sent.at(-1)
    if (revealed?.type !== 'reveal_seed') throw new Error('no seed')
    expect(commitment(revealed.seed)).toBe(committed.commitment)
  })

  it('does not reveal for a commitment that another device made', () => {
    const { surroundings } = table()
    const foreign = fairness({ seat_commitments: ['a'.repeat(64), null], commitment: 'f'.repeat(64) })
    surroundings.socket.say(welcome(0, { table: tableState({ status: 'starting', fairness: foreign }), view: null }))
    expect(surroundings.socket.sent.map(({ type }) => type)).toEqual(['hello'])
  })
})

describe('a seat', () => {
  it('is left, taken back, moved and taken away by commands that are sent again after a lost connection', () => {
    const { made, surroundings } = welcomed(3)
    made.leave()
    made.comeBack()
    made.rotateSeats()
    made.kick(2)
    made.rematch(true)
    const said = surroundings.socket.sent.filter(({ type }) => type !== 'hello')
    expect(said.map(({ type }) => type)).toEqual(['leave', 'come_back', 'rotate_seats', 'kick', 'rematch'])
    expect(said.at(-2)).toMatchObject({ seat: 2 })
    expect(said.at(-1)).toMatchObject({ rotate: true })
    reconnect(surroundings)
    surroundings.socket.say(welcome(3))
    expect(surroundings.socket.sent.slice(1)).toEqual(said)
  })

  it('is another one, or none, after a new welcome', () => {
    const { made, surroundings } = welcomed(3)
    surroundings.socket.say(welcome(3, { seat: 1 }))
    expect(made.snapshot.seat).toBe(1)
    surroundings.socket.say(welcome(3, { seat: null }))
    expect(made.snapshot.seat).toBeNull()
  })
})

describe('commitment', () => {
  it('is the SHA-256 of the seed', () => {
    expect(commitment('616263')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect(keepsCommitment('616263', 'BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD')).toBe(true)
    expect(keepsCommitment('616264', commitment('616263'))).toBe(false)
  })
})

describe('a hint', () => {
  const advice = (version: number): Advice => ({ type: 'advice', version, level: 'expert', choices: [{ action: { type: 'play', card: 'AC' }, expected: 66 }] })

  it('is asked for once and belongs to its moment', () => {
    const { made, surroundings } = welcomed(3)
    made.askHint()
    made.askHint()
    expect(surroundings.socket.sent.filter(({ type }) => type === 'hint')).toEqual([{ type: 'hint', version: 3 }])
    expect(made.snapshot.hint).toBe('asked')
    surroundings.socket.say(advice(3))
    expect(made.snapshot.hint).toEqual(advice(3))
    surroundings.socket.say(update(4))
    expect(made.snapshot.hint).toBeNull()
    surroundings.socket.say(advice(3))
    expect(made.snapshot.hint).toBeNull()
  })

  it('can be asked for again when it is refused or the connection is lost', () => {
    const { made, surroundings } = welcomed(3)
    made.askHint()
    surroundings.socket.say({ type: 'refused', id: null, code: 'no_hint', params: {}, legal: null })
    expect(made.snapshot).toMatchObject({ hint: null, refusal: { code: 'no_hint' } })
    made.askHint()
    expect(made.snapshot).toMatchObject({ hint: 'asked', refusal: null })
    surroundings.socket.listener.closed()
    expect(made.snapshot.hint).toBeNull()
    made.askHint()
    expect(made.snapshot.hint).toBeNull()
  })

  it('stays through a new connection to the same moment', () => {
    const { made, surroundings } = welcomed(3)
    made.askHint()
    surroundings.socket.say(advice(3))
    reconnect(surroundings)
    surroundings.socket.say(welcome(3))
    expect(made.snapshot.hint).toEqual(advice(3))
    reconnect(surroundings)
    surroundings.socket.say(welcome(4))
    expect(made.snapshot.hint).toBeNull()
  })
})

describe('what is told of a step', () => {
  it('leaves out the cards that a claim had played', () => {
    const played = { type: 'card_played' as const, seat: 1, card: 'KS', called: false }
    const taken = { type: 'trick_taken' as const, seat: 1, half_points: 9 }
    const claimed = { type: 'rest_claimed' as const, seat: 1, cards: ['KS'] }
    expect(toldEvents([played, taken])).toEqual([played, taken])
    expect(toldEvents([claimed, played, taken])).toEqual([claimed])
    // More than one step may be told at once.
    const scored = { type: 'deal_scored' } as GameEvent
    expect(toldEvents([played, claimed, played, scored, played])).toEqual([played, claimed, scored, played])
  })
})

describe('a move and a reload of the page', () => {
  const play = { type: 'play', card: 'AC' } as const

  function left() {
    const tabKeep = memoryKeep()
    const { made, surroundings } = table(0, tabKeep)
    surroundings.socket.say(welcome(4))
    surroundings.socket.listener.closed()
    made.act(play)
    made.close()
    return tabKeep
  }

  it('is kept, and sent under its id for the moment it was decided in', () => {
    const { made, surroundings, acts } = reloaded(left())
    expect(made.snapshot.pending).toHaveLength(1)
    expect(acts()).toEqual([])
    surroundings.socket.say(welcome(4))
    expect(acts()).toEqual([{ type: 'act', id: 'action-1', version: 4, action: play }])
    // Nothing else is decided meanwhile.
    made.act({ type: 'play', card: '10S' })
    expect(acts()).toHaveLength(1)
  })

  it.each([
    { type: 'acknowledged', id: 'action-1', version: 5 },
    { type: 'refused', id: 'action-1', code: 'stale', params: {}, legal: null },
  ] as const)('is sent no more once it is $type', (answer) => {
    const tabKeep = left()
    const { made, surroundings } = reloaded(tabKeep)
    surroundings.socket.say(welcome(6))
    surroundings.socket.say(answer)
    expect(made.snapshot.pending).toEqual([])
    expect(made.snapshot.refusal?.code ?? null).toBe(answer.type === 'refused' ? 'stale' : null)
    expect(tabKeep.names()).toEqual([])
    const again = reloaded(tabKeep)
    again.surroundings.socket.say(welcome(6))
    expect(again.acts()).toEqual([])
  })

  it('belongs to the seat that made it', () => {
    const { surroundings, acts } = reloaded(left(), 'another seat')
    surroundings.socket.say(welcome(4))
    expect(acts()).toEqual([])
  })

  it('is dropped with a seat that is lost for good', () => {
    const tabKeep = left()
    const { made, surroundings } = reloaded(tabKeep)
    surroundings.socket.say({ type: 'refused', id: null, code: 'bad_token', params: {}, legal: null })
    expect(made.snapshot.pending).toEqual([])
    expect(tabKeep.names()).toEqual([])
  })

  it.each(['', '{', '{"format":2}', '{"format":1,"token":"secret","message":{"type":"resign","id":"x"}}', 'null', '[]'])('is not made of %s', (text) => {
    const tabKeep = memoryKeep()
    tabKeep.write('move.TABLE1', text)
    expect(reloaded(tabKeep).made.snapshot.pending).toEqual([])
  })
})
