"""Who wins a trick. Rules: friends, 5.3 and 5.4."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from amity.games.friends.follow import Lead
from amity.games.friends.order import TRUMPS, Order

NO_CLASS: Final = 0
PLAIN: Final = 1
"""All of the led plain group, with the lead's structure."""
PLAIN_QUAD: Final = 2
RUFF: Final = 3
"""All trumps, with the lead's structure."""
TRUMP_QUAD: Final = 4


class Strength(NamedTuple):
    """What a play is worth in a trick; a higher one beats a lower one."""

    play_class: int
    key: int
    """The step that decides inside a class."""


NOTHING: Final = Strength(NO_CLASS, -1)

_Cells = tuple[tuple[int, ...], ...]
"""Copies of the faces of each step of a group, high to low inside a step: equal cells compare equal."""


def strength_of(lead: Lead, cards: Sequence[int]) -> Strength:
    """The class and key of a play of n cards (faces, copies included)."""
    order = lead.order
    group = order.group[cards[0]]
    if (group != TRUMPS and group != lead.group) or any(order.group[face] != group for face in cards):
        return NOTHING
    first = cards[0]
    if lead.count == 4 and cards[1] == cards[2] == cards[3] == first:
        return Strength(TRUMP_QUAD if group == TRUMPS else PLAIN_QUAD, order.step[first])
    key = structure_key(order, group, cards, lead.structure)
    if key < 0:
        return NOTHING
    return Strength(RUFF if group == TRUMPS else PLAIN, key)


def winner_of(strengths: Sequence[Strength]) -> int:
    """Index of the winning play: the strongest, of equal ones the earliest."""
    return max(range(len(strengths)), key=lambda index: (strengths[index], -index))


def largest_pattern(lead: Lead, winning: Strength) -> int:
    """Cards in the largest pattern of the winning play. Rules: friends, 5.4."""
    if winning.play_class in (PLAIN_QUAD, TRUMP_QUAD):
        return 4
    copies, length = lead.structure[0]
    return copies * length


def holds_structure(order: Order, group: int, counts: Sequence[int], structure: Sequence[tuple[int, int]]) -> bool:
    """Whether the group's cards among ``counts`` contain a play of that structure."""
    cells = tuple(tuple(sorted((counts[face] for face in faces), reverse=True)) for faces in order.steps[group])
    sets = [0] * 5
    for size, faces in structure:
        if faces == 1:
            sets[size] += 1
    tractors = sorted((shape for shape in structure if shape[1] > 1), reverse=True)
    return sum(map(sum, cells)) >= sum(m * r for m, r in structure) and _fits(cells, 0, tractors, sets, {})


def structure_key(order: Order, group: int, cards: Iterable[int], structure: Sequence[tuple[int, int]]) -> int:
    """The highest step that a pattern of the shape ``structure[0]`` tops in any split of the cards into
    ``structure``; −1 when they cannot be split so. The cards are of one group.
    """
    counts: dict[int, int] = {}
    for face in cards:
        counts[face] = counts.get(face, 0) + 1
    copies, length = structure[0]
    if len(structure) == 1:
        # The usual lead: one pattern, and the play must be just such a one.
        return _single_key(order, counts, copies, length)
    if copies == 1:
        return max(order.step[face] for face in counts)
    cells = tuple(tuple(sorted((counts.get(face, 0) for face in faces), reverse=True)) for faces in order.steps[group])
    tractors = sorted((shape for shape in structure[1:] if shape[1] > 1), reverse=True)
    sets = [0] * 5
    for size, faces in structure[1:]:
        if faces == 1:
            sets[size] += 1
    known: dict[tuple[_Cells, int], bool] = {}
    for top in range(len(cells) - 1, length - 2, -1):
        for rest in _taken(cells, copies, length, top):
            if _fits(rest, 0, tractors, sets, known):
                return top
    return -1


def _single_key(order: Order, counts: dict[int, int], copies: int, length: int) -> int:
    if len(counts) != length or any(held != copies for held in counts.values()):
        return -1
    steps = sorted(order.step[face] for face in counts)
    if steps[-1] - steps[0] != length - 1 or len(set(steps)) != length:
        return -1
    return steps[-1]


def _taken(cells: _Cells, copies: int, length: int, top: int) -> list[_Cells]:
    """The cells with a pattern of that shape and top taken out, in every way that makes a difference."""
    rests: list[_Cells] = [cells]
    for step in range(top, top - length, -1):
        cell = cells[step]
        choices = {held for held in cell if held >= copies}
        following = []
        for held in choices:
            left = list(cell)
            left[left.index(held)] = held - copies
            left.sort(reverse=True)
            following += [(*rest[:step], tuple(left), *rest[step + 1 :]) for rest in rests]
        rests = following
    return rests


def _fits(
    cells: _Cells,
    index: int,
    tractors: Sequence[tuple[int, int]],
    sets: Sequence[int],
    known: dict[tuple[_Cells, int], bool],
) -> bool:
    """Whether the cells can be split into the tractors from ``index`` on and the sets (by size)."""
    if index == len(tractors):
        return _sets_fit(cells, sets)
    found = known.get((cells, index))
    if found is None:
        copies, length = tractors[index]
        found = known[cells, index] = any(
            _fits(rest, index + 1, tractors, sets, known)
            for top in range(len(cells) - 1, length - 2, -1)
            for rest in _taken(cells, copies, length, top)
        )
    return found


def _sets_fit(cells: _Cells, sets: Sequence[int]) -> bool:
    """Whether so many quads, triples and pairs can be taken from the faces; singles take what is left."""
    held = [0] * 5
    for cell in cells:
        for copies in cell:
            held[copies] += 1
    quads, triples, pairs = sets[4], sets[3], sets[2]
    fours = held[4] - quads
    if fours < 0:
        return False
    # A triple costs a face of three one pair, a face of four two.
    threes = held[3] - triples
    if threes < 0:
        fours += threes
        threes = 0
    return fours >= 0 and 2 * fours + threes + held[2] >= pairs
