/**
 * What a game brings to the client. The screen around it knows no rules: it is told what to draw, what to say and
 * what may be chosen; every move is judged by the server.
 */
import type { Component } from 'svelte'
import type { Settings } from '../state/settings'
import type { TableSnapshot } from '../state/table'
import type { Action, GameEvent, TableState, View } from '../state/wire'
import type { MessageKey, Voice } from '../text'
import type { Place } from './places'

/** One seat as it is drawn beside the table. */
export interface SeatPicture {
  readonly seat: number
  readonly place: Place
  /** Cards in hand; null where the hand itself is drawn. */
  readonly cards: number | null
  readonly turn: boolean
  readonly dealer: boolean
  /** What the seat said last, as a short text. */
  readonly call: string | null
  /** Whether it said that in order to lead the others (the highest bid, the taker). */
  readonly leads: boolean
}

/** One card lying in the middle. */
export interface PlayedCard {
  readonly seat: number
  readonly card: string
  readonly place: Place
  /** Whether it wins the trick so far. */
  readonly winning: boolean
  /** Where it goes in the end, when not to the winner. */
  readonly goes?: Place
}

/** A trick in the middle: being played, or complete and about to be taken. */
export interface TrickPicture {
  /** Different for every trick, so that one is not taken for the next. */
  readonly key: string
  readonly cards: readonly PlayedCard[]
  /** Where a complete trick goes. */
  readonly winner: Place | null
}

/** Everything a game's components may read and do. */
export interface TableContext<V extends View = View> {
  readonly snapshot: TableSnapshot
  readonly table: TableState
  readonly view: V
  /** The seat of this device; null for a spectator. */
  readonly seat: number | null
  readonly voice: Voice
  readonly settings: Settings
  /** Why the last choice was refused, as a sentence; null when nothing was. */
  readonly message: string | null
  /** Whether this seat may act now and nothing is on its way. */
  readonly mayAct: boolean
  act(action: Action): void
  /** Say why something cannot be chosen, where the server need not be asked. */
  explain(sentence: string): void
  /** Say aloud what a choice has changed, where only eyes would see it. */
  tell(...sentences: readonly string[]): void
  /** The own clock has reached its warning. */
  warn(seconds: number): void
  /** Open one of the screen's dialogs. */
  open(dialog: 'scores' | 'fairness' | 'bots'): void
  /** Ask what the best bot would do; null where there are no hints, or nothing to decide. */
  readonly askHint: (() => void) | null
  /** Whether this seat may choose the levels of the bots. */
  readonly mayChooseBots: boolean
  /** The next table for the same people, with the seats rotated or as they are. */
  rematch(rotate?: boolean): void
  /** Where the match can be looked at again once it is over; null where it cannot, or is already. */
  readonly review: string | null
  /** Save the record of the match as a file. */
  download(): void
  /** Go on from what is shown. */
  release(): void
  ready(): void
}

/** Something a single key reads out. */
export interface Reading {
  readonly key: string
  readonly label: MessageKey
  words(view: View, voice: Voice): string
}

export interface GameClient {
  readonly name: string
  /** How long a step stays on the table before the next one, in milliseconds. */
  hold(events: readonly GameEvent[], view: View): number
  /** An event as a sentence for the log and the live region; null for what needs no words. */
  announce(event: GameEvent, voice: Voice): string | null
  /** What the seat in turn is asked to do, as a sentence; null when nobody is. */
  prompt(view: View, voice: Voice): string | null
  readonly readings: readonly Reading[]
  /** Everything on the felt. */
  readonly Table: Component<{ context: TableContext }>
  /** Totals and the score of every deal, beside the felt or in a dialog. */
  readonly Scores: Component<{ context: TableContext }>
  /** Totals by side for the top bar; `text` where a number is not how it is said. */
  totals(view: View, voice: Voice): readonly { readonly label: string; readonly points: number; readonly text?: string; readonly own: boolean }[]
}
