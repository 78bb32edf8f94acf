"""Tasks with an owner: named, cancelled and awaited when the owner ends."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Final

import structlog

log: Final = structlog.get_logger("amity.tasks")

AGAIN_SECONDS: Final = 2.0
"""How long a cancelled task may take to end before it is cancelled again."""


class Tasks:
    """The tasks of one owner."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, Any], name: str) -> asyncio.Task[Any]:
        """Run something until it ends, is cancelled, or :meth:`close` is called."""
        task = asyncio.create_task(work, name=name)
        self._running.add(task)
        task.add_done_callback(self._ended)
        return task

    async def close(self) -> None:
        """Cancel everything and wait until it has ended.

        Whatever has not ended after a while is cancelled again: Python 3.11 may lose what cancels a task
        (https://github.com/python/cpython/issues/86296).
        """
        running = set(self._running)
        while running:
            for task in running:
                task.cancel()
            _, running = await asyncio.wait(running, timeout=AGAIN_SECONDS)

    def __len__(self) -> int:
        return len(self._running)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("task failed", task=task.get_name(), exc_info=error)
