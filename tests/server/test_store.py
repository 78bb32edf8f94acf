"""The store by itself: all or nothing, compare-and-set, old formats, and the schema's history."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from amity import games
from amity.errors import InvalidOptions, InvalidRequest
from amity.match import Event
from amity.server import migrations
from amity.server.database import METADATA, database_url, migrate, newest_revision, open_engine
from amity.server.messages import CreateTable
from amity.server.metrics import Metrics
from amity.server.seats import new_table
from amity.server.store import Acknowledgement, Change, Conflict, SqliteStore, StoreUnavailable
from amity.server.stored import StoredTable, read_event, read_table, write_event, write_table

pytestmark = pytest.mark.anyio

DATA = Path(__file__).parent / "data"
REQUEST = {"game": "mate", "seats": [{"kind": "me"}, {"kind": "bot"}], "name": "Ann"}


def a_table() -> StoredTable:
    return new_table(msgspec.convert(REQUEST, CreateTable), "0" * 64)


def some_events() -> list[Event]:
    match = msgspec.structs.replace(a_table(), phase="playing").new_match()
    return [*match.deal(), *match.apply(match.to_act or 0, match.legal_actions()[0])]


def after(table: StoredTable) -> StoredTable:
    return msgspec.structs.replace(table, revision=table.revision + 1)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    opened = SqliteStore(str(tmp_path / "deep" / "down" / "amity.sqlite3"), Metrics())
    await opened.open()
    yield opened
    await opened.close()


async def test_what_is_committed_is_loaded(store: SqliteStore) -> None:
    table, events = a_table(), some_events()
    assert await store.load(table.code) is None
    await store.commit(Change(table))
    await store.commit(Change(after(table), 1, events, Acknowledgement(0, "a", len(events))))
    loaded = await store.load(table.code)
    assert loaded is not None
    assert loaded.table == after(table)
    assert list(loaded.events) == events
    assert loaded.acknowledged == {(0, "a"): len(events)}


async def test_a_change_made_from_an_old_revision_is_refused_whole(store: SqliteStore) -> None:
    table, events = a_table(), some_events()
    await store.commit(Change(table))
    with pytest.raises(Conflict):
        await store.commit(Change(table))
    await store.commit(Change(after(table), 1, events, Acknowledgement(0, "a", 1)))
    newer = after(after(table))
    for change in (
        Change(after(table), len(events) + 1, events),
        Change(msgspec.structs.replace(newer, revision=7), len(events) + 1, events),
        # Revision right, but the version or the action id is there already.
        Change(newer, len(events), events),
        Change(newer, len(events) + 1, events, Acknowledgement(0, "a", 9)),
    ):
        with pytest.raises(Conflict):
            await store.commit(change)
    loaded = await store.load(table.code)
    assert loaded is not None
    assert loaded.table == after(table)
    assert list(loaded.events) == events
    assert loaded.acknowledged == {(0, "a"): 1}


async def test_one_conflict_does_not_hold_up_the_others_of_its_commit(store: SqliteStore) -> None:
    tables = [a_table() for _ in range(20)]
    await asyncio.gather(*(store.commit(Change(table)) for table in tables))
    changes = [Change(after(table), 1, some_events()) for table in tables]
    twice = [change for change in changes for _ in range(2)]
    results = await asyncio.gather(*(store.commit(change) for change in twice), return_exceptions=True)
    assert [type(result) for result in results] == [bytes, Conflict] * 20


@pytest.mark.parametrize("spoilt", [None, "revision", "link", "epoch", "action"])
async def test_what_is_written_together_is_what_would_be_written_one_by_one(
    store: SqliteStore, spoilt: str | None
) -> None:
    events = some_events()
    tables = [a_table() for _ in range(20)]
    first = [Change(after(table), 1, events[:1], Acknowledgement(0, "a", 1)) for table in tables]
    await asyncio.gather(*(store.commit(Change(table)) for table in tables))
    links = await asyncio.gather(*(store.commit(change) for change in first))
    later = [after(after(table)) for table in tables]
    changes = [
        Change(table, 2, events[1:], Acknowledgement(1, "b", len(events)), body=False, link=link)
        for table, link in zip(later, links, strict=True)
    ]
    wrong = {
        None: changes[7],
        "revision": replace(changes[7], table=after(later[7])),
        "link": replace(changes[7], link=links[0]),
        "epoch": replace(changes[7], epoch=3),
        "action": replace(changes[7], acknowledged=Acknowledgement(0, "a", 2)),
    }
    changes[7] = wrong[spoilt]
    assert all(change.plain for change in changes)
    results = await asyncio.gather(*(store.commit(change) for change in changes), return_exceptions=True)
    for number, (table, result) in enumerate(zip(later, results, strict=True)):
        # Loading checks that the links of all events fit.
        loaded = await store.load(table.code)
        assert loaded is not None
        if number == 7 and spoilt is not None:
            assert isinstance(result, Conflict)
            assert (loaded.table, loaded.events) == (first[7].table, events[:1])
            assert loaded.acknowledged == {(0, "a"): 1}
        else:
            assert (loaded.table, loaded.events, loaded.link) == (table, events, result)
            assert loaded.acknowledged == {(0, "a"): 1, (1, "b"): len(events)}


async def test_a_closed_store_takes_nothing(tmp_path: Path) -> None:
    store = SqliteStore(str(tmp_path / "amity.sqlite3"), Metrics())
    with pytest.raises(StoreUnavailable):
        await store.commit(Change(a_table()))
    await store.open()
    await store.close()
    await store.close()
    with pytest.raises(StoreUnavailable):
        await store.commit(Change(a_table()))


async def test_nothing_is_acknowledged_into_a_file_that_is_gone(store: SqliteStore, tmp_path: Path) -> None:
    path, aside = tmp_path / "deep" / "down" / "amity.sqlite3", tmp_path / "aside.sqlite3"
    await store.commit(Change(a_table()))
    path.rename(aside)
    with pytest.raises(StoreUnavailable):
        await store.commit(Change(a_table()))
    path.write_bytes(aside.read_bytes())
    with pytest.raises(StoreUnavailable):
        await store.commit(Change(a_table()))
    # The very file is back.
    aside.replace(path)
    await store.commit(Change(a_table()))


async def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ann, this is no database at all. " * 100, encoding="utf-8")
    store = SqliteStore(str(tmp_path / "letter.txt"), Metrics())
    with pytest.raises(StoreUnavailable):
        await store.open()
    await store.close()


@pytest.mark.parametrize("database", ["postgresql://db/amity", ":memory:", "sqlite://", "mysql://u:secret@h/d"])
def test_other_databases_are_refused(database: str) -> None:
    with pytest.raises(InvalidOptions) as refused:
        database_url(database)
    assert refused.value.code == "unsupported_database"
    assert "secret" not in str(refused.value)


def test_the_migrations_lead_to_the_schema_in_use(tmp_path: Path) -> None:
    url = database_url(f"sqlite:///{tmp_path / 'a%20b.sqlite3'}")
    migrate(url)
    migrate(url)
    engine = open_engine(url, write=False)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
        durable = (
            connection.exec_driver_sql("PRAGMA synchronous").scalar(),
            connection.exec_driver_sql("PRAGMA journal_mode").scalar(),
        )
        assert durable == (2, "wal")
        for table in METADATA.tables.values():
            assert connection.execute(sa.select(sa.func.count()).select_from(table)).scalar() == 0
    engine.dispose()


@pytest.mark.parametrize("name", [path.name for path in sorted(DATA.glob("schema-*.sql"))])
async def test_every_schema_that_was_in_use_is_brought_up_to_date(name: str, tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite3"
    with sqlite3.connect(path) as connection:
        connection.executescript((DATA / name).read_text(encoding="utf-8"))
        events = connection.execute("SELECT table_code, version, body FROM events ORDER BY 1, 2").fetchall()
        actions = connection.execute("SELECT table_code, seat, action_id, version FROM actions").fetchall()
        codes = [code for (code,) in connection.execute("SELECT code FROM tables")]
    connection.close()
    store = SqliteStore(str(path), Metrics())
    await store.open()
    loaded = {code: await store.load(code) for code in codes}
    assert len(loaded) >= 3
    found_events, found_actions = [], []
    for code, table in loaded.items():
        assert table is not None
        assert table.table.notice is None
        found_events += [(code, version, write_event(event)) for version, event in enumerate(table.events, 1)]
        found_actions += [(code, seat, action, version) for (seat, action), version in table.acknowledged.items()]
        # And it goes on from there.
        if table.table.phase == "playing":
            match = table.table.new_match(table.events)
            step = match.deal() if match.awaiting_deal else match.apply(match.to_act or 0, match.legal_actions()[0])
            await store.commit(Change(after(table.table), len(table.events) + 1, step, body=False))
    assert sorted(found_events) == events
    assert sorted(found_actions) == sorted(actions)
    await store.close()
    engine = open_engine(database_url(str(path)), write=False)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    engine.dispose()


def test_every_schema_but_the_newest_has_a_dump() -> None:
    versions = Path(migrations.__file__).parent / "versions"
    revisions = sorted(path.name[1:5] for path in versions.glob("r*.py"))
    assert [path.name for path in sorted(DATA.glob("schema-*.sql"))] == [f"schema-{one}.sql" for one in revisions[:-1]]


async def test_an_action_writes_its_own_rows_and_no_more(store: SqliteStore) -> None:
    table, events = a_table(), some_events()
    await store.commit(Change(table))
    long_ago = msgspec.structs.replace(table, revision=1, bot_seed="ff")
    await store.commit(Change(long_ago, 1, events, body=False))
    loaded = await store.load(table.code)
    assert loaded is not None
    assert loaded.table == after(table)


async def test_it_is_not_ready_while_nothing_can_be_stored(tmp_path: Path) -> None:
    path = tmp_path / "amity.sqlite3"
    store = SqliteStore(str(path), Metrics())
    assert not await store.ready()
    await store.open()
    assert await store.ready()
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreUnavailable):
        await store.commit(Change(a_table()))
    assert not await store.ready()
    holder.execute("ROLLBACK")
    holder.close()
    assert await store.ready()
    await store.close()
    assert not await store.ready()


@pytest.mark.parametrize("name", [path.name for path in sorted(DATA.glob("stored-*.json"))])
def test_what_older_servers_stored_is_still_read(name: str) -> None:
    stored = json.loads((DATA / name).read_text(encoding="utf-8"))
    table = read_table(json.dumps(stored["table"]).encode())
    events = [read_event(table.game, event["format"], json.dumps(event["body"]).encode()) for event in stored["events"]]
    match = table.new_match(events)
    assert match.version == len(stored["events"])
    assert list(match.totals) == stored["totals"]


def test_what_a_newer_server_stored_is_refused() -> None:
    body = json.loads(write_table(a_table()))
    with pytest.raises(InvalidRequest, match="unknown_format"):
        read_table(json.dumps({**body, "format": 99}).encode())
    with pytest.raises(InvalidRequest, match="unknown_format"):
        read_event("mate", 99, write_event(some_events()[0]))


def test_every_game_has_a_fixture_of_the_present_formats() -> None:
    assert {path.name for path in DATA.glob("stored-1-*.json")} >= {f"stored-1-{game}.json" for game in games.names()}


def test_a_stored_table_shows_no_secrets_when_printed() -> None:
    table = a_table()
    assert table.server_seed not in repr(table)
    assert table.server_seed not in repr(table.random())


def test_the_newest_revision_is_known_without_alembic() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    assert ScriptDirectory.from_config(config).get_heads() == [newest_revision()]
