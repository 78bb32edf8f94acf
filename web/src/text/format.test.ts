import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { format, spokenCard, writtenCard, writtenNumber, type Catalogue } from './format'
import { particle } from './grammar'
import { fittingLanguage, speech, Voice } from './index'

const CATALOGUE: Catalogue = {
  language: 'en',
  plural: (n) => Number(n !== 1),
  messages: {
    'letters.french': 'KQNJ',
    'letters.tarot': 'KQNJ',
    'list.comma': ', ',
    'card.written': '{letter}{symbol}',
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

const FRENCH: Catalogue = {
  language: 'fr',
  plural: (n) => Number(n > 1),
  messages: {
    'letters.french': 'RDCV',
    'letters.tarot': 'RDCV',
    'card.written': '{letter}{symbol}',
    'card.spoken': '{rank} de {suit}',
    'card.trump.written': 'le|{number} d’atout',
    'card.excuse': 'l’|Excuse',
    'rank.A': 'l’|as',
    'rank.Q': 'la|dame',
    'rank.J': 'le|valet',
    'suit.H': 'le|cœur',
    plays: 'Vous jouez {le card}.',
    without: 'Pas besoin {du card}.',
    first: '{Le card} prend.',
    points: '{points} points',
  },
}

describe('the grammar of French', () => {
  it('puts the article of each noun in front of it', () => {
    const say = (key: string, card: string, spoken = false): string => format(FRENCH, key, { card }, { spoken })
    expect(say('plays', 'QH')).toBe('Vous jouez la D♥.')
    expect(say('plays', 'QH', true)).toBe('Vous jouez la dame de cœur.')
    expect(say('plays', 'T21')).toBe('Vous jouez le 21 d’atout.')
    expect(say('without', 'JH', true)).toBe('Pas besoin du valet de cœur.')
    expect(say('without', 'AH', true)).toBe('Pas besoin de l’as de cœur.')
    expect(say('first', '*')).toBe('L’Excuse prend.')
  })

  it('shows nouns without their articles where none is asked for', () => {
    expect(format(FRENCH, 'rank.Q')).toBe('dame')
    expect(spokenCard(FRENCH, 'AH')).toBe('as de cœur')
  })

  it('writes numbers as the language does', () => {
    expect(format(FRENCH, 'points', { points: 4.5 })).toBe('4,5 points')
    expect(format(FRENCH, 'points', { points: 1500 })).toBe('1500 points')
  })

  it.each(['en', 'fr', 'ko', 'pt-BR', 'zh-Hans'])('writes small and large numbers as %s does', (language) => {
    const numbers = new Intl.NumberFormat(language, { useGrouping: 'min2', maximumFractionDigits: 10 })
    for (const value of [0, 7, 42, 999, 1000, 9999, 10_000, 1_234_567, -3, 0.25]) {
      expect(writtenNumber({ ...FRENCH, language }, value)).toBe(numbers.format(value))
    }
  })
})

describe('Korean particles', () => {
  it.each([
    ['을(를)', '스페이드 10', '을'],
    ['을(를)', '하트 에이스', '를'],
    ['이(가)', '철수', '가'],
    ['이(가)', '영숙', '이'],
    ['은(는)', '100', '은'],
    ['은(는)', '22', '는'],
    ['과(와)', '9', '와'],
    ['(으)로', '7', '로'],
    ['(으)로', '60', '으로'],
    ['(으)로', '서울', '로'],
    ['(이)', '클럽', '이'],
    ['(이)', '하트', ''],
    ['이(가)', 'Karen', '이'],
    ['이(가)', 'Ada', '가'],
    ['이(가)', 'Jack', '이'],
    ['이(가)', 'Max', '가'],
    ['이(가)', 'R', '이'],
    ['이(가)', 'K', '가'],
    ['이(가)', '王', '이(가)'],
    ['이(가)', '🙂', '이(가)'],
  ])('%s behind %s is %s', (choice, word, form) => {
    expect(particle(choice, word)).toBe(form)
  })

  it('follow how a card is read, not how it is written', () => {
    const korean: Catalogue = {
      language: 'ko',
      plural: () => 0,
      messages: {
        'letters.french': 'KQNJ',
        'card.written': '{symbol}{letter}',
        'card.spoken': '{suit} {rank}',
        'rank.K': '킹',
        'rank.A': '에이스',
        'suit.S': '스페이드',
        plays: '{player}이(가) {card}을(를) 냅니다',
      },
    }
    const names = ['이(가)']
    expect(format(korean, 'plays', { player: 0, card: 'KS' }, { names: ['철수'] })).toBe('철수가 ♠K을 냅니다')
    expect(format(korean, 'plays', { player: 0, card: 'AS' }, { names })).toBe('이(가)가 ♠A를 냅니다')
  })
})

describe('the language', () => {
  it.each([
    [['pt-PT', 'en'], 'pt_BR'],
    [['de', 'fr-CA'], 'fr'],
    [['zh-CN'], 'zh_Hans'],
    [['zh-TW', 'ko'], 'ko'],
    [['de'], 'en'],
    [[], 'en'],
    [['x', 'zh'], 'zh_Hans'],
  ])('for %j is %s', (wishes, language) => {
    expect(fittingLanguage(wishes)).toBe(language)
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
    .filter((name) => /\.(ts|svelte)$/.test(name) && !name.startsWith('generated') && !name.endsWith('.test.ts') && !name.endsWith('english.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')

  it('are all used', () => {
    const families = [...sources.matchAll(/`(client\.[a-z_.]+)\$\{/g)].map((match) => match[1] ?? '')
    const games = ['mate', 'pinochle', 'friends', 'tarot'].filter((game) => !existsSync(join(folder, 'games', game)))
    const unused = Object.keys(speech.catalogue.messages).filter((key) => {
      if (!key.startsWith('client.') || games.some((game) => key.startsWith(`client.${game}.`))) return false
      if (families.some((family) => key.startsWith(family))) return false
      return ![key, key.replace(/\.you$/, '')].some((used) => sources.includes(`'${used}'`))
    })
    expect(unused).toEqual([])
  })
})
