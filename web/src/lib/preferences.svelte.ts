/** The settings of this device, kept and applied to the page. */
import { browserKeep } from '../state/keep'
import { readSettings, writeSettings, type Settings } from '../state/settings'
import { fittingLanguage, LANGUAGES, say, speech, tagOf } from '../text'

export const keep = browserKeep()

/** What outlives a reload of this page, and not its tab. */
export const tabKeep = browserKeep('sessionStorage')

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

  /** The chosen language, or the one that the browser asks for. */
  spoken(language = this.current.language): string {
    return language in LANGUAGES ? language : fittingLanguage(navigator.languages)
  }

  /** Speak the chosen language, or the one that the browser asks for; rejects when its texts cannot be fetched. */
  async speak(language = this.current.language): Promise<void> {
    const spoken = this.spoken(language)
    await speech.choose(spoken)
    document.documentElement.lang = tagOf(spoken)
    document.querySelector('meta[name=description]')?.setAttribute('content', say('client.description'))
  }

  /** Change the language, and keep the choice once its texts are there. Rejects as `speak` does. */
  async changeLanguage(language: string): Promise<void> {
    await this.speak(language)
    this.change({ language })
  }
}

export const settings = new Preferences()
