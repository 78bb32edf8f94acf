/** What calls somebody back who looks elsewhere: the title of the page, and a sound. */
import type { TableState } from '../state/wire'
import { say } from '../text'
import { settings } from './preferences.svelte'
import { callSound, turnSound } from './sound'

/** It is the own turn now; louder where the page cannot be seen. */
export function soundTurn(): void {
  if (!settings.current.sound) return
  if (document.visibilityState === 'visible') turnSound()
  else callSound()
}

/** Keep the title true: whose turn it is, and that the match has begun while the page could not be seen. */
export function keepTitle(table: () => TableState | null, turn: () => boolean): void {
  let begun = $state(false)
  let waited = false

  $effect(() => {
    const status = table()?.status
    if (status === 'waiting' || status === 'starting') waited = true
    else if (waited && status === 'playing') {
      waited = false
      if (document.visibilityState === 'visible') return
      begun = true
      if (settings.current.sound && !turn()) callSound()
    }
  })

  $effect(() => {
    const seen = (): void => {
      if (document.visibilityState === 'visible') begun = false
    }
    document.addEventListener('visibilitychange', seen)
    return () => document.removeEventListener('visibilitychange', seen)
  })

  $effect(() => {
    const now = table()
    const title = now === null ? 'Amity' : `${say(`game.${now.game}` as 'game.mate')} – Amity`
    const call = turn() ? say('client.title.turn') : begun ? say('client.title.begun') : null
    document.title = call === null ? title : `● ${call} – ${title}`
  })
}
