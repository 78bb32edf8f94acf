/**
 * Shows one thing after another: each stays for a while before the next may be shown.
 *
 * What is shown is always true, only a little late; `flush` catches up at once (after a reconnect, in a hidden page).
 */
import type { Surroundings } from './surroundings'

/** More than this waiting means that we are far behind: then nothing is held any longer. */
export const LONGEST_QUEUE = 24

export interface QueueOptions<T> {
  /** Make this the present moment. */
  show(item: T): void
  /** How long it stays, in milliseconds, before the next one. */
  hold(item: T): number
  /** The last one has been shown and its time is over. */
  settled(): void
}

export class Queue<T> {
  #waiting: T[] = []
  #release: (() => void) | null = null

  constructor(
    private readonly options: QueueOptions<T>,
    private readonly surroundings: Surroundings,
  ) {}

  get length(): number {
    return this.#waiting.length
  }

  push(item: T): void {
    this.#waiting.push(item)
    if (this.#release === null || this.#waiting.length > LONGEST_QUEUE) this.#next()
  }

  /** What is shown now has been seen long enough. */
  release(): void {
    if (this.#release !== null) this.#next()
  }

  /** Show everything that waits, at once. */
  flush(): void {
    this.#stop()
    for (const item of this.#waiting.splice(0)) this.options.show(item)
    this.options.settled()
  }

  /** Forget what waits. */
  clear(): void {
    this.#stop()
    this.#waiting.length = 0
  }

  #next(): void {
    this.#stop()
    let shown = false
    for (let item = this.#waiting.shift(); item !== undefined; item = this.#waiting.shift()) {
      this.options.show(item)
      shown = true
      const hold = this.#waiting.length > LONGEST_QUEUE ? 0 : this.options.hold(item)
      if (hold > 0) {
        this.#release = this.surroundings.later(hold, () => this.#next())
        return
      }
    }
    if (shown || this.#waiting.length === 0) this.options.settled()
  }

  #stop(): void {
    this.#release?.()
    this.#release = null
  }
}
