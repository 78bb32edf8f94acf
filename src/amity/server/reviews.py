"""Matches that are looked at again: who may, and where they are kept.

A review has a name that nobody can guess; whoever knows it may look. The name of a table's match is told to whoever has
a seat there, and only when the match is over; until then there is nothing to look at, whatever one knows.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping
from functools import partial
from typing import Final

import sqlalchemy as sa

from amity.errors import InvalidRequest
from amity.record import parse
from amity.server.analysis import Analyses
from amity.server.asking import ATTEMPTS, add_table, ask, change
from amity.server.database import ANALYSES, PLAYERS, REVIEWS
from amity.server.review_messages import Analysis, PracticeRequest, Review, ReviewDeal, ReviewOpened
from amity.server.reviewed import Reviewed, brought
from amity.server.services import Services
from amity.server.sessions import Session
from amity.server.store import Conflict, LoadedTable, StoreUnavailable, TableDamaged
from amity.server.stored import StoredTable
from amity.server.times import DAY_MS
from amity.server.tokens import token_hash

KEPT_MS: Final = 90 * DAY_MS
"""How long a record that was brought is kept."""


class Reviews:
    """The reviews of a server."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._reading = asyncio.Semaphore(1)
        """One record at a time is read: it takes a core."""
        self.analyses = Analyses(services)

    async def open(self, code: str, token: str | None, session: Session | None) -> ReviewOpened:
        """The review of a table's match, for somebody of the table: by the token of his seat, or his account.

        :raises InvalidRequest: ``unknown_table``, ``bad_token``, ``review_seats_only``, ``match_not_over``,
            ``no_record``, ``table_damaged``, ``store_unavailable``.
        """
        loaded = await self._table(code)
        if loaded is None:
            raise InvalidRequest("unknown_table", table=code)
        table = loaded.table
        seat = await self._own_seat(table, session) if token is None else table.seat_of(token)
        if seat is None:
            raise InvalidRequest("review_seats_only")
        _check_over(loaded)
        name = await change(
            self._services.store,
            partial(_name_of, code=code, new=_new_name(), now_ms=self._services.now_ms()),
            attempts=ATTEMPTS,
        )
        return ReviewOpened(review=name, seat=seat)

    async def bring(self, text: str) -> ReviewOpened:
        """A review of a record.

        :raises RecordError: with line and column.
        :raises InvalidRequest: as :func:`amity.server.reviewed.brought`, ``store_unavailable``.
        """
        name, now_ms = _new_name(), self._services.now_ms()
        async with self._reading:
            await asyncio.to_thread(_read_record, name, text, now_ms)
        row = {"review": name, "table_code": None, "record": text.encode(), "created_ms": now_ms, "wanted": 0}
        await change(self._services.store, partial(_add, row=row, before_ms=now_ms - KEPT_MS), attempts=ATTEMPTS)
        return ReviewOpened(review=name, seat=None)

    async def summary(self, name: str) -> Review:
        """A match as a whole. Errors as :meth:`find`."""
        reviewed = await self.find(name)
        return await asyncio.to_thread(reviewed.summary)

    async def deal(self, name: str, number: int) -> ReviewDeal:
        """The course of one deal. Errors as :meth:`find`, and ``unknown_deal``."""
        reviewed = await self.find(name)
        return await asyncio.to_thread(reviewed.deal, number)

    async def analysis(self, name: str, *, ask: bool) -> Analysis:
        """What is known of the analysis; ``ask`` for it. Errors as :meth:`find`, and ``analysis_busy``."""
        reviewed = await self.find(name)
        try:
            return await (self.analyses.ask(reviewed) if ask else self.analyses.state(reviewed))
        except (StoreUnavailable, Conflict):
            raise InvalidRequest("store_unavailable") from None

    async def practise(self, name: str, wish: PracticeRequest, token: str) -> StoredTable:
        """A new table that goes on from a position. Errors as :meth:`find`, ``unknown_position``, ``bad_name``."""
        reviewed = await self.find(name)
        now_ms, hashed = self._services.now_ms(), token_hash(token)
        make = partial(reviewed.practice, wish.version, wish.name, wish.guest, hashed, now_ms)
        return await add_table(self._services.store, make, reviewed.events[: wish.version], now_ms)

    async def find(self, name: str) -> Reviewed:
        """A review by its name.

        :raises InvalidRequest: ``unknown_review``, ``match_not_over``, ``table_damaged``, ``store_unavailable``.
        """
        row = await ask(self._services.store, partial(_find, name=name))
        if row is None:
            raise InvalidRequest("unknown_review")
        if row.table_code is None:
            async with self._reading:
                reviewed = await asyncio.to_thread(_read_record, name, row.record.decode(), row.created_ms)
            return Reviewed(name, reviewed.loaded, reviewed.record, bool(row.wanted))
        loaded = await self._table(row.table_code)
        if loaded is None:
            raise InvalidRequest("unknown_review")
        # Once more: a backup that was put back may have it go on.
        _check_over(loaded)
        return Reviewed(name, loaded, None, bool(row.wanted))

    async def _own_seat(self, table: StoredTable, session: Session | None) -> int | None:
        if session is None:
            return None
        held = await ask(self._services.store, partial(_seats_of, code=table.code, account=session.account))
        return next((seat for seat, hashed in held if table.seats[seat].token_hash == hashed), None)

    async def _table(self, code: str) -> LoadedTable | None:
        try:
            return await self._services.store.load(code)
        except StoreUnavailable:
            raise InvalidRequest("store_unavailable") from None
        except TableDamaged:
            raise InvalidRequest("table_damaged") from None


def _check_over(loaded: LoadedTable) -> None:
    if loaded.sealed:
        raise InvalidRequest("evening_sealed")
    if loaded.table.phase != "over":
        raise InvalidRequest("match_not_over")
    if not loaded.events:
        raise InvalidRequest("no_record")


def _new_name() -> str:
    return secrets.token_urlsafe(16)


def _read_record(name: str, text: str, created_ms: int) -> Reviewed:
    return brought(name, parse(text), created_ms)


def _find(connection: sa.Connection, name: str) -> sa.Row[tuple[str, str | None, bytes | None, int, int]] | None:
    return connection.execute(sa.select(REVIEWS).where(REVIEWS.c.review == name)).one_or_none()


def _name_of(connection: sa.Connection, code: str, new: str, now_ms: int) -> str:
    """The name of a table's review, which is made if there is none."""
    found: str | None = connection.scalar(sa.select(REVIEWS.c.review).where(REVIEWS.c.table_code == code))
    if found is not None:
        return found
    row = {"review": new, "table_code": code, "record": None, "created_ms": now_ms, "wanted": 0}
    connection.execute(sa.insert(REVIEWS).values(row))
    return new


def _add(connection: sa.Connection, row: Mapping[str, object], before_ms: int) -> None:
    """Add a record that was brought, and delete those that are too old."""
    old = sa.select(REVIEWS.c.review).where(REVIEWS.c.record.is_not(None), REVIEWS.c.created_ms < before_ms)
    connection.execute(sa.delete(ANALYSES).where(ANALYSES.c.review.in_(old)))
    connection.execute(sa.delete(REVIEWS).where(REVIEWS.c.record.is_not(None), REVIEWS.c.created_ms < before_ms))
    connection.execute(sa.insert(REVIEWS).values(row))


def _seats_of(connection: sa.Connection, code: str, account: str) -> list[tuple[int, str]]:
    found = sa.select(PLAYERS.c.seat, PLAYERS.c.token_hash).where(
        PLAYERS.c.table_code == code, PLAYERS.c.account == account
    )
    return [(row.seat, row.token_hash) for row in connection.execute(found)]
