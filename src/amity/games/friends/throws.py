"""Throws: what is led, what is rejected, who rejects. Rules: friends, 5.1 and 7."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from amity.games.friends.order import Order, step_mask
from amity.games.friends.patterns import Pattern, in_order

FINE: Final = 20
"""Points a rejected throw costs, once a throw."""


class Rejection(NamedTuple):
    """A rejected pattern."""

    pattern: Pattern
    player: int
    """Index of the first rejector among the others, in turn order after the leader."""
    shown: Pattern
    """His lowest sufficient pattern."""


class Throw(NamedTuple):
    """What became of a lead."""

    led: tuple[Pattern, ...]
    rejections: tuple[Rejection, ...]


def higher_pattern(order: Order, pattern: Pattern, hand: Sequence[int]) -> Pattern | None:
    """The lowest pattern with which a hand (counts) rejects another one, ``None`` when it cannot.

    At least m copies of each of r faces next to each other, with a higher top; of equal tops the lower suit.
    """
    copies, length = pattern.copies, pattern.length
    top_face = pattern.faces[0]
    group = order.group[top_face]
    mask = 0
    for face, bit in order.bits[group]:
        if hand[face] >= copies:
            mask |= bit
    tops = steps = step_mask(mask, order.wide[group], order.wide_faces[group])
    for _ in range(length - 1):
        steps <<= 1
        tops &= steps
    above = order.step[top_face] + 1
    tops = tops >> above << above
    if not tops:
        return None
    top = (tops & -tops).bit_length() - 1
    faces = tuple(
        next(face for face in order.steps[group][step] if hand[face] >= copies) for step in range(top, top - length, -1)
    )
    return Pattern(copies, faces)


def smallest(order: Order, patterns: Sequence[Pattern]) -> Pattern:
    """Fewest cards, then lowest top, then lower multiplicity, then the lower suit face by face from the top."""
    return min(
        patterns,
        key=lambda pattern: (
            pattern.size,
            order.step[pattern.faces[0]],
            pattern.copies,
            tuple(order.place[face] for face in pattern.faces),
        ),
    )


def try_throw(
    order: Order, patterns: Sequence[Pattern], others: Sequence[Sequence[int]], *, smallest_only: bool
) -> Throw:
    """What is led of the announced patterns.

    ``others`` are the counts of the other players' hands in turn order after the leader. ``smallest_only`` (preset
    ``classic``): of a rejected throw only the smallest rejected pattern is led; otherwise all that nobody rejected.
    """
    if len(patterns) == 1:
        return Throw(tuple(patterns), ())
    rejections = []
    standing = []
    for pattern in patterns:
        for player, hand in enumerate(others):
            shown = higher_pattern(order, pattern, hand)
            if shown is not None:
                rejections.append(Rejection(pattern, player, shown))
                break
        else:
            standing.append(pattern)
    if rejections and (smallest_only or not standing):
        standing = [smallest(order, [rejection.pattern for rejection in rejections])]
    return Throw(in_order(order, standing), tuple(rejections))
