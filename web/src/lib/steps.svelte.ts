/**
 * The parts of a long screen, made one after the other: between two of them the browser shows what is there and takes
 * what is typed, which on a slow phone would have to wait for the whole.
 */
export class Steps {
  #parts: number
  /** How many parts may be shown. */
  done = $state(0)

  constructor(parts: number) {
    this.#parts = parts
  }

  /** Show one more now, and the others after it. */
  begin(): void {
    if (this.done >= this.#parts) return
    this.done += 1
    setTimeout(() => this.begin())
  }
}
