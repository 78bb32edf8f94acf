import { describe, expect, it } from 'vitest'
import { FakeSurroundings } from './fakes'
import { Lobby, REFRESH, speedKey, standing, type LobbySnapshot } from './lobby'
import type { OpenTable } from './wire'

function openTable(code: string, change: Partial<OpenTable> = {}): OpenTable {
  return { code, game: 'mate', preset: 'original', options: {}, status: 'waiting', seats: 2, free: 1, names: ['Ada'], speed: 'normal', move_seconds: 45, bank_seconds: 300, spectators: 0, rated: false, ...change }
}

/** Lets answers that are there arrive. */
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

function watched(answers: (() => Promise<Response>)[]) {
  const surroundings = new FakeSurroundings()
  const seen: LobbySnapshot[] = []
  const asked: string[] = []
  const lobby = new Lobby(
    (address) => {
      asked.push(address)
      return answers.shift()?.() ?? Promise.reject(new TypeError('offline'))
    },
    surroundings,
    (snapshot) => seen.push(snapshot),
  )
  return { surroundings, seen, asked, lobby }
}

const tables = (...found: OpenTable[]) => async () => new Response(JSON.stringify(found))

describe('the lobby', () => {
  it('is read at once and again while somebody looks', async () => {
    const { surroundings, seen, asked, lobby } = watched([tables(), tables(openTable('TABLE1'))])
    lobby.start()
    await settle()
    expect(seen).toEqual([{ tables: [], problem: null }])
    surroundings.pass(REFRESH)
    await settle()
    expect(seen.at(-1)?.tables?.map(({ code }) => code)).toEqual(['TABLE1'])
    expect(asked).toEqual(['/api/lobby', '/api/lobby'])
    lobby.stop()
    surroundings.pass(10 * REFRESH)
    await settle()
    expect(asked).toHaveLength(2)
  })

  it('keeps what it knows when the server cannot be reached, says so and tries again', async () => {
    const { surroundings, seen, lobby } = watched([tables(openTable('TABLE1')), () => Promise.reject(new TypeError('offline')), tables()])
    lobby.start()
    await settle()
    surroundings.pass(REFRESH)
    await settle()
    expect(seen.at(-1)?.tables).toHaveLength(1)
    expect(seen.at(-1)?.problem?.code).toBe('no_connection')
    surroundings.pass(REFRESH)
    await settle()
    expect(seen.at(-1)).toEqual({ tables: [], problem: null })
  })

  it('does not hear an answer that comes after it was stopped', async () => {
    let answer: (response: Response) => void = () => undefined
    const { seen, lobby } = watched([() => new Promise((resolve) => (answer = resolve))])
    lobby.start()
    lobby.stop()
    answer(new Response('[]'))
    await settle()
    expect(seen).toEqual([])
  })

  it('asks once however often it is started', async () => {
    const { surroundings, asked, lobby } = watched([tables(), tables(), tables()])
    lobby.start()
    lobby.start()
    await settle()
    surroundings.pass(REFRESH)
    await settle()
    expect(asked).toHaveLength(3)
  })
})

describe('an open table', () => {
  it('can be gone on with, joined or watched', () => {
    expect(standing(openTable('TABLE1'), new Set(['TABLE1']))).toBe('mine')
    expect(standing(openTable('TABLE1'), new Set())).toBe('free')
    expect(standing(openTable('TABLE1', { free: 0 }), new Set())).toBe('watch')
  })

  it('has a speed with a name, or a time of its own', () => {
    expect(speedKey('correspondence')).toBe('client.speed.correspondence')
    expect(speedKey('none')).toBe('client.speed.none')
    expect(speedKey('own')).toBeNull()
  })
})
