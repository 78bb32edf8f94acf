/** What an address leads to, fetched before it is asked for. */
import { fetchPage } from '../rules/load'
import { hasPage } from '../rules/games'
import type { Route } from '../state/route'

/** Begin to fetch what an address shows; whoever shows it asks for it again, and says so if it cannot be had. */
export function fetchAhead(route: Route, language: string): void {
  for (const part of partsOf(route, language)) part.catch(() => undefined)
}

function partsOf(route: Route, language: string): readonly Promise<unknown>[] {
  switch (route.screen) {
    case 'table':
      return [import('./TableScreen.svelte')]
    case 'rules':
      return hasPage(route.game) ? [import('../rules/RulesScreen.svelte'), fetchPage(route.game, language)] : []
    case 'learn':
      return [import('../learn/LessonScreen.svelte')]
    default:
      return []
  }
}
