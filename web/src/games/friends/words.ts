/** Friends! in sentences: what happened, what is asked, what the keys read out. */
import type { FriendsEvent, FriendsView } from '../../state/wire'
import type { GameEvent, View } from '../../state/wire'
import type { Voice } from '../../text'
import type { Reading } from '../game'
import { seatsFrom } from '../places'
import { cardList, isBidding, isPowerCombo, levelText, SEATS, splitName, tileGroups } from './adapter'
import { recognise, type CardOrder, type Pattern } from './patterns'

/** How long each step stays, in milliseconds. */
export function hold(events: readonly GameEvent[], view: View): number {
  const kinds = new Set(events.map(({ type }) => type))
  if (kinds.has('throw_rejected')) return 7_000
  if (kinds.has('rest_claimed')) return 5_000
  if (kinds.has('trick_taken')) return 1_900
  if (kinds.has('friend_found')) return 1_700
  if (kinds.has('trump_decided')) return view.seat === view.to_act ? 0 : 1_400
  if (kinds.has('called') || kinds.has('bid_made')) return 1_000
  if (kinds.has('cards_played')) return 450
  if (kinds.has('passed') || kinds.has('buried')) return 350
  return 0
}

export function announce(raw: GameEvent, voice: Voice): string | null {
  const event = raw as FriendsEvent
  switch (event.type) {
    case 'dealt':
      return voice.about(event.attempt > 0 ? 'event.friends.dealt.again' : 'event.friends.dealt', event.starter, {
        number: event.number,
        level: levelText(event.level),
        starter_seat: event.starter,
      })
    case 'bid_made':
      return voice.about('event.friends.bid_made', event.seat, { count: event.count, card: event.card })
    case 'passed':
      return voice.about('event.friends.passed', event.seat)
    case 'bidding_failed':
      return voice.say('event.friends.bidding_failed')
    case 'trump_decided':
      return event.bidder === null
        ? voice.say('client.friends.said.trump_by_base', { player: event.dealer, trump_suit: event.trump, cards: event.shown })
        : voice.say('client.friends.said.trump', { player: event.dealer, trump_suit: event.trump })
    case 'base_taken':
      return event.cards === null
        ? voice.say('event.friends.base_taken', { player: event.seat })
        : voice.about('client.friends.said.base_taken', event.seat, { list: cardList(event.cards, voice) })
    case 'buried':
      return event.cards === null
        ? voice.say('event.friends.buried', { player: event.seat })
        : voice.about('client.friends.said.buried', event.seat, { list: cardList(event.cards, voice) })
    case 'bidding_ended':
      return voice.say('event.friends.bidding_ended', { trump_suit: event.trump, last_swapped_seat: event.last_swapped })
    case 'called':
      return voice.about('client.friends.said.called', event.seat, { nth: ordinal(event.number, voice), card: event.card })
    case 'throw_rejected':
      return [
        voice.about('client.friends.said.throw_rejected', event.seat, { list: cardList(event.cards, voice), fine: event.fine }),
        ...event.rejected.map(({ cards, seat, shown }) =>
          voice.about('client.friends.said.rejected', seat, { list: cardList(cards, voice), shown: cardList(shown, voice) }),
        ),
      ].join(' ')
    case 'rest_claimed':
      return 'leads' in event ? voice.about('client.friends.said.claimed', event.seat, { list: leadsText(event.leads, voice) }) : null
    case 'cards_played': {
      const led = event.patterns.length > 0
      const params = { list: event.patterns.length > 1 ? event.patterns.map((cards) => cardList(cards, voice)).join(' + ') : cardList(event.cards, voice) }
      const said = voice.about(led ? (event.patterns.length > 1 ? 'client.friends.said.thrown' : 'client.friends.said.led') : 'client.friends.said.played', event.seat, params)
      return isPowerCombo(event.cards) ? `${said} ${voice.say('client.friends.said.power')}` : said
    }
    case 'friend_found':
      return voice.about(event.in_base ? 'client.friends.said.friend.base' : 'client.friends.said.friend', event.seat, { number: event.call + 1 })
    case 'trick_taken':
      return voice.about('event.friends.trick_taken', event.seat, { points: event.points })
    case 'deal_scored':
      return voice.say(event.winner === 'dealer' ? 'client.friends.said.scored.dealer' : 'client.friends.said.scored.opponents', {
        points: event.points,
        n: event.gained,
      })
    case 'forfeited':
      return voice.about(event.cause === 'time' ? 'client.said.forfeited.time' : 'client.said.forfeited.resigned', event.seat)
    case 'match_ended':
      return resultText(event.places, voice)
  }
}

/** The leads of a claim, in their order. */
export function leadsText(leads: readonly (readonly (readonly string[])[])[], voice: Voice): string {
  return leads.map((parts) => parts.map((cards) => cardList(cards, voice)).join(' + ')).join(' · ')
}

export function ordinal(number: number, voice: Voice): string {
  return voice.say(`client.friends.nth.${number as 1 | 2 | 3 | 4}`)
}

/** Who won, as one sentence. */
export function resultText(places: readonly number[], voice: Voice): string {
  const winners = places.flatMap((place, seat) => (place === 1 ? [seat] : []))
  if (voice.seat !== null && winners.includes(voice.seat)) return voice.say(winners.length === 1 ? 'client.result.won.you' : 'client.friends.result.shared.you')
  if (winners.length === 1) return voice.say('client.result.won', { player: winners[0] })
  return voice.say('client.friends.result.shared', { names: winners.map((seat) => voice.name(seat)) })
}

export function prompt(raw: View, voice: Voice): string | null {
  const view = raw as FriendsView
  const { to_act: seat } = view
  if (seat === null) return null
  switch (view.phase) {
    case 'open_bid':
      return voice.about('client.friends.prompt.open_bid', seat)
    case 'pre_bid':
      return voice.about('client.friends.prompt.pre_bid', seat)
    case 'swap_bid':
      return voice.about('client.friends.prompt.swap_bid', seat)
    case 'bury':
      return voice.about('client.friends.prompt.bury', seat)
    case 'call':
      return voice.about('client.friends.prompt.call', seat, { number: view.calls.length + 1 })
    case 'play':
      if (view.trick.length === 0) return voice.about('client.friends.prompt.lead', seat)
      return seat === view.seat ? voice.say('client.friends.prompt.play.you', { n: view.play_count }) : voice.say('client.prompt.play', { player: seat })
    case 'deal':
    case 'over':
      return null
  }
}

function reading(key: string, label: Reading['label'], words: (view: FriendsView, voice: Voice) => string): Reading {
  return { key, label, words: (view, voice) => words(view as FriendsView, voice) }
}

export function groupName(name: string, voice: Voice): string {
  return voice.say('client.suit', { suit: name })
}

function plays(list: FriendsView['trick'], voice: Voice): string {
  return list.map(({ seat, cards }) => voice.about('client.friends.read.play_of', seat, { list: cardList(cards, voice) })).join('; ')
}

/** What a call says and how far it is. */
export function callText(view: FriendsView, call: FriendsView['calls'][0], voice: Voice): string {
  const params = { nth: ordinal(call.number, voice), card: call.card, seen: call.seen }
  if (call.seat === null) return voice.say('client.friends.read.call.open', params)
  if (call.seat === view.dealer) return voice.about('client.friends.read.call.dealer', call.seat, params)
  return voice.about(call.in_base ? 'client.friends.read.call.base' : 'client.friends.read.call.found', call.seat, params)
}

export const readings: readonly Reading[] = [
  reading('h', 'client.key.hand', (view, voice) => {
    if (view.hand.length === 0) return voice.say('client.read.no_hand')
    const groups = tileGroups(view, {}).map(({ name, tiles }) =>
      voice.say('client.friends.read.group', { name: groupName(name, voice), list: cardList(tiles.flatMap(({ card, count }) => Array.from({ length: count }, () => card)), voice) }),
    )
    return `${voice.say('client.hand.label', { n: view.hand.length })}. ${groups.join(' ')}`
  }),
  reading('t', 'client.key.trick', (view, voice) => {
    if (view.trick.length === 0) return voice.say('client.read.no_trick')
    const said = voice.say('client.read.trick', { plays: plays(view.trick, voice) })
    return view.winning === null ? said : `${said} ${voice.about('client.friends.read.winning', view.winning, { points: view.trick_points })}`
  }),
  reading('l', 'client.key.last_trick', (view, voice) => {
    const last = view.last_trick
    if (last === null) return voice.say('client.read.no_last_trick')
    return `${voice.say('client.read.last_trick', { plays: plays(last.plays, voice) })} ${voice.about('event.friends.trick_taken', last.winner, { points: last.points })}`
  }),
  reading('b', 'client.key.bids', (view, voice) => {
    const said: string[] = []
    if (view.trump !== null) said.push(voice.say('client.friends.read.trump', { trump_suit: view.trump, level: levelText(view.level) }))
    const { standing } = view
    if (standing !== null) said.push(voice.about('client.friends.read.standing', standing.seat, { count: standing.count, card: standing.card }))
    if (isBidding(view)) {
      said.push(
        ...view.bids
          .filter(({ state }) => state === view.phase)
          .map(({ seat, card, count }) =>
            card === '' ? voice.about('event.friends.passed', seat) : voice.about('event.friends.bid_made', seat, { count, card }),
          ),
      )
    }
    return said.length === 0 ? voice.say('client.friends.read.no_bids') : said.join(' ')
  }),
  reading('c', 'client.friends.key.calls', (view, voice) => {
    if (view.calls.length === 0) return voice.say('client.friends.read.no_calls')
    return view.calls.map((call) => callText(view, call, voice)).join(' ')
  }),
  reading('p', 'client.friends.key.seats', (view, voice) =>
    seatsFrom(SEATS, view.seat)
      .map((seat) => {
        const states = (view.states[seat] ?? []).map((state) => voice.say(`client.friends.state.${state}`))
        const voids = (view.voids[seat] ?? []).map((name) => groupName(name, voice))
        const facts = voice.about(states.length === 0 ? 'client.friends.read.seat.bare' : 'client.friends.read.seat', seat, {
          points: view.points[seat] ?? 0,
          n: view.hand_counts[seat] ?? 0,
          states,
        })
        return voids.length === 0 ? facts : `${facts} ${voice.say('client.friends.read.voids', { voids })}`
      })
      .join(' '),
  ),
  reading('s', 'client.key.scores', (view, voice) =>
    seatsFrom(SEATS, view.seat)
      .map((seat) => voice.about('client.friends.read.level', seat, { level: levelText(view.levels[seat] ?? 2) }))
      .join(' '),
  ),
]

/** What was led, by name and cards. */
export function leadName(order: CardOrder, patterns: readonly (readonly string[])[], voice: Voice): string {
  const split = patterns.map((cards) => recognise(order, cards)).filter((pattern): pattern is Pattern => pattern !== null)
  return splitName(split, true, voice)
}
