"""Two kinds of bots on the same deals, each in both sets of seats: what skill is worth, chance taken out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from amity.bots._bot import BotMaker
from amity.bots._play import step_chance_and_bots
from amity.games.friends.match import FriendsMatch
from amity.games.friends.options import FriendsOptions
from amity.shuffle import MatchRandom

CONFIDENCE_95 = 1.959964
SEATS = 6


class Comparison(NamedTuple):
    """Mean of the paired per-deal difference a seat, with its 95 % interval."""

    deals: int
    mean: float
    low: float
    high: float


def deal_difference(options: FriendsOptions, first: BotMaker, second: BotMaker, deal: int, seed: int) -> float:
    """How many points a seat of ``first`` is better off than a seat of ``second`` in one deal played both ways.

    Every other seat is of one kind. A seat's result is how far its side is beyond the 160 points that divide the
    sides: the opponents' points less 160 for an opponent, the reverse on the dealer's side.
    """
    difference = 0.0
    for swapped in (False, True):
        match = FriendsMatch(options, SEATS, MatchRandom.from_number(seed * 1_000_003 + deal))
        makers = (second, first) if swapped else (first, second)
        bots = {seat: makers[seat % 2](SEATS * deal + seat) for seat in range(SEATS)}
        while not match.sheets:
            step_chance_and_bots(match, bots, deals=1)
        sheet = match.sheets[0]
        results = [160 - sheet.points if seat in sheet.dealer_side else sheet.points - 160 for seat in range(SEATS)]
        gap = sum(results[0::2]) - sum(results[1::2])
        difference += -gap if swapped else gap
    return difference / SEATS


def compare(options: FriendsOptions, first: BotMaker, second: BotMaker, deals: int, seed: int) -> Comparison:
    """Play ``deals`` deals both ways."""
    return interval([deal_difference(options, first, second, deal, seed) for deal in range(deals)])


def interval(differences: Sequence[float]) -> Comparison:
    """Mean and 95 % interval of independent paired differences; at least two."""
    count = len(differences)
    mean = math.fsum(differences) / count
    variance = math.fsum((value - mean) ** 2 for value in differences) / (count - 1)
    margin = CONFIDENCE_95 * math.sqrt(variance / count)
    return Comparison(count, mean, mean - margin, mean + margin)
