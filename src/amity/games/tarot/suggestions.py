"""What a person may want to discard or call, made from what he sees alone; bots judge for themselves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

import msgspec

from amity.cards import TAROT
from amity.games.tarot.discards import reserve
from amity.games.tarot.play import HALF_POINTS, KINGS, PLAIN, SUIT_MASK, SUIT_RANKS, faces_of

Reason: TypeAlias = Literal["void", "points"]
"""Empties short suits · brings the points home that are hardest to win with."""

_QUEEN = 12


class Suggestion(msgspec.Struct, frozen=True):
    """Cards to lay aside."""

    reason: Reason
    cards: tuple[str, ...]


def discards(hand: int, count: int, called: int | None, fft: bool) -> tuple[Suggestion, ...]:
    """One or two legal discards of a hand with the dog in it.

    Kings and trumps stay unless nothing else is left, and so does the suit of the called card: who has none of it has
    to trump his partner's king.
    """
    soft = hand & PLAIN & ~KINGS
    by_suit = {suit: faces_of(soft & SUIT_MASK << SUIT_RANKS * suit) for suit in range(4)}
    kept = {suit for suit in range(4) if KINGS & hand & SUIT_MASK << SUIT_RANKS * suit}
    if called is not None:
        kept.add(called // SUIT_RANKS)
    emptied: list[int] = []
    for suit in sorted(by_suit, key=lambda suit: len(by_suit[suit])):
        if suit not in kept and len(emptied) + len(by_suit[suit]) <= count:
            emptied += by_suit[suit]
    rich = sorted(faces_of(soft), key=lambda face: (face // SUIT_RANKS in kept, -HALF_POINTS[face], face))
    found: dict[tuple[int, ...], Reason] = {}
    choices: tuple[tuple[Reason, list[int]], ...] = (("void", emptied), ("points", []))
    for reason, first in choices:
        order = [*first, *(face for face in rich if face not in first), *reserve(hand, fft)]
        found.setdefault(tuple(sorted(order[:count])), reason)
    return tuple([Suggestion(reason, tuple([TAROT.codes[face] for face in faces])) for faces, reason in found.items()])


def call(hand: int, callable_faces: Iterable[int]) -> int | None:
    """A card not held to call: one whose queen is, else one of a short suit; ``None`` if there is none."""
    return max(
        (face for face in callable_faces if not hand >> face & 1),
        key=lambda face: (
            face % SUIT_RANKS,
            hand >> SUIT_RANKS * (face // SUIT_RANKS) + _QUEEN & 1,
            -(hand >> SUIT_RANKS * (face // SUIT_RANKS) & SUIT_MASK).bit_count(),
        ),
        default=None,
    )
