/**
 * Patterns of a selection, so that they can be named before it is sent, and the ways to split it into them.
 *
 * All it knows of the cards' order is what the view says (`groups`). What is shown here is what is announced: a lead
 * goes out with its split named.
 */
import type { FriendsCardGroup } from '../../state/wire'

/** `copies` of each of some faces that are next to each other, high to low. */
export interface Pattern {
  readonly copies: number
  readonly faces: readonly string[]
}

type Counts = ReadonlyMap<string, number>

interface Standing {
  readonly group: string
  /** Counted from the highest. */
  readonly step: number
  /** Counted from the highest card of the group. */
  readonly place: number
}

/** Where every card stands. */
export class CardOrder {
  readonly #standing = new Map<string, Standing>()
  readonly #steps = new Map<string, readonly (readonly string[])[]>()

  constructor(groups: readonly FriendsCardGroup[]) {
    for (const { name, steps } of groups) {
      this.#steps.set(name, steps)
      let place = 0
      steps.forEach((faces, step) => {
        for (const face of faces) this.#standing.set(face, { group: name, step, place: place++ })
      })
    }
  }

  groupOf(card: string): string | null {
    return this.#standing.get(card)?.group ?? null
  }

  /** The cards of a group by steps, high to low. */
  stepsOf(group: string): readonly (readonly string[])[] {
    return this.#steps.get(group) ?? []
  }

  /** The cards of the next lower step. */
  below(card: string): readonly string[] {
    const standing = this.#standing.get(card)
    return standing === undefined ? [] : (this.#steps.get(standing.group)?.[standing.step + 1] ?? [])
  }

  /** Higher cards first; only meant inside a group. */
  compare(a: string, b: string): number {
    return (this.#standing.get(a)?.place ?? 0) - (this.#standing.get(b)?.place ?? 0)
  }

  /** The one group of all these cards; null when there are several, or no cards. */
  commonGroup(cards: Iterable<string>): string | null {
    const groups = new Set([...cards].map((card) => this.groupOf(card)))
    const [only] = groups
    return groups.size === 1 ? (only ?? null) : null
  }
}

export function sizeOf(pattern: Pattern): number {
  return pattern.copies * pattern.faces.length
}

export function cardsOf(pattern: Pattern): readonly string[] {
  return pattern.faces.flatMap((face) => Array.from({ length: pattern.copies }, () => face))
}

export function countsOf(cards: readonly string[]): Counts {
  const counts = new Map<string, number>()
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1)
  return counts
}

/** The pattern that these cards are, if they are one. */
export function recognise(order: CardOrder, cards: readonly string[]): Pattern | null {
  const counts = countsOf(cards)
  const copies = counts.values().next().value
  if (copies === undefined || copies > 4 || [...counts.values()].some((count) => count !== copies)) return null
  if (order.commonGroup(counts.keys()) === null) return null
  const faces = [...counts.keys()].sort((a, b) => order.compare(a, b))
  if (faces.length > 1 && copies < 2) return null
  for (let place = 1; place < faces.length; place += 1) {
    const [above, below] = [faces[place - 1], faces[place]]
    if (above === undefined || below === undefined || !order.below(above).includes(below)) return null
  }
  return { copies, faces }
}

/** The order in which patterns are listed: most cards, tractors before sets, more copies, higher cards. */
function comparePatterns(order: CardOrder, a: Pattern, b: Pattern): number {
  const tractor = (pattern: Pattern) => (pattern.faces.length > 1 ? 0 : 1)
  const difference = sizeOf(b) - sizeOf(a) || tractor(a) - tractor(b) || b.copies - a.copies
  if (difference !== 0) return difference
  for (let place = 0; place < a.faces.length; place += 1) {
    const higher = order.compare(a.faces[place] ?? '', b.faces[place] ?? '')
    if (higher !== 0) return higher
  }
  return 0
}

/** Patterns whose top is this card, as far as the counts reach: those with most cards first. */
function patternsFrom(order: CardOrder, counts: Counts, top: string): readonly Pattern[] {
  const found: Pattern[] = []
  for (let copies = Math.min(4, counts.get(top) ?? 0); copies >= 1; copies -= 1) {
    let rows: (readonly string[])[] = [[top]]
    while (rows.length > 0) {
      for (const faces of rows) found.push({ copies, faces })
      if (copies < 2) break
      rows = rows.flatMap((row) =>
        order
          .below(row.at(-1) ?? '')
          .filter((face) => (counts.get(face) ?? 0) >= copies)
          .map((face) => [...row, face]),
      )
    }
  }
  return found.sort((a, b) => comparePatterns(order, a, b))
}

function without(counts: Counts, pattern: Pattern): Counts {
  const left = new Map(counts)
  for (const face of pattern.faces) {
    const rest = (left.get(face) ?? 0) - pattern.copies
    if (rest > 0) left.set(face, rest)
    else left.delete(face)
  }
  return left
}

/** Ways to cut so many copies of a face: sets of 2, 3 and 4, and sets in all. */
const CUTS: readonly (readonly (readonly [number, number, number, number])[])[] = [
  [[0, 0, 0, 0]],
  [[0, 0, 0, 1]],
  [[1, 0, 0, 1]],
  [[0, 1, 0, 1], [1, 0, 0, 2]],
  [[0, 0, 1, 1], [0, 1, 0, 2], [2, 0, 0, 2]],
]

/** The fewest patterns for cards of one group: the sets they are cut into, less the joints of neighbouring equal sets. */
function fewestPatterns(steps: readonly (readonly string[])[], counts: Counts): number {
  let reached: (readonly [number, number, number, number])[] = [[0, 0, 0, 0]]
  for (const faces of steps) {
    let cuts: (readonly [number, number, number, number])[] = [[0, 0, 0, 0]]
    for (const face of faces) {
      cuts = cuts.flatMap(([pairs, triples, quads, sets]) =>
        (CUTS[counts.get(face) ?? 0] ?? []).map(([p, t, q, n]) => [pairs + p, triples + t, quads + q, sets + n] as const),
      )
    }
    reached = cuts.map(([pairs, triples, quads, sets]) => {
      const totals = reached.map(([p, t, q, total]) => total - Math.min(pairs, p) - Math.min(triples, t) - Math.min(quads, q))
      return [pairs, triples, quads, Math.min(...totals) + sets] as const
    })
  }
  return Math.min(...reached.map(([, , , total]) => total))
}

type Split = readonly Pattern[]

/** How many splits are listed. */
const MOST_SPLITS = 30

/**
 * The splits of cards of one group: first the one that holds when none is named (the fewest patterns, taken out one
 * at a time in the order of the rules), then others with few patterns, and always everything in sets, in pairs and in
 * single cards. None for cards of several groups.
 */
export function splitsOf(order: CardOrder, cards: readonly string[]): readonly Split[] {
  const group = order.commonGroup(cards)
  if (group === null) return []
  const steps = order.stepsOf(group)
  const counts = countsOf(cards)
  const faces = [...counts.keys()].sort((a, b) => order.compare(a, b))
  const known = new Map<string, number>()
  const fewest = (left: Counts): number => {
    const key = faces.map((face) => left.get(face) ?? 0).join('')
    const value = known.get(key) ?? fewestPatterns(steps, left)
    known.set(key, value)
    return value
  }

  const found = new Map<string, Split>()
  const keep = (patterns: Split): void => {
    const sorted = [...patterns].sort((a, b) => comparePatterns(order, a, b))
    const key = sorted.map((pattern) => cardsOf(pattern).join()).join('+')
    if (!found.has(key)) found.set(key, sorted)
  }
  const search = (left: Counts, taken: Split, most: number): void => {
    if (left.size === 0) return keep(taken)
    const top = faces.find((face) => left.has(face)) ?? ''
    for (const pattern of patternsFrom(order, left, top)) {
      if (found.size >= MOST_SPLITS) return
      const rest = without(left, pattern)
      if (taken.length + 1 + fewest(rest) <= most) search(rest, [...taken, pattern], most)
    }
  }

  const usual: Pattern[] = []
  for (let left = counts; left.size > 0; ) {
    const wanted = fewest(left) - 1
    const first = [...left.keys()]
      .flatMap((top) => patternsFrom(order, left, top))
      .sort((a, b) => comparePatterns(order, a, b))
      .find((pattern) => fewest(without(left, pattern)) === wanted)
    if (first === undefined) break
    usual.push(first)
    left = without(left, first)
  }
  keep(usual)
  for (let most = usual.length; most <= cards.length && found.size < MOST_SPLITS; most += 1) search(counts, [], most)
  for (const largest of [4, 2, 1]) keep(faces.flatMap((face) => inSets(face, counts.get(face) ?? 0, largest)))
  const [first, ...others] = found.values()
  if (first === undefined) return []
  return [first, ...others.sort((a, b) => a.length - b.length || compareSplits(order, a, b))]
}

function inSets(face: string, count: number, largest: number): Split {
  const sets: Pattern[] = []
  for (let left = count; left > 0; left -= largest) sets.push({ copies: Math.min(left, largest), faces: [face] })
  return sets
}

/** Of as many patterns each: pattern by pattern the one that comes first in the order of the rules. */
function compareSplits(order: CardOrder, a: Split, b: Split): number {
  for (let place = 0; place < Math.min(a.length, b.length); place += 1) {
    const [first, second] = [a[place], b[place]]
    if (first === undefined || second === undefined) break
    const difference = comparePatterns(order, first, second)
    if (difference !== 0) return difference
  }
  return 0
}
