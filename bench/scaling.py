"""What more cores bring: playouts, environments, plain matches and the arena on one process up to one on each core.

python bench/scaling.py [--seconds 4] [--deals 600]

Processes start together and do the same kind of work with numbers of their own; what they do in a second is added up.
How things grow with deals, tables and sockets is measured by `environments.py`, `bots_load.py` and `load.py`.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from multiprocessing import get_context
from typing import Any

import numpy as np
from _report import write_report

from amity import games
from amity.arena import Tournament, play
from amity.bots import make, play_match
from amity.env.vector import VectorEnv
from amity.search._bits import new_chance
from amity.search.pinochle import PinochleSearch, kernel
from amity.shuffle import MatchRandom

AT_ONCE = 2_000


def playouts(number: int) -> Callable[[], int]:
    """Deals of Pinochle in the compiled kernel, at random."""
    states = PinochleSearch(1).states
    compiled = kernel()
    chance = new_chance(number)

    def work() -> int:
        compiled.play_deals(states, chance, AT_ONCE, False)
        return AT_ONCE

    return work


def steps(number: int) -> Callable[[], int]:
    """Steps of the compiled environment of Pinochle with observations, drawing the actions included."""
    environment = VectorEnv("pinochle", AT_ONCE, seats=4, seed=number, threads=1)
    chance = np.random.default_rng(number)

    def work() -> int:
        environment.step((chance.random(environment.masks.shape, np.float32) * environment.masks).argmax(axis=1))
        return AT_ONCE

    return work


def matches(number: int) -> Callable[[], int]:
    """Events of Mate's matches between novices, in plain Python."""
    rules = games.get("mate")
    seed = number * 1_000_000

    def work() -> int:
        nonlocal seed
        seed += 1
        players = [make("mate", "novice", seat) for seat in range(2)]
        return play_match(rules, rules.presets["original"], players, MatchRandom.from_number(seed)).version

    return work


KINDS = {
    "deals of Pinochle, compiled playouts": playouts,
    "steps of Pinochle's environment": steps,
    "events of Mate between novices": matches,
}


def measure(kind: str, number: int, seconds: float, ready: Any, counts: Any) -> None:
    """In a process of its own: count units of work from the moment when all are ready."""
    work = KINDS[kind](number)
    work()
    ready.wait(timeout=600)
    units = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        units += work()
    counts[number] = units / spent


def together(kind: str, processes: int, seconds: float) -> float:
    """Units of work that so many processes do in a second."""
    context = get_context("spawn")
    ready, counts = context.Barrier(processes), context.Array("d", processes, lock=False)
    workers = [
        context.Process(target=measure, args=(kind, number, seconds, ready, counts)) for number in range(processes)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert all(worker.exitcode == 0 for worker in workers)
    return float(sum(counts[:]))


def arena(jobs: int, deals: int) -> float:
    """Duplicate deals of Tarot that the arena plays in a second, starting the processes included."""
    start = time.perf_counter()
    played = sum(1 for _ in play(Tournament("tarot", ("club", "novice"), deals, 1, 4), jobs))
    return played / (time.perf_counter() - start)


def main() -> None:
    """Read the command line."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--seconds", type=float, default=4.0)
    arguments.add_argument("--deals", type=int, default=600, help="duplicate deals of the arena for each core")
    asked = arguments.parse_args()
    cores = os.cpu_count() or 1
    rows: list[dict[str, Any]] = []
    for kind in KINDS:
        alone = together(kind, 1, asked.seconds)
        for processes in range(1, cores + 1):
            rate = alone if processes == 1 else together(kind, processes, asked.seconds)
            rows.append({"work": kind, "processes": processes, "a second": round(rate), "times one": rate / alone})
    alone = arena(1, asked.deals)
    for jobs in range(1, cores + 1):
        rate = alone if jobs == 1 else arena(jobs, asked.deals * jobs)
        rows.append(
            {
                "work": "duplicate deals of Tarot in the arena",
                "processes": jobs,
                "a second": round(rate, 1),
                "times one": rate / alone,
            }
        )
    write_report(
        "scaling",
        "More cores",
        {"Work by processes": rows},
        command=f"python bench/scaling.py --seconds {asked.seconds:g} --deals {asked.deals}",
        notes=["Processes share memory bandwidth and, on virtual machines, often a core's second thread."],
    )


if __name__ == "__main__":
    main()
