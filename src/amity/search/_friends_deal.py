"""From the cards of a deal of Friends! to its first trick, for compiled code: orders, burials, calls.

Here cards are counts by face, as in the rules, because the trump suit is not decided yet. What is buried and called is
what a club player would. Rules: friends, 1 to 4.
"""

# mypy: disable-error-code="no-any-return"
# Records of compiled code have no static type.

from __future__ import annotations

from typing import Any, Final

import numba
import numpy as np
from numba.extending import register_jitable

from amity.search._bits import random_below
from amity.search._friends_cards import copies_at, total
from amity.search._friends_state import GROUPS, SEATS, TRUMPS, points_of

FACES: Final = 54
BASE: Final = 6
"""The base, as a place for cards after the six hands; also how many cards it has."""
HAND: Final = 35
PLACES: Final = SEATS + 1

ORDERS: Final = np.dtype(
    [
        ("group", np.int64, (5, FACES)),
        ("place", np.int64, (5, FACES)),
        ("wide", np.int64, (5, GROUPS)),
        ("wide_faces", np.int64, (5, GROUPS)),
        ("faces", np.int64, (5, GROUPS)),
        ("tens", np.int64, (5, GROUPS)),
        ("fives", np.int64, (5, GROUPS)),
    ],
    align=True,
)
"""The orders of one level, by trump suit."""
ORDERS_TYPE: Final[Any] = numba.from_dtype(ORDERS)

_SETS: Final = (0.0, 0.0, 0.8, 2.0, 3.5)
_STRONG: Final = (0.0, 0.0, 0.04, 0.104, 0.181)
"""Chance that one certain player holds two or more of so many copies."""


@register_jitable
def use_order(state: Any, orders: Any, trump: int) -> None:
    """Write the order of a trump suit into a record of play."""
    for group in range(GROUPS):
        state.wide[group] = orders.wide[trump, group]
        state.wide_faces[group] = orders.wide_faces[trump, group]
        state.faces[group] = orders.faces[trump, group]
        state.tens[group] = orders.tens[trump, group]
        state.fives[group] = orders.fives[trump, group]


@register_jitable
def pack(orders: Any, trump: int, counts: Any, hand: Any) -> None:
    """Counts by face as packed cards by group."""
    for group in range(GROUPS):
        hand[group] = 0
    for face in range(FACES):
        if counts[face]:
            hand[orders.group[trump, face]] += counts[face] << 3 * orders.place[trump, face]


@register_jitable
def strength_with(orders: Any, trump: int, counts: Any) -> float:
    """What a hand is worth with a trump suit, in about one an ordinary trump, as a club player counts it."""
    found = 0.0
    highest = orders.faces[trump, TRUMPS] - orders.wide_faces[trump, TRUMPS]
    wide = orders.wide[trump, TRUMPS]
    for face in range(FACES):
        copies = counts[face]
        if copies == 0:
            continue
        group, place = orders.group[trump, face], orders.place[trump, face]
        if group == TRUMPS:
            step = place if place <= wide else max(wide, place - orders.wide_faces[trump, TRUMPS] + 1)
            below = highest - step
            each = 3.0 if below == 0 else 2.4 if below == 1 else 1.8 if below <= 3 else 1.0
            found += copies * each + _SETS[copies]
        else:
            below = orders.faces[trump, group] - 1 - place
            if below == 0:
                found += 1.2 * copies + _SETS[copies]
            elif below == 1:
                found += 0.3 * copies + 0.5 * _SETS[copies]
    return found


@register_jitable
def bury(orders: Any, trump: int, counts: Any, seat: int) -> None:
    """Take the base into a hand and lay six cards aside as the new one: low plain cards, no points, sets kept."""
    hand, base = counts[seat], counts[BASE]
    for face in range(FACES):
        hand[face] += base[face]
        base[face] = 0
    left = BASE
    while left > 0:
        least = 1e9
        best = -1
        for face in range(FACES):
            copies = hand[face]
            if copies == 0 or base[face] > 0:
                continue
            group, place = orders.group[trump, face], orders.place[trump, face]
            if group == TRUMPS:
                keep = 200.0 + place
            else:
                points = 10 * (orders.tens[trump, group] >> place & 1) + 5 * (orders.fives[trump, group] >> place & 1)
                keep = place + 6.0 * points + 7.0 * (copies - 1)
                if place == orders.faces[trump, group] - 1:
                    keep += 40.0
            if keep < least:
                least = keep
                best = face
        copies = min(left, hand[best])
        base[best] += copies
        hand[best] -= copies
        left -= copies


@register_jitable
def set_hands(state: Any, orders: Any, trump: int, counts: Any) -> None:
    """Write the order of a trump suit, the hands and the points of the base into a record of play."""
    use_order(state, orders, trump)
    for seat in range(SEATS):
        pack(orders, trump, counts[seat], state.hands[seat])
    state.base_points = 0
    for face in range(FACES):
        copies = counts[BASE, face]
        if copies:
            group, place = orders.group[trump, face], orders.place[trump, face]
            state.base_points += points_of(state, group, copies << 3 * place)


@register_jitable
def choose_call(state: Any, call: int) -> None:
    """Call a friend: the copy of a high card that somebody else will play."""
    hand = state.hands[state.dealer]
    best = -1e9
    for group in range(TRUMPS):
        faces = state.faces[group]
        length = total(hand[group])
        for below in range(min(3, faces)):
            place = faces - 1 - below
            held = copies_at(hand[group], place)
            number = held + 1
            if number > 4:
                continue
            same = call == 1 and state.called_group[0] == group and state.called_place[0] == place
            if same and state.called_left[0] == number:
                continue
            value = -10.0 * below + 0.01 * group + 2 * _STRONG[4 - held] - 2.0 * held
            if held < length <= 5:
                value += 1.5
            if value > best:
                best = value
                state.called_group[call] = group
                state.called_place[call] = place
                state.called_left[call] = number
    state.friend[call] = -1


@register_jitable
def begin_play(state: Any, dealer: int, last_swapped: int) -> None:
    """Begin the first trick, everything else being in place."""
    state.dealer = dealer
    state.last_swapped = last_swapped
    state.seat = dealer
    state.in_trick = 0
    state.trick_points = 0
    state.left = HAND * SEATS
    for seat in range(SEATS):
        state.points[seat] = 0
        state.fines[seat] = 0


@register_jitable
def deal_at_random(state: Any, orders: Any, cards: Any, counts: Any, chance: Any) -> None:
    """A new deal: shuffled, a random trump suit and dealer, buried and called."""
    for place in range(4 * FACES - 1):
        other = place + random_below(chance, 4 * FACES - place)
        cards[place], cards[other] = cards[other], cards[place]
    counts[:, :] = 0
    for place in range(4 * FACES):
        counts[min(place // HAND, BASE), cards[place]] += 1
    trump = random_below(chance, 5)
    dealer = random_below(chance, SEATS)
    bury(orders, trump, counts, dealer)
    set_hands(state, orders, trump, counts)
    begin_play(state, dealer, dealer)
    choose_call(state, 0)
    choose_call(state, 1)
