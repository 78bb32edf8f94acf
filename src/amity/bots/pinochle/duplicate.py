"""Two kinds of bots on the same deals, each side playing both partnerships: what skill is worth, chance taken out."""

from __future__ import annotations

from typing import Final

from amity.bots._bot import BotMaker
from amity.bots._duplicate import Comparison, Duplicate, Results, exchange, interval
from amity.games.pinochle import GAME, PinochleMatch, PinochleOptions

__all__ = ["DUPLICATE", "Comparison", "compare", "deal_difference", "interval"]


def _results(match: PinochleMatch) -> Results:
    one, other = (sheet.change for sheet in match.scores[0].sides)
    return {"points": (one, other, one, other)}


DUPLICATE: Final = Duplicate(GAME, unit="points", seatings=exchange, results=_results)


def deal_difference(options: PinochleOptions, first: BotMaker, second: BotMaker, deal: int, seed: int) -> float:
    """How many points more a side of ``first`` scores than a side of ``second`` in one deal played both ways."""
    return DUPLICATE.difference(options, 4, first, second, deal, seed, "points")


def compare(options: PinochleOptions, first: BotMaker, second: BotMaker, deals: int, seed: int) -> Comparison:
    """Play ``deals`` deals both ways."""
    return interval([deal_difference(options, first, second, deal, seed) for deal in range(deals)])
