"""How long the exact solver of Mate takes, on one core, with its compiled code loaded.

    python bench/mate_solver.py [--deals 1000] [--seed 1]

Writes bench/results/mate_solver.json and .md. Every deal is new to the solver, so its table of positions helps
within a deal only.
"""

from __future__ import annotations

import argparse
import gc
import random
import time
from collections.abc import Callable, Sequence

from _report import package_version, write_report

from amity import bots, games
from amity.games.mate import Foreplace
from amity.games.mate.play import CARDS, HAND_CARDS, WHOLE_PACK
from amity.search.mate import Position, placement_values, value, warm_up
from amity.shuffle import MatchRandom


def milliseconds(questions: Sequence[Callable[[], object]]) -> list[float]:
    """How much processor time each question takes."""
    times = []
    gc.disable()
    for ask in questions:
        start = time.thread_time()
        ask()
        times.append((time.thread_time() - start) * 1000)
    gc.enable()
    return times


def row(what: str, times: list[float]) -> dict[str, object]:
    """Quantiles of some times."""
    ordered = sorted(times)

    def quantile(share: float) -> float:
        return round(ordered[min(len(ordered) - 1, int(share * len(ordered)))], 3)

    return {
        "question": what,
        "asked": len(times),
        "median ms": quantile(0.5),
        "p95 ms": quantile(0.95),
        "p99 ms": quantile(0.99),
        "longest ms": round(ordered[-1], 3),
    }


def expert_decisions(matches: int, seed: int) -> tuple[list[float], list[float]]:
    """Times of the expert's decisions about placing, and of its leads and answers, in whole matches."""
    game = games.get("mate")
    placing: list[float] = []
    playing: list[float] = []
    for number in range(matches):
        bot = bots.make("mate", "expert", number)
        match = game.new_match(game.presets["original"], 2, MatchRandom.from_number(seed * 1_000_000 + number))
        while not match.over:
            if match.awaiting_deal:
                match.deal()
                continue
            seat = match.to_act
            assert seat is not None
            view, history = match.view(seat), match.history(seat)
            start = time.thread_time()
            action = bot.choose(view, history)
            taken = (time.thread_time() - start) * 1000
            (placing if isinstance(action, Foreplace) else playing).append(taken)
            match.apply(seat, action)
    return placing, playing


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--deals", type=int, default=1000, help="deals without foreplacing; a tenth with")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    choice = random.Random(arguments.seed)
    start = time.perf_counter()
    warm_up()
    loading = time.perf_counter() - start
    hands = [sum(1 << face for face in choice.sample(range(CARDS), HAND_CARDS)) for _ in range(arguments.deals)]
    plain = [lambda hand=hand: value(Position(hand, WHOLE_PACK & ~hand)) for hand in hands]
    hands = [
        sum(1 << face for face in choice.sample(range(CARDS), HAND_CARDS)) for _ in range(max(1, arguments.deals // 10))
    ]
    placements = [lambda hand=hand: placement_values(hand, WHOLE_PACK & ~hand) for hand in hands]
    table = [
        row("whole deal without foreplacing", milliseconds(plain)),
        row("foreplacing: all placements and all answers, each valued exactly", milliseconds(placements)),
    ]
    placing, playing = expert_decisions(max(1, arguments.deals // 40), arguments.seed)
    table.append(row("decision of the expert about placing", placing))
    table.append(row("decision of the expert in play", playing))
    write_report(
        "mate_solver",
        "The exact solver of Mate",
        {"Times on one core": table},
        command=f"python bench/mate_solver.py --deals {arguments.deals} --seed {arguments.seed}",
        notes=[
            "Targets: a whole deal without foreplacing within 20 ms at the median, a decision of the expert, "
            "foreplacing included, within 500 ms at p95.",
            "Processor time of the one thread that works, so that what else the machine does is not counted.",
            "The expert's decisions are those of whole matches: the second game of each deal, and answers to a card "
            "just thought about, find most of their work done.",
            f"Loading the compiled code took {loading:.1f} s in this run (numba {package_version('numba')}).",
        ],
    )


if __name__ == "__main__":
    main()
