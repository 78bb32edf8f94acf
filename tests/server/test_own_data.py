"""What is kept of an account, wherever that is: all of it is in the export, and none of it stays when it is deleted."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, closing
from pathlib import Path
from typing import Any, Final

import httpx2
import jsonschema
import pytest
from table_clients import ME, PERSON, Client, Message, Place

from amity.server.database import METADATA
from amity.server.schema import openapi

pytestmark = pytest.mark.anyio

Servers = Callable[..., AbstractAsyncContextManager[Place]]

NAME: Final = "Quillon Zweig"
"""No other text has it in it."""
OWNER: Final = {"name": NAME, "password": "correct horse battery"}
GUEST: Final = "q" * 43

BEGUN: Final = 4
"""Matches of the account: the guest's, the rated one, one where a seat will be free, and an evening's."""

WHERE: Final[dict[tuple[str, str], str | None]] = {
    ("accounts", "account"): "account",
    ("accounts", "name"): "account",
    ("accounts", "name_key"): "account",
    ("sessions", "account"): "sessions",
    ("players", "account"): "matches",
    ("tables", "body"): "matches",
    ("copies", "body"): "matches",
    ("ratings", "player"): "ratings",
    ("ratings", "name"): "ratings",
    ("results", "player"): "results",
    ("results", "name"): "results",
    ("evenings", "body"): "evenings",
    ("chat", "account"): "said",
    ("chat", "body"): "said",
    ("reports", "lines"): "said",
    ("reports", "reporter"): "reported",
    ("blocks", "blocker"): "blocked",
    ("blocks", "account"): "blocked",
    # By others: whom they have blocked, and the records that they have brought.
    ("blocks", "name"): None,
    ("reviews", "record"): None,
}
"""Every column that names an account, and under what the export has it."""


def found_in(database: Path, *words: str) -> set[tuple[str, str]]:
    """The columns in which one of these words stands, of all tables, in whatever letters."""
    found = set()
    with closing(sqlite3.connect(database)) as opened:
        for table in METADATA.tables.values():
            for row in opened.execute(f"SELECT {', '.join(table.columns.keys())} FROM {table.name}"):
                for column, value in zip(table.columns.keys(), row, strict=True):
                    text = value.decode(errors="replace") if isinstance(value, bytes) else str(value)
                    if any(word.casefold() in text.casefold() for word in words):
                        found.add((table.name, column))
    return found


def account_in(database: Path) -> str:
    with closing(sqlite3.connect(database)) as opened:
        (account,) = opened.execute("SELECT account FROM accounts WHERE name = ?", (NAME,)).fetchone()
    return str(account)


async def asked(client: Client, kind: str, **fields: Any) -> Message:
    action = client.new_id()
    await client.say(kind, id=action, **fields)
    answer = await client.answer_to(action)
    assert answer["type"] == "acknowledged", answer
    return answer


async def heard(client: Client, text: str) -> int:
    await client.until_so(lambda: any(line["text"] == text for line in client.chat))
    number: int = next(line["number"] for line in client.chat if line["text"] == text)
    return number


async def leave_traces(place: Place, own: httpx2.AsyncClient) -> list[Message]:
    """Do whatever leaves something of an account; seats of others at its tables."""
    http = place.http
    # As a guest, whose seat is taken into the account later: a rated match, and words.
    before = await place.create(
        "mate", [ME, PERSON], name=NAME, guest=GUEST, rated=True, move_seconds=600, options={"games": 2}
    )
    ben = await place.join(before["table"], guest="b" * 43)
    async with place.client(before, guest=GUEST) as me, place.client(ben, guest="b" * 43) as other:
        await me.until_status("playing")
        await me.say("say", id="said", text="As a guest.")
        line = await heard(other, "As a guest.")
        await asked(other, "report", line=line)
        await asked(other, "block", line=line)
        await asked(me, "resign")
        await me.until_over()
    answer = await own.post("/api/account", json=OWNER)
    assert answer.status_code == 201, answer.text
    held = {"seats": [{"table": before["table"], "token": before["token"]}]}
    assert len((await own.post("/api/account/matches", json=held)).json()["matches"]) == 1
    cookie = f"amity_session={own.cookies['amity_session']}"
    # A rated match with words, a block and a report, and the next one of the same people.
    body = {"game": "mate", "seats": [ME, PERSON], "name": "x", "rated": True, "move_seconds": 600}
    mine = (await own.post("/api/tables", json=body)).json()
    cid = await place.join(mine["table"], name="Cid", guest="c" * 43)
    async with place.client(mine, cookie=cookie) as me, place.client(cid, guest="c" * 43) as other:
        await me.until_status("playing")
        await me.say("say", id="said", text="As myself.")
        line = await heard(other, "As myself.")
        await asked(other, "report", line=line)
        await asked(other, "block", line=line)
        await other.say("say", id="said", text="As Cid.")
        line = await heard(me, "As Cid.")
        await asked(me, "report", line=line)
        await asked(me, "block", line=line)
        await asked(me, "resign")
        await other.until_over()
        await asked(other, "rematch")
    record = (await place.record(mine["table"])).text
    assert NAME in record
    brought = await http.post("/api/reviews", content=record, headers={"content-type": "text/plain"})
    assert brought.status_code == 201, brought.text
    # A seat that is free when the deal is over.
    running = await place.create("mate", [ME, {"kind": "open", "level": "random"}], name="Dot", options={"games": 2})
    async with place.client(running) as me:
        await me.until_my_turn()
    seat = await own.post(f"/api/tables/{running['table']}/seats", json={"name": "x"})
    assert seat.status_code == 201, seat.text
    # The deal of the day, an evening that is played, and one that has not begun.
    assert (await own.post("/api/daily/mate", json={"name": "x", "guest": GUEST})).status_code == 200
    for deals in (1, 2):
        body = {"game": "mate", "tables": 2, "deals": deals, "name": "x", "guest": GUEST, "level": "random"}
        evening = (await own.post("/api/evenings", json=body)).json()
        path = f"/api/evenings/{evening['evening']}"
        await http.post(f"{path}/entrants", json={"name": "Eve", "guest": "e" * 43})
        if deals == 1:
            await http.post(f"{path}/start", headers={"Authorization": f"Bearer {evening['token']}"})
    return [cid, running]


async def test_nothing_of_a_deleted_account_stays(server: Servers, tmp_path: Path) -> None:
    database = tmp_path / "amity.sqlite3"
    async with server() as place, httpx2.AsyncClient(base_url=place.address, timeout=60) as own:
        seats = await leave_traces(place, own)
        # Lines are stored a moment after they were said.
        account = account_in(database)
        while found_in(database, NAME, account) != set(WHERE):
            assert found_in(database, NAME, account) <= set(WHERE)
            await asyncio.sleep(0.05)
        data = (await own.get("/api/account/data")).json()
        while len(data["matches"]) < BEGUN:
            await asyncio.sleep(0.05)
            data = (await own.get("/api/account/data")).json()
        schema = {"$ref": "#/components/schemas/OwnData", "components": openapi()["components"]}
        jsonschema.Draft202012Validator(schema).validate(data)
        for part in {part for part in WHERE.values() if part is not None}:
            assert data[part], part
        # Evenings and second matches are one's own as well, and what was said as a guest.
        evenings = {(one["day"] is None, one["name"]) for one in data["evenings"]}
        assert evenings == {(True, NAME), (False, NAME)} and len(data["evenings"]) == 3
        assert len(data["results"]) == 2
        assert {line["text"] for line in data["said"]} == {"As a guest.", "As myself."}
        codes = [one["evening"] for one in data["evenings"] if one["day"] is None]
        answer = await own.post("/api/account/deletion", json={"password": OWNER["password"]})
        assert answer.status_code == 200, answer.text
        assert found_in(database, NAME, account) == set()
        # What others have made of it is there still.
        for code in codes:
            state = (await place.http.get(f"/api/evenings/{code}")).json()
            assert [one["name"] for one in state["entrants"]] == [None, "Eve"]
        for seat in seats:
            async with place.client(seat) as other:
                assert NAME not in "".join(other.frames)
                if other.state["status"] != "over":
                    await other.play(random.Random(2))
                    await other.until_over()
        assert found_in(database, NAME, account) == set()
    async with server() as place:
        for seat in seats:
            async with place.client(seat) as other:
                assert NAME not in "".join(other.frames)
    assert found_in(database, NAME, account) == set()
