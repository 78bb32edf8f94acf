import { describe, expect, it } from 'vitest'
import type { TarotDealScored, TarotView } from '../../state/wire'
import { Voice } from '../../text'
import {
  biddingMoment,
  callRows,
  coefficient,
  dealScored,
  excuseKept,
  highestBid,
  lastCard,
  partnership,
  roleOf,
  rowBreaks,
  seatPictures,
  share,
  shownNow,
  sideCounts,
  signed,
  toggled,
  trickPicture,
  wholes,
  willBid,
} from './adapter'
import { announce, hold, outcomeText, partnerText, prompt, readings, resultText } from './words'

const NAMES = ['Ada', 'Bob', 'Cleo', 'Dan', 'Eve']
const VOICE = new Voice(NAMES, 1)

/** Five players, Cleo has taken a guard and called the king of hearts; Bob looks on from seat 1. */
function tarotView(change: Partial<TarotView> = {}): TarotView {
  return {
    game: 'tarot',
    seat: 1,
    to_act: 1,
    version: 30,
    options: { deals: 6, shuffle: 'cut', packets: 'threes', petit_sec: 'void', discard: 'any', excuse_last_trick: 'other_side' },
    phase: 'play',
    deal: 3,
    played: 1,
    unplayed: 0,
    dealer: 0,
    hand: ['*', 'T9', 'KS', '4H'],
    hand_counts: [4, 4, 4, 4, 4],
    dog_count: 0,
    dog: ['2S', 'T4', 'QD'],
    discard_count: 3,
    discard: null,
    discard_shown: ['T4'],
    bids: [
      { seat: 1, contract: 'petite' },
      { seat: 2, contract: 'guard' },
      { seat: 3, contract: null },
    ],
    taker: 2,
    contract: 'guard',
    call_made: true,
    called: 'KH',
    partner: null,
    alone: false,
    call_open: false,
    slam_announced: false,
    handfuls: [],
    trick_number: 4,
    leader: 0,
    trick: [],
    winning: null,
    last_trick: null,
    tricks_won: [1, 0, 3, 0, 0],
    half_points: [11, 0, 40, 0, 0],
    excuse_seat: null,
    void: null,
    sheets: [],
    totals: [-106, -106, 318, -53, -53],
    result: null,
    legal_bids: [],
    legal_calls: [],
    legal_discards: [],
    open_discards: [],
    legal_cards: ['*', '4H'],
    claim: null,
    handful_sizes: [],
    handful_choices: [],
    handful_cards: [],
    suggested_discards: [],
    suggested_call: null,
    ...change,
  }
}

function sheet(change: Partial<TarotDealScored> = {}): TarotDealScored {
  return {
    type: 'deal_scored',
    number: 3,
    taker: 2,
    partner: 4,
    contract: 'guard',
    called: 'KH',
    counted: [
      { name: 'tricks', points: 80, seat: null },
      { name: 'discard', points: 10, seat: null },
      { name: 'excuse', points: 8, seat: null },
    ],
    attack: 98,
    defence: 84,
    bouts: 2,
    target: 41,
    made: true,
    difference: 8,
    lines: [
      { name: 'contract', points: 66, seat: null },
      { name: 'petit_au_bout', points: 20, seat: null },
      { name: 'handful', points: 20, seat: 1 },
    ],
    pays: 106,
    deltas: [-106, -106, 212, -106, 106],
    totals: [-106, -106, 212, -106, 106],
    ...change,
  }
}

const LAST = {
  winner: 2,
  half_points: 12,
  cards: [
    { seat: 0, card: '5H' },
    { seat: 1, card: '*' },
    { seat: 2, card: 'QH' },
    { seat: 3, card: '2H' },
    { seat: 4, card: '1H' },
  ],
}

describe('numbers as people write them', () => {
  it('halves points', () => {
    expect([0, 1, 2, 9, -1, -9, 182].map(wholes)).toEqual(['0', '½', '1', '4½', '−½', '−4½', '91'])
  })

  it('shows a sign', () => {
    expect([signed(5), signed(5, true), signed(-5, true), signed(0, true)]).toEqual(['5', '+5', '−5', '0'])
  })
})

describe('a hand in rows', () => {
  const hand = (counts: Readonly<Record<string, number>>): readonly string[] =>
    Object.entries(counts).flatMap(([suit, count]) =>
      Array.from({ length: count }, (_, at) => (suit === 'T' ? `T${21 - at}` : `${at + 1}${suit}`)),
    )

  it('stays in one row where there is room', () => {
    expect(rowBreaks(hand({ T: 6, S: 6 }), 12)).toEqual([])
    expect(rowBreaks([], 12)).toEqual([])
  })

  it('breaks between suits where that costs little', () => {
    expect(rowBreaks(hand({ T: 10, S: 4, H: 4 }), 12)).toEqual([10])
    expect(rowBreaks(hand({ T: 11, S: 4, H: 7, D: 2 }), 13)).toEqual([11])
  })

  it('never makes a row longer than there is room for, nor more rows than needed', () => {
    for (const counts of [{ T: 20, S: 4 }, { T: 3, S: 9, H: 9, C: 3 }, { T: 12, S: 12, H: 6 }, { S: 14, H: 14 }]) {
      const cards = hand(counts)
      for (let capacity = 5; capacity <= 31; capacity += 1) {
        const breaks = [0, ...rowBreaks(cards, capacity), cards.length]
        const lengths = breaks.slice(1).map((end, row) => end - (breaks[row] ?? 0))
        expect(lengths).toHaveLength(Math.ceil(cards.length / capacity))
        expect(Math.max(...lengths)).toBeLessThanOrEqual(capacity)
        expect(Math.min(...lengths)).toBeGreaterThan(0)
      }
    }
  })

  it('keeps the Excuse with the trumps', () => {
    expect(rowBreaks(['*', ...hand({ T: 5, S: 6 })], 6)).toEqual([6])
  })
})

describe('the auction', () => {
  it('shows at every seat what it said, the highest in front', () => {
    const pictures = seatPictures(tarotView({ phase: 'bidding', taker: null, contract: null, to_act: 4 }), VOICE)
    expect(pictures.map(({ call }) => call)).toEqual([null, 'Petite', 'Guard', 'Pass', null])
    expect(pictures.map(({ leads }) => leads)).toEqual([false, false, true, false, false])
    expect(pictures.map(({ turn }) => turn)).toEqual([false, false, false, false, true])
  })

  it('knows the highest bid, passes aside', () => {
    expect(highestBid(tarotView())).toEqual({ seat: 2, contract: 'guard' })
    expect(highestBid(tarotView({ bids: [{ seat: 1, contract: null }] }))).toBeNull()
  })
})

describe('the secret partner', () => {
  it('is not shown before the card falls, not even by who knows himself', () => {
    const secret = tarotView({ partner: 1 })
    expect(partnership(secret)).toBe('secret')
    expect(seatPictures(secret, VOICE).map(({ call }) => call)).toEqual([null, null, 'Guard', null, null])
    expect([0, 1, 2].map((seat) => roleOf(secret, seat))).toEqual(['unknown', 'unknown', 'taker'])
    expect(sideCounts(secret)).toBeNull()
    expect(partnerText(secret, VOICE)).toBe('you, still secret')
  })

  it('is shown once everybody knows', () => {
    const open = tarotView({ partner: 4, call_open: true })
    expect(seatPictures(open, VOICE)[4]?.call).toBe('Partner')
    expect(partnerText(open, VOICE)).toBe('with Eve')
    expect(sideCounts(open)).toEqual([
      { side: 'attack', tricks: 3, halfPoints: 40 },
      { side: 'defence', tricks: 1, halfPoints: 11 },
    ])
  })

  it('may not exist', () => {
    expect(partnership(tarotView())).toBe('unknown')
    expect(partnership(tarotView({ alone: true }))).toBe('alone_secret')
    expect(partnership(tarotView({ alone: true, call_open: true }))).toBe('alone')
    expect(partnership(tarotView({ hand_counts: [4, 4, 4, 4] }))).toBeNull()
    expect(partnership(tarotView({ call_made: false }))).toBeNull()
  })

  it('offers what can be called by rank', () => {
    expect(callRows(['QH', 'KS', 'KH', null])).toEqual([['KS', 'KH'], ['QH']])
  })
})

describe('the trick', () => {
  it('puts every card before its player', () => {
    const view = tarotView({ trick: [{ seat: 0, card: '5H' }, { seat: 1, card: '4H' }], winning: 0 })
    expect(trickPicture(view, false)).toEqual({
      key: '3.4',
      cards: [
        { seat: 0, card: '5H', place: 'right', winning: true },
        { seat: 1, card: '4H', place: 'bottom', winning: false },
      ],
      winner: null,
    })
  })

  it('sends the Excuse back to its player, but not in the last trick', () => {
    const goes = (view: TarotView) => trickPicture(view, true)?.cards.find(({ card }) => card === '*')?.goes
    expect(goes(tarotView({ last_trick: LAST }))).toBe('bottom')
    expect(goes(tarotView({ last_trick: LAST, phase: 'deal' }))).toBeUndefined()
    expect(trickPicture(tarotView({ last_trick: LAST }), false)).toBeNull()
    expect(trickPicture(tarotView({ last_trick: LAST }), true)?.winner).toBe('left')
  })

  it('tells of the half point only when the sides are known', () => {
    expect(excuseKept(tarotView({ last_trick: LAST }))).toEqual({ seat: 1, given: false })
    expect(excuseKept(tarotView({ last_trick: LAST, call_open: true, partner: 4 }))).toEqual({ seat: 1, given: true })
    expect(excuseKept(tarotView({ last_trick: LAST, call_open: true, partner: 1 }))).toEqual({ seat: 1, given: false })
    expect(excuseKept(tarotView({ last_trick: LAST, phase: 'deal' }))).toBeNull()
    expect(excuseKept(tarotView())).toBeNull()
  })
})

describe('what lies open for a moment', () => {
  const handful = { type: 'handful_shown', seat: 2, size: 'single', bonus: 20, cards: ['T9', 'T8'] } as const

  it('is what others show', () => {
    const shown = { ...handful, cards: [...handful.cards] }
    expect(shownNow([shown], tarotView())).toEqual({ kind: 'handful', event: shown })
    expect(shownNow([{ ...shown, seat: 1 }], tarotView())).toBeNull()
  })

  it('is a discard only if something of it is seen', () => {
    const discarded = { type: 'discarded', seat: 2, cards: null, shown: ['T4'] } as const
    expect(shownNow([{ ...discarded, shown: ['T4'] }], tarotView())?.kind).toBe('discarded')
    expect(shownNow([{ ...discarded, shown: [] }], tarotView())).toBeNull()
  })

  it('is a called card', () => {
    expect(shownNow([{ type: 'called', seat: 2, card: 'KH', partner: null }], tarotView())).toEqual({ kind: 'called', seat: 2, card: 'KH' })
    expect(shownNow([{ type: 'called', seat: 2, card: null, partner: null }], tarotView())).toBeNull()
  })

  it('is a claim of the rest, also the own one', () => {
    const claimed = { type: 'rest_claimed' as const, seat: 1, cards: ['T21', 'KS'] }
    const taken = { type: 'trick_taken' as const, seat: 1, half_points: 9 }
    expect(shownNow([claimed, taken], tarotView({ seat: 1 }))).toEqual({ kind: 'claimed', event: claimed })
    expect(hold([claimed, taken], tarotView())).toBeGreaterThan(2_000)
    expect(announce(claimed, VOICE)).toBe('You claim all the tricks that are left, with T21 K♠.')
  })

  it('stays long enough to be read, but does not keep the taker from his discard', () => {
    const dog = { type: 'dog_shown', cards: ['2S'], called: false } as const
    const step = [{ ...dog, cards: [...dog.cards] }]
    expect(hold(step, tarotView())).toBeGreaterThan(2_000)
    expect(hold(step, tarotView({ seat: 2 }))).toBe(0)
    expect(hold([{ ...handful, cards: [...handful.cards] }], tarotView())).toBeGreaterThan(2_000)
  })
})

describe('what goes by itself', () => {
  it('is the last card alone', () => {
    expect(lastCard(tarotView({ phase: 'play', hand: ['T4'], legal_cards: ['T4'] }))).toBe('T4')
    expect(lastCard(tarotView({ phase: 'play', hand: ['T4'], legal_cards: [] }))).toBeNull()
    expect(lastCard(tarotView({ phase: 'play', hand: ['T4', '5S'], legal_cards: ['T4'] }))).toBeNull()
    expect(lastCard(tarotView({ phase: 'discard', hand: ['T4'], legal_cards: ['T4'] }))).toBeNull()
  })

  it('is a pass said ahead, until somebody bids or the deal is another one', () => {
    const bids = [{ seat: 2, contract: null }]
    const view = tarotView({ phase: 'bidding', seat: 1, bids })
    expect(willBid(view)).toBe(true)
    expect(willBid({ ...view, bids: [...bids, { seat: 1, contract: null }] })).toBe(false)
    expect(willBid({ ...view, seat: null })).toBe(false)
    expect(willBid({ ...view, phase: 'play' })).toBe(false)
    expect(biddingMoment({ ...view, bids: [...bids, { seat: 3, contract: null }] })).toBe(biddingMoment(view))
    expect(biddingMoment({ ...view, bids: [...bids, { seat: 3, contract: 'guard' }] })).not.toBe(biddingMoment(view))
    expect(biddingMoment({ ...view, deal: view.deal + 1 })).not.toBe(biddingMoment(view))
  })
})

describe('the score', () => {
  it('is there after a played deal only', () => {
    const over = tarotView({ phase: 'deal', sheets: [sheet()] })
    expect(dealScored(over)?.number).toBe(3)
    expect(dealScored({ ...over, void: { type: 'deal_void', reason: 'all_passed', seat: null } })).toBeNull()
    expect(dealScored(tarotView({ sheets: [sheet()] }))).toBeNull()
  })

  it('adds up as a player would', () => {
    expect(coefficient(sheet())).toBe(2)
    expect([0, 2, 4].map((seat) => share(sheet(), seat))).toEqual([-1, 2, 1])
    expect(share(sheet({ pays: 0, deltas: [0, 0, 0, 0, 0] }), 2)).toBe(0)
    expect(outcomeText(sheet(), VOICE)).toBe('Cleo makes the contract with Eve: 49 points, 41 needed')
    expect(outcomeText(sheet({ partner: null, made: false, taker: 1 }), VOICE)).toBe('You fail: 49 points, 41 needed')
  })

  it('names the winners', () => {
    expect(resultText([2, 1, 3, 3, 3], VOICE)).toBe('You win the match')
    expect(resultText([1, 1, 3, 3, 3], VOICE)).toBe('You share the first place')
    expect(resultText([1, 2, 1, 3, 3], VOICE)).toBe('Ada, Cleo share the first place')
  })
})

describe('in sentences', () => {
  it('tells what happens', () => {
    const said = [
      announce({ type: 'bid_made', seat: 1, contract: 'guard_without' }, VOICE),
      announce({ type: 'bid_made', seat: 0, contract: null }, VOICE),
      announce({ type: 'deal_void', reason: 'petit_sec', seat: 3 }, VOICE),
      announce({ type: 'card_played', seat: 4, card: 'KH', called: true }, VOICE),
      announce({ type: 'card_played', seat: 1, card: '*', called: false }, new Voice(NAMES, 1, true)),
      announce(sheet(), VOICE),
    ]
    expect(said).toEqual([
      'You bid a guard without the dog.',
      'Ada passes.',
      'Dan shows the petit as his only trump. The next dealer deals.',
      'Eve plays K♥, the called card.',
      'You play the Excuse.',
      'Cleo has made the contract: 49 points with 2 of 3 bouts, 41 needed. Each defender pays 106.',
    ])
  })

  it('asks for what is to be done', () => {
    expect(prompt(tarotView({ phase: 'discard' }), VOICE)).toBe('The dog is in your hand: choose 3 cards to lay aside')
    expect(prompt(tarotView({ phase: 'calling', to_act: 2 }), VOICE)).toBe('Cleo is calling a card')
    expect(prompt(tarotView({ handful_choices: [{ size: 'single', bonus: 20, cards: [] }] }), VOICE)).toContain('handful')
    expect(prompt(tarotView({ to_act: null }), VOICE)).toBeNull()
  })

  it('reads out hand, auction, open cards, points and totals', () => {
    const spoken = new Voice(NAMES, 1, true)
    const read = (key: string, view: TarotView = tarotView()) => readings.find((one) => one.key === key)?.words(view, spoken)
    expect(read('h')).toContain('Excuse, trump 9, king of spades, four of hearts')
    expect(read('b')).toBe('You bid a petite. Cleo bids a guard. Dan passes. Called: king of hearts, partner not known yet.')
    expect(read('d')).toBe('The dog was two of spades, trump 4, queen of diamonds. Laid aside openly: trump 4.')
    expect(read('p')).toContain('Cleo, taker: 3 tricks, 20 points.')
    expect(read('s')).toContain('1 of 6 deals are scored. You: −106.')
    expect(read('l', tarotView({ last_trick: LAST }))).toContain('Cleo took it, 6 points without the Excuse.')
  })
})

it('a choice of cards is changed card by card', () => {
  expect(toggled(['KS'], 'QS')).toEqual(['KS', 'QS'])
  expect(toggled(['KS', 'QS'], 'KS')).toEqual(['QS'])
})
