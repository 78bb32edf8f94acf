"""What the example that learns to play Pinochle comes to for several seeds, with the play of `club` beside it.

python bench/learning.py [--seeds 1 2 3] [--deals 20000] [--exam 2000] [--jobs 1]

Some minutes for each seed. The curve is drawn into `results/learning.svg`.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from _report import RESULTS, write_report

from amity.arena import Tournament, play, report

EXAMPLE = Path(__file__).parents[1] / "examples" / "learn_pinochle.py"
ENDS = {"points": "mean", "low": "low", "high": "high"}


def learned(arguments: list[str]) -> list[dict[str, Any]]:
    """The results of the example; its curve is kept."""
    with tempfile.TemporaryDirectory() as folder:
        # One thread for each seed at work: the processor time then is that of one core.
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
        subprocess.run([sys.executable, str(EXAMPLE), *arguments, "--out", folder], check=True, env=environment)
        shutil.copy(Path(folder, "curve.svg"), RESULTS / "learning.svg")
        found: list[dict[str, Any]] = json.loads(Path(folder, "results.json").read_text(encoding="utf-8"))
        return found


def columns(measured: dict[str, Any]) -> dict[str, Any]:
    """A measurement as columns."""
    return {
        "duplicate deals": measured["deals"],
        "points a deal": measured["points"],
        "95 % from": measured["low"],
        "to": measured["high"],
    }


def main() -> None:
    """Learn, measure and write the report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--exam", type=int, default=2000)
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    seeds = " ".join(map(str, asked.seeds))
    arguments = f"--seeds {seeds} --deals {asked.deals} --exam {asked.exam}"
    results = learned([*arguments.split(), "--jobs", str(asked.jobs)])
    tournament = Tournament("pinochle", ("club:auction=novice", "novice"), deals=asked.exam, seed=1)
    club = report(tournament, play(tournament, asked.jobs)).pairings[0].measures["points"]
    exams = [
        {
            "player": f"learned, seed {result['seed']}",
            **columns(result["exam"]),
            "processor, s": result["seconds"]["processor"],
            "clock, s": result["seconds"]["clock"],
        }
        for result in results
    ]
    known = {"deals": asked.exam, **{name: round(getattr(club, end), 1) for name, end in ENDS.items()}}
    curve = [
        {"seed": result["seed"], "deals learned from": point["learned"], **columns(point)}
        for result in results
        for point in result["curve"]
    ]
    write_report(
        "learning",
        "Learning the play of Pinochle",
        {
            "More than novice, after learning": exams,
            "The play of club, measured the same way": [{"player": "club", **columns(known)}],
            "While learning (all seeds on the same deals)": curve,
        },
        command=f"python bench/learning.py {arguments}",
        notes=[
            "The curve: [learning.svg](learning.svg).",
            "By `examples/learn_pinochle.py`, from random weights, by playing against itself; the auction is that of "
            "`novice` on both sides everywhere.",
            "Each deal is played twice, the second time with the partnerships exchanged; the deals of an exam "
            "are others than those learned from.",
            "Times are those of the whole run, with its measurements. Processor: one thread; clock: of a machine that "
            "had other work.",
        ],
    )


if __name__ == "__main__":
    main()
