/** The address bar. */
import { readRoute, type Route } from '../state/route'

class Navigation {
  route = $state.raw<Route>(readRoute(location.pathname))

  constructor() {
    window.addEventListener('popstate', () => {
      this.route = readRoute(location.pathname)
    })
  }

  go(path: string): void {
    history.pushState(null, '', path)
    this.route = readRoute(location.pathname)
    window.scrollTo(0, 0)
  }

  /** Follow an ordinary click on a link of ours without loading the page again. */
  follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link === null || link.origin !== location.origin || link.target !== '' || link.hasAttribute('download')) return
    if (readRoute(link.pathname).screen === 'nowhere') return
    event.preventDefault()
    this.go(link.pathname)
  }
}

export const navigation = new Navigation()
