import { describe, expect, it } from 'vitest'
import { memoryKeep } from '../state/keep'
import { readRoute } from '../state/route'
import type { EveningState } from '../state/wire'
import { drawSeed, eveningPath, keepEntry, ownEntry, ownPlace } from './evening'

const TOKEN = 'Abc_-'.repeat(8)
const PLACES = [
  { place: 0, number: 2, table: 'AAAAAA', done: false },
  { place: 1, number: 1, table: 'BBBBBB', done: false },
]
const RUNNING = {
  entrants: [
    { name: 'Ada', place: 1, seat: 0 },
    { name: 'Grace', place: 0, seat: 1 },
  ],
  places: PLACES,
} as unknown as EveningState

describe('an entry', () => {
  it('is kept for each evening', () => {
    const keep = memoryKeep()
    keepEntry(keep, { evening: 'EVENIN', entrant: 3, token: TOKEN })
    expect(ownEntry(keep, 'EVENIN')).toEqual({ entrant: 3, token: TOKEN })
    expect(ownEntry(keep, 'OTHERS')).toBeNull()
    keep.write('evening.OTHERS', 'nonsense')
    expect(ownEntry(keep, 'OTHERS')).toBeNull()
  })

  it('leads to the table where one plays', () => {
    expect(ownPlace(RUNNING, { entrant: 0, token: TOKEN })).toEqual(PLACES[1])
    expect(ownPlace(RUNNING, { entrant: 1, token: TOKEN })).toEqual(PLACES[0])
    expect(ownPlace(RUNNING, { entrant: 7, token: TOKEN })).toBeNull()
    expect(ownPlace(RUNNING, null)).toBeNull()
  })
})

describe('an evening', () => {
  it('has an address', () => {
    expect(readRoute(eveningPath('K7MQ2X'))).toEqual({ screen: 'evening', code: 'K7MQ2X' })
    expect(readRoute('/evening')).toEqual({ screen: 'evening', code: null })
    expect(readRoute('/evening/a/b')).toEqual({ screen: 'nowhere' })
  })

  it('gets another seed from everybody', () => {
    expect(drawSeed()).toMatch(/^[0-9a-f]{32}$/)
    expect(drawSeed()).not.toBe(drawSeed())
  })
})
