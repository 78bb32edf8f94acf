"""What a table does of its own accord next: a value, computed from its state alone.

The table compares it with what it is doing already; while the two are equal, a running timer goes on.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from typing import Literal

from amity.match import Match
from amity.server.sessions import is_bot
from amity.server.settings import Settings
from amity.server.stored import StoredTable
from amity.server.workers import quick_level


@dataclass(frozen=True)
class AwaitSeeds:
    """The table is full: wait for people, for their commitments, or for their seeds."""

    phase: Literal["waiting", "starting"]
    step: Literal["people", "ready", "commitments", "seeds", "nothing"]
    seconds: float | None
    """``None``: as long as it takes."""


@dataclass(frozen=True)
class FillSeats:
    """Bots take the free seats of a table that was made for that."""

    at_ms: int
    """By the server's wall clock."""


@dataclass(frozen=True)
class HandOver:
    """A deal is over: whoever has waited for a seat gets it."""

    version: int


@dataclass(frozen=True)
class DealNext:
    """Chance is next."""

    version: int
    seconds: float


@dataclass(frozen=True)
class BotTurn:
    """A bot decides, for its own seat or for a person whose time ran out."""

    version: int
    seat: int
    level: str


@dataclass(frozen=True)
class PersonTurn:
    """A person decides; ``seconds`` is 0 without a clock."""

    version: int
    seat: int
    seconds: int
    bank_ms: int = 0
    """The seat's own time, which is used after that."""


@dataclass(frozen=True)
class Resume:
    """All people are back: an adjourned match goes on."""


Plan = AwaitSeeds | FillSeats | HandOver | DealNext | BotTurn | PersonTurn | Resume


def next_plan(
    table: StoredTable,
    match: Match | None,
    settings: Settings,
    *,
    connected: Set[int],
    ready: Set[int],
    timed_out: int | None,
) -> Plan | None:
    """What comes next; ``None`` while only people can bring the table on.

    ``connected`` and ``ready`` are seats; ``timed_out`` is the version at which the seat in turn ran out of time.
    """
    if table.phase in ("waiting", "starting"):
        return _next_of_seeds(table, settings, connected, ready)
    if match is None or match.over or table.phase == "over":
        return None
    if table.phase == "adjourned":
        asked = people_asked(table)
        return Resume() if asked and asked <= connected & ready else None
    if match.awaiting_deal:
        if any(seat.arriving is not None for seat in table.seats):
            return HandOver(match.version)
        people = {seat for seat in table.seats_of("person") if table.seats[seat].away is None}
        present = people & connected
        if match.version == 0 or (present and present <= ready):
            return DealNext(match.version, 0)
        # Nobody reads the score where only bots play, but whoever watches follows the pause of a move.
        pause = settings.between_deals_ms if people else settings.bot_delay_max_ms
        return DealNext(match.version, pause / 1000)
    seat = match.to_act
    assert seat is not None
    level: str | None = table.seats[seat].plays
    if level is None and timed_out == match.version:
        level = quick_level(table.game)
    if level is not None:
        return BotTurn(match.version, seat, level)
    return PersonTurn(match.version, seat, table.move_seconds, bank_of(table, seat))


def people_asked(table: StoredTable) -> set[int]:
    """The seats of those who play themselves: they decide together whether a match is put off, and when it goes on.

    Programs go along with people; among themselves they decide as people do.
    """
    playing = {seat for seat in table.seats_of("person") if table.seats[seat].away is None}
    return {seat for seat in playing if not is_bot(table.seats[seat].account)} or playing


def awaited(plan: Plan | None) -> Literal["people", "bots", "ready"] | None:
    """What a table waits for that everybody shall be told."""
    match plan:
        case AwaitSeeds(step="people" | "ready" as step):
            return step
        case FillSeats():
            return "bots"
        case _:
            return None


def bank_of(table: StoredTable, seat: int) -> int:
    """The milliseconds that a seat has left of its own time."""
    left = table.seats[seat].bank_ms
    return table.bank_seconds * 1000 if left is None else left


def _next_of_seeds(
    table: StoredTable, settings: Settings, connected: Set[int], ready: Set[int]
) -> AwaitSeeds | FillSeats | None:
    people = [seat for seat in table.seats_of("person") if table.board is None or table.seats[seat].away is None]
    if table.phase == "starting":
        if all(table.seats[seat].seed is not None or table.seats[seat].commitment is None for seat in people):
            return AwaitSeeds("starting", "nothing", 0)
        return AwaitSeeds("starting", "seeds", settings.seed_ms / 1000)
    if not table.full:
        # Bots do not play among themselves for somebody who has gone.
        return FillSeats(table.created_ms + table.fill_ms) if table.fill_ms is not None and connected else None
    if not set(people) <= connected:
        # A rematch begins when all have come back; nobody asked them before it was opened.
        return AwaitSeeds("waiting", "people", None if table.rematch_of else settings.start_ms / 1000)
    if table.ready_check and not set(people) <= ready:
        return AwaitSeeds("waiting", "ready", settings.start_ms / 1000)
    # The deals of an evening are the same at all tables: nobody adds to them here.
    if table.board is not None or all(table.seats[seat].commitment is not None for seat in people):
        return AwaitSeeds("waiting", "nothing", 0)
    return AwaitSeeds("waiting", "commitments", settings.seed_ms / 1000)
