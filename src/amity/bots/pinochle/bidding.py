"""What a hand is worth: its melds, the tricks it will help to take, and what the partner may add."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from amity.bots.pinochle.situation import ACE, KING, TEN
from amity.games.pinochle import PinochleView
from amity.games.pinochle.melds import meld_points
from amity.games.pinochle.play import add_card

# The estimates below are least-squares fits over 4,000 deals between club bots: points that the bidder's side took in
# tricks against what the bidder held. About 37 points of standard deviation remain.
TRICKS_BASE: Final = 42.0
TRUMP_LENGTH: Final = 13.0
TRUMP_ACE: Final = 14.0
TRUMP_TEN: Final = 9.0
TRUMP_KING: Final = 5.0
SIDE_ACE: Final = 11.5
SIDE_TEN: Final = 1.5
SIDE_SHORT: Final = 6.5

PARTNER_MELDS: Final = 37
"""What a partner's melds are worth on average."""
CAUTION: Final = 40
"""How far below its estimate a bot stops bidding: a missed bid costs more than a bid left to others."""
BETTER_THAN_PARTNER: Final = 40
"""How much a hand has to be worth beyond the next bid to raise the partner."""


def mask_of(counts: Sequence[int]) -> int:
    """The hand as a mask."""
    hand = 0
    for face, count in enumerate(counts):
        for _ in range(count):
            hand = add_card(hand, face)
    return hand


def count_melds(counts: Sequence[int], view: PinochleView) -> list[float]:
    """By trump suit, the melds in hand."""
    hand = mask_of(counts)
    return [float(meld_points(hand, trump, view.options.run_counts_marriage)) for trump in range(4)]


def count_tricks(counts: Sequence[int]) -> list[float]:
    """By trump suit, the points the side is likely to take in tricks when this hand leads with that trump."""
    return [likely_tricks(counts, trump) for trump in range(4)]


def count_partner(view: PinochleView) -> float:
    """What the partner may add.

    Where he has the auction already, a higher bid gains little: only a good hand goes on.
    """
    assert view.seat is not None
    if view.bidder == (view.seat + 2) % 4:
        return PARTNER_MELDS - BETTER_THAN_PARTNER
    return PARTNER_MELDS


def longest_suit(counts: Sequence[int]) -> int:
    """The suit with most cards; of equal ones the first."""
    return max(range(4), key=lambda suit: sum(counts[6 * suit : 6 * suit + 6]))


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
