/** The calls about ratings, and how a rating is written. */
import { call, post, type Fetch } from '../state/api'
import type { OwnRatings, RatingList } from '../state/wire'
import { numberText, Voice } from '../text'

const MINUTE = 60_000
/** A longer pause is told in hours. */
const LONG_MINUTES = 120

export function ratingList(fetch: Fetch, game: string): Promise<RatingList> {
  return call(fetch, `/api/ratings/${game}`)
}

/** Those of the account, or else of this browser. */
export function ownRatings(fetch: Fetch, guest: string): Promise<OwnRatings> {
  return post(fetch, '/api/ratings', { guest })
}

/** `1523`, or `1523?` while few matches stand behind it. */
export function ratingText({ rating, provisional }: { readonly rating: number; readonly provisional: boolean }): string {
  return numberText(rating) + (provisional ? '?' : '')
}

/** Why rated tables are closed for a while, in words; null when they are open. */
export function pauseText({ left, last, pause_ms }: OwnRatings): string | null {
  if (pause_ms <= 0) return null
  const minutes = Math.ceil(pause_ms / MINUTE)
  const voice = new Voice([], null)
  return minutes > LONG_MINUTES ? voice.refusal('rated_pause_long', { left, last, hours: Math.ceil(minutes / 60) }) : voice.refusal('rated_pause', { left, last, minutes })
}
