"""The follow check, the default split and the list of legal plays of Friends!, timed through the public functions.

python bench/friends_follow.py [--deals 1500]

Six hands are dealt from the four packs at a random level and trump suit. Each player in turn leads 1 to 20 random
cards of one of his groups (all his trumps in every fourth lead that allows it), the five others answer with a legal
play and with random cards, and the check of each answer is timed. Splits are timed on fresh leads of up to 35 cards of
one group with empty caches, which is the worst that can happen; lists of legal plays stop at 1,000.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from itertools import islice
from random import Random

from _report import write_report

from amity.games.friends import patterns
from amity.games.friends.follow import Lead, check, one_legal
from amity.games.friends.legal import legal_plays
from amity.games.friends.order import FACES, TRUMPS, Order, counts_of, order_of
from amity.games.friends.patterns import default_split

PACK = [face for face in range(FACES) for _ in range(4)]


def random_lead(chance: Random, order: Order, hand: list[int], number: int) -> list[int]:
    """Up to 20 cards of one group of a hand."""
    groups: dict[int, list[int]] = defaultdict(list)
    for face in hand:
        groups[order.group[face]].append(face)
    if number % 4 == 0 and 0 < len(groups[TRUMPS]) <= 20:
        return groups[TRUMPS]
    cards = chance.choice([cards for cards in groups.values() if cards])
    # Sets are what is led; some leads are any cards at all.
    if chance.random() < 0.5:
        cards = sorted(cards, key=lambda face: (-cards.count(face), face))
        return cards[: chance.randint(1, min(20, len(cards)))]
    return chance.sample(cards, chance.randint(1, min(20, len(cards))))


def time_checks(chance: Random, deals: int) -> dict[str, list[float]]:
    """Microseconds of each check, by size of the lead."""
    times: dict[str, list[float]] = defaultdict(list)
    clock = time.perf_counter_ns
    for _ in range(deals):
        order = order_of(chance.randrange(13), chance.randrange(5))
        pack = PACK[:]
        chance.shuffle(pack)
        hands = [pack[35 * seat : 35 * seat + 35] for seat in range(6)]
        for leader in range(6):
            cards = random_lead(chance, order, hands[leader], leader + len(times["all"]))
            lead = Lead(order, default_split(order, counts_of(cards)))
            for other in range(1, 6):
                hand = hands[(leader + other) % 6]
                counts = counts_of(hand)
                for play in (one_legal(lead, counts), chance.sample(hand, len(cards))):
                    played = counts_of(play)
                    start = clock()
                    check(lead, counts, played)
                    took = (clock() - start) / 1000
                    times["all"].append(took)
                    times[f"{(len(cards) - 1) // 5 * 5 + 1}–{(len(cards) - 1) // 5 * 5 + 5} cards"].append(took)
    return times


def time_splits(chance: Random, rounds: int) -> dict[str, list[float]]:
    """Milliseconds of each default split with empty caches, by size of the lead."""
    times: dict[str, list[float]] = defaultdict(list)
    for _ in range(rounds):
        order = order_of(chance.randrange(13), chance.randrange(5))
        group = chance.choice([group for group in range(5) if len(order.faces[group]) > 8])
        size = chance.randint(1, 35)
        cards = chance.sample([face for face in order.faces[group] for _ in range(4)], size)
        counts = counts_of(cards)
        for cached in (patterns._cuts, patterns._fewest, patterns._candidates, patterns._split_cells):
            cached.cache_clear()
        start = time.perf_counter_ns()
        default_split(order, counts)
        took = (time.perf_counter_ns() - start) / 1e6
        for name in ("all", "1–20 cards" if size <= 20 else "21–35 cards"):
            times[name].append(took)
    return times


def time_lists(chance: Random, rounds: int) -> dict[str, list[float]]:
    """Milliseconds until 1,000 legal plays (or all) of a 41-card hand are found, on leads rich in sets."""
    times: dict[str, list[float]] = defaultdict(list)
    for _ in range(rounds):
        order = order_of(chance.randrange(13), chance.randrange(5))
        group = chance.choice([group for group in range(5) if len(order.faces[group]) > 8])
        faces = order.faces[group]
        size = chance.randint(2, 25)
        cards: list[int] = []
        while len(cards) < size:
            face = chance.choice(faces)
            cards += [face] * min(chance.choice((2, 2, 3, 4)), size - len(cards), 4 - cards.count(face))
        left = [face for face in faces for _ in range(4)]
        hand = chance.sample(left, min(len(left), chance.choice((size + 2, 41, 41))))
        hand = hand[:41]
        others = [face for face in PACK if order.group[face] != group]
        hand += chance.sample(others, 41 - len(hand))
        lead = Lead(order, default_split(order, counts_of(cards)))
        counts = counts_of(hand)
        start = time.perf_counter_ns()
        for _ in islice(legal_plays(lead, counts), 1000):
            pass
        times["all"].append((time.perf_counter_ns() - start) / 1e6)
    return times


def rows(times: dict[str, list[float]], unit: str) -> list[dict[str, object]]:
    """One row a name: number, median, 99th percentile, largest."""
    made = []
    for name in sorted(times, key=lambda name: (name != "all", len(name), name)):
        sample = sorted(times[name])
        made.append(
            {
                "what": name,
                "measured": len(sample),
                f"median {unit}": round(sample[len(sample) // 2], 3),
                f"p99 {unit}": round(sample[len(sample) * 99 // 100], 3),
                f"largest {unit}": round(sample[-1], 3),
            }
        )
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    chance = Random(arguments.seed)
    write_report(
        "friends_follow",
        "Following in Friends!",
        {
            "follow check": rows(time_checks(chance, arguments.deals), "µs"),
            "default split": rows(time_splits(chance, arguments.deals), "ms"),
            "1,000 legal plays of 41 cards": rows(time_lists(chance, arguments.deals), "ms"),
        },
        command=f"python bench/friends_follow.py --deals {arguments.deals} --seed {arguments.seed}",
        notes=[
            "Plain Python. Wall-clock times of single calls: the largest ones are the operating system's.",
            "Wanted: check median under 15 µs, p99 under 50 µs; split median under 1 ms, always under 10 ms; "
            "1,000 plays under 100 ms.",
        ],
    )


if __name__ == "__main__":
    main()
