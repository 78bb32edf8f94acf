/** What is known about cards of a hand beyond what may be done with them, handed down to every hand of a screen. */
import { getContext, setContext } from 'svelte'

const KEY = Symbol('hinted cards')
const NONE: ReadonlyMap<string, string> = new Map()

/** Hands of this screen show these. */
export function provideHints(cards: () => ReadonlyMap<string, string>): void {
  setContext(KEY, cards)
}

/** What the screen around has to say about cards of a hand. */
export function hintsOfScreen(): () => ReadonlyMap<string, string> {
  return getContext<(() => ReadonlyMap<string, string>) | undefined>(KEY) ?? (() => NONE)
}
