import { describe, expect, it } from 'vitest'
import { FakeSurroundings } from './fakes'
import { LONGEST_QUEUE, Queue } from './queue'

function queue(hold: (item: number) => number) {
  const surroundings = new FakeSurroundings()
  const shown: number[] = []
  let settled = 0
  const made = new Queue<number>({ show: (item) => shown.push(item), hold, settled: () => (settled += 1) }, surroundings)
  return { made, shown, surroundings, settled: () => settled }
}

describe('Queue', () => {
  it('shows the first at once and the next after its time', () => {
    const { made, shown, surroundings, settled } = queue(() => 100)
    made.push(1)
    made.push(2)
    expect(shown).toEqual([1])
    surroundings.pass(99)
    expect(shown).toEqual([1])
    surroundings.pass(1)
    expect(shown).toEqual([1, 2])
    expect(settled()).toBe(0)
    surroundings.pass(100)
    expect(settled()).toBe(1)
  })

  it('does not wait for what needs no time', () => {
    const { made, shown, settled } = queue(() => 0)
    made.push(1)
    made.push(2)
    expect(shown).toEqual([1, 2])
    expect(settled()).toBe(2)
  })

  it('goes on at once when released', () => {
    const { made, shown } = queue(() => 100)
    made.push(1)
    made.push(2)
    made.release()
    expect(shown).toEqual([1, 2])
  })

  it('flushes everything in order, and nothing comes twice', () => {
    const { made, shown, surroundings } = queue(() => 100)
    for (const item of [1, 2, 3]) made.push(item)
    made.flush()
    surroundings.pass(1000)
    expect(shown).toEqual([1, 2, 3])
  })

  it('catches up when it has fallen far behind', () => {
    const { made, shown } = queue(() => 100)
    const items = Array.from({ length: LONGEST_QUEUE + 2 }, (_, item) => item)
    for (const item of items) made.push(item)
    expect(shown.length).toBeGreaterThan(1)
    expect(shown).toEqual(items.slice(0, shown.length))
    expect(made.length).toBeLessThanOrEqual(LONGEST_QUEUE)
  })
})
