/** Pages and lessons are fetched one by one, in the language that is spoken. */
import { speech } from '../text'
import type { Lesson } from '../learn/lesson'
import type { Block } from './blocks'

const PAGES = import.meta.glob<{ readonly page: readonly Block[] }>('../generated/rules/*.rules.js')
const LESSONS = import.meta.glob<{ readonly lesson: Lesson }>('../generated/rules/*.lesson.js')

/** Begin to fetch what a rules page says before its language is spoken; rejects when it cannot be fetched. */
export function fetchPage(game: string, language: string): Promise<unknown> {
  return find(PAGES, `${language}.${game}.rules`)()
}

/** The rules page of a game; rejects when it cannot be fetched. */
export async function loadPage(game: string, language: string): Promise<readonly Block[]> {
  const [{ page }] = await Promise.all([find(PAGES, `${language}.${game}.rules`)(), speech.addGame('learn')])
  return page
}

/** The first lesson of a game; rejects when it cannot be fetched. */
export async function loadLesson(game: string, language: string): Promise<Lesson> {
  const [{ lesson }] = await Promise.all([find(LESSONS, `${language}.${game}.lesson`)(), speech.addGame('learn')])
  return lesson
}

function find<T>(modules: Readonly<Record<string, () => Promise<T>>>, name: string): () => Promise<T> {
  const found = modules[`../generated/rules/${name}.js`]
  if (found === undefined) throw new RangeError(`no page called ${name}`)
  return found
}
