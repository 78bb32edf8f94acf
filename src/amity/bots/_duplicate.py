"""What duplicate deals tell: the same cards played by each kind of bots in turn, and how sure the mean is.

How a deal of a game is played in turn stands in that game's ``duplicate`` module.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from amity.shuffle import MatchRandom

CONFIDENCE_95 = 1.959964


class Comparison(NamedTuple):
    """Mean of the paired per-deal difference, with its 95 % interval."""

    deals: int
    mean: float
    low: float
    high: float


def interval(differences: Sequence[float]) -> Comparison:
    """Mean and 95 % interval of independent paired differences; at least two."""
    count = len(differences)
    mean = math.fsum(differences) / count
    variance = math.fsum((value - mean) ** 2 for value in differences) / (count - 1)
    margin = CONFIDENCE_95 * math.sqrt(variance / count)
    return Comparison(count, mean, mean - margin, mean + margin)


def deal_random(deal: int, seed: int) -> MatchRandom:
    """The shuffles of a deal: the same each time it is played, others for another seed."""
    return MatchRandom.from_number(seed * 1_000_003 + deal)
