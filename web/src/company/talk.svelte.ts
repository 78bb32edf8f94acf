/** What somebody has read of the chat, and what is said of it to the ear. */
import { newLines, type ChatSnapshot } from '../state/chat'
import type { ChatLine } from '../state/wire'

/** Lines of so much time are told together, so that talk does not drown the game. */
const GATHER = 1_000
/** The pause after that. */
const PAUSE = 8_000

export class Talk {
  open = $state(false)
  #read = $state<number | null>(null)
  readonly #chat: () => ChatSnapshot
  /** Lines that came while the panel was closed. */
  readonly unread: number = $derived.by(() => (this.#read === null ? 0 : newLines(this.#chat(), this.#read).length))

  constructor(chat: () => ChatSnapshot) {
    this.#chat = chat
    $effect(() => {
      const { you, lines } = chat()
      // What was said before one came is no news.
      if (you !== '' && (this.open || this.#read === null)) this.#read = lines.at(-1)?.number ?? 0
    })
  }
}

/** Words for the ear: the lines of others, a few at once and not too often. */
export class Told {
  words = $state('')
  #told: number | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #last = -PAUSE

  constructor(chat: () => ChatSnapshot, sentence: (lines: readonly ChatLine[]) => string) {
    $effect(() => {
      const { you, lines } = chat()
      if (you === '') return
      this.#told ??= lines.at(-1)?.number ?? 0
      if (this.#timer !== undefined || newLines(chat(), this.#told).length === 0) return
      this.#timer = setTimeout(
        () => {
          this.#timer = undefined
          this.#last = performance.now()
          const fresh = newLines(chat(), this.#told ?? 0)
          this.#told = chat().lines.at(-1)?.number ?? this.#told
          if (fresh.length > 0) this.words = sentence(fresh)
        },
        Math.max(GATHER, this.#last + PAUSE - performance.now()),
      )
    })
    $effect(() => () => clearTimeout(this.#timer))
  }
}
