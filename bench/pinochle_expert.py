"""The strength of Pinochle's expert: duplicate deals against other players, with a node budget, resumable.

    python bench/pinochle_expert.py [--deals 400] [--nodes 15000] [--seed 1] [--pairing NAME ...]

15,000 nodes take about 50 ms of one core a decision. Every deal is kept in bench/results/pinochle_expert.deals.json
when it is done; the next run of the same command goes on from there, and more deals are added to those there are.
Results are the same on every machine. The report has the pairings that have been played so far.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from _report import RESULTS, write_report

from amity.bots import BotMaker
from amity.bots.pinochle import ClubBot, ExpertBot
from amity.bots.pinochle.duplicate import deal_difference, interval
from amity.games.pinochle.options import PRESETS
from amity.search import Budget
from amity.search.pinochle import Settings, warm_up

DONE: Final = RESULTS / "pinochle_expert.deals.json"


class Bidder:
    """One player in the auction, another in play: to see where the points come from."""

    def __init__(self, auction: Any, play: Any) -> None:
        self._auction, self._play = auction, play

    def choose(self, view: Any, history: Any) -> Any:
        player = self._play if view.phase == "play" else self._auction
        return player.choose(view, history)


def pairings(nodes: int) -> dict[str, tuple[str, BotMaker, BotMaker]]:
    """By name: the preset and the two makers of bots."""

    def expert(seed: int) -> ExpertBot:
        return ExpertBot(seed, Budget(nodes=nodes))

    def plain(seed: int) -> ExpertBot:
        return ExpertBot(seed, Budget(nodes=nodes), Settings(informed=False, exact_cards=0))

    def half(first: Callable[[int], Any], second: Callable[[int], Any]) -> BotMaker:
        return lambda seed: Bidder(first(seed), second(seed))

    return {
        "expert – club": ("original", expert, ClubBot),
        "expert – club, club rules": ("club", expert, ClubBot),
        "expert's play – club": ("original", half(ClubBot, expert), ClubBot),
        "expert's auction – club": ("original", half(expert, ClubBot), ClubBot),
        "expert – plain tree search": ("original", expert, plain),
    }


def load(path: Path) -> dict[str, list[float]]:
    """Differences of the deals played so far, by pairing, budget and seed."""
    found: dict[str, list[float]] = json.loads(path.read_text()) if path.exists() else {}
    return found


def save(path: Path, done: dict[str, list[float]]) -> None:
    """Write in one step, so that a run may be stopped at any time."""
    path.parent.mkdir(exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps(done) + "\n")
    fresh.replace(path)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--deals", type=int, default=400)
    arguments.add_argument("--nodes", type=int, default=15_000)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--pairing", action="append", help="play only these")
    asked = arguments.parse_args()
    warm_up()
    done = load(DONE)
    rows = []
    for name, (preset, first, second) in pairings(asked.nodes).items():
        key = f"{name}, {asked.nodes} nodes, seed {asked.seed}"
        deals = done.setdefault(key, [])
        if asked.pairing is None or name in asked.pairing:
            start = time.perf_counter()
            for deal in range(len(deals), asked.deals):
                deals.append(deal_difference(PRESETS[preset], first, second, deal, asked.seed))
                save(DONE, done)
                spent = time.perf_counter() - start
                print(f"\r{name}: {deal + 1} of {asked.deals} deals, {spent:.0f} s", end="", flush=True)
            print()
        if len(deals) > 1:
            found = interval(deals)
            rows.append(
                {
                    "pairing": name,
                    "rules": preset,
                    "deals": found.deals,
                    "points a deal": round(found.mean, 1),
                    "from": round(found.low, 1),
                    "to": round(found.high, 1),
                }
            )
    write_report(
        "pinochle_expert",
        f"Pinochle's expert over duplicate deals, {asked.nodes:,} nodes a decision",
        {"Points of a side less those of the other, 95 % interval": rows},
        command=f"python bench/pinochle_expert.py --deals {asked.deals} --nodes {asked.nodes} --seed {asked.seed}",
        notes=[
            "Each deal is played twice, with the sides exchanged; a deal starts at 0 to 0.",
            "The plain tree search has uniform worlds, random playouts and no exact endings; it bids as the expert.",
        ],
    )


if __name__ == "__main__":
    main()
