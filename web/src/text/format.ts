/**
 * Filling the placeholders of a text; the same rules as `amity.text` on the server side.
 *
 * The name of a placeholder says how its value is shown: `…suit` a suit's name, `…card(s)` cards, `…seat` and
 * `…player` a player's name; everything else as it is, lists with commas. `n` chooses the plural form.
 */

/** The texts of one language, as the build writes them. */
export interface Catalogue<Key extends string = string> {
  readonly language: string
  plural(n: number): number
  readonly messages: Readonly<Record<Key, string | readonly string[]>>
}

export type Params = Readonly<Record<string, unknown>>

export interface Manner {
  /** The players' names by seat. */
  readonly names?: readonly (string | null)[] | undefined
  /** For the ear: cards in words instead of symbols. */
  readonly spoken?: boolean | undefined
}

const PLACEHOLDER = /\{([a-z][a-z0-9_]*)\}/g
const SYMBOLS: Readonly<Record<string, string>> = { S: '♠', H: '♥', D: '♦', C: '♣' }
const OWN_NAMES: Readonly<Record<string, string>> = {
  BJ: 'card.black_joker',
  RJ: 'card.red_joker',
  '*': 'card.excuse',
}

/** The sentence for a key; the key itself where the language has none. */
export function format(catalogue: Catalogue, key: string, params: Params = {}, manner: Manner = {}): string {
  return find(catalogue, key, params['n']).replace(PLACEHOLDER, (whole, name: string) =>
    name in params ? shown(catalogue, name, params[name], manner) : whole,
  )
}

function find(catalogue: Catalogue, key: string, n: unknown): string {
  const text = catalogue.messages[key]
  if (text === undefined) return key
  if (typeof text === 'string') return text
  return text[catalogue.plural(typeof n === 'number' ? n : 0)] ?? key
}

function shown(catalogue: Catalogue, name: string, value: unknown, manner: Manner): string {
  const lastWord = name.slice(name.lastIndexOf('_') + 1)
  if (lastWord === 'suit' && typeof value === 'string') return find(catalogue, `suit.${value}`, undefined)
  if (lastWord === 'card' || lastWord === 'cards') {
    const words = manner.spoken === true ? spokenCard : writtenCard
    if (typeof value === 'string') return words(catalogue, value)
    if (Array.isArray(value)) return value.map((code) => words(catalogue, String(code))).join(manner.spoken === true ? ', ' : ' ')
  }
  if ((lastWord === 'seat' || lastWord === 'player') && typeof value === 'number') {
    return manner.names?.[value] ?? format(catalogue, 'seat.unnamed', { number: value + 1 })
  }
  return Array.isArray(value) ? value.join(', ') : String(value)
}

/** A card as people write it: `10♠`. */
export function writtenCard(catalogue: Catalogue, code: string): string {
  const name = OWN_NAMES[code]
  if (name !== undefined) return find(catalogue, name, undefined)
  const symbol = SYMBOLS[code.slice(-1)]
  return symbol === undefined ? code : code.slice(0, -1) + symbol
}

/** A card as people say it: ten of spades. */
export function spokenCard(catalogue: Catalogue, code: string): string {
  const name = OWN_NAMES[code]
  if (name !== undefined) return find(catalogue, name, undefined)
  const trump = /^T(\d+)$/.exec(code)
  if (trump !== null) return format(catalogue, 'card.trump', { number: trump[1] })
  const rank = find(catalogue, `rank.${code.slice(0, -1)}`, undefined)
  return format(catalogue, 'card.spoken', { rank, suit: code.slice(-1) })
}
