"""Two kinds of bots on the same deals, each seat played by the first among the second: chance taken out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from amity.bots._bot import BotMaker
from amity.bots._play import step_chance_and_bots
from amity.games.tarot import TarotMatch, TarotOptions
from amity.shuffle import MatchRandom

CONFIDENCE_95 = 1.959964


class Comparison(NamedTuple):
    """Mean of the per-deal advantage, with its 95 % interval."""

    deals: int
    mean: float
    low: float
    high: float


def advantage(options: TarotOptions, players: int, first: BotMaker, second: BotMaker, deal: int, seed: int) -> float:
    """What one bot of ``first`` among bots of ``second`` scores in a deal, on average over all seats.

    Scores of a deal sum to zero, so equally good bots have an advantage of 0.
    """
    total = 0
    for seat in range(players):
        match = TarotMatch(options, players, MatchRandom.from_number(seed * 1_000_003 + deal))
        bots = {other: (first if other == seat else second)(players * deal + other) for other in range(players)}
        step_chance_and_bots(match, bots, deals=1)
        total += match.totals[seat]
    return total / players


def compare(
    options: TarotOptions, players: int, first: BotMaker, second: BotMaker, deals: int, seed: int
) -> Comparison:
    """Play ``deals`` deals from every seat."""
    return interval([advantage(options, players, first, second, deal, seed) for deal in range(deals)])


def interval(values: Sequence[float]) -> Comparison:
    """Mean and 95 % interval of independent values; at least two."""
    count = len(values)
    mean = math.fsum(values) / count
    variance = math.fsum((value - mean) ** 2 for value in values) / (count - 1)
    margin = CONFIDENCE_95 * math.sqrt(variance / count)
    return Comparison(count, mean, mean - margin, mean + margin)
