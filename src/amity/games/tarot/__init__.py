"""Tarot, after "Amigos" (French Tarot), for three, four or five players.

Rules summary; each line names its section of the rules page.

* Cards: 78, four suits of 14 (``1`` … ``10`` J N Q K), trumps T1–T21, the Excuse ``*``; 91 points, counted in half
  points (182). Bouts are T1, T21 and the Excuse. [Cards]
* Deal: packets of three, single cards to the dog in between; first deal shuffled, later deals gathered and cut
  (option ``shuffle``); a petit alone voids the deal (option ``petit_sec``). [Deal]
* One round of bids: petite ×1, guard ×2, guard without ×4, guard against ×6. [Before play, 1]
* Five players: a called king (queen, knight, jack) makes its holder the taker's secret partner. [Before play, 2]
* One question about the slam; the dog shown and a discard made with petite and guard (option ``discard``); handfuls
  before one's first card. [Before play, 3–5]
* Play: follow suit, else trump, always a higher trump if possible; the Excuse at any time. Excuse in the last trick
  (option ``excuse_last_trick``), slam with the Excuse last, petit au bout. [Play]
* Score: b = ±(25 + |d|) × coefficient ± petit ± handfuls ± slam is what each defender pays. [Score]
* Match: a number of played deals, highest total wins; ten unplayed deals in a row end it. [Match]
"""

from amity.games._game import Game
from amity.games.tarot.actions import Bid, Call, Claim, Contract, Discard, Handful, Play, Slam, TarotAction
from amity.games.tarot.events import TarotEvent
from amity.games.tarot.match import TarotMatch
from amity.games.tarot.notation import TarotNotation
from amity.games.tarot.observe import TarotView
from amity.games.tarot.options import PRESETS, TarotOptions

GAME = Game(
    name="tarot",
    seat_counts=(3, 4, 5),
    rules_version=TarotMatch.rules_version,
    match_type=TarotMatch,
    options_type=TarotOptions,
    presets=PRESETS,
    action_type=TarotAction,
    event_type=TarotEvent,
    view_type=TarotView,
    notation=TarotNotation(),
)

__all__ = [
    "GAME",
    "Bid",
    "Call",
    "Claim",
    "Contract",
    "Discard",
    "Handful",
    "Play",
    "Slam",
    "TarotAction",
    "TarotEvent",
    "TarotMatch",
    "TarotOptions",
    "TarotView",
]
