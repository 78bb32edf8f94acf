"""What the bots of Friends! are worth: levels against each other, and the best one against itself without a habit.

python bench/friends_bots.py [--deals 2000] [--habit-deals 1000] [--seed 1] [--jobs 2]

Every deal (the first of a match, with all its bidding) is played both ways, the two kinds of bots in every other seat
and then exchanged. A seat's result is how many points its side is beyond the 160 that divide the sides; the unit is
the mean difference between a seat of the first kind and one of the second. The intervals are of paired differences.
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import fields, replace
from functools import partial
from typing import Any

from _duel import row, spread
from _report import write_report

from amity.bots import BotMaker
from amity.bots.friends import LEVELS, ClubBot, Habits
from amity.bots.friends.duplicate import Comparison, deal_difference, interval
from amity.games.friends.match import FriendsMatch
from amity.games.friends.options import PRESETS, FriendsOptions
from amity.shuffle import MatchRandom


def compare(
    pool: ProcessPoolExecutor, options: FriendsOptions, first: BotMaker, second: BotMaker, deals: int, seed: int
) -> Comparison:
    """Play the deals both ways, several at a time."""
    play = partial(deal_difference, options, first, second, seed=seed)
    return interval(list(pool.map(play, range(deals), chunksize=10)))


def decision_times(level: str, deals: int, seed: int) -> dict[str, Any]:
    """Microseconds for a choice, median and the slowest hundredth, view and history not counted."""
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
            start = time.perf_counter()
            action = bots[seat].choose(view, history)
            times.append(1e6 * (time.perf_counter() - start))
            match.apply(seat, action)
    return {"level": level, "choices": len(times), **spread(times)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--habit-deals", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    with ProcessPoolExecutor(arguments.jobs) as pool:
        report(arguments, pool)


def report(arguments: argparse.Namespace, pool: ProcessPoolExecutor) -> None:
    """Measure everything and write the tables."""
    levels = [
        row(
            {"preset": preset, "level": first, "over": second},
            compare(pool, options, LEVELS[first], LEVELS[second], arguments.deals, arguments.seed),
        )
        for preset, options in PRESETS.items()
        for first, second in (("novice", "random"), ("club", "novice"))
    ]
    habits = []
    for habit in fields(Habits):
        without = partial(ClubBot, habits=replace(Habits(), **{habit.name: False}))
        found = compare(pool, PRESETS["original"], ClubBot, without, arguments.habit_deals, arguments.seed + 1)
        habits.append(row({"habit": habit.name}, found))
    write_report(
        "friends_bots",
        "Bots of Friends!",
        {
            "levels": levels,
            "club over club without a habit": habits,
            "time of a choice": [decision_times(level, 20, arguments.seed) for level in LEVELS],
        },
        command=(
            f"python bench/friends_bots.py --deals {arguments.deals} --habit-deals {arguments.habit_deals} "
            f"--seed {arguments.seed}"
        ),
        notes=["Plain Python."],
    )


if __name__ == "__main__":
    main()
