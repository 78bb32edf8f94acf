"""People come, go and come back: what becomes of their seats."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from typing import Any

import pytest
from table_clients import ME, PERSON, Client, Message, Place, bot

pytestmark = pytest.mark.anyio

Servers = Callable[..., AbstractAsyncContextManager[Place]]


async def ask(client: Client, kind: str, **fields: Any) -> Message:
    action = client.new_id()
    await client.say(kind, id=action, **fields)
    return await client.answer_to(action)


def names(client: Client) -> list[str | None]:
    return [seat["name"] for seat in client.state["seats"]]


async def test_who_leaves_before_the_match_frees_the_seat_and_hands_the_host_on(server: Servers) -> None:
    async with server() as place:
        ann = await place.create("pinochle", [ME, bot(), PERSON, PERSON])
        ben = await place.join(ann["table"])
        async with place.client(ann) as one, place.client(ben) as two:
            assert (await ask(one, "leave"))["type"] == "acknowledged"
            await two.until_so(lambda: two.state["host"] == two.seat)
            assert names(two) == [None, None, "Ben", None]
            # The token holds nothing any more: the connection only watches.
            await one.until_so(lambda: one.seat is None)
            assert (await ask(one, "fill_with_bots", level="novice"))["code"] == "spectators_only_watch"


async def test_a_bot_plays_on_for_who_has_left_until_he_comes_back(server: Servers) -> None:
    async with server(between_deals_ms=600_000) as place:
        ann = await place.create("mate", [ME, PERSON], options={"games": 4})
        ben = await place.join(ann["table"])
        async with place.client(ann) as one, place.client(ben) as two:
            await two.until_status("playing")
            assert (await ask(two, "leave"))["type"] == "acknowledged"
            await one.until_so(lambda: one.state["seats"][1]["away"] == "club")
            assert (await ask(two, "resign"))["code"] == "seat_left"
            # The bot moves for him.
            while not any(event.get("seat") == 1 for event in one.events.values()):
                if one.view and one.view["to_act"] == 0:
                    await one.play(random.Random(2), moves=1)
                else:
                    await one.receive()
            assert (await ask(two, "come_back"))["type"] == "acknowledged"
            await one.until_so(lambda: one.state["seats"][1]["away"] is None)
            assert names(one) == ["Ann", "Ben"]
            await one.play(random.Random(2), moves=1)
            await two.until_my_turn()
            assert (await two.act(two.legal_actions()[0]))["type"] == "acknowledged"


async def test_somebody_else_may_have_the_seat_of_who_has_left_unless_he_comes_back(server: Servers) -> None:
    async with server(between_deals_ms=600_000) as place:
        ann = await place.create("mate", [ME, PERSON], options={"games": 4})
        ben = await place.join(ann["table"])
        async with place.client(ann) as one, place.client(ben) as two:
            await two.until_status("playing")
            await ask(two, "leave")
            cid = await place.join(ann["table"], name="Cid")
            async with place.client(cid) as three:
                assert three.state["seats"][1]["arriving"] == "Cid"
                await ask(two, "come_back")
                await three.until_so(lambda: three.state["seats"][1]["arriving"] is None)
                await one.say("resign", id="done")
                await three.until_over()
                assert (names(three), three.seat) == (["Ann", "Ben"], None)


async def test_the_host_sends_somebody_away_for_good(server: Servers) -> None:
    async with server() as place:
        ann = await place.create("pinochle", [ME, bot(), PERSON, PERSON])
        ben = await place.join(ann["table"], guest="b" * 43)
        async with place.client(ann) as one, place.client(ben) as two:
            assert (await ask(two, "kick", seat=0))["code"] == "host_only"
            for seat in (0, 1, 3):
                assert (await ask(one, "kick", seat=seat))["code"] == "nobody_there"
            assert (await ask(one, "kick", seat=5))["code"] == "no_such_seat"
            assert (await ask(one, "kick", seat=2))["type"] == "acknowledged"
            await two.until_so(lambda: two.seat is None)
            body = {"name": "Benny", "guest": "b" * 43}
            answer = await place.http.post(f"/api/tables/{ann['table']}/seats", json=body)
            assert (answer.status_code, answer.json()["code"]) == (403, "kicked")


async def test_nobody_is_sent_away_within_a_deal(server: Servers) -> None:
    async with server() as place:
        ann = await place.create("mate", [ME, PERSON])
        ben = await place.join(ann["table"])
        async with place.client(ann) as one, place.client(ben):
            await one.until_status("playing")
            assert (await ask(one, "kick", seat=1))["code"] == "deal_running"
            assert (await ask(one, "rotate_seats"))["code"] == "table_started"


async def test_seats_rotate_so_that_partners_change(server: Servers) -> None:
    async with server() as place:
        ann = await place.create("pinochle", [ME, PERSON, PERSON, PERSON])
        ben = await place.join(ann["table"])
        cid = await place.join(ann["table"], name="Cid")
        async with place.client(ann) as one, place.client(ben) as two, place.client(cid) as three:
            assert (await ask(two, "rotate_seats"))["code"] == "host_only"
            assert (await ask(one, "rotate_seats"))["type"] == "acknowledged"
            await three.until_so(lambda: three.seat == 3)
            assert names(three) == ["Ann", None, "Ben", "Cid"]
            await two.until_so(lambda: two.seat == 2)


async def test_two_change_places_for_a_rematch(server: Servers) -> None:
    async with server() as place:
        ann = await place.create("mate", [ME, PERSON])
        ben = await place.join(ann["table"])
        async with place.client(ann) as one, place.client(ben):
            await one.until_status("playing")
            await one.say("resign", id="enough")
            await one.until_over()
            assert (await ask(one, "rematch", rotate=True))["type"] == "acknowledged"
            await one.until_so(lambda: one.state["rematch"] is not None)
            again = {"table": one.state["rematch"], "token": ann["token"]}
            async with place.client(again) as new:
                assert (new.seat, names(new), new.state["host"]) == (1, ["Ben", "Ann"], 1)


async def test_all_say_that_they_are_ready(server: Servers) -> None:
    async with server(start_ms=600_000) as place:
        ann = await place.create("mate", [ME, PERSON], ready_check=True)
        ben = await place.join(ann["table"])
        async with place.client(ann) as one, place.client(ben) as two:
            await one.until_so(lambda: one.state["awaiting"] == "ready")
            await one.say("ready", version=0)
            await two.until_so(lambda: two.state["seats"][0]["ready"])
            assert two.state["status"] == "waiting"
            await two.say("ready", version=0)
            await two.until_status("playing")
            assert not any(seat["ready"] for seat in two.state["seats"])


async def test_who_is_not_ready_in_time_loses_the_seat(server: Servers) -> None:
    async with server(start_ms=200) as place:
        ann = await place.create("mate", [ME, PERSON], ready_check=True)
        async with place.client(ann) as one:
            await one.say("ready", version=0)
            await place.join(ann["table"])
            await one.until_so(lambda: one.state["seats"][1]["kind"] == "person")
            await one.until_so(lambda: one.state["seats"][1]["kind"] == "free")
            assert (one.seat, one.state["status"]) == (0, "waiting")


async def test_who_is_not_there_when_the_time_runs_out_is_waited_for_no_more(server: Servers) -> None:
    async with server() as place:
        ann = await place.create("mate", [ME, PERSON], move_seconds=5, bank_seconds=0, options={"games": 2})
        ben = await place.join(ann["table"])
        async with place.client(ann) as one:
            async with place.client(ben) as two:
                await two.until_status("playing")
            while one.state["seats"][1]["away"] is None:
                if one.view and one.view["to_act"] == 0:
                    await one.play(random.Random(2), moves=1)
                else:
                    await one.receive()
            assert one.state["seats"][1]["name"] == "Ben"


async def test_own_time_is_used_last_and_kept_over_a_restart(server: Servers) -> None:
    async with server() as place:
        ann = await place.create("mate", [ME, bot("random")], speed="fast", options={"games": 2})
        async with place.client(ann) as one:
            await one.until_my_turn()
            assert one.clock is not None
            assert (one.clock["total_ms"], one.clock["bank_ms"]) == (15_000, 60_000)
            assert 15_000 < one.clock["remaining_ms"] <= 75_000
            table = await place.tables.get(ann["table"])
            # As if twenty seconds had gone by.
            await table.ask(lambda found: take_time(found, 20.0))
            await one.play(random.Random(1), moves=1)
            await one.until_so(lambda: one.state["seats"][0]["bank_ms"] < 60_000)
            left = one.state["seats"][0]["bank_ms"]
            assert left <= 55_000
    async with server() as place, place.client(ann) as one:
        assert one.state["seats"][0]["bank_ms"] == left


def take_time(table: Any, seconds: float) -> None:

    table._course.clock = replace(table._course.clock, deadline=table._course.clock.deadline - seconds)
