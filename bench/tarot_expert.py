"""The strength of Tarot's expert: duplicate deals against other players, with a node budget, resumable.

    python bench/tarot_expert.py [--deals 400] [--nodes 15000] [--seed 1] [--pairing NAME ...]

15,000 nodes take about 50 ms of one core a decision. Every deal is kept in bench/results/tarot_expert.deals.json when
it is done; the next run of the same command goes on from there, and more deals are added to those there are. Results
are the same on every machine. The report has the pairings that have been played so far; ``--pairing`` plays only those
whose names begin so.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

from _report import RESULTS, write_report

from amity.bots import BotMaker
from amity.bots.tarot import ClubBot, ExpertBot
from amity.bots.tarot.duplicate import advantage, interval
from amity.games.tarot.options import PRESETS
from amity.search import Budget
from amity.search.tarot import PLAIN, warm_up

DONE: Final = RESULTS / "tarot_expert.deals.json"


class Bidder:
    """One player before play, another in play: to see where the points come from."""

    def __init__(self, before: Any, play: Any) -> None:
        self._before, self._play = before, play

    def choose(self, view: Any, history: Any) -> Any:
        player = self._play if view.phase == "play" else self._before
        return player.choose(view, history)


class Pairing(NamedTuple):
    """One bot of the first kind among bots of the second."""

    preset: str
    players: int
    first: BotMaker
    second: BotMaker


def pairings(nodes: int) -> dict[str, Pairing]:
    """By name."""

    def expert(seed: int) -> ExpertBot:
        return ExpertBot(seed, Budget(nodes=nodes))

    def plain(seed: int) -> ExpertBot:
        return ExpertBot(seed, Budget(nodes=nodes), PLAIN)

    def half(before: Callable[[int], Any], play: Callable[[int], Any]) -> BotMaker:
        return lambda seed: Bidder(before(seed), play(seed))

    found = {
        f"expert among club, {players} players, {preset}": Pairing(preset, players, expert, ClubBot)
        for players in (4, 3, 5)
        for preset in PRESETS
    }
    for players in (4, 3, 5):
        plainly = half(expert, plain)
        found[f"expert among plain tree searches, {players} players"] = Pairing("original", players, expert, plainly)
    for players in (4, 3, 5):
        only_play, only_before = half(ClubBot, expert), half(expert, ClubBot)
        found[f"expert's play among club, {players} players"] = Pairing("original", players, only_play, ClubBot)
        found[f"expert before play among club, {players} players"] = Pairing("original", players, only_before, ClubBot)
    return found


def load(path: Path) -> dict[str, list[float]]:
    """Results of the deals played so far, by pairing, budget and seed."""
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
    arguments.add_argument("--pairing", action="append", help="play only those whose names begin so")
    asked = arguments.parse_args()
    warm_up()
    rows = []
    for name, (preset, players, first, second) in pairings(asked.nodes).items():
        key = f"{name}, {asked.nodes} nodes, seed {asked.seed}"
        deals = load(DONE).get(key, [])
        if asked.pairing is None or any(name.startswith(start) for start in asked.pairing):
            start = time.perf_counter()
            for deal in range(len(deals), asked.deals):
                deals.append(advantage(PRESETS[preset], players, first, second, deal, asked.seed))
                # Read anew each time: other pairings may be played at the same time.
                save(DONE, {**load(DONE), key: deals})
                spent = time.perf_counter() - start
                print(f"\r{name}: {deal + 1} of {asked.deals} deals, {spent:.0f} s", end="", flush=True)
            print()
        if len(deals) > 1:
            found = interval(deals)
            rows.append(
                {
                    "pairing": name,
                    "deals": found.deals,
                    "points a deal": round(found.mean, 1),
                    "from": round(found.low, 1),
                    "to": round(found.high, 1),
                }
            )
    write_report(
        "tarot_expert",
        f"Tarot's expert over duplicate deals, {asked.nodes:,} nodes a decision",
        {"What one of the first kind scores among the second, 95 % interval": rows},
        command=f"python bench/tarot_expert.py --deals {asked.deals} --nodes {asked.nodes} --seed {asked.seed}",
        notes=[
            "Each deal is played once from every seat by one of the first kind; its scores are averaged.",
            "Scores of a deal sum to zero, so equally good players have 0. A deal that all pass counts as 0.",
            "The plain tree search has uniform worlds and random playouts; before play it does as the expert.",
        ],
    )


if __name__ == "__main__":
    main()
