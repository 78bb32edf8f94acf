"""Bots that search, wherever there is a processor free: jobs in a Redis stream, taken by any node.

A job is the same however often it is done (:class:`amity.server.workers.Job`), and its name is made of table, version,
seat and level, so that a node that takes a table over asks for the same one. Where Redis or the node that took a job
does not answer in time, the node that asks does it itself. Bots that need no search, hints and what is analysed stay on
their node.

What a bot may know of a deal travels through Redis: only the nodes may reach it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Callable, Sequence
from typing import Any, Final

import msgspec
import structlog
from redis.exceptions import RedisError
from taskiq import AckableMessage, TaskiqError
from taskiq.api import run_receiver_task
from taskiq_redis import RedisAsyncResultBackend, RedisStreamBroker

from amity import games
from amity.bots import Advice
from amity.match import Action, Event, View
from amity.server.logs import where
from amity.server.tasks import Tasks
from amity.server.workers import Job, LocalWorker, in_process

log: Final = structlog.get_logger("amity.workers")

STREAM: Final = "amity:moves"
"""Of the jobs that people wait for. Others would need a stream of their own."""
ANSWER_SECONDS: Final = 3.0
"""How long an answer is waited for. taskiq's own patience with a node that took a job and died is ten minutes."""
LOOK_SECONDS: Final = 0.02
KEEP_SECONDS: Final = 60
LONGEST_STREAM: Final = 10_000
AT_ONCE: Final = 8
"""Jobs that one node takes at once; they wait for its processes."""


class StoredJob(msgspec.Struct, frozen=True):
    """A job as it is sent."""

    table: str
    version: int
    seat: int
    game: str
    level: str
    seed: int
    view: msgspec.Raw
    history: msgspec.Raw


def write_job(job: Job) -> str:
    """A job as text."""
    encode = msgspec.json.encode
    stored = StoredJob(
        job.table,
        job.version,
        job.seat,
        job.game,
        job.level,
        job.seed,
        msgspec.Raw(encode(job.view)),
        msgspec.Raw(encode(list(job.history))),
    )
    return encode(stored).decode()


def read_job(text: str) -> Job:
    """A job from its text."""
    stored = msgspec.json.decode(text, type=StoredJob)
    game = games.get(stored.game)
    view = msgspec.json.decode(stored.view, type=game.view_type)
    history: Sequence[Event] = msgspec.json.decode(stored.history, type=list[game.event_type])  # type: ignore[name-defined]
    assert isinstance(view, View)
    return Job(stored.table, stored.version, stored.seat, stored.game, stored.level, stored.seed, view, history)


class _Broker(RedisStreamBroker):
    """taskiq's broker, which begins anew when Redis was away and has forgotten the stream."""

    async def listen(self) -> AsyncGenerator[AckableMessage, None]:
        while True:
            try:
                async for message in super().listen():
                    yield message
            except (RedisError, OSError) as error:
                log.warning("jobs cannot be read", error=type(error).__name__)
            await asyncio.sleep(0.5)
            with contextlib.suppress(RedisError, OSError):
                await self._declare_consumer_group()


class SharedWorker:
    """A node's worker, which shares the bots that search with all other nodes."""

    def __init__(self, own: LocalWorker, redis: str) -> None:
        self.own = own
        answers: RedisAsyncResultBackend[Any] = RedisAsyncResultBackend(
            redis, result_ex_time=KEEP_SECONDS, prefix_str="amity:answer"
        )
        self._broker = _Broker(
            redis,
            queue_name=STREAM,
            consumer_group_name="amity",
            # What was asked before the group of nodes came to be counts too.
            consumer_id="0",
            maxlen=LONGEST_STREAM,
            # A node takes no more than it can do, and what it took is another's soon after it died.
            xread_count=1,
            idle_timeout=round(ANSWER_SECONDS * 1000),
            unacknowledged_lock_timeout=ANSWER_SECONDS,
        ).with_result_backend(answers)

        async def choose(text: str) -> str:
            return msgspec.json.encode(await own.choose(read_job(text))).decode()

        self._task = self._broker.register_task(choose, task_name="choose")
        self._tasks = Tasks()
        self._running = False

    @property
    def when_prepared(self) -> Callable[[], None]:
        """See :class:`amity.server.workers.LocalWorker`."""
        return self.own.when_prepared

    @when_prepared.setter
    def when_prepared(self, call: Callable[[], None]) -> None:
        """Call this whenever more bots have become ready here."""
        self.own.when_prepared = call

    def start(self) -> None:
        """See :class:`amity.server.workers.LocalWorker`."""
        self.own.start()

    def ready(self, game: str, level: str) -> bool:
        """See :meth:`amity.server.workers.Worker.ready`."""
        return self.own.ready(game, level)

    async def prepare(self, game: str, level: str) -> None:
        """See :meth:`amity.server.workers.Worker.prepare`."""
        self._begin()
        await self.own.prepare(game, level)

    async def choose(self, job: Job) -> Action:
        """See :meth:`amity.server.workers.Worker.choose`."""
        if not in_process(job.game, job.level):
            return await self.own.choose(job)
        self._begin()
        name = f"{job.table}-{job.version}-{job.seat}-{job.level}"
        try:
            # Both have an end of their own: where Redis is written to, Python 3.11 may lose what cancels a task
            # (https://github.com/python/cpython/issues/86296), and what should have been cancelled goes on.
            async with asyncio.timeout(ANSWER_SECONDS):
                asked = await self._task.kicker().with_task_id(name).kiq(write_job(job))
                answer = await asked.wait_result(check_interval=LOOK_SECONDS, timeout=ANSWER_SECONDS)
            if not answer.is_err:
                action = msgspec.json.decode(str(answer.return_value), type=games.get(job.game).action_type)
                assert isinstance(action, Action)
                return action
            why = "failed"
        except (RedisError, TaskiqError, OSError, TimeoutError) as error:
            why = type(error).__name__
        log.warning("no node has chosen, doing it here", table=job.table, level=job.level, why=why)
        return await self.own.choose(job)

    async def advise(self, job: Job) -> Sequence[Advice]:
        """See :meth:`amity.server.workers.Worker.advise`."""
        return await self.own.advise(job)

    async def analyse(self, job: Job) -> Sequence[Advice]:
        """See :meth:`amity.server.workers.Worker.analyse`."""
        return await self.own.analyse(job)

    async def close(self) -> None:
        """See :meth:`amity.server.workers.Worker.close`."""
        await self._tasks.close()
        with contextlib.suppress(RedisError, OSError):
            await self._broker.shutdown()
        await self.own.close()

    def _begin(self) -> None:
        if not self._running:
            self._running = True
            self._tasks.start(self._serve(), "jobs of all nodes")

    async def _serve(self) -> None:
        """Take jobs from the stream; begin anew when Redis has lost it."""
        while True:
            try:
                await self._broker.startup()
                await run_receiver_task(self._broker, max_async_tasks=AT_ONCE, validate_params=False)
            except Exception as error:
                log.warning("jobs cannot be read", where=where(error))
            await asyncio.sleep(0.5)
