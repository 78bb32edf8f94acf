"""What a mate counts. Plain ints. Rules: mate, Score."""

from __future__ import annotations

from typing import Final

from amity.games.mate.play import RANKS

CARD_VALUES: Final = (7, 3, 4, 10, 11)
"""By rank: 7 Q K 10 A."""
MAXIMUM: Final = 242
"""The most a game can bring: a placed ace in trick 10."""


def card_value(face: int) -> int:
    """The value of a card."""
    return CARD_VALUES[face % RANKS]


def mate_points(face: int, trick: int, winner_placed: bool, doubled: bool) -> int:
    """What the winner scores for mate with ``face`` in trick number ``trick``.

    ``winner_placed``: he had placed a card; ``doubled``: this is that card.

    >>> mate_points(4, 10, True, True)
    242
    """
    points = card_value(face) * (trick + winner_placed)
    return points * 2 if doubled else points
