"""What survives a killed server, a full disk and a database that somebody else holds."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest
from server_process import ServerProcess
from table_clients import ME, PATIENCE, PERSON, Place, bot
from witness import Witness, applied_once

from amity.record import parse, verify

pytestmark = pytest.mark.anyio

Servers = Callable[..., AbstractAsyncContextManager[Place]]

KILLS = 6


@pytest.fixture
async def process(tmp_path: Path) -> AsyncIterator[ServerProcess]:
    server = ServerProcess(tmp_path)
    await server.start()
    yield server
    if server.process.returncode is None:
        await server.kill()


def size_of(path: Path) -> int:
    return path.stat().st_size


async def test_killed_at_random_moments_nothing_acknowledged_is_lost(process: ServerProcess) -> None:
    chance = random.Random(11)
    place = process.place()
    ann = await place.create("mate", [ME, PERSON], options={"games": 20}, move_seconds=600)
    ben = await place.join(ann["table"])
    witnesses = [Witness(place, seat, chance) for seat in (ann, ben)]
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(witness.play()) for witness in witnesses]
        for _ in range(KILLS):
            seen = sum(len(witness.acknowledged) for witness in witnesses)
            # Somewhere in the next tricks, between any two steps of the server.
            while sum(len(witness.acknowledged) for witness in witnesses) < seen + chance.randint(1, 9):
                await asyncio.sleep(chance.uniform(0, 0.01))
                if all(task.done() for task in tasks):
                    break
            await process.kill()
            await process.start()
    assert witnesses[0].events == witnesses[1].events
    assert len(witnesses[0].acknowledged) > KILLS
    assert all(applied_once(witness) for witness in witnesses)
    assert verify(parse((await place.record(ann["table"])).text)).right
    await place.http.aclose()


async def test_a_full_disk_stops_moves_and_they_go_on_when_there_is_room(
    process: ServerProcess, tmp_path: Path
) -> None:
    place = process.place()
    ann = await place.create("mate", [ME, PERSON])
    ben = await place.join(ann["table"])
    async with place.client(ann) as one, place.client(ben) as two:
        await one.until_so(lambda: one.view is not None)
        await two.until_version(one.version)
        assert one.view is not None
        turn = one if one.view["to_act"] == 0 else two
        version = turn.version
        process.limit_file_size(size_of(tmp_path / "amity.sqlite3-wal"))
        answer = await turn.act(turn.legal_actions()[0], action_id="held up")
        assert answer["code"] == "store_unavailable"
        state = (await place.http.get(f"/api/tables/{ann['table']}")).json()
        assert state["status"] == "playing"
        refused = await place.http.post("/api/tables", json={"game": "mate", "name": "Cid", "seats": [ME, bot()]})
        assert (refused.status_code, refused.json()["code"]) == (503, "store_unavailable")
        unready = await place.http.get("/readyz")
        assert (unready.status_code, unready.json()["code"]) == (503, "store_unavailable")
        process.limit_file_size(-1)
        assert (await place.http.get("/readyz")).status_code == 200
        answer = await turn.act(turn.legal_actions()[0], version, action_id="held up")
        assert answer == {"type": "acknowledged", "id": "held up", "version": version + 1}
    await place.http.aclose()


async def test_a_database_that_somebody_else_holds(server: Servers, tmp_path: Path) -> None:
    async with server() as place:
        ann = await place.create("pinochle", [ME, bot(), bot(), bot()])
        async with place.client(ann) as one:
            await one.until_my_turn()
            version, view = one.version, one.view
            holder = sqlite3.connect(tmp_path / "amity.sqlite3", isolation_level=None)
            holder.execute("BEGIN IMMEDIATE")
            answer = await one.act(one.legal_actions()[0], action_id="held up")
            assert answer["code"] == "store_unavailable"
            async with place.client(ann) as again:
                assert (again.version, again.view) == (version, view)
            holder.execute("ROLLBACK")
            holder.close()
            answer = await one.act(one.legal_actions()[0], action_id="held up")
            assert answer["type"] == "acknowledged"
            assert answer["version"] > version
            # The bots have gone on by themselves.
            await one.until_my_turn()
        assert place.metric("amity_store_failures_total") >= 1


async def test_bots_go_on_by_themselves_once_their_moves_can_be_stored(server: Servers, tmp_path: Path) -> None:
    async with server(bot_delay_min_ms=100, bot_delay_max_ms=100) as place:
        table = await place.create("mate", [bot(), bot()], options={"games": 2})
        async with place.client(table) as watching:
            await watching.until_so(lambda: watching.version > 3)
            holder = sqlite3.connect(tmp_path / "amity.sqlite3", isolation_level=None)
            holder.execute("BEGIN IMMEDIATE")
            await place.until_metric("amity_store_failures_total", 1)
            holder.execute("ROLLBACK")
            holder.close()
            await watching.until_over()


async def test_bots_processes_end_with_a_killed_server(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, prepare_bots=True)
    await server.start()
    place = server.place()
    table = await place.create("mate", [bot("expert"), bot("expert")])
    async with place.client(table) as watching:
        await watching.until_so(lambda: watching.version > 3)
    await place.http.aclose()
    children = children_of(server.process.pid)
    assert children
    await server.kill()
    async with asyncio.timeout(PATIENCE):
        while any(Path(f"/proc/{child}").exists() for child in children):  # noqa: ASYNC110, ASYNC240 - /proc wakes nobody
            await asyncio.sleep(0.02)


def children_of(process: int) -> list[int]:
    tasks = Path(f"/proc/{process}/task").iterdir()
    return [int(child) for task in tasks for child in (task / "children").read_text(encoding="ascii").split()]


async def test_stopping_tells_everybody_and_keeps_everything(process: ServerProcess) -> None:
    place = process.place()
    ann = await place.create("pinochle", [ME, bot(), bot(), bot()])
    async with place.client(ann) as one:
        await one.until_my_turn()
        events = dict(one.events)
        stopped = asyncio.create_task(process.stop())
        assert (await one.until_type("closing"))["reason"] == "restarting"
        await one.socket.wait_closed()
        assert one.socket.close_code == 1012
        await stopped
    assert "Traceback" not in process.log()
    await process.start()
    async with place.client(ann) as one:
        assert one.events == events
    await place.http.aclose()


async def test_logs_hold_no_tokens_seeds_or_cards(process: ServerProcess) -> None:
    place = process.place()
    ann = await place.create("pinochle", [ME, bot(), bot(), bot()], options={"target": 100})
    async with place.client(ann) as one:
        await one.commit_and_reveal(b"my own seed")
        await one.play(random.Random(12))
        seed = one.state["fairness"]["server_seed"]
        hands = [event["hands"][0] for event in one.events.values() if event["type"] == "dealt"]
    await place.record(ann["table"], ann["token"])
    await place.http.aclose()
    await process.stop()
    log = process.log()
    assert ann["table"] in log
    assert hands
    for secret in (ann["token"], seed, b"my own seed".hex(), "hand", *(f'"{hand[0]}"' for hand in hands)):
        assert secret not in log
