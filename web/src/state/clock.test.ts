import { describe, expect, it } from 'vitest'
import { clockText, durationText } from '../text/time'
import { clockFace, units } from './clock'

describe('a clock', () => {
  it('uses the time for the decision first, then the own time of the seat', () => {
    expect(clockFace(345_000, 300_000)).toEqual({ move: 45_000, bank: 300_000 })
    expect(clockFace(300_000, 300_000)).toEqual({ move: 0, bank: 300_000 })
    expect(clockFace(120_000, 300_000)).toEqual({ move: 0, bank: 120_000 })
    expect(clockFace(0, 300_000)).toEqual({ move: 0, bank: 0 })
    expect(clockFace(15_000, 0)).toEqual({ move: 15_000, bank: 0 })
  })

  it.each([
    [0, '0:00'],
    [400, '0:01'],
    [65_000, '1:05'],
    [3_599_000, '59:59'],
    [3_600_000, '1h'],
    [86_400_000, '1d'],
    [86_399_000, '23h 59m'],
    [97_200_000, '1d 3h'],
  ])('shows %d ms as %s', (ms, text) => {
    expect(clockText(ms)).toBe(text)
  })

  it('names the two largest units that say something', () => {
    expect(units(86_400_000 + 90_000)).toEqual([['day', 1]])
    expect(units(0)).toEqual([['second', 0]])
    expect(durationText(150_000)).toBe('2 min 30 sec')
    expect(durationText(86_400_000 * 2, 'long')).toBe('2 days')
  })
})
