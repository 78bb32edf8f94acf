"""The discard. Rules: tarot, Before play, 4."""

from __future__ import annotations

from typing import Final

from amity.games.tarot.play import ALL_TRUMPS, BOUTS, EXCUSE, HALF_POINTS, KINGS, PLAIN, SUIT_MASK, faces_of

SHOWN: Final = KINGS | ALL_TRUMPS | 1 << EXCUSE
"""Discarded cards that all may see."""


def discard_error(faces: list[int], hand: int, count: int, fft: bool) -> tuple[str, dict[str, object]] | None:
    """Why these cards may not be discarded: an error code and parameters with faces for cards; ``None`` if they may.

    ``hand`` is the hand with the dog in it, ``count`` the number of cards the dog had.
    """
    if len(faces) != count:
        return "discard_wrong_count", {"count": len(faces), "needed": count}
    seen = 0
    for face in faces:
        if not hand >> face & 1:
            return "card_not_in_hand", {"card": face}
        if seen >> face & 1:
            return "too_many_copies", {"card": face, "count": faces.count(face), "copies": 1}
        seen |= 1 << face
    if fft:
        for face in faces:
            if (KINGS | BOUTS) >> face & 1:
                return "discard_king_or_bout", {"card": face}
        allowed = trumps_needed(hand, count)
        trumps = faces_of(seen & ALL_TRUMPS)
        if len(trumps) > allowed:
            return "discard_trump_not_needed", {"card": trumps[0], "allowed": allowed}
    return None


def trumps_needed(hand: int, count: int) -> int:
    """With ``fft``: how many trumps must be discarded because the hand has too few other cards that may be."""
    return max(0, count - (hand & PLAIN & ~KINGS).bit_count())


def discardable(hand: int, count: int, fft: bool) -> int:
    """The mask of cards that can be part of some legal discard."""
    if not fft:
        return hand
    allowed = hand & PLAIN & ~KINGS
    if trumps_needed(hand, count):
        allowed |= hand & ALL_TRUMPS & ~BOUTS
    return allowed


def reserve(hand: int, fft: bool) -> list[int]:
    """Cards to fall back on, worst to lose last: ordinary trumps from below, kings, bouts."""
    trumps = faces_of(hand & ALL_TRUMPS & ~BOUTS)
    return trumps if fft else trumps + faces_of(hand & KINGS) + faces_of(hand & BOUTS)


def discard_candidates(hand: int, count: int, fft: bool) -> list[list[int]]:
    """Some sensible legal discards, faces low to high; never empty.

    For each order in which suits could be emptied, the discard that empties as many as it can, and one that lays
    aside what counts most, kings and bouts kept.
    """
    soft = hand & PLAIN & ~KINGS
    fall_back = reserve(hand, fft)
    orders = []
    suits = sorted(range(4), key=lambda suit: (hand >> 14 * suit & SUIT_MASK).bit_count())
    for first in suits:
        order = [first, *(suit for suit in suits if suit != first)]
        orders.append([face for suit in order for face in faces_of(soft & SUIT_MASK << 14 * suit)])
    orders.append(sorted(faces_of(soft), key=lambda face: (-HALF_POINTS[face], face)))
    orders.append(sorted(faces_of(soft), key=lambda face: (HALF_POINTS[face], face)))
    found: list[list[int]] = []
    for order in orders:
        candidate = sorted((order + fall_back)[:count])
        if candidate not in found:
            found.append(candidate)
    return found
