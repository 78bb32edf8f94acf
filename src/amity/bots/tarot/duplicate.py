"""Two kinds of bots on the same deals, each seat played by the first among the second: chance taken out."""

from __future__ import annotations

from typing import Final

from amity.bots._bot import BotMaker
from amity.bots._duplicate import Comparison, Duplicate, Results, interval, rotate
from amity.games.tarot import GAME, TarotMatch, TarotOptions

__all__ = ["DUPLICATE", "Comparison", "advantage", "compare", "interval"]


def _results(match: TarotMatch) -> Results:
    # A deal that was not played counts as one in which nobody made anything.
    return {"points": match.totals}


DUPLICATE: Final = Duplicate(GAME, unit="points", seatings=rotate, results=_results, alone=True)


def advantage(options: TarotOptions, players: int, first: BotMaker, second: BotMaker, deal: int, seed: int) -> float:
    """What one bot of ``first`` among bots of ``second`` scores in a deal, on average over all seats.

    Scores of a deal sum to zero, so equally good bots have an advantage of 0.
    """
    return DUPLICATE.difference(options, players, first, second, deal, seed, "points")


def compare(
    options: TarotOptions, players: int, first: BotMaker, second: BotMaker, deals: int, seed: int
) -> Comparison:
    """Play ``deals`` deals from every seat."""
    return interval([advantage(options, players, first, second, deal, seed) for deal in range(deals)])
