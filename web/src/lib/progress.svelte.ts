/** What the device should know of a match that is being played at this table. */
import { onDestroy } from 'svelte'
import { updates } from '../offline/updates.svelte'
import { rememberTable } from '../state/reopen'
import type { TableSnapshot } from '../state/table'
import { keep } from './preferences.svelte'

/** Come back to this table while a seat of it is held here, and change nothing while a deal is played. */
export function keepProgress(code: string, snapshot: () => TableSnapshot): void {
  $effect(() => {
    const { table, seat, connection } = snapshot()
    if (connection.kind === 'ended') rememberTable(keep, code, false)
    if (table === null) return
    const left = seat !== null && table.seats[seat]?.away != null
    const playing = seat !== null && !left
    updates.playing = playing && table.status === 'playing'
    rememberTable(keep, code, playing && table.status !== 'over' && table.status !== 'adjourned')
  })
  onDestroy(() => {
    updates.playing = false
  })
}
