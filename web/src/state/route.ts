/** Which screen an address means. */
export type Route =
  | { readonly screen: 'home' }
  | { readonly screen: 'table'; readonly code: string }
  | { readonly screen: 'rules' | 'learn' | 'ratings'; readonly game: string }
  | { readonly screen: 'nowhere' }

export function readRoute(path: string): Route {
  if (path === '/' || path === '/index.html') return { screen: 'home' }
  if (/^\/ratings\/?$/.test(path)) return { screen: 'ratings', game: 'mate' }
  const [, screen, game] = /^\/(rules|learn|ratings)\/(friends|mate|pinochle|tarot)\/?$/.exec(path) ?? []
  if ((screen === 'rules' || screen === 'learn' || screen === 'ratings') && game !== undefined) return { screen, game }
  const code = /^\/t\/([A-Za-z0-9]{4,12})\/?$/.exec(path)?.[1]
  return code === undefined ? { screen: 'nowhere' } : { screen: 'table', code: code.toUpperCase() }
}

export function tablePath(code: string): string {
  return `/t/${code}`
}
