"""Two kinds of bots on the same deals, each side playing both partnerships: what skill is worth, chance taken out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from amity.bots._bot import BotMaker
from amity.bots._play import step_chance_and_bots
from amity.games.pinochle import PinochleMatch, PinochleOptions
from amity.shuffle import MatchRandom

CONFIDENCE_95 = 1.959964


class Comparison(NamedTuple):
    """Mean of the paired per-deal difference of side scores, with its 95 % interval."""

    deals: int
    mean: float
    low: float
    high: float


def deal_difference(options: PinochleOptions, first: BotMaker, second: BotMaker, deal: int, seed: int) -> float:
    """How many points more a side of ``first`` scores than a side of ``second`` in one deal played both ways."""
    difference = 0
    for swapped in (False, True):
        match = PinochleMatch(options, 4, MatchRandom.from_number(seed * 1_000_003 + deal))
        makers = (second, first) if swapped else (first, second)
        bots = {seat: makers[seat % 2](4 * deal + seat) for seat in range(4)}
        step_chance_and_bots(match, bots, deals=1)
        one, other = (sheet.change for sheet in match.scores[0].sides)
        difference += other - one if swapped else one - other
    return difference / 2


def compare(options: PinochleOptions, first: BotMaker, second: BotMaker, deals: int, seed: int) -> Comparison:
    """Play ``deals`` deals both ways."""
    return interval([deal_difference(options, first, second, deal, seed) for deal in range(deals)])


def interval(differences: Sequence[float]) -> Comparison:
    """Mean and 95 % interval of independent paired differences; at least two."""
    count = len(differences)
    mean = math.fsum(differences) / count
    variance = math.fsum((value - mean) ** 2 for value in differences) / (count - 1)
    margin = CONFIDENCE_95 * math.sqrt(variance / count)
    return Comparison(count, mean, mean - margin, mean + margin)
