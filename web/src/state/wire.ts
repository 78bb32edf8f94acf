/** The server's words. The types are generated from the server's schema; here they get the names the client uses. */
import type { CreateTable, FillWithBots, GameAction, GameView } from '../generated/types'

export type * from '../generated/types'

/** The number of the protocol this client speaks. */
export const PROTOCOL = 1

export type Action = GameAction
export type View = GameView
export type Level = FillWithBots['level']
export type Speed = NonNullable<CreateTable['speed']>

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
