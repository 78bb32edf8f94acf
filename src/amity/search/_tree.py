"""Information-set Monte Carlo tree search, for any game.

One tree is grown for the seat that is to act. Every iteration deals a new world, walks down the tree along actions
that are legal in that world, adds one node, plays the deal out and credits what it is worth to the seat that chose.
A node stands for a sequence of public actions, so what is learned holds for all worlds that allow it. Actions are
chosen by UCB1; ``available`` counts how often an action could have been chosen (Cowling, Powley and Whitehouse, 2012).
The exploration term is measured in standard deviations of the results so far, so that it fits any scale of points.

Most of what a result tells is how good the world is. So a search may stay in a world for some iterations: results are
then counted from the mean of those that came before in the same world, beginning with one played out from the root.
That takes nothing from the differences between actions and most of the chance out of them.

Nothing depends on how many iterations run in one call: a search is determined by its seed and their total number.
Memory is bounded by the array of nodes; when that is full the tree stops growing and goes on counting.
"""

# mypy: disable-error-code="no-any-return"
# Records of compiled code have no static type.

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba.extending import register_jitable

from amity.search import _questions as ask
from amity.search._bits import random_below
from amity.search._playout import play_randomly, play_sensibly

NODE: Final = np.dtype(
    [
        ("action", np.int32),
        ("seat", np.int32),
        ("child", np.int32),
        ("sibling", np.int32),
        ("visits", np.int32),
        ("available", np.int32),
        ("total", np.float64),
        ("points", np.float64),
    ],
    align=True,
)
"""``seat`` chose ``action``, and ``total`` and ``points`` are summed from its side; 0 is the root, −1 no node."""

SEATS: Final = 6
"""The most there are in any game."""

PROGRESS: Final = np.dtype(
    [
        ("nodes", np.int64),
        ("iterations", np.int64),
        ("stamp", np.int64),
        ("sum", np.float64),
        ("squares", np.float64),
        ("same_world", np.int64),
        ("tried", np.int64),
        ("earlier", np.float64, (2, SEATS)),
    ],
    align=True,
)
"""``stamp`` numbers the nodes passed; ``sum`` and ``squares`` are of the root seat's results; ``same_world`` counts
times at which no new world was found; ``tried``: how often this world was played out, ``earlier``: the sums of the
results."""

LONGEST: Final = 512
"""More actions than a deal of any game has."""


@register_jitable
def plant(nodes: Any, progress: Any) -> None:
    """Start a new tree."""
    nodes[0].action = -1
    nodes[0].seat = -1
    nodes[0].child = -1
    nodes[0].sibling = -1
    nodes[0].visits = 0
    nodes[0].total = 0.0
    nodes[0].points = 0.0
    progress.nodes = 1
    progress.iterations = 0
    progress.stamp = 0
    progress.sum = 0.0
    progress.squares = 0.0
    progress.same_world = 0
    progress.tried = 0


@register_jitable
def _add_node(nodes: Any, progress: Any, parent: int, action: int, seat: int) -> int:
    node = progress.nodes
    progress.nodes = node + 1
    fresh = nodes[node]
    fresh.action = action
    fresh.seat = seat
    fresh.child = -1
    fresh.sibling = nodes[parent].child
    fresh.visits = 0
    fresh.available = 1
    fresh.total = 0.0
    fresh.points = 0.0
    nodes[parent].child = node
    return node


@register_jitable
def _descend(
    nodes: Any, progress: Any, state: Any, chance: Any, path: Any, actions: Any, mark: Any, exploration: float
) -> int:
    """Walk down to a new node, or as far as the tree goes; the length of the path."""
    length = 1
    node = 0
    path[0] = 0
    while not ask.is_over(state):
        count = ask.list_actions(state, actions)
        progress.stamp += 1
        stamp = progress.stamp
        for place in range(count):
            mark[actions[place]] = stamp
        best = -1
        best_value = -np.inf
        matched = 0
        child = nodes[node].child
        while child >= 0:
            candidate = nodes[child]
            if mark[candidate.action] == stamp:
                mark[candidate.action] = 0
                matched += 1
                candidate.available += 1
                visits = candidate.visits
                value = candidate.total / visits + exploration * np.sqrt(np.log(candidate.available) / visits)
                if value > best_value:
                    best_value = value
                    best = child
            child = candidate.sibling
        seat = ask.seat_to_act(state)
        if matched < count:
            if progress.nodes >= nodes.size:
                if best < 0:
                    break
            else:
                skip = random_below(chance, count - matched)
                for place in range(count):
                    action = actions[place]
                    if mark[action] == stamp:
                        if skip == 0:
                            best = _add_node(nodes, progress, node, action, seat)
                            break
                        skip -= 1
                ask.take_action(state, nodes[best].action)
                path[length] = best
                return length + 1
        ask.take_action(state, nodes[best].action)
        path[length] = best
        length += 1
        node = best
    return length


@register_jitable
def _play_out(state: Any, chance: Any, informed: bool, rewards: Any) -> None:
    if informed:
        play_sensibly(state, chance)
    else:
        play_randomly(state, chance)
    ask.write_rewards(state, rewards)


@register_jitable
def _enter_world(progress: Any, knowledge: Any, states: Any, chance: Any, informed: bool, rewards: Any) -> None:
    """Deal a new world and play it out once, to know what is usual in it."""
    if not ask.deal_world(knowledge, states[0], chance):
        progress.same_world += 1
    states[1] = states[0]
    _play_out(states[1], chance, informed, rewards)
    progress.tried = 1
    for row in range(2):
        for seat in range(rewards.shape[1]):
            progress.earlier[row, seat] = rewards[row, seat]


@register_jitable
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
    """Run some iterations, ``stay`` in each world; the root has the sums of what was usual.

    ``states[0]`` is a world for the moment to decide on, ``states[1]`` room to play in; ``path``, ``actions``,
    ``mark`` (one entry an action, zeros at first) and ``rewards`` (2 × seats) are room as well.
    """
    root_seat = ask.seat_to_act(states[0])
    for _ in range(iterations):
        if stay == 1:
            if not ask.deal_world(knowledge, states[0], chance):
                progress.same_world += 1
        elif progress.tried == 0 or progress.tried > stay:
            _enter_world(progress, knowledge, states, chance, informed, rewards)
        states[1] = states[0]
        state = states[1]
        spread = 1.0
        done = progress.iterations
        if done > 1:
            mean = progress.sum / done
            spread = np.sqrt(max(progress.squares / done - mean * mean, 0.0))
        length = _descend(nodes, progress, state, chance, path, actions, mark, exploration * spread)
        _play_out(state, chance, informed, rewards)
        result = rewards[0, root_seat]
        if progress.tried > 0:
            tried = progress.tried
            progress.tried = tried + 1
            nodes[0].total += progress.earlier[0, root_seat] / tried
            nodes[0].points += progress.earlier[1, root_seat] / tried
            for row in range(2):
                for seat in range(rewards.shape[1]):
                    usual = progress.earlier[row, seat] / tried
                    progress.earlier[row, seat] += rewards[row, seat]
                    rewards[row, seat] -= usual
        nodes[0].visits += 1
        for place in range(1, length):
            node = nodes[path[place]]
            node.visits += 1
            node.total += rewards[0, node.seat]
            node.points += rewards[1, node.seat]
        progress.sum += result
        progress.squares += result * result
        progress.iterations = done + 1
