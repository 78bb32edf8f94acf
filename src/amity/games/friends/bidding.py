"""Bids: which cards may bid, and over what. Rules: friends, 3."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from amity.games.friends.order import BLACK_JOKER, JOKER_TRUMP, RED_JOKER

BidState = Literal["open_bid", "pre_bid", "swap_bid"]

FEWEST_JOKERS: Final = 3


class Standing(NamedTuple):
    """A bid: ``copies`` of ``face``, shown by ``seat``."""

    seat: int
    face: int
    copies: int


def mark_of(face: int) -> int:
    """The mark of a bid card: 0 to 3 its suit, 4 black joker, 5 red joker; higher marks are higher."""
    return face // 13 if face < BLACK_JOKER else face - BLACK_JOKER + JOKER_TRUMP


def trump_of(face: int) -> int:
    """The trump suit that a bid card names."""
    return min(face // 13, JOKER_TRUMP)


def bid_refusal(
    state: BidState, level: int, face: int, copies: int, standing: Standing | None
) -> tuple[str, dict[str, object]] | None:
    """Why a bid is not allowed, as code and parameters; ``None`` when it is. The hand is not looked at.

    ``level`` is the rank (0 to 12) of the bid cards.
    """
    if face < BLACK_JOKER and face % 13 != level:
        return "not_a_bid_card", {}
    if not 1 <= copies <= 4:
        return "bid_copies", {"count": copies}
    if face >= BLACK_JOKER and copies < FEWEST_JOKERS:
        return "too_few_jokers", {"count": copies, "minimum": FEWEST_JOKERS}
    if standing is None:
        return None
    if state == "open_bid":
        if copies <= standing.copies:
            return "open_bid_too_few", {"count": copies, "n": standing.copies}
        return None
    if copies < 2:
        return "bid_needs_two", {"count": copies}
    if copies < standing.copies:
        return "bid_shows_too_few", {"count": copies, "n": standing.copies}
    if copies == standing.copies and mark_of(face) <= mark_of(standing.face):
        return "bid_mark_too_low", {"count": copies}
    return None


def possible_bids(state: BidState, level: int, hand: Sequence[int], standing: Standing | None) -> list[tuple[int, int]]:
    """All (face, copies) that a hand (counts) may bid, by mark, then copies."""
    return [
        (face, copies)
        for face in (*(13 * suit + level for suit in range(4)), BLACK_JOKER, RED_JOKER)
        for copies in range(1, hand[face] + 1)
        if bid_refusal(state, level, face, copies, standing) is None
    ]


def base_trump(base: Sequence[int]) -> tuple[int, int]:
    """The trump suit that the base decides and how many of its cards are looked through for it.

    The suit of the first card that is no joker; six jokers mean Joker trump.
    """
    for place, face in enumerate(base):
        if face < BLACK_JOKER:
            return face // 13, place + 1
    return JOKER_TRUMP, len(base)
