"""What the bots of Pinochle are worth: levels against each other, and the best one against itself without a habit.

python bench/pinochle_bots.py [--deals 2000] [--habit-deals 4000] [--seed 1]

Every deal is played both ways, the partnerships exchanged; the unit is the difference of the two sides' scores of a
deal, averaged over both ways. The intervals are of paired differences.
"""

from __future__ import annotations

import argparse
import time
from functools import partial
from typing import Any

from _report import write_report

from amity import games
from amity.bots import maker
from amity.bots.pinochle import ClubBot
from amity.bots.pinochle.duplicate import Comparison, compare
from amity.games.pinochle.options import PRESETS
from amity.shuffle import MatchRandom


def row(first: Any, found: Comparison) -> dict[str, Any]:
    """A comparison as a row of a table."""
    points = {"points a deal": round(found.mean, 1), "95 % from": round(found.low, 1), "to": round(found.high, 1)}
    return {**first, "deals": found.deals, **points}


def decision_times(level: str, deals: int, seed: int) -> dict[str, Any]:
    """Microseconds for a card and for a word in the auction, medians and the slowest hundredth."""
    game = games.get("pinochle")
    match = game.new_match(PRESETS["original"], 4, MatchRandom.from_number(seed))
    bots = [maker("pinochle", level)(seat) for seat in range(4)]
    times: dict[str, list[float]] = {"play": [], "bidding": [], "trump": []}
    number = 0
    while number < deals:
        if match.over:
            match = game.new_match(PRESETS["original"], 4, MatchRandom.from_number(seed + number))
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
        times[view.phase].append(1e6 * (time.perf_counter() - start))
        match.apply(seat, action)
    result: dict[str, Any] = {"level": level}
    for phase, name in (("play", "card"), ("bidding", "call")):
        ordered = sorted(times[phase])
        result[f"{name}, median µs"] = round(ordered[len(ordered) // 2], 1)
        result[f"{name}, p99 µs"] = round(ordered[len(ordered) * 99 // 100], 1)
    return result


def main() -> None:
    """Run all comparisons and write the report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--habit-deals", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    levels = [
        row(
            {"preset": preset, "better": better, "worse": worse},
            compare(options, maker("pinochle", better), maker("pinochle", worse), args.deals, args.seed),
        )
        for preset, options in PRESETS.items()
        for better, worse in (("club", "novice"), ("novice", "random"))
    ]
    habits = [
        row(
            {"habit switched off": habit},
            compare(PRESETS["original"], ClubBot, partial(ClubBot, without=(habit,)), args.habit_deals, args.seed),
        )
        for habit in ClubBot.NAMES
    ]
    times = [decision_times(level, 100, args.seed) for level in ("random", "novice", "club")]
    write_report(
        "pinochle_bots",
        "Bots of Pinochle",
        {
            "Levels: what the better one scores more than the worse one": levels,
            "What club loses by giving up one habit": habits,
            "Time for a decision": times,
        },
        command="python bench/pinochle_bots.py "
        f"--deals {args.deals} --habit-deals {args.habit_deals} --seed {args.seed}",
        notes=[
            "Each deal is played twice, the second time with the partnerships' bots exchanged.",
            "Each is the first deal of a match: nobody plays for a total.",
        ],
    )


if __name__ == "__main__":
    main()
