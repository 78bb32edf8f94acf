"""Thousands of deals of Tarot at once, compiled. Load it through :mod:`amity.env.vector` only.

The play of the cards and the score are those of the compiled search; what comes before play is written here a second
time and compared with the match step by step in the tests. Deals that nobody takes, or in which somebody has the petit
as his only trump, are dealt again by the next dealer; the tenth in a row ends the episode, as it ends a match.
"""

# mypy: disable-error-code="no-any-return"
# Records of compiled code have no static type.

from __future__ import annotations

from typing import Any, Final

import numba
import numpy as np
from numba import types
from numba.extending import register_jitable

from amity.env._tarot import TarotCoding
from amity.env._tarot_vector_view import BIDDING, observe
from amity.games.tarot.actions import CONTRACTS
from amity.games.tarot.bidding import CALLS, COEFFICIENTS
from amity.games.tarot.dealing import DOG_SIZE, HAND_SIZE
from amity.games.tarot.handfuls import HANDFULS
from amity.games.tarot.match import UNPLAYED_LIMIT
from amity.games.tarot.play import BOUTS, EXCUSE_BIT, FIRST_TRUMP, KINGS, TRUMPS
from amity.search import _questions as ask
from amity.search import _tarot_state
from amity.search._bits import count_bits, lowest_bit, random_below
from amity.search._tarot_state import begin_play, legal_now

MOST_SEATS: Final = 5
_CALLING: Final = 2
_SLAM_QUESTION: Final = 3
_DISCARDING: Final = 4
_PLAY: Final = 5
"""Phases are places in the one-hot part of the observation."""

STATE: Final = np.dtype(
    [
        ("play", _tarot_state.STATE),
        ("fft", np.int64),
        ("petit_sec_void", np.int64),
        ("phase", np.int64),
        ("seat", np.int64),
        ("dealer", np.int64),
        ("unplayed", np.int64),
        ("dealt_plain", np.int64, (MOST_SEATS,)),
        ("dealt_trumps", np.int64, (MOST_SEATS,)),
        ("dog_plain", np.int64),
        ("dog_trumps", np.int64),
        ("dog_shown", np.int64),
        ("bids", np.int64, (MOST_SEATS,)),
        ("said", np.int64),
        ("contract", np.int64),
        ("partner", np.int64),
        ("call_made", np.int64),
        ("call_open", np.int64),
        ("slam", np.int64),
        ("discarded", np.int64),
        ("selected_plain", np.int64),
        ("selected_trumps", np.int64),
        ("handful_begun", np.int64),
        ("handfuls", np.int64, (MOST_SEATS,)),
        ("leader", np.int64),
        ("trick", np.int64, (MOST_SEATS,)),
        ("last_trick", np.int64, (MOST_SEATS,)),
        ("played_plain", np.int64, (MOST_SEATS,)),
        ("played_trumps", np.int64, (MOST_SEATS,)),
    ],
    align=True,
)
"""``play`` is the record of the compiled search; its ``aside`` is the dog until there is a discard. ``bids`` are −1 for
unsaid, 0 for a pass, else the contract from 1; ``contract`` likewise. ``trick`` and ``last_trick`` hold faces by seat,
−1 for none; ``handfuls`` the trumps shown by each seat."""


def prepare(states: Any, options: Any, seats: int) -> None:
    """Write the options into fresh records."""
    states["play"]["players"] = seats
    states["play"]["winner_gets_excuse"] = options.excuse_last_trick == "trick_winner"
    states["fft"] = options.discard == "fft"
    states["petit_sec_void"] = options.petit_sec == "void"


_NUMBER: Final = TarotCoding(4).number
_SELECT: Final = _NUMBER["select " + TarotCoding.faces[0]]
_HANDFUL: Final = _NUMBER["handful"]
_DONE: Final = _NUMBER["done"]
_BID: Final = _NUMBER["pass"]
_CALL: Final = _DONE + 2 + len(CONTRACTS)
_CALLS: Final = len(CALLS) + 1
_SLAM: Final = _NUMBER["announce slam"]
_FACES: Final = 78
_CALL_FACES: Final[Any] = np.array([*CALLS, -1], np.int64)
_COEFFICIENTS: Final[Any] = np.array([0, *(COEFFICIENTS[contract] for contract in CONTRACTS)], np.int64)
_HANDS: Final[Any] = np.array([HAND_SIZE.get(seats, 0) for seats in range(6)], np.int64)
_DOGS: Final[Any] = np.array([DOG_SIZE.get(seats, 0) for seats in range(6)], np.int64)
_SIZES: Final[Any] = np.array([sorted(HANDFULS.get(seats, {0: 0, 1: 0, 2: 0})) for seats in range(6)], np.int64)
_BONUSES: Final[Any] = np.array(
    [[HANDFULS[seats][size][1] if seats in HANDFULS else 0 for size in _SIZES[seats]] for seats in range(6)], np.int64
)
_PLAIN_KINGS: Final = KINGS
_BOUT_TRUMPS: Final = BOUTS >> FIRST_TRUMP
_GUARD: Final = 2
_GUARD_AGAINST: Final = 4
_LIMIT: Final = UNPLAYED_LIMIT


@register_jitable
def _card_bits(face: int) -> tuple[int, int]:
    """A face as the two words of a hand."""
    if face < FIRST_TRUMP:
        return 1 << face, 0
    return 0, 1 << (face - FIRST_TRUMP)


@register_jitable
def _next(state: Any, seat: int) -> int:
    return seat + 1 if seat + 1 < state.play.players else 0


@register_jitable
def _deal_once(state: Any, chance: Any, cards: Any) -> None:
    play = state.play
    for place in range(_FACES):
        cards[place] = place
    for place in range(_FACES - 1):
        other = place + random_below(chance, _FACES - place)
        cards[place], cards[other] = cards[other], cards[place]
    place = 0
    for seat in range(play.players):
        plain = 0
        trumps = 0
        for _ in range(_HANDS[play.players]):
            more_plain, more_trumps = _card_bits(cards[place])
            plain |= more_plain
            trumps |= more_trumps
            place += 1
        play.plain[seat] = plain
        play.trumps[seat] = trumps
        state.dealt_plain[seat] = plain
        state.dealt_trumps[seat] = trumps
    play.aside_plain = 0
    play.aside_trumps = 0
    while place < _FACES:
        more_plain, more_trumps = _card_bits(cards[place])
        play.aside_plain |= more_plain
        play.aside_trumps |= more_trumps
        place += 1
    state.dog_plain = play.aside_plain
    state.dog_trumps = play.aside_trumps


@register_jitable
def _petit_alone(state: Any) -> bool:
    alone = False
    for seat in range(state.play.players):
        alone |= state.play.trumps[seat] == 1
    return alone


@register_jitable
def _deal(state: Any, chance: Any, cards: Any, dealer: int) -> bool:
    """Deal until somebody may bid; ``False`` when too many deals in a row were not played."""
    play = state.play
    state.dealer = dealer
    _deal_once(state, chance, cards)
    while state.petit_sec_void != 0 and _petit_alone(state):
        state.unplayed += 1
        if state.unplayed >= _LIMIT:
            return False
        state.dealer = _next(state, state.dealer)
        _deal_once(state, chance, cards)
    play.taker = -1
    play.attack = 0
    play.called = -1
    play.secret = 0
    play.coefficient = 0
    play.aside_for_attack = 0
    play.handfuls = 0
    play.slam_announced = 0
    begin_play(play, 0)
    state.phase = BIDDING
    state.seat = _next(state, state.dealer)
    state.dog_shown = 0
    state.bids[:] = -1
    state.said = 0
    state.contract = 0
    state.partner = -1
    state.call_made = 0
    state.call_open = 0
    state.slam = -1
    state.discarded = 0
    state.selected_plain = 0
    state.selected_trumps = 0
    state.handful_begun = 0
    state.handfuls[:] = 0
    state.leader = -1
    state.trick[:] = -1
    state.last_trick[:] = -1
    state.played_plain[:] = 0
    state.played_trumps[:] = 0
    return True


@register_jitable
def _begin(state: Any, chance: Any, cards: Any) -> None:
    """A new episode."""
    state.unplayed = 0
    while not _deal(state, chance, cards, random_below(chance, state.play.players)):
        state.unplayed = 0


@register_jitable
def _trumps_needed(state: Any) -> int:
    """With ``fft``: how many trumps the discard must hold."""
    plain = state.play.plain[state.seat] & ~_PLAIN_KINGS
    return max(0, _DOGS[state.play.players] - count_bits(plain))


@register_jitable
def _mark_choices(mask: Any, able: int, first: int, needed: int, last: int) -> None:
    """Allow each card of a word above ``last`` with enough of them from it on; bits count from ``first``."""
    ahead = count_bits(able)
    while able:
        bit = lowest_bit(able)
        if first + bit > last and ahead >= needed:
            mask[_SELECT + first + bit] = 1
        able &= able - 1
        ahead -= 1


@register_jitable
def _last_selected(state: Any) -> int:
    last = -1
    trumps = state.selected_trumps
    plain = state.selected_plain
    if trumps:
        while trumps:
            last = FIRST_TRUMP + lowest_bit(trumps)
            trumps &= trumps - 1
        return last
    while plain:
        last = lowest_bit(plain)
        plain &= plain - 1
    return last


@register_jitable
def _mask_discard(state: Any, mask: Any) -> None:
    play = state.play
    seat = state.seat
    chosen_trumps = count_bits(state.selected_trumps)
    left = _DOGS[play.players] - count_bits(state.selected_plain) - chosen_trumps
    if left == 0:
        mask[_DONE] = 1
        return
    last = _last_selected(state)
    plain = play.plain[seat]
    trumps = play.trumps[seat]
    if state.fft != 0:
        trumps_left = _trumps_needed(state) - chosen_trumps
        plain_left = left - trumps_left
        if plain_left > 0:
            _mark_choices(mask, plain & ~_PLAIN_KINGS, 0, plain_left, last)
        else:
            _mark_choices(mask, trumps & ~_BOUT_TRUMPS, FIRST_TRUMP, trumps_left, last)
        return
    _mark_choices(mask, plain, 0, left - count_bits(trumps), last)
    _mark_choices(mask, trumps, FIRST_TRUMP, left, last)


@register_jitable
def _has_size(players: int, low: int, high: int) -> bool:
    """Whether a handful of some size within the bounds exists."""
    found = False
    for place in range(3):
        found |= low <= _SIZES[players, place] <= high
    return found


@register_jitable
def _seen_trumps(state: Any, seat: int) -> int:
    """Trumps of the own discard that all have seen."""
    if state.discarded == 0 or seat != state.play.taker:
        return 0
    return state.play.aside_trumps & TRUMPS


@register_jitable
def _may_begin_handful(state: Any) -> bool:
    play = state.play
    seat = state.seat
    if play.trick_number != 0 or state.handfuls[seat] != 0:
        return False
    own = count_bits(play.trumps[seat] & TRUMPS)
    pool = own + count_bits(_seen_trumps(state, seat))
    if _has_size(play.players, 1, pool):
        return True
    return play.trumps[seat] & EXCUSE_BIT != 0 and _has_size(play.players, own + 1, pool + 1)


@register_jitable
def _mask_handful(state: Any, mask: Any) -> None:
    play = state.play
    seat = state.seat
    chosen = state.selected_trumps
    number = count_bits(chosen)
    if _has_size(play.players, number, number):
        mask[_DONE] = 1
    if chosen & EXCUSE_BIT:
        return
    own = play.trumps[seat] & TRUMPS
    excuse = play.trumps[seat] & EXCUSE_BIT != 0
    above = (own | _seen_trumps(state, seat)) & ~chosen
    last = _last_selected(state)
    above = above >> (last - FIRST_TRUMP + 1) << (last - FIRST_TRUMP + 1) if last >= 0 else above
    taken = chosen
    left = above
    while left:
        bit = lowest_bit(left)
        left &= left - 1
        after = left
        with_it = taken | 1 << bit
        low = number + 1
        high = low + count_bits(after)
        possible = _has_size(play.players, low, high)
        if not possible and excuse and own & ~(with_it | after) == 0:
            possible = _has_size(play.players, low + count_bits(after & own) + 1, high + 1)
        if possible:
            mask[_SELECT + FIRST_TRUMP + bit] = 1
    if excuse and own & ~chosen == 0 and _has_size(play.players, number + 1, number + 1):
        mask[_SELECT + _FACES - 1] = 1


@register_jitable
def _callable(state: Any, face: int) -> bool:
    """Kings; with all of a rank in hand the next lower rank too."""
    plain = state.play.plain[state.seat]
    for rank in range(13, face % 14, -1):
        for suit in range(4):
            if plain >> (14 * suit + rank) & 1 == 0:
                return False
    return True


@register_jitable
def _mask_tokens(state: Any, mask: Any) -> None:
    """What the seat in turn may do."""
    mask[:] = 0
    if state.phase == _PLAY:
        if state.handful_begun != 0:
            _mask_handful(state, mask)
            return
        plain, trumps = legal_now(state.play)
        while plain:
            mask[lowest_bit(plain)] = 1
            plain &= plain - 1
        while trumps:
            mask[FIRST_TRUMP + lowest_bit(trumps)] = 1
            trumps &= trumps - 1
        mask[_HANDFUL] = _may_begin_handful(state)
    elif state.phase == _DISCARDING:
        _mask_discard(state, mask)
    elif state.phase == BIDDING:
        mask[_BID] = 1
        mask[_BID + 1 + state.contract : _BID + 5] = 1
    elif state.phase == _CALLING:
        for place in range(_CALLS - 1):
            mask[_CALL + place] = _callable(state, _CALL_FACES[place])
        mask[_CALL + _CALLS - 1] = 1
    else:
        mask[_SLAM : _SLAM + 2] = 1


@register_jitable
def _take(state: Any, token: int, chance: Any, cards: Any) -> bool:
    """Carry out a legal token; whether the episode is over."""
    if token < _FACES:
        return _play_card(state, token)
    if token == _HANDFUL:
        state.handful_begun = 1
    elif token == _DONE:
        if state.handful_begun != 0:
            _show_handful(state)
        else:
            _lay_aside(state)
        state.selected_plain = 0
        state.selected_trumps = 0
        state.handful_begun = 0
    elif token < _HANDFUL:
        plain, trumps = _card_bits(token - _SELECT)
        state.selected_plain |= plain
        state.selected_trumps |= trumps
    elif token >= _SLAM:
        _answer_slam(state, token == _SLAM)
    elif token >= _CALL:
        _call(state, _CALL_FACES[token - _CALL])
    else:
        return _bid(state, token - _BID, chance, cards)
    return False


@register_jitable
def _bid(state: Any, contract: int, chance: Any, cards: Any) -> bool:
    seat = state.seat
    state.bids[seat] = contract
    state.said += 1
    if contract > 0:
        state.contract = contract
        state.play.taker = seat
    if state.said < state.play.players:
        state.seat = _next(state, seat)
        return False
    if state.contract == 0:
        state.unplayed += 1
        return state.unplayed >= _LIMIT or not _deal(state, chance, cards, _next(state, state.dealer))
    play = state.play
    play.attack = 1 << play.taker
    play.coefficient = _COEFFICIENTS[state.contract]
    play.aside_for_attack = state.contract != _GUARD_AGAINST
    state.seat = play.taker
    state.phase = _CALLING if play.players == 5 else _SLAM_QUESTION
    return False


@register_jitable
def _call(state: Any, face: int) -> None:
    play = state.play
    state.call_made = 1
    state.phase = _SLAM_QUESTION
    if face < 0:
        state.call_open = 1
        return
    play.called = face
    play.secret = 1
    for seat in range(play.players):
        if seat != play.taker and play.plain[seat] >> face & 1:
            state.partner = seat
            play.attack |= 1 << seat


@register_jitable
def _answer_slam(state: Any, announced: bool) -> None:
    play = state.play
    state.slam = announced
    play.slam_announced = announced
    if state.contract > _GUARD:
        _start_play(state)
        return
    play.plain[play.taker] |= state.dog_plain
    play.trumps[play.taker] |= state.dog_trumps
    state.dog_shown = 1
    if play.called >= 0 and state.dog_plain >> play.called & 1:
        state.call_open = 1
    state.phase = _DISCARDING


@register_jitable
def _lay_aside(state: Any) -> None:
    play = state.play
    play.aside_plain = state.selected_plain
    play.aside_trumps = state.selected_trumps
    play.plain[play.taker] &= ~state.selected_plain
    play.trumps[play.taker] &= ~state.selected_trumps
    state.discarded = 1
    if play.called >= 0 and (state.selected_plain & _PLAIN_KINGS) >> play.called & 1:
        state.call_open = 1
    _start_play(state)


@register_jitable
def _start_play(state: Any) -> None:
    leader = state.play.taker if state.play.slam_announced != 0 else _next(state, state.dealer)
    begin_play(state.play, leader)
    state.leader = leader
    state.seat = leader
    state.phase = _PLAY


@register_jitable
def _show_handful(state: Any) -> None:
    play = state.play
    state.handfuls[state.seat] = state.selected_trumps
    size = count_bits(state.selected_trumps)
    for place in range(3):
        if _SIZES[play.players, place] == size:
            play.handfuls += _BONUSES[play.players, place]


@register_jitable
def _play_card(state: Any, face: int) -> bool:
    play = state.play
    seat = state.seat
    plain, trumps = _card_bits(face)
    state.played_plain[seat] |= plain
    state.played_trumps[seat] |= trumps
    if face == play.called:
        state.call_open = 1
    state.trick[seat] = face
    ask.take_action(play, face)
    state.seat = play.seat
    if play.in_trick == 0:
        state.last_trick[:] = state.trick
        state.trick[:] = -1
        state.leader = play.seat
    return play.left == 0


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
    cards = np.empty(_FACES, np.int64)
    for index in range(start, stop):
        state = states[index]
        _begin(state, chances[index], cards)
        _mask_tokens(state, masks[index])
        observe(state, rows[index])
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
    cards = np.empty(_FACES, np.int64)
    paid = np.empty((2, MOST_SEATS), np.float64)
    for index in range(start, stop):
        state = states[index]
        over = _take(state, tokens[index], chances[index], cards)
        done[index] = over
        rewards[index] = 0
        if over:
            if state.phase == _PLAY:
                ask.write_rewards(state.play, paid)
                for seat in range(state.play.players):
                    rewards[index, seat] = paid[1, seat]
            _begin(state, chances[index], cards)
        _mask_tokens(state, masks[index])
        observe(state, rows[index])
        seats[index] = state.seat
