import { expect, test } from 'vitest'
import { memoryKeep } from '../state/keep'
import { readRoute } from '../state/route'
import type { GamePuzzles } from '../state/wire'
import { dailyStreak, dailyTry, firstTries, forgetTries, isSame, nextPuzzle, noteDaily, noteTry, readLevel, writeLevel } from './puzzle'

const MATE: GamePuzzles = {
  game: 'mate',
  daily: 'mate-0b',
  puzzles: [
    { name: 'mate-0a', level: 'easy' },
    { name: 'mate-0b', level: 'hard' },
    { name: 'mate-0c', level: 'easy' },
  ],
}

test('the first answer to a puzzle is kept, by game, and no later one', () => {
  const keep = memoryKeep()
  noteTry(keep, 'mate-0a', false)
  noteTry(keep, 'mate-0a', true)
  noteTry(keep, 'mate-0c', true)
  expect([...firstTries(keep, 'mate')]).toEqual([['mate-0a', false], ['mate-0c', true]])
  expect(firstTries(keep, 'tarot').size).toBe(0)
  forgetTries(keep, 'mate')
  expect(firstTries(keep, 'mate').size).toBe(0)
})

test('a streak counts days whose first answer was right', () => {
  const keep = memoryKeep()
  noteDaily(keep, 'mate', '2026-11-29', true)
  noteDaily(keep, 'mate', '2026-11-30', true)
  // Whoever looks it up afterwards changes nothing, for better or worse.
  noteDaily(keep, 'mate', '2026-11-30', false)
  expect(dailyStreak(keep, 'mate', '2026-11-30')).toBe(2)
  expect(dailyStreak(keep, 'mate', '2026-12-01')).toBe(2)
  expect(dailyStreak(keep, 'mate', '2026-12-02')).toBe(0)
  expect(dailyStreak(keep, 'tarot', '2026-11-30')).toBe(0)
  noteDaily(keep, 'mate', '2026-12-01', false)
  noteDaily(keep, 'mate', '2026-12-01', true)
  expect(dailyTry(keep, 'mate', '2026-12-01')).toBe(false)
  expect(dailyTry(keep, 'mate', '2026-12-02')).toBeNull()
  expect(dailyStreak(keep, 'mate', '2026-12-01')).toBe(0)
  noteDaily(keep, 'mate', '2026-12-02', true)
  expect(dailyStreak(keep, 'mate', '2026-12-02')).toBe(1)
})

test('what is kept may be broken', () => {
  const keep = memoryKeep()
  keep.write('puzzles.mate', 'all of them!')
  keep.write('puzzles.daily.mate', 'yesterday')
  keep.write('puzzles.level', 'impossible')
  expect(firstTries(keep, 'mate').size).toBe(0)
  expect(dailyStreak(keep, 'mate', '2026-11-30')).toBe(0)
  expect(readLevel(keep)).toBeNull()
  writeLevel(keep, 'hard')
  expect(readLevel(keep)).toBe('hard')
})

test('the next puzzle is one that has not been tried, in order and from the start again', () => {
  expect(nextPuzzle(MATE, new Map(), null, null)).toBe('mate-0a')
  expect(nextPuzzle(MATE, new Map(), 'easy', 'mate-0a')).toBe('mate-0c')
  expect(nextPuzzle(MATE, new Map(), null, 'mate-0c')).toBe('mate-0a')
  expect(nextPuzzle(MATE, new Map([['mate-0b', false]]), 'hard', 'mate-0a')).toBeNull()
})

test('puzzles have addresses', () => {
  expect(readRoute('/puzzles')).toEqual({ screen: 'puzzles', game: null, name: null })
  expect(readRoute('/puzzles/tarot/')).toEqual({ screen: 'puzzles', game: 'tarot', name: null })
  expect(readRoute('/puzzles/mate-01608674')).toEqual({ screen: 'puzzles', game: 'mate', name: 'mate-01608674' })
  expect(readRoute('/puzzles/chess')).toEqual({ screen: 'nowhere' })
})

test('the own answer is found among the choices', () => {
  expect(isSame({ type: 'play', card: 'AS' }, { type: 'play', card: 'AS' })).toBe(true)
  expect(isSame({ type: 'play', card: 'AS' }, { type: 'play', card: 'KS' })).toBe(false)
  expect(isSame({ type: 'play', cards: ['AS', 'KS'], patterns: null }, { type: 'play', cards: ['KS', 'AS'], patterns: [['AS'], ['KS']] })).toBe(true)
  expect(isSame({ type: 'pass' }, { type: 'bid', card: '2S', count: 1 })).toBe(false)
})
