/** The chat of one table as one device sees it. Knows nothing of the page. */
import type { Keep } from './keep'
import type { BlockedPerson, ChatLine, ClientMessage, Refused, Say, ServerMessage } from './wire'

export type Phrase = NonNullable<Say['phrase']>

/** In the order in which they are offered. */
export const PHRASES: readonly Phrase[] = [
  'hello',
  'good_luck',
  'well_played',
  'thanks',
  'sorry',
  'oops',
  'no_hurry',
  'one_moment',
  'back_again',
  'good_game',
  'another_round',
  'goodbye',
]

/** Lines that are shown; the server keeps no more. */
export const MOST_LINES = 200
const MOST_MUTED = 100
const MUTED = 'muted'

/** What one has asked for about a person, and the server has done. */
export interface Done {
  readonly what: 'mute' | 'block' | 'report'
  readonly name: string | null
}

export interface ChatSnapshot {
  /** The own `speaker`. */
  readonly you: string
  readonly lines: readonly ChatLine[]
  readonly blocked: readonly BlockedPerson[]
  /** Speakers whom this device does not show. */
  readonly muted: readonly string[]
  /** The last refusal, until something is said. */
  readonly refusal: Refused | null
  /** The text that was refused, to be mended. */
  readonly returned: string | null
  readonly done: Done | null
}

export const NO_CHAT: ChatSnapshot = { you: '', lines: [], blocked: [], muted: [], refusal: null, returned: null, done: null }

type Asked = { readonly what: 'say'; readonly text: string | null } | (Done & { readonly speaker: string }) | { readonly what: 'unblock' }

export class Chat {
  snapshot: ChatSnapshot = NO_CHAT
  /** What was sent and is not answered. */
  readonly #asked = new Map<string, Asked>()

  constructor(
    private readonly code: string,
    private readonly keep: Keep,
    private readonly newId: () => string,
    /** Sends when there is a connection, and says whether there is. */
    private readonly send: (message: ClientMessage) => boolean,
    private readonly changed: (snapshot: ChatSnapshot) => void,
  ) {
    this.snapshot = { ...NO_CHAT, muted: readMuted(keep, code) }
  }

  /** Say something; `name` is what a spectator calls himself. Whether it was sent. */
  say(words: { text: string } | { phrase: Phrase }, name: string | null): boolean {
    const said = { type: 'say' as const, ...words, ...(name === null || name === '' ? {} : { name }) }
    return this.#ask({ what: 'say', text: 'text' in words ? words.text : null }, (id) => ({ ...said, id }))
  }

  /** Show nobody on this device what he says at this table. */
  mute(line: ChatLine): void {
    this.#mute(line.speaker, line.name)
  }

  unmute(speaker: string): void {
    this.#setMuted(this.snapshot.muted.filter((other) => other !== speaker))
  }

  /** Hear no more of somebody, here and at other tables. */
  block(line: ChatLine): void {
    this.#ask({ what: 'block', name: line.name, speaker: line.speaker }, (id) => ({ type: 'block', id, line: line.number }))
  }

  unblock(number: number): void {
    this.#ask({ what: 'unblock' }, (id) => ({ type: 'unblock', id, number }))
  }

  report(line: ChatLine): void {
    this.#ask({ what: 'report', name: line.name, speaker: line.speaker }, (id) => ({ type: 'report', id, line: line.number }))
  }

  /** Take a message that is about the chat; whether it was. */
  receive(message: ServerMessage): boolean {
    switch (message.type) {
      case 'chat':
        this.#set({ lines: [...this.snapshot.lines, message.line].slice(-MOST_LINES) })
        return true
      case 'chat_log':
        this.#set({ you: message.you, lines: message.lines, blocked: message.blocked })
        return true
      case 'acknowledged':
        return this.#answered(message.id, null)
      case 'refused':
        return message.id !== null && this.#answered(message.id, message)
      default:
        return false
    }
  }

  /** What was asked of a connection that is lost is not answered. */
  lost(): void {
    this.#asked.clear()
  }

  #ask(asked: Asked, make: (id: string) => ClientMessage): boolean {
    const id = this.newId()
    if (!this.send(make(id))) return false
    this.#asked.set(id, asked)
    this.#set({ refusal: null, returned: null, done: null })
    return true
  }

  #answered(id: string, refusal: Refused | null): boolean {
    const asked = this.#asked.get(id)
    if (asked === undefined) return false
    this.#asked.delete(id)
    if (refusal?.code === 'cannot_block' && asked.what === 'block') {
      // Nobody whom the server could tell apart: then it is this device's business.
      this.#mute(asked.speaker, asked.name)
    } else if (refusal !== null) {
      this.#set({ refusal, returned: asked.what === 'say' ? asked.text : null })
    } else if (asked.what === 'block' || asked.what === 'report') {
      this.#set({ done: { what: asked.what, name: asked.name } })
    }
    return true
  }

  #mute(speaker: string, name: string | null): void {
    this.#setMuted([...this.snapshot.muted.filter((other) => other !== speaker), speaker].slice(-MOST_MUTED))
    this.#set({ done: { what: 'mute', name } })
  }

  #setMuted(muted: readonly string[]): void {
    const others = readAll(this.keep).filter((entry) => !entry.startsWith(`${this.code}:`))
    const all = [...others, ...muted.map((speaker) => `${this.code}:${speaker}`)].slice(-MOST_MUTED)
    if (all.length === 0) this.keep.forget(MUTED)
    else this.keep.write(MUTED, all.join(' '))
    this.#set({ muted, done: null, refusal: null })
  }

  #set(change: Partial<ChatSnapshot>): void {
    this.snapshot = { ...this.snapshot, ...change }
    this.changed(this.snapshot)
  }
}

/** The lines that this device shows. */
export function shownLines({ lines, muted }: ChatSnapshot): readonly ChatLine[] {
  return lines.filter(({ speaker }) => !muted.includes(speaker))
}

/** How many of them others have said after the one with that number. */
export function newLines(chat: ChatSnapshot, seen: number): readonly ChatLine[] {
  return shownLines(chat).filter(({ number, speaker }) => number > seen && speaker !== chat.you)
}

function readAll(keep: Keep): readonly string[] {
  return (keep.read(MUTED) ?? '').split(' ').filter((entry) => entry !== '')
}

function readMuted(keep: Keep, code: string): readonly string[] {
  return readAll(keep).flatMap((entry) => (entry.startsWith(`${code}:`) ? [entry.slice(code.length + 1)] : []))
}
