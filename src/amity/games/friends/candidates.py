"""Sensible leads and plays, for lists of legal actions, suggestions and bots.

Leads and plays are far too many to list. Here are those people make: every pattern of the hand, plays that cost least
by some measure, plays that win as cheaply as possible.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from amity.games.friends.follow import Lead, check, demands
from amity.games.friends.legal import legal_plays
from amity.games.friends.order import FACES, POINTS, TRUMPS, Order, counts_of
from amity.games.friends.patterns import Pattern
from amity.games.friends.trick import Strength, strength_of

LISTED: Final = 40
"""Lists of plays are complete up to this many."""


def patterns_in(order: Order, hand: Sequence[int], group: int, fewest: int = 1) -> Iterator[Pattern]:
    """Every pattern of a group that a hand (counts) holds, at least ``fewest`` of each face; low tops first."""
    most = max([hand[face] for face in order.faces[group]], default=0)
    for copies in range(most, fewest - 1, -1):
        yield from _of_copies(order, hand, group, copies)


def _of_copies(order: Order, hand: Sequence[int], group: int, copies: int) -> Iterator[Pattern]:
    if copies == 1:
        for face in order.faces[group]:
            if hand[face]:
                yield Pattern(1, (face,))
        return
    rows: list[tuple[int, ...]] = []
    """Rows of faces that end on the step before, high to low."""
    for faces in order.steps[group]:
        held = [face for face in faces if hand[face] >= copies]
        rows = [(face, *row) for face in held for row in ((), *rows)]
        for row in rows:
            yield Pattern(copies, row)


def leads(order: Order, hand: Sequence[int]) -> list[list[int]]:
    """The cards of every single pattern of a hand, and of each group whole as a throw."""
    found: list[list[int]] = []
    for group in range(5):
        patterns = [pattern.cards() for pattern in patterns_in(order, hand, group)]
        found += patterns
        whole = [face for face in order.faces[group] for _ in range(hand[face])]
        if all(len(cards) < len(whole) for cards in patterns):
            found.append(whole)
    return [cards for cards in found if cards]


def cheapest(lead: Lead, hand: Sequence[int], cost: Sequence[float]) -> list[int]:
    """A legal play of low total cost (by face, a card each): the cheapest sets that are asked for, then the cheapest
    cards. Not always the least possible.
    """
    order = lead.order
    group = order.faces[lead.group]
    count = lead.count
    held = sum(hand[face] for face in group)
    if held <= count:
        play = [face for face in group for _ in range(hand[face])]
        others = [face for face in range(FACES) if hand[face] and order.group[face] != lead.group]
        return _fill_up(play, others, hand, cost, count)
    play = []
    if lead.most > 1:
        for demand in demands(lead, hand):
            if demand.sets:
                exact = [face for face in group if hand[face] == demand.copies]
                for face in _cheapest_sets(order, exact, demand.run, demand.sets, cost):
                    play += [face] * demand.copies
    taken = set(play)
    return _fill_up(play, [face for face in group if hand[face] and face not in taken], hand, cost, count)


def _fill_up(
    play: list[int], faces: Sequence[int], hand: Sequence[int], cost: Sequence[float], count: int
) -> list[int]:
    for face in sorted(faces, key=cost.__getitem__):
        if len(play) >= count:
            break
        play += [face] * min(hand[face], count - len(play))
    return play


def _cheapest_sets(order: Order, exact: list[int], run: int, sets: int, cost: Sequence[float]) -> list[int]:
    chosen: list[int] = []
    if run:
        best: dict[int, int] = {}
        for face in sorted(exact, key=cost.__getitem__, reverse=True):
            best[order.step[face]] = face
        bottoms = [step for step in best if all(step + more in best for more in range(run))]
        bottom = min(bottoms, key=lambda step: sum(cost[best[step + more]] for more in range(run)))
        chosen = [best[bottom + more] for more in range(run)]
    left = sorted((face for face in exact if face not in chosen), key=cost.__getitem__)
    return chosen + left[: sets - len(chosen)]


def winning_plays(lead: Lead, hand: Sequence[int], best: Strength) -> list[list[int]]:
    """Legal plays that beat the best play so far, low tops first; of throws only ruffs with the lowest trumps."""
    order = lead.order
    held = sum(hand[face] for face in order.faces[lead.group])
    if held >= lead.count:
        group = lead.group
    elif held == 0:
        group = TRUMPS
    else:
        return []
    found: list[list[int]] = []
    copies, length = lead.structure[0]
    if lead.count == 4:
        found += [pattern.cards() for pattern in _of_copies(order, hand, group, 4) if pattern.length == 1]
    for pattern in _of_copies(order, hand, group, copies):
        # A quad stands in the list already.
        if pattern.length == length and (copies < 4 or lead.count != 4):
            play = _complete(lead, hand, group, pattern)
            if play is not None:
                found.append(play)
    winning = []
    for play in found:
        strength = strength_of(lead, play)
        if strength > best and strength.play_class and not check(lead, hand, counts_of(play)):
            winning.append((strength, play))
    winning.sort(key=lambda pair: pair[0])
    return [play for _, play in winning]


def _complete(lead: Lead, hand: Sequence[int], group: int, first: Pattern) -> list[int] | None:
    """A play with the lead's structure that begins with this pattern, the rest as low as possible."""
    if len(lead.structure) == 1:
        return first.cards()
    left = list(hand)
    play = first.cards()
    for face in first.faces:
        left[face] -= first.copies
    for copies, length in lead.structure[1:]:
        pattern = next(
            (it for it in _of_copies(lead.order, left, group, copies) if it.length == length),
            None,
        )
        if pattern is None:
            return None
        play += pattern.cards()
        for face in pattern.faces:
            left[face] -= copies
    return play


def plays(lead: Lead, hand: Sequence[int], best: Strength) -> tuple[list[list[int]], bool]:
    """Plays that may follow, and whether these are all: every one up to :data:`LISTED`, otherwise low plays, plays
    rich and poor in points, and the winning ones.
    """
    every = [list(play) for play in islice(legal_plays(lead, hand), LISTED + 1)]
    if len(every) <= LISTED:
        return every, True
    order = lead.order
    low = [float(order.step[face] + 20 * (order.group[face] == TRUMPS)) for face in range(FACES)]
    found = [
        cheapest(lead, hand, low),
        cheapest(lead, hand, [-value for value in low]),
        cheapest(lead, hand, [value - 100 * POINTS[face] for face, value in enumerate(low)]),
        cheapest(lead, hand, [value + 100 * POINTS[face] for face, value in enumerate(low)]),
        *winning_plays(lead, hand, best)[:8],
    ]
    distinct = {tuple(sorted(play)): play for play in found + every[: LISTED - len(found)]}
    return list(distinct.values()), False


def bury_candidates(order: Order, hand: Sequence[int], count: int = 6) -> list[list[int]]:
    """Cards to lay aside: the lowest plain cards, without points and with, and one after the other each plain suit
    as far as it goes.
    """
    plain = [face for face in range(FACES) if hand[face] and order.group[face] != TRUMPS]
    trumps = [face for face in range(FACES) if hand[face] and order.group[face] == TRUMPS]
    trumps.sort(key=lambda face: order.step[face])

    def take(faces: Sequence[int]) -> list[int]:
        chosen: list[int] = []
        for face in (*faces, *trumps):
            chosen += [face] * min(hand[face], count - len(chosen))
        return chosen

    def height(face: int) -> int:
        return order.step[face]

    found = [
        take(sorted(plain, key=lambda face: (POINTS[face], height(face)))),
        take(sorted(plain, key=height)),
        take(sorted(plain, key=lambda face: (-POINTS[face], height(face)))),
    ]
    by_suit = [sorted(plain, key=lambda face: (order.group[face] != suit, height(face))) for suit in range(4)]
    found += [take(faces) for faces in by_suit]
    return list({tuple(sorted(cards)): cards for cards in found}.values())
