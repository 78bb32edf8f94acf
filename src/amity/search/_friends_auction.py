"""What bids, burials, calls and plays are worth in Friends!, from sampled worlds, for compiled code.

In every world all hands are known, hence what the others would bid: as club players, by the strength of a hand. The
seat itself passes after the option that is weighed. Then the deal is buried, called and played out. Rules: friends, 3
and 4.
"""

# mypy: disable-error-code="no-any-return"
# Records of compiled code have no static type.

from __future__ import annotations

from typing import Any, Final

import numba
import numpy as np
from numba.extending import register_jitable

from amity.games.friends.bidding import mark_of, trump_of
from amity.games.friends.order import BLACK_JOKER, JOKER_TRUMP
from amity.search import _questions as ask
from amity.search._bits import random_below
from amity.search._friends_deal import BASE, FACES, PLACES, begin_play, bury, choose_call, set_hands, strength_with
from amity.search._friends_policy import play_out
from amity.search._friends_state import PLAY, SEATS, put_action

OPEN_BID: Final = 0
PRE_BID: Final = 1
SWAP_BID: Final = 2
BURY: Final = 3
CALL: Final = 4
PLAY_CARDS: Final = 5

MOMENT: Final = np.dtype(
    [
        ("phase", np.int64),
        ("seat", np.int64),
        ("dealer", np.int64),
        ("rank", np.int64),
        ("trump", np.int64),
        ("last_swapped", np.int64),
        ("passes", np.int64),
        ("standing_seat", np.int64),
        ("standing_face", np.int64),
        ("standing_copies", np.int64),
        ("swapping", np.int64),
        ("called", np.int64),
        ("own", np.int64, (FACES,)),
        ("base", np.int64, (FACES,)),
    ],
    align=True,
)
"""The moment to decide on: ``dealer``, ``trump``, ``standing_seat`` and ``last_swapped`` are −1 while there are none;
``base`` has the base when the seat knows it; ``called``: calls made."""
MOMENT_TYPE: Final[Any] = numba.from_dtype(MOMENT)

OPTION: Final = np.dtype(
    [("face", np.int64), ("number", np.int64), ("aside", np.int64, (FACES,)), *PLAY],
    align=True,
)
"""A bid or a call (face −1: pass), cards to bury, or a play."""
OPTION_TYPE: Final[Any] = numba.from_dtype(OPTION)

# What a club player bids on, as in amity.bots.friends.
_TRUMP_STRENGTH: Final = 19.0
_DEALER_STRENGTH: Final = 27.0
_GAIN: Final = 2.0
_SWAP_GAIN: Final = 4.0

trump_named = register_jitable(trump_of)
mark = register_jitable(mark_of)


@register_jitable
def may_bid(phase: int, copies: int, face: int, standing_copies: int, standing_face: int) -> bool:
    """Whether so many copies of a bid card may be bid; ``standing_copies`` 0: no bid stands."""
    if face >= BLACK_JOKER and copies < 3:
        return False
    if standing_copies == 0:
        return copies >= 1
    if phase == OPEN_BID:
        return copies > standing_copies
    if copies < 2 or copies < standing_copies:
        return False
    return copies > standing_copies or mark(face) > mark(standing_face)


@register_jitable
def _club_bid(
    phase: int, rank: int, hand: Any, strengths: Any, current: int, standing_copies: int, standing_face: int
) -> int:
    """What a club player bids: face × 8 + copies, or −1. ``current``: the trump suit as it is, −1 for none."""
    least = _DEALER_STRENGTH if phase == OPEN_BID else _TRUMP_STRENGTH
    gain = _SWAP_GAIN if phase == SWAP_BID else _GAIN
    best = -1.0
    found = -1
    for card in range(6):
        face = 13 * card + rank if card < 4 else BLACK_JOKER + card - 4
        trump = trump_named(face)
        value = strengths[trump]
        if value < least or value <= best:
            continue
        if current >= 0 and (trump == current or value < strengths[current] + gain):
            continue
        for copies in range(1, hand[face] + 1):
            if may_bid(phase, copies, face, standing_copies, standing_face):
                best = value
                found = 8 * face + copies
                break
    return found


@register_jitable
def _next(seat: int, standing: int) -> int:
    following = (seat + 1) % SEATS
    return (following + 1) % SEATS if following == standing else following


@register_jitable
def _carry_on(moment: Any, option: Any, state: Any, orders: Any, counts: Any, strengths: Any, chance: Any) -> bool:
    """Carry out an option and everything up to the first lead; ``False`` when the cards are dealt anew.

    ``counts`` are the cards of the world by place and face, ``strengths`` those of the hands as dealt.
    """
    me = moment.seat
    phase = moment.phase
    if phase == PLAY_CARDS:
        put_action(state, option)
        ask.take_action(state, 0)
        return True
    dealer = moment.dealer
    trump = moment.trump
    last = moment.last_swapped
    passes = moment.passes
    standing = moment.standing_seat
    face = moment.standing_face
    copies = moment.standing_copies
    if phase == CALL:
        set_hands(state, orders, trump, counts)
        begin_play(state, dealer, last)
        call = moment.called
        state.called_group[call] = orders.group[trump, option.face]
        state.called_place[call] = orders.place[trump, option.face]
        state.called_left[call] = option.number
        state.friend[call] = -1
        if call == 0:
            choose_call(state, 1)
        return True
    seat = me
    if phase == BURY:
        for card in range(FACES):
            counts[me, card] -= option.aside[card]
            counts[BASE, card] = option.aside[card]
        last = me
        phase = SWAP_BID
        passes = 0
        seat = _next(me if moment.swapping != 0 else dealer, standing)
    first = moment.phase != BURY
    while True:
        bid = -1
        if first:
            bid = 8 * option.face + option.number if option.face >= 0 else -1
            first = False
        elif seat != me:
            current = trump
            if phase != SWAP_BID:
                current = trump_named(face) if standing >= 0 else -1
            bid = _club_bid(phase, moment.rank, counts[seat], strengths[seat], current, copies, face)
        if bid >= 0:
            standing, face, copies = seat, bid // 8, bid % 8
            passes = 0
            if phase == SWAP_BID:
                trump = trump_named(face)
                bury(orders, trump, counts, seat)
                last = seat
        else:
            passes += 1
        seat = _next(seat, standing)
        if passes < SEATS - (1 if standing >= 0 else 0):
            continue
        if phase == SWAP_BID:
            break
        if phase == OPEN_BID:
            if standing < 0:
                return False
            dealer = standing
        if standing >= 0:
            trump = trump_named(face)
        else:
            # The base decides, by its first card that is no joker.
            trump = JOKER_TRUMP
            cards = 0
            for card in range(BLACK_JOKER):
                cards += counts[BASE, card]
            if cards:
                skip = random_below(chance, cards)
                card = 0
                while skip >= counts[BASE, card]:
                    skip -= counts[BASE, card]
                    card += 1
                trump = card // 13
        bury(orders, trump, counts, dealer)
        last = dealer
        phase = SWAP_BID
        passes = 0
        seat = _next(dealer, standing)
    set_hands(state, orders, trump, counts)
    begin_play(state, dealer, last)
    choose_call(state, 0)
    choose_call(state, 1)
    return True


@register_jitable
def weigh(
    moment: Any,
    knowledge: Any,
    states: Any,
    orders: Any,
    options: Any,
    live: Any,
    chance: Any,
    informed: bool,
    rewards: Any,
    results: Any,
) -> int:
    """Try some of the options in as many new worlds as ``results`` has rows.

    ``live`` are the numbers of the options; ``results[world, place]`` becomes what the rows of ``rewards`` say of each.
    All options meet the same world and the same chance in it. A deal that ends because nobody bids is worth nothing to
    anybody. ``states[0]`` is the moment to decide on. Returns how many of the worlds failed some fact.
    """
    me = moment.seat
    failed = 0
    world_counts = np.zeros((PLACES, FACES), np.int64)
    counts = np.zeros((PLACES, FACES), np.int64)
    strengths = np.zeros((SEATS, 5))
    for world in range(results.shape[0]):
        if not ask.deal_world(knowledge, states[0], chance):
            failed += 1
        if moment.phase != PLAY_CARDS:
            for face in range(FACES):
                for place in range(PLACES):
                    world_counts[place, face] = knowledge.copies[place, face]
                world_counts[me, face] = moment.own[face]
                world_counts[BASE, face] += moment.base[face]
        if moment.phase < CALL:
            for seat in range(SEATS):
                if seat != me:
                    for trump in range(5):
                        strengths[seat, trump] = strength_with(orders, trump, world_counts[seat])
        begin = chance[0]
        end = begin
        for place in range(live.size):
            chance[0] = begin
            states[1] = states[0]
            if moment.phase != PLAY_CARDS:
                counts[:, :] = world_counts
            option = options[live[place]]
            if _carry_on(moment, option, states[1], orders, counts, strengths, chance):
                play_out(states[1], chance, informed)
                ask.write_rewards(states[1], rewards)
            else:
                for row in range(3):
                    rewards[row, me] = 0.0
            if place == 0:
                end = chance[0]
            for row in range(3):
                results[world, place, row] = rewards[row, me]
        chance[0] = end
    return failed
