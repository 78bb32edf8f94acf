/** The games this client can draw, each loaded with its texts when it is needed. */
import { speech } from '../text'
import type { GameClient } from './game'

const GAMES: Readonly<Record<string, () => Promise<{ readonly GAME: GameClient }>>> = {
  friends: () => import('./friends'),
  mate: () => import('./mate'),
  pinochle: () => import('./pinochle'),
  tarot: () => import('./tarot'),
}

export const GAME_NAMES: readonly string[] = Object.keys(GAMES)

export function isKnownGame(name: string): boolean {
  return name in GAMES
}

/** The client of a game; rejects for a game it does not know. */
export async function loadGame(name: string): Promise<GameClient> {
  const load = GAMES[name]
  if (load === undefined) throw new RangeError(`no client for the game ${name}`)
  const [{ GAME }] = await Promise.all([load(), speech.addGame(name)])
  return GAME
}
