/** The server's words, under the names the client uses. The types themselves are generated from the server's schema. */
import type * as wire from '../wire'

export type {
  Clock,
  Fairness,
  GameInfo,
  Problem,
  SeatRequest,
  SeatState,
  SeatTaken,
  TableState,
} from '../wire'

/** The number of the protocol this client speaks. */
export const PROTOCOL = 1

/** A move as the game defines it. */
export type Action = { readonly type: string } & Readonly<Record<string, unknown>>

/** An event as the game defines it. */
export type GameEvent = { readonly type: string } & Readonly<Record<string, unknown>>

/** What every game's view has. */
export interface View {
  readonly game: string
  readonly seat: number | null
  readonly to_act: number | null
  readonly version: number
}

export interface VersionedEvent {
  readonly version: number
  readonly event: GameEvent
}

export type Welcome = Omit<wire.Welcome, 'view' | 'events'> & {
  readonly view: View | null
  readonly events: readonly VersionedEvent[]
}
export type Update = Omit<wire.Update, 'view' | 'events'> & {
  readonly view: View
  readonly events: readonly VersionedEvent[]
}
export type Refused = Omit<wire.Refused, 'params' | 'legal'> & {
  readonly params: Readonly<Record<string, unknown>>
  readonly legal: Action | null
}
export type ServerMessage =
  | Welcome
  | Update
  | Refused
  | wire.TableChanged
  | wire.Acknowledged
  | wire.Pong
  | wire.Closing

export type ClientMessage =
  | wire.Hello
  | wire.CommitSeed
  | wire.RevealSeed
  | wire.FillWithBots
  | (Omit<wire.Act, 'action'> & { readonly action: Action })
  | wire.Ready
  | wire.Resign
  | wire.Rematch
  | wire.Ping

export type Level = wire.FillWithBots['level']

/** One option of a game, as `describe_options` on the server gives it. */
export type OptionDescription = { readonly name: string } & (
  | { readonly kind: 'flag'; readonly default: boolean }
  | { readonly kind: 'choice'; readonly default: string; readonly choices: readonly string[] }
  | {
      readonly kind: 'number'
      readonly default: number
      readonly minimum: number
      readonly maximum: number
      readonly step: number
    }
)
