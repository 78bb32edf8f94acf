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
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

import sqlalchemy as sa
import structlog
from sqlalchemy.dialects import sqlite

from amity.match import Event
from amity.server.database import ACTIONS, EVENTS, TABLES, database_url, migrate, open_engine
from amity.server.metrics import Metrics
from amity.server.stored import EVENT_FORMAT, StoredTable, read_event, read_table, write_event, write_table

log: Final = structlog.get_logger("amity.store")

LARGEST_COMMIT: Final = 256
"""Changes in one commit; more wait for the next."""


class StoreUnavailable(Exception):
    """The store cannot be read or written. Nothing of the change is known to be stored."""


class Conflict(Exception):
    """The table has changed since it was read, or exists already. Nothing of the change is stored."""


@dataclass(frozen=True)
class Acknowledgement:
    """An action id that was carried out, and the version it is acknowledged with."""

    seat: int
    action: str
    version: int


@dataclass(frozen=True)
class Change:
    """What one step does to a table."""

    table: StoredTable
    """The row after the change; its revision is one above that it was made from, and 0 for a new table."""
    first_version: int = 1
    """Version of the match with the first of the events."""
    events: Sequence[Event] = ()
    acknowledged: Acknowledgement | None = None


@dataclass(frozen=True)
class LoadedTable:
    """Everything stored of one table."""

    table: StoredTable
    events: Sequence[Event]
    acknowledged: Mapping[tuple[int, str], int]
    """Version by seat and action id."""


class Store(Protocol):
    """Where tables are kept."""

    async def load(self, code: str) -> LoadedTable | None:
        """A table, or ``None`` when there is none of that code.

        :raises StoreUnavailable: the store cannot be read.
        """

    async def commit(self, change: Change) -> None:
        """Store a change durably.

        :raises Conflict: the table has another revision, or a new one's code is taken.
        :raises StoreUnavailable: the store cannot be written; it may be tried again.
        """

    async def close(self) -> None:
        """Finish what is being written and let go of everything."""


@dataclass
class _Waiting:
    change: Change
    done: asyncio.Future[None]
    since: float = field(default_factory=time.perf_counter)
    failure: Exception | None = None


class SqliteStore:
    """The store of one process, in one SQLite file.

    :raises InvalidOptions: ``unsupported_database``.
    """

    def __init__(self, database: str, metrics: Metrics) -> None:
        self._url = database_url(database)
        self._metrics = metrics
        self._reading = open_engine(self._url, write=False)
        self._writing = open_engine(self._url, write=True)
        self._waiting: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="amity-store-writer")
        self._open = False

    async def open(self) -> None:
        """Bring the file up to date and begin to write; nothing if that has been done.

        :raises StoreUnavailable: it cannot be opened or written.
        """
        if self._open:
            return
        try:
            await asyncio.to_thread(migrate, self._url)
            self._file = self._file_now()
        except (sa.exc.SQLAlchemyError, OSError) as error:
            log.error("database cannot be opened", database=self._url.database, error=_cause(error))
            raise StoreUnavailable from error
        self._loop = asyncio.get_running_loop()
        self._writer.start()
        self._open = True

    async def load(self, code: str) -> LoadedTable | None:
        """See :meth:`Store.load`."""
        return await asyncio.to_thread(self._load, code)

    async def commit(self, change: Change) -> None:
        """See :meth:`Store.commit`."""
        if not self._open:
            raise StoreUnavailable
        waiting = _Waiting(change, self._loop.create_future())
        self._waiting.put(waiting)
        # Shielded: a caller that is cancelled does not undo what the writer has taken in hand.
        await asyncio.shield(waiting.done)

    async def close(self) -> None:
        """See :meth:`Store.close`."""
        if self._open:
            self._open = False
            self._waiting.put(None)
            await asyncio.to_thread(self._writer.join)
        self._reading.dispose()
        self._writing.dispose()

    def _load(self, code: str) -> LoadedTable | None:
        events = sa.select(EVENTS.c.format, EVENTS.c.body).where(EVENTS.c.table_code == code).order_by(EVENTS.c.version)
        actions = sa.select(ACTIONS.c.seat, ACTIONS.c.action_id, ACTIONS.c.version).where(ACTIONS.c.table_code == code)
        try:
            # One transaction, so that the three belong together.
            with self._reading.begin() as connection:
                body = connection.scalar(sa.select(TABLES.c.body).where(TABLES.c.code == code))
                if body is None:
                    return None
                event_rows = connection.execute(events).all()
                action_rows = connection.execute(actions).all()
        except sa.exc.SQLAlchemyError as error:
            log.error("store cannot be read", error=_cause(error))
            raise StoreUnavailable from error
        table = read_table(body)
        return LoadedTable(
            table,
            [read_event(table.game, format_number, body) for format_number, body in event_rows],
            {(seat, action): version for seat, action, version in action_rows},
        )

    def _write(self) -> None:
        more = True
        while more:
            batch: list[_Waiting] = []
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
                self._loop.call_soon_threadsafe(self._tell, batch)

    def _file_now(self) -> tuple[int, int]:
        """What the database's path leads to at this moment.

        :raises OSError: to nothing.
        """
        assert self._url.database is not None
        found = os.stat(self._url.database)
        return found.st_dev, found.st_ino

    def _write_batch(self, batch: list[_Waiting]) -> None:
        try:
            # What is written to a file that was deleted or replaced is gone with this process.
            if self._file_now() != self._file:
                raise OSError("another file stands in the place of the database")
            with self._writing.begin() as connection:
                for waiting in batch:
                    connection.exec_driver_sql("SAVEPOINT change")
                    try:
                        _write_change(connection, waiting.change)
                    except (Conflict, sa.exc.IntegrityError):
                        waiting.failure = Conflict(waiting.change.table.code)
                        connection.exec_driver_sql("ROLLBACK TO change")
                    connection.exec_driver_sql("RELEASE change")
        except Exception as error:
            # Whatever it was, nothing of this batch may be acknowledged, and the thread lives on.
            log.error("store cannot be written", changes=len(batch), error=_cause(error))
            for waiting in batch:
                waiting.failure = StoreUnavailable()

    def _tell(self, batch: list[_Waiting]) -> None:
        now = time.perf_counter()
        self._metrics.commit_size.observe(len(batch))
        for waiting in batch:
            self._metrics.commit.observe(now - waiting.since)
            if waiting.failure is None:
                waiting.done.set_result(None)
            else:
                if isinstance(waiting.failure, StoreUnavailable):
                    self._metrics.store_failures.inc()
                waiting.done.set_exception(waiting.failure)
                # Retrieved here, so that a caller that is gone leaves no complaint about it.
                waiting.done.exception()


def _write_change(connection: sa.Connection, change: Change) -> None:
    table = change.table
    now = time.time_ns() // 1_000_000
    row = {
        "code": table.code,
        "game": table.game,
        "phase": table.phase,
        "revision": table.revision,
        "created_ms": table.created_ms,
        "changed_ms": now,
        "body": write_table(table),
    }
    if table.revision == 0:
        connection.exec_driver_sql(_INSERT_TABLE, row)
    elif connection.exec_driver_sql(_UPDATE_TABLE, row | {"before": table.revision - 1}).rowcount != 1:
        raise Conflict(table.code)
    if change.events:
        rows = [
            {
                "table_code": table.code,
                "version": version,
                "format": EVENT_FORMAT,
                "stored_ms": now,
                "body": write_event(event),
            }
            for version, event in enumerate(change.events, change.first_version)
        ]
        connection.exec_driver_sql(_INSERT_EVENTS, rows)
    if change.acknowledged is not None:
        done = change.acknowledged
        connection.exec_driver_sql(
            _INSERT_ACTION,
            {"table_code": table.code, "seat": done.seat, "action_id": done.action, "version": done.version},
        )


def _compiled(statement: sa.Insert | sa.Update) -> str:
    # Once, and not for every change: looking a statement up in SQLAlchemy's cache takes longer than running it.
    return str(statement.compile(dialect=sqlite.dialect(paramstyle="named")))


_INSERT_TABLE: Final = _compiled(sa.insert(TABLES))
_UPDATE_TABLE: Final = _compiled(
    sa.update(TABLES)
    .where(TABLES.c.code == sa.bindparam("code"), TABLES.c.revision == sa.bindparam("before"))
    .values({name: sa.bindparam(name) for name in ("phase", "revision", "changed_ms", "body")})
)
_INSERT_EVENTS: Final = _compiled(sa.insert(EVENTS))
_INSERT_ACTION: Final = _compiled(sa.insert(ACTIONS))


def _cause(error: Exception) -> str:
    # Not the text of SQLAlchemy's own errors: it holds the parameters, and hidden cards are among them.
    if isinstance(error, sa.exc.DBAPIError):
        return str(error.orig)
    return str(error) if isinstance(error, OSError) else type(error).__name__
