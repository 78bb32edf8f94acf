"""Dealing the hidden cards of Pinochle anew, in agreement with everything that is public. Rules: pinochle.

What a seat knows about the three other hands: how many cards they hold; which faces they cannot hold (they did not
follow suit, did not beat a trump, …); which they have shown in melds; and that their melds were counted in full, so
that a hand which showed no marriage never held one.

Worlds are drawn exactly: every deal that agrees with all this is equally likely (or by its ``lean``). The faces are
dealt one after the other, king and queen of a suit together; how many deals go on from each point is counted once in
advance (``ways``, by the cards that the first two hands have received so far), so that every step can be drawn with
the right chance and no step leads to a dead end. Runs, arounds and pinochles, which tie several faces together and
are rare by accident, are checked at the end, and a deal with one that was not shown is thrown away.
"""

# mypy: disable-error-code="no-any-return"
# Records of compiled code have no static type.

from __future__ import annotations

from typing import Any, Final

import numba
import numpy as np
from numba.extending import register_jitable

from amity.games.pinochle.melds import meld_counts
from amity.games.pinochle.play import add_card, copies, remove_card
from amity.search import _questions as ask
from amity.search._bits import count_bits, random_unit

for _rule in (add_card, copies, meld_counts, remove_card):
    register_jitable(_rule)

_UNITS: Final = 20
_OPTIONS: Final = 36
_QUEEN: Final = 2
_KING: Final = 3
TRIES: Final = 200
"""Deals thrown away before :func:`deal_world` gives up; about one in three is kept at the first card."""

KNOWLEDGE: Final = np.dtype(
    [
        # What is known, by seat
        ("seat", np.int64),
        ("trump", np.int64),
        ("run_counts", np.int64),
        ("hand", np.int64),
        ("played", np.int64, (4,)),
        ("shown", np.int64, (4,)),
        ("excluded", np.int64, (4,)),
        ("sizes", np.int64, (4,)),
        ("lean", np.float64, (4, 24)),
        # Made of it by prepare_worlds, by hidden hand (0 to 2)
        ("held", np.int64, (3,)),
        ("started", np.int64, (3,)),
        ("melds", np.int64, (3,)),
        ("room", np.int64, (3,)),
        ("units", np.int64),
        ("options", np.int64, (_UNITS,)),
        ("weight", np.float64, (_UNITS, _OPTIONS)),
        ("given", np.int64, (_UNITS, _OPTIONS, 2)),
        ("cards", np.int64, (_UNITS, _OPTIONS, 6)),
        ("ways", np.float64, (_UNITS + 1, 13, 13)),
    ],
    align=True,
)
"""``hand``: the seat's own cards now; ``played`` and ``shown`` (in melds): masks of cards; ``excluded``: faces a hand
cannot hold any more, as a set; ``sizes``: cards left; ``lean``: how much more likely than by chance each copy of a
face lies in a hand; ``trump`` −1: not named yet, melds unknown. ``held`` and ``started``: what is known of a hidden
hand now and at its start, as masks; ``cards`` of an option: what it adds to the three hands now, and at the start.
"""
KNOWLEDGE_TYPE: Final[Any] = numba.from_dtype(KNOWLEDGE)


@register_jitable
def _bits_from(face: int, before: int, count: int) -> int:
    """The bits that ``count`` copies add to a hand that has ``before`` copies."""
    return ((1 << before + count) - (1 << before)) << 2 * face


@register_jitable
def _half(count: int) -> float:
    """1 / count!, for up to two copies: the copies of a face are two cards, so one each is twice as likely."""
    return 0.5 if count == 2 else 1.0


@register_jitable
def _marriages(knowledge: Any, place: int, suit: int) -> int:
    """How many pairs of king and queen a hidden hand has shown in a suit."""
    shown = knowledge.shown[(knowledge.seat + 1 + place) & 3]
    return min(copies(shown, 6 * suit + _KING), copies(shown, 6 * suit + _QUEEN))


@register_jitable
def _add_option(knowledge: Any, faces: Any, shares: Any) -> None:
    """Add an option to the unit under construction, if it agrees with what is known.

    ``faces`` are the one or two faces of the unit (−1: none), ``shares`` the copies each hidden hand gets of each.
    """
    unit = knowledge.units
    option = knowledge.options[unit]
    weight = 1.0
    knowledge.given[unit, option, 0] = shares[0, 0] + shares[1, 0]
    knowledge.given[unit, option, 1] = shares[0, 1] + shares[1, 1]
    for place in range(3):
        seat = (knowledge.seat + 1 + place) & 3
        now = 0
        start = 0
        for which in range(2):
            face = faces[which]
            if face < 0:
                continue
            share = shares[which, place]
            if share > 0:
                if knowledge.excluded[seat] >> 2 * face & 1:
                    return
                now |= _bits_from(face, copies(knowledge.held[place], face), share)
                start |= _bits_from(face, copies(knowledge.started[place], face), share)
                weight *= knowledge.lean[seat, face] ** share
            weight *= _half(copies(knowledge.started[place], face) + share)
        if knowledge.trump >= 0 and faces[1] >= 0:
            whole = knowledge.started[place] | start
            pairs = min(copies(whole, faces[0]), copies(whole, faces[1]))
            if pairs != _marriages(knowledge, place, faces[0] // 6):
                return
        knowledge.cards[unit, option, place] = now
        knowledge.cards[unit, option, 3 + place] = start
    knowledge.weight[unit, option] = weight
    knowledge.options[unit] = option + 1


@register_jitable
def _add_unit(knowledge: Any, first: int, second: int, free: Any) -> None:
    """Add the ways to share out the free copies of a face, or of a king and a queen together."""
    copies_first = free[first]
    copies_second = free[second] if second >= 0 else 0
    if copies_first == 0 and copies_second == 0:
        return
    faces = np.array([first, second], np.int64)
    shares = np.zeros((2, 3), np.int64)
    knowledge.options[knowledge.units] = 0
    for a in range(copies_first + 1):
        for b in range(copies_first - a + 1):
            shares[0, 0] = a
            shares[0, 1] = b
            shares[0, 2] = copies_first - a - b
            for c in range(copies_second + 1):
                for d in range(copies_second - c + 1):
                    shares[1, 0] = c
                    shares[1, 1] = d
                    shares[1, 2] = copies_second - c - d
                    _add_option(knowledge, faces, shares)
    knowledge.units += 1


@register_jitable
def prepare_worlds(knowledge: Any) -> bool:
    """Work out from what is known how worlds are drawn; ``False`` when no deal can agree with it."""
    own = knowledge.hand
    for face in range(24):
        for _ in range(copies(knowledge.played[knowledge.seat], face)):
            own = add_card(own, face)
    free = np.empty(24, np.int64)
    for place in range(3):
        seat = (knowledge.seat + 1 + place) & 3
        knowledge.started[place] = knowledge.played[seat] | knowledge.shown[seat]
        knowledge.held[place] = 0
        for face in range(24):
            known = copies(knowledge.started[place], face) - copies(knowledge.played[seat], face)
            knowledge.held[place] |= _bits_from(face, 0, known)
        knowledge.room[place] = knowledge.sizes[seat] - count_bits(knowledge.held[place])
        if knowledge.trump >= 0:
            knowledge.melds[place] = meld_counts(knowledge.shown[seat], knowledge.trump, knowledge.run_counts != 0)
            # A nine of trump scores alone, so all of them have been shown.
            knowledge.excluded[seat] |= 1 << 12 * knowledge.trump
    for face in range(24):
        free[face] = 2 - copies(own, face)
        for place in range(3):
            free[face] -= copies(knowledge.started[place], face)
    knowledge.units = 0
    for suit in range(4):
        _add_unit(knowledge, 6 * suit + _KING, 6 * suit + _QUEEN, free)
    for face in range(24):
        if face % 6 != _KING and face % 6 != _QUEEN:
            _add_unit(knowledge, face, -1, free)
    return _count_ways(knowledge)


@register_jitable
def _count_ways(knowledge: Any) -> bool:
    room = knowledge.room
    units = knowledge.units
    if room[0] < 0 or room[1] < 0 or room[2] < 0:
        return False
    knowledge.ways[: units + 1] = 0.0
    knowledge.ways[units, room[0], room[1]] = 1.0
    for unit in range(units - 1, -1, -1):
        for first in range(room[0] + 1):
            for second in range(room[1] + 1):
                total = 0.0
                for option in range(knowledge.options[unit]):
                    i = first + knowledge.given[unit, option, 0]
                    j = second + knowledge.given[unit, option, 1]
                    if i <= room[0] and j <= room[1]:
                        total += knowledge.weight[unit, option] * knowledge.ways[unit + 1, i, j]
                knowledge.ways[unit, first, second] = total
    return knowledge.ways[0, 0, 0] > 0.0


@register_jitable
def _deal_once(knowledge: Any, state: Any, chance: Any) -> bool:
    first = 0
    second = 0
    a, b, c = knowledge.held[0], knowledge.held[1], knowledge.held[2]
    x, y, z = knowledge.started[0], knowledge.started[1], knowledge.started[2]
    for unit in range(knowledge.units):
        rest = random_unit(chance) * knowledge.ways[unit, first, second]
        chosen = -1
        for option in range(knowledge.options[unit]):
            i = first + knowledge.given[unit, option, 0]
            j = second + knowledge.given[unit, option, 1]
            if i > 12 or j > 12:
                continue
            share = knowledge.weight[unit, option] * knowledge.ways[unit + 1, i, j]
            if share > 0.0:
                chosen = option
                rest -= share
                if rest < 0.0:
                    break
        cards = knowledge.cards[unit, chosen]
        first += knowledge.given[unit, chosen, 0]
        second += knowledge.given[unit, chosen, 1]
        a |= cards[0]
        b |= cards[1]
        c |= cards[2]
        x |= cards[3]
        y |= cards[4]
        z |= cards[5]
    if knowledge.trump >= 0:
        run_counts = knowledge.run_counts != 0
        if meld_counts(x, knowledge.trump, run_counts) != knowledge.melds[0]:
            return False
        if meld_counts(y, knowledge.trump, run_counts) != knowledge.melds[1]:
            return False
        if meld_counts(z, knowledge.trump, run_counts) != knowledge.melds[2]:
            return False
    seat = knowledge.seat
    state.hands[seat] = knowledge.hand
    state.hands[(seat + 1) & 3] = a
    state.hands[(seat + 2) & 3] = b
    state.hands[(seat + 3) & 3] = c
    return True


@register_jitable
def find_world(knowledge: Any, state: Any, chance: Any, tries: int) -> bool:
    """Deal the hidden cards; ``False`` when every try had a meld that was not shown."""
    for _ in range(tries):  # noqa: SIM110 - any() cannot be compiled
        if _deal_once(knowledge, state, chance):
            return True
    return False


@ask.answer(ask.deal_world, KNOWLEDGE_TYPE)
def _deal_world(knowledge: Any, state: Any, chance: Any) -> bool:
    return find_world(knowledge, state, chance, TRIES)
