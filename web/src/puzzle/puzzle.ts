/** Puzzles: the calls, and what this device keeps of the answers. Pure but for the calls. */
import { isNextDay } from '../daily/daily'
import { call, post, type Fetch } from '../state/api'
import type { Keep } from '../state/keep'
import type { Action, GamePuzzles, ListedPuzzle, PuzzleAnswer, PuzzleList, PuzzlePractice, PuzzleQuestion, SeatTaken } from '../state/wire'

export const PUZZLES_PATH = '/puzzles'

export type Difficulty = ListedPuzzle['level']
export const DIFFICULTIES: readonly Difficulty[] = ['easy', 'medium', 'hard']

export function listPuzzles(fetch: Fetch): Promise<PuzzleList> {
  return call(fetch, '/api/puzzles')
}

export function showPuzzle(fetch: Fetch, name: string): Promise<PuzzleQuestion> {
  return call(fetch, `/api/puzzles/${name}`)
}

export function answerPuzzle(fetch: Fetch, name: string, action: Action): Promise<PuzzleAnswer> {
  return post(fetch, `/api/puzzles/${name}/answer`, { action })
}

export function practisePuzzle(fetch: Fetch, name: string, wish: PuzzlePractice): Promise<SeatTaken> {
  return post(fetch, `/api/puzzles/${name}/practice`, wish)
}

/** Whether two actions do the same: cards that go together have no order, and how a lead is split is left open. */
export function isSame(one: Action, other: Action): boolean {
  if (one.type !== other.type) return false
  if ('cards' in one && 'cards' in other) return [...one.cards].sort().join(' ') === [...other.cards].sort().join(' ')
  return Object.entries(one).every(([key, value]) => (other as unknown as Record<string, unknown>)[key] === value)
}

export function gameOf(name: string): string {
  return name.split('-')[0] ?? ''
}

/** The first answers of this device by puzzle: whether each was right. */
export function firstTries(keep: Keep, game: string): ReadonlyMap<string, boolean> {
  const words = (keep.read(`puzzles.${game}`) ?? '').split(' ')
  return new Map(words.flatMap((word) => (/^[0-9a-f]+[+-]$/.test(word) ? [[`${game}-${word.slice(0, -1)}`, word.endsWith('+')] as const] : [])))
}

/** Keep an answer if it is the first one to its puzzle. */
export function noteTry(keep: Keep, name: string, right: boolean): void {
  const game = gameOf(name)
  const tries = new Map(firstTries(keep, game))
  if (tries.has(name)) return
  tries.set(name, right)
  keep.write(`puzzles.${game}`, [...tries].map(([one, good]) => `${one.slice(game.length + 1)}${good ? '+' : '-'}`).join(' '))
}

/** Forget all answers to a game's puzzles; the streak stays. */
export function forgetTries(keep: Keep, game: string): void {
  keep.forget(`puzzles.${game}`)
}

interface DailyTry {
  readonly day: string
  readonly right: boolean
  /** Days in a row with a right first answer, up to this one. */
  readonly days: number
}

function lastDaily(keep: Keep, game: string): DailyTry | null {
  const [, day, sign, days] = /^(\d{4}-\d\d-\d\d) ([+-]) (\d+)$/.exec(keep.read(`puzzles.daily.${game}`) ?? '') ?? []
  return day === undefined ? null : { day, right: sign === '+', days: Number(days) }
}

/** The day's first answer to its puzzle, whether it was right; null before there was one. */
export function dailyTry(keep: Keep, game: string, day: string): boolean | null {
  const last = lastDaily(keep, game)
  return last !== null && last.day === day ? last.right : null
}

/** Keep an answer to the puzzle of the day if it is the first on that day. */
export function noteDaily(keep: Keep, game: string, day: string, right: boolean): void {
  const last = lastDaily(keep, game)
  if (last !== null && last.day >= day) return
  const days = right ? (last !== null && isNextDay(last.day, day) ? last.days : 0) + 1 : 0
  keep.write(`puzzles.daily.${game}`, `${day} ${right ? '+' : '-'} ${String(days)}`)
}

/** On how many days in a row, up to today or yesterday, the first answer was right. */
export function dailyStreak(keep: Keep, game: string, today: string): number {
  const last = lastDaily(keep, game)
  return last !== null && (last.day === today || isNextDay(last.day, today)) ? last.days : 0
}

/** The next puzzle of a difficulty (null: of any) that has not been tried, behind another one; null when there is none. */
export function nextPuzzle({ puzzles }: GamePuzzles, tried: ReadonlyMap<string, boolean>, level: Difficulty | null, after: string | null): string | null {
  const start = puzzles.findIndex(({ name }) => name === after) + 1
  const order = [...puzzles.slice(start), ...puzzles.slice(0, start)]
  return order.find((one) => !tried.has(one.name) && (level === null || one.level === level))?.name ?? null
}

export function readLevel(keep: Keep): Difficulty | null {
  const kept = keep.read('puzzles.level')
  return DIFFICULTIES.find((level) => level === kept) ?? null
}

export function writeLevel(keep: Keep, level: Difficulty | null): void {
  keep.write('puzzles.level', level ?? '')
}
