/** What a person has chosen on this device. */
import type { Keep } from './keep'

export interface Settings {
  /** The name of a language among the catalogues; empty for the one that the browser asks for. */
  readonly language: string
  /** Light or dark; `auto` follows the system. */
  readonly theme: 'auto' | 'light' | 'dark'
  /** Each suit in its own colour. */
  readonly fourColours: boolean
  /** A tap plays a card at once instead of raising it first. */
  readonly oneTap: boolean
  readonly sound: boolean
  /** `auto` follows the system; `less`: nothing moves. */
  readonly motion: 'auto' | 'less'
  /** How long things stay before the next: `fast` for a quarter of the time, `none` not at all. */
  readonly pace: 'normal' | 'fast' | 'none'
  /** Whether the cards of the last trick, which leave no choice, are played by themselves. */
  readonly lastCards: boolean
  /** Whether single letters are commands. */
  readonly letterKeys: boolean
  /** The name to sit down with. */
  readonly name: string
}

/** What is left of every pause. */
export const PACES: Readonly<Record<Settings['pace'], number>> = { normal: 1, fast: 0.25, none: 0 }

export const DEFAULT_SETTINGS: Settings = {
  language: '',
  theme: 'auto',
  fourColours: false,
  oneTap: false,
  sound: true,
  motion: 'auto',
  pace: 'normal',
  lastCards: true,
  letterKeys: true,
  name: '',
}

/** The kept settings; whatever is missing or makes no sense takes its default. */
export function readSettings(keep: Keep): Settings {
  let kept: unknown
  try {
    kept = JSON.parse(keep.read('settings') ?? '{}')
  } catch {
    return DEFAULT_SETTINGS
  }
  if (typeof kept !== 'object' || kept === null) return DEFAULT_SETTINGS
  const values = kept as Record<string, unknown>
  const flag = (name: 'fourColours' | 'oneTap' | 'sound' | 'lastCards' | 'letterKeys'): boolean =>
    typeof values[name] === 'boolean' ? values[name] : DEFAULT_SETTINGS[name]
  const { language, theme, motion, pace, name } = values
  return {
    language: typeof language === 'string' ? language : '',
    theme: theme === 'light' || theme === 'dark' ? theme : 'auto',
    fourColours: flag('fourColours'),
    oneTap: flag('oneTap'),
    sound: flag('sound'),
    motion: motion === 'less' ? 'less' : 'auto',
    pace: pace === 'fast' || pace === 'none' ? pace : 'normal',
    lastCards: flag('lastCards'),
    letterKeys: flag('letterKeys'),
    name: typeof name === 'string' ? name.slice(0, 24) : '',
  }
}

export function writeSettings(keep: Keep, settings: Settings): void {
  keep.write('settings', JSON.stringify(settings))
}
