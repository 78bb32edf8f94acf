/** What an address leads to, fetched before it is asked for. */
import type { Route } from '../state/route'

/** Begin to fetch the screen of an address; whoever shows it asks for it again, and says so if it cannot be had. */
export function fetchAhead({ screen }: Route): void {
  screenOf(screen)?.catch(() => undefined)
}

function screenOf(screen: Route['screen']): Promise<unknown> | null {
  switch (screen) {
    case 'table':
      return import('./TableScreen.svelte')
    case 'rules':
      return import('../rules/RulesScreen.svelte')
    case 'learn':
      return import('../learn/LessonScreen.svelte')
    default:
      return null
  }
}
