import type * as wire from '../../wire'

export type MateEvent =
  | wire.MateDealt
  | wire.MateForeplaced
  | wire.MateCardPlayed
  | wire.MateTrickTaken
  | wire.MateGameScored
  | wire.MateForfeited
  | wire.MateMatchEnded
