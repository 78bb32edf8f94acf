"""The lobby, and a seat at once: who finds whom, and when bots come instead."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest
from table_clients import ME, PERSON, Message, Place, bot

pytestmark = pytest.mark.anyio

Servers = Callable[..., AbstractAsyncContextManager[Place]]

ANN, BEN, CID = ("a" * 43, "b" * 43, "c" * 43)


async def lobby(place: Place) -> list[Message]:
    """The lobby as it is now, not as it was a moment ago."""
    place.tables._lobby_at = -1e9
    found: list[Message] = (await place.http.get("/api/lobby")).json()
    return found


async def play(place: Place, name: str, guest: str, game: str = "mate") -> Message:
    answer = await place.http.post("/api/play", json={"game": game, "name": name, "guest": guest})
    assert answer.status_code == 201, answer.text
    seat: Message = answer.json()
    return seat


async def open_table(place: Place, seats: list[Message], game: str = "tarot", guest: str = ANN, **more: Any) -> Message:
    return await place.create(game, seats, public=True, guest=guest, **more)


async def test_public_tables_stand_in_the_lobby_and_others_do_not(server: Servers) -> None:
    async with server() as place:
        await place.create("tarot", [ME, PERSON, PERSON, PERSON])
        ann = await open_table(place, [ME, PERSON, bot(), PERSON], speed="fast", options={"shuffle": "always"})
        async with place.client(ann), place.client(ann, token=None):
            (found,) = await lobby(place)
            assert found == {
                "code": ann["table"],
                "game": "tarot",
                "preset": found["preset"],
                "options": {"shuffle": "always"},
                "status": "waiting",
                "seats": 4,
                "free": 2,
                "names": ["Ann"],
                "speed": "fast",
                "move_seconds": 15,
                "bank_seconds": 60,
                "spectators": 1,
                "rated": False,
            }


async def test_the_fullest_table_comes_first_and_one_to_watch_last(server: Servers) -> None:
    async with server() as place:
        empty = await open_table(place, [ME, PERSON, PERSON, PERSON])
        fuller = await open_table(place, [ME, PERSON, PERSON, PERSON])
        full = await open_table(place, [ME, bot(), bot(), bot()])
        await place.join(fuller["table"], guest=BEN)
        async with place.client(empty), place.client(fuller), place.client(full) as watched:
            await watched.until_status("playing")
            assert [table["code"] for table in await lobby(place)] == [
                fuller["table"],
                empty["table"],
                full["table"],
            ]


async def test_a_public_table_asks_for_a_guest_identity(server: Servers) -> None:
    async with server() as place:
        body = {"game": "mate", "seats": [ME, PERSON], "name": "Ann", "public": True}
        answer = await place.http.post("/api/tables", json=body)
        assert (answer.status_code, answer.json()["code"]) == (400, "guest_needed")
        ann = await open_table(place, [ME, PERSON], "mate")
        answer = await place.http.post(f"/api/tables/{ann['table']}/seats", json={"name": "Ben"})
        assert (answer.status_code, answer.json()["code"]) == (400, "guest_needed")


async def test_two_who_play_now_meet(server: Servers) -> None:
    async with server(fill_ms=600_000) as place:
        ann = await play(place, "Ann", ANN)
        ben = await play(place, "Ben", BEN)
        assert ben["table"] == ann["table"]
        async with place.client(ann) as one, place.client(ben) as two:
            await one.until_status("playing")
            assert [seat["name"] for seat in two.state["seats"]] == ["Ann", "Ben"]


async def test_bots_come_when_nobody_else_does(server: Servers) -> None:
    async with server(fill_ms=300) as place:
        ann = await play(place, "Ann", ANN, "pinochle")
        async with place.client(ann) as one:
            if one.state["status"] == "waiting":
                assert one.state["awaiting"] == "bots"
                assert 0 <= one.state["resume_ms"] <= 300
            await one.until_status("playing")
            assert [seat["kind"] for seat in one.state["seats"]] == ["person", "bot", "bot", "bot"]
            # The bots only keep the seats: the table can still be joined.
            (found,) = await lobby(place)
            assert (found["free"], found["status"]) == (3, "playing")
            ben = await play(place, "Ben", BEN, "pinochle")
            assert ben["table"] == ann["table"]


async def test_bots_do_not_play_among_themselves_for_somebody_who_has_gone(server: Servers) -> None:
    async with server(fill_ms=0) as place:
        ann = await play(place, "Ann", ANN)
        state = (await place.http.get(f"/api/tables/{ann['table']}")).json()
        assert (state["status"], state["awaiting"]) == ("waiting", None)
        async with place.client(ann) as one:
            await one.until_my_turn()


async def test_play_now_brings_nobody_to_a_slow_or_an_unusual_table(server: Servers) -> None:
    async with server() as place:
        slow = await open_table(place, [ME, PERSON], "mate", speed="correspondence")
        async with place.client(slow):
            ben = await play(place, "Ben", BEN)
            assert ben["table"] != slow["table"]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"game": "whist", "name": "Ann", "guest": ANN}, 404, "unknown_game"),
        ({"game": "mate", "name": "\u3164", "guest": ANN}, 400, "bad_name"),
        ({"game": "mate", "name": "Ann"}, 400, "bad_request"),
        ({"game": "mate", "name": "Ann", "guest": "short"}, 400, "bad_request"),
    ],
)
async def test_refused_wishes(server: Servers, body: Message, status: int, code: str) -> None:
    async with server() as place:
        answer = await place.http.post("/api/play", json=body)
        assert (answer.status_code, answer.json()["code"]) == (status, code)


async def test_whoever_comes_later_gets_the_seat_when_the_deal_is_over(server: Servers) -> None:
    async with server(between_deals_ms=600_000) as place:
        ann = await open_table(place, [ME, {"kind": "open", "level": "random"}], "mate", options={"games": 4})
        async with place.client(ann) as one:
            await one.until_my_turn()
            ben = await place.join(ann["table"], guest=BEN)
            assert ben["seat"] == 1
            async with place.client(ben) as two:
                # Until then he sees what spectators see, and may not do more.
                assert two.seat is None
                assert two.view is not None
                assert two.view["seat"] is None
                assert two.state["seats"][1]["arriving"] == "Ben"
                assert (await two.act({"type": "play", "card": "AS"}))["code"] == "spectators_only_watch"
                answer = await place.http.post(f"/api/tables/{ann['table']}/seats", json={"name": "Cid", "guest": CID})
                assert answer.json()["code"] == "table_started"
                while two.seat is None:
                    await one.play(random.Random(5), moves=1)
                    while one.state["status"] != "between_deals" and one.view and one.view["to_act"] != 0:
                        await one.receive()
                    if one.state["status"] == "between_deals":
                        await two.until_so(lambda: two.seat == 1)
                assert [seat["name"] for seat in two.state["seats"]] == ["Ann", "Ben"]
                assert two.view["seat"] == 1
                for client in (one, two):
                    await client.say("ready", version=two.version)
                await two.until_status("playing")
