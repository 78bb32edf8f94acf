"""A server for members only: who is let in and how, who may invite, and the club's table of results."""

from __future__ import annotations

import asyncio
import io
import json
import sqlite3
import sys
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, closing
from pathlib import Path
from typing import Any

import httpx2
import jsonschema
import pytest
from table_clients import ME, PERSON, Message, Place, bot
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from amity.cli import main
from amity.server.members import LIFETIME_MS
from amity.server.schema import openapi

pytestmark = pytest.mark.anyio

Servers = Callable[..., AbstractAsyncContextManager[Place]]

PASSWORD = "all together now"
MEMBER = "amity_member"
DAY = 86_400_000


class Clock:
    """A clock that stands still until it is told."""

    def __init__(self) -> None:
        self.ms = 1_796_000_000_000

    def __call__(self) -> int:
        return self.ms


def fits(name: str, value: Any) -> Any:
    schema = {"$ref": f"#/components/schemas/{name}", "components": openapi()["components"]}
    jsonschema.Draft202012Validator(schema).validate(value)
    return value


def database_bytes(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.glob("amity.sqlite3*"))


def browser(place: Place) -> httpx2.AsyncClient:
    return httpx2.AsyncClient(base_url=place.address, timeout=60)


async def command(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *words: str, typed: str = "") -> int:
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    return await asyncio.to_thread(main, ["admin", *words, "--database", str(tmp_path / "amity.sqlite3")])


async def enter(http: httpx2.AsyncClient, **how: str) -> tuple[int, str | None]:
    answer = await http.post("/api/entry", json=how)
    return answer.status_code, answer.json().get("code")


async def state(http: httpx2.AsyncClient) -> Message:
    found: Message = fits("EntryState", (await http.get("/api/entry")).json())
    return found


async def test_everybody_may_play_where_the_server_is_open(server: Servers) -> None:
    async with server() as place:
        assert await state(place.http) == {
            "members_only": False,
            "member": True,
            "password": False,
            "may_invite": False,
        }
        await place.create("mate", [ME, bot()])
        assert await enter(place.http, password=PASSWORD) == (403, "wrong_club_password")
        answer = await place.http.post("/api/invitations", json={})
        assert (answer.status_code, answer.json()["code"]) == (403, "invitations_closed")


async def test_nothing_but_the_page_is_given_to_others(server: Servers) -> None:
    async with server(entry="members") as place:
        assert not (await state(place.http))["member"]
        body = {"game": "mate", "seats": [ME, bot()], "name": "Ann"}
        for answer in (
            await place.http.get("/api/games"),
            await place.http.get("/api/lobby"),
            await place.http.get("/api/ratings/mate"),
            await place.http.post("/api/tables", json=body),
            await place.http.get("/api/tables/ABCDEF"),
            await place.http.post("/api/account", json={"name": "Ann", "password": PASSWORD}),
            await place.http.post("/api/invitations", json={}),
        ):
            assert (answer.status_code, answer.json()["code"]) == (401, "members_only")
            assert answer.headers["cache-control"] == "no-store"
        with pytest.raises(InvalidStatus) as refused:
            await connect(place.socket_address, proxy=None)
        assert refused.value.response.status_code == 403
        assert (await place.http.get("/")).status_code == 200
        assert (await place.http.get("/healthz")).status_code == 200
        # Whatever opens nothing: no password is set, and there is no invitation.
        assert await enter(place.http, password="") == (403, "wrong_club_password")
        assert await enter(place.http, invitation="x" * 43) == (403, "bad_invitation")
        assert (await enter(place.http))[0] == 400
        assert (await enter(place.http, password="x", invitation="x" * 43))[0] == 400


async def test_the_password_opens_and_is_stored_as_a_hash(
    server: Servers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with server(entry="members") as place:
        assert await command(monkeypatch, tmp_path, "password", typed="short\n") == 2
        assert await command(monkeypatch, tmp_path, "password", typed=f"{PASSWORD}\n") == 0
        assert (await state(place.http))["password"]
        assert await enter(place.http, password="guess") == (403, "wrong_club_password")
        answer = await place.http.post("/api/entry", json={"password": PASSWORD})
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie and "SameSite=strict" in cookie
        assert fits("EntryState", answer.json())["member"]
        made = await place.create("mate", [ME, bot()])
        token = place.http.cookies[MEMBER]
        # A connection brings the cookie as well.
        headers = {"cookie": f"{MEMBER}={token}"}
        async with connect(place.socket_address, proxy=None, additional_headers=headers) as socket:
            hello = {"type": "hello", "protocol": 1, "table": made["table"], "token": made["token"]}
            await socket.send(json.dumps(hello))
            assert json.loads(await socket.recv())["type"] == "welcome"
        # Who is in stays in when the password is another one, unless everybody has to come in anew.
        assert await command(monkeypatch, tmp_path, "password", typed="another one\n") == 0
        assert (await state(place.http))["member"]
        assert await command(monkeypatch, tmp_path, "password", "--anew", typed="\n") == 0
        assert await state(place.http) | {"may_invite": False} == {
            "members_only": True,
            "member": False,
            "password": False,
            "may_invite": False,
        }
    stored = database_bytes(tmp_path)
    assert PASSWORD.encode() not in stored and token.encode() not in stored


async def test_an_invitation_of_the_admin_lets_so_many_in_for_so_long(
    server: Servers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async with server(entry="members") as place:
        assert await command(monkeypatch, tmp_path, "invite", "--uses", "2", "--json") == 0
        invitation = json.loads(capsys.readouterr().out.splitlines()[-1])["token"]
        for expected in ((200, None), (200, None), (403, "bad_invitation")):
            async with browser(place) as http:
                assert await enter(http, invitation=invitation) == expected
                assert (await state(http))["member"] == (expected[0] == 200)
        assert await command(monkeypatch, tmp_path, "invite", "--days", "1") == 0
        link = capsys.readouterr().out.splitlines()[-1]
        assert "/enter#" in link
        late = link.partition("/enter#")[2].split()[0]
        with closing(sqlite3.connect(tmp_path / "amity.sqlite3")) as database, database:
            assert database.execute("SELECT count(*) FROM invitations").fetchone() == (2,)
            database.execute("UPDATE invitations SET ends_ms = ends_ms - ?", (DAY,))
        assert await enter(place.http, invitation=late) == (403, "bad_invitation")


async def test_members_invite_where_they_may(server: Servers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with server(entry="members", members_invite=True) as place:
        assert (await place.http.post("/api/invitations", json={})).status_code == 401
        await command(monkeypatch, tmp_path, "password", typed=PASSWORD)
        await enter(place.http, password=PASSWORD)
        assert (await state(place.http))["may_invite"]
        answer = await place.http.post("/api/invitations", json={"days": 3, "uses": 1})
        made = fits("Invitation", answer.json())
        assert answer.status_code == 201
        async with browser(place) as friend:
            assert await enter(friend, invitation=made["token"]) == (200, None)
    async with server(entry="members") as place:
        place.http.cookies[MEMBER] = "x" * 43
        assert not (await state(place.http))["member"]
        await enter(place.http, password=PASSWORD)
        answer = await place.http.post("/api/invitations", json={})
        assert (answer.status_code, answer.json()["code"]) == (403, "invitations_closed")


async def test_guesses_are_throttled(server: Servers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with server(entry="members", tokens_burst=2, tokens_per_minute=1) as place:
        await command(monkeypatch, tmp_path, "password", typed=PASSWORD)
        for expected in ("wrong_club_password", "wrong_club_password", "too_many_requests"):
            assert (await enter(place.http, password="guess"))[1] == expected
        assert (await enter(place.http, password=PASSWORD))[0] == 429
        # From many addresses together no more than five times as many.
        codes = []
        for number in range(10):
            far = {"X-Forwarded-For": f"203.0.113.{number}"}
            answer = await place.http.post("/api/entry", json={"password": "guess"}, headers=far)
            codes.append(answer.status_code)
        assert codes == [403] * 8 + [429] * 2
        # An invitation still opens.
        far = {"X-Forwarded-For": "203.0.113.99"}
        answer = await place.http.post("/api/entry", json={"invitation": "x" * 43}, headers=far)
        assert answer.json()["code"] == "bad_invitation"


async def test_an_account_is_a_member_on_every_device(
    server: Servers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = {"name": "Ann", "password": "four cards about friends"}
    async with server(entry="members") as place:
        await command(monkeypatch, tmp_path, "password", typed=PASSWORD)
        await enter(place.http, password=PASSWORD)
        assert (await place.http.post("/api/account", json=ann)).status_code == 201
        async with browser(place) as phone:
            assert (await phone.get("/api/games")).status_code == 401
            assert (await phone.post("/api/session", json=ann)).status_code == 200
            assert (await phone.get("/api/games")).status_code == 200
            assert (await state(phone))["member"]


async def test_a_browser_that_comes_back_stays_a_member(
    server: Servers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    async with server(entry="members", now_ms=clock) as place:
        await command(monkeypatch, tmp_path, "password", typed=PASSWORD)
        await enter(place.http, password=PASSWORD)
        assert "set-cookie" not in (await place.http.get("/api/entry")).headers
        clock.ms += LIFETIME_MS // 2 + 1
        assert MEMBER in (await place.http.get("/api/entry")).headers["set-cookie"]
        clock.ms += LIFETIME_MS - 1
        assert (await state(place.http))["member"]
        clock.ms += LIFETIME_MS
        assert not (await state(place.http))["member"]


async def test_foreign_pages_do_nothing(server: Servers) -> None:
    far = {"origin": "https://evil.example"}
    async with server(entry="members") as place:
        answer = await place.http.post("/api/entry", json={"password": "x"}, headers=far)
        assert answer.json()["code"] == "foreign_origin"


async def match_of(place: Place, winner: str, loser: str) -> None:
    """Two guests play Mate until one gives up."""
    one = await place.create("mate", [ME, PERSON], name=winner.title(), guest=winner * 8)
    two = await place.join(one["table"], name=loser.title(), guest=loser * 8)
    async with place.client(one) as ann, place.client(two) as ben:
        await ben.until_status("playing")
        await ben.say("resign", id="enough")
        await ann.until_over()


async def table_of(place: Place, **period: int) -> list[tuple[str, int, int]]:
    answer = await place.http.get("/api/club/mate", params=period)
    found = fits("ClubTable", answer.json())
    return [(row["name"], row["matches"], row["wins"]) for row in found["rows"]]


async def test_the_table_counts_matches_of_people_in_a_period(server: Servers) -> None:
    clock = Clock()
    start = clock.ms
    async with server(now_ms=clock) as place:
        assert await table_of(place) == []
        await match_of(place, "anna", "bert")
        clock.ms += DAY
        await match_of(place, "anna", "carl")
        await match_of(place, "bert", "anna")
        # Alone against bots is no match of the club's, and who cannot be told apart has no row.
        alone = await place.create("mate", [ME, bot()], guest="anna" * 8)
        async with place.client(alone) as one:
            await one.until_my_turn()
            await one.say("resign", id="enough")
            await one.until_over()
        nobody = await place.create("mate", [ME, PERSON])
        other = await place.join(nobody["table"])
        async with place.client(nobody) as one, place.client(other):
            await one.until_status("playing")
            await one.say("resign", id="enough")
            await one.until_over()
        assert await table_of(place) == [("Anna", 3, 2), ("Bert", 2, 1), ("Carl", 1, 0)]
        assert await table_of(place, since=start, until=start + DAY) == [("Anna", 1, 1), ("Bert", 1, 0)]
        # As many wins and points: who needed fewer matches comes first.
        assert await table_of(place, since=start + DAY) == [("Bert", 1, 1), ("Anna", 2, 1), ("Carl", 1, 0)]
        assert await table_of(place, since=start + DAY + 1) == []
        assert (await place.http.get("/api/club/whist")).status_code == 404
        assert (await place.http.get("/api/club/mate", params={"since": "x"})).status_code == 400


async def test_a_member_s_bot_comes_in_by_its_token_and_stands_in_no_table(
    server: Servers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with server(entry="members") as place:
        await command(monkeypatch, tmp_path, "password", typed=PASSWORD)
        assert (await place.http.post("/api/bots", json={"name": "Robot"})).status_code == 401
        await enter(place.http, password=PASSWORD)
        token = (await place.http.post("/api/bots", json={"name": "Robot"})).json()["token"]
        ann = await place.create("mate", [ME, PERSON], guest="anna" * 8)
        headers = {"Authorization": f"Bearer {token}"}
        async with browser(place) as machine:
            answer = await machine.post(f"/api/tables/{ann['table']}/seats", json={"name": "Robot"}, headers=headers)
            assert answer.status_code == 201
            robot = answer.json()
            answer = await machine.get("/api/games", headers={"Authorization": f"Bearer {'x' * 43}"})
            assert answer.status_code == 401
        async with connect(place.socket_address, proxy=None, additional_headers=headers) as socket:
            hello = {"type": "hello", "protocol": 1, "table": robot["table"], "token": robot["token"]}
            await socket.send(json.dumps(hello))
            assert json.loads(await socket.recv())["type"] == "welcome"
            ours = {"cookie": f"{MEMBER}={place.http.cookies[MEMBER]}"}
            async with connect(place.socket_address, proxy=None, additional_headers=ours) as own:
                await own.send(json.dumps({**hello, "token": ann["token"]}))
                while (message := json.loads(await own.recv())).get("view") is None:
                    pass
                await own.send(json.dumps({"type": "resign", "id": "enough"}))
                while message["type"] != "table" or message["table"]["status"] != "over":
                    message = json.loads(await own.recv())
        assert await table_of(place) == []
