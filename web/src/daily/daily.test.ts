import { expect, test } from 'vitest'
import { memoryKeep } from '../state/keep'
import { readRoute } from '../state/route'
import { notePlayed, streak } from './daily'

test('a streak counts days in a row, once each, and ends with a day left out', () => {
  const keep = memoryKeep()
  expect(streak(keep, '2026-11-29')).toBe(0)
  notePlayed(keep, '2026-11-29')
  notePlayed(keep, '2026-11-29')
  expect(streak(keep, '2026-11-29')).toBe(1)
  notePlayed(keep, '2026-11-30')
  notePlayed(keep, '2026-12-01')
  expect(streak(keep, '2026-12-01')).toBe(3)
  // Today may still be played.
  expect(streak(keep, '2026-12-02')).toBe(3)
  expect(streak(keep, '2026-12-03')).toBe(0)
  // A deal of yesterday that ends today changes nothing.
  notePlayed(keep, '2026-11-30')
  expect(streak(keep, '2026-12-01')).toBe(3)
  notePlayed(keep, '2026-12-03')
  expect(streak(keep, '2026-12-03')).toBe(1)
})

test('what is kept may be broken', () => {
  const keep = memoryKeep()
  keep.write('daily.streak', 'long ago')
  expect(streak(keep, '2026-11-30')).toBe(0)
  notePlayed(keep, '2026-11-30')
  expect(streak(keep, '2026-11-30')).toBe(1)
})

test('the deal of the day has an address', () => {
  expect(readRoute('/daily')).toEqual({ screen: 'daily' })
  expect(readRoute('/daily/mate')).toEqual({ screen: 'nowhere' })
})
