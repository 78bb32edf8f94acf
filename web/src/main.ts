import { mount } from 'svelte'
import './app.css'
import App from './App.svelte'
import { showEntry } from './club/club'
import { fetchAhead } from './lib/ahead'
import { keep, settings } from './lib/preferences.svelte'
import { allowSound } from './lib/sound'
import { navigation } from './lib/navigation.svelte'
import { updates } from './offline/updates.svelte'
import { reopened } from './state/reopen'

settings.apply()
updates.start()
// The first screen stays behind the table, so that “back” leads there.
const table = reopened(keep, location.search)
if (table !== null) {
  history.replaceState(null, '', '/')
  navigation.go(table)
}
for (const kind of ['pointerdown', 'keydown']) window.addEventListener(kind, allowSound, { passive: true })

const target = document.getElementById('app')
if (target === null) throw new Error('the page has no place for the application')
// Without its texts the page can say nothing: a newer server has others, and a lost network comes back.
// Whoever cannot be asked who is let in says that it cannot be reached where something is wanted of it.
fetchAhead(navigation.route, settings.spoken())
const [spoken, entry] = await Promise.all([
  settings.speak().then(
    () => true,
    () => false,
  ),
  showEntry(fetch.bind(window)).catch(() => null),
])
if (spoken) {
  target.replaceChildren()
  mount(App, { target, props: { entry } })
} else setTimeout(() => location.reload(), 3_000)
