/** Times as the language writes them. */
import { units } from '../state/clock'
import { speech } from './language.svelte'

/** Below an hour as a clock shows it (`4:05`), above in words (`1d 3h`). */
export function clockText(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  if (seconds >= 3600) return durationText(ms, 'narrow')
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** A time in words: `1 day`, `2 min 30 sec`. */
export function durationText(ms: number, display: 'narrow' | 'short' | 'long' = 'short'): string {
  return units(ms)
    .map(([unit, value]) => unitFormat(speech.catalogue.language, unit, display).format(value))
    .join(' ')
}

/** Made once each: they take a browser long. */
const formats = new Map<string, Intl.NumberFormat>()

function unitFormat(language: string, unit: string, unitDisplay: 'narrow' | 'short' | 'long'): Intl.NumberFormat {
  const key = [language, unit, unitDisplay].join()
  const format = formats.get(key) ?? new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay })
  formats.set(key, format)
  return format
}
