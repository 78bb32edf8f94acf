"""The power fails at any moment: nothing acknowledged is lost, and of everything else all or nothing is there."""

from __future__ import annotations

import asyncio
import random
import shutil
import sqlite3
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from power_loss import Disk, driver_on

from amity.match import Event
from amity.server.database import database_url, migrate
from amity.server.messages import CreateTable
from amity.server.metrics import Metrics
from amity.server.seats import new_table
from amity.server.store import Acknowledgement, Change, SqliteStore, StoreUnavailable, TableDamaged
from amity.server.stored import StoredTable

REQUEST = {"game": "mate", "seats": [{"kind": "me"}, {"kind": "bot"}], "name": "Ann"}
TABLES = 3
STEPS = 12


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database, brought up to date."""
    path = tmp_path_factory.mktemp("empty") / "amity.sqlite3"
    migrate(database_url(str(path)))
    return path


class Player:
    """Commits the steps of a match one after another, and keeps what was promised."""

    def __init__(self, number: int, chance: random.Random) -> None:
        table = new_table(msgspec.convert(REQUEST, CreateTable), "0" * 64)
        self.table: StoredTable = msgspec.structs.replace(table, code=f"TABLE{number}", phase="playing")
        self.match = self.table.new_match()
        self.chance = chance
        self.promised: list[Event] | None = None
        """``None``: not even the table."""
        self.tried = 0
        self.actions: dict[tuple[int, str], int] = {}

    async def play(self, store: SqliteStore) -> None:
        table = self.table
        link = await store.commit(Change(table))
        self.promised = []
        for number in range(STEPS):
            match, seat = self.match, self.match.to_act or 0
            step = match.deal() if match.awaiting_deal else match.apply(seat, self.chance.choice(match.legal_actions()))
            first, self.tried = len(match.events) - len(step) + 1, len(match.events)
            table = msgspec.structs.replace(table, revision=number + 1)
            done = Acknowledgement(seat, f"id-{number}", match.version)
            body = self.chance.random() < 0.2
            link = await store.commit(Change(table, first, list(step), done, body, link=link))
            self.promised = list(match.events)
            self.actions[seat, f"id-{number}"] = match.version


async def play_until(disk: Disk, path: Path, chance: random.Random) -> list[Player]:
    store = SqliteStore(str(path), Metrics(), driver_on(disk))
    await store.open()
    players = [Player(number, chance) for number in range(TABLES)]
    results = await asyncio.gather(*(player.play(store) for player in players), return_exceptions=True)
    assert {type(result) for result in results} <= {type(None), StoreUnavailable}, results
    await store.close()
    return players


async def kept(path: Path, players: list[Player]) -> bool:
    """Whether everything promised is there; whatever is there must be whole and right in any case."""
    store = SqliteStore(str(path), Metrics())
    await store.open()
    everything = True
    try:
        for player in players:
            loaded = await store.load(player.table.code)
            if loaded is None:
                everything &= player.promised is None
                continue
            assert loaded.table.notice is None
            promised = player.promised or []
            everything &= len(loaded.events) >= len(promised)
            everything &= player.actions.items() <= loaded.acknowledged.items()
            assert list(loaded.events) == list(player.match.events[: len(loaded.events)])
            assert len(loaded.events) in (len(promised), player.tried) or not everything
    finally:
        await store.close()
    return everything


def after_a_cut(empty: Path, folder: Path, cut_at: int, seed: int, *, syncs: bool = True) -> bool:
    """Whether everything promised is there after the power failed before that operation of the disk."""
    before, after = folder / "before", folder / "after"
    before.mkdir()
    after.mkdir()
    shutil.copy(empty, before)
    chance = random.Random(seed)
    disk = Disk(cut_at, chance, syncs=syncs)
    players = asyncio.run(play_until(disk, before / empty.name, chance))
    disk.found_after(after)
    with sqlite3.connect(after / empty.name) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)] or not syncs
    connection.close()
    return asyncio.run(kept(after / empty.name, players))


@hypothesis_settings(max_examples=60, deadline=None)
@given(cut_at=st.integers(1, 220), seed=st.integers(0, 2**32))
def test_nothing_promised_is_lost(
    tmp_path_factory: pytest.TempPathFactory, empty: Path, cut_at: int, seed: int
) -> None:
    assert after_a_cut(empty, tmp_path_factory.mktemp("cut"), cut_at, seed)


def test_a_disk_that_lies_is_found_out(tmp_path: Path, empty: Path) -> None:
    # That what this file promises is more than the disk's good luck.
    lost = 0
    for number in range(10):
        folder = tmp_path / str(number)
        folder.mkdir()
        try:
            lost += not after_a_cut(empty, folder, 150 + number * 10, number, syncs=False)
        except (AssertionError, StoreUnavailable, TableDamaged, sqlite3.DatabaseError):
            lost += 1
    assert lost > 0
