import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { FriendsCardGroup, FriendsView } from '../../state/wire'
import { Voice } from '../../text'
import * as adapter from './adapter'
import { cardsOf, CardOrder, recognise, sizeOf, splitsOf } from './patterns'
import * as words from './words'

const VOICE = new Voice(['Ada', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn'], 0)
const RANKS = ['A', 'K', 'Q', 'J', '10', '9', '8', '7', '6', '5', '3', '2']

/** Level 4, hearts: the order as a view tells it. */
const GROUPS: FriendsCardGroup[] = [
  { name: 'T', steps: [['RJ'], ['BJ'], ['4H'], ['4S', '4C', '4D'], ...RANKS.map((rank) => [`${rank}H`])] },
  ...['S', 'C', 'D'].map((suit) => ({ name: suit, steps: RANKS.map((rank) => [`${rank}${suit}`]) })),
]
const ORDER = new CardOrder(GROUPS)

function view(change: Partial<FriendsView> = {}): FriendsView {
  return {
    game: 'friends',
    seat: 0,
    to_act: 0,
    version: 9,
    options: { start_level: 4, deals: 0, rejected_throw: 'return', shut_out: 'formula', opponent_levels: 'one_more', match_end: 'past_ace', clamp_points: false },
    phase: 'play',
    deal: 1,
    attempt: 0,
    dealer: 0,
    starter: 0,
    level: 4,
    trump: 'H',
    groups: GROUPS,
    levels: [4, 11, 14, 15, 4, 4],
    states: [['D', 'L'], ['F'], [], [], [], []],
    hand: ['RJ', '4S', '4S', 'AS', 'AS', 'KS', '3S'],
    hand_counts: [7, 7, 7, 7, 7, 7],
    bids: [],
    standing: null,
    base_count: 6,
    base: null,
    base_shown: [],
    calls: [],
    leader: 0,
    trick: [],
    patterns: [],
    trick_points: 0,
    rejection: null,
    winning: null,
    last_trick: null,
    tricks: 0,
    points: [0, 0, 0, 0, 0, 0],
    fines: [0, 0, 0, 0, 0, 0],
    voids: [[], [], [], [], [], []],
    sheets: [],
    totals: [4, 11, 14, 15, 4, 4],
    result: null,
    legal_bids: [],
    legal_calls: [],
    play_count: 0,
    legal_cards: [],
    played: [],
    suggestions: [],
    suggested_calls: [],
    claim: null,
    ...change,
  }
}

const cards = (text: string): string[] => text.split(' ')
const named = (text: string) => splitsOf(ORDER, cards(text)).map((split) => split.map((pattern) => cardsOf(pattern).join(' ')).join(' + '))

describe('patterns', () => {
  it.each([
    'RJ RJ BJ BJ',
    'BJ BJ BJ 4H 4H 4H',
    '4H 4H 4D 4D',
    '4S 4S 4S 4S AH AH AH AH',
    'QH QH JH JH 10H 10H',
    '5H 5H 3H 3H',
    '7S',
    '7S 7S 7S 7S',
  ])('recognises %s', (text) => {
    const pattern = recognise(ORDER, cards(text))
    expect(pattern === null ? null : sizeOf(pattern)).toBe(cards(text).length)
  })

  it.each(['4S 4S 4D 4D', 'AS KS', 'AS AS KS', '5S 5S 2S 2S', 'AS AS AH AH', 'QS QS KC KC'])('does not take %s for one', (text) => {
    expect(recognise(ORDER, cards(text))).toBeNull()
  })

  it('splits a lead in every way, the usual one first', () => {
    expect(named('AS AS AS KS KS')).toEqual([
      'AS AS KS KS + AS',
      'AS AS AS + KS KS',
      'AS AS AS + KS + KS',
      'AS AS + KS KS + AS',
      'AS AS + AS + KS + KS',
      'KS KS + AS + AS + AS',
      'AS + AS + AS + KS + KS',
    ])
    expect(named('AS AS KC')).toEqual([])
    expect(named('4S 4D')).toEqual(['4S + 4D'])
  })

  it('agrees with the server on the split of a lead that names none', () => {
    const file = new URL('../../../../tests/data/friends_splits.json', import.meta.url)
    const cases = JSON.parse(readFileSync(file, 'utf-8')) as { groups: FriendsCardGroup[]; cards: string[]; split: string[][] }[]
    expect(cases.length).toBeGreaterThan(50)
    for (const { groups, cards: chosen, split } of cases) {
      expect(splitsOf(new CardOrder(groups), chosen)[0]?.map((pattern) => cardsOf(pattern))).toEqual(split)
    }
  })

  it('lists splits of a large lead within bounds, plain ones included', () => {
    const large = GROUPS[0]?.steps.slice(0, 9).flatMap(([card = '']) => [card, card, card]) ?? []
    const splits = splitsOf(ORDER, large)
    expect(splits.length).toBeLessThan(40)
    expect(splits[0]?.length).toBe(1)
    expect(splits.at(-1)?.length).toBe(large.length)
    for (const split of splits) expect(split.flatMap((pattern) => cardsOf(pattern)).toSorted()).toEqual(large.toSorted())
  })

  it('names what was chosen', () => {
    const name = (text: string, leads = true) => adapter.splitName(splitsOf(ORDER, cards(text))[0] ?? [], leads, VOICE)
    expect(name('7S')).toBe('single')
    expect(name('7S 7S 7S 7S')).toBe('quad')
    expect(name('AS AS KS KS QS QS')).toBe('tractor of 3 pairs')
    expect(name('AS AS AS KS KS')).toBe('throw of tractor of 2 pairs + single')
    expect(name('AS AS QS JS', false)).toBe('pair + 2 × single')
    expect(adapter.cardList(cards('4S 4S AS'), VOICE)).toBe('2 × 4♠, A♠')
    expect(adapter.isPowerCombo(cards('7S 7S 7S 7S'))).toBe(true)
    expect(adapter.isPowerCombo(cards('7S 7S 7S 8S'))).toBe(false)
  })
})

describe('the hand', () => {
  it('is grouped with the trumps as one group, in the order of the view', () => {
    const groups = adapter.tileGroups(view(), { AS: 1 })
    expect(groups.map(({ name }) => name)).toEqual(['T', 'S'])
    expect(groups[0]?.tiles).toEqual([
      { card: 'RJ', count: 1, raised: 0 },
      { card: '4S', count: 2, raised: 0 },
    ])
    expect(groups[1]?.tiles[0]).toEqual({ card: 'AS', count: 2, raised: 1 })
  })

  it('is raised one copy at a time and then put back', () => {
    let selection = adapter.NOTHING
    const steps = [1, 2, 3].map(() => {
      selection = adapter.raiseNext(selection, 'AS', 2)
      return selection['AS'] ?? 0
    })
    expect(steps).toEqual([1, 2, 0])
    expect(adapter.raiseAll({}, 'AS', 2)).toEqual({ AS: 2 })
    expect(adapter.raiseAll({ AS: 2 }, 'AS', 2)).toEqual({})
    expect(adapter.raiseBy({ AS: 2 }, 'AS', 2, 1)).toEqual({ AS: 2 })
    expect(adapter.raiseBy({ AS: 1, KS: 1 }, 'AS', 2, -1)).toEqual({ KS: 1 })
  })

  it('keeps what was raised early as far as it is still there', () => {
    const raised = { AS: 2, KS: 1 }
    expect(adapter.stillHeld(raised, cards('AS AS KS 3S'))).toBe(raised)
    expect(adapter.stillHeld(raised, cards('AS 3S'))).toEqual({ AS: 1 })
    expect(adapter.chosenCards(view(), { KS: 1, RJ: 1, AS: 2 })).toEqual(['RJ', 'AS', 'AS', 'KS'])
    expect(adapter.selectionOf(cards('AS AS KS'))).toEqual(raised)
  })

  it('goes to the server with the split named when it leads, without when it follows', () => {
    const { cards: chosen, splits } = adapter.choiceOf(view(), { AS: 2, KS: 1 })
    expect(adapter.playOf(view(), chosen, splits[0])).toEqual({ type: 'play', cards: ['AS', 'AS', 'KS'], patterns: [['AS', 'AS'], ['KS']] })
    const following = view({ trick: [{ seat: 5, cards: ['QS'] }], patterns: [['QS']], play_count: 1 })
    expect(adapter.playOf(following, ['KS'], undefined)).toEqual({ type: 'play', cards: ['KS'], patterns: null })
    expect(adapter.choiceOf(view(), { RJ: 1, KS: 1 }).splits).toEqual([])
  })

  it('goes by itself only when nothing is left to choose', () => {
    expect(adapter.isForced(view({ play_count: 7 }))).toBe(true)
    expect(adapter.isForced(view({ play_count: 6 }))).toBe(false)
    expect(adapter.isForced(view({ play_count: 7, to_act: 1 }))).toBe(false)
  })
})

describe('around the table', () => {
  it('shows states, points, levels and what was played', () => {
    const plates = adapter.plates(view({ trick: [{ seat: 1, cards: cards('7S 7S 7S 7S') }], winning: 1, points: [5, 0, 0, 0, 0, 10] }), false)
    expect(plates.map(({ place }) => place)).toEqual(['bottom', 'left', 'top-left', 'top', 'top-right', 'right'])
    expect(plates.map(({ level }) => level)).toEqual(['4', 'J', 'A', 'A+', '4', '4'])
    expect(plates[1]).toMatchObject({ states: ['F'], winning: true, power: true })
    expect(plates[5]).toMatchObject({ points: 10, played: null })
  })

  it('keeps a complete trick while it stays', () => {
    const done = view({ last_trick: { winner: 2, points: 20, patterns: [['7S']], plays: [{ seat: 2, cards: ['7S'] }] } })
    expect(adapter.plates(done, true)[2]).toMatchObject({ played: ['7S'], winning: true })
    expect(adapter.plates(done, false)[2]).toMatchObject({ played: null, winning: false })
  })

  it('shows the standing bid with its cards, and passes of the present state', () => {
    const bidding = view({
      phase: 'swap_bid',
      standing: { seat: 1, card: '4H', count: 2 },
      bids: [
        { state: 'open_bid', seat: 1, card: '4H', count: 2 },
        { state: 'open_bid', seat: 2, card: '', count: 0 },
        { state: 'swap_bid', seat: 3, card: '', count: 0 },
      ],
    })
    const said = adapter.plates(bidding, false).map((plate) => plate.said)
    expect(said[1]).toEqual({ kind: 'bid', cards: ['4H', '4H'], stands: true })
    expect(said[2]).toBeNull()
    expect(said[3]).toEqual({ kind: 'pass' })
    expect(adapter.biddingMoment(bidding)).not.toBe(adapter.biddingMoment({ ...bidding, standing: { seat: 2, card: '4H', count: 3 } }))
  })

  it('lists bids by card and cards that can be called by suit', () => {
    expect(adapter.bidsByCard(view({ legal_bids: [['4H', 1], ['4H', 2], ['BJ', 3]] }))).toEqual([
      { card: '4H', counts: [1, 2] },
      { card: 'BJ', counts: [3] },
    ])
    expect(adapter.callableSuits(view({ legal_calls: [['KS', 1], ['AS', 2], ['AC', 1]] }))).toEqual([
      { suit: 'S', cards: ['AS', 'KS'] },
      { suit: 'C', cards: ['AC'] },
    ])
  })
})

describe('sentences', () => {
  it('tell a rejected throw: what went, who showed what, what it costs', () => {
    const said = words.announce(
      { type: 'throw_rejected', seat: 0, cards: cards('AS AS QS'), patterns: [['AS', 'AS'], ['QS']], rejected: [{ cards: ['QS'], seat: 4, shown: ['KS'] }], fine: 20 },
      VOICE,
    )
    expect(said).toBe('You throw 2 × A♠, Q♠. The throw is rejected and costs 20 points. Eve shows K♠ against Q♠.')
  })

  it('tell leads with their split, and power combos', () => {
    const play = { type: 'cards_played', seat: 1, shows_void: '', next_seat: 2, rest: false } as const
    expect(words.announce({ ...play, cards: cards('AS AS KS'), patterns: [['AS', 'AS'], ['KS']] }, VOICE)).toBe('Ben throws 2 × A♠ + K♠.')
    expect(words.announce({ ...play, cards: cards('7S 7S 7S 7S'), patterns: [] }, VOICE)).toBe('Ben plays 4 × 7♠. A power combo!')
  })

  it('tell a claim of the rest, and show it long enough', () => {
    const claim = { type: 'rest_claimed' as const, seat: 1, leads: [[['AS', 'AS'], ['KS']], [['RJ']]] }
    expect(words.announce(claim, VOICE)).toBe('Ben claims all the tricks that are left: 2 × A♠ + K♠ · red joker.')
    expect(words.hold([claim], view())).toBeGreaterThan(2_000)
  })

  it('tell how calls stand', () => {
    const called = { card: 'AS', number: 2, seen: 1, seat: null, in_base: false }
    expect(words.callText(view(), called, VOICE)).toBe('The 2nd A♠ is called; played so far: 1.')
    expect(words.callText(view(), { ...called, seat: 1 }, VOICE)).toBe('The 2nd A♠ was called: Ben is a friend.')
    expect(words.callText(view(), { ...called, seat: 0 }, VOICE)).toBe('The 2nd A♠ was called; you have played it yourself.')
    expect(words.callText(view(), { ...called, seat: 1, in_base: true }, VOICE)).toBe('The 2nd A♠ was called and lay in the base: Ben is the friend.')
  })

  it('read out the hand by groups', () => {
    const hand = words.readings.find(({ key }) => key === 'h')
    expect(hand?.words(view(), VOICE)).toBe('Your hand: 7 cards. trumps: red joker, 2 × 4♠. spades: 2 × A♠, K♠, 3♠.')
  })

  it('let who has to act begin at once', () => {
    const decided: Parameters<typeof words.hold>[0] = [{ type: 'trump_decided', dealer: 0, trump: 'H', bidder: 0, shown: [] }]
    expect(words.hold(decided, view())).toBe(0)
    expect(words.hold(decided, view({ to_act: 3 }))).toBeGreaterThan(0)
  })
})
