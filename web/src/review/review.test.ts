import { describe, expect, it } from 'vitest'
import { readRoute, reviewOfTable, reviewPath } from '../state/route'
import type { AnalysedDecision, ReviewDeal, ReviewStep, View } from '../state/wire'
import { asideAt, costliest, courseOf, lastPlace, linePath, nextDecision, nextTrick, placeOf, positionText, seenFrom, trickBefore } from './review'

const view = { seat: null, to_act: 1, trick: [{ seat: 0, card: 'AS' }] } as unknown as View

function step(version: number, seat: number | null, ...events: string[]): ReviewStep {
  return {
    version,
    seat,
    action: seat === null ? null : { type: 'play', card: 'AS' },
    events: events.map((type) => ({ type })) as unknown as ReviewStep['events'],
    view,
    hands: [['KS', '10H'], []],
  }
}

const deal: ReviewDeal = {
  deal: 2,
  steps: [step(5, null, 'dealt'), step(6, 0, 'card_played'), step(8, 1, 'card_played', 'trick_taken'), step(9, 1, 'card_played'), step(12, 0, 'card_played', 'trick_won', 'deal_scored')],
}

function decision(version: number, seat: number, expected: number | null, cost: number | null, number = 1): AnalysedDecision {
  return { deal: number, version, seat, action: { type: 'play', card: 'AS' }, choices: [], expected, cost }
}

describe('places in a deal', () => {
  it('goes from trick to trick, to the score and back to the beginning', () => {
    expect([0, 1, 2, 4].map((place) => nextTrick(deal, place))).toEqual([2, 2, 4, 5])
    expect([5, 4, 3, 2, 0].map((place) => trickBefore(deal, place))).toEqual([4, 2, 2, 0, 0])
    expect(lastPlace(deal)).toBe(5)
  })

  it('names the decision that comes next, by the version before it', () => {
    expect(nextDecision(deal, 0)).toMatchObject({ version: 5, seat: 0 })
    expect(nextDecision(deal, 3)).toMatchObject({ version: 9, seat: 0 })
    expect(nextDecision(deal, 4)).toBeNull()
    expect(nextDecision(deal, 5)).toBeNull()
  })

  it('finds the place before a decision', () => {
    expect(placeOf(deal, 9)).toBe(3)
    expect(placeOf(deal, 99)).toBe(0)
  })
})

describe('what lies beside the hands', () => {
  const course = (...events: readonly object[]): ReviewDeal => ({
    deal: 1,
    steps: events.map((event, index) => ({ ...step(index + 1, null), events: [event] as unknown as ReviewStep['events'] })),
  })

  it('is the dog until it is taken up, and then the discard', () => {
    const tarot = course({ type: 'dealt', dog: ['1D', 'JC'] }, { type: 'bid_made' }, { type: 'dog_shown' }, { type: 'discarded', cards: ['2C', '3C'] }, { type: 'card_played' })
    expect([0, 1, 2, 3, 5].map((place) => asideAt(tarot, place))).toEqual([
      { what: 'dog', cards: ['1D', 'JC'] },
      { what: 'dog', cards: ['1D', 'JC'] },
      null,
      { what: 'discard', cards: ['2C', '3C'] },
      { what: 'discard', cards: ['2C', '3C'] },
    ])
  })

  it('is the base as the last who took it has buried it, and nothing in games without', () => {
    const friends = course({ type: 'dealt', base: ['AS'] }, { type: 'base_taken', cards: ['AS'] }, { type: 'buried', cards: ['3H'] }, { type: 'base_taken', cards: ['3H'] }, { type: 'buried', cards: ['4H'] })
    expect([0, 1, 2, 3, 4].map((place) => asideAt(friends, place)?.cards ?? null)).toEqual([['AS'], null, ['3H'], null, ['4H']])
    expect(asideAt(deal, 4)).toBeNull()
  })
})

describe('what the expert says', () => {
  const decisions = [decision(1, 0, 4, 0), decision(3, 1, -2, 7), decision(5, 0, null, null), decision(7, 0, -6, 12.5, 2), decision(9, 0, 1, 0.2, 2)]

  it('lists what cost most, and nothing that is within the noise', () => {
    expect(costliest(decisions, 'mate').map(({ version }) => version)).toEqual([7, 3])
    expect(costliest(decisions, 'friends').map(({ version }) => version)).toEqual([7, 3, 9])
    expect(costliest(decisions, 'pinochle').length).toBe(2)
  })

  it('keeps the course of one seat, as far as it is known', () => {
    expect(courseOf(decisions, 0)).toEqual([
      { version: 1, deal: 1, expected: 4 },
      { version: 7, deal: 2, expected: -6 },
      { version: 9, deal: 2, expected: 1 },
    ])
  })

  it('draws the course with more above and zero where it belongs', () => {
    const line = linePath(courseOf(decisions, 0), 100, 50)
    expect(line.path).toBe('M0 0L50 50L100 15')
    expect(line.zero).toBe(20)
    expect(linePath([], 100, 50).path).toBe('')
    expect(linePath(courseOf(decisions, 1), 100, 50).places).toEqual([[50, 50]])
  })
})

describe('a position', () => {
  it('is a text of card codes', () => {
    expect(positionText('Mate, deal 2', step(6, 0, 'card_played'), ['Ann', 'Ben'], { table: 'On the table', turn: 'In turn' })).toBe(
      'Mate, deal 2\nAnn: KS 10H\nBen:\nOn the table: Ann AS\nIn turn: Ben',
    )
  })

  it('is seen from any seat', () => {
    expect(seenFrom(view, 1).seat).toBe(1)
    expect(view.seat).toBeNull()
  })
})

describe('addresses', () => {
  const name = 'abcdefghijklmnop-_ABCD'
  it.each([
    ['/review', { screen: 'review', name: null, code: null }],
    [reviewPath(name), { screen: 'review', name, code: null }],
    [reviewOfTable('K7Q2MX'), { screen: 'review', name: null, code: 'K7Q2MX' }],
    ['/t/k7q2mx/review/', { screen: 'review', name: null, code: 'K7Q2MX' }],
    ['/review/short', { screen: 'nowhere' }],
    ['/t/K7Q2MX', { screen: 'table', code: 'K7Q2MX' }],
  ])('%s', (path, route) => {
    expect(readRoute(path)).toEqual(route)
  })
})
