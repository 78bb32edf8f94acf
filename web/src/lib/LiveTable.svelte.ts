/** A table for the components: the headless state, followed by Svelte. */
import { browserSurroundings } from '../state/surroundings'
import { Table, type TableOptions, type TableSnapshot } from '../state/table'
import { keep, tabKeep } from './preferences.svelte'

export class LiveTable {
  #current = $state.raw<TableSnapshot>() as TableSnapshot
  readonly table: Table
  readonly #stop: () => void

  constructor(options: TableOptions) {
    this.table = new Table(options, browserSurroundings(), keep, tabKeep)
    const unsubscribe = this.table.subscribe((snapshot) => {
      this.#current = snapshot
    })
    const wake = (): void => this.table.wake()
    const seen = (): void => {
      // A page that was away shows the present moment, not what it missed.
      this.table.catchUp()
      if (document.visibilityState === 'visible') wake()
    }
    const sleep = (): void => this.table.sleep()
    window.addEventListener('online', wake)
    window.addEventListener('offline', sleep)
    document.addEventListener('visibilitychange', seen)
    this.#stop = () => {
      window.removeEventListener('online', wake)
      window.removeEventListener('offline', sleep)
      document.removeEventListener('visibilitychange', seen)
      unsubscribe()
    }
    this.table.start()
  }

  get snapshot(): TableSnapshot {
    return this.#current
  }

  close(): void {
    this.#stop()
    this.table.close()
  }
}
