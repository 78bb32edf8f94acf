"""What the operator of a running server can do: back it up, put it back, close tables, ban, and say something to all.

Commands and server meet in the database: whoever may write that may do all of this, and nobody else. The server looks
every second.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

import sqlalchemy as sa

from amity.errors import InvalidOptions, InvalidRequest
from amity.server.database import BANS, FACTS, ORDERS, TABLES, database_url, migrate, open_engine
from amity.server.times import DAY_MS

Answer = TypeVar("Answer")

MESSAGE: Final = "message"
RESTORED: Final = "restored"

BUSY_SECONDS: Final = 30
"""How long a backup waits for a server that writes."""


@dataclass(frozen=True)
class Orders:
    """What the operator wants at this moment."""

    message: str | None
    """The message of the day."""
    bans: Mapping[str, str]
    """Reason by banned address."""
    closing: Sequence[str]
    """Codes of tables to be closed."""
    restored: str
    """Another value whenever the database was put back."""


NOTHING: Final = Orders(None, {}, (), "")


def read_orders(connection: sa.Connection) -> Orders:
    """What the operator wants at this moment."""
    facts = {row.name: row.value for row in connection.execute(sa.select(FACTS.c.name, FACTS.c.value))}
    now = time.time_ns() // 1_000_000
    bans = connection.execute(
        sa.select(BANS.c.address, BANS.c.reason).where(sa.or_(BANS.c.until_ms == 0, BANS.c.until_ms > now))
    )
    tables = connection.scalars(sa.select(ORDERS.c.subject).where(ORDERS.c.kind == "close").order_by(ORDERS.c.number))
    return Orders(
        facts.get(MESSAGE) or None,
        {row.address: row.reason for row in bans},
        tuple(tables),
        facts.get(RESTORED, ""),
    )


def list_tables(connection: sa.Connection) -> list[dict[str, Any]]:
    """The tables that are not over, those that changed last first."""
    found = connection.execute(
        sa.select(TABLES.c.code, TABLES.c.game, TABLES.c.phase, TABLES.c.version, TABLES.c.changed_ms)
        .where(TABLES.c.phase != "over")
        .order_by(TABLES.c.changed_ms.desc())
    )
    return [dict(row._mapping) for row in found]


def close_table(connection: sa.Connection, code: str) -> None:
    """Ask for a table to be closed.

    :raises InvalidRequest: ``unknown_table``.
    """
    if connection.scalar(sa.select(TABLES.c.code).where(TABLES.c.code == code)) is None:
        raise InvalidRequest("unknown_table", table=code)
    connection.execute(sa.insert(ORDERS).values(kind="close", subject=code))


def table_closed(connection: sa.Connection, code: str) -> None:
    """A table was closed, as was asked for."""
    connection.execute(sa.delete(ORDERS).where(ORDERS.c.kind == "close", ORDERS.c.subject == code))


def ban(connection: sa.Connection, address: str, days: int, reason: str) -> None:
    """Let an address make no table, take no seat and open no connection; 0 days for ever."""
    until = 0 if days == 0 else time.time_ns() // 1_000_000 + days * DAY_MS
    lift_ban(connection, address)
    connection.execute(sa.insert(BANS).values(address=address, until_ms=until, reason=reason))


def lift_ban(connection: sa.Connection, address: str) -> None:
    """Let an address in again."""
    connection.execute(sa.delete(BANS).where(BANS.c.address == address))


def set_message(connection: sa.Connection, text: str) -> None:
    """Set the message of the day; empty for none."""
    _set_fact(connection, MESSAGE, text.strip())


def on_database(database: str, work: Callable[[sa.Connection], Answer]) -> Answer:
    """Do something in a transaction on a database that exists, while servers may be using it.

    :raises InvalidOptions: ``unsupported_database``.
    :raises OSError: there is none, or it cannot be used.
    """
    if database.startswith("postgresql"):
        try:
            from amity.server.cluster.postgres import on_postgres
        except ImportError:
            raise InvalidOptions("cluster_missing") from None
        return on_postgres(database, work)
    url = database_url(database)
    assert url.database is not None
    # An error that names the file, where there is none.
    os.stat(url.database)
    engine = open_engine(url, write=True)
    try:
        with engine.begin() as connection:
            return work(connection)
    except sa.exc.DBAPIError as error:
        raise OSError(None, str(error.orig), url.database) from None
    finally:
        engine.dispose()


def back_up(database: str, file: Path) -> int:
    """Copy the database as it is at one moment into one file, which appears once it is whole and on the disk.

    Returns the number of tables in it. Errors as :func:`on_database`.
    """
    url = database_url(database)
    assert url.database is not None
    os.stat(url.database)
    new = file.with_name(file.name + ".new")
    try:
        new.unlink(missing_ok=True)
        with _opened(url.database) as source, _opened(str(new)) as target:
            source.backup(target)
            # One file that needs no others beside it.
            target.execute("PRAGMA journal_mode=DELETE")
            tables = _checked(target, new)
        _sync(new)
        new.replace(file)
        _sync(file.parent)
    except sqlite3.Error as error:
        raise OSError(None, str(error), str(file)) from None
    finally:
        new.unlink(missing_ok=True)
    return tables


def restore(database: str, file: Path) -> int:
    """Put a backup in the place of everything in the database, in one step, while a server may be using it.

    Returns the number of tables. Errors as :func:`on_database`; the database is as before then.
    """
    url = database_url(database)
    assert url.database is not None
    os.stat(file)
    Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    new = Path(url.database + ".restoring")
    beside = [Path(f"{new}{end}") for end in ("", "-wal", "-shm")]
    try:
        for each in beside:
            each.unlink(missing_ok=True)
        with _opened(str(file)) as source, _opened(str(new)) as target:
            source.backup(target)
            tables = _checked(target, file)
        migrate(url.set(database=str(new)))
        engine = open_engine(url.set(database=str(new)), write=True)
        with engine.begin() as connection:
            # No revision that a running server remembers, so that it cannot add to what is gone.
            jump = secrets.randbelow(1_000_000) + 1_000_000
            connection.execute(sa.update(TABLES).values(revision=TABLES.c.revision + jump))
            _set_fact(connection, RESTORED, secrets.token_hex(8))
        engine.dispose()
        with _opened(str(new)) as source, _opened(url.database) as target:
            target.execute("PRAGMA journal_mode=WAL")
            target.execute("PRAGMA synchronous=FULL")
            source.backup(target)
    except (sqlite3.Error, sa.exc.DBAPIError) as error:
        raise OSError(None, str(getattr(error, "orig", error)), str(file)) from None
    finally:
        for each in beside:
            each.unlink(missing_ok=True)
    return tables


def _opened(path: str) -> closing[sqlite3.Connection]:
    return closing(sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None))


def _checked(connection: sqlite3.Connection, file: Path) -> int:
    (result,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if result != "ok":
        raise OSError(None, str(result), str(file))
    (tables,) = connection.execute("SELECT count(*) FROM tables").fetchone()
    assert isinstance(tables, int)
    return tables


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _set_fact(connection: sa.Connection, name: str, value: str) -> None:
    if connection.execute(sa.update(FACTS).where(FACTS.c.name == name).values(value=value)).rowcount == 0:
        connection.execute(sa.insert(FACTS).values(name=name, value=value))
