"""What waits for a table, in the order in which it came."""

from __future__ import annotations

import asyncio
from typing import Final

from amity.errors import InvalidRequest
from amity.server.commands import Ask, Command, Join
from amity.server.metrics import Metrics

CAPACITY: Final = 1024
"""Commands that may wait for one table."""


class TableStopped(Exception):
    """The table has left the memory; the registry has, or loads, another object for it."""


class Mailbox:
    """The commands that wait for one table."""

    def __init__(self, metrics: Metrics) -> None:
        self._queue: asyncio.Queue[Command] = asyncio.Queue(CAPACITY)
        self._metrics = metrics
        self._stopped = False

    @property
    def empty(self) -> bool:
        """Whether nothing waits."""
        return self._queue.empty()

    def post(self, command: Command) -> None:
        """Put a command in.

        :raises TableStopped: the table is no longer in memory.
        :raises InvalidRequest: ``too_busy`` when too many wait already.
        """
        if self._stopped:
            raise TableStopped
        try:
            self._queue.put_nowait(command)
        except asyncio.QueueFull:
            raise InvalidRequest("too_busy") from None
        self._metrics.queued_commands.inc()

    async def post_own(self, command: Command) -> None:
        """Put one of the table's own in. It waits for room, unlike what comes from outside: it may not get lost."""
        await self._queue.put(command)
        self._metrics.queued_commands.inc()

    async def take(self) -> Command:
        """The next command."""
        command = await self._queue.get()
        self._metrics.queued_commands.dec()
        return command

    def refuse_all(self) -> None:
        """Let nothing in from now on."""
        self._stopped = True

    def drain(self) -> None:
        """Tell whoever waits for an answer that none comes."""
        while not self._queue.empty():
            command = self._queue.get_nowait()
            self._metrics.queued_commands.dec()
            if isinstance(command, Join | Ask) and not command.answer.done():
                command.answer.set_exception(TableStopped())
