/** Puzzles are fetched with their texts, and those of reviews, whose parts they show, when somebody wants them. */
import { speech } from '../text'

export async function loadPuzzles(): Promise<typeof import('./index')> {
  const [puzzles] = await Promise.all([import('./index'), speech.addGame('puzzle'), speech.addGame('review')])
  return puzzles
}
