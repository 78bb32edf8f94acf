"""Moves: acknowledged once, refused with reasons, never applied twice."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest
from table_clients import ME, PERSON, Place, bot

pytestmark = pytest.mark.anyio

Servers = Callable[..., AbstractAsyncContextManager[Place]]


async def test_an_action_sent_again_is_acknowledged_again_and_not_applied(server: Servers) -> None:
    async with server() as place:
        ann = await place.create("mate", [ME, PERSON])
        ben = await place.join(ann["table"])
        async with place.client(ann) as one, place.client(ben) as two:
            await one.until_so(lambda: one.view is not None)
            await two.until_so(lambda: two.view is not None)
            assert one.view is not None
            first, other = (one, two) if one.view["to_act"] == 0 else (two, one)
            action, version = first.legal_actions()[0], first.version
            answer = await first.act(action, version, "only-once")
            assert answer == {"type": "acknowledged", "id": "only-once", "version": version + 1}
            # The same again, the same id with another move, the same id in the other seat.
            assert await first.act(action, version, "only-once") == answer
            assert await first.act({"type": "play", "card": "AC"}, 999, "only-once") == answer
            await other.until_version(version + 1)
            assert (await other.act(other.legal_actions()[0], version + 1, "only-once"))["type"] == "acknowledged"
            await first.until_version(version + 2)
    async with server() as place, place.client(ann if first is one else ben) as first:
        assert await first.act(action, version, "only-once") == answer
        assert first.version == version + 2


async def test_what_is_refused_changes_nothing(server: Servers) -> None:
    async with server() as place:
        ann = await place.create("pinochle", [ME, PERSON, bot(), bot()])
        ben = await place.join(ann["table"])
        async with place.client(ann) as one, place.client(ben) as two, place.client(ann, token=None) as watching:
            while one.view is None or one.view["to_act"] not in (0, 1):
                await one.receive()
            turn, other = (one, two) if one.view["to_act"] == 0 else (two, one)
            await turn.until_my_turn()
            await other.until_version(turn.version)
            before = (await place.http.get(f"/api/tables/{ann['table']}")).json()
            version = turn.version
            legal = turn.legal_actions()

            async def code_of(client: Any, action: Any, at: int) -> tuple[str, Any]:
                answer = await client.act(action, at)
                return answer.get("code", answer["type"]), answer.get("legal")

            assert await code_of(other, legal[0], version) == ("not_your_turn", None)
            assert (await code_of(turn, legal[0], version - 1))[0] == "stale"
            assert (await code_of(turn, legal[0], version + 1))[0] == "stale"
            # The refusal names a move that would be accepted.
            code, alternative = await code_of(turn, {"type": "play", "card": "AS"}, version)
            assert code not in ("acknowledged", "stale")
            assert alternative in legal
            for nonsense in ({}, [], None, 5, {"type": "fly"}, {"type": "bid"}, {"type": "bid", "points": "x"}):
                assert (await code_of(turn, nonsense, version))[0] == "bad_action"
            assert (await code_of(watching, legal[0], version))[0] == "spectators_only_watch"
            assert (await place.http.get(f"/api/tables/{ann['table']}")).json() == before
            assert (await code_of(turn, legal[0], version))[0] == "acknowledged"


async def test_two_devices_in_one_seat_see_the_same(server: Servers) -> None:
    async with server() as place:
        ann = await place.create("mate", [ME, bot()], options={"games": 2})
        async with place.client(ann) as laptop, place.client(ann) as phone:
            chance = random.Random(7)
            for device in (laptop, phone, laptop, phone):
                # What the other device did may not have been told yet.
                await device.until_version(max(laptop.version, phone.version))
                await device.until_my_turn()
                await device.play(chance, moves=1)
            version = max(laptop.version, phone.version)
            for device in (laptop, phone):
                await device.until_version(version)
            assert laptop.events == phone.events
            # Only the device that asked is answered.
            asked = {message["id"] for message in laptop.messages if message["type"] == "acknowledged"}
            assert len(asked) == 2


async def test_ready_counts_between_deals_only(server: Servers) -> None:
    async with server(between_deals_ms=600_000) as place:
        ann = await place.create("mate", [ME, PERSON], options={"games": 2})
        ben = await place.join(ann["table"])
        async with place.client(ann) as one, place.client(ben) as two:
            await one.until_status("playing")
            await one.say("ready", version=0)
            assert (await one.until_type("refused"))["code"] == "stale"
            chance = random.Random(8)
            while one.state["status"] == "playing":
                if one.view is not None and one.view["to_act"] == 0:
                    await one.play(chance, moves=1)
                elif one.view is not None and one.view["to_act"] == 1:
                    await two.until_version(one.version)
                    await two.play(chance, moves=1)
                    await one.until_version(two.version)
                else:
                    await one.receive()
            assert one.state["status"] == "between_deals"
            assert 0 < one.state["resume_ms"] <= 600_000
            await one.say("ready", version=one.version)
            await one.until_so(lambda: one.state["seats"][0]["ready"])
            assert one.state["status"] == "between_deals"
            await two.until_status("between_deals")
            await two.say("ready", version=two.version)
            await one.until_status("playing")
            assert not any(seat["ready"] for seat in one.state["seats"])
            await one.until_so(lambda: one.view is not None and one.view["game_number"] == 2)


async def test_resigning_before_and_after_the_match(server: Servers) -> None:
    async with server() as place:
        ann = await place.create("mate", [ME, PERSON])
        async with place.client(ann) as one:
            await one.say("resign", id="1")
            assert (await one.answer_to("1"))["code"] == "not_playing"
            async with place.client(await place.join(ann["table"])):
                await one.until_status("playing")
                await one.say("resign", id="2")
                await one.until_over()
                await one.say("resign", id="2")
                assert (await one.answer_to("2"))["type"] == "acknowledged"
                await one.say("resign", id="3")
                assert (await one.answer_to("3"))["code"] == "match_over"
