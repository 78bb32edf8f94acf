"""Many tables of experts at once: how soon a person's move is shown to others, and how soon bots answer.

python bench/bots_load.py [--tables 50] [--seconds 120]

A server with its default settings, in a process of its own; at every table one scripted person, who thinks for one to
three seconds, and a spectator who holds the watch; half of the tables play Pinochle with three experts, half Mate.
Everything goes over real sockets of this machine, on the same cores as the server and its bots. Targets: a move is
shown within 100 ms at p99, a bot has answered after 3 s at p95, its pause included.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import random
import re
import sys
import tempfile
import time
import urllib.request
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from _report import write_report
from websockets.asyncio.client import ClientConnection, connect

from amity import games

GAMES = ("pinochle", "mate")
THINKS = (1.0, 3.0)
"""Seconds that a scripted person thinks."""
BUDGETS = (0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5)


@dataclass
class Times:
    """What the watches say, in seconds."""

    shown: list[float] = field(default_factory=list)
    """From a person's move to its arrival at the spectator."""
    answered: list[float] = field(default_factory=list)
    """From the moment a bot is in turn to the arrival of its move, both as the spectator sees them."""
    running: bool = False


def post(address: str, body: dict[str, Any]) -> dict[str, Any]:
    """Make a table."""
    request = urllib.request.Request(
        f"{address}/api/tables", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        made: dict[str, Any] = json.load(answer)
    return made


def metrics(address: str) -> dict[str, float]:
    """All samples of the server, by name and labels."""
    with urllib.request.urlopen(f"{address}/metrics") as answer:
        lines = answer.read().decode().splitlines()
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines if not line.startswith("#")}


def total(samples: dict[str, float], name: str, label: str = "") -> float:
    """The sum of a metric's samples whose labels hold a text."""
    return sum(value for key, value in samples.items() if key.partition("{")[0] == name and label in key)


async def open_socket(address: str, table: str, token: str | None) -> ClientConnection:
    """Connect and say hello."""
    socket = await connect(address.replace("http", "ws", 1) + "/ws", max_size=None, proxy=None, compression=None)
    await socket.send(json.dumps({"type": "hello", "protocol": 1, "table": table, "token": token}))
    return socket


def choose(view: dict[str, Any]) -> dict[str, Any]:
    """A move: pass where that is possible, else anything legal."""
    seen = msgspec.convert(view, games.get(view["game"]).view_type, strict=False)
    actions = seen.legal_actions()
    action = actions[0] if view["phase"] == "bidding" else random.choice(actions)
    made: dict[str, Any] = msgspec.to_builtins(action)
    return made


class Table:
    """One table, its person and its spectator."""

    def __init__(self, address: str, game: str, times: Times) -> None:
        self.address = address
        self.game = game
        self.times = times
        self.sent: dict[int, float] = {}
        """When the person sent the move that he decided on at a version."""
        self.ready = asyncio.Event()

    async def run(self) -> None:
        """Play one match after the other."""
        while True:
            seats = games.get(self.game).seat_counts[0]
            body = {
                "game": self.game,
                "name": "Ann",
                "seats": [{"kind": "me"}, *[{"kind": "bot", "level": "expert"}] * (seats - 1)],
                "clock": False,
            }
            made = await asyncio.to_thread(post, self.address, body)
            self.sent.clear()
            person = await open_socket(self.address, made["table"], made["token"])
            spectator = await open_socket(self.address, made["table"], None)
            async with person, spectator:
                watching = asyncio.create_task(self.watch(spectator))
                try:
                    await self.play(person)
                finally:
                    watching.cancel()
                    await asyncio.gather(watching, return_exceptions=True)

    async def play(self, socket: ClientConnection) -> None:
        """Be the person, until the match is over."""
        async for frame in socket:
            message = json.loads(frame)
            if message["type"] in ("welcome", "table"):
                state = message["table"]
                if not any(seat["preparing"] for seat in state["seats"]):
                    self.ready.set()
                if state["status"] == "over":
                    return
                if state["status"] == "between_deals" and not state["seats"][0]["ready"]:
                    await socket.send(json.dumps({"type": "ready", "version": self.version}))
            if message["type"] in ("welcome", "update"):
                self.version: int = message["version"]
                view = message["view"]
                if view is not None and view["to_act"] == 0:
                    await asyncio.sleep(random.uniform(*THINKS))
                    act = {"type": "act", "id": uuid.uuid4().hex, "version": self.version, "action": choose(view)}
                    self.sent[self.version] = time.perf_counter()
                    await socket.send(json.dumps(act))

    async def watch(self, socket: ClientConnection) -> None:
        """Be the spectator."""
        version, to_act, since = 0, None, 0.0
        async for frame in socket:
            now = time.perf_counter()
            message = json.loads(frame)
            if message["type"] not in ("welcome", "update"):
                continue
            if self.times.running and message["type"] == "update":
                if to_act == 0 and version in self.sent:
                    self.times.shown.append(now - self.sent[version])
                elif to_act is not None and to_act > 0:
                    self.times.answered.append(now - since)
            version, since = message["version"], now
            to_act = None if message["view"] is None else message["view"]["to_act"]


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which that share of the values lies; in milliseconds."""
    ordered = sorted(values)
    return round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 1) if ordered else float("nan")


async def start_server(folder: Path) -> tuple[asyncio.subprocess.Process, str]:
    """A server with default settings on a free port."""
    environment = {
        **os.environ,
        "AMITY_PORT": "0",
        "AMITY_DATABASE": str(folder / "load.sqlite3"),
        "AMITY_TABLES_BURST": "100000",
        "AMITY_CONNECTIONS_PER_ADDRESS": "100000",
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "amity.server", stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
        env=environment,
    )  # fmt: skip
    assert process.stdout is not None
    line = (await process.stdout.readline()).decode()
    found = re.search(r"http://[0-9.:]+", line)
    assert found is not None, line
    return process, found[0].rstrip("/")


async def measure(tables: int, seconds: float) -> tuple[Times, dict[str, float], dict[str, float], int]:
    """Run it all; the times, the server's metrics before and after, and the most moves that were thought about."""
    times = Times()
    most = 0
    with tempfile.TemporaryDirectory() as folder:
        process, address = await start_server(Path(folder))
        try:
            made = [Table(address, game, times) for game, _ in zip(itertools.cycle(GAMES), range(tables), strict=False)]
            running = [asyncio.create_task(table.run()) for table in made]
            await asyncio.gather(*(table.ready.wait() for table in made))
            # Past the first deals, which all come at once.
            await asyncio.sleep(10)
            before = await asyncio.to_thread(metrics, address)
            times.running = True
            until = time.perf_counter() + seconds
            while time.perf_counter() < until:
                await asyncio.sleep(1)
                now = await asyncio.to_thread(metrics, address)
                most = max(most, int(total(now, "amity_bots_thinking")))
            times.running = False
            after = await asyncio.to_thread(metrics, address)
            for task in running:
                task.cancel()
            ended = await asyncio.gather(*running, return_exceptions=True)
            for error in ended:
                if not isinstance(error, asyncio.CancelledError):
                    raise RuntimeError("a scripted person failed") from (
                        error if isinstance(error, Exception) else None
                    )
        finally:
            process.terminate()
            await process.wait()
    return times, before, after, most


def report(tables: int, seconds: int, loads: Sequence[float]) -> None:
    """Measure and write it down."""
    times, before, after, most = asyncio.run(measure(tables, seconds))

    def grown(name: str, label: str = "") -> float:
        return total(after, name, label) - total(before, name, label)

    rows = [
        {"": what, "moves": len(values), "p50": percentile(values, 0.5), "p95": percentile(values, 0.95),
         "p99": percentile(values, 0.99), "target": target}
        for what, values, target in (
            ("a person's move is shown to a spectator", times.shown, "p99 below 100"),
            ("a bot's move is seen, its pause of 700 to 1400 included", times.answered, "p95 below 3,000"),
        )
    ]  # fmt: skip
    bots = []
    for game in GAMES:
        label = f'game="{game}"'
        count = grown("amity_bot_seconds_count", label) or float("nan")
        bots.append(
            {
                "game": game,
                "decisions": round(count),
                "allowed, mean": round(1000 * grown("amity_bot_budget_seconds_sum", label) / count, 1),
                "taken, mean": round(1000 * grown("amity_bot_seconds_sum", label) / count, 1),
                "with waiting, mean": round(1000 * grown("amity_bot_answer_seconds_sum", label) / count, 1),
            }
        )
    below = [grown("amity_bot_budget_seconds_bucket", f'le="{limit}"') for limit in BUDGETS]
    everything = max(1.0, below[-1])
    shares = [
        {"allowed at most": f"{1000 * limit:g}", "share of decisions": f"{100 * count / everything:.1f} %"}
        for limit, count in zip(BUDGETS, below, strict=True)
    ]
    write_report(
        "bots_load",
        f"{tables} tables of experts with one person each",
        {"Times, in milliseconds": rows, "Decisions of bots, in milliseconds": bots, "Budgets": shares},
        command=f"python bench/bots_load.py --tables {tables} --seconds {seconds}",
        notes=[
            f"Most moves thought about or waiting at once: {most}. Moves made by another bot in place of the expert: "
            f"{grown('amity_bot_fallbacks_total'):g}.",
            "The scripted people and spectators run on the same cores as the server and its bots.",
            f"Load of the machine when it began, over 1, 5 and 15 minutes: {', '.join(f'{one:.1f}' for one in loads)}; "
            "1 or less means that nothing else was running.",
        ],
    )


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=int, default=120)
    arguments = parser.parse_args()
    report(arguments.tables, arguments.seconds, os.getloadavg())


if __name__ == "__main__":
    main()
