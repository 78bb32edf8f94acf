"""Pinochle's answers for exact search: positions, points, and the cards worth trying, best first."""

# mypy: disable-error-code="no-any-return"
# Records of compiled code have no static type.

from __future__ import annotations

from typing import Any

from numba.extending import register_jitable

from amity.games.pinochle.play import FACES, LAST_TRICK_POINTS
from amity.search import _questions as ask
from amity.search._bits import count_bits, lowest_bit
from amity.search._pinochle_policy import COUNTERS, faces_in, most_strength, strength_of
from amity.search._pinochle_state import STATE_TYPE, legal_now


@ask.answer(ask.begin_exact, STATE_TYPE)
def _begin_exact(state: Any) -> None:
    # Tell the two copies of a face apart: the second is that of the later owner.
    owned = 0
    for seat in range(4):
        hand = state.hands[seat]
        state.second[seat] = hand & FACES & owned
        owned |= hand & FACES


@ask.answer(ask.position_key, STATE_TYPE)
def _position_key(state: Any) -> int:
    if state.in_trick != 0:
        return -1
    cards = 0
    for seat in range(4):
        hand = state.hands[seat]
        second = hand & state.second[seat]
        cards |= hand ^ second | second << 1
    return cards | state.seat << 48


@ask.answer(ask.points_now, STATE_TYPE)
def _points_now(state: Any) -> int:
    return state.points[0]


@ask.answer(ask.points_left, STATE_TYPE)
def _points_left(state: Any) -> int:
    cards = 0
    for seat in range(4):
        hand = state.hands[seat]
        cards += count_bits(hand & (COUNTERS | COUNTERS << 1))
    return 10 * cards + state.trick_points + LAST_TRICK_POINTS


@ask.answer(ask.end_deal, STATE_TYPE)
def _end_deal(state: Any, points: int) -> None:
    rest = ask.points_left(state) - points
    tricks = state.left + state.in_trick >> 2
    # Who takes points takes a trick; with none to take the tricks do not matter any more.
    if points > 0:
        state.tricks[0] += 1
        tricks -= 1
    if rest > 0 and tricks > 0:
        state.tricks[1] += tricks
    state.points[0] += points
    state.points[1] += rest
    state.left = 0


@ask.answer(ask.is_maximiser, STATE_TYPE)
def _is_maximiser(state: Any) -> bool:
    return state.seat & 1 == 0


@register_jitable
def _one_of_equals(legal: int, others: int) -> int:
    """The faces without those that are worth the same as a lower one of the same hand.

    Two faces of a suit are, when both or neither are counters and no card that others hold, or that lies best on the
    table, is as high as one of them and not higher than the other.
    """
    kept = 0
    for suit in range(4):
        own = faces_in(legal, suit)
        last = -1
        while own:
            bit = own & -own
            own ^= bit
            if last >= 0 and (last & COUNTERS != 0) == (bit & COUNTERS != 0):
                between = (bit << 1) - last
                if others & between == 0:
                    last = bit
                    continue
            kept |= bit
            last = bit
    return kept


@register_jitable
def _lead_urgency(state: Any, face: int) -> int:
    seat = state.seat
    trump = state.trump
    suit = face // 6
    rank = face - 6 * suit
    threat = max(
        most_strength(state.hands[(seat + 1) & 3], suit, trump), most_strength(state.hands[(seat + 3) & 3], suit, trump)
    )
    counter = 1 if rank >= 3 else 0
    if rank >= threat:
        return 100 + 20 * counter - rank + (10 if suit == trump else 0)
    if most_strength(state.hands[seat ^ 2], suit, trump) > threat:
        return 70 + 20 * counter - rank
    return 40 - 20 * counter - rank - (6 if suit == trump else 0)


@register_jitable
def _follow_urgency(state: Any, face: int, best: int, threat: int, partner: int) -> int:
    """``partner``: the strength that the partner has played, or can play after this seat; −1 when he cannot win."""
    strength = strength_of(face, state.led, state.trump)
    counter = 1 if face % 6 >= 3 else 0
    is_trump = 6 if face // 6 == state.trump else 0
    if partner >= 0 and partner >= threat and strength <= partner:
        return 90 + 20 * counter - face % 6 - is_trump
    if strength > best:
        if strength >= threat:
            return 80 + 20 * counter - face % 6 - is_trump
        return 30 - 20 * counter - face % 6
    return 50 - 20 * counter - face % 6 - is_trump


@ask.answer(ask.list_candidates, STATE_TYPE)
def _list_candidates(state: Any, actions: Any, hint: int) -> int:
    seat = state.seat
    legal = legal_now(state)
    others = state.hands[(seat + 1) & 3] | state.hands[seat ^ 2] | state.hands[(seat + 3) & 3]
    if state.led >= 0:
        others |= 1 << 2 * state.best
    others &= FACES
    legal = _one_of_equals(legal, others)
    if legal & (legal - 1) == 0:
        actions[0] = lowest_bit(legal) >> 1
        return 1
    best = -1
    threat = -1
    partner = -1
    if state.led >= 0:
        best = strength_of(state.best, state.led, state.trump)
        if state.in_trick < 3:
            threat = most_strength(state.hands[(seat + 1) & 3], state.led, state.trump)
        if state.winner == seat ^ 2:
            partner = best
        elif state.in_trick == 1:
            partner = most_strength(state.hands[seat ^ 2], state.led, state.trump)
            if partner <= max(best, threat):
                partner = -1
    count = 0
    while legal:
        face = lowest_bit(legal) >> 1
        legal &= legal - 1
        if face == hint:
            urgency = 1000
        elif state.led < 0:
            urgency = _lead_urgency(state, face)
        else:
            urgency = _follow_urgency(state, face, best, threat, partner)
        item = urgency << 5 | face
        place = count
        while place > 0 and actions[place - 1] < item:
            actions[place] = actions[place - 1]
            place -= 1
        actions[place] = item
        count += 1
    for place in range(count):
        actions[place] &= 31
    return count
