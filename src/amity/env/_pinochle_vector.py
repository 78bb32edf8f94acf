"""Thousands of deals of Pinochle at once, compiled. Load it through :mod:`amity.env.vector` only.

The rules are the game's own functions; what is written here a second time, the order of the steps, is compared with
the match step by step in the tests.
"""

# mypy: disable-error-code="no-any-return"
# Records of compiled code have no static type.

from __future__ import annotations

from typing import Any, Final

import numba
import numpy as np
from numba import types
from numba.extending import register_jitable

from amity.env._pinochle import PinochleCoding
from amity.games.pinochle.bidding import auction_ends, lowest_bid, next_caller
from amity.games.pinochle.melds import MELDS, meld_counts, meld_points
from amity.games.pinochle.options import BID_STEP, HIGHEST_BID
from amity.games.pinochle.play import (
    LAST_TRICK_POINTS,
    add_card,
    beats,
    card_points,
    copies,
    legal_faces,
    remove_card,
)
from amity.search._bits import lowest_bit, random_below

for _rule in (
    add_card,
    auction_ends,
    beats,
    card_points,
    copies,
    legal_faces,
    lowest_bid,
    meld_counts,
    meld_points,
    next_caller,
    remove_card,
):
    register_jitable(_rule)

SEATS: Final = 4
_BIDDING: Final = 1
_TRUMP: Final = 2
_PLAY: Final = 3
"""Phases are places in the one-hot part of the observation."""

STATE: Final = np.dtype(
    [
        ("minimum_bid", np.int64),
        ("pass_is_final", np.int64),
        ("must_trump", np.int64),
        ("run_counts_marriage", np.int64),
        ("trick_needed", np.int64),
        ("phase", np.int64),
        ("seat", np.int64),
        ("dealer", np.int64),
        ("hands", np.int64, (4,)),
        ("dealt", np.int64, (4,)),
        ("bids", np.int64, (4,)),
        ("last_word_pass", np.int64, (4,)),
        ("passed", np.int64),
        ("passes", np.int64),
        ("bid", np.int64),
        ("bidder", np.int64),
        ("trump", np.int64),
        ("meld_counts", np.int64, (4,)),
        ("meld_points", np.int64, (4,)),
        ("led", np.int64),
        ("best", np.int64),
        ("winner", np.int64),
        ("leader", np.int64),
        ("in_trick", np.int64),
        ("trick", np.int64, (4,)),
        ("last_trick", np.int64, (4,)),
        ("trick_points", np.int64),
        ("left", np.int64),
        ("played", np.int64, (4,)),
        ("not_followed", np.int64),
        ("points", np.int64, (2,)),
        ("tricks", np.int64, (2,)),
    ],
    align=True,
)
"""The first five are the options and stay. ``trick`` and ``last_trick`` hold faces by seat, −1 for none."""


def prepare(states: Any, options: Any, seats: int) -> None:
    """Write the options into fresh records."""
    states["minimum_bid"] = options.minimum_bid
    states["pass_is_final"] = options.pass_is_final
    states["must_trump"] = options.must_trump
    states["run_counts_marriage"] = options.run_counts_marriage
    states["trick_needed"] = options.trick_needed_for_melds


_CODING: Final = PinochleCoding()
OBSERVATION: Final = _CODING.layout.size
TOKENS: Final = len(_CODING.tokens)
_FACES: Final = 24
_PASS: Final = _FACES
_NAME: Final = _PASS + 1
_BID: Final = _NAME + 4


def _start(part: str) -> int:
    return _CODING.layout.places[part].start


_AT_PHASE: Final = _start("phase")
_AT_HAND: Final = _start("hand")
_AT_HAND_COUNTS: Final = _start("hand_counts")
_AT_DEALER: Final = _start("dealer")
_AT_BIDS: Final = _start("bids")
_AT_PASSED: Final = _start("passed")
_AT_BIDDER: Final = _start("bidder")
_AT_BID: Final = _start("bid")
_AT_TRUMP: Final = _start("trump")
_AT_MELDS: Final = _start("melds")
_AT_MELD_POINTS: Final = _start("meld_points")
_AT_LEADER: Final = _start("leader")
_AT_WINNING: Final = _start("winning")
_AT_TRICK: Final = _start("trick")
_AT_LAST_TRICK: Final = _start("last_trick")
_AT_PLAYED: Final = _start("played")
_AT_NOT_FOLLOWED: Final = _start("not_followed")
_AT_TRICK_COUNTS: Final = _start("trick_counts")
_AT_TRICK_POINTS: Final = _start("trick_points")

_KINDS: Final = len(MELDS[0])


def _shown() -> Any:
    """Copies of each face shown for one and for two of a kind of meld: (trump, kind, count less one, face)."""
    table = np.zeros((4, _KINDS, 2, _FACES), np.int64)
    for trump, kinds in enumerate(MELDS):
        for kind, counts in enumerate(kinds):
            for less, melds in enumerate(counts):
                for meld in melds:
                    for card in meld.cards:
                        face = _CODING.face[card]
                        table[trump, kind, less, face] = max(table[trump, kind, less, face], meld.cards.count(card))
    return table


_SHOWN: Final[Any] = _shown()


@register_jitable
def _deal(state: Any, chance: Any, cards: Any) -> None:
    for place in range(48):
        cards[place] = place >> 1
    for place in range(47):
        other = place + random_below(chance, 48 - place)
        cards[place], cards[other] = cards[other], cards[place]
    for seat in range(SEATS):
        hand = 0
        for place in range(12 * seat, 12 * seat + 12):
            hand = add_card(hand, cards[place])
        state.hands[seat] = hand
        state.dealt[seat] = hand
    state.dealer = random_below(chance, 4)
    state.seat = state.dealer
    state.phase = _BIDDING
    state.bids[:] = 0
    state.last_word_pass[:] = 0
    state.passed = 0
    state.passes = 0
    state.bid = 0
    state.bidder = -1
    state.trump = -1
    state.meld_counts[:] = 0
    state.meld_points[:] = 0
    state.led = -1
    state.best = -1
    state.winner = -1
    state.leader = -1
    state.in_trick = 0
    state.trick[:] = -1
    state.last_trick[:] = -1
    state.trick_points = 0
    state.left = 48
    state.played[:] = 0
    state.not_followed = 0
    state.points[:] = 0
    state.tricks[:] = 0


@register_jitable
def _take(state: Any, token: int) -> bool:
    """Carry out a legal token; whether the deal is over."""
    if state.phase == _PLAY:
        return _play(state, token)
    seat = state.seat
    if state.phase == _TRUMP:
        state.trump = token - _NAME
        for other in range(SEATS):
            hand = state.hands[other]
            state.meld_counts[other] = meld_counts(hand, state.trump, state.run_counts_marriage != 0)
            state.meld_points[other] = meld_points(hand, state.trump, state.run_counts_marriage != 0)
        state.phase = _PLAY
        state.leader = seat
        return False
    if token == _PASS:
        state.last_word_pass[seat] = 1
        state.passed |= 1 << seat
        state.passes += 1
        if auction_ends(state.passed, state.passes, state.pass_is_final != 0):
            state.phase = _TRUMP
            state.seat = state.bidder
            return False
    else:
        state.bid = (token - _BID + 1) * BID_STEP
        state.bidder = seat
        state.bids[seat] = state.bid
        state.last_word_pass[seat] = 0
        state.passes = 0
    state.seat = next_caller(seat, state.passed, state.pass_is_final != 0)
    return False


@register_jitable
def _play(state: Any, face: int) -> bool:
    seat = state.seat
    state.hands[seat] = remove_card(state.hands[seat], face)
    state.played[seat] = add_card(state.played[seat], face)
    if state.in_trick == 0:
        state.trick[:] = -1
        state.leader = seat
        state.led = face // 6
        state.best = face
        state.winner = seat
    else:
        if face // 6 != state.led:
            state.not_followed |= 1 << (4 * seat + state.led)
        if beats(face, state.best, state.trump):
            state.best = face
            state.winner = seat
    state.trick[seat] = face
    state.trick_points += card_points(face)
    state.left -= 1
    state.in_trick += 1
    state.seat = (seat + 1) & 3
    if state.in_trick < SEATS:
        return False
    winner = state.winner
    state.points[winner & 1] += state.trick_points + (LAST_TRICK_POINTS if state.left == 0 else 0)
    state.tricks[winner & 1] += 1
    state.last_trick[:] = state.trick
    state.trick[:] = -1
    state.seat = winner
    state.led = -1
    state.best = -1
    state.in_trick = 0
    state.trick_points = 0
    return state.left == 0


@register_jitable
def _reward(state: Any, rewards: Any) -> None:
    """What the deal adds to the total of each seat."""
    for side in range(2):
        melds = state.meld_points[side] + state.meld_points[side + 2]
        if state.trick_needed != 0 and state.tricks[side] == 0:
            melds = 0
        made = melds + state.points[side]
        if side == state.bidder & 1 and made < state.bid:
            made = -state.bid
        rewards[side] = made
        rewards[side + 2] = made


@register_jitable
def _observe(state: Any, row: Any, mask: Any) -> None:
    """Write what the seat in turn sees, and what it may do."""
    row[:] = 0
    mask[:] = 0
    looker = state.seat
    row[_AT_PHASE + state.phase] = 1
    row[_AT_DEALER + (state.dealer - looker & 3)] = 1
    row[_AT_BID] = state.bid / 1000
    if state.bidder >= 0:
        row[_AT_BIDDER + (state.bidder - looker & 3)] = 1
    if state.trump >= 0:
        row[_AT_TRUMP + state.trump] = 1
    hand = state.hands[looker]
    while hand:
        bit = lowest_bit(hand)
        row[_AT_HAND + (bit >> 1)] += 1
        hand &= hand - 1
    for seat in range(SEATS):
        mine = seat - looker & 3
        row[_AT_HAND_COUNTS + mine] = state.hands[seat].bit_count() / 12
        row[_AT_BIDS + mine] = state.bids[seat] / 1000
        row[_AT_PASSED + mine] = state.last_word_pass[seat]
        row[_AT_MELD_POINTS + mine] = state.meld_points[seat] / 1000
        counts = state.meld_counts[seat]
        kind = 0
        while counts:
            count = counts & 3
            if count:
                for face in range(_FACES):
                    shown = _SHOWN[state.trump, kind, count - 1, face]
                    if shown > row[_AT_MELDS + _FACES * mine + face]:
                        row[_AT_MELDS + _FACES * mine + face] = shown
            counts >>= 2
            kind += 1
        played = state.played[seat]
        while played:
            row[_AT_PLAYED + _FACES * mine + (lowest_bit(played) >> 1)] += 1
            played &= played - 1
        for suit in range(4):
            row[_AT_NOT_FOLLOWED + 4 * mine + suit] = state.not_followed >> (4 * seat + suit) & 1
        if state.trick[seat] >= 0:
            row[_AT_TRICK + _FACES * mine + state.trick[seat]] = 1
        if state.last_trick[seat] >= 0:
            row[_AT_LAST_TRICK + _FACES * mine + state.last_trick[seat]] = 1
    if state.in_trick > 0:
        row[_AT_LEADER + (state.leader - looker & 3)] = 1
        row[_AT_WINNING + (state.winner - looker & 3)] = 1
    for side in range(2):
        mine = side ^ looker & 1
        row[_AT_TRICK_COUNTS + mine] = state.tricks[side] / 12
        row[_AT_TRICK_POINTS + mine] = state.points[side] / 250
    if state.phase == _PLAY:
        faces = legal_faces(state.hands[looker], state.led, state.best, state.trump, state.must_trump != 0)
        while faces:
            mask[lowest_bit(faces) >> 1] = 1
            faces &= faces - 1
    elif state.phase == _TRUMP:
        mask[_NAME:_BID] = 1
    else:
        mask[_PASS] = state.bid > 0
        lowest = lowest_bid(state.bid, state.minimum_bid)
        if lowest > 0:
            mask[_BID + lowest // BID_STEP - 1 : _BID + HIGHEST_BID // BID_STEP] = 1


_STATES: Final[Any] = numba.from_dtype(STATE)[::1]
_CHANCES: Final[Any] = types.uint64[:, ::1]
_ROWS: Final[Any] = types.float32[:, ::1]
_MASKS: Final[Any] = types.int8[:, ::1]
_INTS: Final[Any] = types.int64[::1]
_FLAGS: Final[Any] = types.boolean[::1]
_INT: Final[Any] = types.int64


@numba.njit([types.void(_STATES, _CHANCES, _ROWS, _MASKS, _INTS, _INT, _INT)], cache=True, nogil=True)
def begin(states: Any, chances: Any, rows: Any, masks: Any, seats: Any, start: int, stop: int) -> None:
    """Deal anew in the states from ``start`` to before ``stop``."""
    cards = np.empty(48, np.int64)
    for index in range(start, stop):
        state = states[index]
        _deal(state, chances[index], cards)
        _observe(state, rows[index], masks[index])
        seats[index] = state.seat


@numba.njit(
    [types.void(_STATES, _CHANCES, _INTS, _ROWS, _MASKS, _INTS, _ROWS, _FLAGS, _INT, _INT)], cache=True, nogil=True
)
def advance(
    states: Any,
    chances: Any,
    tokens: Any,
    rows: Any,
    masks: Any,
    seats: Any,
    rewards: Any,
    done: Any,
    start: int,
    stop: int,
) -> None:
    """Take a legal token in each state; deals that end are paid out and dealt anew."""
    cards = np.empty(48, np.int64)
    for index in range(start, stop):
        state = states[index]
        over = _take(state, tokens[index])
        done[index] = over
        if over:
            _reward(state, rewards[index])
            _deal(state, chances[index], cards)
        else:
            rewards[index] = 0
        _observe(state, rows[index], masks[index])
        seats[index] = state.seat
