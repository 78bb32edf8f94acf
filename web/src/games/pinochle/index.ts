import type { PinochleView } from '../../state/wire'
import type { GameClient } from '../game'
import { sideName, sideOf, sidesFrom } from './adapter'
import PinochleScores from './PinochleScores.svelte'
import PinochleTable from './PinochleTable.svelte'
import { announce, hold, prompt, readings } from './words'

export const GAME: GameClient = {
  name: 'pinochle',
  hold,
  announce,
  prompt,
  readings,
  Table: PinochleTable,
  Scores: PinochleScores,
  totals(raw, voice) {
    const view = raw as PinochleView
    return sidesFrom(view.seat).map((side) => ({
      label: sideName(side, view.seat, voice),
      points: view.totals[side] ?? 0,
      own: view.seat !== null && sideOf(view.seat) === side,
    }))
  },
}
