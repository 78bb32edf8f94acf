"""How well somebody plays a game: Plackett–Luce with Bayesian updates (openskill). Pure functions.

A rating is a normal distribution. It is shown on the scale that players know: 1500 for who has never played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from functools import cache
from typing import Any, Final, NamedTuple

from openskill.models import PlackettLuce

from amity.server.contests import Contest, lost_by

SURE: Final = 10
"""Rated matches after which a rating is no longer provisional."""

_FIRST: Final = 25.0
_FIRST_SHOWN: Final = 1500
_SHOWN_PER_UNIT: Final = 40

_KNOWN: Final = 1e-3
"""Standard deviation of who stands in for missing players: nothing is learned about him."""


class Rating(NamedTuple):
    """What is believed of somebody's strength."""

    mu: float = _FIRST
    sigma: float = _FIRST / 3

    @property
    def shown(self) -> int:
        """The rating as people see it."""
        return round(_FIRST_SHOWN + _SHOWN_PER_UNIT * (self.mu - _FIRST))


def rated(contests: Sequence[Contest], before: Mapping[int, Rating], gone: Set[int]) -> dict[int, Rating]:
    """The ratings by seat after a match.

    Several contests count together as much as one. Who is ``gone`` is rated as if his side had come last in each;
    all others by what really happened.
    """
    after = _mean(contests, before)
    for seat in gone:
        after[seat] = _mean([lost_by(contest, seat) for contest in contests], before)[seat]
    return after


def _mean(contests: Sequence[Contest], before: Mapping[int, Rating]) -> dict[int, Rating]:
    changed = [_after(contest, before) for contest in contests]
    return {seat: mean_of([one[seat] for one in changed]) for seat in before}


def mean_of(ratings: Sequence[Rating]) -> Rating:
    """The rating in the middle of several."""
    return Rating(
        sum(rating.mu for rating in ratings) / len(ratings), sum(rating.sigma for rating in ratings) / len(ratings)
    )


def _after(contest: Contest, before: Mapping[int, Rating]) -> dict[int, Rating]:
    model = _model()
    usual = sum(rating.mu for rating in before.values()) / len(before)
    largest = max(len(side) for side in contest.sides)
    teams = [
        [model.rating(before[seat].mu, before[seat].sigma) for seat in side]
        # A side of fewer is as strong by the game's rules: players of the table's usual strength stand for the rest.
        + [model.rating(usual, _KNOWN) for _ in range(largest - len(side))]
        for side in contest.sides
    ]
    done = model.rate(teams, ranks=[float(rank) for rank in contest.ranks])
    return {
        seat: Rating(float(new.mu), float(new.sigma))
        for side, team in zip(contest.sides, done, strict=True)
        for seat, new in zip(side, team, strict=False)
    }


@cache
def _model() -> Any:
    return PlackettLuce()
