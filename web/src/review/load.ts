/** Matches that are looked at again: fetched with their texts when somebody wants to. */
import { speech } from '../text'

export async function loadReview(): Promise<typeof import('./index')> {
  const [review] = await Promise.all([import('./index'), speech.addGame('review')])
  return review
}
