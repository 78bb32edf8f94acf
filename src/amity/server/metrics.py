"""What an operator can watch. One registry an application, so that several can live in one process."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"

_FAST: Final = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
_SLOW: Final = (0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0)


class Level:
    """A number that goes up and down, for one thread: a gauge's own takes a lock each time."""

    __slots__ = ("value",)

    def __init__(self, gauge: Gauge) -> None:
        self.value = 0
        gauge.set_function(lambda: self.value)

    def inc(self) -> None:
        """One more."""
        self.value += 1

    def dec(self, number: int = 1) -> None:
        """So many less."""
        self.value -= number


class Metrics:
    """The counters; names and meanings are part of the documentation."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        counter, gauge = self._counter, self._gauge
        self.tables = gauge("tables", "Tables in memory")
        self.sockets = gauge("sockets", "Open connections")
        self.queued_frames = Level(gauge("queued_frames", "Frames waiting to be sent, all connections"))
        self.queued_commands = Level(gauge("queued_commands", "Commands waiting, all tables"))
        self.loop_lag = gauge("event_loop_lag_seconds", "How late the event loop ran its last timer")
        self.clock_skew = gauge("clock_skew_seconds", "How far this machine's clock is ahead of the database's")
        self._messages = counter("messages", "Messages received", ["type"])
        self._received: dict[type, Counter] = {}
        self.refusals = counter("refusals", "Messages refused", ["code"])
        self.dropped = counter("connections_dropped", "Connections closed by the server", ["reason"])
        self.timeouts = counter("move_timeouts", "Decisions that ran out of time")
        self.bot_fallbacks = counter(
            "bot_fallbacks", "Moves made by a quick bot in place of the seat's own", ["reason"]
        )
        self.bot_restarts = counter("bot_process_restarts", "Processes of bots that ended before their time")
        self.bots_present = gauge("bots_thinking", "Moves that bots in processes think about or wait to think about")
        self.hints_present = gauge("hints_thinking", "The same of hints")
        self.hints = counter("hints", "Hints that were asked for", ["outcome"])
        self.store_failures = counter("store_failures", "Commits that failed")
        self.errors = counter("errors", "Errors nobody expected")
        self.commit = Histogram(
            "amity_commit_seconds",
            "From a change to its durable commit",
            buckets=_FAST,
            registry=self.registry,
        )
        self.commit_size = Histogram(
            "amity_commit_changes",
            "Changes in one commit",
            buckets=(1, 2, 4, 8, 16, 32, 64, 128),
            registry=self.registry,
        )
        self.bot = Histogram(
            "amity_bot_seconds",
            "Time a bot took for one move",
            ["game", "level"],
            buckets=_SLOW,
            registry=self.registry,
        )
        self.bot_answer = Histogram(
            "amity_bot_answer_seconds",
            "The same and the time it waited for its turn to think",
            ["game", "level"],
            buckets=_SLOW,
            registry=self.registry,
        )
        self.bot_budget = Histogram(
            "amity_bot_budget_seconds",
            "Time a bot that searches was allowed for one move",
            ["game", "level"],
            buckets=(0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5),
            registry=self.registry,
        )

    def received(self, kind: type) -> None:
        """Count a message of that type."""
        counter = self._received.get(kind)
        if counter is None:
            counter = self._received[kind] = self._messages.labels(kind.__name__)
        counter.inc()

    def text(self) -> bytes:
        """All metrics in Prometheus's text format."""
        return generate_latest(self.registry)

    async def watch_loop(self, interval: float = 1.0) -> None:
        """Measure the event loop's lag until cancelled."""
        while True:
            before = time.perf_counter()
            await asyncio.sleep(interval)
            self.loop_lag.set(max(0.0, time.perf_counter() - before - interval))

    def _counter(self, name: str, text: str, labels: tuple[str, ...] | list[str] = ()) -> Counter:
        return Counter(f"amity_{name}", text, labels, registry=self.registry)

    def _gauge(self, name: str, text: str) -> Gauge:
        return Gauge(f"amity_{name}", text, registry=self.registry)
