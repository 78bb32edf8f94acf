"""What plans before play are worth in Tarot, from sampled worlds: bids, calls, a slam, discards. Rules: tarot.

In every world the other hands are known, hence what each would bid, and how the rest of the auction goes. Whoever
gets the contract calls and discards by rules of thumb, or by the plan, and the deal is played out.
"""

# mypy: disable-error-code="no-any-return"
# Records of compiled code have no static type.

from __future__ import annotations

import math
from typing import Any, Final

import numba
import numpy as np
from numba.extending import register_jitable

from amity.games.tarot.bidding import COEFFICIENTS
from amity.games.tarot.handfuls import HANDFULS
from amity.games.tarot.play import KINGS, SUIT_MASK, TRUMPS
from amity.search import _questions as ask
from amity.search._bits import count_bits, highest_bit
from amity.search._playout import play_sensibly
from amity.search._tarot_plans import BY_RULE
from amity.search._tarot_policy import suit_cards
from amity.search._tarot_state import EVERY_SUIT, SEATS, begin_play
from amity.search._tarot_weights import MARGINS, PASSED, SPREADS

AUCTION: Final = np.dtype(
    [
        ("seat", np.int64),
        ("leader", np.int64),
        ("bidding", np.int64),
        ("said", np.int64, (SEATS,)),
        ("before", np.int64, (SEATS,)),
        ("highest", np.int64),
        ("bidder", np.int64),
    ],
    align=True,
)
"""``seat`` decides, ``leader`` sits at the dealer's right. Bids are numbers: 0 for a pass, 1 to 4 for contracts,
−1 not yet said; ``before``: the highest bid when a seat spoke."""
AUCTION_TYPE: Final[Any] = numba.from_dtype(AUCTION)

PLAN: Final = np.dtype(
    [
        ("bid", np.int64),
        ("called", np.int64),
        ("slam", np.int64),
        ("plain", np.int64),
        ("trumps", np.int64),
    ],
    align=True,
)
"""What the seat might do: see :class:`amity.search._tarot_plans.Plan`."""
PLAN_TYPE: Final[Any] = numba.from_dtype(PLAN)
SLOTS: Final = 1 + 3 * SEATS
"""Records that :func:`weigh_plans` works in."""

_COEFFICIENTS: Final = np.array(tuple(COEFFICIENTS.values()), np.int64)
_MARGINS: Final = np.array([[MARGINS[players, kind] for kind in range(3)] for players in (3, 4, 5)])
_SPREADS: Final = np.array([[SPREADS[players, kind] for kind in range(3)] for players in (3, 4, 5)])
_PASSED: Final = np.array([PASSED[players] for players in (3, 4, 5)])
_HANDFUL_SIZES: Final = np.array([list(HANDFULS[players]) for players in (3, 4, 5)], np.int64)
_HANDFUL_BONUSES: Final = np.array(
    [[bonus for _, bonus in HANDFULS[players].values()] for players in (3, 4, 5)], np.int64
)
_SURPRISE: Final = 15.0
"""Points by which a bid may differ from what is expected of a hand before that hand becomes e times less likely."""
_EMPTY_SUIT: Final = 9
"""Half points that emptying a suit is worth in a discard by rule."""


@register_jitable
def count_features(plain: int, trumps: int, found: Any) -> None:
    """What a hand holds, in the order of the weights."""
    length = count_bits(trumps & TRUMPS)
    kings = 0
    with_king = 0
    queens = 0
    courts = 0
    empty = 0
    single = 0
    for suit in range(4):
        cards = plain >> 14 * suit & SUIT_MASK
        count = count_bits(cards)
        king = cards >> 13
        queen = cards >> 12 & 1
        kings += king
        with_king += king & queen
        queens += queen & ~king
        courts += count_bits(cards & 0xC00)
        if count == 0:
            empty += 1
        elif count == 1:
            single += 1
    found[0] = 1.0
    found[1] = length
    found[2] = count_bits(trumps >> 14 & 0x7F)
    found[3] = trumps >> 20 & 1
    found[4] = trumps & 1
    found[5] = (trumps & 1) * length
    found[6] = trumps >> 21
    found[7] = kings
    found[8] = with_king
    found[9] = queens
    found[10] = courts
    found[11] = empty
    found[12] = single


@register_jitable
def best_bid(plain: int, trumps: int, players: int, highest: int, scores: Any, features: Any) -> int:
    """The bid that promises most of those above ``highest``, 0 when none promises more than passing.

    ``scores`` gets for each bid what it promises, in points that each defender pays.
    """
    count_features(plain, trumps, features)
    row = players - 3
    best = 0
    scores[0] = _PASSED[row]
    for contract in range(4):
        kind = max(0, contract - 1)
        margin = 0.0
        for place in range(features.size):
            margin += _MARGINS[row, kind, place] * features[place]
        made = math.erf(margin / (_SPREADS[row, kind] * 1.4142135623730951))
        scores[contract + 1] = _COEFFICIENTS[contract] * (25.0 * made + margin)
        if contract + 1 > highest and scores[contract + 1] > scores[best]:
            best = contract + 1
    return best


@register_jitable
def _surprise(auction: Any, state: Any, scores: Any, features: Any) -> float:
    """How far what others have said is from what these hands promise."""
    surprise = 0.0
    for seat in range(state.players):
        said = auction.said[seat]
        if seat == auction.seat or said < 0:
            continue
        best = best_bid(state.plain[seat], state.trumps[seat], state.players, auction.before[seat], scores, features)
        surprise += max(0.0, scores[best] - scores[said])
    return surprise


@register_jitable
def _rule_call(plain: int) -> int:
    """A king another player holds, where the queen is in hand or the suit is short; else the next rank."""
    for rank in range(13, 9, -1):
        best = -1
        best_value = -1
        for suit in range(4):
            if plain >> 14 * suit + rank & 1 == 0:
                value = 20 - count_bits(suit_cards(plain, suit)) + 100 * (plain >> 14 * suit + 12 & 1)
                if value > best_value:
                    best_value = value
                    best = 14 * suit + rank
        if best >= 0:
            return best
    return 13


@register_jitable
def _rule_discard(plain: int, trumps: int, count: int) -> tuple[int, int]:
    """Lay aside whole suits where possible and points that would be hard to bring home."""
    soft = plain & ~KINGS
    missing = count - count_bits(soft)
    if missing > 0:
        rest = trumps & TRUMPS & ~(1 | 1 << 20)
        aside = 0
        while missing > 0 and rest:
            aside |= rest & -rest
            rest &= rest - 1
            missing -= 1
        return soft, aside
    best = 0
    best_value = -1
    for emptied in range(16):
        chosen = 0
        possible = True
        for suit in range(4):
            if emptied >> suit & 1:
                cards = suit_cards(plain, suit)
                if cards == 0 or cards & KINGS:
                    possible = False
                chosen |= cards
        left = count - count_bits(chosen)
        if not possible or left < 0:
            continue
        value = 2 * _EMPTY_SUIT * count_bits(emptied)
        rest = soft & ~chosen
        while left > 0:
            take = -1
            take_value = -100
            for suit in range(4):
                cards = suit_cards(rest, suit)
                if cards:
                    top = highest_bit(cards)
                    worth = 2 * max(0, top % 14 - 9)
                    if top % 14 == 12 and plain >> top + 1 & 1:
                        worth = 3
                    worth = 4 * worth - count_bits(suit_cards(plain, suit))
                    if worth > take_value:
                        take_value = worth
                        take = top
            chosen |= 1 << take
            rest ^= 1 << take
            left -= 1
        for rank in range(10, 13):
            value += 4 * (rank - 9) * count_bits(chosen & EVERY_SUIT << rank)
        if value > best_value:
            best_value = value
            best = chosen
    return best, 0


@register_jitable
def begin_contract(state: Any, taker: int, bid: int, plan: Any, leader: int) -> None:
    """Make the world the moment before the first card, with this taker; ``aside`` holds the dog if it is hidden."""
    players = state.players
    state.taker = taker
    state.attack = 1 << taker
    state.called = -1
    state.secret = 0
    state.slam_announced = plan.slam
    state.aside_for_attack = 1 if bid < 4 else 0
    if players == SEATS:
        called = plan.called
        if called == BY_RULE:
            called = _rule_call(state.plain[taker])
        if called >= 0:
            state.called = called
            state.secret = 1
            for seat in range(players):
                state.attack |= (state.plain[seat] >> called & 1) << seat
    if bid <= 2:
        count = count_bits(state.aside_plain) + count_bits(state.aside_trumps)
        state.plain[taker] |= state.aside_plain
        state.trumps[taker] |= state.aside_trumps
        if plan.plain | plan.trumps:
            state.aside_plain = plan.plain
            state.aside_trumps = plan.trumps
        else:
            plain, trumps = _rule_discard(state.plain[taker], state.trumps[taker], count)
            state.aside_plain = plain
            state.aside_trumps = trumps
        state.plain[taker] &= ~state.aside_plain
        state.trumps[taker] &= ~state.aside_trumps
    state.handfuls = 0
    for seat in range(players):
        length = count_bits(state.trumps[seat] & TRUMPS)
        bonus = 0
        for size in range(3):
            if length >= _HANDFUL_SIZES[players - 3, size]:
                bonus = _HANDFUL_BONUSES[players - 3, size]
        state.handfuls += bonus
    begin_play(state, taker if plan.slam != 0 else leader)


@register_jitable
def weigh_plans(
    auction: Any, knowledge: Any, states: Any, chance: Any, plans: Any, worlds: int, rewards: Any, sums: Any
) -> float:
    """Add up what every plan is worth to the seat, in ``sums[plan]`` (worth, points); the weight of the worlds used.

    ``states[0]`` has the options; the array has room for ``SLOTS``.
    """
    me = auction.seat
    players = states[0].players
    scores = np.zeros(5, np.float64)
    features = np.zeros(_MARGINS.shape[2], np.float64)
    total = 0.0
    for _ in range(worlds):
        ask.deal_world(knowledge, states[0], chance)
        weight = np.exp(-_surprise(auction, states[0], scores, features) / _SURPRISE)
        if weight < 1e-4:
            continue
        total += weight
        played = 0
        for place in range(plans.size):
            plan = plans[place]
            if auction.bidding == 0:
                states[1] = states[0]
                begin_contract(states[1], me, plan.bid, plan, auction.leader)
                play_sensibly(states[1], chance)
                states[1].coefficient = _COEFFICIENTS[plan.bid - 1]
                ask.write_rewards(states[1], rewards)
            else:
                bid = auction.highest
                taker = auction.bidder
                if plan.bid > 0:
                    bid = plan.bid
                    taker = me
                seat = me + 1 if me + 1 < players else 0
                while seat != auction.leader:
                    said = best_bid(states[0].plain[seat], states[0].trumps[seat], players, bid, scores, features)
                    if said > 0:
                        bid = said
                        taker = seat
                    seat = seat + 1 if seat + 1 < players else 0
                if bid == 0:
                    continue
                slot = 1 + 3 * taker + max(0, bid - 2)
                if played >> slot & 1 == 0:
                    played |= 1 << slot
                    states[slot] = states[0]
                    begin_contract(states[slot], taker, bid, plan, auction.leader)
                    play_sensibly(states[slot], chance)
                states[slot].coefficient = _COEFFICIENTS[bid - 1]
                ask.write_rewards(states[slot], rewards)
            sums[place, 0] += weight * rewards[0, me]
            sums[place, 1] += weight * rewards[1, me]
    return total
