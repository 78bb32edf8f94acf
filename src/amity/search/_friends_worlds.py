"""Dealing the hidden cards of Friends! anew, in agreement with everything that is public. Rules: friends, 3 to 5.

What is known of the other hands and the base comes as facts: sizes; groups a hand has no more of; for every play that
showed fewer sets than were led, that the hand had no better match; for every pattern of a throw, who could not reject
it, and with what it was rejected; cards shown in bids, cards of the base that passed on, cards given back.

Worlds are drawn by a Markov chain that exchanges two hidden cards at a time (Metropolis). Its weight of a world is the
number of deals behind it, times the ``lean`` of who is likely to hold what, times a penalty for each fact that fails:
the chain may cross worlds that cannot be, and so reaches all that can, but only those are counted and given out. Among
them every one is as likely as it should be.
"""

# mypy: disable-error-code="no-any-return"
# Records of compiled code have no static type.

from __future__ import annotations

from typing import Any, Final

import numba
import numpy as np
from numba.extending import register_jitable

from amity.games.friends.follow import measure
from amity.search import _questions as ask
from amity.search._bits import count_bits, random_below, random_unit
from amity.search._friends_cards import at_least, exactly, total
from amity.search._friends_deal import BASE, FACES, PLACES
from amity.search._friends_follow import run_faces, tops_of_runs
from amity.search._friends_state import GROUPS, SEATS, points_of, steps_of

CARDS: Final = 4 * FACES
MOST_FACTS: Final = 640
MOST_NEEDS: Final = 32

# Kinds of facts about the cards of one group that a seat held when something was played
FOLLOWED: Final = 0
"""Its match was no better than ``shown``."""
NO_HIGHER: Final = 1
"""It held no pattern of a shape with a top above a step."""
LOWEST_HIGHER: Final = 2
"""The lowest such pattern it held was a certain one."""
HELD: Final = 3
"""It held certain cards."""

KNOWLEDGE: Final = np.dtype(
    [
        ("cards", np.int64),
        ("face", np.int64, (CARDS,)),
        ("at", np.int64, (CARDS,)),
        ("hands", np.int64, (PLACES, GROUPS)),
        ("copies", np.int64, (PLACES, FACES)),
        ("played", np.int64, (PLACES, FACES)),
        ("lean", np.float64, (PLACES, FACES)),
        ("excluded", np.int64, (PLACES,)),
        ("group", np.int64, (FACES,)),
        ("place", np.int64, (FACES,)),
        # Facts, sorted by seat and group
        ("first", np.int64, (SEATS * GROUPS + 1,)),
        ("kind", np.int64, (MOST_FACTS,)),
        ("since", np.int64, (MOST_FACTS,)),
        ("count", np.int64, (MOST_FACTS,)),
        ("shown", np.int64, (MOST_FACTS,)),
        ("slots", np.int64, (MOST_FACTS, 3)),
        ("longest", np.int64, (MOST_FACTS, 3)),
        # Cards of a face that lie somewhere among several places
        ("needs", np.int64),
        ("need_face", np.int64, (MOST_NEEDS,)),
        ("need_places", np.int64, (MOST_NEEDS,)),
        ("need_copies", np.int64, (MOST_NEEDS,)),
        # How many facts fail
        ("failed", np.int64, (PLACES, GROUPS)),
        ("missing", np.int64),
        ("steps", np.int64),
        ("penalty", np.float64),
        ("seat", np.int64),
        ("first_failing", np.int64),
        ("base_known", np.int64),
    ],
    align=True,
)
"""The hidden cards are ``face`` and lie ``at`` a seat or the base (6). ``excluded``: groups a place has no card of, as
a mask. ``since``: what the seat has played of the group from that play on. ``count`` of a pattern: its copies × 64 +
its length; ``shown``: its top step, or a mask of faces (for :data:`LOWEST_HIGHER`), or packed cards. ``need_copies``
are those still hidden. ``steps``: exchanges between two worlds; ``first_failing``: by how much the world with which it
began fails the facts; ``base_known``: points of a base that the seat knows, else −1."""
KNOWLEDGE_TYPE: Final[Any] = numba.from_dtype(KNOWLEDGE)

_PENALTY: Final = 0.1
"""What a fact that fails makes of the weight of a world, to begin with."""
_HARDER: Final = 0.5
"""By what the penalty is multiplied while no world agrees with all facts, down to :data:`_HARDEST`; then anew."""
_HARDEST: Final = 1e-4
_ROUND: Final = 400
"""Exchanges between two changes of the penalty."""
_FIRST_ROUNDS: Final = 500
"""Rounds after which the search for a first world ends."""


@register_jitable
def _lowest_higher(state: Any, group: int, packed: int, copies: int, length: int, above: int) -> int:
    """The faces of the lowest pattern of a shape with its top on a step from ``above`` on; 0 for none."""
    faces = at_least(packed, copies)
    tops = tops_of_runs(steps_of(state, group, faces), length) >> above << above
    if tops == 0:
        return 0
    low = tops & -tops
    return run_faces(state, group, faces, length, count_bits(low - 1))


@register_jitable
def _fails(knowledge: Any, state: Any, fact: int, group: int, hand: int) -> int:
    """0 when a fact holds, else how far it is from that."""
    packed = hand + knowledge.since[fact]
    kind = knowledge.kind[fact]
    if kind == FOLLOWED:
        if total(packed) == knowledge.count[fact]:
            return 0
        slots, longest = knowledge.slots[fact], knowledge.longest[fact]
        required = measure(
            exactly(packed, 2),
            exactly(packed, 3),
            exactly(packed, 4),
            state.wide[group],
            state.wide_faces[group],
            (slots[0], slots[1], slots[2]),
            (longest[0], longest[1], longest[2]),
        )
        return 1 if required > knowledge.shown[fact] else 0
    if kind == HELD:
        wanted = knowledge.shown[fact]
        found = 0
        for copies in range(1, 5):
            found += count_bits(at_least(wanted, copies) & ~at_least(packed, copies))
        return found
    copies, length = knowledge.count[fact] >> 6, knowledge.count[fact] & 63
    if kind == NO_HIGHER:
        tops = tops_of_runs(steps_of(state, group, at_least(packed, copies)), length)
        return count_bits(tops >> knowledge.shown[fact] + 1)
    above = knowledge.slots[fact, 0]
    return 1 if _lowest_higher(state, group, packed, copies, length, above) != knowledge.shown[fact] else 0


@register_jitable
def _failing(knowledge: Any, state: Any, place: int, group: int) -> int:
    """How many facts about a group at a place fail."""
    hand = knowledge.hands[place, group]
    found = total(hand) if knowledge.excluded[place] >> group & 1 else 0
    if place < SEATS:
        key = place * GROUPS + group
        for fact in range(knowledge.first[key], knowledge.first[key + 1]):
            found += _fails(knowledge, state, fact, group, hand)
    return found


@register_jitable
def _missing(knowledge: Any) -> int:
    """Copies that are not where they are needed."""
    found = 0
    for need in range(knowledge.needs):
        face = knowledge.need_face[need]
        held = 0
        for place in range(PLACES):
            if knowledge.need_places[need] >> place & 1:
                held += knowledge.copies[place, face]
        found += max(0, knowledge.need_copies[need] - held)
    return found


@register_jitable
def _move(knowledge: Any, face: int, source: int, target: int) -> None:
    group = knowledge.group[face]
    one = 1 << 3 * knowledge.place[face]
    knowledge.hands[source, group] -= one
    knowledge.hands[target, group] += one
    knowledge.copies[source, face] -= 1
    knowledge.copies[target, face] += 1


@register_jitable
def _ratio(knowledge: Any, face: int, source: int, target: int) -> float:
    """By what the weight changes when a card goes from one place to another, before it goes. Cards that have been
    played by a seat were dealt to it together with those it holds: one deal in many when they are equal.
    """
    held, after = knowledge.copies[source, face], knowledge.copies[target, face] + 1
    dealt = (knowledge.played[source, face] + held) / held * after / (knowledge.played[target, face] + after)
    return dealt * knowledge.lean[target, face] / knowledge.lean[source, face]


@register_jitable
def _exchange(knowledge: Any, state: Any, chance: Any, all_failing: int) -> int:
    """Propose one exchange and accept it or not; how many facts fail then."""
    cards = knowledge.cards
    one, two = random_below(chance, cards), random_below(chance, cards)
    a, b = knowledge.at[one], knowledge.at[two]
    f, g = knowledge.face[one], knowledge.face[two]
    if a == b or f == g:
        return all_failing
    first, second = knowledge.group[f], knowledge.group[g]
    before = knowledge.failed[a, first] + knowledge.failed[b, first]
    if second != first:
        before += knowledge.failed[a, second] + knowledge.failed[b, second]
    ratio = _ratio(knowledge, f, a, b) * _ratio(knowledge, g, b, a)
    _move(knowledge, f, a, b)
    _move(knowledge, g, b, a)
    a_first, b_first = _failing(knowledge, state, a, first), _failing(knowledge, state, b, first)
    after = a_first + b_first
    a_second = 0
    b_second = 0
    if second != first:
        a_second, b_second = _failing(knowledge, state, a, second), _failing(knowledge, state, b, second)
        after += a_second + b_second
    missing = _missing(knowledge) if knowledge.needs else 0
    change = after - before + missing - knowledge.missing
    if change > 0:
        ratio *= knowledge.penalty**change
    elif change < 0:
        ratio /= knowledge.penalty**-change
    if ratio < 1.0 and random_unit(chance) >= ratio:
        _move(knowledge, f, b, a)
        _move(knowledge, g, a, b)
        return all_failing
    knowledge.at[one] = b
    knowledge.at[two] = a
    knowledge.failed[a, first] = a_first
    knowledge.failed[b, first] = b_first
    if second != first:
        knowledge.failed[a, second] = a_second
        knowledge.failed[b, second] = b_second
    knowledge.missing = missing
    return all_failing + change


@register_jitable
def _count_failing(knowledge: Any) -> int:
    found = knowledge.missing
    for place in range(PLACES):
        for group in range(GROUPS):
            found += knowledge.failed[place, group]
    return found


@register_jitable
def prepare_worlds(knowledge: Any, state: Any, chance: Any) -> bool:
    """Find a first world from where ``at`` puts the cards; ``False`` when every one that was tried fails some fact."""
    for place in range(PLACES):
        for group in range(GROUPS):
            knowledge.hands[place, group] = 0
        for face in range(FACES):
            knowledge.copies[place, face] = 0
    for card in range(knowledge.cards):
        place, face = knowledge.at[card], knowledge.face[card]
        knowledge.hands[place, knowledge.group[face]] += 1 << 3 * knowledge.place[face]
        knowledge.copies[place, face] += 1
    for place in range(PLACES):
        for group in range(GROUPS):
            knowledge.failed[place, group] = _failing(knowledge, state, place, group)
    knowledge.missing = _missing(knowledge)
    knowledge.steps = max(20, knowledge.cards)
    knowledge.first_failing = _count_failing(knowledge)
    if knowledge.cards < 2:
        return _count_failing(knowledge) == 0
    if not _return_to_worlds(knowledge, state, chance):
        return False
    for _ in range(8):
        _mix(knowledge, state, chance)
    return True


@register_jitable
def _return_to_worlds(knowledge: Any, state: Any, chance: Any) -> bool:
    """Go on until all facts hold, with the penalty rising and falling; ``False`` when that takes too long."""
    failing = _count_failing(knowledge)
    knowledge.penalty = _PENALTY
    for _ in range(_FIRST_ROUNDS):
        for _ in range(_ROUND):
            if failing == 0:
                return True
            failing = _exchange(knowledge, state, chance, failing)
        knowledge.penalty *= _HARDER
        if knowledge.penalty < _HARDEST:
            knowledge.penalty = _PENALTY
    return failing == 0


@register_jitable
def _mix(knowledge: Any, state: Any, chance: Any) -> bool:
    """Go on to another world; ``False`` when the chain did not come back to one that agrees with all facts."""
    failing = _count_failing(knowledge)
    counted = 0
    tries = 0
    knowledge.penalty = _PENALTY
    while counted < knowledge.steps:
        failing = _exchange(knowledge, state, chance, failing)
        tries += 1
        if failing == 0:
            # Only worlds that can be are steps of the chain proper.
            counted += 1
        if tries >= knowledge.steps:
            if failing == 0 and counted * 20 < tries:
                return True
            # Too many failing worlds lie around those that can be: do not stray so far.
            knowledge.penalty = max(knowledge.penalty * _HARDER, _HARDEST)
            if counted == 0 and knowledge.penalty <= _HARDEST:
                return _return_to_worlds(knowledge, state, chance)
            tries = 0
    return True


@register_jitable
def find_world(knowledge: Any, state: Any, chance: Any) -> bool:
    """Deal the hidden cards of the record; ``False`` when that failed and it has a world that fails some fact."""
    found = True
    if knowledge.cards > 1:
        found = _mix(knowledge, state, chance)
    for place in range(PLACES):
        if place == knowledge.seat:
            continue
        if place < SEATS:
            for group in range(GROUPS):
                state.hands[place, group] = knowledge.hands[place, group]
    state.base_points = max(0, knowledge.base_known)
    if knowledge.base_known < 0:
        for group in range(GROUPS):
            state.base_points += points_of(state, group, knowledge.hands[BASE, group])
    return found


@ask.answer(ask.deal_world, KNOWLEDGE_TYPE)
def _deal_world(knowledge: Any, state: Any, chance: Any) -> bool:
    return find_world(knowledge, state, chance)
