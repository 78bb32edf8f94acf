"""Tables in memory: put away when idle, loaded when asked for, and what they do by themselves."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

import msgspec
import pytest
from table_clients import ME, PERSON, Place, bot

from amity.errors import InvalidRequest
from amity.match import Match
from amity.server.mailbox import TableStopped
from amity.server.messages import CreateTable
from amity.server.plan import AwaitSeeds, BotTurn, DealNext, PersonTurn, Plan, next_plan
from amity.server.seats import new_table
from amity.server.settings import Settings
from amity.server.stored import StoredPerson, StoredTable
from amity.server.table import Table

pytestmark = pytest.mark.anyio

Servers = Callable[..., AbstractAsyncContextManager[Place]]


async def test_an_idle_table_leaves_the_memory_and_comes_back(server: Servers) -> None:
    async with server(idle_ms=0) as place:
        ann = await place.create("mate", [ME, bot()], options={"games": 2})
        async with place.client(ann) as one:
            await one.play(random.Random(1), moves=1)
            await one.until_my_turn()
            version = one.version
            await place.tables.sweep()
            assert place.metric("amity_tables") == 1
        old = await place.tables.get(ann["table"])
        async with asyncio.timeout(60):
            while place.metric("amity_tables") > 0:
                await place.tables.sweep()
                await asyncio.sleep(0.01)
        with pytest.raises(TableStopped):
            await old.ask(Table.state)
        async with place.client(ann) as one:
            assert one.version == version
        with pytest.raises(InvalidRequest, match="unknown_table"):
            await place.tables.get("NOSUCH")


async def test_a_table_with_a_running_clock_stays(server: Servers) -> None:
    async with server(idle_ms=0) as place:
        ann = await place.create("mate", [ME, bot()], move_seconds=600)
        async with place.client(ann) as one:
            await one.until_my_turn()
        await place.until_metric("amity_sockets", 0)
        await place.tables.sweep()
        assert place.metric("amity_tables") == 1


async def test_a_full_mailbox_refuses_and_empties(server: Servers) -> None:
    async with server() as place:
        ann = await place.create("mate", [ME, PERSON])
        table = await place.tables.get(ann["table"])
        # Without a pause in between the table cannot take any of them.
        questions = [asyncio.ensure_future(table.ask(lambda table: table.stored.code)) for _ in range(3000)]
        answers = await asyncio.gather(*questions, return_exceptions=True)
        refused = [answer for answer in answers if isinstance(answer, InvalidRequest)]
        assert {error.code for error in refused} == {"too_busy"}
        assert sum(answer == ann["table"] for answer in answers) + len(refused) == 3000
        assert place.metric("amity_queued_commands") == 0
        assert await place.tables.ask(ann["table"], lambda table: table.stored.code) == ann["table"]


async def test_a_stopped_table_leaves_nobody_waiting(server: Servers) -> None:
    async with server() as place:
        ann = await place.create("mate", [ME, PERSON])
        table = await place.tables.get(ann["table"])
        waiting = [asyncio.ensure_future(table.ask(Table.state)) for _ in range(10)]
        await asyncio.sleep(0)
        await table.stop()
        answers = await asyncio.gather(*waiting, return_exceptions=True)
        assert {type(answer) for answer in answers} == {TableStopped}
        with pytest.raises(TableStopped):
            await table.join(1, StoredPerson(name="Ben", token_hash="0" * 64))


SETTINGS = Settings(between_deals_ms=20_000, seed_ms=3_000, start_ms=20_000, bot_delay_max_ms=1400)


def a_table(**changes: object) -> StoredTable:
    request = {"game": "pinochle", "seats": [ME, PERSON, bot("club"), bot("club")], "name": "Ann"}
    table = new_table(msgspec.convert(request, CreateTable), "0" * 64)
    return msgspec.structs.replace(table, **changes)  # type: ignore[arg-type]


def seated(table: StoredTable, **changes: object) -> StoredTable:
    """With a person in seat 1, too, and something changed in both people's seats."""
    for seat in (0, 1):
        person = msgspec.structs.replace(table.seats[seat], kind="person", **changes)  # type: ignore[arg-type]
        table = table.with_seat(seat, person)
    return table


def plan(
    table: StoredTable,
    match: Match | None = None,
    connected: set[int] | None = None,
    ready: set[int] | None = None,
    timed_out: int | None = None,
) -> Plan | None:
    return next_plan(table, match, SETTINGS, connected=connected or set(), ready=ready or set(), timed_out=timed_out)


def test_what_a_waiting_table_does_next() -> None:
    full = seated(a_table())
    assert plan(a_table(), connected={0}) is None
    assert plan(full, connected={0}) == AwaitSeeds("waiting", "people", 20)
    assert plan(msgspec.structs.replace(full, rematch_of="OTHER")) == AwaitSeeds("waiting", "people", None)
    assert plan(full, connected={0, 1}) == AwaitSeeds("waiting", "commitments", 3)
    committed = seated(full, commitment="0" * 64)
    assert plan(committed, connected={0, 1}) == AwaitSeeds("waiting", "nothing", 0)
    starting = msgspec.structs.replace(committed, phase="starting")
    assert plan(starting) == AwaitSeeds("starting", "seeds", 3)
    assert plan(seated(starting, seed="00")) == AwaitSeeds("starting", "nothing", 0)
    assert plan(seated(starting, commitment=None)) == AwaitSeeds("starting", "nothing", 0)


def test_what_a_playing_table_does_next() -> None:
    table = seated(a_table(phase="playing"))
    match = table.new_match()
    assert plan(table, match) == DealNext(0, 0)
    match.deal()
    for _ in range(8):
        seat = match.to_act
        assert seat is not None
        if table.seats[seat].kind == "bot":
            assert plan(table, match) == BotTurn(match.version, seat, "club")
        else:
            assert plan(table, match) == PersonTurn(match.version, seat, 60)
            assert plan(table, match, timed_out=match.version - 1) == PersonTurn(match.version, seat, 60)
            assert plan(table, match, timed_out=match.version) == BotTurn(match.version, seat, "club")
        match.apply(seat, match.legal_actions()[0])
    match.forfeit(0, "time")
    assert plan(table, match) is None


def test_how_long_a_table_waits_between_deals() -> None:
    table = seated(a_table(phase="playing"))
    match = table.new_match()
    match.deal()
    while not match.awaiting_deal:
        seat = match.to_act
        assert seat is not None
        match.apply(seat, match.legal_actions()[0])
    version = match.version
    assert plan(table, match) == DealNext(version, 20)
    assert plan(table, match, connected={0, 1}, ready={0}) == DealNext(version, 20)
    assert plan(table, match, connected={0, 1}, ready={0, 1}) == DealNext(version, 0)
    assert plan(table, match, connected={0}, ready={0}) == DealNext(version, 0)
    assert plan(table, match, connected=set(), ready={0}) == DealNext(version, 20)
    # Where only bots play nobody has to be asked.
    for seat in (0, 1):
        table = table.with_seat(seat, table.seats[2])
    assert plan(table, match) == DealNext(version, 1.4)
