import { describe, expect, it } from 'vitest'
import { newSetup, tableRequest, withOthers, withSeat, withSeatCount } from './setup'
import type { GameInfo } from './wire'

const TAROT: GameInfo = {
  name: 'tarot',
  seat_counts: [3, 4, 5],
  options: [],
  presets: { original: { deals: 6 } },
  levels: ['random', 'novice', 'club'],
}

describe('the number of players', () => {
  it('is the middle one at first', () => {
    expect(newSetup(TAROT).seats).toHaveLength(4)
    expect(newSetup({ ...TAROT, seat_counts: [2] }).seats).toHaveLength(2)
  })

  it('adds seats like those there are', () => {
    const five = withSeatCount(withOthers(newSetup(TAROT), 'person'), TAROT, 5)
    expect(tableRequest(five, TAROT, 'Ada').seats.map(({ kind }) => kind)).toEqual(['me', 'person', 'person', 'person', 'person'])
    const novices = withSeatCount(withSeat(newSetup(TAROT), 3, { kind: 'bot', level: 'novice' }), TAROT, 5)
    expect(novices.seats[4]).toEqual({ kind: 'bot', level: 'novice' })
  })

  it('never takes the own seat away', () => {
    const last = withSeat(newSetup(TAROT), 3, { kind: 'me', level: 'club' })
    expect(withSeatCount(last, TAROT, 3).seats.map(({ kind }) => kind)).toEqual(['me', 'bot', 'bot'])
  })
})
