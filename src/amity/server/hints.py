"""Hints: what the best bot of the game would do in a person's place.

A hint is made of what the seat may know, in its own turn only. There is one for each decision, computed once: whoever
asks again, on another device too, is told the same. It is called off when the match goes on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import structlog

from amity import bots
from amity.errors import AmityError, InvalidRequest
from amity.match import Match
from amity.server import frames
from amity.server.bot_turns import job_for
from amity.server.commands import HintFound, Listener
from amity.server.logs import where
from amity.server.messages import Advice
from amity.server.services import Services
from amity.server.stored import StoredTable
from amity.server.tasks import Tasks
from amity.server.workers import Job

log: Final = structlog.get_logger("amity.hints")

PATIENCE_SECONDS: Final = 20.0
"""A hint that takes longer is given up."""


class Hints:
    """The hint for the present decision of one table."""

    def __init__(self, services: Services, tasks: Tasks, post: Callable[[HintFound], Awaitable[None]]) -> None:
        """``post`` puts what was found into the table's mailbox."""
        self._services = services
        self._tasks = tasks
        self._post = post
        self._version = 0
        self._asking: list[Listener] = []
        self._task: asyncio.Task[None] | None = None
        self._advice: Advice | None = None

    def ask(self, table: StoredTable, match: Match, seat: int, version: int, listener: Listener) -> None:
        """Tell a connection the hint for the seat's decision, now or later.

        :raises InvalidRequest: ``hints_off``, ``not_your_turn``, ``stale``, ``hint_preparing``.
        """
        if not table.hints:
            raise InvalidRequest("hints_off")
        if match.to_act != seat:
            raise InvalidRequest("not_your_turn", seat=seat, to_act=match.to_act)
        if version != match.version:
            raise InvalidRequest("stale", version=match.version)
        self.keep_to(match.version)
        if self._advice is not None:
            listener.send(self._advice)
            return
        if self._task is None:
            level = bots.levels(table.game)[-1]
            if not self._services.worker.ready(table.game, level):
                self._tasks.start(self._services.worker.prepare(table.game, level), f"prepare hints {table.code}")
                raise InvalidRequest("hint_preparing")
            self._task = self._tasks.start(self._find(job_for(table, match, seat, level)), f"hint {table.code}")
        self._asking.append(listener)

    def keep_to(self, version: int) -> None:
        """Call off everything that belongs to another moment than this."""
        if version == self._version:
            return
        if self._task is not None:
            self._task.cancel()
            self._services.metrics.hints.labels("late").inc()
        self._version = version
        self._advice = self._task = None
        self._asking.clear()

    def take(self, found: HintFound) -> list[Listener]:
        """Whoever waits for what was found; nobody when it is for another moment."""
        if found.version != self._version or self._task is None:
            return []
        asking, self._asking, self._task = self._asking, [], None
        return asking

    def tell(self, found: HintFound, asking: list[Listener]) -> None:
        """Tell them, and whoever asks again."""
        self._services.metrics.hints.labels("given").inc()
        self._advice = frames.advice(found.version, found.level, found.choices)
        for listener in asking:
            listener.send(self._advice)

    async def _find(self, job: Job) -> None:
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                choices = await self._services.worker.advise(job)
        except Exception as error:
            problem = error if isinstance(error, AmityError) else InvalidRequest("no_hint")
            log.warning("no hint", table=job.table, level=job.level, code=problem.code, where=where(error))
            self._services.metrics.hints.labels(problem.code).inc()
            await self._post(HintFound(job.version, job.seat, job.level, (), problem))
        else:
            await self._post(HintFound(job.version, job.seat, job.level, tuple(choices), None))
