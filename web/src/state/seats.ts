/** The seats this device holds: a token for each table, and how it travels in a link. */
import type { Keep } from './keep'
import type { HeldSeat } from './wire'

const FRAGMENT = /^#seat=([A-Za-z0-9_-]{20,64})$/

export function seatToken(keep: Keep, code: string): string | null {
  return keep.read(`seat.${code}`)
}

export function keepSeat(keep: Keep, code: string, token: string): void {
  keep.write(`seat.${code}`, token)
}

export function leaveSeat(keep: Keep, code: string): void {
  keep.forget(`seat.${code}`)
}

/** All seats that this device holds. */
export function heldSeats(keep: Keep): readonly HeldSeat[] {
  return keep.names().flatMap((name) => {
    const table = name.startsWith('seat.') ? name.slice('seat.'.length) : ''
    const token = keep.read(name)
    return table === '' || token === null ? [] : [{ table, token }]
  })
}

/** The token in the fragment of an address; the server never sees that part. */
export function tokenInFragment(fragment: string): string | null {
  return FRAGMENT.exec(fragment)?.[1] ?? null
}

/** The link that brings another person to the table. */
export function invitation(origin: string, code: string): string {
  return `${origin}/t/${code}`
}

/** The link that brings the same person to the same seat on another device. */
export function seatLink(origin: string, code: string, token: string): string {
  return `${invitation(origin, code)}#seat=${token}`
}

/** The table code in what a person typed or pasted: a code, or a link to the table. */
export function readCode(text: string): string | null {
  const code = (/\/t\/([^/?#]+)/.exec(text)?.[1] ?? text).trim().toUpperCase()
  return /^[A-Z0-9]{4,12}$/.test(code) ? code : null
}
