"""How long play stands still when one of three nodes is killed, and when Redis is restarted.

python bench/failover.py [--tables 30] [--rounds 5] [--seed 1]

Real PostgreSQL and Redis on loopback, three nodes in processes of their own, scripted people spread over all of them.
A table stands still from the kill to the next move acknowledged at it.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from _report import write_report

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "server"))

from cluster_services import Postgres, Redis
from server_process import ServerProcess
from table_clients import ME, PERSON, Place
from witness import Witness, applied_once

NODES = 3
THINKS = 1.0
"""Seconds at most over one move, which count as standing still."""
PATIENCE = 60.0


async def run(tables: int, rounds: int, chance: random.Random) -> tuple[list[dict[str, Any]], bool]:
    """The rows of the report, and whether nothing was lost."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # Those that do not run as this user have their folders in it.
        os.chmod(folder, 0o755)
        postgres, redis = Postgres(folder / "postgres"), Redis(folder / "redis")
        postgres.start()
        redis.start()
        nodes = []
        try:
            for number in range(NODES):
                own = folder / str(number)
                own.mkdir()
                nodes.append(
                    ServerProcess(
                        own,
                        database=postgres.url,
                        redis=redis.url,
                        start_ms=60_000,
                        tables_burst=1_000_000,
                        connections_per_address=1_000_000,
                    )
                )
            await asyncio.gather(*(node.start() for node in nodes))
            return await _play(nodes, redis, tables, rounds, chance)
        finally:
            for node in nodes:
                if node.process.returncode is None:
                    await node.stop()
            redis.stop()
            postgres.stop()


async def _play(
    nodes: list[ServerProcess], redis: Redis, tables: int, rounds: int, chance: random.Random
) -> tuple[list[dict[str, Any]], bool]:
    places = [node.place() for node in nodes]
    pairs = [await _table(places, number, chance) for number in range(tables)]
    times: dict[str, list[float]] = {"nothing happens": [], "a node is killed": [], "Redis is restarted": []}

    async def measure(what: str, happens: Callable[[], Awaitable[object]]) -> None:
        before = [_moves(pair) for pair in pairs]
        started = time.monotonic()
        await happens()
        still = set(range(tables))
        while still and time.monotonic() < started + PATIENCE:
            await asyncio.sleep(0.005)
            for number in [each for each in still if _moves(pairs[each]) > before[each] or pairs[each][0].over]:
                still.discard(number)
                times[what].append(time.monotonic() - started)
        assert not still, "a table plays no more"

    async def restart() -> None:
        await asyncio.to_thread(redis.stop)
        await asyncio.to_thread(redis.start)

    async with asyncio.TaskGroup() as group:
        for pair in pairs:
            for witness in pair:
                group.create_task(witness.play())
        for number in range(rounds):
            await asyncio.sleep(2)
            await measure("nothing happens", lambda: asyncio.sleep(0))
            node = nodes[number % NODES]
            await measure("a node is killed", node.kill)
            await node.start()
            await asyncio.sleep(2)
            await measure("Redis is restarted", restart)
        for pair in pairs:
            for witness in pair:
                witness.thinks = 0
    for place in places:
        await place.http.aclose()
    whole = all(
        applied_once(witness) and one.events == other.events for one, other in pairs for witness in (one, other)
    )
    return [
        {
            "what": what,
            "tables measured": len(seconds),
            "median (s)": round(statistics.median(seconds), 2),
            "99 of 100 (s)": round(statistics.quantiles(seconds, n=100)[98], 2),
            "longest (s)": round(max(seconds), 2),
        }
        for what, seconds in times.items()
    ], whole


def _moves(pair: tuple[Witness, Witness]) -> int:
    return sum(len(witness.acknowledged) for witness in pair)


async def _table(places: list[Place], number: int, chance: random.Random) -> tuple[Witness, Witness]:
    ann = await places[number % NODES].create("mate", [ME, PERSON], options={"games": 12}, move_seconds=86_400)
    ben = await places[(number + 1) % NODES].join(ann["table"])
    one, two = (
        Witness(
            [*places[start % NODES :], *places[: start % NODES]],
            seat,
            random.Random(chance.random()),
            thinks=THINKS,
            asked=2,
        )
        for start, seat in ((number, ann), (number + 1, ben))
    )
    return one, two


def main() -> int:
    """Measure and write the page; 1 when anything was lost."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rows, whole = asyncio.run(run(arguments.tables, arguments.rounds, random.Random(arguments.seed)))
    write_report(
        "failover",
        "How long play stands still",
        {"from the event to the next move acknowledged at a table": rows},
        command=f"python bench/failover.py --tables {arguments.tables} --rounds {arguments.rounds}",
        notes=[
            f"{arguments.tables} tables of Mate on three nodes; everybody thinks up to {THINKS:g} s over a move.",
            "PostgreSQL, Redis, the nodes and all people share the machine's cores.",
            "Moves acknowledged and lost, or applied twice: " + ("none." if whole else "some!"),
        ],
    )
    return int(not whole)


if __name__ == "__main__":
    sys.exit(main())
