import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as english from '../generated/messages/en.js'
import { format, spokenCard, writtenCard, type Catalogue } from './format'
import { Voice } from './index'

const CATALOGUE: Catalogue = {
  language: 'en',
  plural: (n) => Number(n !== 1),
  messages: {
    'suit.S': 'spades',
    'suit.H': 'hearts',
    'rank.10': 'ten',
    'rank.A': 'ace',
    'card.spoken': '{rank} of {suit}',
    'card.red_joker': 'red joker',
    'seat.unnamed': 'Player {number}',
    follow: '{player} must follow {led_suit}, not play {card}',
    many: ['{n} card', '{n} cards'],
    list: '{cards}; {levels}',
  },
}

describe('format', () => {
  it('shows suits, cards and players by the names of their placeholders', () => {
    const params = { player: 1, led_suit: 'S', card: '10H' }
    expect(format(CATALOGUE, 'follow', params, { names: ['Ada', 'Grace'] })).toBe('Grace must follow spades, not play 10♥')
    expect(format(CATALOGUE, 'follow', params, { spoken: true })).toBe('Player 2 must follow spades, not play ten of hearts')
  })

  it('chooses the plural form by n', () => {
    expect(format(CATALOGUE, 'many', { n: 1 })).toBe('1 card')
    expect(format(CATALOGUE, 'many', { n: 0 })).toBe('0 cards')
  })

  it('writes lists', () => {
    const params = { cards: ['AS', '10H'], levels: ['a', 'b'] }
    expect(format(CATALOGUE, 'list', params)).toBe('A♠ 10♥; a, b')
    expect(format(CATALOGUE, 'list', params, { spoken: true })).toBe('ace of spades, ten of hearts; a, b')
  })

  it('leaves what it does not know visible', () => {
    expect(format(CATALOGUE, 'no.such.key')).toBe('no.such.key')
    expect(format(CATALOGUE, 'many', {})).toBe('{n} cards')
  })

  it('fills values in once: a name with braces stays as it is', () => {
    expect(format(CATALOGUE, 'follow', { player: 0, led_suit: 'S', card: 'AS' }, { names: ['{card}'] })).toBe(
      '{card} must follow spades, not play A♠',
    )
  })

  it('names cards', () => {
    expect(writtenCard(CATALOGUE, 'RJ')).toBe('red joker')
    expect(spokenCard(CATALOGUE, 'AS')).toBe('ace of spades')
  })
})

describe('Voice', () => {
  it('says you to the own seat', () => {
    const voice = new Voice(['Ada', 'Grace'], 1)
    expect(voice.about('client.said.played', 0, { card: 'AS' })).toBe('Ada plays A♠.')
    expect(voice.about('client.said.played', 1, { card: 'AS' })).toBe('You play A♠.')
  })

  it('makes a sentence of every refusal', () => {
    const voice = new Voice(['Ada', 'Grace'], 0)
    expect(voice.refusal('must_follow_suit', { led_card: 'AS', suit: 'S', card: '10H' })).toContain('10♥')
    expect(voice.refusal('no_such_code', {})).toContain('no_such_code')
  })
})

describe('the client’s texts', () => {
  const folder = join(import.meta.dirname, '..')
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|svelte)$/.test(name) && !name.startsWith('generated') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')

  it('are all used', () => {
    const families = [...sources.matchAll(/`(client\.[a-z_.]+)\$\{/g)].map((match) => match[1] ?? '')
    const games = ['mate', 'pinochle', 'friends', 'tarot'].filter((game) => !existsSync(join(folder, 'games', game)))
    const unused = Object.keys(english.messages).filter((key) => {
      if (!key.startsWith('client.') || games.some((game) => key.startsWith(`client.${game}.`))) return false
      if (families.some((family) => key.startsWith(family))) return false
      return ![key, key.replace(/\.you$/, '')].some((used) => sources.includes(`'${used}'`))
    })
    expect(unused).toEqual([])
  })
})
