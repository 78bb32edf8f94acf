import type * as wire from '../../wire'

export type PinochleEvent =
  | wire.PinochleDealt
  | wire.PinochleBidMade
  | wire.PinochlePassed
  | wire.PinochleBiddingEnded
  | wire.PinochleTrumpNamed
  | wire.PinochleMeldsShown
  | wire.PinochleCardPlayed
  | wire.PinochleTrickWon
  | wire.PinochleDealScored
  | wire.PinochleForfeited
  | wire.PinochleMatchEnded
