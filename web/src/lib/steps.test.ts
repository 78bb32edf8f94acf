import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Steps } from './steps.svelte'

describe('the parts of a screen', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('come one at a time, the first at once', () => {
    const steps = new Steps(3)
    expect(steps.done).toBe(0)
    steps.begin()
    expect(steps.done).toBe(1)
    vi.advanceTimersToNextTimer()
    expect(steps.done).toBe(2)
    vi.runAllTimers()
    expect(steps.done).toBe(3)
  })

  it('are not more when they are begun again', () => {
    const steps = new Steps(2)
    steps.begin()
    vi.runAllTimers()
    steps.begin()
    vi.runAllTimers()
    expect(steps.done).toBe(2)
  })

  it('may be none', () => {
    const steps = new Steps(0)
    steps.begin()
    expect(steps.done).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
  })
})
