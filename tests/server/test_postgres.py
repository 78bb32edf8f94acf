"""The store on PostgreSQL: the same promises as on SQLite, and ownership of tables."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Iterator
from functools import partial
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from cluster_services import Postgres

from amity.match import Event
from amity.server.cluster import leases
from amity.server.cluster.clock import DatabaseClock
from amity.server.cluster.postgres import PostgresStore
from amity.server.database import EVENTS, METADATA, NODES
from amity.server.messages import CreateTable
from amity.server.metrics import Metrics
from amity.server.seats import new_table
from amity.server.sessions import now_ms
from amity.server.store import Acknowledgement, Change, Conflict, StoreUnavailable
from amity.server.stored import StoredNotice, StoredTable

pytestmark = [pytest.mark.anyio, pytest.mark.cluster]

REQUEST = {"game": "mate", "seats": [{"kind": "me"}, {"kind": "bot"}], "name": "Ann"}


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
async def store(postgres: Postgres) -> AsyncIterator[PostgresStore]:
    opened = PostgresStore(postgres.url, Metrics())
    await opened.open()
    yield opened
    await opened.close()


def a_table() -> StoredTable:
    return new_table(msgspec.convert(REQUEST, CreateTable), "0" * 64)


def some_events() -> list[Event]:
    match = msgspec.structs.replace(a_table(), phase="playing").new_match()
    return [*match.deal(), *match.apply(match.to_act or 0, match.legal_actions()[0])]


def after(table: StoredTable) -> StoredTable:
    return msgspec.structs.replace(table, revision=table.revision + 1)


async def test_what_is_committed_is_loaded(store: PostgresStore) -> None:
    table, events = a_table(), some_events()
    assert await store.load(table.code) is None
    await store.commit(Change(table))
    await store.commit(Change(after(table), 1, events, Acknowledgement(0, "a", len(events))))
    loaded = await store.load(table.code)
    assert loaded is not None
    assert (loaded.table, list(loaded.events), loaded.epoch) == (after(table), events, 0)
    assert loaded.acknowledged == {(0, "a"): len(events)}


async def test_one_conflict_does_not_hold_up_the_others_of_its_commit(store: PostgresStore) -> None:
    tables = [a_table() for _ in range(20)]
    await asyncio.gather(*(store.commit(Change(table)) for table in tables))
    changes = [Change(after(table), 1, some_events()) for table in tables]
    twice = [change for change in changes for _ in range(2)]
    results = await asyncio.gather(*(store.commit(change) for change in twice), return_exceptions=True)
    assert [type(result) for result in results] == [bytes, Conflict] * 20
    with pytest.raises(Conflict):
        await store.commit(Change(tables[0]))


async def test_two_nodes_and_one_table(postgres: Postgres, store: PostgresStore) -> None:
    other = PostgresStore(postgres.url, Metrics())
    await other.open()
    tables = [a_table() for _ in range(10)]
    await asyncio.gather(*(store.commit(Change(table)) for table in tables))
    changes = [Change(after(table), 1, some_events()) for table in tables]
    both = [one.commit(change) for change in changes for one in (store, other)]
    results = await asyncio.gather(*both, return_exceptions=True)
    outcomes = list(zip(results[::2], results[1::2], strict=True))
    assert all({type(here), type(there)} == {bytes, Conflict} for here, there in outcomes)
    await other.close()


async def test_damage_is_found(store: PostgresStore) -> None:
    table, events = a_table(), some_events()
    await store.commit(Change(table))
    await store.commit(Change(after(table), 1, events[:1]))
    await store.commit(Change(after(after(table)), 2, events[1:]))
    await store.write(
        lambda connection: (
            connection.execute(
                sa.update(EVENTS).where(EVENTS.c.table_code == table.code, EVENTS.c.version == 2).values(body=b"{}")
            ).rowcount
        )
    )
    loaded = await store.load(table.code)
    assert loaded is not None
    assert list(loaded.events) == events[:1]
    assert loaded.table.notice == StoredNotice(code="table_reopened", params={"version": 1})


async def test_a_table_has_one_owner_while_that_is_seen(store: PostgresStore) -> None:
    table = a_table()
    claim = lambda node: store.write(partial(leases.claim, code=table.code, node=node))  # noqa: E731
    assert await claim("one") is None
    await store.commit(Change(table))
    clock = DatabaseClock(now_ms, Metrics())
    for node in ("one", "two"):
        await store.write(partial(leases.renew, node=node, clock=clock))
    assert await claim("one") == leases.Owner("one", taken=True)
    assert await claim("one") == leases.Owner("one", taken=False)
    assert await claim("two") == leases.Owner("one", taken=False)
    held = await store.load(table.code)
    assert held is not None
    assert held.epoch == 1
    await store.commit(Change(after(table), epoch=1))
    # It was not seen for long enough.
    long_ago = sa.update(NODES).where(NODES.c.node == "one").values(seen_ms=NODES.c.seen_ms - leases.LEASE_MS)
    await store.write(lambda connection: connection.execute(long_ago).rowcount)
    assert await claim("two") == leases.Owner("two", taken=True)
    with pytest.raises(Conflict):
        await store.commit(Change(after(after(table)), epoch=1))
    await store.commit(Change(after(after(table)), epoch=2))
    await store.write(partial(leases.leave, node="two"))
    assert await claim("one") == leases.Owner("one", taken=True)


async def test_the_migrations_lead_to_the_schema_in_use(store: PostgresStore) -> None:
    different = await store.read(lambda connection: compare_metadata(MigrationContext.configure(connection), METADATA))
    assert different == []


async def test_a_database_that_went_away_and_came_back(postgres: Postgres, tmp_path: Path) -> None:
    store = PostgresStore(postgres.url, Metrics())
    with pytest.raises(StoreUnavailable):
        await store.commit(Change(a_table()))
    await store.open()
    table = a_table()
    await store.commit(Change(table))
    postgres.stop()
    with pytest.raises(StoreUnavailable):
        await store.commit(Change(after(table)))
    assert not await store.ready()
    with pytest.raises(StoreUnavailable):
        await store.load(table.code)
    postgres.start()
    assert await store.ready()
    await store.commit(Change(after(table)))
    loaded = await store.load(table.code)
    assert loaded is not None
    assert loaded.table == after(table)
    await store.close()
