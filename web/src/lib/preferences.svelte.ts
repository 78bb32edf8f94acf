/** The settings of this device, kept and applied to the page. */
import { browserKeep } from '../state/keep'
import { readSettings, writeSettings, type Settings } from '../state/settings'

export const keep = browserKeep()

class Preferences {
  current = $state.raw<Settings>(readSettings(keep))

  change(change: Partial<Settings>): void {
    this.current = { ...this.current, ...change }
    writeSettings(keep, this.current)
    this.apply()
  }

  /** Tell the style sheets. */
  apply(): void {
    const { dataset } = document.documentElement
    dataset['theme'] = this.current.theme
    dataset['suits'] = this.current.fourColours ? 'four' : 'two'
    dataset['motion'] = this.current.motion
  }
}

export const settings = new Preferences()
