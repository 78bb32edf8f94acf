"""Handfuls. Rules: tarot, Before play, 5."""

from __future__ import annotations

from typing import Final

from amity.games.tarot.events import HandfulSize
from amity.games.tarot.play import ALL_TRUMPS, EXCUSE, faces_of

HANDFULS: Final[dict[int, dict[int, tuple[HandfulSize, int]]]] = {
    3: {13: ("single", 20), 15: ("double", 30), 18: ("triple", 40)},
    4: {10: ("single", 20), 13: ("double", 30), 15: ("triple", 40)},
    5: {8: ("single", 20), 10: ("double", 30), 13: ("triple", 40)},
}
"""By number of players and number of cards shown: the handful's name and bonus."""


def handful_error(
    players: int, faces: list[int], hand: int, discard_shown: int
) -> tuple[str, dict[str, object]] | None:
    """Why these cards are no handful: an error code and its parameters with faces for cards; ``None`` if they are.

    ``hand`` is the hand before the first card, ``discard_shown`` the cards of the own discard that all have seen;
    both are masks over faces.
    """
    if len(faces) not in HANDFULS[players]:
        return "handful_wrong_size", {"count": len(faces), "sizes": list(HANDFULS[players])}
    showable = hand | discard_shown & ALL_TRUMPS
    seen = 0
    for face in faces:
        if face < 56:
            return "handful_not_a_trump", {"card": face}
        if not showable >> face & 1:
            return "card_not_in_hand", {"card": face}
        if seen >> face & 1:
            return "too_many_copies", {"card": face, "count": faces.count(face), "copies": 1}
        seen |= 1 << face
    if seen >> EXCUSE & 1:
        hidden = hand & ALL_TRUMPS & ~seen
        if hidden:
            return "handful_excuse_hides_trump", {"card": faces_of(hidden)[0]}
    return None


def handful_sizes(players: int, hand: int, discard_shown: int) -> list[int]:
    """How many cards this player could show: every size some handful of his has, small to large."""
    trumps = (hand & ALL_TRUMPS).bit_count()
    extra = (discard_shown & ALL_TRUMPS).bit_count()
    excuse = hand >> EXCUSE & 1
    return [
        size
        for size in HANDFULS[players]
        if size <= trumps + extra or (excuse and trumps + 1 <= size <= trumps + extra + 1)
    ]


def handful_candidates(players: int, hand: int, discard_shown: int) -> list[list[int]]:
    """One sensible way to show each possible size, faces low to high.

    Trumps that everybody saw go down first, then the low ones, and the Excuse only where it is needed.
    """
    pool = faces_of(discard_shown & ALL_TRUMPS) + faces_of(hand & ALL_TRUMPS)
    own = faces_of(hand & ALL_TRUMPS)
    candidates = []
    for size in handful_sizes(players, hand, discard_shown):
        if size <= len(pool):
            shown = pool[:size]
        else:
            shown = [*own, *pool[: size - 1 - len(own)], EXCUSE]
        candidates.append(sorted(shown))
    return candidates
