"""How many tables one server carries: times, saturation, memory, growth and start, over real sockets of this machine.

python bench/load.py [--rate SECONDS] [--seconds 15]         all but the growth, in about ten minutes
python bench/load.py steps --tables 100,1000,3000            the times at so many tables, and the knee
python bench/load.py saturation | memory | startup           one part of it
python bench/load.py growth --tables 300 --seconds 1800      the memory over half an hour

The server is `python -m amity.server` with a durable SQLite file, pinned to one core; the people are clients of the
protocol in this process, pinned to another. Each run replaces its own parts of the results and keeps the others.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import math
import os
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import uvloop
from _crowd import SEATS, Crowd, Idle, quantile
from _load_results import Parts, write_parts
from _processes import echo_server, memory_kib, pinned, processor_seconds
from _stored_tables import fill

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "server"))

from server_process import ServerProcess

SECONDS = 15.0
"""Measured at each step."""
STEPS = (100, 250, 500, 1_000, 1_500, 2_000, 3_000, 4_000)
RATE = 3.0
"""Seconds between two actions of a table."""
SETTLES = 5.0
"""Seconds of play before measuring begins."""
SATURATED = 200
"""Tables that play as fast as they can: enough for the core to have always something to do."""
IDLE = 4_000
"""Sockets whose memory is measured."""
STORED = 10_000
"""Tables in the database of the start."""
GROWTH_TABLES = 300
GROWTH_SECONDS = 1_800.0
GROWTH_OPTIONS = {"mate": {"games": 2}, "pinochle": {"target": 100}, "tarot": {"deals": 1}, "friends": {"deals": 1}}
"""Short matches, so that tables end, are put away and are made all the time."""
SHORT_IDLE_MS = 60_000
ROW_SECONDS = 120.0
"""Between two rows of the growth."""


@asynccontextmanager
async def server(**changes: object) -> AsyncIterator[ServerProcess]:
    """A server on its own core, on a database of its own, with the limits for one address raised."""
    with tempfile.TemporaryDirectory() as folder:
        process = ServerProcess(
            Path(folder),
            tables_burst=1_000_000,
            connections_per_address=1_000_000,
            spectators_per_table=100_000,
            start_ms=120_000,
            # As in production; everybody says at once that he is ready, and nobody comes near the limits.
            **{"between_deals_ms": 20_000, "messages_burst": 60, "messages_per_second": 20, **changes},
        )
        with pinned(0):
            await process.start()
        try:
            yield process
        finally:
            await process.stop()


async def measured(process: ServerProcess, crowd: Crowd, seconds: float) -> dict[str, Any]:
    """What happens in so many seconds of play."""
    crowd.times.empty()
    pid = process.process.pid
    started, used, own = time.perf_counter(), processor_seconds(pid), time.process_time()
    # A collection in this process would look like a slow server.
    gc.collect()
    gc.disable()
    await asyncio.sleep(seconds)
    gc.enable()
    took = time.perf_counter() - started
    used, own = processor_seconds(pid) - used, time.process_time() - own
    times = crowd.times
    actions = len(times.acknowledged)
    return {
        "actions/s": round(actions / took, 1),
        "ack p50 (ms)": quantile(times.acknowledged, 0.5),
        "ack p99 (ms)": quantile(times.acknowledged, 0.99),
        "shown p50 (ms)": quantile(times.shown, 0.5),
        "shown p99 (ms)": quantile(times.shown, 0.99),
        "server core (%)": round(100 * used / took),
        "clients' core (%)": round(100 * own / took),
        "actions per core second": round(actions / used) if used else 0,
        "refused": times.refused,
    }


async def steps(tables: Sequence[int], seconds: float, rate: float) -> Parts:
    """More and more tables at one server, each at the same pace."""
    rows = []
    async with server() as process, Crowd(process.address) as crowd:
        for number in sorted(tables):
            try:
                await crowd.grow(number)
            except RuntimeError as error:
                print(error)
                break
            crowd.start(rate)
            await asyncio.sleep(SETTLES)
            found = await measured(process, crowd, seconds)
            crowd.stop()
            row = {
                "tables": number,
                "sockets": crowd.connections,
                "asked (actions/s)": round(number / rate, 1),
                **found,
            }
            rows.append(row)
            _say(row, crowd)
            if found["actions/s"] < 0.5 * number / rate:
                # Far behind the knee; more tables would only wait longer.
                break
    return {"steps": rows}


async def saturation(seconds: float, tables: int = SATURATED) -> Parts:
    """Everybody acts as soon as it is his turn."""
    rows = []
    mixes: dict[str, tuple[str, ...]] = {"all four": tuple(SEATS), **{game: (game,) for game in SEATS}}
    for name, mix in mixes.items():
        limits = {"messages_per_second": 1_000_000, "messages_burst": 1_000_000}
        async with server(**limits) as process, Crowd(process.address, mix) as crowd:
            await crowd.grow(tables)
            crowd.start(0)
            await asyncio.sleep(min(SETTLES, seconds))
            found = await measured(process, crowd, seconds)
            rows.append({"games": name, "tables": tables, "sockets a table": crowd.connections / tables, **found})
            _say(rows[-1], crowd)
    return {"saturation": rows}


def _say(row: dict[str, Any], crowd: Crowd) -> None:
    print(row, flush=True)
    if crowd.problems:
        print(f"{len(crowd.problems)} problems, such as: {crowd.problems[0]}", flush=True)


async def memory(sockets: int = IDLE) -> Parts:
    """What a connection costs that only waits, beside a bare echo of Starlette."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        async with echo_server(Path(folder)) as (pid, address):
            rows.append(await _idle("Starlette echo", pid, address, sockets))
    async with server() as process, Crowd(process.address) as crowd:
        # Everybody watches one of twenty tables, so that what is measured are connections.
        await crowd.grow(20)
        codes = [table.code for table in crowd.tables]
        rows.append(await _idle("Amity, at twenty tables", process.process.pid, crowd.sockets, sockets, codes))
    async with server() as process, Crowd(process.address) as crowd:
        before = memory_kib(process.process.pid)
        await crowd.grow(round(sockets / 4.5))
        await asyncio.sleep(1)
        grown = memory_kib(process.process.pid) - before
        rows.append(_memory_row("Amity, with the tables, at which all games begin", before, grown, crowd.connections))
    return {"memory": rows}


async def _idle(name: str, pid: int, address: str, sockets: int, codes: Sequence[str] = ()) -> dict[str, Any]:
    before = memory_kib(pid)
    people = [Idle(codes[number % len(codes)] if codes else None) for number in range(sockets)]
    some = asyncio.Semaphore(32)

    async def come(person: Idle) -> None:
        async with some:
            await person.connect(address)

    async with asyncio.TaskGroup() as group:
        for person in people:
            group.create_task(come(person))
    await asyncio.sleep(1)
    row = _memory_row(name, before, memory_kib(pid) - before, sockets)
    for person in people:
        person.transport.disconnect()
    return row


def _memory_row(name: str, before: float, grown: float, sockets: int) -> dict[str, Any]:
    return {
        "server": name,
        "sockets": sockets,
        "before (MiB)": round(before / 1024, 1),
        "grown by (MiB)": round(grown / 1024, 1),
        "KiB a socket": round(grown / sockets, 1),
    }


async def growth(tables: int, seconds: float, rate: float) -> Parts:
    """Whether the memory grows while tables are made, played to their end and put away."""
    rows, samples = [], []
    async with server(idle_ms=SHORT_IDLE_MS) as process, Crowd(process.address, options=GROWTH_OPTIONS) as crowd:
        await crowd.grow(tables)
        crowd.start(rate)
        pid, started, last, ended = process.process.pid, time.monotonic(), -ROW_SECONDS, 0
        actions = 0
        # What is left at the end is no time in which anything could be measured.
        end = seconds - 0.5
        while (gone := time.monotonic() - started) < end:
            await asyncio.sleep(min(5.0, seconds - gone))
            gone = time.monotonic() - started
            samples.append((gone, memory_kib(pid)))
            actions, ended = actions + len(crowd.times.acknowledged), ended + crowd.times.matches
            p99 = quantile(crowd.times.acknowledged, 0.99)
            crowd.times.empty()
            if gone - last >= min(ROW_SECONDS, seconds / 5) or gone >= end:
                last = gone
                rows.append(
                    {"minutes": round(gone / 60, 1), "resident (MiB)": round(samples[-1][1] / 1024, 1),
                     "actions": actions, "matches ended": ended, "ack p99 (ms)": p99}
                )  # fmt: skip
                print(rows[-1], flush=True)
    second = [sample for sample in samples if sample[0] >= seconds / 2]
    slope = 0.0
    if len(second) > 1:
        slope = statistics.linear_regression([at for at, _ in second], [kib for _, kib in second]).slope * 3600 / 1024
    return {
        "growth": rows,
        "growth in the second half": [
            {"tables at once": tables, "matches ended": ended, "MiB an hour": round(slope, 2),
             "highest less lowest (MiB)": round((max(k for _, k in second) - min(k for _, k in second)) / 1024, 1)}
        ],
    }  # fmt: skip


async def startup(stored: int = STORED) -> Parts:
    """From the start of the process to the line that says where it is."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        process = ServerProcess(Path(folder))
        for name, number in (("a new file", 0), ("the second time", 0), (f"{stored:,} tables stored", stored)):
            if number:
                await asyncio.to_thread(fill, Path(folder) / "amity.sqlite3", number)
            seconds = []
            for _ in range(1 if name == "a new file" else 3):
                started = time.perf_counter()
                with pinned(0):
                    await process.start()
                seconds.append(time.perf_counter() - started)
                await process.stop()
            rows.append({"database": name, "starts": len(seconds), "seconds (median)": statistics.median(seconds)})
    print(rows, flush=True)
    return {"startup": rows}


def run(parts: Sequence[Callable[[], Coroutine[Any, Any, Parts]]], command: str) -> None:
    """Measure one after the other, each in an event loop of its own, and write what was found."""
    # Of the minutes before it began: what is measured is itself a load.
    load = os.getloadavg()[0]
    for part in parts:
        with pinned(1):
            found = uvloop.run(part())
        write_parts(found, command, load)


def main() -> int:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", nargs="?", choices=("steps", "saturation", "memory", "startup", "growth"))
    parser.add_argument("--tables", help="so many; for the steps several, separated by commas")
    parser.add_argument("--seconds", type=float, help="to measure at each step, or of the growth")
    parser.add_argument("--rate", type=float, default=RATE, help="seconds between two actions of a table")
    arguments = parser.parse_args()
    if arguments.rate <= 0 or (arguments.seconds is not None and not math.isfinite(arguments.seconds)):
        parser.error("--rate and --seconds are positive numbers")
    tables = [int(number) for number in (arguments.tables or "").split(",") if number]
    seconds = arguments.seconds or SECONDS
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    one = tables[0] if tables else None
    all_parts: dict[str, Callable[[], Coroutine[Any, Any, Parts]]] = {
        "startup": lambda: startup(one or STORED) if arguments.part else startup(),
        "memory": lambda: memory(one or IDLE) if arguments.part else memory(),
        "saturation": lambda: saturation(seconds, one or SATURATED) if arguments.part else saturation(seconds),
        "steps": lambda: steps(tables or STEPS, seconds, arguments.rate),
        "growth": lambda: growth(one or GROWTH_TABLES, arguments.seconds or GROWTH_SECONDS, arguments.rate),
    }
    chosen = [arguments.part] if arguments.part else [name for name in all_parts if name != "growth"]
    run([all_parts[name] for name in chosen], " ".join(["python bench/load.py", *sys.argv[1:]]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
