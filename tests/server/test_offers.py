"""What a table offers is what it then does, and what it does not offer it refuses."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest
from table_clients import ME, PERSON, Place, bot

from amity.server.commands import CloseTable

pytestmark = pytest.mark.anyio

Servers = Callable[..., AbstractAsyncContextManager[Place]]
Message = dict[str, Any]

OFFERS = ("adjourn", "resign", "rematch", "review")


async def played(place: Place, seat: Message) -> Message:
    async with place.client(seat) as me:
        await me.until_status("playing", "between_deals", "over")
        await me.play(random.Random(1))
        await me.until_over()
    return seat


async def evening(place: Place) -> list[Message]:
    """The first tables of an evening of one deal for two people, who are alone against bots."""
    body = {"game": "mate", "tables": 2, "deals": 1, "level": "random"}
    first = (await place.http.post("/api/evenings", json={**body, "name": "Ann", "guest": "a" * 43})).json()
    path = f"/api/evenings/{first['evening']}"
    second = (await place.http.post(f"{path}/entrants", json={"name": "Ben", "guest": "b" * 43})).json()
    headers = {"Authorization": f"Bearer {first['token']}"}
    state = (await place.http.post(f"{path}/start", headers=headers)).json()
    tables = {one["place"]: one["table"] for one in state["places"]}
    return [
        {"table": tables[entrant["place"]], "token": token}
        for entrant, token in zip(state["entrants"], (first["token"], second["token"]), strict=True)
    ]


async def waiting(place: Place) -> Message:
    return await place.create("mate", [ME, PERSON])


async def in_play(place: Place) -> Message:
    seat = await place.create("mate", [ME, bot()], options={"games": 2})
    async with place.client(seat) as me:
        await me.until_my_turn()
    return seat


async def over(place: Place) -> Message:
    return await played(place, await place.create("mate", [ME, bot()], options={"games": 2}))


async def closed(place: Place) -> Message:
    seat = await in_play(place)
    await place.tables.post(seat["table"], CloseTable())
    return seat


async def closed_before_it_began(place: Place) -> Message:
    seat = await waiting(place)
    await place.tables.post(seat["table"], CloseTable())
    return seat


async def evening_in_play(place: Place) -> Message:
    (seat, _) = await evening(place)
    async with place.client(seat) as me:
        await me.until_my_turn()
    return seat


async def evening_played_here(place: Place) -> Message:
    (seat, _) = await evening(place)
    return await played(place, seat)


async def evening_played_everywhere(place: Place) -> Message:
    mine, others = await evening(place)
    await played(place, mine)
    await played(place, others)
    return mine


async def daily(place: Place) -> Message:
    seat = (await place.http.post("/api/daily/mate", json={"name": "Ann", "guest": "a" * 43})).json()
    return await played(place, seat)


SITUATIONS: dict[Callable[[Place], Awaitable[Message]], set[str]] = {
    waiting: set(),
    in_play: {"adjourn", "resign"},
    over: {"rematch", "review"},
    closed: {"review"},
    closed_before_it_began: set(),
    evening_in_play: set(),
    evening_played_here: set(),
    evening_played_everywhere: {"review"},
    daily: set(),
}


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda situation: situation.__name__)
async def test_what_is_offered_is_done_and_all_else_refused(
    server: Servers, situation: Callable[[Place], Awaitable[Message]]
) -> None:
    async with server(between_deals_ms=600_000) as place:
        for offer in OFFERS:
            # What is asked for changes the table.
            seat = await situation(place)
            headers = {"Authorization": f"Bearer {seat['token']}"}
            async with place.client(seat) as me:
                offered = set(me.state["offers"])
                assert offered == SITUATIONS[situation]
                if offer == "review":
                    answer = await place.http.post(f"/api/tables/{seat['table']}/review", headers=headers)
                    done = answer.status_code == 200
                    held = {"seats": [{"table": seat["table"], "token": seat["token"]}]}
                    listed = (await place.http.post("/api/matches", json=held)).json()["matches"]
                    assert all(match["review"] == done for match in listed)
                else:
                    await me.say(offer, id="asked")
                    done = (await me.answer_to("asked"))["type"] == "acknowledged"
                assert done == (offer in offered), offer
