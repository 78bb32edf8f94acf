import { mount } from 'svelte'
import './app.css'
import App from './App.svelte'
import { settings } from './lib/preferences.svelte'
import { allowSound } from './lib/sound'

settings.apply()
for (const kind of ['pointerdown', 'keydown']) window.addEventListener(kind, allowSound, { passive: true })

const target = document.getElementById('app')
if (target === null) throw new Error('the page has no place for the application')
// Without its texts the page can say nothing: a newer server has others, and a lost network comes back.
const spoken = await settings.speak().then(
  () => true,
  () => false,
)
if (spoken) mount(App, { target })
else setTimeout(() => location.reload(), 3_000)
