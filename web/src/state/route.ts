/** Which screen an address means. */
export type Route =
  | { readonly screen: 'home' }
  | { readonly screen: 'table'; readonly code: string }
  | { readonly screen: 'review'; readonly name: string | null; readonly code: string | null }
  | { readonly screen: 'rules' | 'learn' | 'ratings' | 'club'; readonly game: string }
  | { readonly screen: 'evening'; readonly code: string | null }
  | { readonly screen: 'daily' }
  | { readonly screen: 'puzzles'; readonly game: string | null; readonly name: string | null }
  | { readonly screen: 'scorer'; readonly sheet: string | null }
  | { readonly screen: 'nowhere' }

export function readRoute(path: string): Route {
  // Whoever comes in by an invitation is at home then.
  if (path === '/' || path === '/index.html' || path === '/enter') return { screen: 'home' }
  if (/^\/daily\/?$/.test(path)) return { screen: 'daily' }
  const [puzzles, puzzle, ofGame] = /^\/puzzles(?:\/((friends|mate|pinochle|tarot)(?:-[0-9a-f]{8})?))?\/?$/.exec(path) ?? []
  if (puzzles !== undefined) return { screen: 'puzzles', game: ofGame ?? null, name: puzzle === ofGame ? null : (puzzle ?? null) }
  const scorer = /^\/scorer(?:\/([a-z0-9]{6,12}))?\/?$/.exec(path)
  if (scorer !== null) return { screen: 'scorer', sheet: scorer[1] ?? null }
  const evening = /^\/evening(?:\/([A-Za-z0-9]{4,12}))?\/?$/.exec(path)
  if (evening !== null) return { screen: 'evening', code: evening[1]?.toUpperCase() ?? null }
  const list = /^\/(ratings|club)\/?$/.exec(path)?.[1]
  if (list === 'ratings' || list === 'club') return { screen: list, game: 'mate' }
  const [, screen, game] = /^\/(rules|learn|ratings|club)\/(friends|mate|pinochle|tarot)\/?$/.exec(path) ?? []
  if ((screen === 'rules' || screen === 'learn' || screen === 'ratings' || screen === 'club') && game !== undefined) return { screen, game }
  const [bring, name] = /^\/review(?:\/([A-Za-z0-9_-]{16,32}))?\/?$/.exec(path) ?? []
  if (bring !== undefined) return { screen: 'review', name: name ?? null, code: null }
  const reviewed = /^\/t\/([A-Za-z0-9]{4,12})\/review\/?$/.exec(path)?.[1]
  if (reviewed !== undefined) return { screen: 'review', name: null, code: reviewed.toUpperCase() }
  const code = /^\/t\/([A-Za-z0-9]{4,12})\/?$/.exec(path)?.[1]
  return code === undefined ? { screen: 'nowhere' } : { screen: 'table', code: code.toUpperCase() }
}

/** A match that is looked at again, by the name of its review. */
export function reviewPath(name: string): string {
  return `/review/${name}`
}

/** The same by its table, for whoever had a seat there. */
export function reviewOfTable(code: string): string {
  return `/t/${code}/review`
}

export function tablePath(code: string): string {
  return `/t/${code}`
}
