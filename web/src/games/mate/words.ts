/** Mate in sentences: what happened, what is asked, what the keys read out. */
import type { MateEvent, MateView } from '../../state/wire'
import type { GameEvent, View } from '../../state/wire'
import type { Voice } from '../../text'
import type { Reading } from '../game'
import { seatsFrom } from '../places'
import { handOf } from './adapter'


/** How long each step stays, in milliseconds. */
export function hold(events: readonly GameEvent[]): number {
  const kinds = new Set(events.map(({ type }) => type))
  if (kinds.has('trick_taken')) return 1_300
  if (kinds.has('foreplaced')) return 800
  if (kinds.has('card_played')) return 400
  return 0
}

export function announce(raw: GameEvent, voice: Voice): string | null {
  const event = raw as MateEvent
  switch (event.type) {
    case 'dealt': {
      const dealt = voice.about('client.mate.said.dealt', event.dealer, { number: event.game })
      return event.swapped ? `${dealt} ${voice.say('client.mate.said.swapped')}` : dealt
    }
    case 'foreplaced':
      return event.card === null
        ? voice.about('client.mate.said.placed_nothing', event.seat)
        : voice.about('client.mate.said.placed', event.seat, { card: event.card })
    case 'card_played':
      return voice.about('client.said.played', event.seat, { card: event.card })
    case 'trick_taken':
      return voice.about('client.mate.said.trick', event.winner, { number: event.trick })
    case 'game_scored': {
      const { winner, card, points } = event.score
      if (winner === null) return voice.say('client.mate.said.draw')
      return voice.about('client.mate.said.mate', winner, { card, points })
    }
    case 'forfeited':
      return voice.about(event.cause === 'time' ? 'client.said.forfeited.time' : 'client.said.forfeited.resigned', event.seat)
    case 'match_ended':
      return resultText(event.places, voice)
  }
}

/** Who won, as one sentence. */
export function resultText(places: readonly number[], voice: Voice): string {
  const [first, second] = places
  if (first === second) return voice.say('client.result.draw')
  return voice.about('client.result.won', first === 1 ? 0 : 1)
}

export function prompt(raw: View, voice: Voice): string | null {
  const view = raw as MateView
  if (view.to_act === null) return null
  if (view.phase === 'foreplacing') return voice.about('client.mate.prompt.place', view.to_act)
  if (view.phase !== 'play') return null
  return voice.about(view.trick.length === 0 ? 'client.prompt.lead' : 'client.mate.prompt.answer', view.to_act)
}

function reading(key: string, label: Reading['label'], words: (view: MateView, voice: Voice) => string): Reading {
  return { key, label, words: (view, voice) => words(view as MateView, voice) }
}

function hand(view: MateView, seat: number, voice: Voice): string {
  const cards = handOf(view, seat)
  const held = voice.about('client.read.hand_of', seat, { n: cards.length, cards })
  const placed = view.placed[seat]
  return placed === null || placed === undefined ? held : `${held} ${voice.about('client.mate.read.placed', seat, { card: placed })}`
}

export const readings: readonly Reading[] = [
  reading('h', 'client.key.hand', (view, voice) => hand(view, seatsFrom(2, view.seat)[0] ?? 0, voice)),
  reading('o', 'client.key.other_hand', (view, voice) => hand(view, seatsFrom(2, view.seat)[1] ?? 1, voice)),
  reading('t', 'client.key.trick', (view, voice) => {
    if (view.trick.length === 0) return voice.say('client.read.no_trick')
    const plays = view.trick.map(({ seat, card }) => voice.about('client.read.card_of', seat, { card }))
    return voice.say('client.read.trick', { plays })
  }),
  reading('l', 'client.key.last_trick', (view, voice) => {
    const last = view.last_trick
    if (last === null) return voice.say('client.read.no_last_trick')
    const plays = last.cards.map(({ seat, card }) => voice.about('client.read.card_of', seat, { card }))
    return voice.say('client.read.last_trick', { plays })
  }),
  reading('s', 'client.key.scores', (view, voice) => {
    const game = voice.say('client.mate.read.game', { number: view.game_number, games: view.options.games })
    const totals = seatsFrom(2, view.seat).map((seat) => voice.about('client.mate.read.total', seat, { n: view.totals[seat] ?? 0 }))
    return [game, ...totals].join(' ')
  }),
]
