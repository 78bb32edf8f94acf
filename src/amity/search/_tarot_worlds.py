"""Dealing the hidden cards of Tarot anew, in agreement with everything that is public. Rules: tarot.

What a seat knows about a place where cards are hidden (another hand; the dog, or the discard of another seat): how
many cards lie there, and which cards cannot. Void suits, trumps that were not beaten, a dog that was shown, shown
discards, handfuls, and a call that only certain hands may make, all come down to that.

Worlds are drawn exactly: every deal that agrees with all this is equally likely (or by its ``lean``). The cards are
dealt one after the other; how many deals go on from each point is counted once in advance (``ways``, by the cards
that each place but the largest has received so far), so that every step can be drawn with the right chance and no
step leads to a dead end. That nobody was dealt the petit as his only trump is checked at the end.
"""

# mypy: disable-error-code="no-any-return"
# Records of compiled code have no static type.

from __future__ import annotations

from typing import Any, Final

import numba
import numpy as np
from numba.extending import register_jitable

from amity.games.tarot.play import FIRST_TRUMP
from amity.search import _questions as ask
from amity.search._bits import random_unit
from amity.search._tarot_state import SEATS

ASIDE: Final = SEATS
"""The place of the dog, or of another seat's discard."""
PLACES: Final = 6
_HIDDEN: Final = 5
"""Most places with hidden cards: one's own hand is none of them."""
_CARDS: Final = 64
_INDICES: Final = 16 * 16 * 16 * 4
"""Ways to fill the places but one: five players, three hands of 15 cards and a dog of three."""
TRIES: Final = 20
"""Deals thrown away before :func:`deal_world` gives up; hardly any is."""

KNOWLEDGE: Final = np.dtype(
    [
        # What is known
        ("seat", np.int64),
        ("players", np.int64),
        ("plain", np.int64),
        ("trumps", np.int64),
        ("free_plain", np.int64),
        ("free_trumps", np.int64),
        ("may_plain", np.int64, (PLACES,)),
        ("may_trumps", np.int64, (PLACES,)),
        ("sizes", np.int64, (PLACES,)),
        ("lean", np.float64, (PLACES, 78)),
        ("aside_plain", np.int64),
        ("aside_trumps", np.int64),
        ("attack", np.int64),
        ("called", np.int64),
        ("discarder", np.int64),
        ("no_petit_alone", np.int64),
        ("played_trumps", np.int64, (SEATS,)),
        ("dog_trumps", np.int64),
        # Made of it by prepare_worlds, by hidden place
        ("places", np.int64),
        ("place", np.int64, (_HIDDEN,)),
        ("room", np.int64, (_HIDDEN,)),
        ("stride", np.int64, (_HIDDEN,)),
        ("held_plain", np.int64, (PLACES,)),
        ("held_trumps", np.int64, (PLACES,)),
        ("cards", np.int64),
        ("face", np.int64, (_CARDS,)),
        ("weight", np.float64, (_CARDS, _HIDDEN)),
        ("left", np.int64, (_HIDDEN,)),
        ("ways", np.float64, (_CARDS + 1, _INDICES)),
    ],
    align=True,
)
"""``plain`` and ``trumps``: the seat's own cards; ``free``: the cards whose place it does not know; ``may``: which of
them can lie in a place, ``sizes`` how many do; ``lean``: how much more likely than by chance a card lies there;
``aside``: cards known to lie aside; ``attack``: seats known to attack; ``discarder``: whose discard lies aside, −1
where the dog does. ``played_trumps`` and ``dog_trumps`` (shown in the dog) tell what each seat was dealt. The last
hidden place is the largest."""
KNOWLEDGE_TYPE: Final[Any] = numba.from_dtype(KNOWLEDGE)


@register_jitable
def _may_hold(knowledge: Any, place: int, face: int) -> bool:
    if face < FIRST_TRUMP:
        return knowledge.may_plain[place] >> face & 1 != 0
    return knowledge.may_trumps[place] >> face - FIRST_TRUMP & 1 != 0


@register_jitable
def prepare_worlds(knowledge: Any) -> bool:
    """Work out from what is known how worlds are drawn; ``False`` when no deal can agree with it."""
    places = 0
    largest = 0
    for place in range(PLACES):
        knowledge.held_plain[place] = 0
        knowledge.held_trumps[place] = 0
        if place != knowledge.seat and knowledge.sizes[place] > 0:
            knowledge.place[places] = place
            knowledge.room[places] = knowledge.sizes[place]
            if knowledge.sizes[place] > knowledge.room[largest]:
                largest = places
            places += 1
    knowledge.places = places
    knowledge.cards = 0
    if places == 0:
        return True
    last = places - 1
    knowledge.place[largest], knowledge.place[last] = knowledge.place[last], knowledge.place[largest]
    knowledge.room[largest], knowledge.room[last] = knowledge.room[last], knowledge.room[largest]
    for face in range(78):
        free = knowledge.free_plain >> face if face < FIRST_TRUMP else knowledge.free_trumps >> face - FIRST_TRUMP
        if free & 1 == 0:
            continue
        possible = 0
        only = 0
        for place in range(places):
            weight = 0.0
            if _may_hold(knowledge, knowledge.place[place], face):
                possible += 1
                only = place
                weight = knowledge.lean[knowledge.place[place], face]
            knowledge.weight[knowledge.cards, place] = weight
        if possible == 1:
            if face < FIRST_TRUMP:
                knowledge.held_plain[knowledge.place[only]] |= 1 << face
            else:
                knowledge.held_trumps[knowledge.place[only]] |= 1 << face - FIRST_TRUMP
            knowledge.room[only] -= 1
        else:
            knowledge.face[knowledge.cards] = face
            knowledge.cards += 1
    return _count_ways(knowledge)


@register_jitable
def _count_ways(knowledge: Any) -> bool:
    cards = knowledge.cards
    last = knowledge.places - 1
    stride = 1
    total = 0
    for place in range(knowledge.places):
        if knowledge.room[place] < 0:
            return False
        total += knowledge.room[place]
        if place < last:
            knowledge.stride[place] = stride
            stride *= knowledge.room[place] + 1
    if total != cards:
        return False
    knowledge.stride[last] = 0
    ways = knowledge.ways
    for card in range(cards + 1):
        ways[card, :stride] = 0.0
    ways[cards, stride - 1] = 1.0
    # By name, as these are the innermost loops; a place that is not there has no room.
    r0 = knowledge.room[0] if last > 0 else 0
    r1 = knowledge.room[1] if last > 1 else 0
    r2 = knowledge.room[2] if last > 2 else 0
    r3 = knowledge.room[3] if last > 3 else 0
    s1 = r0 + 1
    s2 = s1 * (r1 + 1)
    s3 = s2 * (r2 + 1)
    room = knowledge.room[last]
    for card in range(cards - 1, -1, -1):
        w0 = knowledge.weight[card, 0]
        w1 = knowledge.weight[card, 1] if last > 1 else 0.0
        w2 = knowledge.weight[card, 2] if last > 2 else 0.0
        w3 = knowledge.weight[card, 3] if last > 3 else 0.0
        rest = knowledge.weight[card, last]
        now = ways[card]
        then = ways[card + 1]
        for d in range(min(r3, card) + 1):
            for c in range(min(r2, card - d) + 1):
                for b in range(min(r1, card - d - c) + 1):
                    before = d + c + b
                    base = b * s1 + c * s2 + d * s3
                    for a in range(max(0, card - before - room), min(r0, card - before) + 1):
                        index = base + a
                        found = 0.0
                        if a < r0:
                            found += w0 * then[index + 1]
                        if b < r1:
                            found += w1 * then[index + s1]
                        if c < r2:
                            found += w2 * then[index + s2]
                        if d < r3:
                            found += w3 * then[index + s3]
                        if card - before - a < room:
                            found += rest * then[index]
                        now[index] = found
    return ways[0, 0] > 0.0


@register_jitable
def _deal_once(knowledge: Any, state: Any, chance: Any) -> bool:
    players = knowledge.players
    for seat in range(players):
        state.plain[seat] = knowledge.held_plain[seat]
        state.trumps[seat] = knowledge.held_trumps[seat]
    state.aside_plain = knowledge.aside_plain | knowledge.held_plain[ASIDE]
    state.aside_trumps = knowledge.aside_trumps | knowledge.held_trumps[ASIDE]
    state.plain[knowledge.seat] = knowledge.plain
    state.trumps[knowledge.seat] = knowledge.trumps
    places = knowledge.places
    for place in range(places):
        knowledge.left[place] = knowledge.room[place]
    index = 0
    ways = knowledge.ways
    for card in range(knowledge.cards):
        rest = random_unit(chance) * ways[card, index]
        chosen = -1
        for place in range(places):
            weight = knowledge.weight[card, place]
            if weight > 0.0 and knowledge.left[place] > 0:
                share = weight * ways[card + 1, index + knowledge.stride[place]]
                if share > 0.0:
                    chosen = place
                    rest -= share
                    if rest < 0.0:
                        break
        index += knowledge.stride[chosen]
        knowledge.left[chosen] -= 1
        where = knowledge.place[chosen]
        face = knowledge.face[card]
        if face < FIRST_TRUMP:
            if where == ASIDE:
                state.aside_plain |= 1 << face
            else:
                state.plain[where] |= 1 << face
        elif where == ASIDE:
            state.aside_trumps |= 1 << face - FIRST_TRUMP
        else:
            state.trumps[where] |= 1 << face - FIRST_TRUMP
    state.attack = knowledge.attack
    if knowledge.called >= 0:
        for seat in range(players):
            state.attack |= (state.plain[seat] >> knowledge.called & 1) << seat
    if knowledge.no_petit_alone != 0:
        for seat in range(players):
            dealt = state.trumps[seat] | knowledge.played_trumps[seat]
            if seat == knowledge.discarder:
                dealt = (dealt | state.aside_trumps) & ~knowledge.dog_trumps
            if dealt == 1:
                return False
    return True


@register_jitable
def find_world(knowledge: Any, state: Any, chance: Any, tries: int) -> bool:
    """Deal the hidden cards; ``False`` when in every try somebody had been dealt the petit alone."""
    for _ in range(tries):  # noqa: SIM110 - any() cannot be compiled
        if _deal_once(knowledge, state, chance):
            return True
    return False


@ask.answer(ask.deal_world, KNOWLEDGE_TYPE)
def _deal_world(knowledge: Any, state: Any, chance: Any) -> bool:
    return find_world(knowledge, state, chance, TRIES)
