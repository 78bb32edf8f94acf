"""Counting the ways a match can go on: what the counted trees of the games share on the engine's side."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from amity.match import Action, Match

M = TypeVar("M", bound=Match)


def after(match: M, action: Action) -> M:
    """Another match that has come as far and then this action of the seat in turn.

    :raises IllegalAction: the rules forbid it.
    """
    following = type(match).replay(match.options, match.seats, match.events)
    assert following.to_act is not None
    following.apply(following.to_act, action)
    return following


def count_ways(match: M, depth: int, going_on: Callable[[M], bool] = lambda match: True) -> int:
    """How many different sequences of that many actions there are; one that has ended before counts once.

    It has ended when nobody is in turn, or when it is not ``going_on``.
    """
    if depth == 0 or match.to_act is None or not going_on(match):
        return 1
    return sum(count_ways(after(match, action), depth - 1, going_on) for action in match.legal_actions())
