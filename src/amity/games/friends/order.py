"""Which cards are trumps, which follow each other, which are next to each other. Rules: friends, 1.

Inside the game hands and plays are *counts*: a sequence of 54 numbers, how many copies of each face
(``amity.cards.FRIENDS``: 13 × suit D C H S + rank 2 … A, then the jokers).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from amity.cards import FRIENDS

FACES: Final = 54
BLACK_JOKER: Final = 52
RED_JOKER: Final = 53
JOKER_TRUMP: Final = 4
"""The trump suit when there is none: only the hard trumps exist."""
TRUMPS: Final = 4
"""The group of the trumps; groups 0 to 3 are the plain suits D C H S."""

SUITS: Final = "DCHSN"
"""Suit letters in face order; ``N`` is Joker trump as a trump suit, and the trumps as a group."""
RANKS: Final = FRIENDS.ranks
POINTS: Final = tuple(
    {"5": 5, "10": 10, "K": 10}.get(RANKS[face % 13], 0) if face < BLACK_JOKER else 0 for face in range(FACES)
)
"""Card points by face."""


class Order:
    """The order of the cards at one level and trump suit. Made once for each by :func:`order_of`.

    Every face belongs to a group and stands there on a step. Faces on neighbouring steps are next to each other; the
    higher step wins. Only the off-suit level faces share a step (with Joker trump: all four), the *wide* step.
    """

    __slots__ = ("bits", "faces", "group", "level", "place", "shown", "step", "steps", "trump", "wide", "wide_faces")

    level: int
    """Rank of the level cards, 0 (2) to 12 (A)."""
    trump: int
    """Suit 0 to 3, or :data:`JOKER_TRUMP`."""
    group: tuple[int, ...]
    """Group of each face."""
    step: tuple[int, ...]
    """Step of each face inside its group, from 0."""
    faces: tuple[tuple[int, ...], ...]
    """Faces of each group, low to high; on the wide step by suit, D C H S."""
    place: tuple[int, ...]
    """Where each face stands in ``faces[group]``: its bit in a mask of faces."""
    shown: tuple[int, ...]
    """All faces as a hand is shown: trumps first, high to low in each group."""
    bits: tuple[tuple[tuple[int, int], ...], ...]
    """(face, bit) of each group's faces, low to high."""
    steps: tuple[tuple[tuple[int, ...], ...], ...]
    """Faces on each step of each group."""
    wide: tuple[int, ...]
    """Step of each group that holds several faces; past its last step in the plain suits."""
    wide_faces: tuple[int, ...]
    """How many faces stand on the wide step; 1 in the plain suits."""

    def __init__(self, level: int, trump: int) -> None:
        self.level = level
        self.trump = trump
        groups: list[list[tuple[int, ...]]] = [
            [(13 * suit + rank,) for rank in range(13) if rank != level] if suit != trump else [] for suit in range(4)
        ]
        soft = [(13 * trump + rank,) for rank in range(13) if rank != level] if trump != JOKER_TRUMP else []
        equal = tuple(13 * suit + level for suit in range(4) if suit != trump)
        top = [(13 * trump + level,)] if trump != JOKER_TRUMP else []
        groups.append([*soft, equal, *top, (BLACK_JOKER,), (RED_JOKER,)])
        self.steps = tuple(tuple(steps) for steps in groups)
        self.faces = tuple(tuple(face for step in steps for face in step) for steps in groups)
        self.shown = tuple(face for number in (TRUMPS, 3, 1, 2, 0) for face in self.faces[number][::-1])
        self.wide = (*(len(steps) for steps in groups[:4]), len(soft))
        self.wide_faces = (1, 1, 1, 1, len(equal))
        group, step, place = [0] * FACES, [0] * FACES, [0] * FACES
        for number, steps in enumerate(groups):
            for height, faces in enumerate(steps):
                for face in faces:
                    group[face], step[face] = number, height
            for index, face in enumerate(self.faces[number]):
                place[face] = index
        self.group, self.step, self.place = tuple(group), tuple(step), tuple(place)
        self.bits = tuple(tuple((face, 1 << index) for index, face in enumerate(faces)) for faces in self.faces)

    def sorted_faces(self, faces: Iterable[int]) -> list[int]:
        """Faces as a hand is held: groups D C H S then trumps, high to low inside each."""
        group, place = self.group, self.place
        return sorted(faces, key=lambda face: (group[face], -place[face]))

    def __repr__(self) -> str:
        return f"Order(level={RANKS[self.level]}, trump={SUITS[self.trump]})"


@cache
def order_of(level: int, trump: int) -> Order:
    """The order at a level (rank 0 to 12) and trump suit (0 to 3, 4 Joker)."""
    return Order(level, trump)


def counts_of(faces: Iterable[int]) -> list[int]:
    """Faces as counts."""
    counts = [0] * FACES
    for face in faces:
        counts[face] += 1
    return counts


def faces_of(counts: Sequence[int]) -> list[int]:
    """Counts as a list of faces, copies included, in face order."""
    return [face for face in range(FACES) for _ in range(counts[face])]


def step_mask(mask: int, wide: int, wide_faces: int) -> int:
    """A mask of faces (bit = place in the group) as a mask of steps. Pure ints."""
    if wide_faces == 1:
        return mask
    above = mask >> wide
    steps = (mask & ((1 << wide) - 1)) | ((above >> wide_faces) << (wide + 1))
    if above & ((1 << wide_faces) - 1):
        steps |= 1 << wide
    return steps


def longest_run(steps: int) -> int:
    """Length of the longest row of neighbouring bits. Pure ints."""
    length = 0
    while steps:
        steps &= steps >> 1
        length += 1
    return length


def points_in(faces: Iterable[int]) -> int:
    """Card points of faces."""
    return sum(POINTS[face] for face in faces)
