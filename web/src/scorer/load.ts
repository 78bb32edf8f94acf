/** The scorer is fetched with its texts when somebody wants it. */
import { speech } from '../text'

export async function loadScorer(): Promise<typeof import('./ScorerScreen.svelte')> {
  const [scorer] = await Promise.all([import('./ScorerScreen.svelte'), speech.addGame('scorer')])
  return scorer
}
