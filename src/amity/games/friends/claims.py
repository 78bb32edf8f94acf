"""Claiming the rest: whether all tricks that are left are sure, judged from what the claimer knows.

A copy not seen may lie in any other hand, or in the base; what else fills that hand is not asked, and voids that were
shown are not remembered. One opponent who holds the worst of all that is enough to refuse. While he keeps cards of a
group back he follows every lead of the group with others of it, so there must be that many more of them unseen.
(Whether he could have kept pairs back where pairs were led is not asked: he is taken to have followed as he liked.)

* A lead is beaten, or a pattern of a throw rejected, by a higher pattern of its shape; four cards that are not
  identical also by four identical ones of their group.
* A lead of a plain suit is also beaten by trumps with its structure, and four cards by four identical trumps.

Since the claimer takes every trick, the others' play changes the result in one way only: a call that is not settled
may find one friend or another. Rules decisions: Friends!, Claiming the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from amity.cards import FRIENDS
from amity.games.friends.follow import Lead
from amity.games.friends.order import FACES, TRUMPS, Order
from amity.games.friends.patterns import Pattern, default_split
from amity.games.friends.throws import higher_pattern
from amity.games.friends.trick import holds_structure

_COPIES: Final = FRIENDS.copies

Patterns = tuple[Pattern, ...]
"""A lead."""


def unseen_copies(hand: Sequence[int], played: Sequence[int], base: Iterable[int]) -> list[int]:
    """Copies of each face that may lie in other hands; ``base`` are the faces of a base that is known."""
    unseen = [_COPIES - held - gone for held, gone in zip(hand, played, strict=True)]
    for face in base:
        unseen[face] -= 1
    return unseen


class Course:
    """The leads of a claim, one after the other."""

    def __init__(self, order: Order, unseen: Sequence[int]) -> None:
        self.order = order
        self.unseen = unseen
        self.left = [sum(unseen[face] for face in faces) for faces in order.faces]
        """For each group, the cards of it that an opponent may still have."""
        self.quads = [any(unseen[face] == _COPIES for face in faces) for faces in order.faces]

    def sure(self, patterns: Patterns) -> bool:
        """Whether nobody can beat this lead or reject a pattern of it."""
        order, unseen = self.order, self.unseen
        if not all(map(self.sure_in_group, patterns)):
            return False
        first = patterns[0].faces[0]
        group = order.group[first]
        count = sum(pattern.size for pattern in patterns)
        identical = all(pattern.faces == (first,) for pattern in patterns)
        if count == _COPIES and not identical and self.left[group] >= _COPIES and self.quads[group]:
            return False
        if group == TRUMPS or self.left[TRUMPS] < count:
            return True
        if count == _COPIES and self.quads[TRUMPS]:
            return False
        return not holds_structure(order, TRUMPS, unseen, Lead(order, patterns).structure)

    def sure_in_group(self, pattern: Pattern) -> bool:
        """Whether nobody can have a higher pattern of its shape."""
        left = self.left[self.order.group[pattern.faces[0]]]
        return pattern.size > left or higher_pattern(self.order, pattern, self.unseen) is None

    def lead(self, patterns: Patterns) -> None:
        """Go on to the next lead."""
        group = self.order.group[patterns[0].faces[0]]
        self.left[group] -= sum(pattern.size for pattern in patterns)


def first_unsure(order: Order, leads: Sequence[Patterns], unseen: Sequence[int]) -> int | None:
    """Which of the leads, in their order, may be beaten; ``None`` when all are sure."""
    course = Course(order, unseen)
    for place, patterns in enumerate(leads):
        if not course.sure(patterns):
            return place
        course.lead(patterns)
    return None


def call_depends(
    face: int, missing: int, leads: Sequence[Patterns], hand: Sequence[int], unseen: Sequence[int]
) -> bool:
    """Whether it depends on the others' play who settles a call that the next ``missing``-th copy of a face settles.

    What is led now comes before all other cards; of the copies that follow each of two players may be first.
    """
    at_once = sum(pattern.copies for pattern in leads[0] if face in pattern.faces)
    missing -= at_once
    own, others = hand[face] - at_once, unseen[face]
    if missing <= 0 or missing > own + others:
        return False
    return others > 1 or (others == 1 and own > 0)


def best_claim(order: Order, hand: Sequence[int], unseen: Sequence[int]) -> tuple[Patterns, ...] | None:
    """Leads with which a hand (counts) can be claimed, ``None`` when a simple search finds none.

    A lead that is sure stays sure whatever is led before it, so the sure ones are led as they come: trumps, then each
    suit whole, as far as it cannot be rejected, or one pattern after the other. The largest pattern goes last if that
    is sure as well, for the base.
    """
    groups = [
        default_split(order, [hand[face] if order.group[face] == group else 0 for face in range(FACES)])
        if any(hand[face] for face in order.faces[group])
        else ()
        for group in (TRUMPS, 3, 2, 1, 0)
    ]
    leads = _sure_order(order, groups, unseen)
    if leads is None:
        return None
    largest = max(pattern.size for pattern in leads[-1])
    patterns = sorted({pattern for group in groups for pattern in group}, key=lambda pattern: -pattern.size)
    for last in patterns:
        if last.size <= largest:
            break
        better = _sure_order(order, [_without(group, last) for group in groups], unseen, last)
        if better is not None:
            return better
    return leads


def _without(patterns: Patterns, taken: Pattern) -> Patterns:
    left = list(patterns)
    if taken in left:
        left.remove(taken)
    return tuple(left)


def _sure_order(
    order: Order, groups: Sequence[Patterns], unseen: Sequence[int], last: Pattern | None = None
) -> tuple[Patterns, ...] | None:
    course = Course(order, unseen)
    remaining = [patterns for patterns in groups if patterns]
    leads: list[Patterns] = []
    while remaining:
        found = next(
            (
                (place, lead)
                for place, patterns in enumerate(remaining)
                for lead in _candidates(course, patterns)
                if course.sure(lead)
            ),
            None,
        )
        if found is None:
            return None
        place, lead = found
        course.lead(lead)
        leads.append(lead)
        left = remaining[place]
        for pattern in lead:
            left = _without(left, pattern)
        remaining[place : place + 1] = [left] if left else []
    if last is not None:
        if not course.sure((last,)):
            return None
        leads.append((last,))
    return tuple(leads)


def _candidates(course: Course, patterns: Patterns) -> list[Patterns]:
    """What may be led of a group: all of it, what cannot be rejected, each pattern."""
    standing = tuple(pattern for pattern in patterns if course.sure_in_group(pattern))
    return [*dict.fromkeys((patterns, standing)), *((pattern,) for pattern in standing)] if standing else []
