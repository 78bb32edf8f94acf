"""What may be played and who wins. Pure functions on integers. Rules: tarot, Play.

A hand is one mask over the 78 faces; the functions take it as two words below 2⁶²: ``plain`` (bit = face, the 56
suit cards) and ``trumps`` (bit n − 1 = trump n, bit 21 = the Excuse).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from amity.cards import TAROT

FIRST_TRUMP: Final = 56
"""Face of the petit; the word ``trumps`` starts here."""
PETIT: Final = 56
HIGHEST_TRUMP: Final = 76
EXCUSE: Final = 77
PLAIN: Final = (1 << FIRST_TRUMP) - 1
TRUMPS: Final = (1 << 21) - 1
EXCUSE_BIT: Final = 1 << 21
SUIT_RANKS: Final = 14
SUIT_MASK: Final = (1 << SUIT_RANKS) - 1
WHOLE_PACK: Final = (1 << 78) - 1
KINGS: Final = sum(1 << (14 * suit + 13) for suit in range(4))
BOUTS: Final = 1 << PETIT | 1 << HIGHEST_TRUMP | 1 << EXCUSE
ALL_TRUMPS: Final = TRUMPS << FIRST_TRUMP
"""The trumps as a mask over faces."""

NOTHING_LED: Final = -1
TRUMP_LED: Final = 4

_COURT: Final = {"J": 3, "N": 5, "Q": 7, "K": 9}
HALF_POINTS: Final = tuple(
    9 if BOUTS >> face & 1 else _COURT.get(TAROT.ranks[face % 14], 1) if face < FIRST_TRUMP else 1 for face in range(78)
)
"""By face. Rules: tarot, Cards."""


def legal_cards(plain: int, trumps: int, led: int, highest: int) -> tuple[int, int]:
    """The cards of a hand that may be played, as the same two words.

    ``led`` is the suit led, ``TRUMP_LED`` or ``NOTHING_LED`` (nothing, or only the Excuse, lies there); ``highest``
    the number of the highest trump in the trick, 0 if there is none.
    """
    if led == NOTHING_LED:
        return plain, trumps
    excuse = trumps & EXCUSE_BIT
    if led != TRUMP_LED:
        suit = plain & (SUIT_MASK << (SUIT_RANKS * led))
        if suit:
            return suit, excuse
    own = trumps & TRUMPS
    if own:
        higher = own >> highest << highest
        return 0, (higher if higher else own) | excuse
    return plain, excuse


def first_lead(plain: int, trumps: int, called: int) -> tuple[int, int]:
    """What may be led to the first trick when the card of face ``called`` was called.

    Rules: tarot, the called card.
    """
    suit = called // SUIT_RANKS
    forbidden = (SUIT_MASK << (SUIT_RANKS * suit)) & ~(1 << called)
    return plain & ~forbidden, trumps


def lead_of(faces: Sequence[int]) -> tuple[int, int]:
    """What a trick so far demands: (``led``, ``highest``) as :func:`legal_cards` takes them."""
    led = NOTHING_LED
    highest = 0
    for face in faces:
        if face == EXCUSE:
            continue
        if led == NOTHING_LED:
            led = face // SUIT_RANKS if face < FIRST_TRUMP else TRUMP_LED
        if face >= FIRST_TRUMP and face - FIRST_TRUMP + 1 > highest:
            highest = face - FIRST_TRUMP + 1
    return led, highest


def beats(face: int, best: int) -> bool:
    """Whether a card other than the Excuse wins over the best one so far, −1 when there is none."""
    # Trump faces stand above all others, and within a suit a higher rank is a higher face.
    return best < 0 or (face > best and (face >= FIRST_TRUMP or face // SUIT_RANKS == best // SUIT_RANKS))


def winner_index(faces: Sequence[int]) -> int:
    """Which of the cards, in the order played, wins; −1 when there is none but the Excuse."""
    best = -1
    place = -1
    for index, face in enumerate(faces):
        if face == EXCUSE:
            continue
        if beats(face, best):
            best = face
            place = index
    return place


def half_points_of(faces: Sequence[int]) -> int:
    """Half points of the cards without the Excuse."""
    total = 0
    for face in faces:
        if face != EXCUSE:
            total += HALF_POINTS[face]
    return total


def faces_of(mask: int) -> list[int]:
    """The faces of a mask, low to high."""
    faces = []
    while mask:
        low = mask & -mask
        faces.append(low.bit_length() - 1)
        mask ^= low
    return faces


def mask_of(faces: Sequence[int]) -> int:
    """The mask of distinct faces."""
    mask = 0
    for face in faces:
        mask |= 1 << face
    return mask
