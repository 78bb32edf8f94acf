"""The end of a match is stored exactly once with all that follows: retries, kill -9, damage, several nodes."""

from __future__ import annotations

import asyncio
import itertools
import random
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa
from cluster_services import Postgres
from server_process import ServerProcess
from table_clients import ME, PERSON, Message
from websockets.exceptions import WebSocketException

from amity.match import Event
from amity.server import evening_rows, rows
from amity.server.club import club_table
from amity.server.cluster.postgres import PostgresStore
from amity.server.database import RATINGS, RESULTS
from amity.server.evening_messages import CreateEvening
from amity.server.evenings import StoredEntrant, StoredEvening, begun, entered, finished, first_tables, new_evening
from amity.server.messages import CreateTable
from amity.server.metrics import Metrics
from amity.server.results import ended_of
from amity.server.seats import joined, new_table, newcomer
from amity.server.store import Change, Conflict, SqliteStore, Store
from amity.server.stored import StoredTable

pytestmark = pytest.mark.anyio

KILLS = 5
REQUEST = {
    "game": "mate",
    "name": "Ann",
    "seats": [{"kind": "me"}, {"kind": "person"}],
    "guest": "a" * 43,
    "rated": True,
    "move_seconds": 60,
}


def about_to_end() -> tuple[StoredTable, list[Event], Change]:
    """A rated table between the same two, what has happened there, and the change that ends it."""
    table = new_table(msgspec.convert(REQUEST, CreateTable), "0" * 64)
    table, _ = joined(table, 1, newcomer("Ben", "b" * 43, "1" * 64), True)
    table = msgspec.structs.replace(table, phase="playing")
    match = table.new_match()
    begun = match.deal()
    end = match.forfeit(1, "resigned")
    over = msgspec.structs.replace(table, phase="over", revision=2)
    return table, begun, Change(over, len(begun) + 1, end, ended=ended_of(over, match, 1_796_000_000_000))


async def until_the_end(store: Store) -> Change:
    """Store a table up to its end; the change that ends it."""
    table, begun, end = about_to_end()
    await store.commit(Change(table))
    await store.commit(Change(msgspec.structs.replace(table, revision=1), 1, begun))
    return end


def counted(connection: sa.Connection) -> tuple[list[int], int]:
    """The matches that the ratings of the players count, and the rated results."""
    matches = connection.scalars(sa.select(RATINGS.c.matches).order_by(RATINGS.c.name)).all()
    results = connection.scalar(sa.select(sa.func.count()).select_from(RESULTS).where(RESULTS.c.rated == 1))
    return list(matches), results or 0


def chained(connection: sa.Connection) -> bool:
    """Whether each result of a player begins with the rating that another ended with, or with that of a newcomer."""
    for name in ("Ann", "Ben"):
        found = connection.execute(
            sa.select(RESULTS.c.rating_before, RESULTS.c.rating_after).where(RESULTS.c.name == name)
        ).all()
        befores, afters = sorted(row.rating_before for row in found), sorted(row.rating_after for row in found)
        # All but the first beginning and the last end are the same numbers.
        up = name == "Ann"
        if (befores[1:] != afters[:-1]) if up else (befores[:-1] != afters[1:]):
            return False
    return True


async def test_stored_once_however_often_it_is_tried(tmp_path: Path) -> None:
    store = SqliteStore(str(tmp_path / "amity.sqlite3"), Metrics())
    await store.open()
    end = await until_the_end(store)
    results = await asyncio.gather(*(store.commit(end) for _ in range(5)), return_exceptions=True)
    assert sorted(type(result).__name__ for result in results) == ["Conflict"] * 4 + ["bytes"]
    assert await store.read(counted) == ([1, 1], 2)
    loaded = await store.load(end.table.code)
    assert loaded is not None
    assert loaded.ratings[0] > 1500 > loaded.ratings[1]
    await store.close()


async def test_an_end_that_was_lost_to_damage_is_not_rated_again(tmp_path: Path) -> None:
    path = tmp_path / "amity.sqlite3"
    store = SqliteStore(str(path), Metrics())
    await store.open()
    end = await until_the_end(store)
    await store.commit(end)
    first = await store.read(lambda connection: connection.execute(sa.select(RATINGS.c.mu)).all())
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE events SET body = x'00' WHERE version = ?", (end.first_version,))
    loaded = await store.load(end.table.code)
    assert loaded is not None
    assert len(loaded.events) == end.first_version - 1
    again = msgspec.structs.replace(loaded.table, phase="over", revision=loaded.table.revision + 1)
    await store.commit(Change(again, end.first_version, end.events, ended=end.ended))
    assert await store.read(counted) == ([1, 1], 2)
    assert await store.read(lambda connection: connection.execute(sa.select(RATINGS.c.mu)).all()) == first
    await store.close()


async def test_killed_while_the_end_is_stored(tmp_path: Path) -> None:
    chance = random.Random(5)
    process = ServerProcess(tmp_path, tables_burst=1000)
    await process.start()
    place = process.place()
    for number in range(KILLS):
        ann = await place.create("mate", [ME, PERSON], guest="a" * 43, rated=True, move_seconds=600)
        ben = await place.join(ann["table"], guest="b" * 43)
        async with place.client(ann) as one, place.client(ben) as two:
            await one.until_status("playing")
            await two.until_status("playing")
            await two.say("resign", id=f"resign-{number}")
            await asyncio.sleep(chance.uniform(0, 0.004))
            await process.kill()
        await process.start()
        await resigned(place, ben, f"resign-{number}")
    await process.stop()
    await place.http.aclose()
    store = SqliteStore(str(tmp_path / "amity.sqlite3"), Metrics())
    await store.open()
    assert await store.read(counted) == ([KILLS, KILLS], 2 * KILLS)
    assert await store.read(chained)
    await store.close()


async def resigned(place: object, seat: Message, action: str) -> None:
    """Say it once more, until it is known to be carried out."""
    while True:
        try:
            async with place.client(seat) as me:  # type: ignore[attr-defined]
                await me.say("resign", id=action)
                answer = await me.answer_to(action)
                assert answer["type"] == "acknowledged", answer
                await me.until_over()
                assert all(seat["rating_after"] is not None for seat in me.state["seats"])
                return
        except (OSError, WebSocketException):
            continue


@pytest.fixture(scope="module")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    # Not below pytest's own folder, which only its user may enter.
    folder = tmp_path_factory.mktemp("postgres")
    for each in (folder, *itertools.takewhile(lambda path: path.owner() == folder.owner(), folder.parents)):
        each.chmod(each.stat().st_mode | 0o711)
    service = Postgres(folder / "own")
    service.start()
    yield service
    service.stop()


@pytest.fixture
async def nodes(postgres: Postgres) -> AsyncIterator[list[PostgresStore]]:
    stores = [PostgresStore(postgres.url, Metrics()) for _ in range(3)]
    for store in stores:
        await store.open()
    yield stores
    for store in stores:
        await store.close()


@pytest.mark.cluster
async def test_matches_that_end_on_several_nodes_at_once_all_count(nodes: list[PostgresStore]) -> None:
    ends = [(store, await until_the_end(store)) for store in nodes for _ in range(8)]
    twice = [pair for pair in ends for _ in range(2)]
    results = await asyncio.gather(*(store.commit(end) for store, end in twice), return_exceptions=True)
    assert [type(result) for result in results].count(Conflict) == len(ends)
    assert [type(result) for result in results].count(bytes) == len(ends)
    assert await nodes[0].read(counted) == ([len(ends), len(ends)], 2 * len(ends))
    assert await nodes[0].read(chained)


@pytest.mark.cluster
async def test_the_club_s_table_is_added_up_on_postgresql(nodes: list[PostgresStore]) -> None:
    await nodes[0].commit(await until_the_end(nodes[0]))
    table = await nodes[1].read(lambda connection: club_table(connection, "mate", 0, 10**15))
    assert [(row.name, row.guest) for row in table.rows] == [("Ann", True), ("Ben", True)]
    assert table.rows[0].wins == table.rows[0].matches == table.rows[1].matches > table.rows[1].wins == 0


@pytest.mark.cluster
async def test_two_tables_that_end_an_evening_on_two_nodes_at_once_end_it(nodes: list[PostgresStore]) -> None:
    request = {"game": "mate", "tables": 2, "deals": 1, "name": "Ann"}
    for _ in range(5):
        evening = new_evening(msgspec.convert(request, CreateEvening), 0)
        for name in ("Ann", "Ben"):
            evening = entered(evening, StoredEntrant(name=name, token_hash=name))
        started = begun(evening)
        tables = first_tables(started)

        def begin(
            connection: sa.Connection, started: StoredEvening = started, tables: list[StoredTable] = tables
        ) -> None:
            evening_rows.insert_evening(connection, started)
            evening_rows.update_evening(connection, started, "running")
            for table in tables:
                rows.write(connection, Change(table))
                assert table.board is not None
                evening_rows.board_begun(connection, table.board, table.code)

        await nodes[0].write(begin)
        ends = []
        for table in tables:
            match = msgspec.structs.replace(table, phase="playing").new_match()
            events = [*match.deal(), *match.forfeit(0, "time")]
            over, end = finished(msgspec.structs.replace(table, revision=1), match)
            ends.append(Change(over, 1, events, board=end))
        await asyncio.gather(*(node.commit(end) for node, end in zip(nodes, ends, strict=False)))
        _, phase = await nodes[2].read(
            lambda connection, code=started.code: evening_rows.read_evening(connection, code)
        )
        assert phase == "over"
