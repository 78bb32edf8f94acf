/** How many dialogs are open, one above the other. */
class Dialogs {
  open = $state(0)
}

export const dialogs = new Dialogs()

/** Whether the focus may be moved: nobody writes, and no dialog is open. */
export function takesFocus(): boolean {
  if (document.querySelector('dialog[open]') !== null) return false
  const now = document.activeElement
  if (now === null || now === document.body) return true
  if (now.matches('input, select, textarea')) return false
  // In the bars around the table somebody is doing something else.
  return now.closest('.felt') !== null || !now.isConnected
}
