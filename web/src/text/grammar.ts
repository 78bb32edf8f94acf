/** What a word needs around it: the article of a noun, the particle behind a Korean word. As `amity.text._grammar`. */

/** What a text asks for (`{du card}`), in the form before a masculine noun; by the article that the noun has. */
const ARTICLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  le: { le: 'le', la: 'la', 'l’': 'l’' },
  du: { le: 'du', la: 'de la', 'l’': 'de l’' },
  au: { le: 'au', la: 'à la', 'l’': 'à l’' },
  o: { o: 'o', a: 'a' },
  do: { o: 'do', a: 'da' },
  ao: { o: 'ao', a: 'à' },
  no: { o: 'no', a: 'na' },
}

/** Korean particles as texts have them behind a field: the form after a consonant and the form after a vowel. */
const PARTICLES: Readonly<Record<string, readonly [string, string]>> = {
  '은(는)': ['은', '는'],
  '이(가)': ['이', '가'],
  '을(를)': ['을', '를'],
  '과(와)': ['과', '와'],
  '(으)로': ['으로', '로'],
  '(이)': ['이', ''],
}

const escaped = (text: string): string => text.replace(/[()]/g, '\\$&')

/** A placeholder: the article it asks for, its name, marks that close a quotation, the particle behind them. */
export const PLACEHOLDER = new RegExp(
  `\\{(?:(${Object.keys(ARTICLES).flatMap((name) => [name, capital(name)]).join('|')}) )?([a-z][a-z0-9_]*)\\}(?:([”)]*)(${Object.keys(PARTICLES).map(escaped).join('|')}))?`,
  'g',
)

/** The place of ㄹ among the finals of a syllable. */
const RIEUL = 8

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A noun's article and the noun: `la|dame`; no article for a text that has none. */
export function splitNoun(text: string): readonly [article: string, noun: string] {
  const bar = text.indexOf('|')
  return bar < 0 ? ['', text] : [text.slice(0, bar), text.slice(bar + 1)]
}

/** `shown` behind the article that a text asks for: `de la` before `dame` where `du` is wanted. */
export function withArticle(wanted: string, article: string, shown: string): string {
  const form = ARTICLES[wanted.toLowerCase()]?.[article]
  if (form === undefined) return shown
  const whole = form.endsWith('’') ? form + shown : `${form} ${shown}`
  return wanted === wanted.toLowerCase() ? whole : capital(whole)
}

/** The form of a particle behind a word by its last sound; both forms where nobody knows how the word sounds. */
export function particle(choice: string, word: string): string {
  const forms = PARTICLES[choice]
  const final = finalOf(word)
  if (forms === undefined || final === null) return choice
  return final === 0 || (choice === '(으)로' && final === RIEUL) ? forms[1] : forms[0]
}

/** The final consonant of the last syllable: 0 for none, 8 for ㄹ, another number for others; null if unknown. */
function finalOf(word: string): number | null {
  const found = /([0-9]|[가-힣]|[A-Za-z]+)[^0-9A-Za-z가-힣]*$/.exec(word)
  const last = found?.[1]
  if (found === null || last === undefined || /(?![A-Za-z가-힣])\p{L}/u.test(found[0])) return null
  // 영 일 이 삼 사 오 육 칠 팔 구; tens, hundreds and thousands end in a consonant as 영 does.
  if (/[0-9]/.test(last)) return [21, RIEUL, 0, 16, 0, 0, 1, RIEUL, RIEUL, 0][Number(last)] ?? null
  if (/[가-힣]/.test(last)) return (last.charCodeAt(0) - '가'.charCodeAt(0)) % 28
  if (/[lLR]$/.test(last) && !/[a-z]R$/.test(last)) return RIEUL
  if (last === last.toUpperCase()) return /[MN]$/.test(last) ? 1 : 0
  // As a name is written in Hangul: Karen 캐런, Tom 톰, Bob 밥, Jack 잭, but Ted 테드 and Max 맥스.
  return /(?:[mn]|ng|[aeiou](?:ck|[bckpt]))$/i.test(last) ? 1 : 0
}
