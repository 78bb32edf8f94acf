"""A moment of play in Tarot as a NumPy record, and the game's answers about it. Rules: tarot, Play and Score.

The rules themselves are the functions of :mod:`amity.games.tarot.play` and :mod:`amity.games.tarot.scoring`,
compiled. Everything is counted by seat, as in the match: who plays with the taker may differ from world to world.
"""

# mypy: disable-error-code="no-any-return"
# Records of compiled code have no static type.

from __future__ import annotations

from typing import Any, Final

import numba
import numpy as np
from numba.extending import register_jitable

from amity.games.tarot.play import (
    BOUTS,
    EXCUSE,
    EXCUSE_BIT,
    FIRST_TRUMP,
    HALF_POINTS,
    HIGHEST_TRUMP,
    NOTHING_LED,
    PETIT,
    SUIT_RANKS,
    TRUMP_LED,
    beats,
    first_lead,
    legal_cards,
)
from amity.games.tarot.scoring import PETIT_AU_BOUT, SLAM_POINTS, difference_of, excuse_share, shares
from amity.search import _questions as ask
from amity.search._bits import count_bits, lowest_bit, random_below

for _rule in (beats, difference_of, excuse_share, first_lead, legal_cards, shares):
    register_jitable(_rule)

SEATS: Final = 5
"""The most there are; records have room for them at every table."""
ACTIONS: Final = 256
"""Actions are faces, plus ``ATTACKING`` where only the seat itself knows that it plays with the taker."""
ATTACKING: Final = 128
FACE: Final = 127
"""The face in an action."""

STATE: Final = np.dtype(
    [
        ("plain", np.int64, (SEATS,)),
        ("trumps", np.int64, (SEATS,)),
        ("aside_plain", np.int64),
        ("aside_trumps", np.int64),
        # Play
        ("players", np.int64),
        ("seat", np.int64),
        ("led", np.int64),
        ("highest", np.int64),
        ("best", np.int64),
        ("winner", np.int64),
        ("in_trick", np.int64),
        ("trick_points", np.int64),
        ("trick_number", np.int64),
        ("left", np.int64),
        ("points", np.int64, (SEATS,)),
        ("tricks", np.int64, (SEATS,)),
        ("petit_trick", np.int64),
        ("petit_seat", np.int64),
        ("top_trick", np.int64),
        ("top_seat", np.int64),
        ("excuse_trick", np.int64),
        ("excuse_player", np.int64),
        ("excuse_winner", np.int64),
        # Sides
        ("taker", np.int64),
        ("attack", np.int64),
        ("called", np.int64),
        ("secret", np.int64),
        # Score
        ("coefficient", np.int64),
        ("aside_for_attack", np.int64),
        ("handfuls", np.int64),
        ("slam_announced", np.int64),
        ("winner_gets_excuse", np.int64),
    ],
    align=True,
)
"""Hands are the words of :mod:`amity.games.tarot.play`; ``aside`` is the dog or the discard. ``led``, ``highest`` and
``best`` (face) are of the trick on the table, ``winner`` of it or of the last one; ``left`` counts the cards in all
hands. ``petit``, ``top`` (trump 21) and ``excuse``: in which trick they fell, counted from 0, −1 before, and who took
it. ``attack`` is a mask of seats, ``called`` a face or −1; ``secret``: the called card has not been seen.
``handfuls`` is the sum of the bonuses."""
STATE_TYPE: Final[Any] = numba.from_dtype(STATE)

EVERY_SUIT: Final = 1 | 1 << 14 | 1 << 28 | 1 << 42
"""The lowest card of each suit."""
_HALF_POINTS: Final = np.array(HALF_POINTS, np.int64)
_ASIDE_BOUTS: Final = BOUTS >> FIRST_TRUMP
_KINGS: Final = EVERY_SUIT << 13
_QUEENS: Final = EVERY_SUIT << 12
_KNIGHTS: Final = EVERY_SUIT << 11
_JACKS: Final = EVERY_SUIT << 10
_EQUAL_PIPS: Final = 0x3FE * EVERY_SUIT
"""Small cards with another small card right below them."""
_EQUAL_TRUMPS: Final = (1 << 20) - 4
"""Trumps 3 to 20: with the one below in the same hand they are worth the same."""
_ANNOUNCED_MADE: Final = SLAM_POINTS["announced_made"]
_MADE: Final = SLAM_POINTS["made"]
_ANNOUNCED_FAILED: Final = SLAM_POINTS["announced_failed"]
_BY_DEFENCE: Final = SLAM_POINTS["defence"]


@register_jitable
def begin_play(state: Any, leader: int) -> None:
    """Make the record the moment before the first card."""
    state.seat = leader
    state.led = NOTHING_LED
    state.highest = 0
    state.best = -1
    state.winner = -1
    state.in_trick = 0
    state.trick_points = 0
    state.trick_number = 0
    state.petit_trick = -1
    state.petit_seat = -1
    state.top_trick = -1
    state.top_seat = -1
    state.excuse_trick = -1
    state.excuse_player = -1
    state.excuse_winner = -1
    state.left = 0
    for seat in range(state.players):
        state.points[seat] = 0
        state.tricks[seat] = 0
        state.left += count_bits(state.plain[seat]) + count_bits(state.trumps[seat])


@ask.answer(ask.is_over, STATE_TYPE)
def _is_over(state: Any) -> bool:
    return state.left == 0


@ask.answer(ask.seat_to_act, STATE_TYPE)
def _seat_to_act(state: Any) -> int:
    return state.seat


@register_jitable
def legal_now(state: Any) -> tuple[int, int]:
    """What the seat in turn may play."""
    seat = state.seat
    if state.called >= 0 and state.trick_number == 0 and state.in_trick == 0:
        return first_lead(state.plain[seat], state.trumps[seat], state.called)
    return legal_cards(state.plain[seat], state.trumps[seat], state.led, state.highest)


@ask.answer(ask.list_actions, STATE_TYPE)
def _list_actions(state: Any, actions: Any) -> int:
    """Of neighbouring cards that are worth the same in points only the lowest."""
    plain, trumps = legal_now(state)
    plain &= ~(plain << 1 & _EQUAL_PIPS)
    trumps &= ~(trumps << 1 & _EQUAL_TRUMPS)
    role = ATTACKING if state.secret != 0 and state.attack >> state.seat & 1 else 0
    found = 0
    while plain:
        actions[found] = lowest_bit(plain) | role
        found += 1
        plain &= plain - 1
    while trumps:
        actions[found] = FIRST_TRUMP + lowest_bit(trumps) | role
        found += 1
        trumps &= trumps - 1
    return found


def lowest_equal(face: int, legal: int) -> int:
    """The card that a search looks at in place of this one; ``legal`` is a mask over faces."""
    equal = _EQUAL_PIPS | _EQUAL_TRUMPS << FIRST_TRUMP
    while equal >> face & 1 and legal >> face - 1 & 1:
        face -= 1
    return face


@register_jitable
def _excuse_takes_last(state: Any) -> bool:
    """Whether the side of the Excuse, played to the last trick, took every earlier trick."""
    side = state.attack >> state.excuse_player & 1
    others = 0
    for seat in range(state.players):
        if state.attack >> seat & 1 != side:
            others += state.tricks[seat]
    return others == 0


@ask.answer(ask.take_action, STATE_TYPE)
def _take_action(state: Any, action: int) -> None:
    face = action & FACE
    seat = state.seat
    state.left -= 1
    if face == EXCUSE:
        state.trumps[seat] ^= EXCUSE_BIT
        state.excuse_trick = state.trick_number
        state.excuse_player = seat
    else:
        if face >= FIRST_TRUMP:
            state.trumps[seat] ^= 1 << face - FIRST_TRUMP
            state.highest = max(state.highest, face - FIRST_TRUMP + 1)
            if state.led == NOTHING_LED:
                state.led = TRUMP_LED
            if face == PETIT:
                state.petit_trick = state.trick_number
            elif face == HIGHEST_TRUMP:
                state.top_trick = state.trick_number
        else:
            state.plain[seat] ^= 1 << face
            if state.led == NOTHING_LED:
                state.led = face // SUIT_RANKS
            if face == state.called:
                state.secret = 0
        state.trick_points += _HALF_POINTS[face]
        if beats(face, state.best):
            state.best = face
            state.winner = seat
    state.in_trick += 1
    if state.in_trick < state.players:
        state.seat = seat + 1 if seat + 1 < state.players else 0
        return
    number = state.trick_number
    if state.left == 0 and state.excuse_trick == number and _excuse_takes_last(state):
        state.winner = state.excuse_player
    winner = state.winner
    if state.excuse_trick == number:
        state.excuse_winner = winner
    if state.petit_trick == number:
        state.petit_seat = winner
    if state.top_trick == number:
        state.top_seat = winner
    state.points[winner] += state.trick_points
    state.tricks[winner] += 1
    state.trick_number = number + 1
    state.seat = winner
    state.led = NOTHING_LED
    state.highest = 0
    state.best = -1
    state.in_trick = 0
    state.trick_points = 0


@ask.answer(ask.random_action, STATE_TYPE)
def _random_action(state: Any, chance: Any) -> int:
    plain, trumps = legal_now(state)
    plains = count_bits(plain)
    skip = random_below(chance, plains + count_bits(trumps))
    if skip < plains:
        while skip > 0:
            plain &= plain - 1
            skip -= 1
        return lowest_bit(plain)
    skip -= plains
    while skip > 0:
        trumps &= trumps - 1
        skip -= 1
    return FIRST_TRUMP + lowest_bit(trumps)


@register_jitable
def half_points_in(plain: int, trumps: int) -> int:
    """The half points of a set of cards."""
    return (
        count_bits(plain)
        + count_bits(trumps)
        + 8 * (count_bits(plain & _KINGS) + count_bits(trumps & _ASIDE_BOUTS))
        + 6 * count_bits(plain & _QUEENS)
        + 4 * count_bits(plain & _KNIGHTS)
        + 2 * count_bits(plain & _JACKS)
    )


@register_jitable
def payment(state: Any) -> int:
    """What each defender pays when the deal is over: b."""
    attack = state.attack
    taken = 0
    tricks = 0
    for seat in range(state.players):
        if attack >> seat & 1:
            taken += state.points[seat]
            tricks += state.tricks[seat]
    last = state.trick_number - 1
    bouts = 0
    if state.petit_seat >= 0:
        bouts += attack >> state.petit_seat & 1
    if state.top_seat >= 0:
        bouts += attack >> state.top_seat & 1
    deciding = last
    if state.excuse_player >= 0:
        wins = state.excuse_player == state.excuse_winner
        share, kept = excuse_share(
            attack >> state.excuse_player & 1 != 0,
            attack >> state.excuse_winner & 1 != 0,
            state.excuse_trick == last,
            wins,
            state.winner_gets_excuse != 0,
        )
        taken += share
        if kept:
            bouts += 1
        if wins:
            # The Excuse takes a trick only at the end of a slam; the trick before it counts for the petit.
            deciding = last - 1
    if state.aside_for_attack != 0:
        taken += half_points_in(state.aside_plain, state.aside_trumps)
        bouts += count_bits(state.aside_trumps & _ASIDE_BOUTS)
    made, difference = difference_of(taken, bouts)
    sign = 1 if made else -1
    pays = sign * ((25 + difference) * state.coefficient + state.handfuls)
    if state.petit_trick == deciding:
        pays += (1 if attack >> state.petit_seat & 1 else -1) * PETIT_AU_BOUT * state.coefficient
    if tricks == last + 1:
        pays += _ANNOUNCED_MADE if state.slam_announced != 0 else _MADE
    elif state.slam_announced != 0:
        pays += _ANNOUNCED_FAILED
    if tricks == 0:
        pays += _BY_DEFENCE
    return pays


@ask.answer(ask.write_rewards, STATE_TYPE)
def _write_rewards(state: Any, rewards: Any) -> None:
    """Row 1: the seats' scores. Row 0: the same, the taker's divided by the shares he gets with a usual partner.

    So all rewards of one deal are of one size; for each seat they are in proportion to its scores.
    """
    players = state.players
    pays = payment(state)
    partner = count_bits(state.attack) == 2
    to_taker, to_partner = shares(players, partner)
    usual, _ = shares(players, players == SEATS)
    for seat in range(players):
        if seat == state.taker:
            score = to_taker * pays
            rewards[0, seat] = score / usual
        else:
            score = to_partner * pays if state.attack >> seat & 1 else -pays
            rewards[0, seat] = score
        rewards[1, seat] = score
