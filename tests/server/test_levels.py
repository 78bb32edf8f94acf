"""The level of each bot is the host's choice: when the table is made, while it waits, and between deals."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

import pytest
from table_clients import ME, PERSON, Client, Message, Place, bot

pytestmark = pytest.mark.anyio

Servers = Callable[..., AbstractAsyncContextManager[Place]]


async def seat_bot(client: Client, seat: int, level: str) -> Message:
    action = client.new_id()
    await client.say("seat_bot", id=action, seat=seat, level=level)
    return await client.answer_to(action)


def levels(client: Client) -> list[str | None]:
    return [seat["level"] for seat in client.state["seats"]]


async def test_every_bot_has_a_level_of_its_own(server: Servers) -> None:
    async with server() as place:
        ann = await place.create("pinochle", [ME, bot("novice"), bot("expert"), PERSON])
        async with place.client(ann) as one:
            assert levels(one) == [None, "novice", "expert", None]
            assert (await seat_bot(one, 2, "club"))["type"] == "acknowledged"
            assert (await seat_bot(one, 1, "random"))["type"] == "acknowledged"
            await one.until_so(lambda: levels(one) == [None, "random", "club", None])
            assert one.state["status"] == "waiting"
            # A bot in the last free seat, and the table starts.
            assert (await seat_bot(one, 3, "novice"))["type"] == "acknowledged"
            await one.until_my_turn()
            assert levels(one) == [None, "random", "club", "novice"]


async def test_levels_change_between_deals_and_not_within(server: Servers) -> None:
    async with server(between_deals_ms=600_000) as place:
        ann = await place.create("mate", [ME, bot("random")], options={"games": 4})
        async with place.client(ann) as one:
            await one.until_my_turn()
            assert (await seat_bot(one, 1, "club"))["code"] == "deal_running"
            while one.state["status"] != "between_deals":
                await one.play(random.Random(3), moves=1)
                await one.until_so(
                    lambda: (
                        one.state["status"] == "between_deals"
                        or (one.view is not None and one.view["to_act"] == one.seat)
                    )
                )
            assert (await seat_bot(one, 1, "novice"))["type"] == "acknowledged"
            await one.until_so(lambda: levels(one) == [None, "novice"])
            await one.say("ready", version=one.version)
            await one.until_my_turn()
        # It stays so after a restart.
    async with server() as place, place.client(ann) as one:
        assert levels(one) == [None, "novice"]


async def test_refused_choices(server: Servers) -> None:
    async with server() as place:
        ann = await place.create("mate", [ME, PERSON])
        async with place.client(ann) as one, place.client(ann, token=None) as watching:
            assert (await seat_bot(one, 0, "club"))["code"] == "seat_taken"
            assert (await seat_bot(one, 2, "club"))["code"] == "no_such_seat"
            assert (await seat_bot(watching, 1, "club"))["code"] == "spectators_only_watch"
        friends = await place.create("friends", [ME, PERSON, *[bot()] * 4])
        ben = await place.join(friends["table"])
        async with place.client(ben) as two:
            assert (await seat_bot(two, 3, "novice"))["code"] == "host_only"
