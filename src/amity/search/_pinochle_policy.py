"""What a sensible player would play, quickly: for informed playouts in Pinochle.

It looks at the cards of the world it plays in. That stands for the card reading of good players, and makes a playout
a fair guess at what the deal is worth in that world; the tree above it does not peek.
"""

# mypy: disable-error-code="no-any-return"
# Records of compiled code have no static type.

from __future__ import annotations

from typing import Any, Final

from numba.extending import register_jitable

from amity.games.pinochle.play import FACES, SUIT_BITS
from amity.search import _questions as ask
from amity.search._bits import highest_bit, lowest_bit, random_bit
from amity.search._pinochle_state import STATE_TYPE, legal_now

SUIT_FACES: Final = 0x555
"""The faces of suit 0."""
COUNTERS: Final = 0x540_540_540_540
"""Kings, tens and aces, as a set of faces."""
_ABOVE_LED: Final = 6
"""Strength in a trick: the rank for the suit led, from here on for trumps on another suit; −1 for the rest."""


@register_jitable
def faces_in(faces: int, suit: int) -> int:
    """The faces of one suit."""
    return faces & (SUIT_FACES << SUIT_BITS * suit)


@register_jitable
def strength_of(face: int, led: int, trump: int) -> int:
    """How a face stands in a trick: trumps above the led suit, −1 for what cannot win."""
    suit = face // 6
    if suit == led:
        return face - 6 * suit
    if suit == trump:
        return face - 6 * suit + _ABOVE_LED
    return -1


@register_jitable
def most_strength(hand: int, led: int, trump: int) -> int:
    """The greatest strength a hand can play to a trick."""
    faces = hand & FACES
    following = faces_in(faces, led)
    if following:
        return (highest_bit(following) >> 1) - 6 * led
    trumps = faces_in(faces, trump)
    if trumps:
        return (highest_bit(trumps) >> 1) - 6 * trump + _ABOVE_LED
    return -1


@register_jitable
def _at_least(faces: int, strength: int, led: int, trump: int) -> int:
    """Those of the faces that have at least this strength."""
    if strength < _ABOVE_LED:
        found = faces_in(faces, led) & (-1 << 2 * (6 * led + max(strength, 0)))
        return found if led == trump else found | faces_in(faces, trump)
    if led == trump:
        return 0
    return faces_in(faces, trump) & (-1 << 2 * (6 * trump + strength - _ABOVE_LED))


@register_jitable
def _lowest_rank(faces: int) -> int:
    """The face of the lowest rank."""
    for rank in range(6):
        found = faces & (0x001_001_001_001 << 2 * rank)
        if found:
            return lowest_bit(found) >> 1
    return -1


@register_jitable
def _throw(faces: int, trump: int) -> int:
    """The face that is missed least: no counter, no trump, low."""
    trumps = faces_in(faces, trump)
    small = faces & ~COUNTERS
    if small & ~trumps:
        return _lowest_rank(small & ~trumps)
    if small:
        return lowest_bit(small) >> 1
    if faces & ~trumps:
        return _lowest_rank(faces & ~trumps)
    return lowest_bit(faces) >> 1


@register_jitable
def _feed(faces: int, trump: int) -> int:
    """A counter for the partner's trick, kings before tens before aces; without one, the card missed least."""
    counters = faces & COUNTERS
    plain = counters & ~faces_in(counters, trump)
    if plain:
        return _lowest_rank(plain)
    if counters and counters == faces:
        return lowest_bit(counters) >> 1
    return _throw(faces, trump)


@register_jitable
def _follow(state: Any, legal: int) -> int:
    seat = state.seat
    led = state.led
    trump = state.trump
    best = strength_of(state.best, led, trump)
    threat = -1
    if state.in_trick < 3:
        # Of the later seats only the next one is an opponent.
        threat = most_strength(state.hands[(seat + 1) & 3], led, trump)
    if state.winner == (seat ^ 2):
        if best >= threat:
            return _feed(legal, trump)
    elif state.in_trick == 1:
        partner = most_strength(state.hands[seat ^ 2], led, trump)
        if partner > best and partner > threat:
            # The partner will take it.
            return _feed(legal, trump)
    winning = _at_least(legal, max(best + 1, threat), led, trump)
    if winning:
        plain = faces_in(winning, led)
        if plain and led != trump:
            counters = plain & COUNTERS
            return lowest_bit(counters if counters else plain) >> 1
        return lowest_bit(winning) >> 1
    return _throw(legal, trump)


@register_jitable
def _lead(state: Any, legal: int, chance: Any) -> int:
    seat = state.seat
    trump = state.trump
    left = state.hands[(seat + 1) & 3]
    right = state.hands[(seat + 3) & 3]
    partner = state.hands[seat ^ 2]
    sure = 0
    for_partner = 0
    for suit in range(4):
        own = faces_in(legal, suit)
        if own == 0:
            continue
        threat = max(most_strength(left, suit, trump), most_strength(right, suit, trump))
        top = (highest_bit(own) >> 1) - 6 * suit
        # An equal card loses to the one led first.
        if top >= threat:
            if suit != trump:
                sure |= 1 << 2 * (6 * suit + top)
            elif faces_in(left | right | left >> 1 | right >> 1, trump):
                # Draw the trumps of the opponents before anything else.
                return 6 * suit + top
        elif suit != trump and most_strength(partner, suit, trump) > threat:
            for_partner |= own
    if sure:
        return random_bit(chance, sure) >> 1
    if for_partner:
        return _feed(for_partner, trump)
    plain = legal & ~faces_in(legal, trump)
    low = plain & ~COUNTERS
    if low:
        return random_bit(chance, low) >> 1
    return random_bit(chance, legal) >> 1


@ask.answer(ask.informed_action, STATE_TYPE)
def _informed_action(state: Any, chance: Any) -> int:
    legal = legal_now(state)
    if legal & (legal - 1) == 0:
        return lowest_bit(legal) >> 1
    if state.led < 0:
        return _lead(state, legal, chance)
    return _follow(state, legal)
