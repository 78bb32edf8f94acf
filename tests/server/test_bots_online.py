"""Bots of people's own: a token, a mark at the seat, and the example, which plays against a real server."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, closing
from pathlib import Path
from typing import Any

import httpx2
import jsonschema
import pytest
from table_clients import ME, PATIENCE, PERSON, Place, bot

from amity.server.schema import openapi
from amity.server.sessions import ROTATION_MS, find, is_bot

Servers = Callable[..., AbstractAsyncContextManager[Place]]

pytestmark = pytest.mark.anyio

EXAMPLE = Path(__file__).parents[2] / "examples" / "socket_bot.py"


def fits(name: str, value: Any) -> None:
    schema = {"$ref": f"#/components/schemas/{name}", "components": openapi()["components"]}
    jsonschema.Draft202012Validator(schema).validate(value)


def database_bytes(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.glob("amity.sqlite3*"))


def problem(answer: httpx2.Response) -> tuple[int, str]:
    fits("Problem", answer.json())
    return answer.status_code, answer.json()["code"]


async def registered(place: Place, name: str = "Deep Ann") -> dict[str, str]:
    """A new bot's header."""
    answer = await place.http.post("/api/bots", json={"name": name})
    assert answer.status_code == 201, answer.text
    fits("BotMade", answer.json())
    return {"authorization": f"Bearer {answer.json()['token']}"}


def programs(state: dict[str, Any]) -> list[bool]:
    return [seat["program"] for seat in state["seats"]]


async def test_a_bot_sits_under_its_name_and_everybody_sees_what_it_is(server: Servers) -> None:
    async with server() as place:
        header = await registered(place)
        table = await place.create("mate", [ME, PERSON])
        joined = await place.http.post(f"/api/tables/{table['table']}/seats", json={"name": "Ben"}, headers=header)
        assert joined.status_code == 201
        async with place.client(table) as ann:
            assert programs(ann.state) == [False, True]
            assert [seat["name"] for seat in ann.state["seats"]] == ["Ann", "Deep Ann"]
            assert [seat["kind"] for seat in ann.state["seats"]] == ["person", "person"]
            await ann.until_status("playing")
        held = {"seats": [{"table": table["table"], "token": table["token"]}]}
        answer = (await place.http.post("/api/matches", json=held)).json()
        fits("PlayedMatches", answer)
        (match,) = answer["matches"]
        assert programs(match) == [False, True]


async def test_a_bot_makes_tables_and_plays_at_public_ones(server: Servers) -> None:
    async with server() as place:
        header = await registered(place)
        body = {"game": "mate", "name": "x", "seats": [ME, PERSON], "public": True}
        made = await place.http.post("/api/tables", json=body, headers=header)
        assert made.status_code == 201
        assert programs((await place.http.get(f"/api/tables/{made.json()['table']}")).json()) == [True, False]
        wish = {"game": "pinochle", "name": "x", "guest": "g" * 32}
        sat = await place.http.post("/api/play", json=wish, headers=header)
        assert sat.status_code == 201
        state = (await place.http.get(f"/api/tables/{sat.json()['table']}")).json()
        assert state["seats"][sat.json()["seat"]]["name"] == "Deep Ann"
        assert state["seats"][sat.json()["seat"]]["program"]


async def test_house_bots_and_people_are_no_programs(server: Servers) -> None:
    async with server() as place:
        await place.http.post("/api/account", json={"name": "Ann", "password": "four cards about friends"})
        table = await place.create("mate", [ME, bot()])
        assert programs((await place.http.get(f"/api/tables/{table['table']}")).json()) == [False, False]


async def test_the_mark_survives_a_restart(server: Servers) -> None:
    async with server() as place:
        header = await registered(place)
        table = await place.create("mate", [ME, PERSON])
        await place.http.post(f"/api/tables/{table['table']}/seats", json={"name": "x"}, headers=header)
    async with server() as place:
        assert programs((await place.http.get(f"/api/tables/{table['table']}")).json()) == [False, True]
        again = await place.create("mate", [ME, PERSON])
        sat = await place.http.post(f"/api/tables/{again['table']}/seats", json={"name": "x"}, headers=header)
        assert sat.status_code == 201


async def test_names_are_unique_and_nobody_logs_in_as_a_bot(server: Servers) -> None:
    async with server() as place:
        await registered(place)
        assert problem(await place.http.post("/api/bots", json={"name": "deep ann"})) == (409, "name_taken")
        credentials = {"name": "Deep Ann", "password": "none"}
        assert problem(await place.http.post("/api/session", json=credentials)) == (403, "wrong_password")
        assert problem(await place.http.post("/api/account", json={**credentials, "password": "x" * 12})) == (
            409,
            "name_taken",
        )


async def test_other_tokens_are_no_bots(server: Servers) -> None:
    async with server(tokens_burst=3) as place:
        table = await place.create("mate", [ME, PERSON])
        made = await place.http.post("/api/account", json={"name": "Ann", "password": "four cards about friends"})
        persons = made.cookies["amity_session"]
        place.http.cookies.clear()
        seats = f"/api/tables/{table['table']}/seats"
        for token in (persons, table["token"], "x" * 43):
            header = {"authorization": f"Bearer {token}"}
            assert problem(await place.http.post(seats, json={"name": "x"}, headers=header)) == (401, "unknown_bot")
        answer = await place.http.post(seats, json={"name": "x"}, headers={"authorization": f"Bearer {'y' * 43}"})
        assert problem(answer) == (429, "too_many_requests")


async def test_rated_tables_are_for_people(server: Servers) -> None:
    async with server() as place:
        header = await registered(place)
        body = {"game": "mate", "name": "x", "seats": [ME, PERSON], "rated": True, "move_seconds": 60}
        answer = await place.http.post("/api/tables", json=body, headers=header)
        assert problem(answer) == (403, "people_only")
        table = await place.create("mate", [ME, PERSON], rated=True, move_seconds=60, guest="g" * 32)
        joined = await place.http.post(f"/api/tables/{table['table']}/seats", json={"name": "x"}, headers=header)
        assert problem(joined) == (403, "people_only")


async def test_whoever_is_sent_away_stays_away_whatever_it_calls_itself(server: Servers) -> None:
    async with server() as place:
        header = await registered(place)
        table = await place.create("pinochle", [ME, PERSON, PERSON, PERSON])
        seats = f"/api/tables/{table['table']}/seats"
        assert (await place.http.post(seats, json={"name": "x"}, headers=header)).status_code == 201
        async with place.client(table) as ann:
            kick = ann.new_id()
            await ann.say("kick", id=kick, seat=1)
            assert (await ann.answer_to(kick))["type"] == "acknowledged"
        again = await place.http.post(seats, json={"name": "y", "guest": "h" * 32}, headers=header)
        assert problem(again) == (403, "kicked")


async def test_a_deleted_bot_leaves_no_name_and_no_token(server: Servers) -> None:
    async with server() as place:
        header = await registered(place)
        table = await place.create("mate", [ME, PERSON])
        seats = f"/api/tables/{table['table']}/seats"
        await place.http.post(seats, json={"name": "x"}, headers=header)
        async with place.client(table) as ann:
            assert (await place.http.delete("/api/bots", headers=header)).json() == {"account": None}
            await ann.until_so(lambda: ann.state["seats"][1]["name"] is None)
        assert problem(await place.http.delete("/api/bots", headers=header)) == (401, "unknown_bot")
        assert problem(await place.http.delete("/api/bots")) == (401, "unknown_bot")


async def test_making_bots_has_the_limit_of_accounts(server: Servers) -> None:
    async with server(tables_burst=2) as place:
        await registered(place, "One")
        await registered(place, "Two")
        assert problem(await place.http.post("/api/bots", json={"name": "Three"})) == (429, "too_many_requests")


async def test_the_token_is_not_in_the_database(server: Servers, tmp_path: Path) -> None:
    async with server() as place:
        token = (await registered(place))["authorization"].removeprefix("Bearer ")
        found = await place.tables.services.store.read(lambda connection: find(connection, token))
        assert found is not None and is_bot(found.account) and found.name == "Deep Ann"
    stored = database_bytes(tmp_path)
    assert b"Deep Ann" in stored and token.encode() not in stored


async def test_a_bots_token_stays_the_same(server: Servers, tmp_path: Path) -> None:
    async with server() as place:
        header = await registered(place)
    with closing(sqlite3.connect(tmp_path / "amity.sqlite3")) as database, database:
        database.execute("UPDATE sessions SET created_ms = created_ms - ?", (30 * ROTATION_MS,))
    async with server() as place:
        token = header["authorization"].removeprefix("Bearer ")
        answer = await place.http.get("/api/account", headers={"cookie": f"amity_session={token}"})
        assert "set-cookie" not in answer.headers
        table = await place.create("mate", [ME, PERSON])
        seats = f"/api/tables/{table['table']}/seats"
        assert (await place.http.post(seats, json={"name": "x"}, headers=header)).status_code == 201


async def play_example(place: Place, table: str, name: str) -> str:
    """What the example prints when it has played at a table."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-W",
        "error",
        str(EXAMPLE),
        place.address,
        table,
        name,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(PATIENCE):
        printed, errors = await process.communicate()
    assert process.returncode == 0, errors.decode()
    return printed.decode()


async def test_two_examples_play_mate_with_each_other(server: Servers) -> None:
    async with server() as place:
        table = await place.create("mate", [PERSON, PERSON])
        async with place.client(table) as watching:
            first, second = await asyncio.gather(
                *(play_example(place, table["table"], name) for name in ("One", "Two"))
            )
            await watching.until_over()
            assert first == second == f"{watching.view['result']}\n"
            assert programs(watching.state) == [True, True]


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [("pinochle", 4, {"target": 100}), ("tarot", 5, {"deals": 1}), ("friends", 6, {"start_level": 14})],
)
async def test_the_example_plays_every_game(server: Servers, game: str, seats: int, options: dict[str, Any]) -> None:
    async with server() as place:
        table = await place.create(game, [PERSON, *[bot()] * (seats - 1)], options=options)
        assert "'reason': 'played'" in await play_example(place, table["table"], "One")
