"""Bots at work, apart from the event loop.

A job is one decision. It is the same however often it is done: the bot is made anew from the job's seed, and the
answer counts only for the version it was asked at. Bots in plain Python take a few milliseconds and run in a thread;
experts, and all bots that search with compiled code, may compute for long without releasing the interpreter, so they
run in processes of their own.
"""

from __future__ import annotations

import asyncio
import importlib
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Final, Protocol, TypeVar

import structlog

from amity import bots
from amity.match import Action, Event, View
from amity.server.metrics import Metrics

log: Final = structlog.get_logger("amity.workers")

COMPILED: Final = {
    ("mate", "club"): "amity.search.mate",
    ("mate", "expert"): "amity.search.mate",
    ("pinochle", "expert"): "amity.search.pinochle",
}
"""Bots that search with compiled code, by game and level, and the module whose ``warm_up()`` makes it ready."""

Argument = TypeVar("Argument")
Result = TypeVar("Result")


@dataclass(frozen=True)
class Job:
    """One decision of a bot."""

    table: str
    version: int
    seat: int
    game: str
    level: str
    seed: int
    view: View
    history: Sequence[Event]


class Worker(Protocol):
    """Whoever lets bots think."""

    def ready(self, game: str, level: str) -> bool:
        """Whether bots of this level can play at once."""

    async def prepare(self, game: str, level: str) -> None:
        """Wait until :meth:`ready`."""

    async def choose(self, job: Job) -> Action:
        """The bot's choice. May raise whatever the bot raises."""

    async def close(self) -> None:
        """Let go of everything; jobs that run are given up."""


def choose(job: Job) -> Action:
    """Do a job here and now."""
    return bots.make(job.game, job.level, job.seed).choose(job.view, job.history)


def in_process(game: str, level: str) -> bool:
    """Whether bots of this level run in a process."""
    return level == "expert" or (game, level) in COMPILED


def quick_level(game: str) -> str:
    """The level that plays for a person whose time ran out: the best below the expert."""
    return [level for level in bots.levels(game) if level != "expert"][-1]


def plain_level(game: str) -> str:
    """The best level that needs neither a process nor preparation: what is left when everything else fails."""
    return [level for level in bots.levels(game) if not in_process(game, level)][-1]


class LocalWorker:
    """Bots in threads and processes of this machine."""

    def __init__(self, metrics: Metrics, processes: int = 1) -> None:
        self._metrics = metrics
        self._processes = processes
        self._threads = ThreadPoolExecutor(2, thread_name_prefix="amity-bot")
        self._pool: ProcessPoolExecutor | None = None
        self._preparing: dict[str, asyncio.Task[None]] = {}
        self._prepared: set[str] = set()
        self.when_prepared: Callable[[], None] = lambda: None
        """Called whenever more bots have become ready."""

    def start(self) -> None:
        """Begin to prepare all compiled code in the background."""
        for (game, level), module in COMPILED.items():
            if level in bots.levels(game):
                self._start_preparing(module)

    def ready(self, game: str, level: str) -> bool:
        """See :meth:`Worker.ready`."""
        return COMPILED.get((game, level)) in {None, *self._prepared}

    async def prepare(self, game: str, level: str) -> None:
        """See :meth:`Worker.prepare`."""
        if not self.ready(game, level):
            # Shielded: many wait for the one preparation, and each may give up on its own.
            await asyncio.shield(self._start_preparing(COMPILED[game, level]))

    async def choose(self, job: Job) -> Action:
        """See :meth:`Worker.choose`."""
        await self.prepare(job.game, job.level)
        started = time.perf_counter()
        if in_process(job.game, job.level):
            action = await self._in_process(choose, job)
        else:
            action = await asyncio.get_running_loop().run_in_executor(self._threads, choose, job)
        self._metrics.bot.labels(job.game, job.level).observe(time.perf_counter() - started)
        return action

    async def close(self) -> None:
        """See :meth:`Worker.close`."""
        tasks = list(self._preparing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)
        if self._pool is not None:
            pool, self._pool = self._pool, None
            await asyncio.to_thread(_end, pool)

    def _start_preparing(self, module: str) -> asyncio.Task[None]:
        task = self._preparing.get(module)
        if task is None or task.done():
            task = self._preparing[module] = asyncio.create_task(self._prepare(module), name=f"prepare {module}")
        return task

    async def _prepare(self, module: str) -> None:
        started = time.perf_counter()
        await self._in_process(_warm_up, module)
        self._prepared.add(module)
        self.when_prepared()
        log.info("bots prepared", module=module, seconds=round(time.perf_counter() - started, 1))

    async def _in_process(self, work: Callable[[Argument], Result], argument: Argument) -> Result:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._process_pool(), work, argument)
        except BrokenProcessPool:
            # A process was killed, for want of memory perhaps. One more try in a fresh one.
            log.warning("bot process ended, starting another")
            self._pool = None
            return await loop.run_in_executor(self._process_pool(), work, argument)

    def _process_pool(self) -> Executor:
        if self._pool is None:
            # Spawned, not forked: this process has threads.
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._processes, mp_context=context, initializer=_begin)
        return self._pool


def _warm_up(module: str) -> None:
    importlib.import_module(module).warm_up()


def _begin() -> None:
    # Ctrl-C goes to every process of the terminal; only the server decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, name="amity-parent-watch", daemon=True).start()


def _end_with_parent() -> None:
    # A server that is killed cannot stop its processes, and they would wait for work for ever.
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _end(pool: ProcessPoolExecutor) -> None:
    processes = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
    pool.shutdown(wait=True)
