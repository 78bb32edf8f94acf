/** Which games have a rules page and a first lesson. */
import { lessons, pages } from '../generated/rules/games.js'

export function hasPage(game: string): boolean {
  return (pages as readonly string[]).includes(game)
}

export function hasLesson(game: string): boolean {
  return (lessons as readonly string[]).includes(game)
}
