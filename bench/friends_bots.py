"""What the bots of Friends! are worth: levels against each other, and the best one among its like without a habit.

python bench/friends_bots.py [--deals 2000] [--habit-deals 1000] [--seed 1] [--jobs 2]

Every deal is the first of a match, with all its bidding. A seat's result is how many points its side is beyond the 160
that divide the sides. Levels: a deal is played both ways, the two kinds of bots in every other seat and then
exchanged; the unit is the mean difference between a seat of the first kind and one of the second. Habits: a deal is
played by bots with all habits, and then once from each seat by one that lacks a habit among them; the unit is how much
less that seat makes, averaged over the seats. The intervals are of paired differences.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import fields, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, Final

from _duel import Losses, Task, habit_rows, parts, row, spread, without_habits
from _report import write_report

from amity.bots._duplicate import deal_random
from amity.bots.friends import LEVELS, ClubBot, Habits
from amity.bots.friends.duplicate import DUPLICATE, SEATS, deal_difference, interval
from amity.games.friends.match import FriendsMatch
from amity.games.friends.options import PRESETS
from amity.shuffle import MatchRandom

PART: Final = 20
"""Deals a process plays at once."""


def level_part(preset: str, first: str, second: str, seed: int, start: int) -> list[float]:
    """Some deals between two levels, played both ways."""
    options = PRESETS[preset]
    return [deal_difference(options, LEVELS[first], LEVELS[second], deal, seed) for deal in range(start, start + PART)]


def results(match: FriendsMatch) -> Sequence[float] | None:
    """Points of the seats once the first deal is scored."""
    assert DUPLICATE.results is not None, "deals are compared"
    return DUPLICATE.results(match)["points"] if match.sheets else None


def habit_part(preset: str, seed: int, start: int) -> list[Losses]:
    """Club without each habit among club bots, in some deals."""
    lacking = {
        habit.name: partial(ClubBot, habits=replace(Habits(), **{habit.name: False})) for habit in fields(Habits)
    }
    return [
        without_habits(
            lambda deal=deal: FriendsMatch(PRESETS[preset], SEATS, deal_random(deal, seed)),  # type: ignore[misc]
            results,
            ClubBot,
            lacking,
            SEATS * deal,
        )
        for deal in range(start, start + PART)
    ]


def decision_times(level: str, deals: int, seed: int) -> dict[str, Any]:
    """Microseconds of computing for a choice, median and the slowest hundredth, view and history not counted."""
    times = []
    for deal in range(deals):
        match = FriendsMatch(PRESETS["original"], 6, MatchRandom.from_number(seed + deal))
        bots = [LEVELS[level](seat) for seat in range(6)]
        while not match.sheets:
            seat = match.to_act
            if seat is None:
                match.deal()
                continue
            view, history = match.view(seat), match.history(seat)
            start = time.thread_time()
            action = bots[seat].choose(view, history)
            times.append(1e6 * (time.thread_time() - start))
            match.apply(seat, action)
    return {"level": level, "choices": len(times), **spread(times)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--habit-deals", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", type=Path, help="file with the work done so far, for a run that was broken off")
    arguments = parser.parse_args()
    with ProcessPoolExecutor(arguments.jobs) as pool:
        report(arguments, pool)


def report(arguments: argparse.Namespace, pool: ProcessPoolExecutor) -> None:
    """Measure everything and write the tables."""
    seed = arguments.seed
    levels = []
    for preset in PRESETS:
        for first, second in (("novice", "random"), ("club", "novice")):
            tasks: list[Task] = [(preset, first, second, seed, start) for start in range(0, arguments.deals, PART)]
            differences = chain.from_iterable(parts(pool, arguments.keep, level_part, tasks))
            levels.append(row({"preset": preset, "level": first, "over": second}, interval(list(differences))))
    habits = []
    for preset in PRESETS:
        tasks = [(preset, seed + 1, start) for start in range(0, arguments.habit_deals, PART)]
        losses = chain.from_iterable(parts(pool, arguments.keep, habit_part, tasks))
        habits += habit_rows(losses, {"preset": preset})
    write_report(
        "friends_bots",
        "Bots of Friends!",
        {
            "levels": levels,
            "What club makes among its like after giving up one habit": habits,
            "time of a choice": [decision_times(level, 20, seed) for level in ("random", "novice", "club")],
        },
        command=(
            f"python bench/friends_bots.py --deals {arguments.deals} --habit-deals {arguments.habit_deals} "
            f"--seed {arguments.seed}"
        ),
        notes=["Plain Python."],
    )


if __name__ == "__main__":
    main()
