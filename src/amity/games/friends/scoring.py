"""From the points of a deal to levels, and from levels to places. Rules: friends, 6 and 7."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from amity.games.friends.options import FriendsOptions

Side = Literal["dealer", "opponents"]

ACE_LEVEL: Final = 14
"""Levels count from 2; 14 is A, 15 and more is past A."""
SHUT_OUT_LEVELS: Final = 3


class DealResult(NamedTuple):
    """Who won a deal and how many levels each player of the side goes up."""

    winner: Side
    levels: int


def deal_result(points: int, options: FriendsOptions) -> DealResult:
    """The result for P, the opponents' points with base and fines."""
    if options.clamp_points and points < 0:
        points = 0
    if points < 160:
        if options.shut_out == "three" and points <= 0:
            return DealResult("dealer", SHUT_OUT_LEVELS)
        return DealResult("dealer", 1 + (159 - points) // 80)
    levels = (points - 160) // 80
    return DealResult("opponents", levels if options.opponent_levels == "every_80" else levels + 1)


def next_dealer(dealer: int, winners: frozenset[int], seats: int) -> int:
    """The first player of the winning side in turn order after the dealer; the dealer himself only when alone."""
    for distance in range(1, seats):
        seat = (dealer + distance) % seats
        if seat in winners:
            return seat
    return dealer


def places_past_ace(levels: Sequence[int], dealer: int) -> tuple[int, ...]:
    """Places when somebody has passed A: those who have, by level, then from the dealer in turn order; behind them
    the others by level, equal levels sharing the place.
    """
    seats = len(levels)
    passed = sorted(
        (seat for seat in range(seats) if levels[seat] > ACE_LEVEL),
        key=lambda seat: (-levels[seat], (seat - dealer) % seats),
    )
    places = [1 + sum(other > own for other in levels) for own in levels]
    for place, seat in enumerate(passed, start=1):
        places[seat] = place
    return tuple(places)


def places_dealer_wins(levels: Sequence[int], dealer: int) -> tuple[int, ...]:
    """Places when a dealer at A alone has won the match; behind him the others by level."""
    others = [level for seat, level in enumerate(levels) if seat != dealer]
    return tuple(
        1 if seat == dealer else 2 + sum(other > level for other in others) for seat, level in enumerate(levels)
    )
