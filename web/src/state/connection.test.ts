import { describe, expect, it } from 'vitest'
import { Connection, FIRST_WAIT, LONGEST_WAIT, PATIENCE, SILENCE, type ConnectionState } from './connection'
import { FakeSurroundings, update, welcome } from './fakes'
import type { ServerMessage } from './wire'

function connect(lastVersion: number | null = null) {
  const surroundings = new FakeSurroundings()
  const states: ConnectionState[] = []
  const messages: ServerMessage[] = []
  const connection = new Connection(
    {
      address: 'ws://table/ws',
      table: 'TABLE1',
      token: 'secret',
      guest: 'g'.repeat(40),
      lastVersion: () => lastVersion,
      changed: (state) => states.push(state),
      received: (message) => messages.push(message),
    },
    surroundings,
  )
  connection.start()
  return { surroundings, states, messages, connection }
}

function opened(lastVersion: number | null = null) {
  const made = connect(lastVersion)
  made.surroundings.socket.listener.opened()
  made.surroundings.socket.say(welcome(0))
  return made
}

describe('Connection', () => {
  it('says hello with its token and the last version', () => {
    const { surroundings } = opened(7)
    expect(surroundings.socket.sent[0]).toEqual({
      type: 'hello',
      protocol: 1,
      table: 'TABLE1',
      token: 'secret',
      last_version: 7,
      guest: 'g'.repeat(40),
    })
  })

  it('is open only after the welcome, and sends nothing before', () => {
    const { surroundings, connection } = connect()
    surroundings.socket.listener.opened()
    expect(connection.send({ type: 'ping', n: 1 })).toBe(false)
    surroundings.socket.say(welcome(0))
    expect(connection.state.kind).toBe('open')
    expect(connection.send({ type: 'ping', n: 1 })).toBe(true)
  })

  it('waits longer after every failure, never longer than the longest wait', () => {
    const { surroundings, connection } = connect()
    const waits: number[] = []
    for (let attempt = 0; attempt < 10; attempt += 1) {
      surroundings.socket.listener.closed()
      const { state } = connection
      if (state.kind !== 'lost') throw new Error(state.kind)
      waits.push(state.retryAt - surroundings.now())
      surroundings.pass(waits[attempt] ?? 0)
    }
    expect(waits[0]).toBe(FIRST_WAIT)
    expect(waits[1]).toBe(2 * FIRST_WAIT)
    expect(waits.at(-1)).toBe(LONGEST_WAIT)
    expect(surroundings.sockets).toHaveLength(11)
  })

  it('begins with the short wait again once it was welcomed', () => {
    const { surroundings, connection } = opened()
    surroundings.socket.listener.closed()
    surroundings.pass(FIRST_WAIT)
    surroundings.socket.listener.opened()
    surroundings.socket.say(welcome(0))
    surroundings.socket.listener.closed()
    expect(connection.state).toMatchObject({ kind: 'lost', attempts: 1 })
  })

  it('pings after silence and gives up a socket that does not answer', () => {
    const { surroundings, connection } = opened()
    surroundings.pass(SILENCE)
    expect(surroundings.socket.sent.at(-1)).toEqual({ type: 'ping', n: 1 })
    surroundings.socket.say({ type: 'pong', n: 1 })
    surroundings.pass(SILENCE)
    expect(surroundings.socket.sent.at(-1)).toEqual({ type: 'ping', n: 2 })
    surroundings.pass(PATIENCE)
    expect(connection.state.kind).toBe('lost')
    expect(surroundings.sockets[0]?.closed).toBe(true)
  })

  it('gives up a socket that never opens', () => {
    const { surroundings, connection } = connect()
    surroundings.pass(PATIENCE)
    expect(connection.state.kind).toBe('lost')
  })

  it('does not hear a socket it has given up', () => {
    const { surroundings, messages, connection } = opened()
    const old = surroundings.socket
    connection.resume()
    old.say(update(1))
    old.listener.closed()
    expect(messages.map(({ type }) => type)).toEqual(['welcome'])
    expect(connection.state.kind).toBe('connecting')
  })

  it('knows that it is lost when the device says it has no network, and goes on trying', () => {
    const { surroundings, connection } = opened()
    connection.sleep()
    expect(connection.state).toMatchObject({ kind: 'lost', attempts: 1 })
    expect(surroundings.sockets[0]?.closed).toBe(true)
    connection.sleep()
    expect(connection.state).toMatchObject({ kind: 'lost', attempts: 1 })
    surroundings.pass(FIRST_WAIT)
    expect(surroundings.sockets).toHaveLength(2)
  })

  it('tries at once when the page wakes up', () => {
    const { surroundings, connection } = opened()
    surroundings.socket.listener.closed()
    connection.wake()
    expect(surroundings.sockets).toHaveLength(2)
  })

  it.each(['unknown_table', 'bad_token', 'wrong_protocol'])('ends for good when the hello is refused with %s', (code) => {
    const { surroundings, connection, messages } = connect()
    surroundings.socket.listener.opened()
    surroundings.socket.say({ type: 'refused', id: null, code, params: {}, legal: null })
    expect(connection.state).toEqual({ kind: 'ended', code })
    surroundings.pass(10 * LONGEST_WAIT)
    expect(surroundings.sockets).toHaveLength(1)
    expect(messages).toEqual([])
  })

  it('tries again when the hello is refused for a passing reason', () => {
    const { surroundings, connection } = connect()
    surroundings.socket.listener.opened()
    surroundings.socket.say({ type: 'refused', id: null, code: 'store_unavailable', params: {}, legal: null })
    surroundings.socket.listener.closed()
    expect(connection.state.kind).toBe('lost')
  })
})
