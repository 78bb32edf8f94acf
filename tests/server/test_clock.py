"""The game clock: what it shows, what happens when it runs out, and that it has nothing to do with connections."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

import pytest
from table_clients import ME, PERSON, Place, bot

from amity.server.clock import TurnClock
from amity.server.commands import TimeOut

pytestmark = pytest.mark.anyio

Servers = Callable[..., AbstractAsyncContextManager[Place]]

BOTS = [bot(), bot(), bot()]


async def test_who_runs_out_of_time_loses_the_match(server: Servers) -> None:
    async with server() as place:
        ann = await place.create("pinochle", [ME, *BOTS], options={"seconds": 1})
        async with place.client(ann) as one:
            await one.until_over()
            assert one.view is not None
            assert one.view["result"]["reason"] == "forfeit"
            assert one.view["result"]["places"] == [3, 1, 3, 1]
            assert {"type": "forfeited", "seat": 0, "cause": "time"} in one.events.values()
        assert place.metric("amity_move_timeouts_total") == 1


async def test_or_a_bot_plays_that_move_and_he_may_go_on(server: Servers) -> None:
    async with server() as place:
        ann = await place.create("pinochle", [ME, *BOTS], preset="club", options={"seconds": 1})
        async with place.client(ann) as one:
            await one.until_my_turn()
            version = one.version
            await one.until_so(lambda: one.version > version)
            # The bot has spoken for him, once; at the next decision he has his whole time again.
            await one.until_my_turn()
            assert one.clock is not None
            assert one.clock["remaining_ms"] > 0
            assert (await one.act(one.legal_actions()[0]))["type"] == "acknowledged"
        assert place.metric("amity_move_timeouts_total") == 1


async def test_the_clock_is_shown_to_everybody_and_told_anew_on_arrival(server: Servers) -> None:
    async with server() as place:
        ann = await place.create("pinochle", [ME, *BOTS])
        async with place.client(ann) as one:
            await one.until_my_turn()
            assert one.clock is not None
            assert {**one.clock, "remaining_ms": 0} == {
                "seat": 0, "remaining_ms": 0, "total_ms": 60_000, "bank_ms": 0, "warn_ms": 15_000
            }  # fmt: skip
            left = one.clock["remaining_ms"]
            # A person who goes and comes back finds the clock running on.
            async with place.client(ann) as again, place.client(ann, token=None) as watching:
                for client in (again, watching):
                    assert client.clock is not None
                    assert 0 < client.clock["remaining_ms"] <= left
    restarted = asyncio.get_running_loop().time()
    async with server() as place, place.client(ann) as one:
        # A restart is nobody's fault: the whole time again, counted from then.
        assert one.clock is not None
        clock = await place.tables.ask(ann["table"], lambda table: table._course.clock)
        assert clock.deadline - clock.total >= restarted


async def test_a_clock_of_ones_own_or_none(server: Servers) -> None:
    async with server() as place:
        for more, total in (
            ({"move_seconds": 5}, 5000),
            ({"clock": False}, None),
            ({"options": {"seconds": 0}}, None),
        ):
            ann = await place.create("pinochle", [ME, *BOTS], **more)
            async with place.client(ann) as one:
                await one.until_my_turn()
                assert (one.clock and one.clock["total_ms"]) == total
        answer = await place.http.post(
            "/api/tables", json={"game": "mate", "seats": [ME, PERSON], "name": "Ann", "clock": False}
        )
        assert (answer.status_code, answer.json()["code"]) == (400, "no_clock_with_others")


def test_a_short_clock_warns_late() -> None:
    assert TurnClock(1, 0, 20.0, 120.0).message(now=105.0).warn_ms == 5000
    assert TurnClock(1, 0, 600.0, 120.0).message(now=130.0).remaining_ms == 0


async def test_a_time_out_loses_to_whatever_was_stored_before(server: Servers) -> None:
    async with server() as place:
        ann = await place.create("pinochle", [ME, *BOTS])
        async with place.client(ann) as one:
            await one.until_my_turn()
            table = await place.tables.get(ann["table"])
            clock = await table.ask(lambda table: table._course.clock)
            # Both wait in the mailbox: the move came first.
            assert (await one.act(one.legal_actions()[0]))["type"] == "acknowledged"
            table.post(TimeOut(clock.version, clock.seat, clock.deadline))
            await one.until_my_turn()
            # Nor does one with a deadline that was given up, as after a reload.
            clock = await table.ask(lambda table: table._course.clock)
            table.post(TimeOut(clock.version, clock.seat, clock.deadline - 1))
            assert (await place.http.get(f"/api/tables/{ann['table']}")).json()["status"] == "playing"
            table.post(TimeOut(clock.version, clock.seat, clock.deadline))
            await one.until_over()
        assert place.metric("amity_move_timeouts_total") == 1
