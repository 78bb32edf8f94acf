"""Steps of the environments a second, beside PettingZoo's classic card games and RLCard's in the same run.

python bench/environments.py [--seconds 5]

A step of ours is a token with the observation and the mask of the agent that acts next. PettingZoo's `leduc_holdem`
and `texas_holdem` and RLCard's games come with the extra `bench`. `performance_benchmark` is PettingZoo's own, five
seconds long.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import io
import random
import re
import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from _report import package_version, write_report
from pettingzoo.test import performance_benchmark

from amity.env import MatchEnv
from amity.env.vector import VectorEnv

SCALE = (1, 4, 16, 64, 256, 1024, 4096, 16384)
"""Deals stepped together, where the growth with them is shown."""


def agent_steps(environment: Any, seconds: float) -> float:
    """Random play through `last()` and `step()`, as every learner does; steps a second."""
    chance = random.Random(1)
    steps = seed = 0
    start = time.perf_counter()
    until = start + seconds
    while time.perf_counter() < until:
        environment.reset(seed=seed)
        seed += 1
        for _agent in environment.agent_iter():
            observation, _reward, terminated, truncated, _info = environment.last()
            if terminated or truncated:
                environment.step(None)
                continue
            environment.step(int(chance.choice(observation["action_mask"].nonzero()[0])))
            steps += 1
    return steps / (time.perf_counter() - start)


def benchmarked(environment: Any) -> int:
    """Turns a second by PettingZoo's own `performance_benchmark`, which prints them."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        performance_benchmark(environment)
    found = re.search(r"([\d.]+) turns per second", printed.getvalue())
    assert found is not None, printed.getvalue()
    return round(float(found[1]))


def rlcard_steps(name: str, seconds: float) -> float:
    """Random play of a game of RLCard; steps a second."""
    rlcard: Any = importlib.import_module("rlcard")
    environment = rlcard.make(name, config={"seed": 1})
    chance = random.Random(1)
    steps = 0
    start = time.perf_counter()
    until = start + seconds
    while time.perf_counter() < until:
        state, _player = environment.reset()
        while not environment.is_over():
            state, _player = environment.step(chance.choice(list(state["legal_actions"])))
            steps += 1
    return steps / (time.perf_counter() - start)


def vector_steps(game: str, seats: int, deals: int, threads: int, seconds: float) -> float:
    """Steps a second of compiled deals; the time in which the actions are drawn is not counted."""
    environment = VectorEnv(game, deals, seats=seats, seed=1, threads=threads)
    chance = np.random.default_rng(1)
    spent = steps = 0.0
    while spent < seconds:
        tokens = (chance.random(environment.masks.shape, np.float32) * environment.masks).argmax(axis=1)
        start = time.perf_counter()
        environment.step(tokens)
        spent += time.perf_counter() - start
        steps += deals
    environment.close()
    return steps / spent


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--seconds", type=float, default=5.0, help="time for each figure (default 5)")
    seconds = arguments.parse_args().seconds
    warnings.filterwarnings("ignore")
    single = [
        {
            "game": game,
            "seats": seats,
            "steps/s": round(agent_steps(MatchEnv(game, seats), seconds)),
            "performance_benchmark, turns/s": benchmarked(MatchEnv(game, seats)),
        }
        for game, seats in (("mate", 2), ("pinochle", 4), ("tarot", 3), ("tarot", 4), ("tarot", 5), ("friends", 6))
    ]
    configurations = (("pinochle", 4), ("tarot", 3), ("tarot", 4), ("tarot", 5))
    sizes = {each: SCALE if each[1] == 4 else (1, 64, 4096) for each in configurations}
    many = [
        {
            "game": game,
            "seats": seats,
            "deals": deals,
            "threads": threads,
            "steps/s": round(vector_steps(game, seats, deals, threads, seconds)),
        }
        for (game, seats), counts in sizes.items()
        for threads in (1, 2)
        for deals in counts
    ]
    tables: dict[str, Any] = {"Amity, one match (PettingZoo)": single, "Amity, many deals (compiled)": many}
    notes = ["A step includes the observation of the next agent and its mask. Auctions, discards and deals included."]
    peers: list[tuple[str, str, Callable[[], float]]] = []
    if package_version("rlcard") != "not installed":
        for name in ("leduc_holdem_v4", "texas_holdem_v4"):
            module: Any = importlib.import_module(f"pettingzoo.classic.{name}")
            peers.append(("PettingZoo", name, lambda module=module: agent_steps(module.raw_env(), seconds)))  # type: ignore[misc]
        peers += [
            ("RLCard", name, lambda name=name: rlcard_steps(name, seconds))  # type: ignore[misc]
            for name in ("bridge", "doudizhu", "gin-rummy", "leduc-holdem")
        ]
        tables["Others"] = [
            {"library": library, "game": name, "steps/s": round(measure())} for library, name, measure in peers
        ]
        notes.append(f"PettingZoo {package_version('pettingzoo')}, RLCard {package_version('rlcard')}.")
    else:
        notes.append("RLCard was not installed (extra `bench`).")
    write_report(
        "environments",
        "Environments: steps a second",
        tables,
        command=f"python bench/environments.py --seconds {seconds:g}",
        notes=notes,
    )


if __name__ == "__main__":
    main()
