"""What people have said, as rows of the database: lines of tables, and reports for the operator.

All functions on a connection work inside a transaction that is open already.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from amity.errors import InvalidRequest
from amity.server.account_messages import OwnReport
from amity.server.chat_messages import Channel, Phrase
from amity.server.database import CHAT, REPORTS, TABLES
from amity.server.players import OwnSeat
from amity.server.rows import Conflict
from amity.server.sessions import now_ms

MOST_REPORTS: Final = 50
"""Open reports of one table; more are the same trouble."""


class StoredLine(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody has said."""

    number: int
    channel: Channel
    seat: int | None
    speaker: str
    name: str | None
    phrase: Phrase | None = None
    text: str | None = None
    said_ms: int
    aside: bool
    """Said by a spectator during the match: the seats may not read it before it is over."""
    account: str | None = None
    guest: str | None = None
    """The hash of the browser's identity."""


def read(connection: sa.Connection, code: str) -> list[StoredLine]:
    """The lines of a table, the first first."""
    found = connection.scalars(sa.select(CHAT.c.body).where(CHAT.c.table_code == code).order_by(CHAT.c.number))
    return [_LINE.decode(body) for body in found]


def write(
    connection: sa.Connection, code: str, epoch: int, lines: Sequence[StoredLine], dropped: Sequence[int]
) -> None:
    """Keep some lines of a table more, and others no longer.

    :raises Conflict: somebody else carries the table out now, or it is gone.
    """
    # Held until the lines are there, where another node could take the table over.
    held = connection.scalar(sa.select(TABLES.c.epoch).where(TABLES.c.code == code).with_for_update(read=True))
    if held != epoch:
        raise Conflict(code)
    connection.execute(sa.delete(CHAT).where(CHAT.c.table_code == code, CHAT.c.number.in_(dropped)))
    new = [line for line in lines if line.number not in dropped]
    if new:
        connection.execute(
            sa.insert(CHAT),
            [
                {
                    "table_code": code,
                    "number": line.number,
                    "body": msgspec.json.encode(line),
                    "account": line.account,
                }
                for line in new
            ],
        )


def report(connection: sa.Connection, code: str, line: int, reporter: str, lines: Sequence[StoredLine]) -> None:
    """Keep a report for the operator; nothing when the same has been reported already."""
    here = REPORTS.c.table_code == code
    same = sa.select(REPORTS.c.number).where(here, REPORTS.c.line == line, REPORTS.c.reporter == reporter)
    count = sa.select(sa.func.count()).select_from(REPORTS).where(here, REPORTS.c.done == 0)
    if connection.scalar(same) is not None or (connection.scalar(count) or 0) >= MOST_REPORTS:
        return
    connection.execute(
        sa.insert(REPORTS).values(
            table_code=code,
            line=line,
            reporter=reporter,
            reported_ms=now_ms(),
            lines=msgspec.json.encode(lines),
            done=0,
        )
    )


def list_reports(connection: sa.Connection) -> list[dict[str, Any]]:
    """The reports that nobody has seen to, the first first, as plain values."""
    found = connection.execute(sa.select(REPORTS).where(REPORTS.c.done == 0).order_by(REPORTS.c.number))
    return [
        {
            "number": row.number,
            "table": row.table_code,
            "reported_ms": row.reported_ms,
            "line": row.line,
            "lines": [
                {
                    "number": line.number,
                    "said_ms": line.said_ms,
                    "seat": line.seat,
                    "name": line.name,
                    "phrase": line.phrase,
                    "text": line.text,
                }
                for line in _LINES.decode(row.lines)
            ],
        }
        for row in found
    ]


def report_done(connection: sa.Connection, number: int) -> None:
    """A report was seen to.

    :raises InvalidRequest: ``unknown_report``.
    """
    if connection.execute(sa.update(REPORTS).where(REPORTS.c.number == number).values(done=1)).rowcount == 0:
        raise InvalidRequest("unknown_report", number=number)


def lines_of(connection: sa.Connection, account: str, seats: Sequence[OwnSeat]) -> list[tuple[str, StoredLine]]:
    """What is kept of what an account has said, or a guest in one of its seats, with the codes of the tables."""
    codes = set(connection.scalars(sa.select(CHAT.c.table_code).where(CHAT.c.account == account)))
    speaks = _Speaker(account, seats)
    return [
        (code, line)
        for code in sorted(codes | speaks.tables)
        for line in read(connection, code)
        if speaks.has_said(code, line)
    ]


def own_reports(connection: sa.Connection, reporter: str) -> list[OwnReport]:
    """What somebody has reported, the first first."""
    found = sa.select(REPORTS).where(REPORTS.c.reporter == reporter).order_by(REPORTS.c.number)
    return [
        OwnReport(table=row.table_code, line=row.line, reported_ms=row.reported_ms) for row in connection.execute(found)
    ]


def forget(connection: sa.Connection, account: str, reporter: str, seats: Sequence[OwnSeat]) -> list[str]:
    """An account is deleted, and with it what it has said, or a guest in one of its seats; the codes of the tables. In
    reports its name goes."""
    speaks = _Speaker(account, seats)
    said_at = set()
    for code, line in lines_of(connection, account, seats):
        said_at.add(code)
        connection.execute(sa.delete(CHAT).where(CHAT.c.table_code == code, CHAT.c.number == line.number))
    for row in connection.execute(sa.select(REPORTS)).all():
        said = _LINES.decode(row.lines)
        lines = [
            msgspec.structs.replace(line, name=None, account=None, guest=None)
            if speaks.has_said(row.table_code, line)
            else line
            for line in said
        ]
        # Somebody, but each another.
        by = f"gone:{row.number}" if row.reporter == reporter else row.reporter
        if (lines, by) != (said, row.reporter):
            connection.execute(
                sa.update(REPORTS)
                .where(REPORTS.c.number == row.number)
                .values(lines=msgspec.json.encode(lines), reporter=by)
            )
    return sorted(said_at)


class _Speaker:
    """Whose lines an account's are: its own, and those of the guest who sat in one of its seats under that name."""

    def __init__(self, account: str, seats: Sequence[OwnSeat]) -> None:
        self._account = account
        self._seats = {(own.table, own.seat, own.name) for own in seats}
        self.tables = {own.table for own in seats}

    def has_said(self, code: str, line: StoredLine) -> bool:
        if line.account is not None:
            return line.account == self._account
        return line.name is not None and (code, line.seat, line.name) in self._seats


_LINE: Final = msgspec.json.Decoder(StoredLine)
_LINES: Final = msgspec.json.Decoder(list[StoredLine])
