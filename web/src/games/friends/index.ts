import type { FriendsView } from '../../state/wire'
import type { GameClient } from '../game'
import { levelText } from './adapter'
import FriendsScores from './FriendsScores.svelte'
import FriendsTable from './FriendsTable.svelte'
import { announce, hold, prompt, readings } from './words'

export const GAME: GameClient = {
  name: 'friends',
  hold,
  announce,
  prompt,
  readings,
  Table: FriendsTable,
  Scores: FriendsScores,
  totals(raw, voice) {
    const view = raw as FriendsView
    const seat = view.seat ?? view.dealer
    if (seat === null) return []
    const level = view.levels[seat] ?? 2
    return [{ label: view.seat === null ? voice.name(seat) : voice.say('client.friends.fact.level'), points: level, text: levelText(level), own: seat === view.seat }]
  },
}
