"""The leads, plays, burials and calls that a search in Friends! looks at. Rules: friends, 4 and 5."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from amity.games.friends.candidates import bury_candidates, cheapest, patterns_in, winning_plays
from amity.games.friends.follow import Lead
from amity.games.friends.order import FACES, POINTS, TRUMPS, Order
from amity.games.friends.patterns import Pattern, default_split
from amity.games.friends.throws import higher_pattern
from amity.games.friends.trick import Strength

THROWN: Final = 6
"""A whole group is looked at as a throw up to so many patterns."""


def leads(order: Order, hand: Sequence[int], unseen: Sequence[int]) -> list[tuple[Pattern, ...]]:
    """Leads to look at. ``hand`` and ``unseen`` are counts; what is not seen the others may hold."""
    found: dict[tuple[Pattern, ...], None] = {}
    for group in range(5):
        faces = [face for face in order.faces[group] if hand[face]]
        for copies in range(1, 5):
            held = [face for face in faces if hand[face] >= copies]
            exact = [face for face in faces if hand[face] == copies]
            poor = [face for face in exact if not POINTS[face]]
            rich = [face for face in exact if POINTS[face] == 10] or [face for face in exact if POINTS[face]]
            for face in (held[-1:], poor[:1], rich[:1], poor[-1:] if copies > 1 else ()):
                if face:
                    found[(Pattern(copies, (face[0],)),)] = None
        for pattern in _longest(order, hand, group):
            found[(pattern,)] = None
        if len(faces) > 1:
            counts = [hand[face] if order.group[face] == group else 0 for face in range(FACES)]
            whole = default_split(order, counts)
            sure = tuple(pattern for pattern in whole if higher_pattern(order, pattern, unseen) is None)
            if len(sure) > 1:
                found[sure] = None
            if 1 < len(whole) <= THROWN:
                found[whole] = None
    return list(found)


def _longest(order: Order, hand: Sequence[int], group: int) -> Iterator[Pattern]:
    """Tractors that go on neither up nor down, and their highest pairs of neighbours."""
    for copies in (2, 3, 4):
        tractors = [it for it in patterns_in(order, hand, group, copies) if it.copies == copies and it.length > 1]
        for pattern in tractors:
            if not any(set(pattern.faces) < set(other.faces) for other in tractors):
                yield pattern
                if pattern.length > 2:
                    yield Pattern(copies, pattern.faces[:2])


def follows(lead: Lead, hand: Sequence[int], best: Strength) -> list[tuple[int, ...]]:
    """Plays to look at: cheap ones by several measures, and those that win."""
    order = lead.order
    held = sum(hand[face] for face in order.faces[lead.group])
    low = [order.step[face] + 20.0 * (order.group[face] == TRUMPS) for face in range(FACES)]
    sets = [value + 7.0 * (hand[face] - 1) for face, value in enumerate(low)]
    costs = [
        [value + 4.0 * POINTS[face] for face, value in enumerate(sets)],
        [value + 100.0 * POINTS[face] for face, value in enumerate(sets)],
        [value - 100.0 * POINTS[face] for face, value in enumerate(sets)],
        low,
        [-value for value in low],
    ]
    if held < lead.count:
        # What is thrown away may as well empty a suit, or save the plain cards.
        costs += [
            [value - 30.0 * (order.group[face] == suit) + 4.0 * POINTS[face] for face, value in enumerate(sets)]
            for suit in range(TRUMPS)
            if suit != lead.group
        ]
        costs.append([value - 60.0 * (order.group[face] == TRUMPS) for face, value in enumerate(sets)])
    found = [tuple(sorted(cheapest(lead, hand, cost))) for cost in costs]
    winning = [tuple(sorted(play)) for play in winning_plays(lead, hand, best)]
    found += winning[:3] + winning[3:][-2:]
    return list(dict.fromkeys(found))


def burials(order: Order, hand: Sequence[int]) -> list[tuple[int, ...]]:
    """Cards to bury: the usual ones, and each two plain suits as far as they go, high cards kept or not."""
    found = [tuple(sorted(cards)) for cards in bury_candidates(order, hand)]
    high = [len(order.steps[order.group[face]]) - 1 == order.step[face] for face in range(FACES)]

    def worth(face: int) -> float:
        return order.step[face] + 6.0 * POINTS[face] + 7.0 * (hand[face] - 1) + 40.0 * high[face]

    plain = [face for face in range(FACES) if hand[face] and order.group[face] != TRUMPS]
    rest = [face for face in range(FACES) if hand[face] and order.group[face] == TRUMPS]
    suits = sorted({order.group[face] for face in plain})
    ways = [set[int]()] + [{suit} for suit in suits] + [{a, b} for a in suits for b in suits if a < b]
    for way in ways:
        for points in (1.0, 0.0):
            chosen: list[int] = []
            faces = sorted(
                plain,
                key=lambda face: worth(face) * points + order.step[face] - 100.0 * (order.group[face] in way),
            )
            for face in faces + rest:
                chosen += [face] * min(hand[face], 6 - len(chosen))
            found.append(tuple(sorted(chosen)))
    return list(dict.fromkeys(found))


def calls(order: Order, hand: Sequence[int], legal: Sequence[tuple[int, int]], high: int = 3) -> list[tuple[int, int]]:
    """Calls (face, number) to look at: of the highest faces of every suit the copies that somebody else may play."""
    found = []
    for suit in range(TRUMPS):
        for face in order.faces[suit][::-1][:high]:
            numbers = [number for number in range(1, 5) if number > hand[face] or number == 4]
            found += [(face, number) for number in numbers if (face, number) in legal]
    return found or list(legal)[:8]
