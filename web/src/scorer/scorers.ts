/** What a sheet asks of its game. */
import { levelText } from '../games/friends/adapter'
import { signed } from '../games/tarot/adapter'
import { sideName } from '../games/pinochle/adapter'
import type { FriendsDealScored, MateGameScore, PinochleDealScored, TarotDealScored } from '../state/wire'
import type { Voice } from '../text'
import * as friends from './friends'
import type { Draft, GameName, Problem, Standing } from './game'
import * as mate from './mate'
import * as pinochle from './pinochle'
import type { Sheet } from './sheets'
import * as tarot from './tarot'

export type Score = MateGameScore | PinochleDealScored | TarotDealScored | FriendsDealScored

/** Where the match stands by the rules, whoever may have given it up. */
function played(sheet: Sheet): Standing<Score> {
  switch (sheet.game) {
    case 'mate':
      return mate.standing(sheet.options, sheet.deals as readonly mate.MateEntry[], sheet.dealer)
    case 'pinochle':
      return pinochle.standing(sheet.options, sheet.deals as readonly pinochle.PinochleEntry[], sheet.dealer)
    case 'tarot':
      return tarot.standing(sheet.options, sheet.deals as readonly tarot.TarotEntry[], sheet.dealer, sheet.names.length)
    case 'friends':
      return friends.standing(sheet.options, sheet.deals as readonly friends.FriendsEntry[])
  }
}

/** Where the match stands. Who gives it up loses it for his side, everybody else shares the first place. */
export function standingOf(sheet: Sheet): Standing<Score> {
  const now = played(sheet)
  const { gaveUp, names } = sheet
  if (gaveUp === null || now.places !== null) return now
  const loses = (seat: number): boolean => seat === gaveUp || (sheet.game === 'pinochle' && (seat - gaveUp) % 2 === 0)
  const losers = names.filter((_, seat) => loses(seat)).length
  return { ...now, places: names.map((_, seat) => (loses(seat) ? names.length - losers + 1 : 1)), dealer: null }
}

export function freshEntry(sheet: Sheet): object {
  switch (sheet.game) {
    case 'mate':
      return mate.fresh()
    case 'pinochle':
      return pinochle.fresh()
    case 'tarot':
      return tarot.fresh(sheet.names.length)
    case 'friends':
      return friends.fresh()
  }
}

/** Who deals a deal of Friends! by the one before; null in the first. */
export function dealerBefore(sheet: Sheet, index: number): number | null {
  return friends.standing(sheet.options, sheet.deals.slice(0, index) as readonly friends.FriendsEntry[]).dealer
}

export function problemsOf(sheet: Sheet, index: number, entry: object): readonly Problem[] {
  switch (sheet.game) {
    case 'mate':
      return mate.problems(sheet.options, entry as Draft<mate.MateEntry>)
    case 'pinochle':
      return pinochle.problems(sheet.options, entry as Draft<pinochle.PinochleEntry>)
    case 'tarot':
      return tarot.problems(sheet.names.length, entry as Draft<tarot.TarotEntry>)
    case 'friends':
      return friends.problems(dealerBefore(sheet, index), entry as Draft<friends.FriendsEntry>)
  }
}

/** The columns of the running sheet: the players, or in Pinochle the sides. */
export function columnsOf(game: GameName, voice: Voice): readonly string[] {
  return game === 'pinochle' ? ([0, 1] as const).map((side) => sideName(side, null, voice)) : voice.names.map((_, seat) => voice.name(seat))
}

/** What stands in the columns for a deal, and which of them it was good for. */
export function cellsOf(score: Score): readonly { readonly text: string; readonly good: boolean }[] {
  if (!('type' in score)) return [0, 1].map((seat) => ({ text: String(score.winner === seat ? score.points : 0), good: score.winner === seat }))
  if ('sides' in score) return score.sides.map(({ change }) => ({ text: signed(change, true), good: change > 0 }))
  if ('deltas' in score) return score.deltas.map((delta) => ({ text: signed(delta, true), good: delta > 0 }))
  const winners = score.winner === 'dealer' ? score.dealer_side : score.opponents
  return score.levels.map((level, seat) => ({ text: levelText(level), good: score.gained > 0 && winners.includes(seat) }))
}

/** The last line of the running sheet. */
export function totalsOf(game: GameName, totals: readonly number[]): readonly string[] {
  if (game === 'friends') return totals.map(levelText)
  return (game === 'pinochle' ? totals.slice(0, 2) : totals).map((total) => signed(total))
}
