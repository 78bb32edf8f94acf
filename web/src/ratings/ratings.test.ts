import { describe, expect, it } from 'vitest'
import { newSetup, paces, tableRequest, withOthers } from '../state/setup'
import type { GameInfo } from '../state/wire'
import { pauseText, ratingText } from './ratings'

const TAROT: GameInfo = { name: 'tarot', seat_counts: [4], options: [], presets: { original: { deals: 6 } }, levels: ['club'] }
const GUEST = 'g'.repeat(48)
const MINUTE = 60_000

describe('a rating', () => {
  it('is marked while little is known', () => {
    expect(ratingText({ rating: 1523, provisional: true })).toBe('1523?')
    expect(ratingText({ rating: 1523, provisional: false })).toBe('1523')
  })
})

describe('a pause', () => {
  const told = (pause_ms: number): string | null => pauseText({ ratings: [], left: 3, last: 10, pause_ms })

  it('is told in minutes, and a long one in hours, never less than is left', () => {
    expect(told(0)).toBeNull()
    expect(told(4 * MINUTE + 1)).toContain('3 of your last 10 rated matches')
    expect(told(4 * MINUTE + 1)).toContain('in 5 min')
    expect(told(120 * MINUTE)).toContain('in 120 min')
    expect(told(121 * MINUTE)).toContain('in 3 h')
  })
})

describe('a rated table', () => {
  const friends = { ...withOthers(newSetup(TAROT), 'person'), rated: true, hints: true }

  it('has no hints and a clock', () => {
    expect(tableRequest(friends, TAROT, 'Ada', GUEST)).toMatchObject({ rated: true, hints: false, speed: 'normal' })
    expect(paces(friends)).not.toContain('none')
  })

  it('is casual alone, whatever was chosen', () => {
    expect(tableRequest(withOthers(friends, 'bot'), TAROT, 'Ada', GUEST)).toMatchObject({ rated: false, hints: true })
  })
})
