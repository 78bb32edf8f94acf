"""Discards worth weighing. Rules: tarot, Before play, 4."""

from __future__ import annotations

from itertools import combinations

from amity.games.tarot.discards import discard_candidates
from amity.games.tarot.play import HALF_POINTS, KINGS, PETIT, PLAIN, SUIT_MASK, faces_of


def sensible_discards(hand: int, count: int, fft: bool) -> list[int]:
    """Discards as masks over faces: suits emptied in every way there is, filled up with cards that count or lie short.

    Without ``fft`` also with the petit or a king brought home in them.
    """
    soft = hand & PLAIN & ~KINGS
    found: dict[int, None] = {}
    suits = [soft & SUIT_MASK << 14 * suit for suit in range(4)]
    safe = [0]
    if not fft:
        safe += [1 << face for face in faces_of(hand & (KINGS | 1 << PETIT))]
    for kept in safe:
        for size in range(5):
            for emptied in combinations([cards for cards in suits if cards], size):
                chosen = kept | sum(emptied)
                left = count - chosen.bit_count()
                if left < 0:
                    continue
                rest = faces_of(soft & ~chosen)
                for order in _orders(rest, hand):
                    aside = chosen
                    for face in order[:left]:
                        aside |= 1 << face
                    if aside.bit_count() == count:
                        found[aside] = None
    if not found:
        return [sum(1 << face for face in faces) for faces in discard_candidates(hand, count, fft)]
    return list(found)


def _orders(faces: list[int], hand: int) -> list[list[int]]:
    """What to fill up with: what counts most, with or without guarded queens; cards of short suits."""

    def length(face: int) -> int:
        return (hand & SUIT_MASK << face // 14 * 14).bit_count()

    def guarded(face: int) -> bool:
        return face % 14 == 12 and hand >> face + 1 & 1 == 1

    return [
        sorted(faces, key=lambda face: (-HALF_POINTS[face], length(face), face)),
        sorted(faces, key=lambda face: (guarded(face), -HALF_POINTS[face], length(face), face)),
        sorted(faces, key=lambda face: (length(face), -HALF_POINTS[face], face)),
        sorted(faces, key=lambda face: (HALF_POINTS[face], length(face), face)),
    ]
