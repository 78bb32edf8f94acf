"""What nodes have in common besides tables: the lobby, and what time it is."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest
from cluster_services import Postgres, Redis
from table_clients import ME, PATIENCE, PERSON, Message, Place, running

from amity.server.cluster.clock import WARN_MS, DatabaseClock
from amity.server.commands import CloseTable
from amity.server.metrics import Metrics
from amity.server.settings import Settings

Nodes = Callable[..., AbstractAsyncContextManager[Place]]


def machine_ms() -> int:
    return time.time_ns() // 1_000_000


@pytest.fixture
def node(services: tuple[Postgres, Redis], settings: Callable[..., Settings]) -> Nodes:
    """Opens a node, with a clock of the test's if need be."""
    postgres, redis = services

    @asynccontextmanager
    async def opened(now_ms: Callable[[], int] = machine_ms, **changes: object) -> AsyncIterator[Place]:
        async with running(settings(database=postgres.url, redis=redis.url, **changes), now_ms) as place:
            yield place

    return opened


async def until_listed(place: Place, code: str, so: Callable[[Message], bool] = lambda _: True) -> Message:
    """Wait until a node's lobby has a table, and something holds of what it says; that."""
    async with asyncio.timeout(PATIENCE):
        while True:
            for table in (await place.http.get("/api/lobby")).json():
                if table["code"] == code and so(table):
                    found: Message = table
                    return found
            await asyncio.sleep(0.1)


async def until_not_listed(place: Place, code: str) -> None:
    async with asyncio.timeout(PATIENCE):
        while any(table["code"] == code for table in (await place.http.get("/api/lobby")).json()):  # noqa: ASYNC110
            await asyncio.sleep(0.1)


async def in_lobby(place: Place, guest: str) -> Message:
    return await place.create("mate", [ME, PERSON], public=True, speed="normal", guest=guest * 43)


@pytest.mark.anyio
@pytest.mark.cluster
async def test_the_lobby_has_the_open_tables_of_all_nodes(node: Nodes, services: tuple[Postgres, Redis]) -> None:
    async with node(start_ms=600_000) as here, node(start_ms=600_000) as there:
        ann, dot = await in_lobby(here, "a"), await in_lobby(there, "d")
        async with here.client(ann), there.client(dot):
            for place in (here, there):
                for seat in (ann, dot):
                    table = await until_listed(place, seat["table"])
                    assert (table["status"], table["free"], table["names"]) == ("waiting", 1, ["Ann"])
            # A seat at once is one at the table of another node, when that is the one there is.
            await here.tables.post(dot["table"], CloseTable())
            await until_not_listed(there, dot["table"])
            await until_not_listed(here, dot["table"])
            wish = {"game": "mate", "name": "Ben", "guest": "b" * 43}
            ben = (await there.http.post("/api/play", json=wish)).json()
            assert ben["table"] == ann["table"]
            async with there.client(ben) as two:
                await two.until_status("starting", "playing")
                begun = lambda table: table["status"] in ("starting", "playing")  # noqa: E731
                assert (await until_listed(there, ann["table"], begun))["free"] == 0
                # Without Redis every node still has its own, and with it again all.
                redis = services[1]
                redis.stop()
                await until_not_listed(there, ann["table"])
                assert (await until_listed(here, ann["table"]))["names"] == ["Ann", "Ben"]
                redis.start()
                await until_listed(there, ann["table"])


@pytest.mark.anyio
@pytest.mark.cluster
async def test_nodes_go_by_the_databases_clock(node: Nodes, capfd: pytest.CaptureFixture[str]) -> None:
    hour = 3_600_000
    async with node(lambda: machine_ms() + hour, fill_ms=1_000) as fast, node(fill_ms=1_000) as right:
        await fast.until_metric("amity_clock_skew_seconds", 3_000)
        assert abs(fast.tables.services.now_ms() - machine_ms()) < hour // 2
        assert abs(right.metric("amity_clock_skew_seconds")) < 3_000
        assert "clock is wrong" in capfd.readouterr().out
        # Bots come when the table is old enough, whoever has made it and whoever carries it out.
        for game, made_by, played_by in (("mate", fast, right), ("pinochle", right, fast)):
            wish = {"game": game, "name": "Ann", "guest": "a" * 43}
            seat = (await made_by.http.post("/api/play", json=wish)).json()
            async with played_by.client(seat) as ann:
                assert ann.state["awaiting"] == "bots" and ann.state["resume_ms"] <= 1_000
                await ann.until_so(lambda ann=ann: ann.state["seats"][1]["kind"] == "bot")  # type: ignore[misc]


def test_a_clock_is_set_by_answers_that_come_soon_enough(capfd: pytest.CaptureFixture[str]) -> None:
    now = 1_796_000_000_000
    metrics = Metrics()
    clock = DatabaseClock(lambda: now, metrics)
    assert clock() == now

    def answers(ahead: int, takes: int) -> Callable[[], int]:
        def ask() -> int:
            nonlocal now
            now += takes
            return now - takes // 2 + ahead

        return ask

    # What could be the time of the question itself is no difference.
    clock.compare(answers(ahead=40, takes=100))
    assert clock.ahead_ms == 0
    clock.compare(answers(ahead=40, takes=10))
    assert clock.ahead_ms == 40 and clock() == now + 40
    assert "clock is" not in capfd.readouterr().out
    for _ in range(3):
        assert clock.compare(answers(ahead=-5_000, takes=4)) == now - 2 - 5_000
    assert clock() == now - 5_000 and abs(clock.ahead_ms) > WARN_MS
    told = capfd.readouterr().out
    assert told.count("clock is wrong") == 1 and "seconds_ahead=5.0" in told
    clock.compare(answers(ahead=0, takes=4))
    assert clock() == now
    assert capfd.readouterr().out.count("clock is right again") == 1
