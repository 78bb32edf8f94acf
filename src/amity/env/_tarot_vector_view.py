"""What a seat sees of a compiled deal of Tarot, as numbers; part of :mod:`amity.env._tarot_vector`."""

# mypy: disable-error-code="no-any-return"
# Records of compiled code have no static type.

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba.extending import register_jitable

from amity.env._tarot import TarotCoding
from amity.games.tarot.play import FIRST_TRUMP, KINGS
from amity.search._bits import count_bits, lowest_bit

BIDDING: Final = 1
"""Phases are places in the one-hot part of the observation."""
_CODINGS: Final = {seats: TarotCoding(seats) for seats in (3, 4, 5)}
_FACES: Final = 78

_PARTS: Final = [part.name for part in _CODINGS[4].layout.parts]
_AT: Final[Any] = np.array(
    [[_CODINGS[max(3, seats)].layout.places[name].start for name in _PARTS] for seats in range(6)], np.int64
)
"""Where each part starts, by number of seats and part."""
_AT_PHASE: Final = _PARTS.index("phase")
_AT_HAND: Final = _PARTS.index("hand")
_AT_SELECTED: Final = _PARTS.index("selected")
_AT_HANDFUL_BEGUN: Final = _PARTS.index("handful_begun")
_AT_HAND_COUNTS: Final = _PARTS.index("hand_counts")
_AT_DEALER: Final = _PARTS.index("dealer")
_AT_BIDS: Final = _PARTS.index("bids")
_AT_TAKER: Final = _PARTS.index("taker")
_AT_CONTRACT: Final = _PARTS.index("contract")
_AT_CALLED: Final = _PARTS.index("called")
_AT_PARTNER: Final = _PARTS.index("partner")
_AT_ALONE: Final = _PARTS.index("alone")
_AT_CALL_OPEN: Final = _PARTS.index("call_open")
_AT_SLAM: Final = _PARTS.index("slam_announced")
_AT_DOG: Final = _PARTS.index("dog")
_AT_DISCARD: Final = _PARTS.index("discard")
_AT_DISCARD_SHOWN: Final = _PARTS.index("discard_shown")
_AT_HANDFULS: Final = _PARTS.index("handfuls")
_AT_LEADER: Final = _PARTS.index("leader")
_AT_WINNING: Final = _PARTS.index("winning")
_AT_TRICK: Final = _PARTS.index("trick")
_AT_LAST_TRICK: Final = _PARTS.index("last_trick")
_AT_PLAYED: Final = _PARTS.index("played")
_AT_TRICKS_WON: Final = _PARTS.index("tricks_won")
_AT_HALF_POINTS: Final = _PARTS.index("half_points")
_AT_EXCUSE_SEAT: Final = _PARTS.index("excuse_seat")
_AT_DEALS_LEFT: Final = _PARTS.index("deals_left")


@register_jitable
def _add_cards(row: Any, start: int, plain: int, trumps: int) -> None:
    while plain:
        row[start + lowest_bit(plain)] = 1
        plain &= plain - 1
    while trumps:
        row[start + FIRST_TRUMP + lowest_bit(trumps)] = 1
        trumps &= trumps - 1


@register_jitable
def observe(state: Any, row: Any) -> None:
    """Write what the seat in turn sees."""
    row[:] = 0
    play = state.play
    players = play.players
    at = _AT[players]
    looker = state.seat
    row[at[_AT_PHASE] + state.phase] = 1
    _add_cards(row, at[_AT_HAND], play.plain[looker], play.trumps[looker])
    _add_cards(row, at[_AT_SELECTED], state.selected_plain, state.selected_trumps)
    row[at[_AT_HANDFUL_BEGUN]] = state.handful_begun
    if state.contract > 0 and state.phase != BIDDING:
        row[at[_AT_TAKER] + _relative(state, play.taker)] = 1
        row[at[_AT_CONTRACT] + state.contract - 1] = 1
    if play.called >= 0:
        row[at[_AT_CALLED] + play.called] = 1
    _observe_partner(state, row, at)
    row[at[_AT_CALL_OPEN]] = state.call_open
    row[at[_AT_SLAM]] = state.slam > 0
    if state.dog_shown != 0:
        _add_cards(row, at[_AT_DOG], state.dog_plain, state.dog_trumps)
    if state.discarded != 0:
        if looker == play.taker:
            _add_cards(row, at[_AT_DISCARD], play.aside_plain, play.aside_trumps)
        _add_cards(row, at[_AT_DISCARD_SHOWN], play.aside_plain & KINGS, play.aside_trumps)
    if state.leader >= 0:
        row[at[_AT_LEADER] + _relative(state, state.leader)] = 1
    if play.in_trick > 0 and play.best >= 0:
        row[at[_AT_WINNING] + _relative(state, play.winner)] = 1
    if play.excuse_player >= 0:
        row[at[_AT_EXCUSE_SEAT] + _relative(state, play.excuse_player)] = 1
    row[at[_AT_DEALS_LEFT]] = 1
    row[at[_AT_DEALER] + _relative(state, state.dealer)] = 1
    for seat in range(players):
        mine = _relative(state, seat)
        if state.bids[seat] >= 0:
            row[at[_AT_BIDS] + 5 * mine + state.bids[seat]] = 1
        _add_cards(row, at[_AT_HANDFULS] + _FACES * mine, 0, state.handfuls[seat])
        _add_cards(row, at[_AT_PLAYED] + _FACES * mine, state.played_plain[seat], state.played_trumps[seat])
        if state.trick[seat] >= 0:
            row[at[_AT_TRICK] + _FACES * mine + state.trick[seat]] = 1
        if state.last_trick[seat] >= 0:
            row[at[_AT_LAST_TRICK] + _FACES * mine + state.last_trick[seat]] = 1
        row[at[_AT_HAND_COUNTS] + mine] = (count_bits(play.plain[seat]) + count_bits(play.trumps[seat])) / 24
        row[at[_AT_TRICKS_WON] + mine] = play.tricks[seat] / 24
        row[at[_AT_HALF_POINTS] + mine] = play.points[seat] / 182


@register_jitable
def _observe_partner(state: Any, row: Any, at: Any) -> None:
    """What the seat knows of the called card, as :mod:`amity.games.tarot.observe` says."""
    play = state.play
    looker = state.seat
    if state.call_made == 0:
        return
    if state.call_open != 0:
        if state.partner >= 0:
            row[at[_AT_PARTNER] + _relative(state, state.partner)] = 1
        else:
            row[at[_AT_ALONE]] = 1
    elif looker == state.partner:
        row[at[_AT_PARTNER]] = 1
    elif looker == play.taker and state.dealt_plain[looker] >> play.called & 1:
        row[at[_AT_ALONE]] = 1


@register_jitable
def _relative(state: Any, seat: int) -> int:
    """A seat counted from the one in turn."""
    place = seat - state.seat
    return place if place >= 0 else place + state.play.players
