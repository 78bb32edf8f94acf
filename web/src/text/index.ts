/** The texts of the chosen language. Other languages are other catalogues with the same keys. */
import * as english from '../generated/messages/en.js'
import type { MessageKey } from '../generated/messages/en.js'
import { format, spokenCard, writtenCard, type Catalogue, type Manner, type Params } from './format'

export type { MessageKey } from '../generated/messages/en.js'
export type { Params } from './format'

/** A sentence that differs when it is about the person at this device: the text of `<key>.you` is used then. */
export type PersonKey = MessageKey extends infer K ? (K extends `${infer Base}.you` ? Base & string : never) : never

const catalogue: Catalogue = english

export function say(key: MessageKey, params?: Params, manner?: Manner): string {
  return format(catalogue, key, params, manner)
}

/** The sentence for a key that is put together at run time (`error.…`), or null when there is none. */
export function sayIfKnown(key: string, params?: Params, manner?: Manner): string | null {
  return key in catalogue.messages ? format(catalogue, key, params, manner) : null
}

/** `10♠` */
export function cardText(code: string): string {
  return writtenCard(catalogue, code)
}

/** `ten of spades` */
export function cardWords(code: string): string {
  return spokenCard(catalogue, code)
}

/** Sentences about one table: with its players' names, and “you” for the own seat. */
export class Voice {
  constructor(
    readonly names: readonly (string | null)[],
    readonly seat: number | null,
    /** For the ear rather than the eye. */
    readonly spoken = false,
  ) {}

  say(key: MessageKey, params?: Params): string {
    return format(catalogue, key, params, this)
  }

  /** A sentence about what `seat` does. */
  about(key: PersonKey, seat: number, params: Params = {}): string {
    return format(catalogue, seat === this.seat ? `${key}.you` : key, { ...params, player: seat }, this)
  }

  name(seat: number): string {
    return this.names[seat] ?? format(catalogue, 'seat.unnamed', { number: seat + 1 })
  }

  /** A refusal as a sentence. */
  refusal(code: string, params: Params): string {
    const key = `error.${code}`
    return key in catalogue.messages ? format(catalogue, key, params, this) : this.say('client.refused', { code })
  }
}
