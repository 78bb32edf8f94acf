import type { TableContext } from '../games/game'
import type { Action } from '../state/wire'

/** How long it is seen that something is about to go by itself, in milliseconds. */
const PAUSES = { normal: 900, fast: 300, none: 0 }

/**
 * Act by itself after a moment, when this seat is asked and `choose` knows the answer: its last cards, a choice made
 * ahead. Whatever changes in between is looked at anew. The pause is the same for every card.
 */
export function automatically(context: () => TableContext, choose: () => Action | null): void {
  $effect(() => {
    const { mayAct, settings, act } = context()
    const action = choose()
    if (!mayAct || action === null) return
    const timer = setTimeout(() => act(action), PAUSES[settings.pace])
    return () => clearTimeout(timer)
  })
}
