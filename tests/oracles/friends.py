"""A second, naive reading of rules/friends.md: slow, obvious, by trying everything.

Cards are text codes; the level is a rank, the trump suit a letter or N. Nothing of the fast engine is used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
SUIT_ORDER = "DCHS"
MARKS = ["D", "C", "H", "S", "BJ", "RJ"]


class Table:
    """The order of the cards at a level and trump suit."""

    def __init__(self, level: str, trump: str) -> None:
        self.level, self.trump = level, trump
        # Trumps low to high, as a list of steps; a step is a list of equal faces.
        ranks = [rank for rank in RANKS if rank != level]
        self.trumps = [[rank + trump] for rank in ranks] if trump != "N" else []
        self.trumps.append([level + suit for suit in SUIT_ORDER if suit != trump])
        if trump != "N":
            self.trumps.append([level + trump])
        self.trumps += [["BJ"], ["RJ"]]
        self.plain = {suit: [[rank + suit] for rank in ranks] for suit in SUIT_ORDER if suit != trump}

    def group(self, card: str) -> str:
        if any(card in step for step in self.trumps):
            return "T"
        return card[-1]

    def ladder(self, group: str) -> list[list[str]]:
        return self.trumps if group == "T" else self.plain[group]

    def height(self, card: str) -> int:
        return next(i for i, step in enumerate(self.ladder(self.group(card))) if card in step)

    def is_pattern(self, cards: Sequence[str]) -> tuple[int, int] | None:
        """(m, r), or None."""
        counts = Counter(cards)
        if len(set(counts.values())) != 1 or len({self.group(card) for card in counts}) != 1:
            return None
        m, r = next(iter(counts.values())), len(counts)
        if r == 1:
            return m, r
        heights = sorted(self.height(card) for card in counts)
        if m >= 2 and heights == list(range(heights[0], heights[0] + r)):
            return m, r
        return None


def splits(table: Table, cards: Sequence[str]) -> list[list[tuple[str, ...]]]:
    """Every split of cards into patterns."""

    @cache
    def all_splits(rest: tuple[str, ...]) -> tuple[tuple[tuple[str, ...], ...], ...]:
        if not rest:
            return ((),)
        found = set()
        first = rest[0]
        for size in range(1, len(rest) + 1):
            for others in {tuple(sorted(chosen)) for chosen in combinations(rest[1:], size - 1)}:
                part = tuple(sorted((first, *others)))
                if table.is_pattern(part) is None:
                    continue
                left = Counter(rest)
                left.subtract(part)
                for more in all_splits(tuple(sorted(left.elements()))):
                    found.add(tuple(sorted((part, *more))))
        return tuple(found)

    return [list(split) for split in all_splits(tuple(sorted(cards)))]


def default_split(table: Table, cards: Sequence[str]) -> list[tuple[str, ...]]:
    """Section 2, the choice: fewest patterns, then one pattern at a time."""
    every = splits(table, cards)
    fewest = min(len(split) for split in every)
    best = [split for split in every if len(split) == fewest]

    def order(part: tuple[str, ...]) -> tuple[object, ...]:
        shape = table.is_pattern(part)
        assert shape is not None
        m, r = shape
        from_top = sorted(set(part), key=table.height, reverse=True)
        suits = [-MARKS.index(card if card in MARKS else card[-1]) for card in from_top]
        return (-len(part), 0 if r > 1 else 1, -m, -table.height(from_top[0]), suits)

    taken: list[tuple[str, ...]] = []
    while best and len(taken) < fewest:
        first = min((part for split in best for part in split), key=order)
        taken.append(first)
        following = []
        for split in best:
            if first in split:
                left = list(split)
                left.remove(first)
                if left not in following:
                    following.append(left)
        best = following
    return taken


Structure = list[tuple[int, int]]


def structure_of(table: Table, split: Sequence[Sequence[str]]) -> Structure:
    shapes = []
    for part in split:
        shape = table.is_pattern(part)
        assert shape is not None
        shapes.append(shape)
    return sorted(shapes)


def match(table: Table, group: str, structure: Structure, cards: Sequence[str]) -> list[int]:
    """Section 5.2, Match, as a list of numbers."""
    counts = Counter(card for card in cards if table.group(card) == group)
    slots = sorted(m for m, r in structure for _ in range(r))
    result = []
    for size in range(max(m for m, _ in structure), 1, -1):
        faces = [card for card in counts if counts[card] == size]
        tractors = [r for m, r in structure if m == size and r > 1]
        if tractors:
            result.append(min(longest_run(table, faces), max(tractors)))
        placed = 0
        for _ in faces:
            fitting = [slot for slot in slots if slot >= size]
            if not fitting:
                break
            slot = min(fitting)
            slots.remove(slot)
            slots.append(slot - size)
            placed += 1
        result.append(placed)
    return result


def longest_run(table: Table, faces: Sequence[str]) -> int:
    heights = {table.height(face) for face in faces}
    best = 0
    for height in heights:
        length = 0
        while height + length in heights:
            length += 1
        best = max(best, length)
    return best if best >= 2 else 0


def may_follow(table: Table, split: Sequence[Sequence[str]], hand: Sequence[str], play: Sequence[str]) -> bool:
    """Section 5.2, for a play that is part of the hand."""
    group = table.group(split[0][0])
    structure = structure_of(table, split)
    count = sum(len(part) for part in split)
    if len(play) != count:
        return False
    held = [card for card in hand if table.group(card) == group]
    played = [card for card in play if table.group(card) == group]
    if len(held) <= count:
        return len(played) == len(held)
    if len(played) != count:
        return False
    if count == 4 and len(set(play)) == 1:
        return True
    largest = max(m for m, _ in structure)
    copies = Counter(held)
    not_exempt = [card for card in held if copies[card] <= largest]
    return match(table, group, structure, play) >= match(table, group, structure, not_exempt)


def legal_plays(table: Table, split: Sequence[Sequence[str]], hand: Sequence[str]) -> set[tuple[str, ...]]:
    count = sum(len(part) for part in split)
    return {tuple(sorted(play)) for play in combinations(sorted(hand), count) if may_follow(table, split, hand, play)}


def play_class(table: Table, split: Sequence[Sequence[str]], play: Sequence[str]) -> tuple[int, int]:
    """(class, key) of a play, class 0 for none. Section 5.3."""
    led = table.group(split[0][0])
    structure = structure_of(table, split)
    groups = {table.group(card) for card in play}
    if len(groups) != 1:
        return 0, 0
    group = groups.pop()
    if len(play) == 4 and len(set(play)) == 1 and group in ("T", led):
        return (4 if group == "T" else 2), table.height(play[0])
    if group not in ("T", led):
        return 0, 0
    key_shape = max(structure, key=lambda shape: (shape[0] * shape[1], shape[0]))
    keys = [
        max(table.height(card) for card in part)
        for found in splits(table, play)
        if structure_of(table, found) == structure
        for part in found
        if table.is_pattern(part) == key_shape
    ]
    if not keys:
        return 0, 0
    return (3 if group == "T" else 1), max(keys)


def winner(table: Table, split: Sequence[Sequence[str]], plays: Sequence[Sequence[str]]) -> int:
    values = [play_class(table, split, play) for play in plays]
    return values.index(max(values))


def sufficient(table: Table, part: Sequence[str], hand: Sequence[str]) -> list[tuple[str, ...]]:
    """Every pattern of the same (m, r) with a higher top that a hand holds, as faces from the top."""
    shape = table.is_pattern(part)
    assert shape is not None
    m, r = shape
    group = table.group(part[0])
    top = max(table.height(card) for card in part)
    counts = Counter(card for card in hand if table.group(card) == group)
    enough = [card for card in counts if counts[card] >= m]
    found = []
    for faces in combinations(sorted(enough), r):
        if table.is_pattern([face for face in faces for _ in range(m)]) != (m, r):
            continue
        from_top = sorted(faces, key=table.height, reverse=True)
        if table.height(from_top[0]) > top:
            found.append(tuple(from_top))
    return found


def throw(
    table: Table, split: Sequence[Sequence[str]], others: Sequence[Sequence[str]], preset: str = "original"
) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]], list[tuple[int, tuple[str, ...]]]]:
    """Patterns led, patterns rejected, and for each rejected one (first rejector, his lowest faces). 5.1."""
    parts = [tuple(part) for part in split]

    def suits(faces: Sequence[str]) -> list[int]:
        return [MARKS.index(card if card in MARKS else card[-1]) for card in faces]

    def from_top(part: Sequence[str]) -> list[str]:
        return sorted(set(part), key=table.height, reverse=True)

    rejected, shown = [], []
    if len(parts) > 1:
        for part in parts:
            for seat, hand in enumerate(others):
                found = sufficient(table, part, hand)
                if found:
                    lowest = min(found, key=lambda faces: (table.height(faces[0]), suits(faces)))
                    rejected.append(part)
                    shown.append((seat, lowest))
                    break

    def smallest(part: tuple[str, ...]) -> tuple[object, ...]:
        shape = table.is_pattern(part)
        assert shape is not None
        faces = from_top(part)
        return (len(part), table.height(faces[0]), shape[0], suits(faces))

    if not rejected:
        return parts, [], []
    if preset == "classic" or len(rejected) == len(parts):
        return [min(rejected, key=smallest)], rejected, shown
    led = list(parts)
    for part in rejected:
        led.remove(part)
    return led, rejected, shown


def deal_result(points: int, preset: str = "original") -> tuple[str, int]:
    """Section 6 and 7: the winning side and how many levels it goes up."""
    if preset == "classic" and points < 0:
        points = 0
    if points < 160:
        levels, bound = 1, 80
        while points < bound:
            levels, bound = levels + 1, bound - 80
        if preset == "classic" and points <= 0:
            levels = 3
        return "dealer", levels
    levels, bound = (0 if preset == "classic" else 1), 240
    while points >= bound:
        levels, bound = levels + 1, bound + 80
    return "opponents", levels


def bids(state: str, level: str, hand: Sequence[str], standing: tuple[int, str] | None) -> Iterator[tuple[int, str]]:
    """Every bid (k, face) that a hand may make over a standing bid (k, mark). Section 3."""
    counts = Counter(hand)
    for face in [level + suit for suit in SUIT_ORDER] + ["BJ", "RJ"]:
        joker = face in ("BJ", "RJ")
        mark = face if joker else face[-1]
        for k in range(1, 5):
            if counts[face] < k or (joker and k < 3):
                continue
            if standing is None:
                yield k, face
            elif state == "open":
                if k > standing[0]:
                    yield k, face
            elif k >= 2 and (k > standing[0] or (k == standing[0] and MARKS.index(mark) > MARKS.index(standing[1]))):
                yield k, face
