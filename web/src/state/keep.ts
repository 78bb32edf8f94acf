/** Small texts that outlive the page. */
export interface Keep {
  read(name: string): string | null
  write(name: string, value: string): void
  forget(name: string): void
  /** The names of all that is kept. */
  names(): readonly string[]
}

const PREFIX = 'amity.'

/** The browser's local storage, or that of this tab alone; where it is forbidden, the page's own memory. */
export function browserKeep(kind: 'localStorage' | 'sessionStorage' = 'localStorage'): Keep {
  try {
    const storage = window[kind]
    storage.setItem(`${PREFIX}probe`, '')
    storage.removeItem(`${PREFIX}probe`)
    return {
      read: (name) => storage.getItem(PREFIX + name),
      write: (name, value) => storage.setItem(PREFIX + name, value),
      forget: (name) => storage.removeItem(PREFIX + name),
      names: () =>
        Object.keys(storage)
          .filter((key) => key.startsWith(PREFIX))
          .map((key) => key.slice(PREFIX.length)),
    }
  } catch {
    return memoryKeep()
  }
}

export function memoryKeep(): Keep {
  const values = new Map<string, string>()
  return {
    read: (name) => values.get(name) ?? null,
    write: (name, value) => void values.set(name, value),
    forget: (name) => void values.delete(name),
    names: () => [...values.keys()],
  }
}
