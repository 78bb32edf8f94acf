/** A first lesson: a deal that is written down, played step by step. Pure; what may be played was asked of the engine. */
import type { Pack } from '../games/cards'
import type { Block, Spans } from '../rules/blocks'

export interface Step {
  readonly name: string
  readonly title: Spans
  readonly text: readonly Block[]
  /** What has been done since the step before: `2 play QC`, a seat and an action; `2 leads QC` is what of a throw may be led. */
  readonly moves?: readonly string[]
  /** The learner's hand from here on, as it is shown, when cards have come into it. */
  readonly hand?: readonly string[]
  /** Seats that are known to be friends from here on. */
  readonly friends?: readonly number[]
  /** Cards the text speaks of. */
  readonly mark?: readonly string[]
  /** The cards that are to be chosen. */
  readonly ask?: readonly string[]
  /** What is done with them. */
  readonly verb?: string
  /** The cards that may be played, where it is not the whole hand. */
  readonly legal?: readonly string[]
  /** What is said to a card that may not be played, and to one that may but is not asked for; only what can happen. */
  readonly wrong: readonly Spans[]
  /** Answers to choose from: a label in bold, and what is said to it. */
  readonly choices: readonly Spans[]
  /** Which of them is right. */
  readonly right: number
}

export interface Lesson {
  readonly seat: number
  readonly seats: number
  readonly pack: Pack
  /** By seat; `null` where the learner does not see it. */
  readonly hands: readonly (readonly string[] | null)[]
  readonly steps: readonly Step[]
}

export interface Played {
  readonly seat: number
  readonly cards: readonly string[]
}

export interface Position {
  readonly hands: readonly (readonly string[] | null)[]
  /** The trick on the table. */
  readonly table: readonly Played[]
  /** Cards put aside by their owner, face up. */
  readonly aside: readonly Played[]
  readonly friends: readonly number[]
}

/** How the table looks at a step, before or after what the step asks for has been done. */
export function positionAt(lesson: Lesson, index: number, done: boolean): Position {
  let hands = lesson.hands
  let table: readonly Played[] = []
  let aside: readonly Played[] = []
  let friends: readonly number[] = []
  const act = (seat: number, verb: string, cards: readonly string[]): void => {
    if (verb === 'leads') {
      table = [{ seat, cards }]
      return
    }
    if (verb === 'play') table = [...(table.length < lesson.seats ? table : []), { seat, cards }]
    else if (verb === 'place' && cards[0] !== '-') aside = [...aside, { seat, cards }]
    else if (verb !== 'discard' && verb !== 'bury') return
    hands = hands.map((hand, owner) => (owner === seat && hand !== null ? without(hand, cards) : hand))
  }
  lesson.steps.slice(0, index + 1).forEach((step, place) => {
    for (const move of step.moves ?? []) {
      const [seat, verb, ...words] = move.split(' ')
      act(Number(seat), verb ?? '', words.filter((word) => word !== '+'))
    }
    const { hand } = step
    if (hand !== undefined) hands = hands.map((old, owner) => (owner === lesson.seat ? hand : old))
    friends = step.friends ?? friends
    if (step.ask !== undefined && (place < index || done)) act(lesson.seat, step.verb ?? 'play', step.ask)
  })
  return { hands, table, aside, friends }
}

function without(hand: readonly string[], cards: readonly string[]): readonly string[] {
  const left = [...hand]
  for (const card of cards) {
    const place = left.indexOf(card)
    if (place >= 0) left.splice(place, 1)
  }
  return left
}

/** What is said to a card that was not asked for; `null` for one that was. */
export function wordOn(step: Step, card: string): Spans | null {
  if (step.ask?.includes(card) === true) return null
  const allowed = step.legal === undefined || step.legal.includes(card)
  return (allowed ? step.wrong.at(-1) : step.wrong[0]) ?? null
}

/** Whether these cards, in whatever order, are the ones asked for. */
export function isAsked(step: Step, cards: readonly string[]): boolean {
  return [...cards].sort().join(' ') === [...(step.ask ?? [])].sort().join(' ')
}
