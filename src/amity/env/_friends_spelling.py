"""Which cards may be selected next, so that a legal play of Friends! comes of it. Rules: friends, 2 and 5.

Cards are selected in rising order: groups D C H S, then the trumps, low to high inside each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from amity.games.friends.follow import Lead, check, measure, measure_of
from amity.games.friends.order import Order, counts_of
from amity.games.friends.patterns import Pattern

Faces = tuple[int, ...]


def rising(order: Order, faces: Sequence[int]) -> Faces:
    """Faces in the order in which they are selected."""
    return tuple(sorted(faces, key=lambda face: (order.group[face], order.place[face])))


def burial_choices(order: Order, hand: Sequence[int], chosen: Faces, size: int) -> list[int]:
    """The faces that may be selected next for a burial of ``size`` cards."""
    return _any_cards(order, hand, chosen, size)


def _any_cards(order: Order, hand: Sequence[int], chosen: Faces, size: int) -> list[int]:
    ranked = rising(order, [face for face in range(len(hand)) if hand[face]])
    place = {face: index for index, face in enumerate(ranked)}
    counts = counts_of(chosen)
    needed = size - len(chosen)
    if not needed:
        return []
    first = place[chosen[-1]] if chosen else 0
    ahead = 0
    found = []
    for face in reversed(ranked[first:]):
        ahead += hand[face] - counts[face]
        if hand[face] > counts[face] and ahead >= needed:
            found.append(face)
    return found


class LeadSpelling:
    """The leads of a hand: pattern after pattern, each in rising order, no pattern before a higher one."""

    def __init__(self, order: Order, hand: Sequence[int]) -> None:
        self.order = order
        self.hand = list(hand)

    def next(self, closed: Sequence[Faces], open_: Faces) -> tuple[list[int], bool, bool]:
        """What may follow the closed patterns and the cards of the open one: faces, whether the open pattern may be
        closed for another one, whether the lead may end here.
        """
        left = list(self.hand)
        for face in (face for pattern in closed for face in pattern):
            left[face] -= 1
        possible = [
            pattern
            for pattern in self._patterns(left, closed)
            if (not closed or self._rank(pattern) >= self._rank(closed[-1])) and pattern[: len(open_)] == open_
        ]
        faces = sorted({pattern[len(open_)] for pattern in possible if len(pattern) > len(open_)})
        if open_ not in possible:
            return faces, False, False
        for face in open_:
            left[face] -= 1
        more = any(self._rank(pattern) >= self._rank(open_) for pattern in self._patterns(left, (open_,)))
        return faces, more, True

    def spelled(self, patterns: Sequence[Pattern]) -> list[Faces]:
        """Patterns as they are spelled."""
        return sorted((rising(self.order, pattern.cards()) for pattern in patterns), key=self._rank)

    def pattern(self, faces: Faces) -> Pattern:
        """The pattern that selected cards spell."""
        order = self.order
        return Pattern(faces.count(faces[0]), tuple(sorted(set(faces), key=lambda face: -order.place[face])))

    def _rank(self, faces: Faces) -> tuple[int, ...]:
        return tuple([self.order.place[face] for face in faces])

    def _patterns(self, left: Sequence[int], others: Sequence[Faces]) -> Iterator[Faces]:
        """Every pattern of the cards left, spelled; of the group of the other patterns if there are any."""
        order = self.order
        groups = range(5) if not others else (order.group[others[0][0]],)
        for group in groups:
            steps = order.steps[group]
            for copies in range(1, 5):
                for bottom in range(len(steps)):
                    rows: list[Faces] = [()]
                    for step in range(bottom, len(steps) if copies > 1 else bottom + 1):
                        rows = [
                            (*row, *(face,) * copies) for row in rows for face in steps[step] if left[face] >= copies
                        ]
                        if not rows:
                            break
                        yield from rows


class _State(NamedTuple):
    """What the cards taken so far come to, for 2, 3 and 4 equal ones."""

    sets: tuple[int, int, int]
    runs: tuple[int, int, int]
    """Length of the row of sets that ends with the step before the present one."""
    here: tuple[bool, bool, bool]
    """Whether the present step has a set."""
    best: tuple[int, int, int]


_START: Final = _State((0, 0, 0), (0, 0, 0), (False, False, False), (0, 0, 0))
_NARROW: Final = 99
"""A wide step beyond all others."""


class FollowSpelling:
    """The plays of a hand that may follow a lead. Whether some cards can still become one is searched for, and known
    for all that comes to the same.
    """

    def __init__(self, lead: Lead, hand: Sequence[int]) -> None:
        self.lead = lead
        self.hand = list(hand)
        self.faces = [face for face in lead.order.faces[lead.group] if hand[face]]
        self.held = sum(hand[face] for face in self.faces)
        # More sets or longer rows than these never count.
        room2, room3, room4 = lead.slots
        self._most_sets = (room2 + room3 + 2 * room4, room3 + room4, max(room4, 1 if lead.count == 4 else 0))
        self._known: dict[tuple[int, int, _State], bool] = {}

    def next(self, chosen: Faces) -> list[int]:
        """The faces that may be selected next; empty when the play is complete."""
        lead = self.lead
        if len(chosen) == lead.count:
            return []
        if self.held <= lead.count:
            return self._all_of_group(chosen)
        if lead.most == 1 or not self._required:
            held = [copies if lead.order.group[face] == lead.group else 0 for face, copies in enumerate(self.hand)]
            return _any_cards(lead.order, held, chosen, lead.count)
        first = self.faces.index(chosen[-1]) if chosen else 0
        counts = counts_of(chosen)
        state = _START
        found = []
        for place, face in enumerate(self.faces):
            if place >= first and counts[face] < self.hand[face]:
                left = lead.count - len(chosen) + counts[face]
                if any(
                    self._can(place + 1, left - copies, self._after(state, place, copies))
                    for copies in range(counts[face] + 1, self.hand[face] + 1)
                    if copies <= left
                ):
                    found.append(face)
            state = self._after(state, place, counts[face])
        return found

    def complete(self, chosen: Faces) -> bool:
        """Whether these cards are a legal play. Rules: friends, 5.2."""
        return len(chosen) == self.lead.count and not check(self.lead, self.hand, counts_of(chosen))

    @cached_property
    def _required(self) -> int:
        return measure_of(self.lead, self.hand)

    def _all_of_group(self, chosen: Faces) -> list[int]:
        """Every card of the led group has to go, the others are free."""
        order, group = self.lead.order, self.lead.group
        counts = counts_of(chosen)
        missing = [face for face in self.faces if counts[face] < self.hand[face]]
        free = self.lead.count - len(chosen) - sum(self.hand[face] - counts[face] for face in missing)
        found = []
        for face in _any_cards(order, self.hand, chosen, self.lead.count):
            behind = [other for other in missing if rising(order, [other, face])[0] == other != face]
            if not behind and (order.group[face] == group or free):
                found.append(face)
        return found

    def _after(self, state: _State, place: int, copies: int) -> _State:
        """The state with so many copies of the face at a place, which may be the first of its step."""
        step = self.lead.order.step
        sets, runs, here, best = state
        before = step[self.faces[place - 1]] if place else -2
        now = step[self.faces[place]]
        if now != before:
            joined = now == before + 1
            runs = tuple([run + 1 if has and joined else 0 for run, has in zip(runs, here, strict=True)])  # type: ignore[assignment]
            here = (False, False, False)
        if copies >= 2:
            kind = copies - 2
            longest = self.lead.longest[kind]
            sets = _with(sets, kind, min(sets[kind] + 1, self._most_sets[kind]))
            if longest:
                here = _with(here, kind, True)
                runs = _with(runs, kind, min(runs[kind], longest))
                best = _with(best, kind, max(best[kind], min(runs[kind] + 1, longest)))
        return _State(sets, runs, here, best)

    def _can(self, place: int, left: int, state: _State) -> bool:
        """Whether faces from a place on can bring the play to its number and its match."""
        if place == len(self.faces):
            return not left and self._enough(state)
        key = (place, left, state)
        known = self._known.get(key)
        if known is None:
            most = min(self.hand[self.faces[place]], left)
            known = self._known[key] = any(
                self._can(place + 1, left - copies, self._after(state, place, copies)) for copies in range(most, -1, -1)
            )
        return known

    def _enough(self, state: _State) -> bool:
        """Whether a play of such sets is a good enough match; counted by the rule itself on rows like these."""
        lead = self.lead
        if lead.count == 4 and state.sets[2]:
            return True
        masks = [_row(sets, best) for sets, best in zip(state.sets, state.best, strict=True)]
        return measure(masks[0], masks[1], masks[2], _NARROW, 1, lead.slots, lead.longest) >= self._required


def _with(values: tuple, kind: int, value: object) -> tuple:  # type: ignore[type-arg]
    return (*values[:kind], value, *values[kind + 1 :])


def _row(sets: int, run: int) -> int:
    """A mask of so many bits whose longest row is ``run``."""
    mask = (1 << run) - 1
    for number in range(sets - run):
        mask |= 1 << (run + 1 + 2 * number)
    return mask
