import { describe, expect, it } from 'vitest'
import { mateView } from '../state/fakes'
import type { GameEvent, PinochleView } from '../state/wire'
import { Voice } from '../text'
import { heldCards, inHandOrder, pictureAddress, pictureSheets } from './cards'
import * as mate from './mate/adapter'
import * as mateWords from './mate/words'
import * as pinochle from './pinochle/adapter'
import * as pinochleWords from './pinochle/words'
import { placesAround, seatsFrom } from './places'

const VOICE = new Voice(['Ada', 'Bob', 'Cleo', 'Dan'], 1)

function pinochleView(change: Partial<PinochleView> = {}): PinochleView {
  return {
    game: 'pinochle',
    seat: 1,
    to_act: 1,
    version: 9,
    options: {
      minimum_bid: 10,
      pass_is_final: false,
      must_trump: false,
      run_counts_marriage: false,
      trick_needed_for_melds: false,
      target: 1000,
      both_reach: 'bidders',
      on_timeout: 'lose',
      seconds: 60,
    },
    phase: 'play',
    deal_number: 2,
    dealer: 0,
    hand: ['9D', 'AS', 'AS', '10H'],
    hand_counts: [4, 4, 4, 4],
    calls: [
      { seat: 0, points: 100 },
      { seat: 1, points: 150 },
      { seat: 2, points: null },
    ],
    minimum_bid: 160,
    may_pass: true,
    bidder: 1,
    bid: 150,
    trump: 'S',
    melds: [[], [{ kind: 'marriage', suit: 'H', points: 20, cards: ['KH', 'QH'] }], [], []],
    meld_points: [0, 20, 0, 0],
    trick: [],
    winning: null,
    last_trick: null,
    trick_counts: [0, 0],
    trick_points: [0, 0],
    legal_cards: ['AS'],
    totals: [120, -40],
    scores: [],
    result: null,
    ...change,
  }
}

const LAST = {
  cards: [
    { seat: 1, card: 'AS' },
    { seat: 2, card: '9S' },
    { seat: 3, card: 'KS' },
    { seat: 0, card: '10S' },
  ],
  winner: 1,
  points: 30,
}

describe('places', () => {
  it('puts the viewer at the bottom and the next in turn to the left', () => {
    expect(placesAround(4, 1)).toEqual(['right', 'bottom', 'left', 'top'])
    expect(placesAround(2, null)).toEqual(['bottom', 'top'])
    expect(seatsFrom(4, 3)).toEqual([3, 0, 1, 2])
  })

  it('knows two to six seats', () => {
    for (const seats of [2, 3, 4, 5, 6]) expect(new Set(placesAround(seats, 0)).size).toBe(seats)
    expect(() => placesAround(7, 0)).toThrow(RangeError)
  })
})

describe('cards', () => {
  it('stand by suits in alternating colours, high to low', () => {
    expect(inHandOrder(['9D', 'AS', '10H', 'KH', 'QC', 'AH'])).toEqual(['AS', 'AH', '10H', 'KH', 'QC', '9D'])
  })

  it('that are equal are told apart', () => {
    expect(heldCards(['AS', 'AS', '9D']).map(({ key }) => key)).toEqual(['AS-1', 'AS-2', '9D-1'])
  })

  it('have a picture each', () => {
    expect(pictureAddress('10S')).toBe('/cards/spades.svg#10S')
    expect(pictureAddress('*', 'tarot')).toBe('/cards/trumps.svg#EXCUSE')
    expect(pictureAddress('BJ')).toBe('/cards/jokers.svg#BJ')
    expect(pictureAddress('back-1')).toBe('/cards/backs.svg#back-1')
    expect(pictureAddress('suit-T')).toBe('/cards/suits.svg#suit-T')
    expect(pictureSheets()).toContain('/cards/clubs.svg')
  })
})

describe('pinochle', () => {
  it('shows in the auction what each seat said last', () => {
    const calls = pinochle.seatPictures(pinochleView({ phase: 'bidding' }), VOICE).map(({ call }) => call)
    expect(calls).toEqual(['100', '150', 'Pass', null])
  })

  it('keeps the winning bid beside its seat afterwards', () => {
    const pictures = pinochle.seatPictures(pinochleView(), VOICE)
    expect(pictures.map(({ call }) => call)).toEqual([null, '150', null, null])
    expect(pictures.map(({ leads }) => leads)).toEqual([false, true, false, false])
    expect(pictures[1]).toMatchObject({ turn: true, dealer: false, place: 'bottom', cards: 4 })
  })

  it('lets a complete trick lie while it stays, and no longer', () => {
    const view = pinochleView({ last_trick: LAST, trick_counts: [0, 1] })
    expect(pinochle.trickPicture(view, true)).toMatchObject({ key: '2.0', winner: 'bottom' })
    expect(pinochle.trickPicture(view, false)).toBeNull()
    const next = pinochle.trickPicture({ ...view, trick: [{ seat: 1, card: '9H' }], winning: 1 }, true)
    expect(next).toEqual({ key: '2.1', cards: [{ seat: 1, card: '9H', place: 'bottom', winning: true }], winner: null })
  })

  it('lays the melds out until somebody has led', () => {
    expect(pinochle.meldsLieOpen(pinochleView())).toBe(true)
    expect(pinochle.meldsLieOpen(pinochleView({ trick: [{ seat: 1, card: '9H' }] }))).toBe(false)
    expect(pinochle.meldsLieOpen(pinochleView({ last_trick: LAST }))).toBe(false)
    expect(pinochle.meldsLieOpen(pinochleView({ phase: 'trump' }))).toBe(false)
  })

  it('lists melds from the own side on', () => {
    expect(pinochle.meldRows(pinochleView()).map(({ seat }) => seat)).toEqual([1, 3, 2, 0])
  })

  it('offers bids that can be made', () => {
    expect(pinochle.quickBids(160)).toEqual([160, 170, 180, 210])
    expect(pinochle.quickBids(2990)).toEqual([2990, 3000])
    expect(pinochle.quickBids(null)).toEqual([])
    expect(pinochle.nearestBid(164, 160)).toBe(160)
    expect(pinochle.nearestBid(5, 160)).toBe(160)
    expect(pinochle.nearestBid(99_999, 160)).toBe(3000)
    expect(pinochle.nearestBid(Number.NaN, 160)).toBe(160)
  })

  it('names sides by who looks', () => {
    expect(pinochle.sidesFrom(1)).toEqual([1, 0])
    expect(pinochle.sideName(1, 1, VOICE)).toBe('We')
    expect(pinochle.sideName(0, null, VOICE)).toBe('Ada + Cleo')
  })

  it('lets nobody wait who may lead', () => {
    const melds: GameEvent = { type: 'melds_shown', melds: [], points: [] }
    expect(pinochleWords.hold([melds], pinochleView())).toBe(0)
    expect(pinochleWords.hold([melds], pinochleView({ to_act: 2 }))).toBeGreaterThan(0)
  })

  it('says what happened and what is asked', () => {
    expect(pinochleWords.announce({ type: 'bid_made', seat: 2, points: 160, next_seat: 3 }, VOICE)).toBe('Cleo bids 160.')
    expect(pinochleWords.announce({ type: 'trump_named', seat: 1, suit: 'H' }, VOICE)).toBe('You name hearts trump.')
    expect(pinochleWords.prompt(pinochleView({ phase: 'bidding' }), VOICE)).toBe('Your turn: bid or pass')
    expect(pinochleWords.prompt(pinochleView({ to_act: null }), VOICE)).toBeNull()
    expect(pinochleWords.resultText([2, 1, 2, 1], VOICE)).toBe('Your side wins the match')
    expect(pinochleWords.resultText([2, 1, 2, 1], new Voice(['Ada', 'Bob', 'Cleo', 'Dan'], null))).toBe('Bob and Dan win the match')
  })

  it('has a text for every reading', () => {
    for (const view of [pinochleView(), pinochleView({ last_trick: LAST, trick: LAST.cards.slice(0, 2) })]) {
      for (const { words } of pinochleWords.readings) expect(words(view, VOICE)).not.toMatch(/\{|client\./)
    }
  })
})

describe('the last card', () => {
  it('leaves no choice at Pinochle', () => {
    expect(pinochle.lastCard(pinochleView({ phase: 'play', hand: ['9H'], legal_cards: ['9H'] }))).toBe('9H')
    expect(pinochle.lastCard(pinochleView({ phase: 'play', hand: ['9H'], legal_cards: [] }))).toBeNull()
    expect(pinochle.lastCard(pinochleView({ phase: 'play', hand: ['9H', 'AS'], legal_cards: ['9H'] }))).toBeNull()
  })

  it('is at Mate the one in the hand or the one put aside', () => {
    const view = mateView({ seat: 0, phase: 'play', hands: [['AC'], ['KC']], legal_cards: ['AC'] })
    expect(mate.lastCard({ ...view, placed: [null, null] })).toBe('AC')
    expect(mate.lastCard({ ...view, placed: ['7H', null] })).toBeNull()
    expect(mate.lastCard({ ...view, hands: [[], ['KC']], placed: ['7H', null], legal_cards: ['7H'] })).toBe('7H')
    expect(mate.lastCard({ ...view, seat: null })).toBeNull()
  })
})

describe('mate', () => {
  it('draws the hands in the order of the suits of the game', () => {
    const view = mateView({ hands: [['7D', 'AH', 'KS', 'QC'], []] })
    expect(mate.handOf(view, 0)).toEqual(['QC', 'KS', 'AH', '7D'])
  })

  it('shows a placed card until it is played', () => {
    const view = mateView({ placed: ['AC', null] })
    expect(mate.placedCard(view, 0)).toEqual({ card: 'AC', played: false })
    expect(mate.placedCard(view, 1)).toBeNull()
    expect(mate.placedCard({ ...view, trick: [{ seat: 0, card: 'AC' }] }, 0)).toEqual({ card: 'AC', played: true })
  })

  it('marks the card that gave mate', () => {
    const view = mateView({ phase: 'deal', trick: [{ seat: 1, card: 'KH' }], seat: 1 })
    expect(mate.trickPicture(view, false)?.cards).toEqual([{ seat: 1, card: 'KH', place: 'bottom', winning: true }])
  })

  it('counts one more for who has placed a card', () => {
    const view = mateView({ trick_number: 5, placed: ['AC', null] })
    expect([mate.factor(view, 0), mate.factor(view, 1)]).toEqual([6, 5])
  })

  it('writes the product of a score', () => {
    const score = {
      game: 1,
      dealer: 0,
      winner: 0,
      card: 'AC',
      card_value: 11,
      trick: 10,
      winner_placed: true,
      doubled: true,
      points: 242,
    }
    expect(mate.product(score)).toBe('11 × 11 × 2')
    expect(mate.product({ ...score, winner: null, card: null })).toBe('')
  })

  it('chooses among what may be placed, or played', () => {
    const view = mateView({ phase: 'foreplacing', placeable_cards: ['10S'] })
    expect(mate.choosable(view)).toEqual(['10S'])
    expect(mate.choosable(mateView())).toEqual(['AC', '10S'])
  })

  it('says what happened and what is asked', () => {
    expect(mateWords.announce({ type: 'foreplaced', seat: 0, card: null }, VOICE)).toBe('Ada puts no card aside.')
    expect(mateWords.prompt(mateView({ seat: 1 }), VOICE)).toBe('Ada leads')
    expect(mateWords.resultText([1, 1], VOICE)).toBe('The match is drawn')
    expect(mateWords.resultText([2, 1], VOICE)).toBe('You win the match')
    for (const { words } of mateWords.readings) expect(words(mateView(), VOICE)).not.toMatch(/\{|client\./)
  })
})
