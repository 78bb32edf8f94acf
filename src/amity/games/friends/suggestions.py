"""What a person may want to do at a moment: a few usual plays, burials and calls, each with the reason for it.

Made from a view alone, and only when a person is to see it; bots judge for themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, TypeAlias

import msgspec

from amity.games.friends import candidates
from amity.games.friends.events import Cards
from amity.games.friends.follow import Lead
from amity.games.friends.order import FACES, POINTS, TRUMPS, Order
from amity.games.friends.patterns import Pattern, default_split
from amity.games.friends.phases import BASE_SIZE, COPIES, codes_of
from amity.games.friends.throws import higher_pattern
from amity.games.friends.trick import Strength

Reason: TypeAlias = Literal["win", "low", "rich", "throw", "sure", "large", "poor", "void"]
"""Wins as cheaply as possible · low cards · as many points as possible · a throw nobody can reject · a pattern nobody
can hold a higher one of · the pattern with the most cards · low cards without points · empties a plain suit."""

CALLS_SUGGESTED = 4


class Suggestion(msgspec.Struct, frozen=True):
    """Cards to play or bury."""

    reason: Reason
    cards: Cards
    patterns: tuple[Cards, ...]
    """The split to announce; empty unless it is a lead."""


def _distinct(order: Order, found: Iterable[tuple[Reason, Sequence[int]]]) -> tuple[Suggestion, ...]:
    kept: dict[Cards, Reason] = {}
    for reason, faces in found:
        kept.setdefault(codes_of(order.sorted_faces(faces)), reason)
    return tuple([Suggestion(reason, cards, ()) for cards, reason in kept.items()])


def plays(lead: Lead, hand: Sequence[int], best: Strength) -> tuple[Suggestion, ...]:
    """How to follow: cheaply, as a winner, with points. ``hand`` are counts, ``best`` is the best play so far."""
    order = lead.order
    step = [float(order.step[face] + 20 * (order.group[face] == TRUMPS)) for face in range(FACES)]
    found: list[tuple[Reason, Sequence[int]]] = [
        ("low", candidates.cheapest(lead, hand, [value + 100 * POINTS[face] for face, value in enumerate(step)]))
    ]
    found += [("win", winning) for winning in candidates.winning_plays(lead, hand, best)[:1]]
    rich = candidates.cheapest(lead, hand, [value - 100 * POINTS[face] for face, value in enumerate(step)])
    if any(POINTS[face] for face in rich):
        found.append(("rich", rich))
    return _distinct(order, found)


def leads(order: Order, hand: Sequence[int], unseen: Sequence[int]) -> tuple[Suggestion, ...]:
    """What to lead. ``hand`` and ``unseen`` are counts; the copies not seen are those the others may hold."""
    found: dict[tuple[Pattern, ...], Reason] = {}
    splits = [
        default_split(order, [hand[face] if order.group[face] == group else 0 for face in range(FACES)])
        for group in range(TRUMPS + 1)
        if any(hand[face] for face in order.faces[group])
    ]
    sure = [[it for it in split if higher_pattern(order, it, unseen) is None] for split in splits]
    throws = [tuple(patterns) for patterns in sure if len(patterns) > 1]
    throws.sort(key=_cards_in, reverse=True)
    for throw in throws[:2]:
        found[throw] = "throw"
    singles = [(pattern,) for patterns in sure for pattern in patterns]
    if singles:
        found.setdefault(max(singles, key=_cards_in), "sure")
    every = [(pattern,) for split in splits for pattern in split]
    found.setdefault(max(every, key=_cards_in), "large")
    found.setdefault((Pattern(1, (min((face for face in range(FACES) if hand[face]), key=_cost(order)),)),), "low")
    return tuple(
        [
            Suggestion(
                reason,
                codes_of(order.sorted_faces([face for pattern in patterns for face in pattern.cards()])),
                tuple([codes_of(pattern.cards()) for pattern in patterns]),
            )
            for patterns, reason in found.items()
        ]
    )


def _cards_in(patterns: Sequence[Pattern]) -> int:
    return sum(pattern.size for pattern in patterns)


def _cost(order: Order) -> Callable[[int], int]:
    """What it costs to give a card away: points first, then trumps, then height."""
    return lambda face: 100 * POINTS[face] + 20 * (order.group[face] == TRUMPS) + order.step[face]


def burials(order: Order, hand: Sequence[int]) -> tuple[Suggestion, ...]:
    """What to bury: low cards without points, a whole plain suit or two, cards with points."""
    held = [face for face in range(FACES) if hand[face]]
    step, group = order.step, order.group
    trumps_last = {face: group[face] == TRUMPS for face in held}
    length = [sum(hand[face] for face in order.faces[suit]) for suit in range(TRUMPS + 1)]
    # Sets and the highest cards are worth keeping.
    worth = {
        face: step[face] + 7 * (hand[face] - 1) + 40 * (step[face] == len(order.steps[group[face]]) - 1)
        for face in held
    }

    def first_by(key: Callable[[int], tuple[int, ...]]) -> list[int]:
        chosen: list[int] = []
        for face in sorted(held, key=key):
            chosen += [face] * min(hand[face], BASE_SIZE - len(chosen))
        return chosen

    return _distinct(
        order,
        (
            ("poor", first_by(lambda face: (trumps_last[face], POINTS[face], worth[face]))),
            ("void", first_by(lambda face: (trumps_last[face], length[group[face]], group[face], worth[face]))),
            ("rich", first_by(lambda face: (trumps_last[face], -POINTS[face], worth[face]))),
        ),
    )


def calls(order: Order, hand: Sequence[int], legal: Iterable[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    """High cards of plain suits, in each case the first copy that the dealer does not hold himself; suits first in
    which he has something to lead but not the card.
    """
    allowed = set(legal)
    found = []
    for group in range(TRUMPS):
        faces = order.faces[group]
        length = sum(hand[face] for face in faces)
        for below, face in enumerate(faces[::-1][:2]):
            held = hand[face]
            call = (codes_of((face,))[0], held + 1)
            if held < COPIES and call in allowed:
                found.append((below, held, held == length, length, -group, call))
    return tuple([it[-1] for it in sorted(found)[:CALLS_SUGGESTED]])
