"""The ways in which a leader can announce his cards. Rules: friends, 2."""

from __future__ import annotations

from collections.abc import Sequence

from amity.games.friends.candidates import patterns_in
from amity.games.friends.order import FACES, Order
from amity.games.friends.patterns import Pattern, default_split, fewest_patterns, in_order

MOST = 30
"""How many ways are listed."""

Split = tuple[Pattern, ...]


def splits(order: Order, counts: Sequence[int], most: int = MOST) -> list[Split]:
    """Ways to split cards of one group: the default first, then others by the number of their patterns, ``most`` or
    few more, always with everything in sets, in pairs and in single cards.
    """
    usual = default_split(order, counts)
    cards = sum(counts)
    found = {usual}
    limit = len(usual)
    while limit <= cards and len(found) < most:
        _search(order, list(counts), (), limit, most, found)
        limit += 1
    for largest in (4, 2, 1):
        found.add(_in_sets(order, counts, largest))
    found.remove(usual)
    others = sorted(found, key=lambda split: (len(split), _rank(order, split)))
    return [usual, *others]


def _rank(order: Order, split: Split) -> list[tuple[object, ...]]:
    """What sorts splits of as many patterns: those whose first patterns come first by the rules."""
    return [
        (-it.size, it.length < 2, -it.copies, -order.step[it.faces[0]], *(-order.place[face] for face in it.faces))
        for it in split
    ]


def _search(order: Order, left: list[int], taken: Split, limit: int, most: int, found: set[Split]) -> None:
    """Add the splits of what is left into as many patterns as the limit still allows."""
    top = max((face for face in range(FACES) if left[face]), key=lambda face: order.place[face], default=None)
    if top is None:
        found.add(in_order(order, taken))
        return
    starting = [it for it in patterns_in(order, left, order.group[top]) if it.faces[0] == top]
    for pattern in in_order(order, starting):
        if len(found) >= most:
            return
        for face in pattern.faces:
            left[face] -= pattern.copies
        if len(taken) + 1 + fewest_patterns(order, left, order.group[top]) <= limit:
            _search(order, left, (*taken, pattern), limit, most, found)
        for face in pattern.faces:
            left[face] += pattern.copies


def _in_sets(order: Order, counts: Sequence[int], largest: int) -> Split:
    """Every face by itself, in sets of at most so many copies."""
    sets = (
        Pattern(min(largest, counts[face] - start), (face,))
        for face in range(FACES)
        for start in range(0, counts[face], largest)
    )
    return in_order(order, sets)
