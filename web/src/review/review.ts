/** Looking at a match again: the calls, and what is worked out of their answers. Pure but for the calls. */
import { call, post, type Fetch } from '../state/api'
import type { AnalysedDecision, Analysis, PracticeRequest, Review, ReviewDeal, ReviewOpened, ReviewStep, SeatTaken, View } from '../state/wire'

/** The review of a table's match, for whoever had a seat there: by its token, or by the account. */
export function openReview(fetch: Fetch, code: string, token: string | null): Promise<ReviewOpened> {
  const headers: HeadersInit = token === null ? {} : { Authorization: `Bearer ${token}` }
  return call(fetch, `/api/tables/${code}/review`, { method: 'POST', headers })
}

/** The review of a record. */
export function bringRecord(fetch: Fetch, text: string): Promise<ReviewOpened> {
  return call(fetch, '/api/reviews', { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: text })
}

export function showReview(fetch: Fetch, review: string): Promise<Review> {
  return call(fetch, `/api/reviews/${review}`)
}

export function showDeal(fetch: Fetch, review: string, deal: number): Promise<ReviewDeal> {
  return call(fetch, `/api/reviews/${review}/deals/${String(deal)}`)
}

export function showAnalysis(fetch: Fetch, review: string): Promise<Analysis> {
  return call(fetch, `/api/reviews/${review}/analysis`)
}

export function askForAnalysis(fetch: Fetch, review: string): Promise<Analysis> {
  return call(fetch, `/api/reviews/${review}/analysis`, { method: 'POST' })
}

export function practise(fetch: Fetch, review: string, wish: PracticeRequest): Promise<SeatTaken> {
  return post(fetch, `/api/reviews/${review}/practice`, wish)
}

export function recordOf(review: string): string {
  return `/api/reviews/${review}/record`
}

/** The link that lets somebody else look. */
export function reviewLink(origin: string, review: string): string {
  return `${origin}/review/${review}`
}

/** Where in a deal one is: after one of its steps, or (`steps.length`) at its score. */
export function lastPlace(deal: ReviewDeal): number {
  return deal.steps.length
}

function endsTrick({ events }: ReviewStep): boolean {
  return events.some(({ type }) => type === 'trick_taken' || type === 'trick_won')
}

/** The place at which the next trick is complete; the end of the deal after the last one. */
export function nextTrick(deal: ReviewDeal, place: number): number {
  const found = deal.steps.findIndex((step, index) => index > place && endsTrick(step))
  return found < 0 ? lastPlace(deal) : found
}

/** The place at which the trick before is complete; the beginning of the deal before the first one. */
export function trickBefore(deal: ReviewDeal, place: number): number {
  return Math.max(0, deal.steps.findLastIndex((step, index) => index < place && endsTrick(step)))
}

/** The decision that comes next at a place; null where nobody decides. */
export function nextDecision(deal: ReviewDeal, place: number): { readonly version: number; readonly seat: number; readonly step: ReviewStep } | null {
  const now = deal.steps[place]
  const next = deal.steps[place + 1]
  if (now === undefined || next === undefined || next.seat === null || next.action === null) return null
  return { version: now.version, seat: next.seat, step: next }
}

/** The place in a deal right before the decision of that version. */
export function placeOf(deal: ReviewDeal, version: number): number {
  return Math.max(0, deal.steps.findIndex((step) => step.version === version))
}

/** Cards that lie beside the hands. */
export interface Aside {
  readonly what: 'dog' | 'discard' | 'base'
  readonly cards: readonly string[]
}

/** What lies beside the hands at a place: what was dealt so and nobody has taken up, or what was laid away last. */
export function asideAt(deal: ReviewDeal, place: number): Aside | null {
  let aside: Aside | null = null
  for (const event of deal.steps.slice(0, place + 1).flatMap(({ events }) => events) as unknown as readonly Dealing[]) {
    if (event.type === 'dealt') aside = event.dog ? { what: 'dog', cards: event.dog } : event.base ? { what: 'base', cards: event.base } : null
    else if (event.type === 'dog_shown' || event.type === 'base_taken') aside = null
    else if (event.type === 'discarded') aside = { what: 'discard', cards: event.cards ?? [] }
    else if (event.type === 'buried') aside = { what: 'base', cards: event.cards ?? [] }
  }
  return aside
}

interface Dealing {
  readonly type: string
  readonly cards?: readonly string[]
  readonly dog?: readonly string[] | null
  readonly base?: readonly string[] | null
}

/** Less than this is within what sampled worlds know. */
const SMALLEST = { mate: 0.5, pinochle: 1, tarot: 1, friends: 0.05 } as const
const MOST_SHOWN = 12

/** The decisions that cost most, the costliest first. */
export function costliest(decisions: readonly AnalysedDecision[], game: string): readonly AnalysedDecision[] {
  const least = game in SMALLEST ? SMALLEST[game as keyof typeof SMALLEST] : 0
  return decisions
    .filter(({ cost }) => cost !== null && cost >= least)
    .sort((one, other) => (other.cost ?? 0) - (one.cost ?? 0))
    .slice(0, MOST_SHOWN)
}

/** One decision on the line of the expected result. */
export interface CoursePoint {
  readonly version: number
  readonly deal: number
  readonly expected: number
}

/** How the expected result of a seat went, decision by decision, as far as it is known. */
export function courseOf(decisions: readonly AnalysedDecision[], seat: number): readonly CoursePoint[] {
  return decisions.flatMap((one) => (one.seat === seat && one.expected !== null ? [{ version: one.version, deal: one.deal, expected: one.expected }] : []))
}

/** A line in a box, from left to right and with more above; the height of zero in it. */
export function linePath(points: readonly CoursePoint[], width: number, height: number): { readonly path: string; readonly zero: number; readonly places: readonly (readonly [number, number])[] } {
  const values = [0, ...points.map(({ expected }) => expected)]
  const most = Math.max(...values)
  const least = Math.min(...values)
  const range = most - least || 1
  const high = (value: number): number => round(height - ((value - least) / range) * height)
  const places = points.map(({ expected }, index) => [round(points.length < 2 ? width / 2 : (index / (points.length - 1)) * width), high(expected)] as const)
  return { path: places.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${String(x)} ${String(y)}`).join(''), zero: high(0), places }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

interface Played {
  readonly seat: number
  readonly card?: string
  readonly cards?: readonly string[]
}

/** A position as text that can be pasted anywhere: hands and table in card codes. */
export function positionText(
  title: string,
  step: ReviewStep,
  names: readonly string[],
  words: { readonly table: string; readonly turn: string },
): string {
  const trick = step.view.trick as readonly Played[]
  const lines = [title, ...step.hands.map((hand, seat) => `${names[seat] ?? ''}: ${hand.join(' ')}`.trimEnd())]
  if (trick.length > 0) lines.push(`${words.table}: ${trick.map(({ seat, card, cards }) => `${names[seat] ?? ''} ${card ?? (cards ?? []).join(' ')}`).join(', ')}`)
  if (step.view.to_act !== null) lines.push(`${words.turn}: ${names[step.view.to_act] ?? ''}`)
  return lines.join('\n')
}

/** The view of spectators with another seat at the bottom. */
export function seenFrom(view: View, seat: number): View {
  return { ...view, seat }
}
