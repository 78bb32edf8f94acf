"""The compiled search of Friends!. Import it through :func:`amity.search._cache.load_kernel` only."""

# mypy: disable-error-code="no-any-return"
# Records of compiled code have no static type.

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

import numba
import numpy as np
from numba import types

from amity.search import (
    _friends_auction,
    _friends_deal,
    _friends_policy,
    _friends_state,
    _friends_worlds,
)
from amity.search import _questions as ask

# These modules hold the game's answers.
ANSWERS: Final = (_friends_policy, _friends_worlds)

_INT: Final[Any] = types.int64
_INTS: Final[Any] = types.int64[::1]
_FLOATS: Final[Any] = types.float64[:, ::1]
_TABLE: Final[Any] = types.float64[:, :, ::1]
_CHANCE: Final[Any] = types.uint64[::1]
_STATES: Final[Any] = _friends_state.STATE_TYPE[::1]
_KNOWLEDGE: Final[Any] = _friends_worlds.KNOWLEDGE_TYPE[::1]
_MOMENT: Final[Any] = _friends_auction.MOMENT_TYPE[::1]
_OPTIONS: Final[Any] = _friends_auction.OPTION_TYPE[::1]
_ORDERS: Final[Any] = _friends_deal.ORDERS_TYPE[::1]

Function = TypeVar("Function", bound=Callable[..., Any])


def _compiled(result: Any, *arguments: Any) -> Callable[[Function], Function]:
    decorator: Any = numba.njit([result(*arguments)], cache=True, nogil=True)
    return cast("Callable[[Function], Function]", decorator)


@_compiled(types.boolean, _KNOWLEDGE, _STATES, _CHANCE)
def prepare(knowledge: Any, states: Any, chance: Any) -> bool:
    """See :func:`amity.search._friends_worlds.prepare_worlds`; the order of the cards is that of ``states[0]``."""
    return _friends_worlds.prepare_worlds(knowledge[0], states[0], chance)


@_compiled(types.boolean, _KNOWLEDGE, _STATES, _CHANCE)
def draw(knowledge: Any, states: Any, chance: Any) -> bool:
    """Deal the hidden cards of ``states[0]``; see :func:`amity.search._friends_worlds.find_world`."""
    return ask.deal_world(knowledge[0], states[0], chance)


@_compiled(_INT, _MOMENT, _KNOWLEDGE, _STATES, _ORDERS, _OPTIONS, _INTS, _CHANCE, types.boolean, _FLOATS, _TABLE)
def weigh(
    moment: Any,
    knowledge: Any,
    states: Any,
    orders: Any,
    options: Any,
    live: Any,
    chance: Any,
    informed: bool,
    rewards: Any,
    results: Any,
) -> int:
    """See :func:`amity.search._friends_auction.weigh`."""
    return _friends_auction.weigh(
        moment[0], knowledge[0], states, orders[0], options, live, chance, informed, rewards, results
    )


@_compiled(types.boolean, _STATES)
def may_follow(states: Any) -> bool:
    """Whether the action of ``states[0]`` may be played on the lead."""
    return _friends_state.may_follow(states[0])


@_compiled(types.void, _STATES)
def step(states: Any) -> None:
    """Carry out the action of ``states[0]``."""
    ask.take_action(states[0], 0)


@_compiled(types.void, _STATES, _CHANCE, types.boolean, types.boolean, _FLOATS)
def play_on(states: Any, chance: Any, informed: bool, once: bool, rewards: Any) -> None:
    """Make the action of ``states[0]`` what a sensible player, or a random one, would play; unless it is but this
    ``once``, go on to the end of the deal and say what that is worth.
    """
    if once:
        if informed:
            ask.informed_action(states[0], chance)
        else:
            ask.random_action(states[0], chance)
        return
    _friends_policy.play_out(states[0], chance, informed)
    ask.write_rewards(states[0], rewards)


@_compiled(types.void, _STATES, _ORDERS, _CHANCE, _INTS)
def deal(states: Any, orders: Any, chance: Any, cards: Any) -> None:
    """Shuffle the faces of ``cards``, deal, bury and call, with the options of ``states[0]``; see
    :func:`amity.search._friends_deal.deal_at_random`.
    """
    counts = np.zeros((_friends_deal.PLACES, _friends_deal.FACES), np.int64)
    _friends_deal.deal_at_random(states[0], orders[0], cards, counts, chance)
