"""What the bots of Tarot are worth: levels against each other, and the best one against itself without a habit.

python bench/tarot_bots.py [--deals 2000] [--habit-deals 2000] [--seed 1] [--jobs 1]

Every deal is played once from each seat by one bot of the first kind among bots of the second; the unit is its score
in a deal, averaged over the seats. Scores sum to zero, so bots of one kind among themselves have exactly 0.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

from _duel import decision_times, row
from _report import write_report

from amity.bots import maker
from amity.bots.tarot import ClubBot
from amity.bots.tarot.duplicate import Comparison, compare
from amity.games.tarot.options import PRESETS

PLAYERS = (3, 4, 5)
PHASES = {"play": "card", "bidding": "bid"}


def told_row(first: dict[str, Any], found: Comparison) -> dict[str, Any]:
    """Each row as it is found: a full run takes a while."""
    print(*first.values(), *(round(value, 2) for value in found), file=sys.stderr, flush=True)
    return row(first, found)


def level_row(task: tuple[int, str, str, str, int, int]) -> dict[str, Any]:
    """One level against another."""
    players, preset, better, worse, deals, seed = task
    found = compare(PRESETS[preset], players, maker("tarot", better), maker("tarot", worse), deals, seed)
    return told_row({"players": players, "preset": preset, "better": better, "worse": worse}, found)


def habit_row(task: tuple[str, int, int, int]) -> dict[str, Any]:
    """Club without a habit among club bots."""
    habit, players, deals, seed = task
    found = compare(PRESETS["original"], players, partial(ClubBot, without=(habit,)), ClubBot, deals, seed)
    return told_row({"habit switched off": habit, "players": players}, found)


def main() -> None:
    """Run all comparisons and write the report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--habit-deals", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes at work at once")
    args = parser.parse_args()
    with ProcessPoolExecutor(args.jobs) as pool:
        levels = list(
            pool.map(
                level_row,
                [
                    (players, preset, better, worse, args.deals, args.seed)
                    for players in PLAYERS
                    for preset in PRESETS
                    for better, worse in (("club", "novice"), ("novice", "random"))
                ],
            )
        )
        habits = list(
            pool.map(
                habit_row,
                [
                    (habit, players, args.habit_deals, args.seed)
                    for habit in ClubBot.NAMES
                    for players in PLAYERS
                    if players == 5 or habit not in ClubBot.ONLY_FIVE
                ],
            )
        )
    times = [
        {"level": level, "players": players, **decision_times("tarot", level, players, 60, args.seed, PHASES)}
        for level in ("random", "novice", "club")
        for players in PLAYERS
    ]
    write_report(
        "tarot_bots",
        "Bots of Tarot",
        {
            "Levels: what one of the better scores among the worse": levels,
            "What club scores among its like after giving up one habit": habits,
            "Time for a decision": times,
        },
        command=f"python bench/tarot_bots.py --deals {args.deals} --habit-deals {args.habit_deals} --seed {args.seed}",
        notes=[
            "Each deal is played once from every seat.",
            "Each is the first deal of a match: nobody plays for a total. A deal that all pass counts as 0.",
        ],
    )


if __name__ == "__main__":
    main()
