/** Tarot in sentences: what happened, what is asked, what the keys read out. */
import type { GameEvent, TarotDealScored, TarotEvent, TarotView, View } from '../../state/wire'
import type { Voice } from '../../text'
import type { Reading } from '../game'
import { seatsFrom } from '../places'
import { EXCUSE, partnership, roleOf, shownNow, signed, wholes } from './adapter'

/** How long each step stays, in milliseconds. */
export function hold(events: readonly GameEvent[], raw: View): number {
  const view = raw as TarotView
  const kinds = new Set(events.map(({ type }) => type))
  const shown = shownNow(events, view)
  if (shown !== null) return shown.kind === 'called' ? 2_200 : 4_500
  // Who discards should not have to wait; the others may look at the dog.
  if (kinds.has('dog_shown')) return view.seat === view.taker ? 0 : 4_000
  if (kinds.has('trick_taken')) return view.last_trick?.cards.some(({ card }) => card === EXCUSE) === true ? 2_400 : 1_500
  if (kinds.has('auction_won') || kinds.has('slam_answered')) return 900
  if (kinds.has('bid_made')) return 600
  if (events.some((event) => event.type === 'card_played' && 'called' in event && event.called)) return 1_400
  if (kinds.has('card_played')) return 350
  return 0
}

export function announce(raw: GameEvent, voice: Voice): string | null {
  const event = raw as TarotEvent
  switch (event.type) {
    case 'dealt':
      return voice.about(event.shuffled ? 'event.tarot.dealt.shuffled' : 'event.tarot.dealt.cut', event.dealer, {
        number: event.number,
        dealer_seat: event.dealer,
      })
    case 'deal_void':
      return event.seat === null
        ? voice.say('event.tarot.deal_void.all_passed')
        : voice.about('event.tarot.deal_void.petit_sec', event.seat)
    case 'bid_made':
      return voice.about(`event.tarot.bid_made.${event.contract ?? 'pass'}`, event.seat)
    case 'auction_won':
      return voice.about(`event.tarot.auction_won.${event.contract}`, event.seat)
    case 'called':
      return event.card === null
        ? voice.about('event.tarot.called.nobody', event.seat)
        : voice.about('event.tarot.called', event.seat, { card: event.card })
    case 'slam_answered':
      return voice.about(event.announced ? 'event.tarot.slam_answered.yes' : 'event.tarot.slam_answered.no', event.seat)
    case 'dog_shown':
      return voice.say(event.called ? 'event.tarot.dog_shown.called' : 'event.tarot.dog_shown', { cards: event.cards })
    case 'discarded':
      return event.shown.length === 0
        ? voice.about('event.tarot.discarded', event.seat)
        : voice.about('event.tarot.discarded.shown', event.seat, { cards: event.shown })
    case 'play_began':
      return voice.about('event.tarot.play_began', event.leader, { leader_seat: event.leader })
    case 'handful_shown':
      return voice.about(`event.tarot.handful_shown.${event.size}`, event.seat, { cards: event.cards })
    case 'rest_claimed':
      return voice.about('event.tarot.rest_claimed', event.seat, { cards: event.cards })
    case 'card_played':
      if (event.card === EXCUSE) return voice.about('client.tarot.said.excuse', event.seat)
      return voice.about(event.called ? 'event.tarot.card_played.called' : 'event.tarot.card_played', event.seat, { card: event.card })
    case 'trick_taken':
      return voice.about('event.tarot.trick_taken', event.seat)
    case 'deal_scored':
      return scoredText(event, voice)
    case 'forfeited':
      return voice.about(event.cause === 'time' ? 'event.tarot.forfeited.time' : 'event.tarot.forfeited.resigned', event.seat)
    case 'match_ended':
      return resultText(event.places, voice)
  }
}

function scoredText(sheet: TarotDealScored, voice: Voice): string {
  const points = { points: wholes(sheet.attack), bouts: sheet.bouts, target: sheet.target }
  const outcome = voice.about(sheet.made ? 'event.tarot.deal_scored.made' : 'event.tarot.deal_scored.failed', sheet.taker, points)
  const payment = voice.say(sheet.pays < 0 ? 'client.tarot.said.received' : 'client.tarot.said.scored', { points: Math.abs(sheet.pays) })
  return `${outcome} ${payment}`
}

/** How the contract ended, as a heading. */
export function outcomeText(sheet: TarotDealScored, voice: Voice): string {
  const end = sheet.made ? 'made' : 'failed'
  const points = { points: wholes(sheet.attack), target: sheet.target }
  return sheet.partner === null
    ? voice.about(`client.tarot.${end}`, sheet.taker, points)
    : voice.about(`client.tarot.${end}.with`, sheet.taker, { ...points, partner_player: sheet.partner })
}

/** Who won, as one sentence. */
export function resultText(places: readonly number[], voice: Voice): string {
  const winners = places.flatMap((place, seat) => (place === 1 ? [seat] : []))
  const [winner] = winners
  if (winners.length === 1 && winner !== undefined) return voice.about('client.result.won', winner)
  if (voice.seat !== null && winners.includes(voice.seat)) return voice.say('client.tarot.result.shared.you')
  return voice.say('client.tarot.result.shared', { names: winners.map((seat) => voice.name(seat)) })
}

export function prompt(raw: View, voice: Voice): string | null {
  const view = raw as TarotView
  const seat = view.to_act
  if (seat === null) return null
  switch (view.phase) {
    case 'bidding':
      return voice.about('client.tarot.prompt.bidding', seat)
    case 'calling':
      return voice.about('client.tarot.prompt.calling', seat)
    case 'slam':
      return voice.about('client.tarot.prompt.slam', seat)
    case 'discard':
      return voice.about('client.tarot.prompt.discard', seat, { n: view.discard_count })
    case 'play': {
      const leads = view.trick.length === 0
      if (view.handful_choices.length > 0) return voice.say(leads ? 'client.tarot.prompt.lead_or_handful' : 'client.tarot.prompt.play_or_handful')
      return voice.about(leads ? 'client.prompt.lead' : 'client.prompt.play', seat)
    }
    case 'deal':
    case 'over':
      return null
  }
}

/** What is known of the partner, in a few words; null where there can be none. */
export function partnerText(view: TarotView, voice: Voice): string | null {
  const state = partnership(view)
  switch (state) {
    case null:
      return null
    case 'known':
      return view.partner === null ? null : voice.about('client.tarot.partner.known', view.partner)
    case 'unknown':
    case 'secret':
    case 'alone_secret':
    case 'alone':
      return voice.say(`client.tarot.partner.${state}`)
  }
}

function reading(key: string, label: Reading['label'], words: (view: TarotView, voice: Voice) => string): Reading {
  return { key, label, words: (view, voice) => words(view as TarotView, voice) }
}

export const readings: readonly Reading[] = [
  reading('h', 'client.key.hand', (view, voice) =>
    view.hand.length === 0 ? voice.say('client.read.no_hand') : voice.say('client.read.hand', { n: view.hand.length, cards: view.hand }),
  ),
  reading('t', 'client.key.trick', (view, voice) => {
    if (view.trick.length === 0) return voice.say('client.read.no_trick')
    const plays = view.trick.map(({ seat, card }) => voice.about('client.read.card_of', seat, { card }))
    return voice.say('client.read.trick', { plays })
  }),
  reading('l', 'client.key.last_trick', (view, voice) => {
    const last = view.last_trick
    if (last === null) return voice.say('client.read.no_last_trick')
    const plays = last.cards.map(({ seat, card }) => voice.about('client.read.card_of', seat, { card }))
    const worth = voice.about('client.tarot.trick_worth', last.winner, { points: wholes(last.half_points) })
    return `${voice.say('client.read.last_trick', { plays })} ${worth}`
  }),
  reading('b', 'client.tarot.key.bids', (view, voice) => {
    if (view.bids.length === 0) return voice.say('client.tarot.read.no_bids')
    const sentences = view.bids.map(({ seat, contract }) => voice.about(`event.tarot.bid_made.${contract ?? 'pass'}`, seat))
    const partner = partnerText(view, voice)
    if (partner !== null) {
      const called = view.called === null ? voice.say('client.tarot.called.nobody') : voice.say('client.tarot.called', { card: view.called })
      sentences.push(`${called}, ${partner}.`)
    }
    if (view.slam_announced === true) sentences.push(voice.say('client.tarot.read.slam'))
    return sentences.join(' ')
  }),
  reading('d', 'client.tarot.key.aside', (view, voice) => {
    const sentences: string[] = []
    if (view.dog !== null) sentences.push(voice.say('client.tarot.read.dog', { cards: view.dog }))
    if (view.discard !== null) sentences.push(voice.say('client.tarot.read.discard', { cards: view.discard }))
    if (view.discard_shown.length > 0) sentences.push(voice.say('client.tarot.read.discard.shown', { cards: view.discard_shown }))
    for (const shown of view.handfuls) sentences.push(voice.about(`event.tarot.handful_shown.${shown.size}`, shown.seat, { cards: shown.cards }))
    return sentences.length === 0 ? voice.say('client.tarot.read.no_aside') : sentences.join(' ')
  }),
  reading('p', 'client.tarot.key.points', (view, voice) =>
    seatsFrom(view.hand_counts.length, view.seat)
      .map((seat) =>
        voice.about('client.tarot.read.points', seat, {
          role: voice.say(`client.tarot.role.${roleOf(view, seat)}`),
          n: view.tricks_won[seat] ?? 0,
          points: wholes(view.half_points[seat] ?? 0),
        }),
      )
      .join(' '),
  ),
  reading('s', 'client.key.scores', (view, voice) =>
    [
      voice.say('client.tarot.read.deals', { number: view.played, deals: view.options.deals }),
      ...seatsFrom(view.hand_counts.length, view.seat).map((seat) =>
        voice.about('client.tarot.read.total', seat, { points: signed(view.totals[seat] ?? 0) }),
      ),
    ].join(' '),
  ),
]
