/** What people at a table do besides playing: fetched with its texts when a table is there. */
import { speech } from '../text'

export type Company = typeof import('./index')

export async function loadCompany(): Promise<Company> {
  const [company] = await Promise.all([import('./index'), speech.addGame('chat')])
  return company
}
