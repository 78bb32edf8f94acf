"""Putting a match off: who is asked, what is stored, and what becomes of it when nobody comes back."""

from __future__ import annotations

import time
from collections.abc import Set
from typing import Final

import msgspec
import sqlalchemy as sa

from amity.errors import InvalidRequest
from amity.server import seats
from amity.server.database import METADATA, TABLES
from amity.server.messages import Adjourn, AdjournRequest, KeepPlaying, ResumeWithBots
from amity.server.plan import people_asked
from amity.server.stored import StoredTable
from amity.server.times import DAY_MS

KEPT_MS: Final = 30 * DAY_MS
"""An adjourned match is deleted when nothing has happened at its table for so long."""
Words = Adjourn | KeepPlaying | ResumeWithBots
"""What people say about it."""

ASK_AGAIN_SECONDS: Final = 60.0
"""Whoever wanted to stop when the others did not may ask again after this time."""


class Adjourning:
    """Whether the people at one table want to put their match off. Lives in memory: a restart forgets the question."""

    def __init__(self) -> None:
        self.request: AdjournRequest | None = None
        self._refused: dict[int, float] = {}
        """When each seat was last told that the others want to play on."""

    def take(self, table: StoredTable, seat: int, message: Words, ready: Set[int], now_ms: int) -> StoredTable:
        """What a seat says, which may say it; the table after that. ``ready`` are the seats whose people are back.

        :raises InvalidRequest: ``asked_already``, ``nobody_asked``, ``rated_running``.
        """
        match message:
            case Adjourn():
                return adjourned(table, now_ms) if self._agree(table, seat) else table
            case KeepPlaying():
                self._refuse(seat)
                return table
            case ResumeWithBots():
                if table.rated:
                    raise InvalidRequest("rated_running")
                return resumed(table, {seat, *ready})

    def drop(self) -> None:
        """Ask no more: other people sit here, or the match is put off."""
        self.request = None

    def _agree(self, table: StoredTable, seat: int) -> bool:
        """A seat asks for it, or agrees; whether all people have now."""
        if self.request is None:
            since = time.monotonic() - self._refused.get(seat, -ASK_AGAIN_SECONDS)
            if since < ASK_AGAIN_SECONDS:
                raise InvalidRequest("asked_already", seconds=round(ASK_AGAIN_SECONDS - since))
            self.request = AdjournRequest(seat=seat, agreed=[seat])
        elif seat not in self.request.agreed:
            agreed = sorted({*self.request.agreed, seat})
            self.request = msgspec.structs.replace(self.request, agreed=agreed)
        return people_asked(table) <= set(self.request.agreed)

    def _refuse(self, seat: int) -> None:
        """A seat wants to play on."""
        if self.request is None:
            raise InvalidRequest("nobody_asked")
        if seat != self.request.seat:
            self._refused[self.request.seat] = time.monotonic()
        self.request = None


def adjourned(table: StoredTable, now_ms: int) -> StoredTable:
    """The table with its match put off."""
    return msgspec.structs.replace(table, phase="adjourned", adjourned_ms=now_ms)


def resumed(table: StoredTable, back: Set[int]) -> StoredTable:
    """The table with its match going on where it was; bots play for the people who are not ``back``."""
    for seat in sorted(people_asked(table) - back):
        table = seats.left(table, seat)
    return msgspec.structs.replace(table, phase="playing", adjourned_ms=None)


def delete_old(connection: sa.Connection, now_ms: int) -> list[str]:
    """Delete the adjourned tables that nobody has come back to, and all that is kept of them; their codes.

    Works inside a transaction that is open already.
    """
    before = now_ms - KEPT_MS
    old = sa.select(TABLES.c.code).where(TABLES.c.phase == "adjourned", TABLES.c.changed_ms < before)
    codes = list(connection.scalars(old.with_for_update()))
    for table in reversed(METADATA.sorted_tables):
        for key in table.foreign_keys:
            if codes and key.column is TABLES.c.code:
                connection.execute(sa.delete(table).where(key.parent.in_(codes)))
    if codes:
        connection.execute(sa.delete(TABLES).where(TABLES.c.code.in_(codes)))
    return codes
