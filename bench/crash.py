"""A server that is killed again and again while many tables play: what was acknowledged, and what is left of it.

python bench/crash.py [--tables 200] [--kills 50] [--seed 1]

Scripted people play Mate over real sockets, two a table, against a server in a process of its own, which gets SIGKILL
at random moments. They send a move that was not answered again, ask after every loss of the connection about moves
that were acknowledged, and at the end about all of them.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from _report import write_report

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "server"))

from server_process import ServerProcess
from table_clients import ME, PERSON, Place
from witness import Witness, applied_once

from amity.record import parse, verify

GAMES = 4
"""Of a match: long enough for all kills to fall into it."""
THINKS = 2.5
"""Seconds at most over one move."""
ASKED = 5
"""Acknowledged moves that are asked about after a loss of the connection."""


async def run(tables: int, kills: int, chance: random.Random) -> dict[str, Any]:
    """Play, kill, and count."""
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(
            Path(folder),
            tables_burst=1_000_000,
            connections_per_address=1_000_000,
            start_ms=60_000,
            log_level="warning",
        )
        await server.start()
        place = server.place()
        pairs = [await _table(place, chance) for _ in range(tables)]
        players = [witness for pair in pairs for witness in pair]
        started = time.monotonic()
        restarts = []
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(witness.play()) for witness in players]
            for number in range(kills):
                await _until_most_play(players)
                await asyncio.sleep(chance.uniform(0, 2))
                playing = sum(not task.done() for task in tasks)
                acknowledged = sum(len(witness.acknowledged) for witness in players)
                await server.kill()
                killed = time.monotonic()
                await server.start()
                restarts.append(time.monotonic() - killed)
                print(f"kill {number + 1}: {acknowledged} moves acknowledged, {playing} people playing", flush=True)
            for witness in players:
                witness.thinks = 0
        seconds = time.monotonic() - started
        wrong = 0
        for pair in pairs:
            text = (await place.record(pair[0].seat["table"])).text
            wrong += not verify(parse(text)).right
        await place.http.aclose()
        await server.stop()
        return {
            "tables": tables,
            "people": len(players),
            "kills": kills,
            "moves acknowledged": sum(len(witness.acknowledged) for witness in players),
            # A person who misses a move of his, or gets another answer about it, fails at once and ends the run; these
            # are counted from the events at the end.
            "people with a move lost or applied twice": sum(not applied_once(witness) for witness in players),
            "tables unfinished": sum(not witness.over for witness in players) // 2,
            "pairs that saw different matches": sum(one.events != other.events for one, other in pairs),
            "records that do not verify": wrong,
            "slowest start (s)": round(max(restarts), 1),
            "minutes": round(seconds / 60, 1),
        }


async def _until_most_play(players: list[Witness]) -> None:
    """Until as many moves were acknowledged as there are tables, or hardly anybody plays any more."""
    before = sum(len(witness.acknowledged) for witness in players)
    while sum(len(witness.acknowledged) for witness in players) < before + len(players) // 2:
        if sum(not witness.over for witness in players) < len(players) // 2:
            break
        await asyncio.sleep(0.01)


async def _table(place: Place, chance: random.Random) -> tuple[Witness, Witness]:
    ann = await place.create("mate", [ME, PERSON], options={"games": GAMES}, move_seconds=86_400)
    ben = await place.join(ann["table"])
    one, two = (Witness(place, seat, random.Random(chance.random()), thinks=THINKS, asked=ASKED) for seat in (ann, ben))
    return one, two


def main() -> int:
    """Run and write the page; 1 when anything was lost."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 8192)), hard))
    found = asyncio.run(run(arguments.tables, arguments.kills, random.Random(arguments.seed)))
    write_report(
        "crash",
        "A server killed at random moments",
        {"what is left": [{"": key, "number": value} for key, value in found.items()]},
        command=f"python bench/crash.py --tables {arguments.tables} --kills {arguments.kills} --seed {arguments.seed}",
        notes=["SQLite in WAL mode with synchronous=FULL; SIGKILL, and a new process on the same file."],
    )
    bad = (
        "people with a move lost or applied twice",
        "tables unfinished",
        "pairs that saw different matches",
        "records that do not verify",
    )
    return int(any(found[key] for key in bad))


if __name__ == "__main__":
    sys.exit(main())
