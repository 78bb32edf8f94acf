"""What operators do while the server runs: backups, putting them back, closing tables, bans, the message of the day."""

from __future__ import annotations

import asyncio
import os
import random
import sqlite3
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest
from table_clients import ME, PERSON, Client, Place, bot
from websockets.exceptions import ConnectionClosed, InvalidStatus

from amity.cli import main
from amity.record import parse, verify
from amity.server.operators import back_up

pytestmark = pytest.mark.anyio

Servers = Callable[..., AbstractAsyncContextManager[Place]]


async def command(tmp_path: Path, *words: str) -> int:
    return await asyncio.to_thread(main, [*words, "--database", str(tmp_path / "amity.sqlite3")])


async def test_a_backup_of_a_running_server_is_put_back_while_it_runs(
    server: Servers, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy.sqlite3"
    async with server() as place:
        ann = await place.create("mate", [ME, bot()], options={"games": 4})
        async with place.client(ann) as one:
            await one.play(random.Random(1), moves=3)
            version = one.version
            writing = asyncio.create_task(one.play(random.Random(2), moves=8))
            assert await command(tmp_path, "backup", str(copy)) == 0
            await writing
            assert one.version > version
            assert [name for name in os.listdir(tmp_path) if "copy" in name] == ["copy.sqlite3"]
            other = await place.create("mate", [ME, PERSON])
            following = place.client(other)
            await following.open()
            await following.until_type("welcome")
            shown = dict(one.events)
            assert await command(tmp_path, "restore", str(copy)) == 0
            # Whoever saw what is gone has to begin anew.
            with pytest.raises(ConnectionClosed):
                await one.until_type("never")
            # So has whoever is at a table that is no more, and finds that out.
            assert (await following.until_type("closing"))["reason"] == "restarting"
            await following.close()
            assert (await place.http.get(f"/api/tables/{other['table']}")).json()["code"] == "unknown_table"
        assert (await place.http.get(f"/api/tables/{ann['table']}")).status_code == 200
        async with place.client(ann, last_version=one.version) as again:
            assert version <= again.version < one.version
            assert again.events.items() <= shown.items()
            await again.play(random.Random(3))
        assert verify(parse((await place.record(ann["table"])).text)).right
        await place.tables.sweep()
        assert place.metric("amity_errors_total") == 0
    async with server() as place:
        assert (await place.http.get(f"/api/tables/{other['table']}")).status_code == 404
    assert "Tables: 1." in capsys.readouterr().out


async def test_nothing_is_added_to_what_is_gone(server: Servers, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    async with server() as place:
        ann = await place.create("mate", [ME, PERSON])
        ben = await place.join(ann["table"])
        async with place.client(ann) as one, place.client(ben) as two:
            await one.until_so(lambda: one.view is not None)
            await two.until_version(one.version)
            assert one.view is not None
            turn = one if one.view["to_act"] == 0 else two
            assert await command(tmp_path, "backup", str(copy)) == 0
            version = turn.version
            assert await command(tmp_path, "restore", str(copy)) == 0
            # The server may not have looked yet; the state is the same, and the move counts once.
            answer = await turn.act(turn.legal_actions()[0])
            assert answer == {"type": "acknowledged", "id": answer["id"], "version": version + 1}


async def test_a_backup_is_made_into_an_empty_place(server: Servers, tmp_path: Path) -> None:
    async with server() as place:
        ann = await place.create("mate", [ME, PERSON])
    back_up(str(tmp_path / "amity.sqlite3"), tmp_path / "copy")
    new = tmp_path / "elsewhere" / "new.sqlite3"
    assert await asyncio.to_thread(main, ["restore", str(tmp_path / "copy"), "--database", str(new)]) == 0
    async with server(database=str(new)) as place, place.client(ann) as one:
        assert one.seat == 0


async def test_what_is_no_backup_changes_nothing(
    server: Servers, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with server() as place:
        ann = await place.create("mate", [ME, PERSON])
        (tmp_path / "letter").write_text("Dear Ann, " * 1000, encoding="utf-8")
        sqlite3.connect(tmp_path / "empty").close()
        for name in ("letter", "empty", "missing"):
            assert await command(tmp_path, "restore", str(tmp_path / name)) == 2
        assert await asyncio.to_thread(main, ["backup", "x", "--database", str(tmp_path / "missing")]) == 2
        async with place.client(ann) as one:
            assert one.seat == 0
    assert capsys.readouterr().err.count("amity: ") == 4
    assert sorted(os.listdir(tmp_path)) == ["amity.sqlite3", "empty", "letter"]


async def test_a_table_is_closed(server: Servers, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with server() as place:
        ann = await place.create("mate", [ME, bot()])
        waiting = await place.create("mate", [ME, PERSON])
        async with place.client(ann) as one, place.client(waiting) as two:
            await one.until_my_turn()
            assert await command(tmp_path, "admin", "list") == 0
            listed = capsys.readouterr().out
            assert f"{ann['table']}: Mate, playing" in listed
            assert f"{waiting['table']}: Mate, waiting" in listed
            for client in (one, two):
                assert await command(tmp_path, "admin", "close", client.table.lower()) == 0
                await client.until_over()
                assert client.state["notice"] == {"code": "table_closed", "params": {}}
            answer = await one.act(one.legal_actions()[0])
            assert answer["code"] == "table_closed"
        assert await command(tmp_path, "admin", "close", "NOSUCH") == 2
        refused = await place.http.post(f"/api/tables/{waiting['table']}/seats", json={"name": "Ben"})
        assert refused.json()["code"] == "table_started"
    async with server() as place, place.client(ann) as one:
        assert one.state["status"] == "over"
    assert await command(tmp_path, "admin", "list", "--json") == 0
    assert capsys.readouterr().out.splitlines()[-1] == '{"tables":[]}'


async def test_an_address_is_banned_and_let_in_again(server: Servers, tmp_path: Path) -> None:
    async with server() as place:
        ann = await place.create("mate", [ME, PERSON])
        async with place.client(ann) as one:
            assert await command(tmp_path, "admin", "ban", "127.0.0.1", "--reason", "rude") == 0
            assert (await one.until_type("closing"))["reason"] == "refused"
        body = {"game": "mate", "seats": [ME, PERSON], "name": "Ann"}
        for path, sent in (("/api/tables", body), (f"/api/tables/{ann['table']}/seats", {"name": "Ben"})):
            answer = await place.http.post(path, json=sent)
            assert (answer.status_code, answer.json()["code"]) == (403, "banned")
        with pytest.raises(InvalidStatus):
            await Client(place.address, ann["table"], None, None).open()
        assert await command(tmp_path, "admin", "unban", "127.0.0.1") == 0
        await place.tables.obey()
        async with place.client(ann) as one:
            assert one.seat == 0
        assert await command(tmp_path, "admin", "ban", "192.0.2.1", "--days", "1") == 0
        await place.tables.obey()
        await place.create("mate", [ME, PERSON])


async def test_the_message_of_the_day(server: Servers, tmp_path: Path) -> None:
    async with server() as place:
        assert (await place.http.get("/api/message")).json() == {"message": None}
        for text in ("Tournament tonight at eight.", "It is over."):
            assert await command(tmp_path, "admin", "motd", text) == 0
            await place.tables.obey()
            assert (await place.http.get("/api/message")).json() == {"message": text}
        assert await command(tmp_path, "admin", "motd") == 0
        await place.tables.obey()
        assert (await place.http.get("/api/message")).json() == {"message": None}
