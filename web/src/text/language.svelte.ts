/** The chosen language: its texts are fetched when they are needed, and only they. */
import type { Catalogue } from './format'

type Messages = Catalogue['messages']
interface Module {
  readonly messages: Messages
  /** Only beside the texts that are needed at once. */
  readonly plural?: Catalogue['plural']
}

const MODULES = import.meta.glob<Module>('../generated/messages/*.js')

/** The languages, each by its own name, in the order of the choice. */
export const LANGUAGES: Readonly<Record<string, string>> = {
  en: 'English',
  fr: 'Français',
  ko: '한국어',
  pt_BR: 'Português',
  zh_Hans: '简体中文',
}

/** As browsers and style sheets name a language: `pt-BR`. */
export function tagOf(language: string): string {
  return language.replace('_', '-')
}

/** The language that suits a person best, of the ones he names in the order of his wishes; English if none does. */
export function fittingLanguage(wishes: readonly string[]): string {
  for (const wish of wishes) {
    const language = languageOf(wish)
    if (language === 'zh' && scriptOf(wish) !== 'Hans') continue
    const found = Object.keys(LANGUAGES).find((known) => languageOf(known) === language)
    if (found !== undefined) return found
  }
  return 'en'
}

function languageOf(tag: string): string {
  return tag.split(/[-_]/, 1)[0]?.toLowerCase() ?? ''
}

/** The script in which a language is written where it is; asked only where it matters, as browsers are slow to know. */
function scriptOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tagOf(tag)).maximize().script
  } catch {
    return undefined
  }
}

class Speech {
  /** What is spoken now; everything that was said with it is said anew when it changes. */
  catalogue = $state.raw<Catalogue>({ language: 'en', plural: () => 0, messages: {} })
  /** The language's name among the catalogues: `pt_BR`. */
  language = $state('')
  #games = new Set<string>()

  /** Speak a language; rejects when its texts cannot be fetched. */
  async choose(language: string): Promise<void> {
    const [base, ...games] = await Promise.all([load(language), ...[...this.#games].map((game) => load(`${language}.${game}`))])
    const messages = Object.assign({}, base.messages, ...games.map((module) => module.messages)) as Messages
    this.catalogue = { language: tagOf(language), plural: base.plural ?? (() => 0), messages }
    this.language = language
  }

  /** Add the texts of a game; rejects when they cannot be fetched. */
  async addGame(game: string): Promise<void> {
    if (this.#games.has(game)) return
    const { language } = this
    const { messages } = await load(`${language}.${game}`)
    this.#games.add(game)
    // The language may have been changed meanwhile.
    if (this.language !== language) return this.choose(this.language)
    this.catalogue = { ...this.catalogue, messages: { ...this.catalogue.messages, ...messages } }
  }
}

export const speech = new Speech()

async function load(name: string): Promise<Module> {
  const module = MODULES[`../generated/messages/${name}.js`]
  if (module === undefined) throw new RangeError(`no texts called ${name}`)
  return module()
}
