"""The lobby: the open public tables, and a seat at one of them at once.

What stands in it is read from the tables in memory, at most once a second: nothing of it is stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from amity import games
from amity.errors import InvalidRequest
from amity.server.messages import CreateTable, OpenTable, PlayNow, SeatRequest, TableState
from amity.server.seats import takeable_seats
from amity.server.speeds import speed_of
from amity.server.stored import StoredTable

FRESH_SECONDS: Final = 1.0
NEW_MS: Final = 5_000
"""So long after a table was made its people are taken to be on their way."""
LONGEST: Final = 200
"""Tables that are shown."""


def listing(table: StoredTable, state: TableState, now_ms: int) -> OpenTable | None:
    """How a table stands in the lobby at a moment; ``None`` for one that does not: not public, or nobody plays."""
    status = state.status
    if not table.public or status == "adjourned" or status == "over":
        return None
    people = [seat for seat in state.seats if seat.kind == "person" and seat.away is None]
    new = now_ms - table.created_ms < NEW_MS
    if not any(seat.connected or new for seat in people):
        return None
    usual = games.get(table.game).presets[table.preset]
    return OpenTable(
        code=table.code,
        game=table.game,
        preset=table.preset,
        options={name: value for name, value in table.options.items() if value != getattr(usual, name)},
        status=status,
        seats=len(table.seats),
        free=0 if status == "starting" else len(takeable_seats(table)),
        names=[seat.name for seat in people if seat.name is not None],
        speed=speed_of(table.move_seconds, table.bank_seconds),
        move_seconds=table.move_seconds,
        bank_seconds=table.bank_seconds,
        spectators=state.spectators,
        rated=table.rated,
    )


def in_order(tables: Iterable[OpenTable]) -> list[OpenTable]:
    """First those that can be joined, the fullest of them first, then those to watch."""

    def place(table: OpenTable) -> tuple[Any, ...]:
        return table.free == 0, table.status != "waiting", table.free, -len(table.names), table.code

    return sorted(tables, key=place)[:LONGEST]


def suitable(tables: Sequence[OpenTable], game: str) -> list[OpenTable]:
    """The tables that somebody may be brought to who wants to play a game now, the best first."""
    usual = next(iter(games.get(game).presets))
    return [
        table
        for table in tables
        if table.game == game
        and table.preset == usual
        and table.free
        and table.speed in ("fast", "normal", "own")
        and not table.rated
    ]


def new_table_for(wish: PlayNow) -> CreateTable:
    """The table that somebody opens who wants to play now and finds none.

    :raises InvalidRequest: ``unknown_game``.
    """
    counts = games.get(wish.game).seat_counts
    others = counts[len(counts) // 2] - 1
    return CreateTable(
        game=wish.game,
        name=wish.name,
        seats=[SeatRequest(kind="me"), *[SeatRequest(kind="person")] * others],
        speed="normal",
        public=True,
        guest=wish.guest,
    )


def quicker_was_another(error: InvalidRequest) -> bool:
    """Whether a refusal of a seat leaves another table to be tried."""
    return error.code in ("table_full", "table_started", "seat_taken", "unknown_table", "too_busy", "kicked")
