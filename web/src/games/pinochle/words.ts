/** Pinochle in sentences: what happened, what is asked, what the keys read out. */
import type { PinochleEvent, PinochleView } from '../../state/wire'
import type { GameEvent, View } from '../../state/wire'
import { listText, type Voice } from '../../text'
import { inHandOrder } from '../cards'
import type { Reading } from '../game'
import { meldName, meldRows, sideName, sidesFrom, sideOf } from './adapter'


/** How long each step stays, in milliseconds. */
export function hold(events: readonly GameEvent[], view: View): number {
  const kinds = new Set(events.map(({ type }) => type))
  // Who may lead should not have to wait; the melds stay until he does.
  if (kinds.has('melds_shown')) return view.seat === view.to_act ? 0 : 9_000
  if (kinds.has('trick_won')) return 1_400
  if (kinds.has('bid_made') || kinds.has('passed')) return 500
  if (kinds.has('card_played')) return 350
  return 0
}

export function announce(raw: GameEvent, voice: Voice): string | null {
  const event = raw as PinochleEvent
  switch (event.type) {
    case 'dealt':
      return voice.about('client.pinochle.said.dealt', event.dealer, { number: event.deal })
    case 'bid_made':
      return voice.about('client.pinochle.said.bid', event.seat, { points: event.points })
    case 'passed':
      return voice.about('client.pinochle.said.passed', event.seat)
    case 'bidding_ended':
      return voice.about('client.pinochle.said.won_bidding', event.seat, { points: event.points })
    case 'trump_named':
      return voice.about('client.pinochle.said.trump', event.seat, { suit: event.suit })
    case 'melds_shown':
      return event.points.map((points, seat) => voice.about('client.pinochle.said.melds', seat, { points })).join(' ')
    case 'card_played':
      return voice.about('client.said.played', event.seat, { card: event.card })
    case 'trick_won':
      return voice.about('client.pinochle.said.trick', event.seat, { points: event.points + event.bonus })
    case 'deal_scored': {
      const [first, second] = sidesFrom(voice.seat)
      return voice.say(event.made ? 'client.pinochle.said.made' : 'client.pinochle.said.failed', {
        player: event.bidder,
        bid: event.bid,
        first_side: sideName(first, voice.seat, voice),
        first_points: event.sides[first].after,
        second_side: sideName(second, voice.seat, voice),
        second_points: event.sides[second].after,
      })
    }
    case 'forfeited':
      return voice.about(event.cause === 'time' ? 'client.said.forfeited.time' : 'client.said.forfeited.resigned', event.seat)
    case 'match_ended':
      return resultText(event.places, voice)
  }
}

/** Who won, as one sentence. */
export function resultText(places: readonly number[], voice: Voice): string {
  if (voice.seat !== null) return voice.say(places[voice.seat] === 1 ? 'client.result.won.side' : 'client.result.lost.side')
  const winner = places.indexOf(1)
  return voice.say('client.result.side', { first_player: winner, second_player: (winner + 2) % 4 })
}

export function prompt(raw: View, voice: Voice): string | null {
  const view = raw as PinochleView
  if (view.to_act === null) return null
  if (view.phase === 'bidding') return voice.about('client.pinochle.prompt.bid', view.to_act)
  if (view.phase === 'trump') return voice.about('client.pinochle.prompt.trump', view.to_act)
  if (view.phase !== 'play') return null
  return voice.about(view.trick.length === 0 ? 'client.prompt.lead' : 'client.prompt.play', view.to_act)
}

function reading(key: string, label: Reading['label'], words: (view: PinochleView, voice: Voice) => string): Reading {
  return { key, label, words: (view, voice) => words(view as PinochleView, voice) }
}

export const readings: readonly Reading[] = [
  reading('h', 'client.key.hand', (view, voice) => {
    const cards = inHandOrder(view.hand)
    if (cards.length === 0) return voice.say('client.read.no_hand')
    return voice.say('client.read.hand', { n: cards.length, cards })
  }),
  reading('t', 'client.key.trick', (view, voice) => {
    if (view.trick.length === 0) return voice.say('client.read.no_trick')
    const plays = view.trick.map(({ seat, card }) => voice.about('client.read.card_of', seat, { card }))
    return voice.say('client.read.trick', { plays })
  }),
  reading('l', 'client.key.last_trick', (view, voice) => {
    const last = view.last_trick
    if (last === null) return voice.say('client.read.no_last_trick')
    const plays = last.cards.map(({ seat, card }) => voice.about('client.read.card_of', seat, { card }))
    return `${voice.say('client.read.last_trick', { plays })} ${voice.about('client.pinochle.said.trick', last.winner, { points: last.points })}`
  }),
  reading('b', 'client.key.bids', (view, voice) => {
    if (view.calls.length === 0) return voice.say('client.pinochle.read.no_calls')
    const calls = view.calls
      .map(({ seat, points }) =>
        points === null
          ? voice.about('client.pinochle.said.passed', seat)
          : voice.about('client.pinochle.said.bid', seat, { points }),
      )
      .join(' ')
    return view.trump === null ? calls : `${calls} ${voice.say('client.pinochle.read.trump', { suit: view.trump })}`
  }),
  reading('m', 'client.key.melds', (view, voice) => {
    if (view.trump === null) return voice.say('client.pinochle.read.no_melds')
    return meldRows(view)
      .map(({ seat, points, melds }) => {
        const names = listText(melds.map((meld) => meldName(meld, voice)))
        const total = voice.about('client.pinochle.said.melds', seat, { points })
        return names === '' ? total : `${total} ${names}.`
      })
      .join(' ')
  }),
  reading('s', 'client.key.scores', (view, voice) =>
    sidesFrom(view.seat)
      .map((side) =>
        voice.say('client.pinochle.read.score', {
          side: sideName(side, view.seat, voice),
          points: view.totals[side] ?? 0,
          tricks: view.trick_counts[side] ?? 0,
          trick_points: view.trick_points[side] ?? 0,
          melds: view.meld_points.reduce((sum, points, seat) => (sideOf(seat) === side ? sum + points : sum), 0),
        }),
      )
      .join(' '),
  ),
]
