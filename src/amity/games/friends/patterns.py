"""Patterns and the split of a lead into them. Rules: friends, 2."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise, product
from typing import Final, NamedTuple

from amity.cards import FRIENDS
from amity.errors import AmityError
from amity.games.friends.order import FACES, Order


class Pattern(NamedTuple):
    """``copies`` of each of some faces that are next to each other, high to low: (m, r) of the rules."""

    copies: int
    faces: tuple[int, ...]

    @property
    def length(self) -> int:
        """r: how many different faces."""
        return len(self.faces)

    @property
    def size(self) -> int:
        """Number of cards."""
        return self.copies * len(self.faces)

    def cards(self) -> list[int]:
        """The cards, copies included, high to low."""
        return [face for face in self.faces for _ in range(self.copies)]

    def text(self) -> str:
        """The codes of the cards, high to low."""
        return FRIENDS.face_names(self.cards())


def recognise(order: Order, cards: Iterable[int]) -> Pattern | None:
    """The one pattern that these cards form, ``None`` when they form none."""
    counts: dict[int, int] = {}
    for face in cards:
        counts[face] = counts.get(face, 0) + 1
    if not counts or len(set(counts.values())) != 1:
        return None
    copies = next(iter(counts.values()))
    faces = sorted(counts, key=lambda face: -order.place[face])
    if len({order.group[face] for face in faces}) != 1 or (len(faces) > 1 and copies < 2) or copies > 4:
        return None
    if any(order.step[high] - order.step[low] != 1 for high, low in pairwise(faces)):
        return None
    return Pattern(copies, tuple(faces))


def in_order(order: Order, patterns: Iterable[Pattern]) -> tuple[Pattern, ...]:
    """Patterns in the order in which the rules take them out of a lead: most cards, tractors before sets, higher
    multiplicity, higher top, then face by face the higher suit.
    """
    return tuple(sorted(patterns, key=lambda pattern: _rank(order, pattern)))


def _rank(order: Order, pattern: Pattern) -> tuple[object, ...]:
    faces = pattern.faces
    place = tuple(-order.place[face] for face in faces)
    return (-pattern.size, len(faces) < 2, -pattern.copies, -order.step[faces[0]], place)


def named_split(order: Order, parts: Sequence[Sequence[int]]) -> tuple[Pattern, ...]:
    """The patterns that a leader named.

    :raises AmityError: ``not_a_pattern`` with the cards of the first part that is none.
    """
    patterns = []
    for part in parts:
        pattern = recognise(order, part)
        if pattern is None:
            raise AmityError("not_a_pattern", cards=[FRIENDS.codes[face] for face in part])
        patterns.append(pattern)
    return in_order(order, patterns)


# The fewest patterns. A face held c times is cut into sets of 4, 3, 2, 1 copies; equal sets of two or more copies on
# neighbouring steps join into tractors. So the number of patterns is the number of sets less the number of joints,
# and a step only has to know how many sets of 2, 3 and 4 the step below it has: a table walk from step to step.
# Cuts that have no more sets of any size and no fewer in total than another one can be left out.

_Cut = tuple[int, int, int, int]
"""Sets of 2, 3 and 4 copies, and number of sets in all."""

_CUTS: Final[dict[int, tuple[_Cut, ...]]] = {
    0: ((0, 0, 0, 0),),
    1: ((0, 0, 0, 1),),
    2: ((1, 0, 0, 1),),
    3: ((0, 1, 0, 1), (1, 0, 0, 2)),
    4: ((0, 0, 1, 1), (0, 1, 0, 2), (2, 0, 0, 2)),
}

_Cell = tuple[int, ...]
"""Copies of each face of one step."""


@lru_cache(maxsize=4096)
def _cuts(cell: _Cell) -> tuple[_Cut, ...]:
    best: dict[tuple[int, int, int], int] = {}
    for combination in product(*(_CUTS[copies] for copies in cell)):
        pairs, triples, quads, sets = (sum(column) for column in zip(*combination, strict=True))
        key = (pairs, triples, quads)
        best[key] = min(sets, best.get(key, sets))
    return tuple((*key, sets) for key, sets in best.items())


@lru_cache(maxsize=4096)
def _fewest(cells: tuple[_Cell, ...]) -> int:
    """The fewest patterns of neighbouring steps, given the copies on each."""
    reached: list[_Cut] = [(0, 0, 0, 0)]
    for cell in cells:
        following = []
        for pairs, triples, quads, sets in _cuts(cell):
            fewest = 1000
            for pairs_below, triples_below, quads_below, total in reached:
                joined = total
                if pairs:
                    joined -= pairs if pairs < pairs_below else pairs_below
                if triples:
                    joined -= triples if triples < triples_below else triples_below
                if quads:
                    joined -= quads if quads < quads_below else quads_below
                if joined < fewest:
                    fewest = joined
            following.append((pairs, triples, quads, fewest + sets))
        reached = following
    return min(total for _, _, _, total in reached)


@lru_cache(maxsize=1024)
def _candidates(cells: tuple[_Cell, ...]) -> tuple[tuple[int, int, int, int], ...]:
    """Patterns that fit into the cells as (copies, length, top, index of the face on the wide step or −1), in the
    order of the rules.

    The wide step's faces stand low to high in suit.
    """
    found = []
    for copies in (4, 3, 2, 1):
        for top in range(len(cells)):
            bottom = top
            indices = [-1]
            while bottom >= 0:
                fitting = [index for index, held in enumerate(cells[bottom]) if held >= copies]
                if not fitting:
                    break
                if len(cells[bottom]) > 1:
                    indices = fitting
                length = top - bottom + 1
                found += [(copies, length, top, index) for index in indices]
                if copies == 1:
                    break
                bottom -= 1
    found.sort(key=lambda it: (-it[0] * it[1], it[1] < 2, -it[0], -it[2], -it[3]))
    return tuple(found)


def _without(cells: tuple[_Cell, ...], copies: int, length: int, top: int, index: int) -> tuple[_Cell, ...]:
    """The cells with a pattern taken out."""
    left = list(cells)
    for step in range(top - length + 1, top + 1):
        cell = left[step]
        at = index if len(cell) > 1 else 0
        left[step] = (*cell[:at], cell[at] - copies, *cell[at + 1 :])
    return tuple(left)


@lru_cache(maxsize=1024)
def _split_cells(cells: tuple[_Cell, ...]) -> tuple[tuple[int, int, int, int], ...]:
    """The default split of neighbouring steps, as :func:`_candidates` writes patterns.

    Steps that nothing joins can be split each for itself: a pattern keeps the total at its least exactly when it
    does so where it lies.
    """
    taken: list[tuple[int, int, int, int]] = []
    for start, stop in _joined_steps(cells):
        part = cells[start:stop]
        if len(part) == 1 and len(part[0]) == 1:
            taken.append((part[0][0], 1, start, -1))
            continue
        fewest = _fewest(part)
        for copies, length, top, index in _candidates(part):
            rest = _without(part, copies, length, top, index)
            if _fewest_of_parts(rest) == fewest - 1:
                taken.append((copies, length, top + start, index))
                taken += [(c, r, above + start, i) for c, r, above, i in _split_cells(rest)]
                break
    return tuple(taken)


def _fewest_of_parts(cells: tuple[_Cell, ...]) -> int:
    return sum(_fewest(cells[start:stop]) for start, stop in _joined_steps(cells))


def _joined_steps(cells: tuple[_Cell, ...]) -> Iterator[tuple[int, int]]:
    """Where the rows of steps that tractors can run through start and stop; steps without a pair stand alone, empty
    ones are left out.
    """
    start = -1
    for step, cell in enumerate(cells):
        if max(cell) >= 2:
            if start < 0:
                start = step
            continue
        if start >= 0:
            yield start, step
            start = -1
        if max(cell) > 0:
            yield step, step + 1
    if start >= 0:
        yield start, len(cells)


def default_split(order: Order, counts: Sequence[int]) -> tuple[Pattern, ...]:
    """The split of a lead whose leader names none. Rules: friends, 2.

    ``counts`` hold the cards of one group, nothing else. The fewest patterns; among those splits one pattern is
    taken out at a time, each time the first that still allows the fewest.
    """
    group = next(order.group[face] for face in range(FACES) if counts[face])
    steps = order.steps[group]
    cells = tuple(tuple(counts[face] for face in faces) for faces in steps)
    patterns = []
    for copies, length, top, index in _split_cells(cells):
        faces = tuple(steps[step][index if len(steps[step]) > 1 else 0] for step in range(top, top - length, -1))
        patterns.append(Pattern(copies, faces))
    return in_order(order, patterns)


def fewest_patterns(order: Order, counts: Sequence[int], group: int) -> int:
    """How many patterns the cards of a group need at least; 0 for none."""
    return _fewest_of_parts(tuple(tuple(counts[face] for face in faces) for faces in order.steps[group]))
