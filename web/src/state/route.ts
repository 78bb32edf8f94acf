/** Which screen an address means. */
export type Route =
  | { readonly screen: 'home' }
  | { readonly screen: 'table'; readonly code: string }
  | { readonly screen: 'rules' | 'learn' | 'ratings' | 'club'; readonly game: string }
  | { readonly screen: 'nowhere' }

export function readRoute(path: string): Route {
  // Whoever comes in by an invitation is at home then.
  if (path === '/' || path === '/index.html' || path === '/enter') return { screen: 'home' }
  const list = /^\/(ratings|club)\/?$/.exec(path)?.[1]
  if (list === 'ratings' || list === 'club') return { screen: list, game: 'mate' }
  const [, screen, game] = /^\/(rules|learn|ratings|club)\/(friends|mate|pinochle|tarot)\/?$/.exec(path) ?? []
  if ((screen === 'rules' || screen === 'learn' || screen === 'ratings' || screen === 'club') && game !== undefined) return { screen, game }
  const code = /^\/t\/([A-Za-z0-9]{4,12})\/?$/.exec(path)?.[1]
  return code === undefined ? { screen: 'nowhere' } : { screen: 'table', code: code.toUpperCase() }
}

export function tablePath(code: string): string {
  return `/t/${code}`
}
