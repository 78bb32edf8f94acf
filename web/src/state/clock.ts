/** What a clock shows. Milliseconds throughout. */

export interface ClockFace {
  /** What is left for this decision alone. */
  readonly move: number
  /** What is left of the seat's own time, which is used last. */
  readonly bank: number
}

export function clockFace(remaining: number, bank: number): ClockFace {
  return { move: Math.max(0, remaining - bank), bank: Math.max(0, Math.min(bank, remaining)) }
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The two largest units of a time that say something: `[['day', 2], ['hour', 5]]`. Seconds only below an hour. */
export function units(ms: number): readonly (readonly ['day' | 'hour' | 'minute' | 'second', number])[] {
  const seconds = Math.ceil(ms / 1000)
  const parts = [
    ['day', Math.floor(seconds / DAY)],
    ['hour', Math.floor((seconds % DAY) / HOUR)],
    ['minute', Math.floor((seconds % HOUR) / MINUTE)],
    ['second', seconds % MINUTE],
  ] as const
  const first = parts.findIndex(([, value]) => value > 0)
  if (first < 0) return [parts[3]]
  return parts.slice(first, first + 2).filter(([unit, value]) => value > 0 && (unit !== 'second' || seconds < HOUR))
}
