/** Where the seats of a table are drawn, seen from one of them. Turns go clockwise: to the left first. */
export type Place = 'bottom' | 'left' | 'top-left' | 'top' | 'top-right' | 'right'

const AROUND: Readonly<Record<number, readonly Place[]>> = {
  2: ['bottom', 'top'],
  3: ['bottom', 'top-left', 'top-right'],
  4: ['bottom', 'left', 'top', 'right'],
  5: ['bottom', 'left', 'top-left', 'top-right', 'right'],
  6: ['bottom', 'left', 'top-left', 'top', 'top-right', 'right'],
}

/** The place of each seat; a spectator (`viewer` null) looks from seat 0. */
export function placesAround(seats: number, viewer: number | null): readonly Place[] {
  const around = AROUND[seats]
  if (around === undefined) throw new RangeError(`no table has ${seats} seats`)
  const own = viewer ?? 0
  return Array.from({ length: seats }, (_, seat) => around[(seat - own + seats) % seats] ?? 'bottom')
}

/** The seats in the order in which they are drawn, the viewer's first. */
export function seatsFrom(seats: number, viewer: number | null): readonly number[] {
  const own = viewer ?? 0
  return Array.from({ length: seats }, (_, step) => (own + step) % seats)
}
