"""Pinochle: can you predict your score from your cards? Four players, two partnerships, 48 cards.

The rules in short, and where the normative text has them:

* Two copies of A 10 K Q J 9 in four suits, twelve cards each, in packets of three (Rules: pinochle, Cards).
* The dealer opens the auction, bids go up in tens to 3000, and whoever passed may come in again until three have
  passed in a row; the last bidder names trump (Bidding; :mod:`amity.games.pinochle.bidding`).
* Runs, marriages, dixes, arounds and pinochles are counted for everybody and shown; a card counts once in each of
  the three classes (Melds; :mod:`amity.games.pinochle.melds`).
* Follow suit; when trump is led, beat the best card if possible; of two equal cards the first one wins. Aces, tens
  and kings are 10 each, the last trick 10 (Play; :mod:`amity.games.pinochle.play`).
* The bidding side scores melds and tricks if they reach its bid, else loses the bid; the others always score. 1000
  wins, for the bidders if both get there (Score; :mod:`amity.games.pinochle.scoring`).
"""

from amity.games._game import Game
from amity.games.pinochle.actions import Bid, NameTrump, Pass, PinochleAction, Play
from amity.games.pinochle.events import (
    BiddingEnded,
    BidMade,
    CardPlayed,
    DealScored,
    Dealt,
    Meld,
    MeldsShown,
    Passed,
    PinochleEvent,
    ScoreLine,
    SideScore,
    TrickWon,
    TrumpNamed,
)
from amity.games.pinochle.match import PinochleMatch
from amity.games.pinochle.notation import NOTATION
from amity.games.pinochle.observe import Call, PinochleView, Trick, TrickCard
from amity.games.pinochle.options import PRESETS, PinochleOptions

GAME = Game(
    name="pinochle",
    seat_counts=(4,),
    rules_version=PinochleMatch.rules_version,
    match_type=PinochleMatch,
    options_type=PinochleOptions,
    presets=PRESETS,
    action_type=PinochleAction,
    event_type=PinochleEvent,
    view_type=PinochleView,
    notation=NOTATION,
)

__all__ = [
    "GAME",
    "Bid",
    "BidMade",
    "BiddingEnded",
    "Call",
    "CardPlayed",
    "DealScored",
    "Dealt",
    "Meld",
    "MeldsShown",
    "NameTrump",
    "Pass",
    "Passed",
    "PinochleAction",
    "PinochleEvent",
    "PinochleMatch",
    "PinochleOptions",
    "PinochleView",
    "Play",
    "ScoreLine",
    "SideScore",
    "Trick",
    "TrickCard",
    "TrickWon",
    "TrumpNamed",
]
