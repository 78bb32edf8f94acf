"""Stored bytes that have changed on the disk: they are found, the table goes on, and everybody is told."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from table_clients import ME, PERSON, Place, bot

from amity.match import Event
from amity.record import parse, verify
from amity.server import rows
from amity.server.database import database_url, migrate, open_engine
from amity.server.messages import CreateTable
from amity.server.rows import Acknowledgement, Change, Damage, LoadedTable, TableDamaged
from amity.server.seats import new_table
from amity.server.stored import StoredNotice, StoredTable

Servers = Callable[..., AbstractAsyncContextManager[Place]]

CODE = "DAMAGE"
REQUEST = {"game": "mate", "seats": [{"kind": "me"}, {"kind": "bot"}], "name": "Ann"}


def a_match() -> tuple[StoredTable, list[list[Event]]]:
    """A table that plays, and the steps of its match."""
    table = new_table(msgspec.convert(REQUEST, CreateTable), "0" * 64)
    # The same cards every time: a match of Mate can be over after a few steps.
    table = msgspec.structs.replace(table, code=CODE, phase="playing", match=CODE, server_seed="07" * 32)
    match = table.new_match()
    steps: list[list[Event]] = []
    while len(steps) < 30:
        if match.awaiting_deal:
            steps.append(list(match.deal()))
        else:
            assert match.to_act is not None
            steps.append(list(match.apply(match.to_act, match.legal_actions()[0])))
    return table, steps


TABLE, STEPS = a_match()
EVENTS = [event for step in STEPS for event in step]
ENDS = {sum(len(step) for step in STEPS[:number]) for number in range(len(STEPS) + 1)}


def written(path: Path) -> Path:
    """A database with the match and its neighbours."""
    url = database_url(str(path))
    migrate(url)
    engine = open_engine(url, write=True)
    with engine.begin() as connection:
        rows.write(connection, Change(msgspec.structs.replace(TABLE, code="BEFORE")))
        table, version = TABLE, 0
        rows.write(connection, Change(table))
        for number, step in enumerate(STEPS):
            table = msgspec.structs.replace(table, revision=table.revision + 1)
            done = Acknowledgement(0, f"id-{number}", version + len(step))
            rows.write(connection, Change(table, version + 1, step, done, body=False))
            version += len(step)
        rows.write(connection, Change(msgspec.structs.replace(TABLE, code="DAMAGF")))
    engine.dispose()
    return path


def read_and_mend(path: Path) -> LoadedTable | TableDamaged:
    engine = open_engine(database_url(str(path)), write=True)
    try:
        with engine.begin() as connection:
            found = rows.read(connection, CODE)
            if isinstance(found, Damage):
                rows.mend(connection, CODE)
                found = rows.read(connection, CODE)
            assert isinstance(found, LoadedTable)
            return found
    except TableDamaged as error:
        return error
    finally:
        engine.dispose()


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = written(tmp_path_factory.mktemp("damage") / "a.sqlite3")
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    return path


def check(found: LoadedTable | TableDamaged, events: Sequence[Event] = EVENTS) -> None:
    """Nothing is shown but what was written, up to the end of a step, and what is lacking is told."""
    assert isinstance(found, LoadedTable)
    assert list(found.events) == list(events[: len(found.events)])
    assert len(found.events) in ENDS
    lost = len(found.events) < len(events)
    notice = StoredNotice(code="table_reopened", params={"version": len(found.events)}) if lost else None
    # Where the row names more events than there ever were, some may be lacking for all that can be known.
    assert found.table.notice == notice or (not lost and found.table.notice is not None)
    assert all(version <= len(found.events) for version in found.acknowledged.values())
    assert found.table.server_seed == TABLE.server_seed


def test_what_is_whole_is_left_alone(tmp_path: Path) -> None:
    found = read_and_mend(written(tmp_path / "a.sqlite3"))
    check(found)
    assert isinstance(found, LoadedTable)
    assert list(found.events) == EVENTS
    assert found.table == msgspec.structs.replace(TABLE, revision=len(STEPS))
    assert found.acknowledged == {(0, f"id-{number}"): end for number, end in enumerate(sorted(ENDS)[1:])}


COLUMNS = [
    *(("events", column) for column in ("body", "format", "ends_step", "chain", "version")),
    *(("tables", column) for column in ("body", "body_check", "version", "chain", "revision")),
    *(("copies", column) for column in ("body", "body_check")),
]


@hypothesis_settings(max_examples=150, deadline=None)
@given(place=st.sampled_from(COLUMNS), which=st.integers(0, len(EVENTS) - 1), bit=st.integers(0, 1_000_000))
def test_any_bit_of_what_is_stored(
    tmp_path_factory: pytest.TempPathFactory, database: Path, place: tuple[str, str], which: int, bit: int
) -> None:
    path = tmp_path_factory.mktemp("bit") / "a.sqlite3"
    path.write_bytes(database.read_bytes())
    table, column = place
    key = "code" if table == "tables" else "table_code"
    with sqlite3.connect(path) as connection:
        query = f"SELECT {column}, rowid FROM {table} WHERE {key} = ?"
        if table == "events":
            query = f"SELECT {column}, version FROM events WHERE {key} = ? ORDER BY version LIMIT 1 OFFSET {which}"
        value, row = connection.execute(query, (CODE,)).fetchone()
        changed = flipped(value, bit)
        name = "version" if table == "events" else "rowid"
        connection.execute("PRAGMA foreign_keys=OFF")
        connection.execute(
            f"UPDATE OR REPLACE {table} SET {column} = ? WHERE {key} = ? AND {name} = ?", (changed, CODE, row)
        )
    connection.close()
    found = read_and_mend(path)
    check(found)
    # And it stays as it is now.
    assert read_and_mend(path) == found


def flipped(value: Any, bit: int) -> Any:
    if isinstance(value, int):
        return value ^ (1 << bit % 16)
    damaged = bytearray(value)
    damaged[bit // 8 % len(damaged)] ^= 1 << bit % 8
    return bytes(damaged)


def test_damage_on_the_disk_itself(tmp_path: Path, database: Path) -> None:
    path, whole = tmp_path / "a.sqlite3", database.read_bytes()
    for event in (EVENTS[0], EVENTS[17], EVENTS[-1]):
        body = msgspec.json.encode(event)
        assert body in whole
        path.write_bytes(whole.replace(body, body[:-3] + bytes([body[-3] ^ 1]) + body[-2:]))
        found = read_and_mend(path)
        check(found)
        assert isinstance(found, LoadedTable)
        assert len(found.events) == max(end for end in ENDS if end <= EVENTS.index(event))


def test_a_table_without_a_readable_row_is_given_up(tmp_path: Path, database: Path) -> None:
    path = tmp_path / "a.sqlite3"
    path.write_bytes(database.read_bytes())
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE tables SET body = x'00' WHERE code = ?", (CODE,))
        connection.execute("DELETE FROM copies WHERE table_code = ?", (CODE,))
    connection.close()
    assert isinstance(read_and_mend(path), TableDamaged)


@pytest.mark.anyio
async def test_everybody_is_told_and_play_goes_on(server: Servers, tmp_path: Path) -> None:
    async with server() as place:
        ann = await place.create("mate", [ME, bot()], options={"games": 4})
        async with place.client(ann) as one:
            await one.play(random.Random(2), moves=5)
            version, acknowledged = one.version, [m for m in one.messages if m["type"] == "acknowledged"]
    damage(tmp_path / "amity.sqlite3", ann["table"], acknowledged[3]["version"])
    async with server() as place:
        async with place.client(ann, last_version=version) as one, place.client(ann, token=None) as watching:
            for client in (one, watching):
                notice = client.state["notice"]
                assert notice["code"] == "table_reopened"
                assert acknowledged[2]["version"] <= notice["params"]["version"] < acknowledged[3]["version"]
            # What is gone may be done again, under the same id even.
            await one.until_my_turn()
            again = await one.act(one.legal_actions()[0], action_id=acknowledged[3]["id"])
            assert again["type"] == "acknowledged"
            await one.play(random.Random(3))
            await watching.until_over()
        assert verify(parse((await place.record(ann["table"])).text)).right


@pytest.mark.anyio
async def test_a_match_that_lost_its_end_stays_over(server: Servers, tmp_path: Path) -> None:
    async with server() as place:
        ann = await place.create("mate", [ME, bot()])
        async with place.client(ann) as one:
            await one.until_my_turn()
            await one.say("resign", id="enough")
            await one.until_over()
            version = one.version
    damage(tmp_path / "amity.sqlite3", ann["table"], version)
    async with server() as place, place.client(ann) as one:
        assert one.state["status"] == "over"
        assert one.state["notice"]["code"] == "table_reopened"
        assert one.view is not None
        # Its seeds are known, so that nobody shall play on.
        answer = await one.act(one.legal_actions()[0])
        assert answer["code"] == "table_closed"


@pytest.mark.anyio
async def test_a_table_beyond_repair_says_so(server: Servers, tmp_path: Path) -> None:
    async with server() as place:
        ann = await place.create("mate", [ME, PERSON])
    with sqlite3.connect(tmp_path / "amity.sqlite3") as connection:
        connection.execute("UPDATE tables SET body_check = zeroblob(16)")
        connection.execute("UPDATE copies SET body_check = zeroblob(16)")
    connection.close()
    async with server() as place:
        answer = await place.http.get(f"/api/tables/{ann['table']}")
        assert (answer.status_code, answer.json()["code"]) == (500, "table_damaged")
        other = await place.create("mate", [ME, PERSON])
        async with place.client(other):
            pass


def damage(path: Path, code: str, version: int) -> None:
    with sqlite3.connect(path) as connection:
        body = connection.execute("SELECT body FROM events WHERE table_code = ? AND version = ?", (code, version))
        changed = flipped(body.fetchone()[0], 100)
        connection.execute("UPDATE events SET body = ? WHERE table_code = ? AND version = ?", (changed, code, version))
    connection.close()
