/** Whether things move: not when the system or the person asks for less of it. */
import { MediaQuery } from 'svelte/reactivity'
import { settings } from './preferences.svelte'

const less = new MediaQuery('(prefers-reduced-motion: reduce)')

/** A duration in milliseconds, or none where nothing is to move. */
export function moving(duration: number): number {
  return less.current || settings.current.motion === 'less' ? 0 : duration
}
