"""Friends!: six players, four packs with jokers, hidden partners.

Rules summary; each line names its section of the rules page.

* Cards: 216, ranks 2 … A, jokers; K and 10 count 10, 5 counts 5. Jokers and the level's cards are trumps whatever the
  trump suit. [1]
* Patterns: 1–4 identical cards, tractors of neighbouring faces, throws of several patterns. [2]
* OpenBid (first deal: for the dealer's seat), PreBid (later deals: for trump), the dealer takes and buries the base,
  SwapBid: who bids takes the base. [3]
* The dealer calls two friends by card and copy: "the 2nd AS". [4]
* Throws can be rejected (option ``rejected_throw``); followers play all they have of the group, or the best match;
  four identical cards beat other fours; the base goes to the winner of the last trick, multiplied. [5]
* 160 points divide the sides; every 80 more or less is a level (options ``shut_out``, ``opponent_levels``,
  ``clamp_points``). [6, 7]
* Who passes A wins the match (options ``match_end``, ``deals``, ``start_level``). [6, 7]
"""

from amity.games._game import Game
from amity.games.friends.actions import Bid, Bury, Call, Claim, FriendsAction, Pass, Play
from amity.games.friends.events import FriendsEvent
from amity.games.friends.match import FriendsMatch
from amity.games.friends.notation import FriendsNotation
from amity.games.friends.observe import FriendsView
from amity.games.friends.options import PRESETS, FriendsOptions

GAME = Game(
    name="friends",
    seat_counts=(6,),
    rules_version=FriendsMatch.rules_version,
    match_type=FriendsMatch,
    options_type=FriendsOptions,
    presets=PRESETS,
    action_type=FriendsAction,
    event_type=FriendsEvent,
    view_type=FriendsView,
    notation=FriendsNotation(),
)

__all__ = [
    "GAME",
    "Bid",
    "Bury",
    "Call",
    "Claim",
    "FriendsAction",
    "FriendsEvent",
    "FriendsMatch",
    "FriendsOptions",
    "FriendsView",
    "Pass",
    "Play",
]
