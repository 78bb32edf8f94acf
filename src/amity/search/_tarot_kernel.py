"""The compiled search of Tarot. Import it through :func:`amity.search._cache.load_kernel` only."""

# mypy: disable-error-code="no-any-return"
# Records of compiled code have no static type.

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

import numba
import numpy as np
from numba import types
from numba.extending import register_jitable

from amity.games.tarot.dealing import HAND_SIZE
from amity.games.tarot.play import FIRST_TRUMP
from amity.search import _questions as ask
from amity.search import _tarot_auction, _tarot_policy, _tarot_worlds, _tree
from amity.search._bits import lowest_bit, random_below
from amity.search._playout import play_randomly, play_sensibly
from amity.search._tarot_state import STATE_TYPE, begin_play, legal_now

# These modules hold the game's answers.
ANSWERS: Final = (_tarot_policy, _tarot_worlds)

_INT: Final[Any] = types.int64
_INTS: Final[Any] = types.int64[::1]
_FLOATS: Final[Any] = types.float64[:, ::1]
_CHANCE: Final[Any] = types.uint64[::1]
_STATES: Final[Any] = STATE_TYPE[::1]
_KNOWLEDGE: Final[Any] = _tarot_worlds.KNOWLEDGE_TYPE[::1]
_AUCTION: Final[Any] = _tarot_auction.AUCTION_TYPE[::1]
_PLANS: Final[Any] = _tarot_auction.PLAN_TYPE[::1]
_NODES: Final[Any] = cast("Any", numba.from_dtype(_tree.NODE))[::1]
_PROGRESS: Final[Any] = cast("Any", numba.from_dtype(_tree.PROGRESS))[::1]

_HAND_SIZES: Final = np.array([HAND_SIZE[players] for players in (3, 4, 5)], np.int64)

Function = TypeVar("Function", bound=Callable[..., Any])


def _compiled(result: Any, *arguments: Any) -> Callable[[Function], Function]:
    decorator: Any = numba.njit([result(*arguments)], cache=True, nogil=True)
    return cast("Callable[[Function], Function]", decorator)


@_compiled(types.boolean, _KNOWLEDGE)
def prepare(knowledge: Any) -> bool:
    """See :func:`amity.search._tarot_worlds.prepare_worlds`."""
    return _tarot_worlds.prepare_worlds(knowledge[0])


@_compiled(types.boolean, _KNOWLEDGE, _STATES, _CHANCE, _INT)
def draw(knowledge: Any, states: Any, chance: Any, tries: int) -> bool:
    """Deal the hidden cards of ``states[0]``; see :func:`amity.search._tarot_worlds.find_world`."""
    return _tarot_worlds.find_world(knowledge[0], states[0], chance, tries)


@_compiled(_INT, _STATES, _INTS)
def legal(states: Any, actions: Any) -> int:
    """List the faces that may be played in ``states[0]``, all of them."""
    plain, trumps = legal_now(states[0])
    found = 0
    while plain:
        actions[found] = lowest_bit(plain)
        found += 1
        plain &= plain - 1
    while trumps:
        actions[found] = FIRST_TRUMP + lowest_bit(trumps)
        found += 1
        trumps &= trumps - 1
    return found


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
    """A new deal with the dog laid aside, seat 0 to lead."""
    for place in range(77):
        other = place + random_below(chance, 78 - place)
        cards[place], cards[other] = cards[other], cards[place]
    size = _HAND_SIZES[state.players - 3]
    place = 0
    for seat in range(state.players):
        plain = 0
        trumps = 0
        for _ in range(size):
            face = cards[place]
            place += 1
            if face < FIRST_TRUMP:
                plain |= 1 << face
            else:
                trumps |= 1 << face - FIRST_TRUMP
        state.plain[seat] = plain
        state.trumps[seat] = trumps
    state.aside_plain = 0
    state.aside_trumps = 0
    while place < 78:
        face = cards[place]
        place += 1
        if face < FIRST_TRUMP:
            state.aside_plain |= 1 << face
        else:
            state.aside_trumps |= 1 << face - FIRST_TRUMP
    begin_play(state, 0)


@_compiled(_INT, _STATES, _CHANCE, _INT, types.boolean, _FLOATS)
def play_deals(states: Any, chance: Any, deals: int, informed: bool, rewards: Any) -> int:
    """Shuffle, deal, play and score whole deals with the sides and options of ``states[0]``; seat 0's scores."""
    cards = np.empty(78, np.int64)
    for place in range(78):
        cards[place] = place
    scores = 0.0
    for _ in range(deals):
        states[1] = states[0]
        _shuffle(states[1], cards, chance)
        if informed:
            play_sensibly(states[1], chance)
        else:
            play_randomly(states[1], chance)
        ask.write_rewards(states[1], rewards)
        scores += rewards[1, 0]
    return int(scores)


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
    _INT,
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
    stay: int,
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
        stay,
    )


@_compiled(types.float64, _AUCTION, _KNOWLEDGE, _STATES, _CHANCE, _PLANS, _INT, _FLOATS, _FLOATS)
def weigh(
    auction: Any, knowledge: Any, states: Any, chance: Any, plans: Any, worlds: int, rewards: Any, sums: Any
) -> float:
    """See :func:`amity.search._tarot_auction.weigh_plans`."""
    return _tarot_auction.weigh_plans(auction[0], knowledge[0], states, chance, plans, worlds, rewards, sums)
