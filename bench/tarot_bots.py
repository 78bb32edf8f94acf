"""What the bots of Tarot are worth: levels against each other, and the best one against itself without a habit.

python bench/tarot_bots.py [--deals 2000] [--habit-deals 2000] [--seed 1] [--jobs 1]

Every deal is played once from each seat by one bot of the first kind among bots of the second; the unit is its score
in a deal, averaged over the seats. Scores sum to zero, so bots of one kind among themselves have exactly 0.
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

from _report import write_report

from amity import games
from amity.bots import maker
from amity.bots.tarot import ClubBot
from amity.bots.tarot.duplicate import Comparison, compare
from amity.games.tarot.options import PRESETS
from amity.shuffle import MatchRandom

PLAYERS = (3, 4, 5)


def row(first: Any, found: Comparison) -> dict[str, Any]:
    """A comparison as a row of a table."""
    # Each row as it is found: a full run takes a while.
    print(*first.values(), *(round(value, 2) for value in found), file=sys.stderr, flush=True)
    points = {"points a deal": round(found.mean, 2), "95 % from": round(found.low, 2), "to": round(found.high, 2)}
    return {**first, "deals": found.deals, **points}


def level_row(task: tuple[int, str, str, str, int, int]) -> dict[str, Any]:
    """One level against another."""
    players, preset, better, worse, deals, seed = task
    found = compare(PRESETS[preset], players, maker("tarot", better), maker("tarot", worse), deals, seed)
    return row({"players": players, "preset": preset, "better": better, "worse": worse}, found)


def habit_row(task: tuple[str, int, int, int]) -> dict[str, Any]:
    """Club without a habit among club bots."""
    habit, players, deals, seed = task
    found = compare(PRESETS["original"], players, partial(ClubBot, without=(habit,)), ClubBot, deals, seed)
    return row({"habit switched off": habit, "players": players}, found)


def decision_times(level: str, players: int, deals: int, seed: int) -> dict[str, Any]:
    """Microseconds for a card and for a bid, medians and the slowest hundredth."""
    game = games.get("tarot")
    match = game.new_match(PRESETS["original"], players, MatchRandom.from_number(seed))
    bots = [maker("tarot", level)(seat) for seat in range(players)]
    times: dict[str, list[float]] = {"play": [], "bidding": []}
    number = 0
    while number < deals:
        if match.over:
            match = game.new_match(PRESETS["original"], players, MatchRandom.from_number(seed + number))
        if match.awaiting_deal:
            match.deal()
            number += 1
            continue
        seat = match.to_act
        assert seat is not None
        view: Any = match.view(seat)
        history = match.history(seat)
        start = time.perf_counter()
        action = bots[seat].choose(view, history)
        if view.phase in times:
            times[view.phase].append(1e6 * (time.perf_counter() - start))
        match.apply(seat, action)
    result: dict[str, Any] = {"level": level, "players": players}
    for phase, name in (("play", "card"), ("bidding", "bid")):
        ordered = sorted(times[phase])
        result[f"{name}, median µs"] = round(ordered[len(ordered) // 2], 1)
        result[f"{name}, p99 µs"] = round(ordered[len(ordered) * 99 // 100], 1)
    return result


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
        decision_times(level, players, 60, args.seed) for level in ("random", "novice", "club") for players in PLAYERS
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
