/** The fields of a form, bound to the entry that is filled in. */
import { say, type MessageKey } from '../text'

export interface Option<T> {
  readonly value: T
  readonly text: string
}

export class Fields {
  constructor(
    /** The entry as it is now, to be changed in place. */
    private readonly draft: () => object,
    /** What is wrong with a field, as a sentence. */
    readonly problem: (field: string) => string | null,
  ) {}

  get #values(): Record<string, unknown> {
    return this.draft() as Record<string, unknown>
  }

  /** The properties of a `Choice` of one. */
  choice<T extends string | number>(field: string, legend: MessageKey, options: readonly Option<T>[]) {
    return {
      legend: say(legend),
      options,
      chosen: [this.#values[field] as T | null],
      problem: this.problem(field),
      onchoose: (value: T): void => {
        this.#values[field] = value
      },
    }
  }

  /** The properties of a `Count`. */
  count(field: string, label: MessageKey, most: number, step = 1, least = 0) {
    return {
      label: say(label),
      value: this.#values[field] as number | null,
      least,
      most,
      step,
      problem: this.problem(field),
      onchange: (value: number | null): void => {
        this.#values[field] = value
      },
    }
  }
}
