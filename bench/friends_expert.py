"""The strength of Friends!'s expert: duplicate deals against other players, with a node budget, resumable.

    python bench/friends_expert.py [--deals 400] [--nodes 2000] [--seed 1] [--pairing NAME ...]

2,000 nodes take about 20 ms of one core a decision. Every deal is kept in bench/results/friends_expert.deals.json
when it is done; the next run of the same command goes on from there, and more deals are added to those there are.
Results are the same on every machine. The report has the pairings that have been played so far; ``--pairing`` plays
only those whose names begin so.
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
from amity.bots.friends import ClubBot, ExpertBot
from amity.bots.friends.duplicate import DUPLICATE, SEATS, interval
from amity.games.friends.options import PRESETS
from amity.search import Budget
from amity.search.friends import PLAIN, Settings, warm_up

DONE: Final = RESULTS / "friends_expert.deals.json"
MEASURES: Final = ("levels", "points")
TABLES: Final = 2


class Bidder:
    """One player until the cards are played, another in play: to see where the levels come from."""

    def __init__(self, before: Any, play: Any) -> None:
        self._before, self._play = before, play

    def choose(self, view: Any, history: Any) -> Any:
        player = self._play if view.phase == "play" else self._before
        return player.choose(view, history)


def pairings(nodes: int) -> dict[str, tuple[str, BotMaker, BotMaker]]:
    """By name: the preset and the two makers of bots."""

    def expert(seed: int) -> ExpertBot:
        return ExpertBot(seed, Budget(nodes=nodes))

    def varied(settings: Settings) -> BotMaker:
        return lambda seed: ExpertBot(seed, Budget(nodes=nodes), settings)

    def half(first: Callable[[int], Any], second: Callable[[int], Any]) -> BotMaker:
        return lambda seed: Bidder(first(seed), second(seed))

    return {
        "expert – club": ("original", expert, ClubBot),
        "expert – club, classic": ("classic", expert, ClubBot),
        "expert – plain search": ("original", expert, varied(PLAIN)),
        "expert – plain search in play": ("original", expert, half(expert, varied(PLAIN))),
        "expert's play – club": ("original", half(ClubBot, expert), ClubBot),
        "expert before play – club": ("original", half(expert, ClubBot), ClubBot),
        "expert – without beliefs": ("original", expert, varied(Settings(beliefs=False))),
    }


def deal_differences(preset: str, first: BotMaker, second: BotMaker, deal: int, seed: int) -> list[float]:
    """By measure, how much better off a seat of ``first`` is in a deal played both ways."""
    options = PRESETS[preset]
    leads = [DUPLICATE.lead(options, SEATS, first, second, deal, seed, table) for table in range(TABLES)]
    return [sum(lead[measure] for lead in leads) / TABLES for measure in MEASURES]


def load(path: Path) -> dict[str, list[list[float]]]:
    """Differences of the deals played so far, by pairing, budget and seed."""
    found: dict[str, list[list[float]]] = json.loads(path.read_text()) if path.exists() else {}
    return found


def save(path: Path, done: dict[str, list[list[float]]]) -> None:
    """Write in one step, so that a run may be stopped at any time."""
    path.parent.mkdir(exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps(done) + "\n")
    fresh.replace(path)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--deals", type=int, default=400)
    arguments.add_argument("--nodes", type=int, default=2_000)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--pairing", action="append", help="play only these")
    asked = arguments.parse_args()
    warm_up()
    done = load(DONE)
    rows = []
    for name, (preset, first, second) in pairings(asked.nodes).items():
        key = f"{name}, {asked.nodes} nodes, seed {asked.seed}"
        deals = done.setdefault(key, [])
        if asked.pairing is None or any(name.startswith(start) for start in asked.pairing):
            start = time.perf_counter()
            for deal in range(len(deals), asked.deals):
                deals.append(deal_differences(preset, first, second, deal, asked.seed))
                save(DONE, done)
                spent = time.perf_counter() - start
                print(f"\r{name}: {deal + 1} of {asked.deals} deals, {spent:.0f} s", end="", flush=True)
            print()
        if len(deals) > 1:
            levels, points = (interval([deal[place] for deal in deals]) for place in range(len(MEASURES)))
            rows.append(
                {
                    "pairing": name,
                    "rules": preset,
                    "deals": levels.deals,
                    "levels a deal": round(levels.mean, 3),
                    "from": round(levels.low, 3),
                    "to": round(levels.high, 3),
                    "points a deal": round(points.mean, 1),
                }
            )
    write_report(
        "friends_expert",
        f"Friends!'s expert over duplicate deals, {asked.nodes:,} nodes a decision",
        {"Levels of a seat more than one of the other kind, 95 % interval": rows},
        command=f"python bench/friends_expert.py --deals {asked.deals} --nodes {asked.nodes} --seed {asked.seed}",
        notes=[
            "Each deal, the first of a match with all its bidding, is played twice, the kinds in every other seat and "
            "then exchanged. Points are those of a seat's side beyond the 160 that divide the sides.",
            "The plain search has uniform worlds and random playouts, and does not ask what a club player would do.",
        ],
    )


if __name__ == "__main__":
    main()
