"""What duplicate deals tell: the same cards played by each kind of bots in turn, and how sure the mean is.

What is special about a game, who exchanges seats with whom and what a deal brings, stands in its ``duplicate`` module.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from amity.bots._bot import BotMaker
from amity.bots._play import step_chance_and_bots
from amity.games import Game
from amity.match import Match, Options
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


def exchange(seats: int) -> list[frozenset[int]]:
    """Every other seat, then the seats between: players or partners swap."""
    return [frozenset(range(first, seats, 2)) for first in (0, 1)]


def rotate(seats: int) -> list[frozenset[int]]:
    """One seat against the field, each in turn."""
    return [frozenset((seat,)) for seat in range(seats)]


Results = Mapping[str, Sequence[float]]
"""By measure, what each seat has made; the first measure is the one that counts."""


@dataclass(frozen=True)
class Duplicate:
    """How a game is played in duplicate: a deal is played at several tables, with other seats for the first kind."""

    game: Game
    unit: str
    """The measure of the game's totals."""
    seatings: Callable[[int], list[frozenset[int]]]
    """By the number of seats: the seats of the first kind at each table of a deal."""
    results: Callable[[Any], Results] | None = None
    """Of a match after one deal; ``None`` where only whole matches are compared."""
    played: Callable[[Any], bool] = lambda match: True
    """Whether what was dealt counts as a deal; otherwise it is dealt again."""
    alone: bool = False
    """The first kind has one seat and results sum to zero: its result is compared with 0, not with the others'."""

    def play(
        self, options: Options, bots: Mapping[int, BotMaker], deal: int, seed: int, *, whole: bool = False
    ) -> Match:
        """One table: the match after its first deal, or the whole match. ``bots`` are by seat."""
        seats = len(bots)
        match = self.game.new_match(options, seats, deal_random(deal, seed))
        players = {seat: maker(seats * deal + seat) for seat, maker in bots.items()}
        if whole or self.results is None:
            step_chance_and_bots(match, players)
            return match
        step_chance_and_bots(match, players, deals=1)
        while not self.played(match):
            step_chance_and_bots(match, players, deals=1)
        return match

    def lead(
        self,
        options: Options,
        seats: int,
        first: BotMaker,
        second: BotMaker,
        deal: int,
        seed: int,
        table: int,
        *,
        whole: bool = False,
    ) -> dict[str, float]:
        """By measure, how much better off the seats of ``first`` are than those of ``second`` at one table."""
        of_first = self.seatings(seats)[table]
        bots = {seat: first if seat in of_first else second for seat in range(seats)}
        match = self.play(options, bots, deal, seed, whole=whole)
        if whole or self.results is None:
            results: Results = {"wins": beaten(match), self.unit: match.totals}
        else:
            results = self.results(match)
        return {measure: self._lead(values, of_first) for measure, values in results.items()}

    def _lead(self, values: Sequence[float], of_first: frozenset[int]) -> float:
        own = _mean(values[seat] for seat in of_first)
        if self.alone:
            return own
        return own - _mean(value for seat, value in enumerate(values) if seat not in of_first)

    def difference(
        self, options: Options, seats: int, first: BotMaker, second: BotMaker, deal: int, seed: int, measure: str
    ) -> float:
        """How much better off a seat of ``first`` is than one of ``second``, on average over a deal's tables."""
        tables = range(len(self.seatings(seats)))
        return _mean(self.lead(options, seats, first, second, deal, seed, table)[measure] for table in tables)


def beaten(match: Match) -> list[float]:
    """For each seat, its share of the seats of other sides that it has beaten in a finished match, ties for half."""
    assert match.result is not None
    places = match.result.places
    shares = []
    for seat, place in enumerate(places):
        others = [other for index, other in enumerate(places) if index not in match.side_of(seat)]
        shares.append(_mean((other > place) + (other == place) / 2 for other in others))
    return shares


def _mean(values: Iterable[float]) -> float:
    known = list(values)
    return math.fsum(known) / len(known)
