"""Where tables are kept: the protocol, and its implementation on SQLite.

The store is the truth. A change is one action's events, the row of the table and the action's id, all or nothing, and
compare-and-set: it names the revision it was made from. :meth:`Store.commit` returns once the change is durable.

SQLite allows one writer, so there is one writing thread. It takes whatever changes wait, puts each into a savepoint
of its own, and commits them together: the cost of a durable commit is shared by all tables that wait for it.
"""

from __future__ import annotations

import asyncio
import os
import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from types import ModuleType
from typing import Any, Final, Protocol, TypeVar

import sqlalchemy as sa
import structlog

from amity.errors import AmityError
from amity.server import rows
from amity.server.database import FACTS, database_url, migrate, open_engine
from amity.server.metrics import Metrics
from amity.server.rows import Acknowledgement, Change, Conflict, Damage, LoadedTable, TableDamaged

__all__ = [
    "Acknowledgement",
    "Change",
    "Conflict",
    "LoadedTable",
    "SqliteStore",
    "Store",
    "StoreUnavailable",
    "TableDamaged",
]

log: Final = structlog.get_logger("amity.store")

LARGEST_COMMIT: Final = 256
"""Changes in one commit; more wait for the next."""

Answer = TypeVar("Answer")


class StoreUnavailable(Exception):
    """The store cannot be read or written. Nothing of the change is known to be stored."""


class Store(Protocol):
    """Where tables are kept."""

    async def open(self) -> None:
        """Bring the database up to date and begin to write; nothing if that has been done.

        :raises StoreUnavailable: it cannot be opened or written.
        """

    async def load(self, code: str) -> LoadedTable | None:
        """A table, or ``None`` when there is none of that code. One that is damaged is cut back first.

        :raises StoreUnavailable: the store cannot be read.
        :raises TableDamaged: nothing of the table can be read.
        """

    async def commit(self, change: Change) -> bytes:
        """Store a change durably; what all events of the table add up to now.

        :raises Conflict: the table has another revision, or a new one's code is taken.
        :raises StoreUnavailable: the store cannot be written; it may be tried again.
        """

    async def read(self, question: Callable[[sa.Connection], Answer]) -> Answer:
        """What a function reads in a transaction of its own. Errors as :meth:`load`."""

    async def write(self, work: Callable[[sa.Connection], Answer]) -> Answer:
        """What a function writes, all or nothing. Errors as :meth:`commit`, and the function's own."""

    async def ready(self) -> bool:
        """Whether changes can be stored: the last one was, or one of no importance is now."""

    async def close(self) -> None:
        """Finish what is being written and let go of everything."""


@dataclass(slots=True)
class Waiting:
    """Work for a writer, and who waits for it."""

    work: Callable[[sa.Connection], Any]
    done: asyncio.Future[Any]
    change: Change | None = None
    """What the work writes, if that is all it does."""
    since: float = field(default_factory=time.perf_counter)
    answer: Any = None
    failure: Exception | None = None


def write_batch(connection: sa.Connection, batch: Sequence[Waiting]) -> None:
    """Do all of this work in the transaction that is open, each piece in a savepoint of its own.

    On SQLite most changes are written together, and one by one only if one of them does not fit.
    """
    plain = [waiting for waiting in batch if waiting.change is not None and waiting.change.plain]
    together = len(plain) > 1 and connection.dialect.name == "sqlite" and _write_together(connection, plain)
    for waiting in batch:
        if together and waiting.change is not None and waiting.change.plain:
            continue
        connection.exec_driver_sql("SAVEPOINT change")
        try:
            waiting.answer = waiting.work(connection)
        except (Conflict, sa.exc.IntegrityError):
            waiting.failure = Conflict()
        except (TableDamaged, LookupError, AmityError) as error:
            waiting.failure = error
        if waiting.failure is not None:
            connection.exec_driver_sql("ROLLBACK TO SAVEPOINT change")
        connection.exec_driver_sql("RELEASE SAVEPOINT change")


def _write_together(connection: sa.Connection, plain: Sequence[Waiting]) -> bool:
    """Write plain changes in one savepoint; nothing is written when one of them does not fit."""
    connection.exec_driver_sql("SAVEPOINT changes")
    try:
        links = rows.write_together(connection, [waiting.change for waiting in plain if waiting.change is not None])
        for waiting, link in zip(plain, links, strict=True):
            waiting.answer = link
        return True
    except (Conflict, sa.exc.IntegrityError):
        connection.exec_driver_sql("ROLLBACK TO SAVEPOINT changes")
        return False
    finally:
        connection.exec_driver_sql("RELEASE SAVEPOINT changes")


def tell(batch: Sequence[Waiting], metrics: Metrics) -> None:
    """Tell everybody who waits how it went."""
    now = time.perf_counter()
    metrics.commit_size.observe(len(batch))
    for waiting in batch:
        metrics.commit.observe(now - waiting.since)
        if isinstance(waiting.failure, StoreUnavailable):
            metrics.store_failures.inc()
        if waiting.done.cancelled():
            # Nobody waits any more, which undoes nothing.
            continue
        if waiting.failure is None:
            waiting.done.set_result(waiting.answer)
        else:
            waiting.done.set_exception(waiting.failure)
            # Retrieved here, so that a caller that is gone leaves no complaint about it.
            waiting.done.exception()


def cause(error: Exception) -> str:
    """What to log of an error: not the text of SQLAlchemy's own, which holds parameters with hidden cards in them."""
    if isinstance(error, sa.exc.DBAPIError):
        return str(error.orig)
    return str(error) if isinstance(error, OSError) else type(error).__name__


def touch(connection: sa.Connection) -> None:
    """Write something of no importance."""
    now = str(time.time_ns() // 1_000_000)
    if connection.execute(sa.update(FACTS).where(FACTS.c.name == "touched").values(value=now)).rowcount == 0:
        connection.execute(sa.insert(FACTS).values(name="touched", value=now))


class SqliteStore:
    """The store of one process, in one SQLite file; ``driver`` replaces Python's own for the writer.

    :raises InvalidOptions: ``unsupported_database``.
    """

    def __init__(self, database: str, metrics: Metrics, driver: ModuleType | None = None) -> None:
        self._url = database_url(database)
        self._metrics = metrics
        self._reading = open_engine(self._url, write=False)
        self._writing = open_engine(self._url, write=True, driver=driver)
        self._waiting: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="amity-store-writer")
        self._open = False
        self._works = True
        """Whether the last commit succeeded."""

    async def open(self) -> None:
        """See :meth:`Store.open`."""
        if self._open:
            return
        try:
            await asyncio.to_thread(migrate, self._url)
            self._file = self._file_now()
        except (sa.exc.SQLAlchemyError, OSError) as error:
            log.error("database cannot be opened", database=self._url.database, error=cause(error))
            raise StoreUnavailable from error
        self._loop = asyncio.get_running_loop()
        self._writer.start()
        self._open = True

    async def load(self, code: str) -> LoadedTable | None:
        """See :meth:`Store.load`."""
        while isinstance(found := await self.read(partial(rows.read, code=code)), Damage):
            await self.write(partial(rows.mend, code=code))
        return found

    async def commit(self, change: Change) -> bytes:
        """See :meth:`Store.commit`."""
        return await self._do(partial(rows.write, change=change), change)

    async def read(self, question: Callable[[sa.Connection], Answer]) -> Answer:
        """See :meth:`Store.read`."""
        return await asyncio.to_thread(self._read, question)

    async def write(self, work: Callable[[sa.Connection], Answer]) -> Answer:
        """See :meth:`Store.write`."""
        return await self._do(work)

    async def _do(self, work: Callable[[sa.Connection], Answer], change: Change | None = None) -> Answer:
        if not self._open:
            raise StoreUnavailable
        done: asyncio.Future[Answer] = self._loop.create_future()
        self._waiting.put(Waiting(work, done, change))
        # A caller that is cancelled does not undo what the writer has taken in hand.
        return await done

    async def ready(self) -> bool:
        """See :meth:`Store.ready`."""
        if not self._works:
            try:
                await self.write(touch)
            except StoreUnavailable:
                return False
        return self._open

    async def close(self) -> None:
        """See :meth:`Store.close`."""
        if self._open:
            self._open = False
            self._waiting.put(None)
            await asyncio.to_thread(self._writer.join)
        self._reading.dispose()
        self._writing.dispose()

    def _read(self, question: Callable[[sa.Connection], Answer]) -> Answer:
        try:
            # One transaction, so that everything read belongs together.
            with self._reading.begin() as connection:
                return question(connection)
        except sa.exc.SQLAlchemyError as error:
            log.error("store cannot be read", error=cause(error))
            raise StoreUnavailable from error

    def _write(self) -> None:
        more = True
        while more:
            batch: list[Waiting] = []
            item = self._waiting.get()
            while True:
                if item is None:
                    more = False
                    break
                batch.append(item)
                if len(batch) == LARGEST_COMMIT or self._waiting.empty():
                    break
                item = self._waiting.get_nowait()
            if batch:
                self._write_batch(batch)
                self._loop.call_soon_threadsafe(tell, batch, self._metrics)

    def _file_now(self) -> tuple[int, int]:
        """What the database's path leads to at this moment.

        :raises OSError: to nothing.
        """
        assert self._url.database is not None
        found = os.stat(self._url.database)
        return found.st_dev, found.st_ino

    def _write_batch(self, batch: list[Waiting]) -> None:
        try:
            # What is written to a file that was deleted or replaced is gone with this process.
            if self._file_now() != self._file:
                raise OSError("another file stands in the place of the database")
            with self._writing.begin() as connection:
                write_batch(connection, batch)
            self._works = True
        except Exception as error:
            # Whatever it was, nothing of this batch may be acknowledged, and the thread lives on.
            log.error("store cannot be written", changes=len(batch), error=cause(error))
            self._works = False
            for waiting in batch:
                waiting.failure = StoreUnavailable()
