/** An installed application that is opened again goes back to the match in progress. */
import type { Keep } from './keep'
import { tablePath } from './route'

const NAME = 'table'
/** What the manifest's `start_url` has behind the address of the first screen. */
const OPENED = '?app'

/** Remember the table at which this device plays, or forget it when it does no more. */
export function rememberTable(keep: Keep, code: string, playing: boolean): void {
  if (playing) keep.write(NAME, code)
  else if (keep.read(NAME) === code) keep.forget(NAME)
}

/** Where to go when the application was opened at its first screen; null where it is. */
export function reopened(keep: Keep, search: string): string | null {
  const code = search === OPENED ? keep.read(NAME) : null
  return code !== null && /^[A-Z0-9]{4,12}$/.test(code) ? tablePath(code) : null
}
