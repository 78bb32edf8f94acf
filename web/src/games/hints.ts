/** Hints of all games as they are shown: in words, and on the cards of a hand. */
import type { Action, Advice } from '../state/wire'
import { cardText, listText, numberText, sayIfKnown, type Voice } from '../text'

/** The end of an action's key where one kind of action has several texts. */
function variant(action: Action): string {
  if ('contract' in action) return `.${action.contract ?? 'pass'}`
  if ('announced' in action) return action.announced ? '.yes' : '.no'
  if ('card' in action && action.card === null) return action.type === 'call' ? '.nobody' : '.nothing'
  return ''
}

/** What an action is called: `Play 10♠`, `Bid 120`. */
export function actionWords(game: string, action: Action, voice: Voice): string {
  return sayIfKnown(`action.${game}.${action.type}${variant(action)}`, { ...action }, voice) ?? action.type
}

/** The cards of the hand that an action lays down. */
export function cardsOf(action: Action): readonly string[] {
  if (action.type === 'bid' || action.type === 'call') return []
  if ('cards' in action) return action.cards
  return 'card' in action && action.card !== null ? [action.card] : []
}

/** `+12`, `−3`, `+0.4`, `0` */
export function signed(value: number): string {
  // A tenth more or less means nothing: sampled worlds do not know better.
  const shown = Math.abs(value) < 10 ? Math.round(value * 10) / 10 : Math.round(value)
  if (shown === 0) return numberText(0)
  return shown < 0 ? `−${numberText(-shown)}` : `+${numberText(shown)}`
}

/** One choice for the eye: a card alone, or what else may be done. */
export function choiceText(game: string, { action }: Advice['choices'][number], voice: Voice): string {
  return action.type === 'play' && 'card' in action ? cardText(action.card, voice.pack) : actionWords(game, action, voice)
}

/** All choices for the ear, with what they are worth. */
export function hintWords(game: string, { level, choices }: Advice, voice: Voice): string {
  const said = choices.map(({ action, expected }) => {
    const words = actionWords(game, action, voice)
    const worth = expected === null ? null : sayIfKnown(`client.hint.worth.${game}`, { worth: signed(expected) })
    return worth === null ? words : voice.say('client.hint.choice', { action: words, worth })
  })
  const known = choices.some(({ expected }) => expected !== null)
  return voice.say(known ? 'client.hint.said' : 'client.hint.said.unknown', { level: voice.say(`level.${level}`), choices: listText(said) })
}

/** The cards that a hint is about, the best choice first: what stands on them, or nothing where several go together. */
export function hintedCards(hint: Advice | 'asked' | null): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  if (hint === null || hint === 'asked') return found
  hint.choices.forEach(({ action, expected }, place) => {
    const cards = cardsOf(action)
    if (cards.length > 1 && place > 0) return
    for (const card of cards) {
      if (!found.has(card)) found.set(card, expected === null || cards.length > 1 ? '' : signed(expected))
    }
  })
  return found
}
