import { describe, expect, it } from 'vitest'
import type { Action, Advice } from '../state/wire'
import { Voice } from '../text'
import { choiceText, hintedCards, hintWords, signed } from './hints'

const EYE = new Voice(['Ada', 'Bob'], 0)
const EAR = new Voice(['Ada', 'Bob'], 0, true)

function advice(...choices: readonly (readonly [Action, number | null])[]): Advice {
  return { type: 'advice', version: 1, level: 'expert', choices: choices.map(([action, expected]) => ({ action, expected })) }
}

const TEN: Action = { type: 'play', card: '10S' }
const KING: Action = { type: 'play', card: 'KH' }

describe('hints', () => {
  it.each([
    [12.4, '+12'],
    [-3, '−3'],
    [0.44, '+0.4'],
    [-0.02, '0'],
  ])('writes %d as %s', (value, text) => {
    expect(signed(value)).toBe(text)
  })

  it('stand on their cards, the best where two name the same', () => {
    const cards = hintedCards(advice([TEN, 12], [KING, -3], [TEN, 1]))
    expect([...cards]).toEqual([['10S', '+12'], ['KH', '−3']])
    expect(hintedCards('asked').size).toBe(0)
    expect([...hintedCards(advice([TEN, null]))]).toEqual([['10S', '']])
  })

  it('mark all cards of the best choice where several go together, without a number', () => {
    const cards = hintedCards(advice([{ type: 'play', cards: ['9S', '9S', '10S'], patterns: null }, 0.2], [{ type: 'play', cards: ['KH'], patterns: null }, 0.1]))
    expect([...cards]).toEqual([['9S', ''], ['10S', ''], ['KH', '+0.1']])
  })

  it('mark no card of the hand for what is said about cards', () => {
    expect(hintedCards(advice([{ type: 'bid', card: '2S', count: 2 }, 1], [{ type: 'call', card: 'AS', number: 1 }, 0])).size).toBe(0)
  })

  it('name the card to the eye, what is done to the ear', () => {
    const hint = advice([TEN, 12], [KING, -3])
    expect(hint.choices.map((choice) => choiceText('pinochle', choice, EYE))).toEqual(['10♠', 'K♥'])
    expect(hintWords('pinochle', hint, EAR)).toBe('Hint, level expert: Play ten of spades: +12 points, Play king of hearts: −3 points.')
  })

  it('do not make up what is not known', () => {
    expect(hintWords('tarot', advice([{ type: 'bid', contract: 'guard' }, null]), EAR)).toBe(
      'Hint, level expert: Guard. What it is worth is not known.',
    )
  })

  it.each<[string, Action, string]>([
    ['pinochle', { type: 'bid', points: 120 }, 'Bid 120'],
    ['pinochle', { type: 'name_trump', suit: 'S' }, 'Name spades trump'],
    ['mate', { type: 'foreplace', card: null }, 'Put nothing aside'],
    ['tarot', { type: 'bid', contract: null }, 'Pass'],
    ['tarot', { type: 'call', card: null }, 'Call nobody'],
    ['tarot', { type: 'slam', announced: true }, 'Announce a slam'],
    ['friends', { type: 'pass' }, 'Pass'],
  ])('have words for what is done at %s: %j', (game, action, words) => {
    expect(choiceText(game, { action, expected: null }, EYE)).toBe(words)
  })
})
