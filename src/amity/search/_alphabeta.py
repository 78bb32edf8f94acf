"""Exact search of the end of a deal in which all hands are known, for any game of two sides.

The value of a moment is what the side of seat 0 can still be sure to take, in the game's points, when both sides
play perfectly. Searches with a window of no width close in on it from both sides; a table of positions between
tricks makes that cheap. An entry holds the whole position as its key, so that a hit is never a mistake.

The table is a pair of int64 arrays whose size is a power of two. Keys of positions are below 2⁵⁰ and name a position
within one deal only; above them stands the number of the deal, so that the table need not be cleared each time.
``work`` is an array of four: moments looked at in this deal, the limit to that (when it is passed the search gives up,
and every value is void), the number of the deal, and moments looked at in earlier deals.
"""

# mypy: disable-error-code="no-any-return"
# Records of compiled code have no static type.

from __future__ import annotations

from typing import Any, Final

import numba
from numba.extending import register_jitable

from amity.search import _questions as ask

WIDEST: Final = 32
"""Most candidates of one moment."""
_MULTIPLIER: Final = 0x2545F4914F6CDD1D
_VALUE: Final = 0xFFF
GAVE_UP: Final = -1
_DEAL_SHIFT: Final = 50
_DEALS: Final = 1 << 12


@register_jitable
def begin_deal(keys: Any, work: Any) -> None:
    """Forget all positions and start counting anew."""
    work[3] += work[0]
    work[0] = 0
    work[2] += 1
    if work[2] >= _DEALS:
        work[2] = 1
        keys[:] = -1


@numba.njit(nogil=True)
def _search(states: Any, ply: int, alpha: int, beta: int, keys: Any, entries: Any, actions: Any, work: Any) -> int:
    """What the side of seat 0 still takes if that lies between ``alpha`` and ``beta``, else a bound on that side."""
    state = states[ply]
    if ask.is_over(state):
        return 0
    left = ask.points_left(state)
    if left <= alpha:
        return left
    if beta <= 0:
        return 0
    work[0] += 1
    if work[0] > work[1]:
        return 0
    key = ask.position_key(state)
    index = 0
    hint = -1
    lower = 0
    upper = left
    if key >= 0:
        key |= work[2] << _DEAL_SHIFT
        index = ((key ^ key >> 29) * _MULTIPLIER >> 24) & (keys.size - 1)
        if keys[index] == key:
            entry = entries[index]
            lower = entry & _VALUE
            upper = entry >> 12 & _VALUE
            hint = (entry >> 24) - 1
            if lower >= beta or lower == upper:
                return lower
            if upper <= alpha:
                return upper
    row = actions[ply]
    count = ask.list_candidates(state, row, hint)
    maximise = ask.is_maximiser(state)
    before = ask.points_now(state)
    best = -1 if maximise else _VALUE
    best_action = -1
    low = alpha
    high = beta
    for place in range(count):
        action = row[place]
        states[ply + 1] = states[ply]
        ask.take_action(states[ply + 1], action)
        gain = ask.points_now(states[ply + 1]) - before
        value = gain + _search(states, ply + 1, low - gain, high - gain, keys, entries, actions, work)
        if maximise:
            if value > best:
                best = value
                best_action = action
                low = max(low, best)
        elif value < best:
            best = value
            best_action = action
            high = min(high, best)
        if low >= high:
            break
    if key >= 0 and work[0] <= work[1]:
        if best < beta:
            upper = min(upper, best)
        if best > alpha:
            lower = max(lower, best)
        keys[index] = key
        entries[index] = lower | upper << 12 | (best_action + 1) << 24
    return best


@register_jitable
def exact_points(states: Any, ply: int, keys: Any, entries: Any, actions: Any, work: Any) -> int:
    """What the side of seat 0 still takes from the moment ``states[ply]`` on, or ``GAVE_UP``.

    ``states`` and the rows of ``actions`` must reach from there to the end of the deal.
    """
    lower = 0
    upper = ask.points_left(states[ply])
    guess = upper >> 1
    while lower < upper:
        beta = guess + 1 if guess == lower else guess
        guess = _search(states, ply, beta - 1, beta, keys, entries, actions, work)
        if work[0] > work[1]:
            return GAVE_UP
        if guess < beta:
            upper = guess
        else:
            lower = guess
    return lower


@register_jitable
def exact_values(states: Any, values: Any, keys: Any, entries: Any, actions: Any, work: Any) -> bool:
    """For each action of ``states[0]``, write what the side of seat 0 takes from this moment on when it is chosen.

    ``values`` has an entry for every action number; others stay as they are. ``False`` when the search gave up.
    """
    count = ask.list_actions(states[0], actions[0])
    before = ask.points_now(states[0])
    for place in range(count):
        action = actions[0, place]
        states[1] = states[0]
        ask.take_action(states[1], action)
        value = exact_points(states, 1, keys, entries, actions, work)
        if value == GAVE_UP:
            return False
        values[action] = value + ask.points_now(states[1]) - before
    return True


@register_jitable
def judge_worlds(
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
    """Deal worlds, solve each exactly, and add up what each action is worth to the seat in turn; worlds solved.

    ``sums[action]`` holds worth, points and worlds counted. A world that takes more than the limit of work is left
    out. ``states[0]`` is the moment to decide on, a world already; ``values`` has an entry for every action.
    """
    seat = ask.seat_to_act(states[0])
    solved = 0
    for _ in range(worlds):
        ask.deal_world(knowledge, states[0], chance)
        ask.begin_exact(states[0])
        begin_deal(keys, work)
        values[:] = GAVE_UP
        if not exact_values(states, values, keys, entries, actions, work):
            continue
        solved += 1
        for action in range(values.size):
            if values[action] != GAVE_UP:
                states[1] = states[0]
                ask.end_deal(states[1], values[action])
                ask.write_rewards(states[1], rewards)
                sums[action, 0] += rewards[0, seat]
                sums[action, 1] += rewards[1, seat]
                sums[action, 2] += 1.0
    return solved
