/**
 * The service worker: keeps the client on the device, so that it opens at once and without a connection.
 *
 * The program and the page come from the device and are replaced all together by the next version; texts and pictures
 * are kept as far as they are used. Nothing else is: what the server says about matches always comes from the server.
 */
import { readRoute } from '../state/route'
import type { Files, Told } from './files'

declare const __AMITY_FILES__: Files

/** What is used here of the worker's own events; the library of the page does not know them. */
interface Extended extends Event {
  waitUntil(done: Promise<unknown>): void
}
interface Fetching extends Extended {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
interface Spoken extends Extended {
  readonly data: Told
}
interface Worker {
  addEventListener(type: 'install' | 'activate', listener: (event: Extended) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void
  addEventListener(type: 'message', listener: (event: Spoken) => void): void
  skipWaiting(): Promise<void>
  readonly clients: { claim(): Promise<void> }
}

const worker = self as unknown as Worker
const FILES = __AMITY_FILES__
const PAGE = '/index.html'
const CLIENT = 'amity-client-'
const NOW = `${CLIENT}${FILES.version}`
const PICTURES = `amity-pictures-${FILES.pictures}`
/** Pages of the last version may still be open, and want the rest of it. */
const VERSIONS_KEPT = 2

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(activate()))
worker.addEventListener('message', (event) => {
  event.waitUntil(event.data.type === 'activate' ? worker.skipWaiting() : keepTexts(event.data.language, event.data.pictures))
})
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const address = new URL(request.url)
  if (request.method !== 'GET' || address.origin !== location.origin) return
  if (request.mode === 'navigate') {
    if (readRoute(address.pathname).screen !== 'nowhere') event.respondWith(page(request))
  } else if (/^\/(assets|cards)\/|^\/icon\.svg$/.test(address.pathname)) event.respondWith(file(request, address.pathname))
})

async function install(): Promise<void> {
  // Somebody who speaks a language with this version speaks it with the next.
  const spoken: string[] = []
  const before = await keptAddresses()
  for (const files of Object.values(FILES.languages)) {
    const start = files.map(stem)
    if (before.some((address) => start.includes(stem(address)))) spoken.push(...files)
  }
  await keepAll(NOW, [PAGE, ...FILES.shell, ...spoken])
}

async function activate(): Promise<void> {
  const names = await caches.keys()
  const versions = names.filter((name) => name.startsWith(CLIENT) && name !== NOW)
  const old = versions.slice(0, Math.max(0, versions.length - (VERSIONS_KEPT - 1)))
  const pictures = names.filter((name) => name.startsWith('amity-pictures-') && name !== PICTURES)
  await Promise.all([...old, ...pictures].map((name) => caches.delete(name)))
  await worker.clients.claim()
}

/** Keep a language and the pictures it uses. */
async function keepTexts(language: string, pictures: readonly string[]): Promise<void> {
  await keepAll(NOW, FILES.languages[language] ?? [])
  await keepAll(PICTURES, pictures)
}

/** Fetch what is not kept yet; rejects when one cannot be fetched. */
async function keepAll(name: string, addresses: readonly string[]): Promise<void> {
  const cache = await caches.open(name)
  await Promise.all(
    addresses.map(async (address) => {
      if ((await cache.match(address)) !== undefined) return
      // Names in assets hold a hash of what is in them, so the last version's file is this version's too.
      const kept = address.startsWith('/assets/') ? await caches.match(address, { ignoreVary: true }) : undefined
      const response = kept ?? (await fetch(address, { cache: address.startsWith('/assets/') ? 'default' : 'no-cache' }))
      if (!response.ok) throw new Error(`${address}: ${String(response.status)}`)
      await cache.put(address, response)
    }),
  )
}

async function page(request: Request): Promise<Response> {
  const kept = await (await caches.open(NOW)).match(PAGE, { ignoreVary: true })
  return kept ?? fetch(request)
}

async function file(request: Request, path: string): Promise<Response> {
  const kept = await caches.match(request, { ignoreVary: true })
  if (kept !== undefined) return kept
  const response = await fetch(request)
  if (response.ok) {
    const cache = await caches.open(path.startsWith('/assets/') ? NOW : PICTURES)
    await cache.put(request, response.clone())
  }
  return response
}

async function keptAddresses(): Promise<readonly string[]> {
  const names = (await caches.keys()).filter((name) => name.startsWith(CLIENT))
  const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
  return kept.flat().map(({ url }) => new URL(url).pathname)
}

/** `/assets/fr.tarot` of `/assets/fr.tarot-Hash.js`. */
function stem(address: string): string {
  return address.replace(/-[^/]{8}\.\w+$/, '')
}
