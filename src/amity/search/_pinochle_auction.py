"""What bidding, passing and each trump are worth in Pinochle, from sampled worlds. Rules: pinochle, Bidding.

In every world the three other hands are known, hence what each would bid up to, and how the rest of the auction goes
for every limit that the seat may set itself. Whoever gets the bid names his best trump, and the deal is played out.
"""

# mypy: disable-error-code="no-any-return"
# Records of compiled code have no static type.

from __future__ import annotations

from typing import Any, Final

import numba
import numpy as np
from numba.extending import register_jitable

from amity.games.pinochle.bidding import auction_ends, lowest_bid, next_caller
from amity.games.pinochle.melds import meld_points
from amity.search import _questions as ask
from amity.search._bits import count_bits
from amity.search._pinochle_reading import PARTNER_BIDS
from amity.search._playout import play_sensibly

for _rule in (auction_ends, lowest_bid, next_caller, meld_points):
    register_jitable(_rule)

AUCTION: Final = np.dtype(
    [
        ("seat", np.int64),
        ("bid", np.int64),
        ("bidder", np.int64),
        ("passed", np.int64),
        ("passes", np.int64),
        ("pass_is_final", np.int64),
        ("minimum_bid", np.int64),
        ("run_counts", np.int64),
        ("floor", np.int64, (4,)),
        ("ceiling", np.int64, (4,)),
    ],
    align=True,
)
"""The auction so far, with ``seat`` to call. ``floor``: the highest bid of each seat; ``ceiling``: the lowest bid it
declined to make (a high number when it declined none)."""
AUCTION_TYPE: Final[Any] = numba.from_dtype(AUCTION)

LIMITS: Final = 30
"""Limits tried: the lowest possible bid and those above it in steps of ``LIMIT_STEP``."""
LIMIT_STEP: Final = 20
# What a side takes in tricks by what its bidder holds: a fit over deals between sensible players.
_BASE: Final = 42.0
_TRUMP_LENGTH: Final = 13.0
_TRUMP_ACE: Final = 14.0
_TRUMP_TEN: Final = 9.0
_TRUMP_KING: Final = 5.0
_SIDE_ACE: Final = 11.5
_SIDE_TEN: Final = 1.5
_SIDE_SHORT: Final = 6.5
_SURPRISE: Final = 20.0
"""Points by which a call may differ from what is expected of a hand before that hand becomes e times less likely."""


@register_jitable
def hand_worth(hand: int, trump: int, run_counts: bool) -> float:
    """What a hand may bid up to with a trump suit: its melds, and tricks to hope for.

    The melds of the partner and the caution of a good bidder are of the same size and left out.
    """
    worth = _BASE + meld_points(hand, trump, run_counts)
    for suit in range(4):
        cards: int = hand >> 12 * suit & 0xFFF
        length = count_bits(cards)
        aces = count_bits(cards >> 10)
        tens = count_bits(cards >> 8 & 3)
        if suit == trump:
            worth += _TRUMP_LENGTH * length + _TRUMP_ACE * aces + _TRUMP_TEN * tens
            worth += _TRUMP_KING * count_bits(cards >> 6 & 3)
        else:
            worth += _SIDE_ACE * aces + _SIDE_TEN * tens + _SIDE_SHORT * max(0, 2 - length)
    return worth


@register_jitable
def _call_on(auction: Any, bids_now: bool, limit: int, worth: Any) -> int:
    """How the auction ends: the bidder + 4 × his bid. The seat bids or passes now, and goes up to the limit later."""
    me = auction.seat
    seat = me
    bid = auction.bid
    bidder = auction.bidder
    passed = auction.passed
    passes = auction.passes
    final = auction.pass_is_final != 0
    first = True
    while True:
        lowest = lowest_bid(bid, auction.minimum_bid)
        for_partner = bid > 0 and bidder == seat ^ 2
        if seat != me:
            willing = lowest <= worth[seat] - (PARTNER_BIDS if for_partner else 0)
        elif first:
            willing = bids_now
        else:
            willing = lowest <= limit and not for_partner
        first = False
        if lowest > 0 and (willing or bid == 0):
            bid = lowest
            bidder = seat
            passes = 0
        else:
            passed |= 1 << seat
            passes += 1
            if auction_ends(passed, passes, final):
                return bidder + 4 * bid
        seat = next_caller(seat, passed, final)


@register_jitable
def _play_contract(state: Any, bidder: int, trump: int, run_counts: bool, chance: Any) -> None:
    """Play the deal out with this bidder and trump; the bid itself can be set afterwards."""
    for side in range(2):
        state.melds[side] = meld_points(state.hands[side], trump, run_counts) + meld_points(
            state.hands[side + 2], trump, run_counts
        )
    state.seat = bidder
    state.bidder = bidder
    state.trump = trump
    play_sensibly(state, chance)


@register_jitable
def weigh_calls(auction: Any, knowledge: Any, states: Any, chance: Any, worlds: int, rewards: Any, sums: Any) -> float:
    """Add up what every plan for the rest of the auction is worth to the seat; the weight of the worlds used.

    ``sums[now, limit, trump]`` holds worth and points for passing (0) or bidding (1) now and going up to a limit later
    (0: no further bid, n: the lowest bid now + (n − 1) steps), with the trump it would name. ``states[0]`` is the
    moment before play with the options and totals; the array has room for nine.
    """
    me = auction.seat
    run_counts = auction.run_counts != 0
    lowest = lowest_bid(auction.bid, auction.minimum_bid)
    worth = np.zeros(4, np.float64)
    best_trump = np.zeros(4, np.int64)
    total = 0.0
    for _ in range(worlds):
        ask.deal_world(knowledge, states[0], chance)
        surprise = 0.0
        for seat in range(4):
            if seat == me:
                continue
            worth[seat] = -1.0
            for trump in range(4):
                value = hand_worth(states[0].hands[seat], trump, run_counts)
                if value > worth[seat]:
                    worth[seat] = value
                    best_trump[seat] = trump
            surprise += max(0.0, auction.floor[seat] - worth[seat])
            surprise += max(0.0, worth[seat] - auction.ceiling[seat])
            worth[seat] = max(worth[seat], auction.floor[seat])
        weight = np.exp(-surprise / _SURPRISE)
        if weight < 1e-4:
            continue
        total += weight
        for trump in range(4):
            states[1 + trump] = states[0]
            _play_contract(states[1 + trump], me, trump, run_counts, chance)
        played = 0
        for now in range(2):
            before = -1
            for limit in range(LIMITS + 1):
                highest = 0 if limit == 0 else lowest + (limit - 1) * LIMIT_STEP
                end = _call_on(auction, now == 1, highest, worth)
                bidder = end & 3
                if end != before:
                    before = end
                    if bidder != me:
                        slot = 5 + bidder
                        if played >> bidder & 1 == 0:
                            played |= 1 << bidder
                            states[slot] = states[0]
                            _play_contract(states[slot], bidder, best_trump[bidder], run_counts, chance)
                        states[slot].bid = end >> 2
                        ask.write_rewards(states[slot], rewards)
                for trump in range(4):
                    if bidder == me:
                        states[1 + trump].bid = end >> 2
                        ask.write_rewards(states[1 + trump], rewards)
                    sums[now, limit, trump, 0] += weight * rewards[0, me]
                    sums[now, limit, trump, 1] += weight * rewards[1, me]
    return total


@register_jitable
def weigh_trumps(auction: Any, knowledge: Any, states: Any, chance: Any, worlds: int, rewards: Any, sums: Any) -> float:
    """Add up what naming each trump is worth to the bidder, in ``sums[trump]``; the weight of the worlds used."""
    me = auction.seat
    run_counts = auction.run_counts != 0
    total = 0.0
    for _ in range(worlds):
        ask.deal_world(knowledge, states[0], chance)
        surprise = 0.0
        for seat in range(4):
            if seat == me:
                continue
            worth = -1.0
            for trump in range(4):
                worth = max(worth, hand_worth(states[0].hands[seat], trump, run_counts))
            surprise += max(0.0, auction.floor[seat] - worth)
            surprise += max(0.0, worth - auction.ceiling[seat])
        weight = np.exp(-surprise / _SURPRISE)
        if weight < 1e-4:
            continue
        total += weight
        for trump in range(4):
            states[1] = states[0]
            _play_contract(states[1], me, trump, run_counts, chance)
            states[1].bid = auction.bid
            ask.write_rewards(states[1], rewards)
            sums[trump, 0] += weight * rewards[0, me]
            sums[trump, 1] += weight * rewards[1, me]
    return total
