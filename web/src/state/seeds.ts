/** A seat's own seed: drawn here, committed to before the deal, revealed when the server has committed to its own. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { Keep } from './keep'
import type { ClientMessage, TableState } from './wire'

/** The SHA-256 of a seed in hexadecimal, in hexadecimal. */
export function commitment(seed: string): string {
  return bytesToHex(sha256(hexToBytes(seed)))
}

/** Whether a released seed is the one that was committed to. */
export function keepsCommitment(seed: string, committed: string): boolean {
  return commitment(seed) === committed.toLowerCase()
}

function ownSeed(keep: Keep, code: string, seat: number): string {
  const place = `seed.${code}.${seat}`
  const kept = keep.read(place)
  if (kept !== null) return kept
  const seed = bytesToHex(crypto.getRandomValues(new Uint8Array(32)))
  keep.write(place, seed)
  return seed
}

/** What the seat has to say about its seed at this moment, if anything. */
export function seedMessage(table: TableState, seat: number | null, keep: Keep): ClientMessage | null {
  // The deals of an evening are the same at all tables: a seat adds to them when it takes part, not here.
  if (seat === null || table.evening !== null) return null
  const { seat_commitments: commitments, seat_seeds: seeds } = table.fairness
  const committed = commitments[seat] ?? null
  if (table.status === 'waiting' && committed === null) {
    return { type: 'commit_seed', commitment: commitment(ownSeed(keep, table.code, seat)) }
  }
  if (table.status === 'starting' && committed !== null && (seeds[seat] ?? null) === null) {
    const seed = ownSeed(keep, table.code, seat)
    // Another device may have committed for this seat; then it reveals.
    if (table.fairness.commitment !== null && commitment(seed) === committed) return { type: 'reveal_seed', seed }
  }
  return null
}
