/** Who this device is for the lobby: a random identity, which the server stores only as a hash. */
import type { Keep } from './keep'

const GUEST = /^[A-Za-z0-9_-]{32,64}$/

/** The identity that is kept, or a new one. Without storage it lasts as long as the page. */
export function guestIdentity(keep: Keep): string {
  const kept = keep.read('guest')
  if (kept !== null && GUEST.test(kept)) return kept
  // Two letters a byte: plain http has getRandomValues as well.
  const fresh = Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => byte.toString(16).padStart(2, '0')).join('')
  keep.write('guest', fresh)
  return fresh
}
