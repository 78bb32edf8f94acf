"""The store of several nodes, in PostgreSQL.

The same rows as in SQLite, written in the same way: one writing task a node takes whatever changes wait, puts each
into a savepoint of its own, and commits them together.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Final, TypeVar

import sqlalchemy as sa
import structlog
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from amity.errors import InvalidOptions
from amity.server import rows
from amity.server.database import migrate_to
from amity.server.metrics import Metrics
from amity.server.rows import Change, Damage, LoadedTable
from amity.server.store import LARGEST_COMMIT, StoreUnavailable, Waiting, cause, tell, touch, write_batch

log: Final = structlog.get_logger("amity.store")

Answer = TypeVar("Answer")

PATIENCE: Final = 5.0
"""Seconds after which a transaction is given up."""

_ONE_AT_A_TIME: Final = 7_236_412
"""The advisory lock of whoever brings the schema up to date."""


def postgres_url(database: str) -> sa.URL:
    """The URL of a PostgreSQL database.

    :raises InvalidOptions: ``unsupported_database``.
    """
    try:
        return make_url(database).set(drivername="postgresql+asyncpg")
    except (sa.exc.ArgumentError, ValueError):
        raise InvalidOptions("unsupported_database", database="postgresql://…") from None


class PostgresStore:
    """A store that several processes may share.

    :raises InvalidOptions: ``unsupported_database``, also when what it needs is not installed.
    """

    def __init__(self, database: str, metrics: Metrics) -> None:
        url = postgres_url(database)
        self._name = url.render_as_string(hide_password=True)
        self._metrics = metrics
        try:
            self._engine: AsyncEngine = create_async_engine(
                url, pool_size=8, max_overflow=0, pool_timeout=PATIENCE, connect_args={"timeout": PATIENCE}
            )
        except ImportError:
            raise InvalidOptions("unsupported_database", database=self._name) from None
        # What a question reads belongs together.
        self._reading = self._engine.execution_options(isolation_level="REPEATABLE READ")
        self._waiting: asyncio.Queue[Waiting | None] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        self._works = True
        """Whether the last commit succeeded."""

    async def open(self) -> None:
        """See :meth:`amity.server.store.Store.open`."""
        if self._writer is not None:
            return
        try:
            async with self._engine.begin() as connection:
                await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_ONE_AT_A_TIME)))
                await connection.run_sync(migrate_to)
        except (sa.exc.SQLAlchemyError, OSError, TimeoutError) as error:
            log.error("database cannot be opened", database=self._name, error=cause(error))
            await self._engine.dispose()
            raise StoreUnavailable from error
        self._writer = asyncio.create_task(self._write(), name="store writer")

    async def load(self, code: str) -> LoadedTable | None:
        """See :meth:`amity.server.store.Store.load`."""
        while isinstance(found := await self.read(partial(rows.read, code=code)), Damage):
            await self.write(partial(rows.mend, code=code))
        return found

    async def commit(self, change: Change) -> bytes:
        """See :meth:`amity.server.store.Store.commit`."""
        return await self.write(partial(rows.write, change=change))

    async def read(self, question: Callable[[sa.Connection], Answer]) -> Answer:
        """See :meth:`amity.server.store.Store.read`."""
        try:
            async with asyncio.timeout(PATIENCE), self._reading.begin() as connection:
                return await connection.run_sync(question)
        except (sa.exc.SQLAlchemyError, OSError, TimeoutError) as error:
            log.error("store cannot be read", error=cause(error))
            raise StoreUnavailable from error

    async def write(self, work: Callable[[sa.Connection], Answer]) -> Answer:
        """See :meth:`amity.server.store.Store.write`."""
        if self._writer is None:
            raise StoreUnavailable
        done: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait(Waiting(work, done))
        # A caller that is cancelled does not undo what the writer has taken in hand.
        return await done

    async def ready(self) -> bool:
        """See :meth:`amity.server.store.Store.ready`."""
        if not self._works:
            try:
                await self.write(touch)
            except StoreUnavailable:
                return False
        return self._writer is not None

    async def close(self) -> None:
        """See :meth:`amity.server.store.Store.close`."""
        if self._writer is not None:
            writer, self._writer = self._writer, None
            self._waiting.put_nowait(None)
            await writer
        await self._engine.dispose()

    async def _write(self) -> None:
        while (item := await self._waiting.get()) is not None:
            batch = [item]
            while len(batch) < LARGEST_COMMIT and not self._waiting.empty():
                more = self._waiting.get_nowait()
                if more is None:
                    self._waiting.put_nowait(None)
                    break
                batch.append(more)
            try:
                async with asyncio.timeout(PATIENCE), self._engine.begin() as connection:
                    await connection.run_sync(write_batch, batch)
                self._works = True
            except Exception as error:
                # Whatever it was, nothing of this batch may be acknowledged, and the writer lives on. It may have been
                # stored all the same: whoever is told to try again reads first.
                log.error("store cannot be written", changes=len(batch), error=cause(error))
                self._works = False
                for waiting in batch:
                    waiting.failure = StoreUnavailable()
            tell(batch, self._metrics)


def on_postgres(database: str, work: Callable[[sa.Connection], Answer]) -> Answer:
    """Do something in a transaction. Errors as :func:`amity.server.operators.on_database`."""
    url = postgres_url(database)

    async def run() -> Answer:
        engine = create_async_engine(url, connect_args={"timeout": PATIENCE})
        try:
            async with engine.begin() as connection:
                return await connection.run_sync(work)
        finally:
            await engine.dispose()

    try:
        return asyncio.run(run())
    except (sa.exc.SQLAlchemyError, OSError, TimeoutError) as error:
        raise OSError(None, cause(error), url.render_as_string(hide_password=True)) from None
