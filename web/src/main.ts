import { mount } from 'svelte'
import './app.css'
import App from './App.svelte'
import { settings } from './lib/preferences.svelte'
import { allowSound } from './lib/sound'

settings.apply()
for (const kind of ['pointerdown', 'keydown']) window.addEventListener(kind, allowSound, { passive: true })

const target = document.getElementById('app')
if (target === null) throw new Error('the page has no place for the application')
await settings.speak()
mount(App, { target })
