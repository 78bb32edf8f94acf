"""Two kinds of bots on the same deals, each in both sets of seats: what skill is worth, chance taken out."""

from __future__ import annotations

from typing import Final

from amity.bots._bot import BotMaker
from amity.bots._duplicate import Comparison, Duplicate, Results, exchange, interval
from amity.games.friends import GAME
from amity.games.friends.match import FriendsMatch
from amity.games.friends.options import FriendsOptions

__all__ = ["DUPLICATE", "Comparison", "compare", "deal_difference", "interval"]

SEATS = 6


def _results(match: FriendsMatch) -> Results:
    """Levels gained, and how far a seat's side is beyond the 160 points that divide the sides."""
    sheet = match.sheets[0]
    winners = sheet.dealer_side if sheet.winner == "dealer" else sheet.opponents
    return {
        "levels": [sheet.gained if seat in winners else 0 for seat in range(SEATS)],
        "points": [160 - sheet.points if seat in sheet.dealer_side else sheet.points - 160 for seat in range(SEATS)],
    }


def _played(match: FriendsMatch) -> bool:
    return bool(match.sheets)


DUPLICATE: Final = Duplicate(GAME, unit="levels", seatings=exchange, results=_results, played=_played)


def deal_difference(options: FriendsOptions, first: BotMaker, second: BotMaker, deal: int, seed: int) -> float:
    """How many points a seat of ``first`` is better off than a seat of ``second`` in one deal played both ways.

    Every other seat is of one kind. A seat's result is how far its side is beyond the 160 points that divide the
    sides: the opponents' points less 160 for an opponent, the reverse on the dealer's side.
    """
    return DUPLICATE.difference(options, SEATS, first, second, deal, seed, "points")


def compare(options: FriendsOptions, first: BotMaker, second: BotMaker, deals: int, seed: int) -> Comparison:
    """Play ``deals`` deals both ways."""
    return interval([deal_difference(options, first, second, deal, seed) for deal in range(deals)])
