import { describe, expect, it } from 'vitest'
import { newSetup, paceOf, paces, tableRequest, withOthers, withSeat, withSeatCount } from './setup'
import type { GameInfo } from './wire'

const TAROT: GameInfo = {
  name: 'tarot',
  seat_counts: [3, 4, 5],
  options: [],
  presets: { original: { deals: 6 } },
  levels: ['random', 'novice', 'club'],
}

const GUEST = 'g'.repeat(48)

describe('the number of players', () => {
  it('is the middle one at first', () => {
    expect(newSetup(TAROT).seats).toHaveLength(4)
    expect(newSetup({ ...TAROT, seat_counts: [2] }).seats).toHaveLength(2)
  })

  it('adds seats like those there are', () => {
    const five = withSeatCount(withOthers(newSetup(TAROT), 'person'), TAROT, 5)
    expect(tableRequest(five, TAROT, 'Ada', GUEST).seats.map(({ kind }) => kind)).toEqual(['me', 'person', 'person', 'person', 'person'])
    const novices = withSeatCount(withSeat(newSetup(TAROT), 3, { kind: 'bot', level: 'novice' }), TAROT, 5)
    expect(novices.seats[4]).toEqual({ kind: 'bot', level: 'novice' })
  })

  it('never takes the own seat away', () => {
    const last = withSeat(newSetup(TAROT), 3, { kind: 'me', level: 'club' })
    expect(withSeatCount(last, TAROT, 3).seats.map(({ kind }) => kind)).toEqual(['me', 'bot', 'bot'])
  })
})

describe('time', () => {
  const PINOCHLE: GameInfo = { name: 'pinochle', seat_counts: [4], options: [], presets: { original: { seconds: 60 } }, levels: ['club'] }

  it('is as the rules say, or none, alone', () => {
    const request = tableRequest(newSetup(PINOCHLE), PINOCHLE, 'Ada', GUEST)
    expect(request).toMatchObject({ speed: null, move_seconds: null, clock: true })
    expect(tableRequest({ ...newSetup(PINOCHLE), pace: 'none' }, PINOCHLE, 'Ada', GUEST).clock).toBe(false)
    expect(tableRequest({ ...newSetup(TAROT), pace: 30 }, TAROT, 'Ada', GUEST)).toMatchObject({ speed: null, move_seconds: 30 })
    expect(paceOf(newSetup(TAROT))).toBe('none')
  })

  it('is a speed of the server where other people play', () => {
    const friends = withOthers(newSetup(TAROT), 'person')
    expect(tableRequest(friends, TAROT, 'Ada', GUEST)).toMatchObject({ speed: 'normal', move_seconds: null, clock: true })
    expect(tableRequest({ ...friends, pace: 'correspondence' }, TAROT, 'Ada', GUEST).speed).toBe('correspondence')
    expect(tableRequest({ ...friends, pace: 'none' }, TAROT, 'Ada', GUEST)).toMatchObject({ speed: null, move_seconds: null, clock: true })
  })

  it('never leaves people without a clock in a game that has one', () => {
    const friends = withOthers({ ...newSetup(PINOCHLE), pace: 'none' }, 'person')
    expect(paces(friends)).not.toContain('none')
    expect(tableRequest(friends, PINOCHLE, 'Ada', GUEST)).toMatchObject({ speed: 'normal', clock: true })
    expect(tableRequest({ ...friends, pace: 'rules' }, PINOCHLE, 'Ada', GUEST)).toMatchObject({ speed: null, move_seconds: null })
  })

  it('forgets a choice that no longer fits for as long as it does not', () => {
    const fast = { ...withOthers(newSetup(TAROT), 'person'), pace: 'fast' as const }
    expect(paceOf(withOthers(fast, 'bot'))).toBe('none')
    expect(paceOf(withOthers(withOthers(fast, 'bot'), 'person'))).toBe('fast')
  })
})

describe('a table for others', () => {
  it('is rated with a clock and without hints', () => {
    const rated = { ...withOthers(newSetup(TAROT), 'person'), rated: true, hints: true, pace: 'none' as const }
    expect(tableRequest(rated, TAROT, 'Ada', GUEST)).toMatchObject({ rated: true, hints: false, speed: 'normal' })
    expect(tableRequest(withOthers(rated, 'bot'), TAROT, 'Ada', GUEST)).toMatchObject({ rated: false, hints: true })
  })

  it('is in the lobby, or asks whether all are ready, only where others can come', () => {
    const alone = { ...newSetup(TAROT), public: true, readyCheck: true }
    expect(tableRequest(alone, TAROT, 'Ada', GUEST)).toMatchObject({ public: false, ready_check: false })
    const open = withSeat(alone, 1, { kind: 'open', level: 'club' })
    expect(tableRequest(open, TAROT, 'Ada', GUEST)).toMatchObject({ public: true, ready_check: true, guest: GUEST, hints: false })
  })
})
