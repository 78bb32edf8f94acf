import { getContext, setContext } from 'svelte'

/** A sentence for the ears. */
export interface Line {
  readonly id: number
  readonly words: string
}

/** So many sentences stay: more may come between two looks of a screen reader, and the oldest are read by then. */
const KEPT = 24

/**
 * What is read out at a table. Every sentence comes as a line of its own: lines that are added are all read, one after
 * the other, while of a text that is replaced only the last may be; and the same words twice are read twice.
 */
export class Speech {
  #next = 0
  /** When there is a pause. */
  polite = $state.raw<readonly Line[]>([])
  /** At once. */
  urgent = $state.raw<readonly Line[]>([])

  say(...sentences: readonly string[]): void {
    if (sentences.length > 0) this.polite = this.#with(this.polite, sentences)
  }

  warn(sentence: string): void {
    this.urgent = this.#with(this.urgent, [sentence])
  }

  #with(lines: readonly Line[], sentences: readonly string[]): readonly Line[] {
    return [...lines, ...sentences.map((words) => ({ id: this.#next++, words }))].slice(-KEPT)
  }
}

const KEY = Symbol('speech')

/** Makes it known to the dialogs of this screen: while one is open, nothing outside it is read. */
export function provideSpeech(speech: Speech): Speech {
  return setContext(KEY, speech)
}

/** What is read out on this screen; undefined where nothing is. */
export function speechOfScreen(): Speech | undefined {
  return getContext<Speech | undefined>(KEY)
}
