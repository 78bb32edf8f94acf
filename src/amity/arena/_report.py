"""What a tournament tells: differences with their intervals, and ratings."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import combinations

import msgspec

from amity.arena._tournament import Outcome, Tournament
from amity.bots._duplicate import interval


class Measure(msgspec.Struct, frozen=True):
    """A mean difference a deal and its 95 % interval, over paired deals."""

    mean: float
    low: float
    high: float


class Pairing(msgspec.Struct, frozen=True):
    """What two players made of the same deals."""

    first: str
    second: str
    deals: int
    measures: dict[str, Measure]
    """How much better off ``first`` is a deal; the first measure is the one that counts."""


class Rating(msgspec.Struct, frozen=True):
    """A player's rating (openskill, Plackett–Luce): 25 is where everybody begins."""

    player: str
    rating: float
    uncertainty: float
    """Standard deviation of ``rating``."""


class Report(msgspec.Struct, frozen=True):
    """All pairings, and all players with the best first."""

    pairings: tuple[Pairing, ...]
    ratings: tuple[Rating, ...]


def report(tournament: Tournament, outcomes: Iterable[Outcome]) -> Report:
    """What all outcomes of a tournament say. Their order does not matter."""
    found = {outcome.task: outcome for outcome in outcomes}
    ordered = [found[task] for task in tournament.tasks()]
    pairings = []
    for first, second in combinations(tournament.players, 2):
        deals = [paired(outcome) for outcome in ordered if (outcome.first, outcome.second) == (first, second)]
        measures = {measure: Measure(*interval([deal[measure] for deal in deals])[1:]) for measure in deals[0]}
        pairings.append(Pairing(first, second, len(deals), measures))
    return Report(tuple(pairings), tuple(_ratings(tournament, ordered)))


def paired(outcome: Outcome) -> dict[str, float]:
    """By measure, the mean over the tables of a deal: what the cards give to one player they give to the other."""
    tables = outcome.leads
    return {measure: math.fsum(table[measure] for table in tables) / len(tables) for measure in tables[0]}


def _ratings(tournament: Tournament, outcomes: Iterable[Outcome]) -> list[Rating]:
    """Every deal is a game of two, won by whoever did better with the same cards."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = {player: model.rating(name=player) for player in tournament.players}
    for outcome in outcomes:
        lead = next(iter(paired(outcome).values()))
        teams = [[ratings[outcome.first]], [ratings[outcome.second]]]
        (first,), (second,) = model.rate(teams, scores=[lead, 0.0])
        ratings[outcome.first], ratings[outcome.second] = first, second
    rated = [Rating(player, round(rating.mu, 6), round(rating.sigma, 6)) for player, rating in ratings.items()]
    return sorted(rated, key=lambda rating: -rating.rating)
