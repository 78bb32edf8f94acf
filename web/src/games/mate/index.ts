import type { MateView } from '../../state/wire'
import type { GameClient } from '../game'
import { seatsFrom } from '../places'
import MateScores from './MateScores.svelte'
import MateTable from './MateTable.svelte'
import { announce, hold, prompt, readings } from './words'

export const GAME: GameClient = {
  name: 'mate',
  hold,
  announce,
  prompt,
  readings,
  Table: MateTable,
  Scores: MateScores,
  totals(raw, voice) {
    const view = raw as MateView
    return seatsFrom(2, view.seat).map((seat) => ({
      label: seat === view.seat ? voice.say('client.seat.you') : voice.name(seat),
      points: view.totals[seat] ?? 0,
      own: seat === view.seat,
    }))
  },
}
