"""Two kinds of bots on the same deals, each seat played by the first among the second: chance taken out."""

from __future__ import annotations

from amity.bots._bot import BotMaker
from amity.bots._duplicate import Comparison, deal_random, interval
from amity.bots._play import step_chance_and_bots
from amity.games.tarot import TarotMatch, TarotOptions

__all__ = ["Comparison", "advantage", "compare", "interval"]


def advantage(options: TarotOptions, players: int, first: BotMaker, second: BotMaker, deal: int, seed: int) -> float:
    """What one bot of ``first`` among bots of ``second`` scores in a deal, on average over all seats.

    Scores of a deal sum to zero, so equally good bots have an advantage of 0.
    """
    total = 0
    for seat in range(players):
        match = TarotMatch(options, players, deal_random(deal, seed))
        bots = {other: (first if other == seat else second)(players * deal + other) for other in range(players)}
        step_chance_and_bots(match, bots, deals=1)
        total += match.totals[seat]
    return total / players


def compare(
    options: TarotOptions, players: int, first: BotMaker, second: BotMaker, deals: int, seed: int
) -> Comparison:
    """Play ``deals`` deals from every seat."""
    return interval([advantage(options, players, first, second, deal, seed) for deal in range(deals)])
