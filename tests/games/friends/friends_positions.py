"""Random positions small enough for the naive reading of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from oracles import friends as oracle

from amity.cards import FRIENDS
from amity.games.friends.follow import Lead
from amity.games.friends.order import RANKS, SUITS, Order, counts_of, order_of
from amity.games.friends.patterns import Pattern, default_split, named_split


def codes(faces: Sequence[int]) -> list[str]:
    return [FRIENDS.codes[face] for face in faces]


def faces(texts: Sequence[str]) -> list[int]:
    return [FRIENDS.parse_face(text) for text in texts]


@dataclass
class Position:
    order: Order
    table: oracle.Table
    group: int
    window: tuple[int, ...]
    """A few neighbouring faces of the group, so that sets and tractors are common."""
    cards: list[int]
    split: tuple[Pattern, ...]
    hand: list[int]

    @property
    def lead(self) -> Lead:
        return Lead(self.order, self.split)

    @property
    def named(self) -> list[list[str]]:
        return [codes(pattern.cards()) for pattern in self.split]


def sets_from(random: Random, window: Sequence[int], count: int, used: Sequence[int] = ()) -> list[int]:
    """About ``count`` cards, mostly pairs and more, no face more than four times together with ``used``."""
    taken: list[int] = []
    for _ in range(40):
        if len(taken) >= count:
            break
        face = random.choice(window)
        copies = min(random.choice((1, 2, 2, 3, 4)), count - len(taken), 4 - taken.count(face) - used.count(face))
        taken += [face] * max(copies, 0)
    return taken


def positions(seed: int, count: int, *, most_led: int = 7, extra: int = 4) -> Iterator[Position]:
    """Leads with hands that hold at least as many cards, at all levels and trump suits."""
    random = Random(seed)
    made = 0
    while made < count:
        level, trump = random.randrange(13), random.randrange(5)
        order = order_of(level, trump)
        group = random.choice([group for group in range(5) if order.faces[group]])
        width = random.choice((4, 5, 6, 7))
        start = random.randrange(max(1, len(order.faces[group]) - width + 1))
        window = order.faces[group][start : start + width]
        table = oracle.Table(RANKS[level], SUITS[trump])
        cards = sets_from(random, window, random.randint(1, most_led))
        split = default_split(order, counts_of(cards))
        if random.random() < 0.4:
            every = oracle.splits(table, codes(cards))
            split = named_split(order, [faces(part) for part in random.choice(every)])
        size = len(cards) + random.randrange(extra + 1)
        if random.random() < 0.5:
            hand = sets_from(random, window, size, cards)
        else:
            left = [face for face in window for _ in range(4 - cards.count(face))]
            hand = random.sample(left, min(size, len(left)))
        others = [face for face in range(54) if order.group[face] != group]
        hand += random.sample(others, max(random.choice((0, 0, 1, 2)), len(cards) - len(hand)))
        made += 1
        yield Position(order, table, group, window, cards, split, hand)
