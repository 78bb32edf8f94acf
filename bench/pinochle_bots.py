"""What the bots of Pinochle are worth: levels against each other, and the best one against itself without a habit.

python bench/pinochle_bots.py [--deals 2000] [--habit-deals 4000] [--seed 1]

Every deal is played both ways, the partnerships exchanged; the unit is the difference of the two sides' scores of a
deal, averaged over both ways. The intervals are of paired differences.
"""

from __future__ import annotations

import argparse
from functools import partial

from _duel import decision_times, row
from _report import write_report

from amity.bots import maker
from amity.bots.pinochle import ClubBot
from amity.bots.pinochle.duplicate import compare
from amity.games.pinochle.options import PRESETS

PHASES = {"play": "card", "bidding": "call"}


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
            digits=1,
        )
        for preset, options in PRESETS.items()
        for better, worse in (("club", "novice"), ("novice", "random"))
    ]
    habits = [
        row(
            {"habit switched off": habit},
            compare(PRESETS["original"], ClubBot, partial(ClubBot, without=(habit,)), args.habit_deals, args.seed),
            digits=1,
        )
        for habit in ClubBot.NAMES
    ]
    times = [
        {"level": level, **decision_times("pinochle", level, 4, 100, args.seed, PHASES)}
        for level in ("random", "novice", "club")
    ]
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
