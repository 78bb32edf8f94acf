"""A table as rows of the database: reading it with every check, writing what a change has changed, mending damage.

Works on the connections of SQLite and PostgreSQL alike, inside a transaction that is open already.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

import msgspec
import sqlalchemy as sa
import structlog
from sqlalchemy.dialects import sqlite

from amity.match import Event
from amity.server.checks import body_check, first_link, next_link
from amity.server.database import ACCOUNTS, ACTIONS, COPIES, EVENTS, PLAYERS, TABLES
from amity.server.evening_rows import board_begun, board_over, is_sealed
from amity.server.evenings import BoardEnd
from amity.server.results import Ended, ratings_after, write_results
from amity.server.stored import (
    EVENT_FORMAT,
    StoredNotice,
    StoredTable,
    read_event,
    read_table,
    write_event,
    write_table,
)

log: Final = structlog.get_logger("amity.store")


class Conflict(Exception):
    """The table has changed since it was read, or exists already. Nothing of the change is stored."""


class TableDamaged(Exception):
    """So much of a table is damaged that nothing of it can be read."""


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
    """The table after the change; its revision is one above that it was made from, and 0 for a new table."""
    first_version: int = 1
    """Version of the match with the first of the events."""
    events: Sequence[Event] = ()
    acknowledged: Acknowledgement | None = None
    body: bool = True
    """Whether anything of the table but its revision is another than before."""
    epoch: int = 0
    """How often the table had changed hands when it was read; who writes with an older number has lost it."""
    ended: Ended | None = None
    """How the match has ended with this change."""
    now_ms: int | None = None
    """When, by the clock of the server; ``None``: by this machine's."""
    board: BoardEnd | None = None
    """What a table of a duplicate evening has made of its deal, which has ended with this change."""
    link: bytes | None = None
    """What all events before the first of these add up to; ``None``: it is looked up."""

    @property
    def plain(self) -> bool:
        """Whether it adds to what is stored of a match and changes nothing else, as nearly every action does."""
        return not (self.body or self.ended or self.board or self.link is None or self.table.revision == 0)


@dataclass(frozen=True)
class LoadedTable:
    """Everything stored of one table."""

    table: StoredTable
    events: Sequence[Event]
    acknowledged: Mapping[tuple[int, str], int]
    """Version by seat and action id."""
    epoch: int = 0
    """How often the table has changed hands between the nodes that share the database."""
    ratings: Mapping[int, int] = field(default_factory=dict)
    """By seat, after a rated match; as they are shown."""
    sealed: bool = False
    """Whether its deal is still to be played elsewhere, and nobody else may know of it."""
    changed_ms: int | None = None
    """When it was last changed, in milliseconds since 1970; ``None``: just now."""
    link: bytes | None = None
    """What all its events add up to; ``None``: not known."""


@dataclass(frozen=True)
class Damage:
    """A table that was found damaged."""

    code: str
    complete: int
    """The last version up to which nothing is missing."""


def read(connection: sa.Connection, code: str) -> LoadedTable | Damage | None:
    """A table, or ``None`` when there is none of that code, or what is left of it.

    :raises TableDamaged: nothing is.
    """
    row = connection.execute(_FIND_TABLE, {"code": code}).one_or_none()
    if row is None:
        return None
    body = _sound_body(connection, code, row.body, row.body_check)
    rows = connection.execute(_FIND_EVENTS, {"table_code": code}).all()
    sound, complete, link = _sound_events(code, rows)
    if body != row.body or (sound, complete, link) != (len(rows), row.version, row.chain):
        return Damage(code, complete)
    actions = connection.execute(_FIND_ACTIONS, {"table_code": code}).all()
    table = msgspec.structs.replace(read_table(body), revision=row.revision)
    return LoadedTable(
        table,
        [read_event(table.game, event.format, event.body) for event in rows],
        {(seat, action): version for seat, action, version in actions},
        row.epoch,
        ratings_after(connection, code) if table.rated and table.phase == "over" else {},
        is_sealed(connection, table.board),
        row.changed_ms,
        row.chain,
    )


def write(connection: sa.Connection, change: Change) -> bytes:
    """Write what a change has changed; what all events of the table add up to now.

    :raises Conflict: the table has another revision, version or owner, or a new one's code is taken.
    :raises sqlalchemy.exc.IntegrityError: the same.
    """
    table = change.table
    now = time.time_ns() // 1_000_000 if change.now_ms is None else change.now_ms
    before = 0
    link = first_link(table.code)
    if table.revision > 0 and change.link is not None:
        before, link = change.first_version - 1, change.link
    elif table.revision > 0:
        head = _run(connection, _HEAD, {"code": table.code}).one_or_none()
        if head is None or head.revision != table.revision - 1:
            raise Conflict(table.code)
        before, link = head.version, head.chain
    if change.events and change.first_version != before + 1:
        raise Conflict(table.code)
    known = link
    events = []
    for event in _event_rows(change, link, now):
        events.append(dict(zip(_EVENT_COLUMNS, event, strict=True)))
        link = event[-1]
    last = before + len(change.events)
    row = {"code": table.code, "revision": table.revision, "changed_ms": now, "version": last, "chain": link}
    if table.revision == 0:
        _insert(connection, table, row)
    else:
        head_of = {"which": table.code, "before": table.revision - 1, "held": change.epoch, "known": known}
        changed = {name: row[name] for name in ("revision", "changed_ms", "version", "chain")}
        if _run(connection, _UPDATE, head_of | changed).rowcount != 1:
            raise Conflict(table.code)
        if change.body:
            _write_body(connection, table)
    if events:
        _run(connection, _INSERT_EVENT, events)
    if change.acknowledged is not None:
        done_id = change.acknowledged
        _run(
            connection,
            _INSERT_ACTION,
            {"table_code": table.code, "seat": done_id.seat, "action_id": done_id.action, "version": done_id.version},
        )
    if change.ended is not None:
        write_results(connection, change.ended)
    if change.board is not None and board_over(connection, change.board):
        following = change.board.following
        if following is not None and following.board is not None:
            write(connection, Change(following))
            board_begun(connection, following.board, following.code)
    return link


def write_together(connection: sa.Connection, changes: Sequence[Change]) -> list[bytes]:
    """Write the plain changes of different tables to SQLite, with few statements; answers as :func:`write`.

    A thread that writes many rows one by one lets the others wait, and waits for them, at every row.

    :raises Conflict: one of them does not fit; nothing says which. Part of the rest may be written already.
    :raises sqlalchemy.exc.IntegrityError: the same.
    """
    heads: list[Any] = []
    events: list[tuple[Any, ...]] = []
    actions: list[tuple[Any, ...]] = []
    links = []
    for change in changes:
        table, known = change.table, change.link
        assert known is not None and change.plain
        now = time.time_ns() // 1_000_000 if change.now_ms is None else change.now_ms
        rows = _event_rows(change, known, now)
        link = rows[-1][-1] if rows else known
        events += rows
        last = change.first_version - 1 + len(rows)
        heads.append((table.code, table.revision, now, last, link, change.epoch, known))
        if change.acknowledged is not None:
            done_id = change.acknowledged
            actions.append((table.code, done_id.seat, done_id.action, done_id.version))
        links.append(link)
    if _run_many(connection, _UPDATE_HEADS, heads) != len(changes):
        raise Conflict
    _run_many(connection, _INSERT_EVENTS, events)
    _run_many(connection, _INSERT_ACTIONS, actions)
    return links


def _event_rows(change: Change, link: bytes, now: int) -> list[tuple[Any, ...]]:
    """The rows of a change's events, in the order of ``_EVENT_COLUMNS``."""
    found = []
    last = change.first_version + len(change.events) - 1
    for version, event in enumerate(change.events, change.first_version):
        body = write_event(event)
        link = next_link(link, version, EVENT_FORMAT, version == last, body)
        found.append((change.table.code, version, EVENT_FORMAT, now, body, int(version == last), link))
    return found


def mend(connection: sa.Connection, code: str) -> None:
    """Cut a damaged table back to its last complete version, and note it in the table for all to see.

    Nothing is done to one that is whole, so that whoever comes second may do it again.

    :raises TableDamaged: nothing can be read of it.
    """
    found = read(connection, code)
    if not isinstance(found, Damage):
        return
    row = connection.execute(_FIND_TABLE, {"code": code}).one()
    body = _sound_body(connection, code, row.body, row.body_check)
    rows = connection.execute(_FIND_EVENTS, {"table_code": code}).all()
    lost = max(row.version, len(rows)) - found.complete
    link = rows[found.complete - 1].chain if found.complete else first_link(code)
    # All of them, and the sound ones anew: what is damaged may be the version that a row would be found by.
    connection.execute(sa.delete(EVENTS).where(EVENTS.c.table_code == code))
    kept = [{**event._mapping, "table_code": code} for event in rows[: found.complete]]
    if kept:
        connection.execute(_INSERT_EVENT, kept)
    connection.execute(sa.delete(ACTIONS).where(ACTIONS.c.table_code == code, ACTIONS.c.version > found.complete))
    table = msgspec.structs.replace(read_table(body), revision=row.revision + 1)
    if lost:
        notice = StoredNotice(code="table_reopened", params={"version": found.complete})
        table = msgspec.structs.replace(table, notice=notice)
    connection.execute(
        sa.update(TABLES)
        .where(TABLES.c.code == code)
        .values(revision=table.revision, version=found.complete, chain=link)
    )
    _write_body(connection, table)
    log.error("damaged table cut back", table=code, version=found.complete, lost=lost)


def _sound_body(connection: sa.Connection, code: str, body: bytes, check: bytes) -> bytes:
    if body_check(code, body) == check:
        return body
    copy = connection.execute(_FIND_COPY, {"table_code": code}).one_or_none()
    if copy is None or body_check(code, copy.body) != copy.body_check:
        raise TableDamaged(code)
    found: bytes = copy.body
    return found


def _sound_events(code: str, rows: Sequence[Any]) -> tuple[int, int, bytes]:
    """How many events from the first on are as they were written, where the last step of them ends, and its link."""
    sound = complete = 0
    link = reached = first_link(code)
    for row in rows:
        if row.version != sound + 1 or row.ends_step not in (0, 1) or None in row:
            break
        link = next_link(link, row.version, row.format, row.ends_step == 1, row.body)
        if row.chain != link:
            break
        sound += 1
        if row.ends_step:
            complete, reached = sound, link
    return sound, complete, reached


def _insert(connection: sa.Connection, table: StoredTable, row: dict[str, Any]) -> None:
    body = write_table(table)
    check = body_check(table.code, body)
    own = {
        "game": table.game,
        "phase": table.phase,
        "created_ms": table.created_ms,
        "body": body,
        "body_check": check,
        "owner": None,
        "epoch": 0,
    }
    _run(connection, _INSERT_TABLE, row | own)
    _run(connection, _INSERT_COPY, {"table_code": table.code, "body": body, "body_check": check})
    for number, seat in enumerate(table.seats):
        if seat.account is not None and seat.token_hash is not None:
            # Whoever has deleted his account at this moment has no seats any more.
            who = {"table_code": table.code, "seat": number, "account": seat.account, "token_hash": seat.token_hash}
            _run(connection, _INSERT_PLAYER, who)


def _write_body(connection: sa.Connection, table: StoredTable) -> None:
    body = write_table(table)
    check = body_check(table.code, body)
    own = {"which": table.code, "body": body, "body_check": check}
    _run(connection, _UPDATE_BODY, {**own, "phase": table.phase})
    if _run(connection, _UPDATE_COPY, own).rowcount == 0:
        _run(connection, _INSERT_COPY, {"table_code": table.code, "body": body, "body_check": check})


def _run(connection: sa.Connection, statement: sa.Executable, parameters: Any) -> sa.CursorResult[Any]:
    if connection.dialect.name == "sqlite":
        # Compiled once, and not for every change: looking a statement up in SQLAlchemy's cache takes longer than
        # running it here.
        return connection.exec_driver_sql(_compiled(statement), parameters)
    return connection.execute(statement, parameters)


def _run_many(connection: sa.Connection, statement: str, rows: Sequence[tuple[Any, ...]]) -> int:
    """Run a statement with all rows as its ``VALUES``; how many rows of the database it has changed."""
    changed = 0
    for first in range(0, len(rows), _ROWS_AT_ONCE):
        some = rows[first : first + _ROWS_AT_ONCE]
        places = f"({', '.join('?' * len(some[0]))})"
        sql = statement.format(", ".join([places] * len(some)))
        changed += connection.exec_driver_sql(sql, tuple(itertools.chain.from_iterable(some))).rowcount
    return changed


@cache
def _compiled(statement: Any) -> str:
    return str(statement.compile(dialect=sqlite.dialect(paramstyle="named")))


def _values(*names: str) -> dict[str, Any]:
    return {name: sa.bindparam(name) for name in names}


def _as_declared(*columns: sa.Column[Any]) -> list[sa.Label[Any]]:
    """Columns in their own types, which damage may have changed in a database that keeps a type with every value."""
    return [sa.cast(column, column.type).label(column.name) for column in columns]


_FIND_TABLE: Final = sa.select(
    *_as_declared(
        TABLES.c.revision,
        TABLES.c.body,
        TABLES.c.body_check,
        TABLES.c.version,
        TABLES.c.chain,
        TABLES.c.epoch,
        TABLES.c.changed_ms,
    )
).where(TABLES.c.code == sa.bindparam("code"))
_FIND_COPY: Final = sa.select(*_as_declared(COPIES.c.body, COPIES.c.body_check)).where(
    COPIES.c.table_code == sa.bindparam("table_code")
)
_FIND_EVENTS: Final = (
    sa.select(*_as_declared(*(column for column in EVENTS.c if column is not EVENTS.c.table_code)))
    .where(EVENTS.c.table_code == sa.bindparam("table_code"))
    .order_by(EVENTS.c.version)
)
_FIND_ACTIONS: Final = sa.select(ACTIONS.c.seat, ACTIONS.c.action_id, ACTIONS.c.version).where(
    ACTIONS.c.table_code == sa.bindparam("table_code")
)
_HEAD: Final = sa.select(TABLES.c.revision, TABLES.c.version, TABLES.c.chain).where(
    TABLES.c.code == sa.bindparam("code")
)
_UPDATE: Final = (
    sa.update(TABLES)
    .where(
        TABLES.c.code == sa.bindparam("which"),
        TABLES.c.revision == sa.bindparam("before"),
        TABLES.c.epoch == sa.bindparam("held"),
        TABLES.c.chain == sa.bindparam("known"),
    )
    .values(_values("revision", "changed_ms", "version", "chain"))
)
_UPDATE_BODY: Final = (
    sa.update(TABLES).where(TABLES.c.code == sa.bindparam("which")).values(_values("phase", "body", "body_check"))
)
_UPDATE_COPY: Final = (
    sa.update(COPIES).where(COPIES.c.table_code == sa.bindparam("which")).values(_values("body", "body_check"))
)
_INSERT_TABLE: Final = sa.insert(TABLES)
_INSERT_COPY: Final = sa.insert(COPIES)
_INSERT_PLAYER: Final = sa.insert(PLAYERS).from_select(
    ["table_code", "seat", "account", "token_hash"],
    sa.select(
        sa.bindparam("table_code", type_=sa.String),
        sa.bindparam("seat", type_=sa.Integer),
        ACCOUNTS.c.account,
        sa.bindparam("token_hash", type_=sa.String),
    ).where(ACCOUNTS.c.account == sa.bindparam("account")),
)
_INSERT_EVENT: Final = sa.insert(EVENTS)
_INSERT_ACTION: Final = sa.insert(ACTIONS)
_EVENT_COLUMNS: Final = ("table_code", "version", "format", "stored_ms", "body", "ends_step", "chain")
_ROWS_AT_ONCE: Final = 1000
"""SQLite takes 32,766 values in one statement."""
_UPDATE_HEADS: Final = (
    "UPDATE tables SET revision = new.column2, changed_ms = new.column3, version = new.column4, chain = new.column5 "
    "FROM (VALUES {}) AS new WHERE tables.code = new.column1 AND tables.revision = new.column2 - 1 "
    "AND tables.epoch = new.column6 AND tables.chain = new.column7"
)
_INSERT_EVENTS: Final = f"INSERT INTO events ({', '.join(_EVENT_COLUMNS)}) VALUES {{}}"
_INSERT_ACTIONS: Final = "INSERT INTO actions (table_code, seat, action_id, version) VALUES {}"
