"""Who played against whom in a match, and how it came out: what ratings are made of. Pure functions.

Mate: two players. Pinochle: two pairs of partners. Friends!: six players by the places at the end, since sides change
with every deal. Tarot: each played deal is a contest of the taker and his partner against the rest; its deals count
together as much as one match of another game. A match that was forfeited is one contest by its places.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from amity.games.tarot.events import DealScored
from amity.match import Match, MatchEnded


@dataclass(frozen=True)
class Contest:
    """One comparison between sides."""

    sides: tuple[tuple[int, ...], ...]
    """Seats; every seat is on one side."""
    ranks: tuple[int, ...]
    """By side, 1 is best; equal ranks are shared."""


def contests_of(match: Match) -> tuple[Contest, ...]:
    """The contests of a match that is over; none when nothing in it can be compared."""
    result = match.result
    assert result is not None, "the match is over"
    own = _OWN.get(match.game)
    if own is not None and result.reason == "played":
        return own(match)
    return (_by_places(match, result),)


def lost_by(contest: Contest, seat: int) -> Contest:
    """The same contest with the side of a seat behind all others."""
    last = max(contest.ranks) + 1
    ranks = tuple(last if seat in side else rank for side, rank in zip(contest.sides, contest.ranks, strict=True))
    return Contest(contest.sides, ranks)


def _by_places(match: Match, result: MatchEnded) -> Contest:
    sides: list[tuple[int, ...]] = []
    for seat in range(match.seats):
        side = tuple(sorted(match.side_of(seat)))
        if side not in sides:
            sides.append(side)
    return Contest(tuple(sides), tuple(result.places[side[0]] for side in sides))


def _tarot(match: Match) -> tuple[Contest, ...]:
    found = []
    for event in match.events:
        if isinstance(event, DealScored):
            attack = tuple(sorted(seat for seat in (event.taker, event.partner) if seat is not None))
            defence = tuple(seat for seat in range(match.seats) if seat not in attack)
            found.append(Contest((attack, defence), (1, 2) if event.made else (2, 1)))
    return tuple(found)


_OWN: Final[dict[str, Callable[[Match], tuple[Contest, ...]]]] = {"tarot": _tarot}
