/** The record of a match as a file: the own view while it is played, everything when it is over. */
import { recordAddress } from '../state/api'

export async function downloadRecord(code: string, token: string | null): Promise<void> {
  // The token travels in a header: an address would stay in histories and logs.
  const headers: HeadersInit = token === null ? {} : { Authorization: `Bearer ${token}` }
  const response = await fetch(recordAddress(code), { headers })
  if (!response.ok) throw new Error(`record: ${response.status}`)
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = `amity-${code}.txt`
  link.click()
  URL.revokeObjectURL(address)
}
