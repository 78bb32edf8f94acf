import { rankText, type Pack } from '../text'

/** What is known of cards without any rule: their order in a hand and their pictures. */

/** Black and red alternate, so that neighbours are told apart. */
const SUIT_ORDER = 'SHCD'
const RANK_ORDER = ['A', '10', 'K', 'Q', 'J', '9', '8', '7', '6', '5', '4', '3', '2']

export function suitOf(code: string): string {
  return code.slice(-1)
}

export function rankOf(code: string): string {
  return code.slice(0, -1)
}

/** A hand by suits, high to low; jokers, trumps and whatever else has no plain suit stay in front as they come. */
export function inHandOrder(codes: readonly string[], suits: string = SUIT_ORDER): readonly string[] {
  const weight = (code: string): number => {
    const suit = suits.indexOf(suitOf(code))
    return suit < 0 ? -1 : suit * 100 + RANK_ORDER.indexOf(rankOf(code))
  }
  return [...codes].sort((a, b) => weight(a) - weight(b))
}

/** A card of a hand that may hold equal cards: `key` tells them apart. */
export interface HeldCard {
  readonly code: string
  readonly key: string
}

export function heldCards(codes: readonly string[]): readonly HeldCard[] {
  const seen = new Map<string, number>()
  return codes.map((code) => {
    const copy = (seen.get(code) ?? 0) + 1
    seen.set(code, copy)
    return { code, key: `${code}-${copy}` }
  })
}

export type { Pack }

const SUIT_SHEETS: Readonly<Record<string, string>> = { S: 'spades', H: 'hearts', D: 'diamonds', C: 'clubs' }
const OTHER_SHEETS = ['trumps', 'jokers', 'backs', 'suits']

/** The address of a face, a back (`back-1`) or a suit symbol (`suit-S`) in the sprite in which it stands. */
export function pictureAddress(id: string, pack: Pack = 'french'): string {
  return `/cards/${sheetOf(id, pack)}.svg#${id === '*' ? 'EXCUSE' : id}`
}

/** The addresses of all sprites of both packs in the language that is spoken. */
export function pictureSheets(): readonly string[] {
  const suits = (['french', 'tarot'] as const).flatMap((pack) => Object.keys(SUIT_SHEETS).map((suit) => suitSheet(suit, pack)))
  return [...new Set([...suits, ...OTHER_SHEETS])].map((sheet) => `/cards/${sheet}.svg`)
}

function sheetOf(id: string, pack: Pack): string {
  if (id.startsWith('back-')) return 'backs'
  if (id.startsWith('suit-')) return 'suits'
  if (id === 'BJ' || id === 'RJ') return 'jokers'
  if (id === '*' || id.startsWith('T')) return 'trumps'
  return suitSheet(suitOf(id), pack)
}

/** Of each suit there is one for each set of letters on the court cards. */
function suitSheet(suit: string, pack: Pack): string {
  return `${SUIT_SHEETS[suit] ?? ''}${rankText('K', pack) === 'R' ? '-fr' : ''}`
}
