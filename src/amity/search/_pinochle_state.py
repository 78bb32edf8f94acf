"""A moment of play in Pinochle as a NumPy record, and the game's answers about it. Rules: pinochle, Play and Score.

The rules themselves are the functions of :mod:`amity.games.pinochle.play`, compiled.
"""

# mypy: disable-error-code="no-any-return"
# Records of compiled code have no static type.

from __future__ import annotations

from typing import Any, Final

import numba
import numpy as np
from numba.extending import register_jitable

from amity.games.pinochle.play import (
    LAST_TRICK_POINTS,
    beats,
    card_points,
    legal_faces,
    remove_card,
)
from amity.search import _questions as ask
from amity.search._bits import lowest_bit, random_bit

for _rule in (beats, card_points, legal_faces, remove_card):
    register_jitable(_rule)

SEATS: Final = 4
ACTIONS: Final = 24
"""Actions are faces."""

STATE: Final = np.dtype(
    [
        ("hands", np.int64, (4,)),
        # Play
        ("seat", np.int64),
        ("trump", np.int64),
        ("led", np.int64),
        ("best", np.int64),
        ("winner", np.int64),
        ("in_trick", np.int64),
        ("trick_points", np.int64),
        ("left", np.int64),
        ("points", np.int64, (2,)),
        ("tricks", np.int64, (2,)),
        ("must_trump", np.int64),
        # Score
        ("melds", np.int64, (2,)),
        ("totals", np.int64, (2,)),
        ("bid", np.int64),
        ("bidder", np.int64),
        ("target", np.int64),
        ("trick_needed", np.int64),
        ("higher_wins", np.int64),
        # Exact search
        ("second", np.int64, (4,)),
    ],
    align=True,
)
"""``led`` and ``best`` are −1 before a lead; ``target`` 0: points of this deal count, not the match; ``left`` counts
the cards in all hands; pairs are by side."""
STATE_TYPE: Final[Any] = numba.from_dtype(STATE)


@ask.answer(ask.is_over, STATE_TYPE)
def _is_over(state: Any) -> bool:
    return state.left == 0


@ask.answer(ask.seat_to_act, STATE_TYPE)
def _seat_to_act(state: Any) -> int:
    return state.seat


@register_jitable
def legal_now(state: Any) -> int:
    """What the seat in turn may play, as a set of faces."""
    return legal_faces(state.hands[state.seat], state.led, state.best, state.trump, state.must_trump != 0)


@ask.answer(ask.list_actions, STATE_TYPE)
def _list_actions(state: Any, actions: Any) -> int:
    faces = legal_now(state)
    found = 0
    while faces:
        actions[found] = lowest_bit(faces) >> 1
        found += 1
        faces &= faces - 1
    return found


@ask.answer(ask.take_action, STATE_TYPE)
def _take_action(state: Any, face: int) -> None:
    seat = state.seat
    state.hands[seat] = remove_card(state.hands[seat], face)
    if state.in_trick == 0:
        state.led = face // 6
        state.best = face
        state.winner = seat
    elif beats(face, state.best, state.trump):
        state.best = face
        state.winner = seat
    state.trick_points += card_points(face)
    state.left -= 1
    if state.in_trick < 3:
        state.in_trick += 1
        state.seat = (seat + 1) & 3
        return
    winner = state.winner
    if state.left == 0:
        state.trick_points += LAST_TRICK_POINTS
    state.points[winner & 1] += state.trick_points
    state.tricks[winner & 1] += 1
    state.seat = winner
    state.led = -1
    state.best = -1
    state.in_trick = 0
    state.trick_points = 0


@ask.answer(ask.random_action, STATE_TYPE)
def _random_action(state: Any, chance: Any) -> int:
    return random_bit(chance, legal_now(state)) >> 1


@register_jitable
def _side_change(state: Any, side: int) -> int:
    """What the deal that is over adds to a side's total."""
    melds = state.melds[side]
    if state.trick_needed != 0 and state.tricks[side] == 0:
        melds = 0
    made = melds + state.points[side]
    if side == state.bidder & 1 and made < state.bid:
        return -state.bid
    return made


@register_jitable
def winning_chance(ahead: int, behind: int, target: int) -> float:
    """Chance that a side with the total ``ahead`` wins the match against one with ``behind``, both below target.

    A logistic curve over the lead, in standard deviations of what the deals still to come can change. Its constants
    fit 28,890 positions between the deals of 8,000 matches of club players (``bench/pinochle_chance.py``).
    """
    nearer = target - max(ahead, behind)
    spread = SPREAD * np.sqrt(nearer / DEAL_GAIN + 0.5)
    return 1.0 / (1.0 + np.exp(-1.7 * (ahead - behind) / spread))


DEAL_GAIN: Final = 1250.0
"""Points the leading side still needs that add as much to the variance as one deal of the size of the spread."""
SPREAD: Final = 360.0
"""Standard deviation of what changes between the sides, half of whose square is left when the end is near."""


@ask.answer(ask.write_rewards, STATE_TYPE)
def _write_rewards(state: Any, rewards: Any) -> None:
    first = _side_change(state, 0)
    second = _side_change(state, 1)
    for seat in range(SEATS):
        rewards[1, seat] = first - second if seat & 1 == 0 else second - first
    if state.target == 0:
        rewards[0] = rewards[1]
        return
    first += state.totals[0]
    second += state.totals[1]
    if first < state.target and second < state.target:
        won = winning_chance(first, second, state.target)
    elif first < state.target:
        won = 0.0
    elif second < state.target:
        won = 1.0
    elif state.higher_wins != 0 and first != second:
        won = 1.0 if first > second else 0.0
    else:
        won = 1.0 - (state.bidder & 1)
    for seat in range(SEATS):
        rewards[0, seat] = won if seat & 1 == 0 else 1.0 - won
