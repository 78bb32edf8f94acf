import { untrack } from 'svelte'
import { dialogs, takesFocus } from './focus.svelte'

/**
 * Move the focus once for every question that is asked of the player, never out of a dialog or a text being written; a dialog
 * that is open is waited for.
 * `question` is different for every question, and null while there is none; what else changes moves nothing.
 */
export function onQuestion(question: () => string | null, move: () => void): void {
  const asked = $derived(question())
  let answered: string | null = null
  $effect(() => {
    if (asked === null || asked === answered || dialogs.open > 0) return
    answered = asked
    untrack(() => {
      if (takesFocus()) move()
    })
  })
}
