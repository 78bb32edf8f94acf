"""What a hand is worth: its melds, the tricks it will help to take, and what the partner may add."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from amity.bots.pinochle.situation import ACE, KING, TEN
from amity.games.pinochle.melds import meld_points
from amity.games.pinochle.play import add_card

PARTNER_MELDS: Final = 35
"""What a partner's melds are worth on average."""


def mask_of(counts: Sequence[int]) -> int:
    """The hand as a mask."""
    hand = 0
    for face, count in enumerate(counts):
        for _ in range(count):
            hand = add_card(hand, face)
    return hand


def likely_tricks(counts: Sequence[int], trump: int) -> float:
    """Points that the side is likely to take in tricks when this hand leads with this trump."""
    points = TRICKS_BASE
    for suit in range(4):
        first = 6 * suit
        length = sum(counts[first : first + 6])
        aces, tens, kings = counts[first + ACE], counts[first + TEN], counts[first + KING]
        if suit == trump:
            points += TRUMP_LENGTH * length + TRUMP_ACE * aces + TRUMP_TEN * tens + TRUMP_KING * kings
        else:
            points += SIDE_ACE * aces + SIDE_TEN * tens + SIDE_SHORT * max(0, 2 - length)
    return points


TRICKS_BASE: Final = 40.0
TRUMP_LENGTH: Final = 11.0
TRUMP_ACE: Final = 12.0
TRUMP_TEN: Final = 5.0
TRUMP_KING: Final = 2.0
SIDE_ACE: Final = 12.0
SIDE_TEN: Final = 0.0
SIDE_SHORT: Final = 5.0


def trump_values(counts: Sequence[int], run_counts_marriage: bool, *, tricks: bool = True) -> list[float]:
    """By suit: own melds with that trump and, unless ``tricks`` is off, the likely tricks."""
    hand = mask_of(counts)
    return [
        meld_points(hand, trump, run_counts_marriage) + (likely_tricks(counts, trump) if tricks else 0.0)
        for trump in range(4)
    ]
