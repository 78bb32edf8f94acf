"""A moment of play in Friends! as a NumPy record, and the game's answers about it. Rules: friends, 4 to 7.

An action is the play that lies in the record itself, in ``cards`` and, of a lead, ``copies`` and ``masks``: plays are
too many to be numbered. What must be followed is measured by the rules' own functions; who wins, what a throw is
worth and how a deal is scored are compiled twins, compared with the match action by action.
"""

# mypy: disable-error-code="no-any-return"
# Records of compiled code have no static type.

from __future__ import annotations

from typing import Any, Final

import numba
import numpy as np
from numba.extending import register_jitable

from amity.games.friends.follow import measure
from amity.games.friends.order import longest_run, step_mask
from amity.games.friends.throws import FINE
from amity.search import _questions as ask
from amity.search._bits import count_bits, highest_bit
from amity.search._friends_cards import COPIES, at_least, copies_at, exactly, spread, total

for _rule in (longest_run, measure, step_mask):
    register_jitable(_rule)

SEATS: Final = 6
GROUPS: Final = 5
TRUMPS: Final = 4
MOST_PATTERNS: Final = 24
"""Patterns of a lead that a search makes; a group has no more than 18 faces."""
MOST_TRACTORS: Final = 10

# Classes of plays as in amity.games.friends.trick; a strength is class × 64 + key, −1 for a play of no class.
PLAIN: Final = 1 << 6
PLAIN_QUAD: Final = 2 << 6
RUFF: Final = 3 << 6
TRUMP_QUAD: Final = 4 << 6

PLAY: Final = (
    ("cards", np.int64, (GROUPS,)),
    ("patterns", np.int64),
    ("copies", np.int64, (MOST_PATTERNS,)),
    ("masks", np.int64, (MOST_PATTERNS,)),
)
"""Fields of a play: packed cards by group and, of a lead, its patterns."""

STATE: Final = np.dtype(
    [
        # Hands
        ("hands", np.int64, (SEATS, GROUPS)),
        ("left", np.int64),
        # The trick
        ("seat", np.int64),
        ("in_trick", np.int64),
        ("group", np.int64),
        ("count", np.int64),
        ("most", np.int64),
        ("first_copies", np.int64),
        ("first_length", np.int64),
        ("sets", np.int64, (5,)),
        ("slots", np.int64, (5,)),
        ("longest", np.int64, (5,)),
        ("tractors", np.int64),
        ("tractor_copies", np.int64, (MOST_TRACTORS,)),
        ("tractor_length", np.int64, (MOST_TRACTORS,)),
        ("best", np.int64),
        ("winner", np.int64),
        ("trick_points", np.int64),
        # The deal
        ("points", np.int64, (SEATS,)),
        ("fines", np.int64, (SEATS,)),
        ("dealer", np.int64),
        ("last_swapped", np.int64),
        ("base_points", np.int64),
        ("last_size", np.int64),
        ("called_group", np.int64, (2,)),
        ("called_place", np.int64, (2,)),
        ("called_left", np.int64, (2,)),
        ("friend", np.int64, (2,)),
        # Order of the cards
        ("wide", np.int64, (GROUPS,)),
        ("wide_faces", np.int64, (GROUPS,)),
        ("faces", np.int64, (GROUPS,)),
        ("tens", np.int64, (GROUPS,)),
        ("fives", np.int64, (GROUPS,)),
        # Options and match
        ("smallest_only", np.int64),
        ("shut_out_three", np.int64),
        ("every_80", np.int64),
        ("clamp", np.int64),
        ("dealer_at_ace", np.int64),
        ("levels", np.int64, (SEATS,)),
        # Room for the policy: chance of each seat to be on the dealer's side
        ("side", np.float64, (SEATS,)),
        # The action
        *PLAY,
    ],
    align=True,
)
"""``sets``, ``slots`` and ``longest``: by multiplicity, what was led; ``called_left``: copies still to be played until
the call is settled; ``friend``: −1 while it is not; ``tens`` and ``fives``: masks of faces; ``last_size``: cards in the
largest pattern of the last trick's winning play."""
STATE_TYPE: Final[Any] = numba.from_dtype(STATE)


@ask.answer(ask.is_over, STATE_TYPE)
def _is_over(state: Any) -> bool:
    return state.left == 0


@ask.answer(ask.seat_to_act, STATE_TYPE)
def _seat_to_act(state: Any) -> int:
    return state.seat


@register_jitable
def points_of(state: Any, group: int, packed: int) -> int:
    """Card points."""
    if packed == 0:
        return 0
    return 10 * total(packed & spread(state.tens[group]) * COPIES) + 5 * total(
        packed & spread(state.fives[group]) * COPIES
    )


@register_jitable
def steps_of(state: Any, group: int, mask: int) -> int:
    """A mask of faces as a mask of steps."""
    return step_mask(mask, state.wide[group], state.wide_faces[group])


@register_jitable
def step_at(state: Any, group: int, place: int) -> int:
    """The step on which the face at a place stands."""
    wide = state.wide[group]
    if place <= wide:
        return place
    return max(wide, place - state.wide_faces[group] + 1)


@register_jitable
def clear_action(state: Any) -> None:
    """Take the action out of the record."""
    for group in range(GROUPS):
        state.cards[group] = 0
    state.patterns = 0


@register_jitable
def put_action(state: Any, move: Any) -> None:
    """Put a move into the record as its action."""
    for group in range(GROUPS):
        state.cards[group] = move.cards[group]
    state.patterns = move.patterns
    for pattern in range(move.patterns):
        state.copies[pattern] = move.copies[pattern]
        state.masks[pattern] = move.masks[pattern]


@register_jitable
def measured(state: Any, packed: int) -> int:
    """The match of cards of the led group; of a hand, the requirement. Rules: friends, 5.2."""
    group = state.group
    return measure(
        exactly(packed, 2),
        exactly(packed, 3),
        exactly(packed, 4),
        state.wide[group],
        state.wide_faces[group],
        (state.slots[2], state.slots[3], state.slots[4]),
        (state.longest[2], state.longest[3], state.longest[4]),
    )


@register_jitable
def may_follow(state: Any) -> bool:
    """Whether the seat in turn may play the action on the lead. Rules: friends, 5.2."""
    hand = state.hands[state.seat]
    group = state.group
    count = 0
    for suit in range(GROUPS):
        cards = state.cards[suit]
        count += total(cards)
        while cards:
            place = highest_bit(cards) // 3
            if copies_at(cards, place) > copies_at(hand[suit], place):
                return False
            cards &= ~(COPIES << 3 * place)
    if count != state.count:
        return False
    held = total(hand[group])
    played = total(state.cards[group])
    if held <= count:
        return played == held
    if played != count:
        return False
    if state.most == 1 or (count == 4 and exactly(state.cards[group], 4) != 0):
        return True
    return measured(state, state.cards[group]) >= measured(state, hand[group])


@register_jitable
def _sets_fit(packed: int, sets: Any) -> bool:
    """Whether so many quads, triples and pairs can be taken; singles take what is left."""
    fours = count_bits(exactly(packed, 4)) - sets[4]
    if fours < 0:
        return False
    threes = count_bits(exactly(packed, 3)) - sets[3]
    if threes < 0:
        fours += threes
        threes = 0
    return fours >= 0 and 2 * fours + threes + count_bits(exactly(packed, 2)) >= sets[2]


@register_jitable
def _pattern_at(state: Any, group: int, packed: int, copies: int, length: int, top: int, which: int) -> int:
    """The mask of faces of a pattern with its top on a step, taken from packed cards; 0 when they do not hold it.

    ``which``: the face on the wide step when the pattern has one there.
    """
    wide = state.wide[group]
    beside = state.wide_faces[group]
    crosses = top >= wide > top - length
    if which > 0 and (not crosses or which >= beside):
        return 0
    mask = 0
    for step in range(top - length + 1, top + 1):
        place = step if step < wide else (step + which if step == wide else step + beside - 1)
        if copies_at(packed, place) < copies:
            return 0
        mask |= 1 << place
    return mask


@register_jitable
def structure_key(state: Any, group: int, packed: int) -> int:
    """The highest step that a pattern of the lead's first shape tops in any split of the cards into the lead's
    patterns; −1 when they cannot be split so. The cards are as many as were led. Rules: friends, 5.3.
    """
    copies = state.first_copies
    length = state.first_length
    if state.tractors + state.sets[1] + state.sets[2] + state.sets[3] + state.sets[4] == 1:
        mask = exactly(packed, copies)
        if count_bits(mask) != length:
            return -1
        steps = steps_of(state, group, mask)
        if count_bits(steps) != length or longest_run(steps) != length:
            return -1
        return highest_bit(steps)
    if copies == 1:
        return highest_bit(steps_of(state, group, at_least(packed, 1)))
    sets = np.empty(5, np.int64)
    for size in range(5):
        sets[size] = state.sets[size]
    first = 0
    if length == 1:
        sets[copies] -= 1
    else:
        first = 1
    # Taken out one after the other: the first pattern, then the other tractors. A choice is a top step and the face
    # on the wide step; all are tried, the highest top of the first pattern first.
    depth = state.tractors - first + 1
    rest = np.empty(MOST_TRACTORS + 2, np.int64)
    choice = np.empty(MOST_TRACTORS + 2, np.int64)
    highest = 4 * (state.faces[group] - state.wide_faces[group] + 1) - 1
    rest[0] = packed
    choice[0] = highest
    level = 0
    while level >= 0:
        if level == depth:
            if _sets_fit(rest[level], sets):
                return choice[0] // 4
            level -= 1
            choice[level] -= 1
            continue
        shape = 0 if level == 0 else level - 1 + first
        wanted = copies if level == 0 else state.tractor_copies[shape]
        long = length if level == 0 else state.tractor_length[shape]
        found = 0
        while choice[level] >= 0:
            top = choice[level] // 4
            if top >= long - 1:
                found = _pattern_at(state, group, rest[level], wanted, long, top, choice[level] % 4)
                if found:
                    break
            choice[level] -= 1
        if found == 0:
            level -= 1
            if level >= 0:
                choice[level] -= 1
            continue
        rest[level + 1] = rest[level] - wanted * spread(found)
        level += 1
        choice[level] = highest
    return -1


@register_jitable
def strength_of(state: Any) -> int:
    """The strength of the action as a play on the lead; −1 when it cannot win. Rules: friends, 5.3."""
    group = state.group
    if state.cards[group] == 0:
        group = TRUMPS
    packed = state.cards[group]
    for suit in range(GROUPS):
        if suit != group and state.cards[suit] != 0:
            return -1
    if packed == 0:
        return -1
    if state.count == 4:
        quads = exactly(packed, 4)
        if quads:
            key = highest_bit(steps_of(state, group, quads))
            return (TRUMP_QUAD if group == TRUMPS else PLAIN_QUAD) + key
    key = structure_key(state, group, packed)
    if key < 0:
        return -1
    return (RUFF if group == TRUMPS else PLAIN) + key


@register_jitable
def rejected_by(state: Any, seat: int, group: int, copies: int, mask: int) -> bool:
    """Whether a seat holds a higher pattern of that shape. Rules: friends, 5.1."""
    tops = steps_of(state, group, at_least(state.hands[seat, group], copies))
    steps = tops
    for _ in range(count_bits(mask) - 1):
        steps <<= 1
        tops &= steps
    return tops >> step_at(state, group, highest_bit(mask)) + 1 != 0


@register_jitable
def _smaller(state: Any, group: int, first: int, second: int) -> bool:
    """Whether pattern ``first`` of the action comes before ``second`` as the smallest. Rules: friends, 5.1."""
    a, b = state.masks[first], state.masks[second]
    size, other = state.copies[first] * count_bits(a), state.copies[second] * count_bits(b)
    if size != other:
        return size < other
    size, other = step_at(state, group, highest_bit(a)), step_at(state, group, highest_bit(b))
    if size != other:
        return size < other
    if state.copies[first] != state.copies[second]:
        return state.copies[first] < state.copies[second]
    # Equal lengths: the first face from the top that differs decides.
    return a < b


@register_jitable
def _try_throw(state: Any, group: int) -> None:
    """Take the patterns that others reject out of the action and fine the leader. Rules: friends, 5.1."""
    seat = state.seat
    standing = 0
    smallest = -1
    rejected = 0
    for pattern in range(state.patterns):
        refused = False
        for distance in range(1, SEATS):
            if rejected_by(state, (seat + distance) % SEATS, group, state.copies[pattern], state.masks[pattern]):
                refused = True
                break
        if refused:
            rejected += 1
            if smallest < 0 or _smaller(state, group, pattern, smallest):
                smallest = pattern
        else:
            standing |= 1 << pattern
    if rejected == 0:
        return
    state.fines[seat] += FINE
    if state.smallest_only != 0 or standing == 0:
        standing = 1 << smallest
    kept = 0
    cards = 0
    for pattern in range(state.patterns):
        if standing >> pattern & 1:
            copies, mask = state.copies[pattern], state.masks[pattern]
            state.copies[kept] = copies
            state.masks[kept] = mask
            cards += copies * spread(mask)
            kept += 1
    state.patterns = kept
    state.cards[group] = cards


@register_jitable
def read_lead(state: Any) -> None:
    """Make the action the lead that has to be followed."""
    group = 0
    while state.cards[group] == 0:
        group += 1
    if state.patterns > 1:
        _try_throw(state, group)
    state.group = group
    state.count = total(state.cards[group])
    state.most = 0
    for size in range(5):
        state.sets[size] = 0
        state.slots[size] = 0
        state.longest[size] = 0
    state.tractors = 0
    first = 0
    for pattern in range(state.patterns):
        copies = state.copies[pattern]
        mask = state.masks[pattern]
        length = count_bits(mask)
        state.slots[copies] += length
        state.most = max(state.most, copies)
        if length == 1:
            state.sets[copies] += 1
        else:
            state.longest[copies] = max(state.longest[copies], length)
            # In order: most cards, then the highest multiplicity, so that the one that decides comes first.
            place = state.tractors
            while place > 0:
                before = state.tractor_copies[place - 1]
                size = before * state.tractor_length[place - 1]
                if size > copies * length or (size == copies * length and before >= copies):
                    break
                state.tractor_copies[place] = before
                state.tractor_length[place] = state.tractor_length[place - 1]
                place -= 1
            state.tractor_copies[place] = copies
            state.tractor_length[place] = length
            state.tractors += 1
        rank = 8 * copies * length + copies
        if rank > first:
            first = rank
            state.first_copies = copies
            state.first_length = length
    top = 0
    for pattern in range(state.patterns):
        mask = state.masks[pattern]
        if state.copies[pattern] == state.first_copies and count_bits(mask) == state.first_length:
            top = max(top, step_at(state, group, highest_bit(mask)))
    # The leader's strength is that of any play: a lead of four identical cards is a quad however it was named, and
    # another split of a throw can have a higher top.
    state.best = strength_of(state) if state.patterns > 1 else -1
    if state.best < 0:
        quad = state.count == 4 and state.first_copies == 4
        if group == TRUMPS:
            state.best = (TRUMP_QUAD if quad else RUFF) + top
        else:
            state.best = (PLAIN_QUAD if quad else PLAIN) + top
    state.winner = state.seat


@ask.answer(ask.take_action, STATE_TYPE)
def _take_action(state: Any, _action: int) -> None:
    seat = state.seat
    if state.in_trick == 0:
        read_lead(state)
    else:
        strength = strength_of(state)
        if strength > state.best:
            state.best = strength
            state.winner = seat
    for call in range(2):
        if state.friend[call] < 0:
            played = copies_at(state.cards[state.called_group[call]], state.called_place[call])
            state.called_left[call] -= played
            if state.called_left[call] <= 0:
                state.friend[call] = seat
    for group in range(GROUPS):
        cards = state.cards[group]
        if cards:
            state.hands[seat, group] -= cards
            state.trick_points += points_of(state, group, cards)
    state.left -= state.count
    state.in_trick += 1
    if state.in_trick < SEATS:
        state.seat = seat + 1 if seat < SEATS - 1 else 0
        return
    winner = state.winner
    state.points[winner] += state.trick_points
    state.trick_points = 0
    state.in_trick = 0
    state.seat = winner
    if state.left == 0:
        kind = state.best >> 6
        quad = kind == PLAIN_QUAD >> 6 or kind == TRUMP_QUAD >> 6
        state.last_size = 4 if quad else state.first_copies * state.first_length
        for call in range(2):
            if state.friend[call] < 0:
                state.friend[call] = state.last_swapped


@register_jitable
def on_dealers_side(state: Any, seat: int) -> bool:
    """Whether a seat is the dealer or a friend."""
    return seat == state.dealer or seat == state.friend[0] or seat == state.friend[1]


@register_jitable
def opponents_points(state: Any) -> int:
    """P of a deal that is over. Rules: friends, 6."""
    found = 0
    for seat in range(SEATS):
        if on_dealers_side(state, seat):
            found += state.fines[seat]
        else:
            found += state.points[seat] - state.fines[seat]
    if not on_dealers_side(state, state.winner):
        found += 2 * state.last_size * state.base_points
    if state.clamp != 0 and found < 0:
        return 0
    return found


@register_jitable
def levels_gained(state: Any, points: int) -> int:
    """Levels that the dealer's side goes up, or, below zero, the opponents. At P = 160 and a little more: −1, or 0
    where only every 80 points more are worth a level. Rules: friends, 6 and 7.
    """
    if points < 160:
        if state.shut_out_three != 0 and points <= 0:
            return 3
        return 1 + (159 - points) // 80
    return -((points - 160) // 80) - (0 if state.every_80 != 0 else 1)


@ask.answer(ask.write_rewards, STATE_TYPE)
def _write_rewards(state: Any, rewards: Any) -> None:
    """Row 0: levels ahead of the mean of the others, with points as a fine term and the match as a large one; row 1:
    points of the seat's side beyond those that divide the sides; row 2: levels ahead, nothing else.
    """
    points = opponents_points(state)
    gained = levels_gained(state, points)
    fine = FINE_TERM * (160 - points) / 80.0
    first = 0.0
    third = 0.0
    for seat in range(SEATS):
        dealers = on_dealers_side(state, seat)
        rewards[1, seat] = 160 - points if dealers else points - 160
        levels = max(gained if dealers else -gained, 0)
        worth = levels + (fine if dealers else -fine)
        if state.dealer_at_ace != 0:
            if state.levels[seat] + levels > ACE:
                levels = ACE - state.levels[seat]
                worth = levels + (fine if dealers else -fine)
            if seat == state.dealer and state.levels[seat] == ACE and points < 160:
                worth += MATCH_WON
        elif state.levels[seat] + levels > ACE:
            worth += MATCH_WON
        rewards[0, seat] = worth
        rewards[2, seat] = levels
        first += worth
        third += levels
    for seat in range(SEATS):
        # Ahead of the mean of the five others.
        rewards[0, seat] = (rewards[0, seat] * SEATS - first) / (SEATS - 1)
        rewards[2, seat] = (rewards[2, seat] * SEATS - third) / (SEATS - 1)


ACE: Final = 14
FINE_TERM: Final = 0.5
"""What 80 points are worth beside the levels that they decide, in levels: sums of few playouts hang less on single
steps, and points that decide nothing in one world do so in another."""
MATCH_WON: Final = 2.0
"""Levels that winning the match is worth."""
