/** What the headless state needs from the outside: time, chance and sockets. Tests bring their own. */

export interface Socket {
  send(text: string): void
  close(): void
}

export interface SocketListener {
  opened(): void
  received(text: string): void
  /** The socket is gone, by whatever side. Called once. */
  closed(): void
}

export interface Surroundings {
  /** Milliseconds that only go forward. */
  now(): number
  /** Calls `task` after `ms`; the function it returns calls it off. */
  later(ms: number, task: () => void): () => void
  /** A number from 0 up to 1. */
  random(): number
  openSocket(address: string, listener: SocketListener): Socket
}

/** The browser itself. */
export function browserSurroundings(): Surroundings {
  return {
    now: () => performance.now(),
    later(ms, task) {
      const timer = setTimeout(task, ms)
      return () => clearTimeout(timer)
    },
    random: () => Math.random(),
    openSocket(address, listener) {
      const socket = new WebSocket(address)
      let done = false
      const close = (): void => {
        if (done) return
        done = true
        listener.closed()
      }
      socket.addEventListener('open', () => {
        if (!done) listener.opened()
      })
      socket.addEventListener('message', (message) => {
        if (!done) listener.received(String(message.data))
      })
      socket.addEventListener('close', close)
      return {
        send: (text) => socket.send(text),
        close() {
          // A dead network lets the closing handshake hang for long; for us the socket is gone now.
          socket.close()
          close()
        },
      }
    },
  }
}
