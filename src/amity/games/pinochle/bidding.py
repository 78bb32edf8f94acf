"""Turn and limits of the auction, as plain functions of integers. Rules: pinochle, Bidding.

``passed`` is a mask of seats. The dealer opens, so that there is always a bid once anybody may pass.
"""

from __future__ import annotations

from amity.games.pinochle.options import BID_STEP, HIGHEST_BID


def lowest_bid(bid: int, minimum_bid: int) -> int:
    """The lowest bid that may follow ``bid`` (0: the opening); 0 when nothing may, after the highest of all."""
    if bid >= HIGHEST_BID:
        return 0
    return bid + BID_STEP if bid else minimum_bid


def next_caller(seat: int, passed: int, pass_is_final: bool) -> int:
    """Who speaks after a seat."""
    seat = (seat + 1) % 4
    if pass_is_final:
        while passed >> seat & 1:
            seat = (seat + 1) % 4
    return seat


def auction_ends(passed: int, passes_in_a_row: int, pass_is_final: bool) -> bool:
    """Whether the auction is over after a pass: three in a row, or one seat left where a pass is final."""
    if pass_is_final:
        return passed in (0b0111, 0b1011, 0b1101, 0b1110)
    return passes_in_a_row == 3
