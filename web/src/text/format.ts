/**
 * Filling the placeholders of a text; the same rules as `amity.text` on the server side.
 *
 * The name of a placeholder says how its value is shown: `…suit` a suit's name, `…card(s)` cards, `…seat` and
 * `…player` a player's name; everything else as it is, numbers as the language writes them, lists with its comma.
 * `n` chooses the plural form. `{le card}` asks for the article of the noun, and a Korean particle behind a
 * placeholder takes the form that its word needs: see `grammar.ts`.
 */
import { particle, PLACEHOLDER, splitNoun, withArticle } from './grammar'

/** The texts of one language. */
export interface Catalogue {
  /** As the browser names it: `pt-BR`. */
  readonly language: string
  plural(n: number): number
  readonly messages: Readonly<Record<string, string | readonly string[]>>
}

export type Params = Readonly<Record<string, unknown>>
export type Pack = 'french' | 'tarot'

export interface Manner {
  /** The players' names by seat. */
  readonly names?: readonly (string | null)[] | undefined
  /** For the ear: cards in words instead of symbols. */
  readonly spoken?: boolean | undefined
  /** Whose letters the court cards have. */
  readonly pack?: Pack | undefined
}

/** A value as it is shown, its article if it is a noun with one, and how it is read where that differs. */
interface Word {
  readonly shown: string
  readonly article?: string
  readonly said?: string
}

const SYMBOLS: Readonly<Record<string, string>> = { S: '♠', H: '♥', D: '♦', C: '♣' }
const OWN_NAMES: Readonly<Record<string, string>> = {
  BJ: 'card.black_joker',
  RJ: 'card.red_joker',
  '*': 'card.excuse',
}
/** The ranks that languages have letters of their own for, in the order of the text `letters.…`. */
const COURT = 'KQNJ'

/** The sentence for a key; the key itself where the language has none. */
export function format(catalogue: Catalogue, key: string, params: Params = {}, manner: Manner = {}): string {
  const text = splitNoun(find(catalogue, key, params['n']))[1]
  return text.replace(PLACEHOLDER, (whole, wanted: string | undefined, name: string, closing: string, ending: string | undefined) => {
    if (!(name in params)) return whole
    const word = shown(catalogue, name, params[name], manner)
    const words = wanted === undefined ? word.shown : withArticle(wanted, word.article ?? '', word.shown)
    return ending === undefined ? words : words + closing + particle(ending, word.said ?? word.shown)
  })
}

function find(catalogue: Catalogue, key: string, n?: unknown): string {
  const text = catalogue.messages[key]
  if (text === undefined) return key
  if (typeof text === 'string') return text
  return text[catalogue.plural(typeof n === 'number' ? n : 0)] ?? key
}

function noun(catalogue: Catalogue, key: string): Word {
  const [article, name] = splitNoun(find(catalogue, key))
  return { shown: name, article }
}

function shown(catalogue: Catalogue, name: string, value: unknown, manner: Manner): Word {
  const lastWord = name.slice(name.lastIndexOf('_') + 1)
  if (lastWord === 'suit' && typeof value === 'string') return noun(catalogue, `suit.${value}`)
  if (lastWord === 'card' || lastWord === 'cards') {
    const word = (code: unknown): Word => cardWord(catalogue, String(code), manner)
    if (typeof value === 'string') return word(value)
    if (Array.isArray(value)) {
      const cards = value.map(word)
      const between = manner.spoken === true ? find(catalogue, 'list.comma') : ' '
      return { shown: cards.map((card) => card.shown).join(between), said: cards.at(-1)?.said ?? '' }
    }
  }
  if ((lastWord === 'seat' || lastWord === 'player') && typeof value === 'number') {
    return { shown: manner.names?.[value] ?? format(catalogue, 'seat.unnamed', { number: value + 1 }) }
  }
  if (Array.isArray(value)) return { shown: value.join(find(catalogue, 'list.comma')) }
  return { shown: typeof value === 'number' ? writtenNumber(catalogue, value) : String(value) }
}

const NUMBERS = new Map<string, Intl.NumberFormat>()

/** A number as the language writes it; groups of thousands only from 10,000 on. */
export function writtenNumber({ language }: Catalogue, value: number): string {
  // All our languages write these alike; the browser takes a while to get its tables of numbers ready.
  if (Number.isInteger(value) && value >= 0 && value < 10_000) return String(value)
  let numbers = NUMBERS.get(language)
  if (numbers === undefined) {
    numbers = new Intl.NumberFormat(language, { useGrouping: 'min2', maximumFractionDigits: 10 })
    NUMBERS.set(language, numbers)
  }
  return numbers.format(value)
}

function cardWord(catalogue: Catalogue, code: string, manner: Manner): Word {
  const name = OWN_NAMES[code]
  if (name !== undefined) return { ...noun(catalogue, name), said: noun(catalogue, name).shown }
  const number = /^T(\d+)$/.exec(code)?.[1]
  if (number !== undefined) {
    const { shown, article = '' } = noun(catalogue, manner.spoken === true ? 'card.trump' : 'card.trump.written')
    const filled = shown.replace('{number}', number)
    return { shown: filled, article, said: filled }
  }
  const symbol = SYMBOLS[code.slice(-1)]
  if (symbol === undefined) return { shown: code, said: code }
  const rank = noun(catalogue, `rank.${code.slice(0, -1)}`)
  const suit = noun(catalogue, `suit.${code.slice(-1)}`)
  const said = find(catalogue, 'card.spoken').replace('{rank}', rank.shown).replace('{suit}', suit.shown)
  const letter = rankLetter(catalogue, code.slice(0, -1), manner.pack)
  const written = find(catalogue, 'card.written').replace('{letter}', letter).replace('{symbol}', symbol)
  return { shown: manner.spoken === true ? said : written, article: rank.article ?? '', said }
}

/** What stands for a rank on the cards of a pack. */
export function rankLetter(catalogue: Catalogue, rank: string, pack: Pack = 'french'): string {
  return find(catalogue, `letters.${pack}`).charAt(COURT.indexOf(rank)) || rank
}

/** Whether the language writes the suit of a card before its rank. */
export function suitStandsFirst(catalogue: Catalogue): boolean {
  return find(catalogue, 'card.written').startsWith('{symbol}')
}

/** A card as people write it: `10♠`. */
export function writtenCard(catalogue: Catalogue, code: string, pack?: Pack): string {
  return cardWord(catalogue, code, { pack }).shown
}

/** A card as people say it: ten of spades. */
export function spokenCard(catalogue: Catalogue, code: string): string {
  return cardWord(catalogue, code, { spoken: true }).shown
}
