import { untrack } from 'svelte'
import { takesFocus } from './focus'

/**
 * Move the focus once for every question that is asked of the player, never out of a dialog or a text being written.
 * `question` is different for every question, and null while there is none; what else changes moves nothing.
 */
export function onQuestion(question: () => string | null, move: () => void): void {
  const asked = $derived(question())
  $effect(() => {
    if (asked === null) return
    untrack(() => {
      if (takesFocus()) move()
    })
  })
}
