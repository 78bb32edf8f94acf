"""The compiled search of Pinochle. Import it through :func:`amity.search._cache.load_kernel` only."""

# mypy: disable-error-code="no-any-return"
# Records of compiled code have no static type.

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

import numba
import numpy as np
from numba import types
from numba.extending import register_jitable

from amity.games.pinochle.play import add_card
from amity.search import _alphabeta, _pinochle_auction, _pinochle_exact, _pinochle_policy, _pinochle_worlds, _tree
from amity.search import _questions as ask
from amity.search._bits import random_below
from amity.search._pinochle_state import STATE_TYPE
from amity.search._playout import play_randomly, play_sensibly

# These modules hold the game's answers.
ANSWERS: Final = (_pinochle_exact, _pinochle_policy, _pinochle_worlds)

_INT: Final[Any] = types.int64
_INTS: Final[Any] = types.int64[::1]
_TABLE: Final[Any] = types.int64[:, ::1]
_FLOATS: Final[Any] = types.float64[:, ::1]
_CHANCE: Final[Any] = types.uint64[::1]
_STATES: Final[Any] = STATE_TYPE[::1]
_KNOWLEDGE: Final[Any] = _pinochle_worlds.KNOWLEDGE_TYPE[::1]
_AUCTION: Final[Any] = _pinochle_auction.AUCTION_TYPE[::1]
_NODES: Final[Any] = cast("Any", numba.from_dtype(_tree.NODE))[::1]
_PROGRESS: Final[Any] = cast("Any", numba.from_dtype(_tree.PROGRESS))[::1]

Function = TypeVar("Function", bound=Callable[..., Any])


def _compiled(result: Any, *arguments: Any) -> Callable[[Function], Function]:
    decorator: Any = numba.njit([result(*arguments)], cache=True, nogil=True)
    return cast("Callable[[Function], Function]", decorator)


@_compiled(types.boolean, _KNOWLEDGE)
def prepare(knowledge: Any) -> bool:
    """See :func:`amity.search._pinochle_worlds.prepare_worlds`."""
    return _pinochle_worlds.prepare_worlds(knowledge[0])


@_compiled(types.boolean, _KNOWLEDGE, _STATES, _CHANCE, _INT)
def draw(knowledge: Any, states: Any, chance: Any, tries: int) -> bool:
    """Deal the hidden cards of ``states[0]``; see :func:`amity.search._pinochle_worlds.find_world`."""
    return _pinochle_worlds.find_world(knowledge[0], states[0], chance, tries)


@_compiled(_INT, _STATES, _INTS)
def legal(states: Any, actions: Any) -> int:
    """List what may be played in ``states[0]``."""
    return ask.list_actions(states[0], actions)


@_compiled(types.void, _STATES, _INT)
def step(states: Any, face: int) -> None:
    """Play a card in ``states[0]``."""
    ask.take_action(states[0], face)


@_compiled(types.void, _STATES, _CHANCE, types.boolean, _FLOATS)
def finish(states: Any, chance: Any, informed: bool, rewards: Any) -> None:
    """Play ``states[0]`` to the end of the deal and say what it is worth."""
    if informed:
        play_sensibly(states[0], chance)
    else:
        play_randomly(states[0], chance)
    ask.write_rewards(states[0], rewards)


@register_jitable
def _shuffle(state: Any, cards: Any, chance: Any) -> None:
    """A new deal, with seat 0 to lead."""
    for place in range(47):
        other = place + random_below(chance, 48 - place)
        cards[place], cards[other] = cards[other], cards[place]
    for seat in range(4):
        hand = 0
        for place in range(12):
            hand = add_card(hand, cards[12 * seat + place])
        state.hands[seat] = hand
    state.seat = 0
    state.led = -1
    state.best = -1
    state.in_trick = 0
    state.trick_points = 0
    state.left = 48
    state.points[:] = 0
    state.tricks[:] = 0


@_compiled(_INT, _STATES, _CHANCE, _INT, types.boolean)
def play_deals(states: Any, chance: Any, deals: int, informed: bool) -> int:
    """Shuffle, deal and play whole deals with the options of ``states[0]``; points of side 0 in all of them."""
    cards = np.empty(48, np.int64)
    for place in range(48):
        cards[place] = place >> 1
    points = 0
    for _ in range(deals):
        states[1] = states[0]
        _shuffle(states[1], cards, chance)
        if informed:
            play_sensibly(states[1], chance)
        else:
            play_randomly(states[1], chance)
        points += states[1].points[0]
    return points


@_compiled(types.void, _NODES, _PROGRESS)
def plant(nodes: Any, progress: Any) -> None:
    """See :func:`amity.search._tree.plant`."""
    _tree.plant(nodes, progress[0])


@_compiled(
    types.void,
    _NODES,
    _PROGRESS,
    _KNOWLEDGE,
    _STATES,
    _CHANCE,
    _INTS,
    _INTS,
    _INTS,
    _FLOATS,
    _INT,
    types.float64,
    types.boolean,
)
def grow(
    nodes: Any,
    progress: Any,
    knowledge: Any,
    states: Any,
    chance: Any,
    path: Any,
    actions: Any,
    mark: Any,
    rewards: Any,
    iterations: int,
    exploration: float,
    informed: bool,
) -> None:
    """See :func:`amity.search._tree.grow`."""
    _tree.grow(
        nodes,
        progress[0],
        knowledge[0],
        states,
        chance,
        path,
        actions,
        mark,
        rewards,
        iterations,
        exploration,
        informed,
        1,
    )


@_compiled(_INT, _STATES, _INTS, _INTS, _TABLE, _INTS)
def solve(states: Any, keys: Any, entries: Any, actions: Any, work: Any) -> int:
    """Points side 0 still takes from ``states[0]`` on; see :func:`amity.search._alphabeta.exact_points`."""
    ask.begin_exact(states[0])
    _alphabeta.begin_deal(keys, work)
    return _alphabeta.exact_points(states, 0, keys, entries, actions, work)


@_compiled(types.boolean, _STATES, _INTS, _INTS, _INTS, _TABLE, _INTS)
def solve_actions(states: Any, values: Any, keys: Any, entries: Any, actions: Any, work: Any) -> bool:
    """The same after each action; see :func:`amity.search._alphabeta.exact_values`."""
    ask.begin_exact(states[0])
    _alphabeta.begin_deal(keys, work)
    values[:] = _alphabeta.GAVE_UP
    return _alphabeta.exact_values(states, values, keys, entries, actions, work)


@_compiled(_INT, _KNOWLEDGE, _STATES, _CHANCE, _INT, _FLOATS, _INTS, _FLOATS, _INTS, _INTS, _TABLE, _INTS)
def judge(
    knowledge: Any,
    states: Any,
    chance: Any,
    worlds: int,
    rewards: Any,
    values: Any,
    sums: Any,
    keys: Any,
    entries: Any,
    actions: Any,
    work: Any,
) -> int:
    """See :func:`amity.search._alphabeta.judge_worlds`."""
    return _alphabeta.judge_worlds(
        knowledge[0], states, chance, worlds, rewards, values, sums, keys, entries, actions, work
    )


@_compiled(types.float64, _AUCTION, _KNOWLEDGE, _STATES, _CHANCE, _INT, _FLOATS, types.float64[:, :, :, ::1])
def weigh_calls(auction: Any, knowledge: Any, states: Any, chance: Any, worlds: int, rewards: Any, sums: Any) -> float:
    """See :func:`amity.search._pinochle_auction.weigh_calls`."""
    return _pinochle_auction.weigh_calls(auction[0], knowledge[0], states, chance, worlds, rewards, sums)


@_compiled(types.float64, _AUCTION, _KNOWLEDGE, _STATES, _CHANCE, _INT, _FLOATS, _FLOATS)
def weigh_trumps(auction: Any, knowledge: Any, states: Any, chance: Any, worlds: int, rewards: Any, sums: Any) -> float:
    """See :func:`amity.search._pinochle_auction.weigh_trumps`."""
    return _pinochle_auction.weigh_trumps(auction[0], knowledge[0], states, chance, worlds, rewards, sums)
