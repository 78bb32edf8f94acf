"""Accounts: names and passwords, who is logged in, the own matches, and deleting all of it."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, closing
from pathlib import Path
from typing import Any

import httpx2
import jsonschema
import pytest
from table_clients import ME, PERSON, Place, bot

from amity.record import parse
from amity.server import sessions
from amity.server.schema import openapi

Servers = Callable[..., AbstractAsyncContextManager[Place]]

pytestmark = pytest.mark.anyio

ANN = {"name": "Ann", "password": "four cards about friends"}
TOKEN = "amity_session"


def fits(name: str, value: Any) -> None:
    schema = {"$ref": f"#/components/schemas/{name}", "components": openapi()["components"]}
    jsonschema.Draft202012Validator(schema).validate(value)


def database_bytes(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.glob("amity.sqlite3*"))


def browser(place: Place, cookie: str | None = None) -> httpx2.AsyncClient:
    """Another browser, perhaps with somebody else's cookie."""
    cookies = {} if cookie is None else {TOKEN: cookie}
    return httpx2.AsyncClient(base_url=place.address, timeout=60, cookies=cookies)


def refused(answer: httpx2.Response) -> tuple[int, str]:
    fits("Problem", answer.json())
    return answer.status_code, answer.json()["code"]


async def test_register_log_out_and_in_again(server: Servers, tmp_path: Path) -> None:
    async with server() as place:
        http = place.http
        assert (await http.get("/api/account")).json() == {"account": None}
        made = await http.post("/api/account", json=ANN)
        assert made.status_code == 201
        cookie = made.headers["set-cookie"]
        assert "HttpOnly" in cookie and "SameSite=strict" in cookie and "Secure" not in cookie
        fits("AccountState", made.json())
        assert (await http.get("/api/account")).json() == made.json()
        first = http.cookies[TOKEN]
        assert (await http.delete("/api/session")).json() == {"account": None}
        assert (await http.get("/api/account")).json() == {"account": None}
        async with browser(place, first) as thief:
            assert (await thief.get("/api/account")).json() == {"account": None}
        assert refused(await http.post("/api/session", json={**ANN, "password": "wrong"})) == (
            403,
            "wrong_password",
        )
        assert refused(await http.post("/api/session", json={**ANN, "name": "Bob"})) == (403, "wrong_password")
        again = await http.post("/api/session", json={**ANN, "name": " ann "})
        assert again.json() == made.json()
        assert http.cookies[TOKEN] != first
        token = http.cookies[TOKEN]
    # Neither the password nor the token can be read from what is stored.
    stored = database_bytes(tmp_path)
    assert ANN["password"].encode() not in stored and token.encode() not in stored
    assert b"$argon2id$" in stored


async def test_behind_tls_the_cookie_goes_nowhere_else(server: Servers) -> None:
    async with server() as place:
        made = await place.http.post("/api/account", json=ANN, headers={"X-Forwarded-Proto": "https"})
        assert "Secure" in made.headers["set-cookie"]


async def test_names_are_ones_own_and_passwords_have_some_length(server: Servers) -> None:
    async with server() as place:
        await place.http.post("/api/account", json=ANN)
        for name in ("Ann", "aNN", "Ａｎｎ", "An\u200bn"):
            answer = await place.http.post("/api/account", json={**ANN, "name": name})
            assert refused(answer) == (409, "name_taken")
        for password in ("short", "x" * 129):
            answer = await place.http.post("/api/account", json={"name": "Bob", "password": password})
            assert refused(answer) == (400, "bad_password")
        for name in ("\u200b", "\ufdfa" * 24):
            answer = await place.http.post("/api/account", json={**ANN, "name": name})
            assert refused(answer) == (400, "bad_name")
        assert (await place.http.post("/api/account", json={**ANN, "name": "Anna"})).status_code == 201


async def test_guesses_are_throttled(server: Servers) -> None:
    async with server(tokens_burst=2, tokens_per_minute=1) as place:
        await place.http.post("/api/account", json=ANN)
        guess = {**ANN, "password": "guess"}
        for code in ("wrong_password", "wrong_password", "too_many_requests"):
            assert (await place.http.post("/api/session", json=guess)).json()["code"] == code
        # The right one counts for nothing now either: it would tell.
        assert (await place.http.post("/api/session", json=ANN)).status_code == 429
        far = {"X-Forwarded-For": "203.0.113.7"}
        assert (await place.http.post("/api/session", json=ANN, headers=far)).status_code == 200
        # From many addresses, all after the same account.
        for number in range(8):
            far = {"X-Forwarded-For": f"203.0.113.{10 + number}"}
            assert (await place.http.post("/api/session", json=guess, headers=far)).status_code == 403
        far = {"X-Forwarded-For": "203.0.113.99"}
        assert (await place.http.post("/api/session", json=guess, headers=far)).status_code == 429


async def test_foreign_pages_do_nothing(server: Servers) -> None:
    async with server() as place:
        http, far = place.http, {"origin": "https://evil.example"}
        await http.post("/api/account", json=ANN)
        for answer in (
            await http.post("/api/account", json=ANN, headers=far),
            await http.post("/api/session", json=ANN, headers=far),
            await http.delete("/api/session", headers=far),
            await http.put("/api/account/password", json={"old": ANN["password"], "new": "x" * 9}, headers=far),
            await http.post("/api/account/deletion", json={"password": ANN["password"]}, headers=far),
            await http.post("/api/matches", json={"seats": []}, headers=far),
        ):
            assert refused(answer) == (403, "foreign_origin")
        assert (await http.get("/api/account")).json()["account"]["name"] == "Ann"


async def test_another_password_logs_out_everywhere_else(server: Servers) -> None:
    async with server() as place:
        await place.http.post("/api/account", json=ANN)
        new = {**ANN, "password": "another one"}
        async with browser(place) as other:
            change = {"old": ANN["password"], "new": new["password"]}
            assert refused(await other.put("/api/account/password", json=change)) == (401, "not_logged_in")
            await other.post("/api/session", json=ANN)
            wrong = {"old": "wrong", "new": new["password"]}
            assert refused(await other.put("/api/account/password", json=wrong)) == (403, "wrong_password")
            assert (await other.put("/api/account/password", json=change)).status_code == 200
            assert (await other.get("/api/account")).json()["account"] is not None
        assert (await place.http.get("/api/account")).json() == {"account": None}
        assert (await place.http.post("/api/session", json=ANN)).status_code == 403
        assert (await place.http.post("/api/session", json=new)).status_code == 200


async def test_a_token_is_changed_once_a_day(server: Servers, tmp_path: Path) -> None:
    async with server() as place:
        await place.http.post("/api/account", json=ANN)
        first = place.http.cookies[TOKEN]
        await place.http.get("/api/account")
        assert place.http.cookies[TOKEN] == first
        with closing(sqlite3.connect(tmp_path / "amity.sqlite3")) as database, database:
            database.execute("UPDATE sessions SET created_ms = created_ms - ?", (sessions.ROTATION_MS + 1,))
        await place.http.get("/api/account")
        assert place.http.cookies[TOKEN] != first
        # What was under way with the old one still works, and changes nothing a second time.
        async with browser(place, first) as late:
            answer = await late.get("/api/account")
            assert answer.json()["account"]["name"] == "Ann"
            assert "set-cookie" not in answer.headers
        with closing(sqlite3.connect(tmp_path / "amity.sqlite3")) as database, database:
            database.execute("UPDATE sessions SET ends_ms = 0")
        assert (await place.http.get("/api/account")).json() == {"account": None}


async def played(place: Place, seat: dict[str, Any]) -> None:
    async with place.client(seat) as one:
        await one.play(random.Random(5))


async def test_own_matches_are_listed(server: Servers) -> None:
    async with server() as place:
        http = place.http
        assert refused(await http.get("/api/account/matches")) == (401, "not_logged_in")
        await http.post("/api/account", json=ANN)
        # The name is that of the account, whatever the form said.
        done = await place.create("mate", [ME, bot("novice")], name="Somebody", options={"games": 2})
        await played(place, done)
        await place.create("pinochle", [ME, PERSON, bot(), bot()])
        running = await place.create("mate", [ME, bot()])
        async with place.client(running) as one:
            await one.until_my_turn()
        answer = (await http.get("/api/account/matches")).json()
        fits("PlayedMatches", answer)
        last, first = answer["matches"]
        assert (last["table"], last["over"], last["totals"]) == (running["table"], False, None)
        assert (first["table"], first["seat"], first["over"]) == (done["table"], 0, True)
        assert [seat["name"] or seat["level"] for seat in first["seats"]] == ["Ann", "novice"]
        result = parse((await place.record(done["table"])).text).events[-1]
        assert first["totals"] == list(result.totals)  # type: ignore[attr-defined]
        assert sorted(first["places"]) in ([1, 1], [1, 2])
        assert not answer["more"]
        older = (await http.get("/api/account/matches", params={"before": last["created_ms"]})).json()
        assert [match["table"] for match in older["matches"]] == [first["table"]]
        for before in ("-1", "x", "9" * 30):
            assert (await http.get("/api/account/matches", params={"before": before})).status_code == 400


async def test_what_a_guest_has_played_is_shown_and_taken_into_the_account(server: Servers) -> None:
    async with server() as place:
        guest = await place.create("mate", [ME, bot()], name="Guest", options={"games": 2})
        await played(place, guest)
        held = {"seats": [{"table": guest["table"], "token": guest["token"]}]}
        wrong = {"seats": [{"table": guest["table"], "token": "x" * 43}, {"table": "NOSUCH", "token": "y" * 43}]}
        shown = (await place.http.post("/api/matches", json=held)).json()
        fits("PlayedMatches", shown)
        assert [match["table"] for match in shown["matches"]] == [guest["table"]]
        assert (await place.http.post("/api/matches", json=wrong)).json() == {"matches": [], "more": False}
        assert (await place.http.post("/api/account/matches", json=held)).status_code == 401
        await place.http.post("/api/account", json=ANN)
        assert (await place.http.post("/api/account/matches", json=wrong)).json()["matches"] == []
        assert (await place.http.post("/api/account/matches", json=held)).json() == shown
        assert (await place.http.post("/api/account/matches", json=held)).json() == shown
        async with browser(place) as other:
            await other.post("/api/account", json={**ANN, "name": "Bob"})
            assert (await other.post("/api/account/matches", json=held)).json()["matches"] == []


async def test_all_own_data_can_be_had_and_deleted(server: Servers, tmp_path: Path) -> None:
    async with server() as place:
        http = place.http
        await http.post("/api/account", json=ANN)
        ann = await place.create("mate", [ME, PERSON], options={"games": 2})
        async with browser(place) as other:
            ben = (await other.post(f"/api/tables/{ann['table']}/seats", json={"name": "Ben"})).json()
        answer = await http.get("/api/account/data")
        assert "attachment" in answer.headers["content-disposition"]
        fits("OwnData", answer.json())
        assert len(answer.json()["sessions"]) == 1
        async with place.client(ann) as one, place.client(ben) as two:
            await one.until_so(lambda: one.view is not None)
            assert [match["table"] for match in (await http.get("/api/account/data")).json()["matches"]] == [
                ann["table"]
            ]
            wrong = await http.post("/api/account/deletion", json={"password": "wrong"})
            assert refused(wrong) == (403, "wrong_password")
            done = await http.post("/api/account/deletion", json={"password": ANN["password"]})
            assert done.json() == {"account": None}
            # Whoever plays there sees it at once, and the match goes on.
            await two.until_so(lambda: two.state["seats"][0]["name"] is None)
            assert two.state["seats"][1]["name"] == "Ben"
            await two.until_so(lambda: two.view is not None)
            assert two.view is not None
            mover = (one, two)[two.view["to_act"]]
            answer = await mover.act(mover.legal_actions()[0])
            assert answer["type"] == "acknowledged"
        assert refused(await http.post("/api/session", json=ANN)) == (403, "wrong_password")
        assert (await http.get("/api/account")).json() == {"account": None}
        assert parse((await place.record(ann["table"])).text).names == ("?", "Ben")
    with closing(sqlite3.connect(tmp_path / "amity.sqlite3")) as database:
        for table in ("accounts", "sessions", "players"):
            assert database.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)
        for table in ("tables", "copies"):
            bodies = [bytes(body) for (body,) in database.execute(f"SELECT body FROM {table}")]
            assert bodies and not any(b"Ann" in body for body in bodies)
