/** This device's copy of the client: kept by the service worker, replaced when whoever plays wants it. */
import type { Told } from './files'

/** Milliseconds between two looks for a newer version. */
const LOOK = 10 * 60_000

class Updates {
  /** The next version, ready to take over. */
  #waiting = $state.raw<ServiceWorker | null>(null)
  /** Whether another page of this device has changed to a newer version already. */
  #overtaken = $state(false)
  /** Whether a match is being played on this page. */
  playing = $state(false)
  #wanted = false
  #looked = 0

  /** Whether a newer version can be offered now: not in the middle of a deal. */
  get offered(): boolean {
    return (this.#waiting !== null || this.#overtaken) && !this.playing
  }

  /** Keep the client on this device, where the browser can. Without it everything works as long as there is a connection. */
  start(): void {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    const { serviceWorker } = navigator
    const controlled = serviceWorker.controller !== null
    serviceWorker.addEventListener('controllerchange', () => {
      if (this.#wanted) location.reload()
      else if (controlled) this.#overtaken = true
    })
    serviceWorker.register('/sw.js', { updateViaCache: 'none' }).then(
      (registration) => {
        // The page has only just opened, so nothing is lost.
        if (registration.waiting !== null && controlled) this.#take(registration.waiting)
        registration.addEventListener('updatefound', () => {
          const { installing } = registration
          installing?.addEventListener('statechange', () => {
            if (installing.state === 'installed' && serviceWorker.controller !== null) this.#waiting = installing
          })
        })
        document.addEventListener('visibilitychange', () => {
          if (document.visibilityState !== 'visible' || performance.now() - this.#looked < LOOK) return
          this.#looked = performance.now()
          registration.update().catch(() => undefined)
        })
      },
      // Private windows and full disks refuse; the network is still there.
      () => undefined,
    )
  }

  /** Keep the texts of a language and its card faces for times without a connection. */
  keep(language: string, pictures: readonly string[]): void {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    const told: Told = { type: 'keep', language, pictures }
    void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage(told))
  }

  /** Change to the newer version. */
  reload(): void {
    if (this.#waiting === null) location.reload()
    else this.#take(this.#waiting)
  }

  #take(worker: ServiceWorker): void {
    const told: Told = { type: 'activate' }
    this.#wanted = true
    worker.postMessage(told)
  }
}

export const updates = new Updates()
