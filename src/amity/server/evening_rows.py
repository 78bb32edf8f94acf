"""Duplicate evenings in the database. All functions work on a connection inside a transaction that is open already."""

from __future__ import annotations

from collections.abc import Sequence, Set

import msgspec
import sqlalchemy as sa

from amity.errors import InvalidRequest
from amity.server.account_messages import OwnEvening
from amity.server.database import BOARDS, EVENINGS, PLAYERS
from amity.server.evenings import BoardEnd, StoredEntrant, StoredEvening
from amity.server.players import OwnSeat
from amity.server.stored import StoredBoard


def insert_evening(connection: sa.Connection, evening: StoredEvening) -> None:
    """Store a new evening, or the deal of a day."""
    phase = "open" if evening.day is None else "daily"
    row = {"code": evening.code, "phase": phase, "created_ms": evening.created_ms}
    connection.execute(sa.insert(EVENINGS).values(**row, body=msgspec.json.encode(evening)))


def read_evening(connection: sa.Connection, code: str, *, change: bool = False) -> tuple[StoredEvening, str]:
    """An evening and its phase, which nobody else changes meanwhile if it is read to be changed.

    The phases are those of :class:`amity.server.evening_messages.EveningState`; ``daily`` while the deal of a day is
    secret, ``over`` after that.

    :raises InvalidRequest: ``unknown_evening``.
    """
    question = sa.select(EVENINGS.c.body, EVENINGS.c.phase).where(EVENINGS.c.code == code)
    row = connection.execute(question.with_for_update() if change else question).one_or_none()
    if row is None:
        raise InvalidRequest("unknown_evening", evening=code)
    return msgspec.json.decode(row.body, type=StoredEvening), row.phase


def update_evening(connection: sa.Connection, evening: StoredEvening, phase: str) -> None:
    """Store what has become of an evening."""
    connection.execute(
        sa.update(EVENINGS)
        .where(EVENINGS.c.code == evening.code)
        .values(phase=phase, body=msgspec.json.encode(evening))
    )


def board_begun(connection: sa.Connection, board: StoredBoard, table: str) -> None:
    """A table has been made for a deal."""
    row = {"evening": board.evening, "place": board.place, "number": board.number, "table_code": table}
    connection.execute(sa.insert(BOARDS).values(**row, results=None))


def board_over(connection: sa.Connection, end: BoardEnd) -> bool:
    """Store what a table has made of a deal; ``False`` when it has been stored already, and stays.

    With the last deal of the last table the evening is over. What is made of the deal of a day when everybody may know
    its cards does not count.
    """
    # One table after the other: of two that end at once, the second sees that it is the last.
    evening, phase = read_evening(connection, end.evening, change=True)
    counts = evening.day is None or phase != "over"
    done = connection.execute(
        sa.update(BOARDS)
        .where(
            BOARDS.c.evening == end.evening,
            BOARDS.c.place == end.place,
            BOARDS.c.number == end.number,
            BOARDS.c.results.is_(None),
        )
        .values(results=msgspec.json.encode(list(end.results if counts else ())).decode())
    )
    if done.rowcount == 0:
        return False
    if evening.day is not None:
        return True
    played = connection.scalar(
        sa.select(sa.func.count()).where(BOARDS.c.evening == end.evening, BOARDS.c.results.is_not(None))
    )
    if played == evening.tables * evening.deals:
        update_evening(connection, evening, "over")
    return True


def boards_of(connection: sa.Connection, code: str) -> list[tuple[int, int, str, list[float] | None]]:
    """All deals of an evening that have begun anywhere: place, number, code of the table, what each seat has made."""
    found = connection.execute(
        sa.select(BOARDS).where(BOARDS.c.evening == code).order_by(BOARDS.c.place, BOARDS.c.number)
    )
    return [
        (
            row.place,
            row.number,
            row.table_code,
            None if row.results is None else msgspec.json.decode(row.results, type=list[float]),
        )
        for row in found
    ]


def is_sealed(connection: sa.Connection, board: StoredBoard | None) -> bool:
    """Whether a deal may still be to be played at another table."""
    if board is None:
        return False
    phase = connection.scalar(sa.select(EVENINGS.c.phase).where(EVENINGS.c.code == board.evening))
    return phase is not None and phase != "over"


def open_seals(connection: sa.Connection, before_ms: int) -> bool:
    """Let everybody see the deals of days that were begun before that moment; whether there were any."""
    opened = connection.execute(
        sa.update(EVENINGS).where(EVENINGS.c.phase == "daily", EVENINGS.c.created_ms < before_ms).values(phase="over")
    )
    return opened.rowcount > 0


def own_evenings(connection: sa.Connection, account: str, seats: Sequence[OwnSeat]) -> list[OwnEvening]:
    """The evenings and deals of a day that an account plays or has played, the last first."""
    tokens = {own.token_hash for own in seats}
    return [
        OwnEvening(
            evening=evening.code, game=evening.game, day=evening.day, created_ms=evening.created_ms, name=entrant.name
        )
        for evening in _evenings_with(connection, account)
        for entrant in evening.entrants
        if _is_own(entrant, account, tokens)
    ]


def forget(connection: sa.Connection, account: str, seats: Sequence[OwnSeat]) -> None:
    """Take an account's name from the evenings and deals of a day, where what it has made stays."""
    tokens = {own.token_hash for own in seats}
    for found in _evenings_with(connection, account):
        evening, phase = read_evening(connection, found.code, change=True)
        entrants = tuple(
            msgspec.structs.replace(entrant, name=None, guest=None, account=None)
            if _is_own(entrant, account, tokens)
            else entrant
            for entrant in evening.entrants
        )
        if entrants != evening.entrants:
            update_evening(connection, msgspec.structs.replace(evening, entrants=entrants), phase)


def _evenings_with(connection: sa.Connection, account: str) -> list[StoredEvening]:
    """Those that name an account, or have a table where it has a seat."""
    tables = PLAYERS.c.table_code == BOARDS.c.table_code
    played = set(
        connection.scalars(sa.select(BOARDS.c.evening).join(PLAYERS, tables).where(PLAYERS.c.account == account))
    )
    entered = account.encode()
    rows = connection.execute(sa.select(EVENINGS.c.code, EVENINGS.c.body).order_by(EVENINGS.c.created_ms.desc()))
    return [
        msgspec.json.decode(row.body, type=StoredEvening)
        for row in rows
        if row.code in played or entered in bytes(row.body)
    ]


def _is_own(entrant: StoredEntrant, account: str, tokens: Set[str]) -> bool:
    return entrant.account == account or entrant.token_hash in tokens
