"""Mate, a game for two with twenty cards and nothing hidden. Rules: mate (G. Capellen, 1915).

A K Q 10 7 of four suits, ten cards each; both players know the whole deal. Ranks from high to low are A 10 K Q 7,
suits clubs, spades, hearts, diamonds. The dealer leads; a led card is answered in suit, else in rank, and the higher
card leads next. Who can do neither is mate: the leader scores the value of the mating card times the number of the
trick. Ten tricks without mate are a draw. Before the first trick each may place a card aside (foreplacing), which is
played in trick 10, raises the winner's trick number by one and counts double when it gives mate itself. Every deal is
played twice, the second time with the hands swapped; four games make a match.

Nothing but the cards played decides, so a game can be solved: :mod:`amity.search.mate`.
"""

from __future__ import annotations

from typing import Final

from amity.games import Game
from amity.games.mate import notation as _notation
from amity.games.mate.actions import Foreplace, MateAction, Play
from amity.games.mate.events import CardPlayed, Dealt, Foreplaced, GameScore, GameScored, MateEvent, TrickTaken
from amity.games.mate.match import MateMatch
from amity.games.mate.observe import MateView, Trick, TrickCard
from amity.games.mate.options import PRESETS, MateOptions


class _Notation:
    """The functions of :mod:`amity.games.mate.notation` under the names of the contract."""

    write_action = staticmethod(_notation.write_action)
    parse_action = staticmethod(_notation.parse_action)
    write_events = staticmethod(_notation.write_events)
    parse_events = staticmethod(_notation.parse_events)


GAME: Final = Game(
    name="mate",
    seat_counts=(2,),
    rules_version=MateMatch.rules_version,
    match_type=MateMatch,
    options_type=MateOptions,
    presets=PRESETS,
    action_type=MateAction,
    event_type=MateEvent,
    view_type=MateView,
    notation=_Notation(),
)

__all__ = [
    "GAME",
    "CardPlayed",
    "Dealt",
    "Foreplace",
    "Foreplaced",
    "GameScore",
    "GameScored",
    "MateAction",
    "MateEvent",
    "MateMatch",
    "MateOptions",
    "MateView",
    "Play",
    "Trick",
    "TrickCard",
    "TrickTaken",
]
