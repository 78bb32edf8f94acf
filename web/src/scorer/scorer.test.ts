/** The scoring formulas against the engine, whose rules are the only ones: every deal of its table. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as friends from './friends'
import type { GameName, Options, Problem } from './game'
import * as mate from './mate'
import * as pinochle from './pinochle'
import { refusal, type Position } from './referee'
import * as tarot from './tarot'

interface Match<Entry> {
  readonly options: Options
  readonly deals: readonly Entry[]
  readonly scores: readonly unknown[]
  readonly places: readonly number[] | null
  readonly totals: readonly number[]
  readonly dealer?: number
  readonly players?: number
}
interface Table {
  readonly mate: readonly Match<mate.MateEntry>[]
  readonly mate_games: readonly { readonly deal: mate.MateEntry; readonly score: unknown }[]
  readonly melds: readonly { readonly cards: readonly string[]; readonly trump: string; readonly both: boolean; readonly melds: unknown }[]
  readonly pinochle: readonly Match<pinochle.PinochleEntry>[]
  readonly tarot: readonly Match<tarot.TarotEntry>[]
  readonly friends: readonly Match<friends.FriendsEntry>[]
  readonly rulings: readonly (Position & {
    readonly game: GameName
    readonly must_trump: boolean
    readonly refused: Readonly<Record<string, readonly [string, object]>>
  })[]
}

const read = <T>(address: string): T => JSON.parse(readFileSync(new URL(address, import.meta.url), 'utf8')) as T
const table = read<Table>('../generated/scorer/cases.json')

function count(matches: readonly Match<unknown>[]): number {
  return matches.reduce((sum, { deals }) => sum + deals.length, 0)
}

describe('what the engine scores', () => {
  test('Mate: every mate, and whole matches', () => {
    expect(count(table.mate)).toBeGreaterThan(1000)
    for (const { deal, score } of table.mate_games) expect(mate.scoreGame(deal, 1, 1)).toEqual(score)
    for (const { options, deals, scores, places, totals, dealer = 0 } of table.mate) {
      expect(mate.standing(options, deals, dealer)).toEqual({ scores, places, totals, dealer: null })
      for (const deal of deals) expect(mate.problems(options, deal)).toEqual([])
    }
  })

  test('Pinochle: melds of hands', () => {
    expect(table.melds.length).toBeGreaterThan(1000)
    for (const { cards, trump, both, melds } of table.melds) expect(pinochle.findMelds(cards, trump, both)).toEqual(melds)
  })

  test('Pinochle: deals and matches', () => {
    expect(count(table.pinochle)).toBeGreaterThan(1000)
    for (const { options, deals, scores, places, totals } of table.pinochle) {
      const [first = 0, second = 0] = totals
      expect(pinochle.standing(options, deals, 0)).toMatchObject({ scores, places, totals: [first, second, first, second] })
      for (const deal of deals) expect(pinochle.problems(options, deal)).toEqual([])
    }
  })

  test('Tarot: deals and matches of three, four and five', () => {
    expect(count(table.tarot)).toBeGreaterThan(1000)
    for (const { options, deals, scores, places, totals, players = 4 } of table.tarot) {
      const found = tarot.standing(options, deals, 0, players)
      const played = found.scores.filter((score) => score !== null)
      // Which cards were counted where is not entered.
      const plain = (score: unknown): object => ({ ...(score as object), counted: [] })
      expect(played.map(plain)).toEqual(scores.map(plain))
      expect([found.places, found.totals]).toEqual([places, totals])
      for (const deal of deals) expect(tarot.problems(players, deal)).toEqual([])
      for (const { deltas } of played) expect(deltas.reduce((sum, delta) => sum + delta, 0)).toBe(0)
    }
  })

  test('Friends!: deals and matches', () => {
    expect(count(table.friends)).toBeGreaterThan(1000)
    for (const { options, deals, scores, places, totals } of table.friends) {
      expect(friends.standing(options, deals)).toMatchObject({ scores, places, totals })
      for (const deal of deals) expect(friends.problems(null, deal)).toEqual([])
    }
  })
})

describe('what the engine refuses', () => {
  test('every card of hands on tricks of real play', () => {
    expect(table.rulings.length).toBeGreaterThan(1000)
    const codes = new Set<string>()
    for (const { game, must_trump, refused, ...position } of table.rulings) {
      for (const card of position.hand) {
        const found = refusal({ game, options: { must_trump } }, position, card)
        const [code, params] = refused[card] ?? []
        expect(found).toEqual(code === undefined ? null : { code, params })
        if (code !== undefined) codes.add(code)
      }
    }
    expect(codes.size).toBe(10)
  })

  test('whoever can follow neither suit nor rank may play nothing', () => {
    const position = { trick: ['AC'], hand: ['KD', 'QD'], trump: null }
    expect(position.hand.map((card) => refusal({ game: 'mate', options: {} }, position, card)?.code)).toEqual(['must_follow_rank', 'must_follow_rank'])
  })
})

describe('worked cases of the rules', () => {
  interface Worked {
    readonly id: string
    readonly players: number
    readonly contract: tarot.Contract
    readonly points: number
    readonly bouts: number
    readonly petit: 'attack' | 'defence' | null
    readonly handful_bonus: number
    readonly slam: string | readonly string[] | null
    readonly alone: boolean
    readonly scores: Readonly<Record<string, number>>
  }

  test.each(read<{ scores: readonly Worked[] }>('../../../tests/data/cases/tarot.json').scores)('Tarot $id', (worked) => {
    const entry: tarot.TarotEntry = {
      ...tarot.fresh(worked.players),
      passed: false,
      taker: 0,
      contract: worked.contract,
      partner: worked.alone ? tarot.ALONE : 1,
      points: 2 * worked.points,
      bouts: worked.bouts,
      petit: worked.petit ?? '',
      handfuls: handfulsWorth(worked.handful_bonus),
      slam: [worked.slam ?? ''].flat().join('+'),
    }
    const { deltas } = tarot.scoreDeal(worked.players, entry, 1, [])
    expect(deltas[0]).toBe(worked.scores['taker'])
    expect(deltas[worked.players - 1]).toBe(worked.scores['defender'])
    if (worked.players === 5 && !worked.alone) expect(deltas[1]).toBe(worked.scores['partner'])
  })

  /** Handfuls, by seat, that bring so much. */
  function handfulsWorth(bonus: number): readonly string[] {
    const one = Object.keys(tarot.BONUSES).find((size) => tarot.BONUSES[size] === bonus)
    return bonus === 0 ? [] : one === undefined ? ['single', ...handfulsWorth(bonus - 20)] : [one]
  }

  interface Hand {
    readonly id: string
    readonly hand: string
    readonly trump: string
    readonly points: number
  }

  test.each(read<{ melds: readonly Hand[] }>('../../../tests/data/cases/pinochle.json').melds)('Pinochle $id', ({ hand, trump, points }) => {
    const melds = pinochle.findMelds(hand.split(' '), trump, false)
    expect(melds.reduce((sum, meld) => sum + meld.points, 0)).toBe(points)
  })
})

describe('what cannot be is refused', () => {
  const codes = (found: readonly Problem[]): readonly string[] => found.map(({ text }) => text.replace('scorer.problem.', ''))

  test('Mate', () => {
    const options = { foreplacing: true, games: 4 }
    expect(codes(mate.problems(options, mate.fresh()))).toEqual(['mate.winner'])
    expect(codes(mate.problems(options, { ...mate.fresh(), winner: 1 }))).toEqual(['mate.card', 'mate.trick'])
    expect(codes(mate.problems(options, { ...mate.fresh(), winner: mate.DRAW, placed: [true, true] }))).toEqual(['mate.draw'])
  })

  test('Pinochle', () => {
    const options = { minimum_bid: 100, target: 1000 }
    const whole = { ...pinochle.fresh(), bidder: 0, bid: 100, trump: 'S', counters: 12, last: 0 }
    expect(pinochle.problems(options, whole)).toEqual([])
    expect(codes(pinochle.problems(options, { ...whole, bid: 90 }))).toEqual(['pinochle.bid'])
    expect(codes(pinochle.problems(options, { ...whole, bid: 105 }))).toEqual(['pinochle.bid'])
    expect(codes(pinochle.problems(options, { ...whole, counters: 25 }))).toEqual(['pinochle.counters'])
    expect(codes(pinochle.problems(options, { ...whole, points: [45, null, null, null] }))).toEqual(['pinochle.melds'])
    const three = pinochle.problems(options, { ...whole, cards: [['AS', 'AS'], ['AS'], [], []] })
    expect(three.map(({ field, params }) => [field, params?.['card']])).toEqual([
      ['melds.0', 'AS'],
      ['melds.1', 'AS'],
    ])
  })

  test('Tarot', () => {
    const whole = { ...tarot.fresh(4), taker: 0, contract: 'guard' as const, points: 98, bouts: 2 }
    const of = (change: object, players = 4): readonly string[] => codes(tarot.problems(players, { ...whole, handfuls: [], ...change }))
    expect(of({})).toEqual([])
    expect(of({ points: 97 })).toEqual(['tarot.whole'])
    expect(of({ points: 97 }, 3)).toEqual([])
    expect(of({ points: 97 }, 5)).toEqual(['tarot.partner'])
    expect(of({ points: 16 })).toEqual(['tarot.bouts_points'])
    expect(of({ points: 184 })).toEqual(['tarot.points'])
    expect(of({ slam: 'made' })).toEqual(['tarot.slam_points'])
    expect(of({ slam: 'made', points: 174 })).toEqual([])
    expect(of({ petit: 'defence', bouts: 3 })).toEqual(['tarot.petit_defence'])
    expect(of({ handfuls: ['double', 'single', '', ''] })).toEqual(['tarot.handfuls'])
  })

  test('Friends!', () => {
    const whole = { ...friends.fresh(), dealer: 0, taken: 160, base: 10, last: 3, largest: 2 }
    const of = (change: object): readonly string[] => codes(friends.problems(null, { ...whole, ...change }))
    expect(of({})).toEqual([])
    expect(of({ taken: 158 })).toEqual(['friends.taken'])
    expect(of({ taken: 395 })).toEqual(['friends.all'])
    expect(of({ largest: 7 })).toEqual(['friends.largest'])
    expect(of({ friends: [1, 2, 3] })).toEqual(['friends.friends'])
    expect(of({ dealer: null })).toEqual(['friends.dealer'])
  })
})

test('tapped cards of Tarot are counted', () => {
  expect(tarot.countCards(['*', 'T21', 'KS', 'QH', 'NH', 'JC'], 10)).toEqual({ points: 9 + 9 + 9 + 7 + 5 + 3 + 10, bouts: 2 })
  const court = [...'SHDC'].flatMap((suit) => [...'KQNJ'].map((rank) => rank + suit))
  expect(tarot.countCards([...court, 'T1', 'T21', '*'], 59)).toEqual({ points: tarot.ALL, bouts: 3 })
})
