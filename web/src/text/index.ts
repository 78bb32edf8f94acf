/** The texts of the chosen language. Other languages are other catalogues with the same keys. */
import type { MessageKey } from '../generated/messages/keys'
import { format, rankLetter, suitStandsFirst, spokenCard, writtenCard, writtenNumber, type Manner, type Pack, type Params } from './format'
import { speech } from './language.svelte'

export type { MessageKey } from '../generated/messages/keys'
export type { Pack, Params } from './format'
export { fittingLanguage, LANGUAGES, speech, tagOf } from './language.svelte'

/** A sentence that differs when it is about the person at this device: the text of `<key>.you` is used then. */
export type PersonKey = MessageKey extends infer K ? (K extends `${infer Base}.you` ? Base & string : never) : never

export function say(key: MessageKey, params?: Params, manner?: Manner): string {
  return format(speech.catalogue, key, params, manner)
}

/** The sentence for a key that is put together at run time (`error.…`), or null when there is none. */
export function sayIfKnown(key: string, params?: Params, manner?: Manner): string | null {
  return key in speech.catalogue.messages ? format(speech.catalogue, key, params, manner) : null
}

/** `10♠` */
export function cardText(code: string, pack?: Pack): string {
  return writtenCard(speech.catalogue, code, pack)
}

/** `ten of spades` */
export function cardWords(code: string): string {
  return spokenCard(speech.catalogue, code)
}

/** What stands for a rank on the cards: `K`, or `R` in French. */
export function rankText(rank: string, pack?: Pack): string {
  return rankLetter(speech.catalogue, rank, pack)
}

/** Whether the suit of a card is written before its rank. */
export function suitFirst(): boolean {
  return suitStandsFirst(speech.catalogue)
}

/** A number as the language writes it. */
export function numberText(value: number): string {
  return writtenNumber(speech.catalogue, value)
}

/** Items one after the other, with the language's comma. */
export function listText(items: readonly string[]): string {
  return items.join(format(speech.catalogue, 'list.comma'))
}

/** Sentences about one table: with its players' names, and “you” for the own seat. */
export class Voice {
  constructor(
    readonly names: readonly (string | null)[],
    readonly seat: number | null,
    /** For the ear rather than the eye. */
    readonly spoken = false,
    readonly pack: Pack = 'french',
  ) {}

  /** The same for the ear: names and texts that only a screen reader gets. */
  get aloud(): Voice {
    return this.spoken ? this : new Voice(this.names, this.seat, true, this.pack)
  }

  say(key: MessageKey, params?: Params): string {
    return format(speech.catalogue, key, params, this)
  }

  /** A sentence about what `seat` does. */
  about(key: PersonKey, seat: number, params: Params = {}): string {
    return format(speech.catalogue, seat === this.seat ? `${key}.you` : key, { ...params, player: seat }, this)
  }

  name(seat: number): string {
    return this.names[seat] ?? format(speech.catalogue, 'seat.unnamed', { number: seat + 1 })
  }

  /** A refusal as a sentence. */
  refusal(code: string, params: Params): string {
    return sayIfKnown(`error.${code}`, params, this) ?? this.say('client.refused', { code })
  }
}
