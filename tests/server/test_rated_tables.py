"""Rated tables over HTTP and sockets: who may sit down, what the match brings, and what comes of leaving."""

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
from table_clients import ME, PERSON, Client, Message, Place, bot

from amity.server.ratings import SURE
from amity.server.schema import openapi

pytestmark = pytest.mark.anyio

Servers = Callable[..., AbstractAsyncContextManager[Place]]

ANN, BEN, CID = "a" * 43, "b" * 43, "c" * 43
PASSWORD = "four cards about friends"
MINUTE = 60_000


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


async def open_rated(place: Place, guest: str = ANN, seats: list[Message] | None = None, **more: Any) -> Message:
    options = {"game": "mate", "move_seconds": 60, "options": {"games": 2}, **more}
    game = options.pop("game")
    return await place.create(game, seats or [ME, PERSON], guest=guest, rated=True, **options)


async def refusal(place: Place, code: str | None = None, **body: Any) -> str:
    """What the server says to a table (or a seat at a table) that it does not give."""
    if code is None:
        body = {"game": "mate", "seats": [ME, PERSON], "name": "Ann", "rated": True, "move_seconds": 60, **body}
        answer = await place.http.post("/api/tables", json=body)
    else:
        answer = await place.http.post(f"/api/tables/{code}/seats", json={"name": "Ben", **body})
    assert answer.status_code in (400, 403, 409), answer.text
    found: str = fits("Problem", answer.json())["code"]
    return found


async def own(place: Place, guest: str | None = None) -> Message:
    answer = await place.http.post("/api/ratings", json={} if guest is None else {"guest": guest})
    found: Message = fits("OwnRatings", answer.json())
    return found


async def ask(client: Client, kind: str, **fields: Any) -> Message:
    action = client.new_id()
    await client.say(kind, id=action, **fields)
    return await client.answer_to(action)


async def give_up(place: Place, winner: Message, loser: Message) -> Message:
    """The match as it is when the loser has given it up; the state of the table."""
    async with place.client(winner) as one, place.client(loser) as two:
        await two.until_status("playing")
        assert (await ask(two, "resign"))["type"] == "acknowledged"
        await one.until_over()
        return one.state


async def leave(place: Place, stays: Message, leaves: Message) -> Message:
    """The match as it is when one has left and the other has given it up nevertheless."""
    async with place.client(stays) as one, place.client(leaves) as two:
        await two.until_status("playing")
        assert (await ask(two, "leave"))["type"] == "acknowledged"
        assert (await ask(one, "resign"))["type"] == "acknowledged"
        await one.until_over()
        return one.state


async def test_a_match_is_rated_once_and_for_all(server: Servers, tmp_path: Path) -> None:
    async with server() as place:
        ann = await open_rated(place)
        ben = await place.join(ann["table"], guest=BEN)
        state = await give_up(place, ann, ben)
        assert state["rated"] and not state["hints"]
        assert [seat["rating"] for seat in state["seats"]] == [1500, 1500]
        up, down = (seat["rating_after"] for seat in state["seats"])
        assert up > 1500 > down and up - 1500 == 1500 - down
        found = await own(place, ANN)
        assert found == {
            "ratings": [{"game": "mate", "rating": up, "provisional": True, "matches": 1}],
            "left": 0,
            "last": 1,
            "pause_ms": 0,
        }
    # After a restart the table still says what it brought, and nothing is counted again.
    async with server() as place:
        async with place.client(ann) as one:
            assert [seat["rating_after"] for seat in one.state["seats"]] == [up, down]
            await one.say("rematch", id="again")
            await one.answer_to("again")
            await one.until_so(lambda: one.state["rematch"] is not None)
            again = (await place.http.get(f"/api/tables/{one.state['rematch']}")).json()
            assert again["rated"]
            assert [seat["rating"] for seat in again["seats"]] == [up, down]
        listed = fits("RatingList", (await place.http.get("/api/ratings/mate")).json())
        assert [(each["name"], each["rating"], each["guest"], each["place"]) for each in listed["players"]] == [
            ("Ann", up, True, None),
            ("Ben", down, True, None),
        ]
        assert (await place.http.get("/api/ratings/pinochle")).json() == {"game": "pinochle", "players": []}
        assert (await place.http.get("/api/ratings/whist")).status_code == 404
    with closing(sqlite3.connect(tmp_path / "amity.sqlite3")) as database:
        assert database.execute("SELECT count(*), sum(rated), sum(won) FROM results").fetchone() == (2, 2, 1)
        assert database.execute("SELECT sum(matches) FROM ratings").fetchone() == (2,)


async def test_a_casual_match_is_not(server: Servers) -> None:
    async with server() as place:
        ann = await place.create("mate", [ME, PERSON], guest=ANN)
        ben = await place.join(ann["table"], guest=BEN)
        state = await give_up(place, ann, ben)
        assert [seat["rating_after"] for seat in state["seats"]] == [None, None]
        assert (await own(place, ANN))["ratings"] == []


async def test_who_may_sit_down_at_a_rated_table(server: Servers) -> None:
    async with server() as place:
        assert await refusal(place) == "guest_needed"
        assert await refusal(place, guest=ANN, seats=[ME, bot()]) == "rated_alone"
        assert await refusal(place, guest=ANN, hints=True) == "rated_hints"
        assert await refusal(place, guest=ANN, move_seconds=None) == "rated_clock"
        ann = await open_rated(place)
        assert await refusal(place, ann["table"]) == "guest_needed"
        assert await refusal(place, ann["table"], guest=ANN) == "rated_twice"
        ben = await place.join(ann["table"], guest=BEN)
        async with place.client(ann) as one, place.client(ben) as two:
            await one.until_status("playing")
            await ask(two, "leave")
            # The seat stays the person's: nobody else takes it, and the match goes on with a bot.
            assert not any(seat["open"] for seat in one.state["seats"])
            assert await refusal(place, ann["table"], guest=CID) == "table_started"
            assert (await ask(two, "come_back"))["type"] == "acknowledged"


async def test_nobody_is_sent_away_and_no_bot_changed_in_a_rated_match(server: Servers) -> None:
    async with server(between_deals_ms=600_000) as place:
        seats = [ME, PERSON, bot("novice")]
        ann = await open_rated(place, seats=seats, game="tarot", options={"deals": 2})
        ben = await place.join(ann["table"], guest=BEN)
        async with place.client(ann) as one, place.client(ben) as two:
            await one.until_status("playing")
            await ask(two, "leave")
            while one.state["status"] != "between_deals":
                if one.view and one.view["to_act"] == 0:
                    await one.play(random.Random(3), moves=1)
                else:
                    await one.receive()
            assert (await ask(one, "seat_bot", seat=2, level="club"))["code"] == "rated_running"
            assert (await ask(one, "kick", seat=1))["code"] == "rated_running"


async def test_who_has_left_is_rated_as_the_last(server: Servers) -> None:
    async with server() as place:
        ann = await open_rated(place)
        ben = await place.join(ann["table"], guest=BEN)
        state = await leave(place, ann, ben)
        # Ann has given the match up, so that Ben's side has won it; Ben was not there.
        assert [seat["rating_after"] < 1500 for seat in state["seats"]] == [True, True]
        assert (await own(place, BEN))["left"] == 1
        assert (await own(place, ANN))["left"] == 0


async def test_who_comes_back_before_the_end_has_not_left(server: Servers) -> None:
    async with server() as place:
        ann = await open_rated(place)
        ben = await place.join(ann["table"], guest=BEN)
        async with place.client(ann) as one, place.client(ben) as two:
            await two.until_status("playing")
            await ask(two, "leave")
            await ask(two, "come_back")
            await ask(one, "resign")
            await two.until_over()
            assert two.state["seats"][1]["rating_after"] > 1500
        assert (await own(place, BEN))["left"] == 0


async def test_leaving_again_and_again_means_to_wait(server: Servers) -> None:
    clock = Clock()
    async with server(now_ms=clock) as place:
        for number in range(3):
            ann = await open_rated(place)
            if number == 2:
                answer = await place.http.post(f"/api/tables/{ann['table']}/seats", json={"name": "Ben", "guest": BEN})
                assert answer.status_code == 403
                assert answer.json() == {"code": "rated_pause", "params": {"minutes": 5, "left": 2, "last": 2}}
                # Whoever makes the table waits as well; casual tables are open.
                assert await refusal(place, guest=BEN) == "rated_pause"
                await place.create("mate", [ME, PERSON], name="Ben", guest=BEN)
                clock.ms += 4 * MINUTE + 1
                assert (await own(place, BEN))["pause_ms"] == MINUTE - 1
                answer = await place.http.post(f"/api/tables/{ann['table']}/seats", json={"name": "Ben", "guest": BEN})
                assert answer.json()["params"]["minutes"] == 1
                clock.ms += MINUTE
            ben = await place.join(ann["table"], guest=BEN)
            await leave(place, ann, ben)
        assert (await own(place, BEN)) | {"ratings": []} == {
            "ratings": [],
            "left": 3,
            "last": 3,
            "pause_ms": 10 * MINUTE,
        }
        assert (await own(place, ANN))["pause_ms"] == 0


async def test_bots_of_a_level_are_one_player(server: Servers) -> None:
    async with server() as place:
        seats = [ME, bot("novice"), PERSON, bot("novice")]
        ann = await open_rated(place, seats=seats, game="pinochle", options={})
        ben = await place.join(ann["table"], guest=BEN)
        async with place.client(ann) as one, place.client(ben):
            await one.until_status("playing")
            await ask(one, "resign")
            await one.until_over()
            after = [seat["rating_after"] for seat in one.state["seats"]]
            assert after[0] == after[2] < 1500 < after[1] == after[3]
        players = (await place.http.get("/api/ratings/pinochle")).json()["players"]
        assert (players[0]["level"], players[0]["name"], players[0]["matches"]) == ("novice", None, 1)


async def test_alone_among_bots_a_match_is_not_rated(server: Servers) -> None:
    async with server() as place:
        ann = await open_rated(place, seats=[ME, {"kind": "open", "level": "random"}])
        async with place.client(ann) as one:
            await one.until_status("playing")
            await ask(one, "resign")
            await one.until_over()
            assert [seat["rating_after"] for seat in one.state["seats"]] == [None, None]
        assert (await own(place, ANN))["ratings"] == []


async def test_a_rating_belongs_to_the_account_and_goes_with_it(server: Servers, tmp_path: Path) -> None:
    async with server() as place:
        assert (await place.http.post("/api/account", json={"name": "Ann", "password": PASSWORD})).status_code == 201
        async with httpx2.AsyncClient(base_url=place.address, timeout=60) as other:
            for _ in range(SURE):
                ann = await open_rated(place)
                answer = await other.post(f"/api/tables/{ann['table']}/seats", json={"name": "Ben", "guest": BEN})
                await give_up(place, ann, answer.json())
            mine = (await place.http.post("/api/ratings", json={"guest": ANN})).json()["ratings"]
            assert [(one["matches"], one["provisional"]) for one in mine] == [(SURE, False)]
            # The browser's own rating is another.
            assert (await other.post("/api/ratings", json={"guest": ANN})).json()["ratings"] == []
        players = (await place.http.get("/api/ratings/mate")).json()["players"]
        assert [(each["name"], each["guest"], each["place"]) for each in players] == [
            ("Ann", False, 1),
            ("Ben", True, 2),
        ]
        data = fits("OwnData", (await place.http.get("/api/account/data")).json())
        assert data["ratings"]["ratings"] == mine
        await place.http.post("/api/account/deletion", json={"password": PASSWORD})
        players = (await place.http.get("/api/ratings/mate")).json()["players"]
        assert [each["name"] for each in players] == ["Ben"]
    with closing(sqlite3.connect(tmp_path / "amity.sqlite3")) as database:
        assert database.execute("SELECT count(*) FROM results WHERE name = 'Ann'").fetchone() == (0,)
        assert database.execute("SELECT count(*) FROM results").fetchone() == (2 * SURE,)


async def test_play_now_brings_nobody_to_a_rated_table(server: Servers) -> None:
    async with server() as place:
        rated = await open_rated(place, public=True, speed="normal", move_seconds=None, options={})
        async with place.client(rated):
            place.tables._lobby_at = -1e9
            assert [table["rated"] for table in (await place.http.get("/api/lobby")).json()] == [True]
            answer = await place.http.post("/api/play", json={"game": "mate", "name": "Ben", "guest": BEN})
            assert answer.json()["table"] != rated["table"]
