"""The matches of one person, by account or by the seats that a browser holds.

All functions work on a connection inside a transaction that is open already.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from amity.match import MatchEnded
from amity.server import rows
from amity.server.account_messages import HeldSeat, MatchSeat, PlayedMatch, PlayedMatches
from amity.server.checks import body_check
from amity.server.database import EVENTS, PLAYERS, TABLES
from amity.server.evening_rows import is_sealed
from amity.server.players import OwnSeat
from amity.server.sessions import is_bot
from amity.server.stored import StoredTable, read_event, read_table
from amity.server.tokens import token_fits

_BEGUN: Final = ("playing", "adjourned", "over")

PAGE: Final = 50
"""Matches that are shown at once."""


@dataclass(frozen=True)
class Place:
    """A seat, and what is stored of the token that holds it."""

    table: str
    seat: int
    token_hash: str


def places(connection: sa.Connection, held: Iterable[HeldSeat]) -> list[Place]:
    """The seats that somebody holds; those whose token is wrong are left out."""
    tokens = {each.table: each.token for each in held}
    found = []
    for row in connection.execute(_TABLES.where(TABLES.c.code.in_(list(tokens)))):
        place = _place(read_table(row.body), tokens[row.code]) if _sound(row) else None
        if place is not None:
            found.append(place)
    return found


def take_seats(connection: sa.Connection, account: str, taken: Iterable[Place]) -> None:
    """Let these seats be an account's; one that is another's already stays so."""
    for place in taken:
        where = (PLAYERS.c.table_code == place.table, PLAYERS.c.seat == place.seat)
        # Another token than before: whoever sat there has left.
        connection.execute(sa.delete(PLAYERS).where(*where, PLAYERS.c.token_hash != place.token_hash))
        if connection.scalar(sa.select(PLAYERS.c.account).where(*where)) is None:
            row = {"table_code": place.table, "seat": place.seat, "token_hash": place.token_hash}
            connection.execute(sa.insert(PLAYERS).values(account=account, **row))


def of_account(connection: sa.Connection, account: str, before_ms: int | None, limit: int | None) -> PlayedMatches:
    """The matches of an account, the last first: those of tables made before a moment, so many at most."""
    found = (
        _TABLES.add_columns(PLAYERS.c.seat)
        .join(PLAYERS, PLAYERS.c.table_code == TABLES.c.code)
        .where(PLAYERS.c.account == account, TABLES.c.phase.in_(_BEGUN))
        .order_by(TABLES.c.created_ms.desc(), TABLES.c.code)
    )
    if before_ms is not None:
        found = found.where(TABLES.c.created_ms < before_ms)
    if limit is not None:
        found = found.limit(limit + 1)
    seen = connection.execute(found).all()
    shown = seen[:limit]
    matches = [_match(connection, row, row.seat) for row in shown if _sound(row)]
    return PlayedMatches(matches=matches, more=len(seen) > len(shown))


def of_seats(connection: sa.Connection, held: Sequence[HeldSeat]) -> PlayedMatches:
    """The matches of the seats that somebody holds, the last first."""
    tokens = {each.table: each.token for each in held}
    found = _TABLES.where(TABLES.c.code.in_(list(tokens)), TABLES.c.phase.in_(_BEGUN))
    matches = []
    for row in connection.execute(found.order_by(TABLES.c.created_ms.desc(), TABLES.c.code)):
        place = _place(read_table(row.body), tokens[row.code]) if _sound(row) else None
        if place is not None:
            matches.append(_match(connection, row, place.seat))
    return PlayedMatches(matches=matches, more=False)


def taken_by(connection: sa.Connection, account: str) -> list[OwnSeat]:
    """The seats of an account, those that it has had as a guest before among them."""
    found = _TABLES.add_columns(PLAYERS.c.seat, PLAYERS.c.token_hash)
    own = found.join(PLAYERS, PLAYERS.c.table_code == TABLES.c.code).where(PLAYERS.c.account == account)
    seats = []
    for row in connection.execute(own):
        if not _sound(row):
            continue
        seat = read_table(row.body).seats[row.seat]
        seats += [
            OwnSeat(row.code, row.seat, row.token_hash, sitting.name, sitting.guest)
            for sitting in (seat, seat.arriving)
            if sitting is not None and sitting.token_hash == row.token_hash
        ]
    return seats


def forget(connection: sa.Connection, account: str) -> list[str]:
    """Take an account's name from its seats, and the seats from the account; the codes of the tables.

    Whoever was to get a seat when the deal is over does not get it.

    :raises Conflict: something has just happened at one of them.
    """
    seats = connection.execute(sa.select(PLAYERS).where(PLAYERS.c.account == account)).all()
    for row in seats:
        loaded = _whole(connection, row.table_code)
        if loaded is None:
            continue
        table, seat = loaded.table, loaded.table.seats[row.seat]
        nobody = seat
        if seat.kind == "person" and seat.token_hash == row.token_hash:
            nobody = msgspec.structs.replace(nobody, name=None, account=None, guest=None, rating=None)
        if seat.arriving is not None and seat.arriving.token_hash == row.token_hash:
            nobody = msgspec.structs.replace(nobody, arriving=None)
        if nobody is not seat:
            changed = table.with_seat(row.seat, nobody)
            changed = msgspec.structs.replace(changed, revision=table.revision + 1)
            rows.write(connection, rows.Change(changed, epoch=loaded.epoch))
    connection.execute(sa.delete(PLAYERS).where(PLAYERS.c.account == account))
    return [row.table_code for row in seats]


_TABLES: Final = sa.select(
    TABLES.c.code, TABLES.c.created_ms, TABLES.c.changed_ms, TABLES.c.version, TABLES.c.body, TABLES.c.body_check
)


def _whole(connection: sa.Connection, code: str) -> rows.LoadedTable | None:
    """A table, mended if need be; ``None`` when nothing of it can be read."""
    try:
        if isinstance(rows.read(connection, code), rows.Damage):
            rows.mend(connection, code)
        loaded = rows.read(connection, code)
    except rows.TableDamaged:
        return None
    return loaded if isinstance(loaded, rows.LoadedTable) else None


def _sound(row: Any) -> bool:
    """Whether the table can be read; a damaged one is mended when somebody goes there."""
    return bool(body_check(row.code, row.body) == row.body_check)


def _place(table: StoredTable, token: str) -> Place | None:
    """The seat that a token holds, or will when the deal is over."""
    for number, seat in enumerate(table.seats):
        for held in (seat.token_hash, None if seat.arriving is None else seat.arriving.token_hash):
            if held is not None and token_fits(token, held):
                return Place(table.code, number, held)
    return None


def _match(connection: sa.Connection, row: Any, seat: int) -> PlayedMatch:
    table = read_table(row.body)
    last = connection.execute(
        sa.select(EVENTS.c.format, EVENTS.c.body).where(
            EVENTS.c.table_code == row.code, EVENTS.c.version == row.version
        )
    ).one_or_none()
    event = None if last is None else read_event(table.game, last.format, last.body)
    result = event if isinstance(event, MatchEnded) else None
    return PlayedMatch(
        table=table.code,
        seat=seat,
        game=table.game,
        preset=table.preset,
        created_ms=row.created_ms,
        changed_ms=row.changed_ms,
        over=table.phase == "over",
        practice=table.practice,
        review=table.phase == "over" and row.version > 0 and not is_sealed(connection, table.board),
        seats=[
            MatchSeat(kind=one.kind, name=one.name, level=one.plays, program=is_bot(one.account)) for one in table.seats
        ],
        totals=None if result is None else list(result.totals),
        places=None if result is None else list(result.places),
    )
