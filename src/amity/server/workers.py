"""Bots at work, apart from the event loop.

A job is one decision. It is the same however often it is done: the bot is made anew from the job's seed, and the
answer counts only for the version it was asked at. Bots in plain Python take a few milliseconds and run in a thread;
experts, and all bots that search with compiled code, may compute for long without releasing the interpreter, so they
run in processes of their own. A bot that searches thinks for as long as :func:`budget_seconds` allows.

Hints have a process of their own, which has to wait for all others: no bot waits for a hint. What is analysed after a
match waits for the hints as well, and while bots think.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol, TypeVar

import structlog

from amity import bots
from amity.bots import Advice, Bot, Searcher
from amity.errors import InvalidRequest
from amity.match import Action, Event, View
from amity.search import COMPILED as SEARCHED
from amity.search import Budget
from amity.server import processes
from amity.server.metrics import Metrics
from amity.server.processes import Line

log: Final = structlog.get_logger("amity.workers")

COMPILED: Final = {("mate", "club"): "amity.search.mate"} | {
    (game, "expert"): f"amity.search.{game}" for game in SEARCHED
}
"""Bots that search with compiled code, by game and level, and the module whose ``warm_up()`` makes it ready."""

FULL_SECONDS: Final = 0.5
"""What a bot that searches takes for a decision when nobody else wants to think; less than the pause before its move
is shown, so that the pause tells nothing."""
LEAST_SECONDS: Final = 0.05
"""It never takes less, however many wait."""
AIM_SECONDS: Final = 1.0
"""All who wait now should have had their turn after this time."""
HINT_SECONDS: Final = 1.0
HINTS_PRESENT: Final = 32
"""Hints that may be computed or wait at once."""

PATIENCE_SECONDS: Final = 5.0
"""An analysis waits so long at most, before each decision, for the bots of the tables to be done."""
LOOK_SECONDS: Final = 0.05

BOT_NICENESS: Final = 5
HINT_NICENESS: Final = 10
MOST_PROCESSES: Final = 8
"""As many are started at most where nothing is said; each takes some 200 MB."""

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

    async def advise(self, job: Job) -> Sequence[Advice]:
        """What the bot would choose among, best first. May be cancelled, and raise whatever the bot raises.

        :raises InvalidRequest: ``hints_busy`` when too many wait already.
        """

    async def analyse(self, job: Job) -> Sequence[Advice]:
        """The same for a match that is over, where nobody waits: all else goes first, and how much the bot thinks does
        not depend on how busy the machine is. Errors as the bot's own.
        """

    async def close(self) -> None:
        """Let go of everything; jobs that run are given up."""


def budget_seconds(present: int, processes: int, cores: int, stretch: float) -> float:
    """How long a decision that begins now may take.

    ``present`` decisions wait or are being made, this one included, by ``processes`` on ``cores``. ``stretch`` is how
    long decisions took lately, per second that they were given: less than 1 where many had but one choice, more where
    the machine has other things to do. Everybody gets the same share of :data:`AIM_SECONDS`.
    """
    share = AIM_SECONDS * min(processes, cores) / (present * stretch)
    return min(FULL_SECONDS, max(LEAST_SECONDS, share))


class Stretch:
    """How long decisions took lately, per second that they were given; a moving average within sensible limits."""

    WEIGHT: Final = 0.05
    LEAST: Final = 0.25
    MOST: Final = 4.0

    def __init__(self) -> None:
        self.value = 1.0

    def add(self, taken: float, given: float) -> None:
        """Count a decision, in seconds."""
        ratio = min(self.MOST, max(self.LEAST, taken / given))
        self.value += self.WEIGHT * (ratio - self.value)


def in_process(game: str, level: str) -> bool:
    """Whether bots of this level run in a process."""
    return level == "expert" or (game, level) in COMPILED


def quick_level(game: str) -> str:
    """The level that plays for a person whose time ran out: the best below the expert."""
    return [level for level in bots.levels(game) if level != "expert"][-1]


def plain_level(game: str) -> str:
    """The best level that needs neither a process nor preparation: what is left when everything else fails."""
    return [level for level in bots.levels(game) if not in_process(game, level)][-1]


def usual_processes() -> int:
    """How many processes think where nothing is said: one a core."""
    return min(MOST_PROCESSES, os.cpu_count() or 1)


class LocalWorker:
    """Bots in threads and processes of this machine."""

    def __init__(self, metrics: Metrics, count: int = 0) -> None:
        """``count`` processes make decisions; 0 for :func:`usual_processes`."""
        self._metrics = metrics
        self._threads = ThreadPoolExecutor(2, thread_name_prefix="amity-bot")
        restarted = metrics.bot_restarts.inc
        self._prepared: set[str] = set()
        self._bots = Line("bots", count or usual_processes(), BOT_NICENESS, restarted, lambda: sorted(self._prepared))
        self._hints = Line("hints", 1, HINT_NICENESS, restarted)
        self._stretch = Stretch()
        self._compiling = asyncio.Lock()
        self._preparing: dict[str, asyncio.Task[None]] = {}
        self.when_prepared: Callable[[], None] = lambda: None
        """Called whenever more bots have become ready."""
        metrics.bots_present.set_function(lambda: self._bots.present)
        metrics.hints_present.set_function(lambda: self._hints.present)

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
        asked = started = time.perf_counter()
        seconds = LEAST_SECONDS

        def begin() -> Thought:
            nonlocal started, seconds
            started = time.perf_counter()
            cores = os.cpu_count() or 1
            seconds = budget_seconds(self._bots.present, self._bots.count, cores, self._stretch.value)
            self._metrics.bot_budget.labels(job.game, job.level).observe(seconds)
            return Thought(job, seconds)

        if in_process(job.game, job.level):
            action = await self._bots.do(choose, begin)
            self._stretch.add(time.perf_counter() - started, seconds)
        else:
            action = await asyncio.get_running_loop().run_in_executor(self._threads, choose, Thought(job, seconds))
        ended = time.perf_counter()
        self._metrics.bot.labels(job.game, job.level).observe(ended - started)
        self._metrics.bot_answer.labels(job.game, job.level).observe(ended - asked)
        return action

    async def advise(self, job: Job) -> Sequence[Advice]:
        """See :meth:`Worker.advise`."""
        if self._hints.present >= HINTS_PRESENT:
            raise InvalidRequest("hints_busy")
        return await self._hints.do(advise, lambda: Thought(job, HINT_SECONDS))

    async def analyse(self, job: Job) -> Sequence[Advice]:
        """See :meth:`Worker.analyse`."""
        await self.prepare(job.game, job.level)
        until = time.perf_counter() + PATIENCE_SECONDS
        while self._bots.present and time.perf_counter() < until:  # noqa: ASYNC110 - bots wake nobody when they end
            await asyncio.sleep(LOOK_SECONDS)
        return await self._hints.do(advise, lambda: Thought(job, None), may_wait=True)

    async def close(self) -> None:
        """See :meth:`Worker.close`."""
        tasks = list(self._preparing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)
        await asyncio.gather(self._bots.close(), self._hints.close())

    def _start_preparing(self, module: str) -> asyncio.Task[None]:
        task = self._preparing.get(module)
        if task is None or task.done():
            task = self._preparing[module] = asyncio.create_task(self._prepare(module), name=f"prepare {module}")
        return task

    async def _prepare(self, module: str) -> None:
        started = time.perf_counter()
        # Compiled in a process that all others go before, one module at a time; the bots then find it on the disk.
        async with self._compiling:
            compiler = Line("compiler", 1, HINT_NICENESS, self._metrics.bot_restarts.inc)
            try:
                await compiler.do(processes.warm_up, lambda: [module])
            finally:
                await compiler.close()
        await self._bots.do(processes.warm_up, lambda: [module])
        self._prepared.add(module)
        self.when_prepared()
        log.info("bots prepared", module=module, seconds=round(time.perf_counter() - started, 1))


class Thought(NamedTuple):
    """A job and how many seconds it may take."""

    job: Job
    seconds: float | None
    """``None``: as much thinking as the bot's own budget says, however long that takes."""


def choose(thought: Thought) -> Action:
    """Do a job here and now."""
    return _bot(thought).choose(thought.job.view, thought.job.history)


def advise(thought: Thought) -> Sequence[Advice]:
    """Say here and now what a job's bot would choose among."""
    return bots.advise(_bot(thought), thought.job.view, thought.job.history)


def _bot(thought: Thought) -> Bot:
    job = thought.job
    bot = bots.make(job.game, job.level, job.seed)
    if isinstance(bot, Searcher):
        if thought.seconds is not None:
            bot.budget = Budget(seconds=thought.seconds)
        bot.cancel = processes.cancelled()
    return bot
