import type { TarotView } from '../../state/wire'
import type { GameClient } from '../game'
import TarotScores from './TarotScores.svelte'
import TarotTable from './TarotTable.svelte'
import { announce, hold, prompt, readings } from './words'

export const GAME: GameClient = {
  name: 'tarot',
  hold,
  announce,
  prompt,
  readings,
  Table: TarotTable,
  Scores: TarotScores,
  /** Everybody's totals stand in the scores; the bar has room for the own one. */
  totals(raw, voice) {
    const view = raw as TarotView
    if (view.seat === null) return []
    return [{ label: voice.say('client.seat.you'), points: view.totals[view.seat] ?? 0, own: true }]
  },
}
