import { describe, expect, it } from 'vitest'
import { memoryKeep } from '../state/keep'
import { heldSeats, keepSeat } from '../state/seats'
import type { PlayedMatch } from '../state/wire'
import { accountMatches, deviceMatches, othersAt, outcomeOf } from './account'

const MATCH: PlayedMatch = {
  table: 'K7QF2M',
  seat: 1,
  game: 'mate',
  preset: 'original',
  created_ms: 5,
  changed_ms: 9,
  over: true,
  practice: false,
  review: true,
  seats: [],
  totals: null,
  places: null,
}

describe('how a match went', () => {
  it.each([
    [null, true, 'closed'],
    [null, false, 'running'],
    [[1, 1], true, 'drawn'],
    [[2, 1], true, 'won'],
    [[1, 2], true, 'lost'],
    [[1, 3, 1, 3], true, 'lost'],
    [[1, 3, 2, 4], true, 'place'],
  ] as const)('%s', (places, over, outcome) => {
    expect(outcomeOf({ ...MATCH, places: places === null ? null : [...places], over })).toBe(outcome)
  })
})

describe('own matches', () => {
  it('of this device are asked for by the seats it holds, a hundred at once, and come in one order', async () => {
    const keep = memoryKeep()
    keep.write('settings', '{}')
    for (let number = 0; number < 120; number += 1) keepSeat(keep, `T${String(number)}`, 'x'.repeat(43))
    const asked: unknown[] = []
    const fetch = (address: string, init?: RequestInit): Promise<Response> => {
      const { seats } = JSON.parse(String(init?.body)) as { seats: unknown[] }
      asked.push([address, seats.length])
      const matches = [{ ...MATCH, created_ms: seats.length }]
      return Promise.resolve(new Response(JSON.stringify({ matches, more: false })))
    }
    const found = await deviceMatches(fetch, heldSeats(keep))
    expect(asked).toEqual([
      ['/api/matches', 100],
      ['/api/matches', 20],
    ])
    expect(found.matches.map(({ created_ms }) => created_ms)).toEqual([100, 20])
  })

  it('of an account go on behind the last that is shown', async () => {
    const asked: string[] = []
    const fetch = (address: string): Promise<Response> => {
      asked.push(address)
      return Promise.resolve(new Response('{"matches": [], "more": false}'))
    }
    await accountMatches(fetch, [])
    await accountMatches(fetch, [MATCH])
    expect(asked).toEqual(['/api/account/matches', '/api/account/matches?before=5'])
  })
})

it('names the others at a table with what they are', () => {
  const seats: PlayedMatch['seats'] = [
    { kind: 'person', name: 'Ben', level: null, program: false },
    { kind: 'person', name: 'Ann', level: null, program: false },
    { kind: 'bot', name: null, level: 'club', program: false },
    { kind: 'person', name: 'Deep Ann', level: null, program: true },
    { kind: 'person', name: null, level: 'club', program: false },
  ]
  expect(othersAt({ ...MATCH, seats })).toBe('Ben, Bot 3 (club), Deep Ann (bot), somebody who left')
})
