"""Which cards may be played and placed, and who wins a trick: plain ints in, plain ints out.

A hand is a mask with bit ``1 << face``. Faces are numbered so that suit and rank both rise with them
(``face = 5 × suit + rank``, suits D H S C, ranks 7 Q K 10 A), which makes the higher face the higher card whichever
of the two was followed. Rules: mate, Cards and Play.
"""

from __future__ import annotations

from typing import Final

RANKS: Final = 5
CARDS: Final = 20
HAND_CARDS: Final = 10
TRICKS: Final = 10
WHOLE_PACK: Final = (1 << CARDS) - 1
SUIT_OF_LOWEST: Final = 0b11111
"""The suit of face 0, diamonds."""
RANK_OF_LOWEST: Final = 0b00001_00001_00001_00001
"""The rank of face 0, the sevens."""


def suit_cards(face: int) -> int:
    """All cards of the suit of ``face``."""
    return SUIT_OF_LOWEST << (face // RANKS * RANKS)


def rank_cards(face: int) -> int:
    """All cards of the rank of ``face``."""
    return RANK_OF_LOWEST << face % RANKS


def answers(hand: int, led: int) -> int:
    """The cards of ``hand`` that may answer ``led``: those of its suit, else those of its rank.

    0 means that ``led`` has given mate. Rules: mate, Play.
    """
    same_suit = hand & suit_cards(led)
    if same_suit:
        return same_suit
    return hand & rank_cards(led)


def leader_wins(led: int, answer: int) -> bool:
    """Whether the leader takes the trick and so leads again. ``answer`` must be one of :func:`answers`."""
    return led > answer


def placeable(hand: int, dealers_card: int) -> int:
    """The cards of ``hand`` that may be placed; ``dealers_card`` is what the dealer placed, −1 for nothing or when
    the dealer himself decides. Rules: mate, Foreplacing.
    """
    if dealers_card < 0:
        return hand
    return hand & ~(suit_cards(dealers_card) | rank_cards(dealers_card))
