/** From a view of Friends! to what is drawn. Pure: no page, no texts of its own. */
import type { FriendsAction, FriendsDealScored, FriendsPlayedCards, FriendsView } from '../../state/wire'
import { listText, type Voice } from '../../text'
import { placesAround, type Place } from '../places'
import { CardOrder, cardsOf, countsOf, splitsOf, type Pattern } from './patterns'

export const SEATS = 6
export const BURIED = 6

const LEVEL_RANKS: Readonly<Record<number, string>> = { 11: 'J', 12: 'Q', 13: 'K', 14: 'A' }

/** A level as players write it; past A it is shown as A with a plus. */
export function levelText(level: number): string {
  return level > 14 ? 'A+' : (LEVEL_RANKS[level] ?? String(level))
}

export function isBidding(view: FriendsView): boolean {
  return view.phase === 'open_bid' || view.phase === 'pre_bid' || view.phase === 'swap_bid'
}

// The hand

/** How many copies of each card are raised. */
export type Selection = Readonly<Record<string, number>>

export const NOTHING: Selection = {}

/** All copies of one card in the hand. */
export interface Tile {
  readonly card: string
  readonly count: number
  readonly raised: number
}

export interface TileGroup {
  /** A suit letter, or `T` for the trumps. */
  readonly name: string
  readonly tiles: readonly Tile[]
}

/** The hand in the order of the view: trumps first, high to low. */
export function tileGroups(view: FriendsView, selection: Selection): readonly TileGroup[] {
  const counts = countsOf(view.hand)
  return view.groups
    .map(({ name, steps }) => ({
      name,
      tiles: steps
        .flat()
        .filter((card) => counts.has(card))
        .map((card) => ({ card, count: counts.get(card) ?? 0, raised: selection[card] ?? 0 })),
    }))
    .filter(({ tiles }) => tiles.length > 0)
}

function set(selection: Selection, card: string, raised: number): Selection {
  const { [card]: _before, ...others } = selection
  return raised > 0 ? { ...others, [card]: raised } : others
}

/** One copy more; after the last one none. */
export function raiseNext(selection: Selection, card: string, held: number): Selection {
  return set(selection, card, ((selection[card] ?? 0) + 1) % (held + 1))
}

/** One more or one less, as far as it goes. */
export function raiseBy(selection: Selection, card: string, held: number, step: number): Selection {
  return set(selection, card, Math.min(held, Math.max(0, (selection[card] ?? 0) + step)))
}

/** All copies, or none when all are raised. */
export function raiseAll(selection: Selection, card: string, held: number): Selection {
  return set(selection, card, selection[card] === held ? 0 : held)
}

export function selectionOf(cards: readonly string[]): Selection {
  return Object.fromEntries(countsOf(cards))
}

/** What is still in the hand of what was raised. */
export function stillHeld(selection: Selection, hand: readonly string[]): Selection {
  const counts = countsOf(hand)
  const kept = Object.entries(selection).flatMap(([card, raised]): [string, number][] => {
    const left = Math.min(raised, counts.get(card) ?? 0)
    return left > 0 ? [[card, left]] : []
  })
  const same = kept.length === Object.keys(selection).length && kept.every(([card, raised]) => selection[card] === raised)
  return same ? selection : Object.fromEntries(kept)
}

/** The raised cards, in the order of the hand. */
export function chosenCards(view: FriendsView, selection: Selection): readonly string[] {
  return view.groups.flatMap(({ steps }) =>
    steps.flat().flatMap((card) => Array.from({ length: selection[card] ?? 0 }, () => card)),
  )
}

// What was chosen

export interface Choice {
  readonly cards: readonly string[]
  /** Ways to split it, the usual one first; none when it is of several groups. */
  readonly splits: readonly (readonly Pattern[])[]
}

export function choiceOf(view: FriendsView, selection: Selection): Choice {
  const cards = chosenCards(view, selection)
  return { cards, splits: splitsOf(new CardOrder(view.groups), cards) }
}

/** What goes to the server; the split of a lead is always named, so that what was shown is what is announced. */
export function playOf(view: FriendsView, cards: readonly string[], split: readonly Pattern[] | undefined): FriendsAction {
  const leads = view.trick.length === 0
  const patterns = leads && split !== undefined ? split.map((pattern) => [...cardsOf(pattern)]) : null
  return { type: 'play', cards: [...cards], patterns }
}

export function patternName({ copies, faces }: Pattern, voice: Voice): string {
  if (faces.length > 1) return voice.say(`client.friends.tractor.${copies as 2 | 3 | 4}`, { n: faces.length })
  return voice.say(`client.friends.set.${copies as 1 | 2 | 3 | 4}`)
}

/** “tractor of 2 pairs” · “throw: pair, single” · “pair + 2 singles” for who follows. */
export function splitName(split: readonly Pattern[], leads: boolean, voice: Voice): string {
  const names = new Map<string, number>()
  for (const pattern of split) {
    const name = patternName(pattern, voice)
    names.set(name, (names.get(name) ?? 0) + 1)
  }
  const list = [...names].map(([name, count]) => (count === 1 ? name : voice.say('client.friends.times', { count, name }))).join(' + ')
  return leads && split.length > 1 ? voice.say('client.friends.throw_of', { list }) : list
}


/** Four identical cards: they beat any four cards of the group, trumps beat all. */
export function isPowerCombo(cards: readonly string[]): boolean {
  return cards.length === 4 && new Set(cards).size === 1
}

/** Cards with how often they stand there, in their order: “4 × 7♠, K♥”. */
export function cardList(cards: readonly string[], voice: Voice): string {
  const named = [...countsOf(cards)].map(([card, count]) =>
    voice.say(count === 1 ? 'client.friends.card' : 'client.friends.copies', { count, card }),
  )
  return listText(named)
}

// Around the table

export type SaidWord = { readonly kind: 'pass' } | { readonly kind: 'bid'; readonly cards: readonly string[]; readonly stands: boolean }

export interface Plate {
  readonly seat: number
  readonly place: Place
  readonly turn: boolean
  readonly states: readonly FriendsView['states'][0][0][]
  readonly level: string
  readonly points: number
  readonly fine: number
  readonly cards: number
  readonly voids: readonly string[]
  readonly said: SaidWord | null
  /** What lies in front of the seat. */
  readonly played: readonly string[] | null
  readonly winning: boolean
  readonly power: boolean
}

/** The trick to draw: the one being played, or the last one while it stays. */
export function shownTrick(view: FriendsView, stays: boolean): { readonly plays: readonly FriendsPlayedCards[]; readonly winner: number | null } {
  if (view.trick.length > 0) return { plays: view.trick, winner: view.winning }
  if (stays && view.last_trick !== null) return { plays: view.last_trick.plays, winner: view.last_trick.winner }
  return { plays: [], winner: null }
}

export function plates(view: FriendsView, stays: boolean): readonly Plate[] {
  const places = placesAround(SEATS, view.seat)
  const { plays, winner } = shownTrick(view, stays)
  return places.map((place, seat) => {
    const played = plays.find((play) => play.seat === seat)?.cards ?? null
    return {
      seat,
      place,
      turn: view.to_act === seat,
      states: view.states[seat] ?? [],
      level: levelText(view.levels[seat] ?? 2),
      points: view.points[seat] ?? 0,
      fine: view.fines[seat] ?? 0,
      cards: view.hand_counts[seat] ?? 0,
      voids: view.voids[seat] ?? [],
      said: isBidding(view) || view.phase === 'bury' ? saidBy(view, seat) : null,
      played,
      winning: played !== null && winner === seat,
      power: played !== null && plays.length > 0 && isPowerCombo(played),
    }
  })
}

/** A seat's last word; the standing bid stays beside it whatever was said since. */
function saidBy(view: FriendsView, seat: number): SaidWord | null {
  const { standing } = view
  if (standing !== null && standing.seat === seat) {
    return { kind: 'bid', cards: Array.from({ length: standing.count }, () => standing.card), stands: true }
  }
  const state = view.phase === 'bury' ? null : view.phase
  const last = view.bids.findLast((said) => said.seat === seat)
  if (last === undefined || (last.card === '' && last.state !== state)) return null
  if (last.card === '') return { kind: 'pass' }
  return { kind: 'bid', cards: Array.from({ length: last.count }, () => last.card), stands: false }
}

/** The score of a deal that has just ended. */
export function dealScored(view: FriendsView): FriendsDealScored | null {
  if (view.phase !== 'deal' && view.phase !== 'over') return null
  return view.sheets.at(-1) ?? null
}

/** Whether nothing is left to choose: all cards of the hand have to be played. */
export function isForced(view: FriendsView): boolean {
  return view.phase === 'play' && view.seat !== null && view.seat === view.to_act && view.play_count > 0 && view.play_count === view.hand.length
}

// Bids and calls

/** Possible bids by card, cards as the view lists them. */
export function bidsByCard(view: FriendsView): readonly { readonly card: string; readonly counts: readonly number[] }[] {
  const cards = new Map<string, number[]>()
  for (const [card, count] of view.legal_bids) cards.set(card, [...(cards.get(card) ?? []), count])
  return [...cards].map(([card, counts]) => ({ card, counts }))
}

/** Cards that can be called, by suit and high to low as the view's groups stand. */
export function callableSuits(view: FriendsView): readonly { readonly suit: string; readonly cards: readonly string[] }[] {
  const allowed = new Set(view.legal_calls.map(([card]) => card))
  return view.groups
    .map(({ name, steps }) => ({ suit: name, cards: steps.flat().filter((card) => allowed.has(card)) }))
    .filter(({ cards }) => cards.length > 0)
}

/** What has to change for a pass said ahead to be thought over: another bid, another state of the bidding. */
export function biddingMoment(view: FriendsView): string {
  const { standing } = view
  return `${view.deal}.${view.attempt}.${view.phase}.${standing === null ? '' : `${standing.seat}.${standing.card}.${standing.count}`}`
}
