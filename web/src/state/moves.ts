/** The move of a seat that the server has not answered: it outlives a reload of the page, under its own id. */
import type { Keep } from './keep'
import type { PendingCommand } from './table'
import type { Act } from './wire'

/** The last version of what is kept. */
const FORMAT = 1

interface KeptMove {
  readonly format: number
  /** Of the seat that made it. */
  readonly token: string
  readonly message: Act
}

const nameOf = (table: string): string => `move.${table}`

/**
 * The move that is kept for a seat; none where it is another's, or nothing that can be read.
 *
 * Sent again under the same id it is carried out once, however often that is; decided before the last event of the
 * seat's turn, it is refused.
 */
export function keptMove(keep: Keep, table: string, token: string | null): readonly PendingCommand[] {
  const text = keep.read(nameOf(table))
  if (text === null || token === null) return []
  try {
    const { format, token: mover, message } = JSON.parse(text) as KeptMove
    return format === FORMAT && mover === token && message.type === 'act' ? [{ id: message.id, message }] : []
  } catch {
    return []
  }
}

/** Keep the move among what waits for an answer, or none when there is none. */
export function keepMove(keep: Keep, table: string, token: string | null, pending: readonly PendingCommand[]): void {
  const move = pending.map(({ message }) => message).find((message) => message.type === 'act')
  if (move === undefined || token === null) {
    if (keep.read(nameOf(table)) !== null) keep.forget(nameOf(table))
    return
  }
  const kept: KeptMove = { format: FORMAT, token, message: move }
  try {
    keep.write(nameOf(table), JSON.stringify(kept))
  } catch {
    // No room: it is kept as long as the page is.
  }
}
