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

  stepOf(card: string): number {
    return this.#standing.get(card)?.step ?? -1
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

export function countsOf(cards: readonly string[]): ReadonlyMap<string, number> {
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

/** The order in which patterns are listed: most cards, tractors before sets, more copies, higher tops. */
function comparePatterns(order: CardOrder, a: Pattern, b: Pattern): number {
  const first = (pattern: Pattern) => pattern.faces[0] ?? ''
  const tractor = (pattern: Pattern) => (pattern.faces.length > 1 ? 0 : 1)
  return sizeOf(b) - sizeOf(a) || tractor(a) - tractor(b) || b.copies - a.copies || order.compare(first(a), first(b))
}

/** Patterns whose top is this card, as far as the counts reach: those with most cards first. */
function patternsFrom(order: CardOrder, counts: ReadonlyMap<string, number>, top: string): readonly Pattern[] {
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

function without(counts: ReadonlyMap<string, number>, pattern: Pattern): ReadonlyMap<string, number> {
  const left = new Map(counts)
  for (const face of pattern.faces) {
    const rest = (left.get(face) ?? 0) - pattern.copies
    if (rest > 0) left.set(face, rest)
    else left.delete(face)
  }
  return left
}

type Split = readonly Pattern[]

/** How many splits are listed, and how many steps the search for them may take. */
const MOST_SPLITS = 40
const MOST_STEPS = 4_000

/**
 * The splits of cards of one group, fewest patterns first; of a large lead not all of them, but the plain ones always:
 * everything in sets, in pairs, in single cards.
 */
export function splitsOf(order: CardOrder, cards: readonly string[]): readonly Split[] {
  if (order.commonGroup(cards) === null) return []
  const found = new Map<string, Split>()
  const keep = (patterns: Split): void => {
    const sorted = [...patterns].sort((a, b) => comparePatterns(order, a, b))
    found.set(sorted.map((pattern) => cardsOf(pattern).join()).join('+'), sorted)
  }
  const counts = countsOf(cards)
  // Fewest first: the search deepens, so that what it leaves out are the splits into many.
  const parts = [...counts.keys()].sort((a, b) => order.compare(a, b))
  let steps = 0
  const search = (left: ReadonlyMap<string, number>, taken: Split, most: number): void => {
    if (left.size === 0) {
      keep(taken)
      return
    }
    if (taken.length >= most || steps >= MOST_STEPS || found.size >= MOST_SPLITS) return
    steps += 1
    const top = parts.find((face) => left.has(face)) ?? ''
    for (const pattern of patternsFrom(order, left, top)) search(without(left, pattern), [...taken, pattern], most)
  }
  for (let most = 1; most <= cards.length && steps < MOST_STEPS && found.size < MOST_SPLITS; most += 1) search(counts, [], most)
  for (const largest of [4, 2, 1]) keep(parts.flatMap((face) => inSets(face, counts.get(face) ?? 0, largest)))
  return [...found.values()].sort((a, b) => a.length - b.length || compareSplits(order, a, b))
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
