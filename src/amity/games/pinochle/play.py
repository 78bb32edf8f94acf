"""What may be played and what wins, as plain functions of integers. Rules: pinochle, Play.

A hand is a mask of 48 bits: bit 2f stands for at least one copy of face f, bit 2f + 1 for both. A set of faces uses
the even bits alone. Suits are 0 to 3 in pack order (D C H S), ranks 0 to 5 (9 J Q K 10 A), face = 6 × suit + rank;
−1 stands for "none". Everything stays below 2⁴⁸, so the same functions can be compiled for search.
"""

from __future__ import annotations

from typing import Final

FACES: Final = 0x5555_5555_5555
"""The even bits: one a face."""
SUIT_BITS: Final = 12
SUIT: Final = 0xFFF
"""The bits of suit 0; those of suit s are ``SUIT << 12 * s``."""
CARD_POINTS: Final = 10
LAST_TRICK_POINTS: Final = 10
LOWEST_COUNTER: Final = 3
"""Rank of the king: kings, tens and aces count."""


def add_card(hand: int, face: int) -> int:
    """The hand with one more copy of a face it has at most once."""
    one = 1 << (2 * face)
    return hand | one << 1 if hand & one else hand | one


def remove_card(hand: int, face: int) -> int:
    """The hand without one copy of a face it has."""
    two = 2 << (2 * face)
    return hand & ~two if hand & two else hand & ~(two >> 1)


def copies(hand: int, face: int) -> int:
    """How many copies of a face the hand has."""
    pair = hand >> (2 * face) & 3
    return (pair & 1) + (pair >> 1)


def beats(card: int, best: int, trump: int) -> bool:
    """Whether a card played after ``best``, the best of the trick so far, takes the trick from it.

    An equal card does not: of two equal cards the first one wins.
    """
    if card // 6 == best // 6:
        return card > best
    return card // 6 == trump


def card_points(face: int) -> int:
    """10 for aces, tens and kings."""
    return CARD_POINTS if face % 6 >= LOWEST_COUNTER else 0


def legal_faces(hand: int, led: int, best: int, trump: int, must_trump: bool) -> int:
    """The faces a hand may play, as a set of faces.

    ``led`` is the suit led, −1 for who leads; ``best`` the face that wins the trick so far (unused when leading).
    """
    faces = hand & FACES
    if led < 0:
        return faces
    above = -1 << (2 * best + 2)
    following = faces & (SUIT << (SUIT_BITS * led))
    if following:
        if led != trump:
            return following
        # Trump was led, so the best card is a trump.
        higher = following & above
        return higher if higher else following
    if must_trump:
        trumps = faces & (SUIT << (SUIT_BITS * trump))
        if trumps:
            higher = trumps & above
            return higher if best // 6 == trump and higher else trumps
    return faces
