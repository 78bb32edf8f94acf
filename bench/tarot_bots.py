"""What the bots of Tarot are worth: levels against each other, and the best one against itself without a habit.

python bench/tarot_bots.py [--deals 2000] [--habit-deals 4000] [--seed 1] [--jobs 1]

Every deal is played once from each seat by one bot of the first kind among bots of the second; the unit is its score
in a deal, averaged over the seats. Scores sum to zero, so bots of one kind among themselves have exactly 0. A habit
that decides in few deals is measured in several times as many.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, Final

from _duel import Losses, Task, decision_times, habit_rows, parts, row, without_habits
from _report import write_report

from amity.bots import maker
from amity.bots._duplicate import deal_random, interval
from amity.bots.tarot import ClubBot
from amity.bots.tarot.duplicate import advantage
from amity.games.tarot import TarotMatch
from amity.games.tarot.options import PRESETS

PLAYERS = (3, 4, 5)
PHASES = {"play": "card", "bidding": "bid"}
RARE: Final = {"hunt_petit": 4}
"""How many times as many deals a habit gets."""
PART: Final = 100
"""Deals a process plays at once."""


def told(found: dict[str, Any]) -> dict[str, Any]:
    """Each row as it is found: a full run takes a while."""
    print(*found.values(), file=sys.stderr, flush=True)
    return found


def level_part(players: int, preset: str, better: str, worse: str, seed: int, start: int) -> list[float]:
    """One level against another, in some deals."""
    first, second = maker("tarot", better), maker("tarot", worse)
    return [advantage(PRESETS[preset], players, first, second, deal, seed) for deal in range(start, start + PART)]


def scores(match: TarotMatch) -> Sequence[float] | None:
    """What the seats have made of the first deal, once it is over."""
    return match.totals if match.number and (match.awaiting_deal or match.over) else None


def habit_part(players: int, habits: str, seed: int, start: int) -> list[Losses]:
    """Club without each of the habits among club bots, in some deals."""
    lacking = {habit: partial(ClubBot, without=(habit,)) for habit in habits.split(",")}
    return [
        without_habits(
            lambda deal=deal: TarotMatch(PRESETS["original"], players, deal_random(deal, seed)),  # type: ignore[misc]
            scores,
            ClubBot,
            lacking,
            players * deal,
        )
        for deal in range(start, start + PART)
    ]


def measured(pool: ProcessPoolExecutor, args: argparse.Namespace) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The rows of the levels and of the habits."""
    levels = []
    habits = []
    for players in PLAYERS:
        for preset in PRESETS:
            for better, worse in (("club", "novice"), ("novice", "random")):
                tasks: list[Task] = [
                    (players, preset, better, worse, args.seed, start) for start in range(0, args.deals, PART)
                ]
                found = interval(list(chain.from_iterable(parts(pool, args.keep, level_part, tasks))))
                first = {"players": players, "preset": preset, "better": better, "worse": worse}
                levels.append(told(row(first, found)))
        known = [name for name in ClubBot.NAMES if players == 5 or name not in ClubBot.ONLY_FIVE]
        often = ",".join(name for name in known if name not in RARE)
        for names, times in ((often, 1), *RARE.items()):
            tasks = [(players, names, args.seed, start) for start in range(0, args.habit_deals * times, PART)]
            losses = chain.from_iterable(parts(pool, args.keep, habit_part, tasks))
            habits += [told(made) for made in habit_rows(losses, {"players": players})]
    order = ClubBot.NAMES.index
    return levels, sorted(habits, key=lambda made: (order(made["habit switched off"]), made["players"]))


def main() -> None:
    """Run all comparisons and write the report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--habit-deals", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes at work at once")
    parser.add_argument("--keep", type=Path, help="file with the work done so far, for a run that was broken off")
    args = parser.parse_args()
    with ProcessPoolExecutor(args.jobs) as pool:
        levels, habits = measured(pool, args)
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
            f"Only with five players is there a secret to keep: {', '.join(ClubBot.ONLY_FIVE)} has no other row.",
        ],
    )


if __name__ == "__main__":
    main()
