"""The game clock: what it shows, what happens when it runs out, and that it has nothing to do with connections."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from typing import Any

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


DAY_MS = 86_400_000
HOUR_MS = 3_600_000


@pytest.mark.parametrize(
    ("away_hours", "least_hours", "most_hours"),
    [(0, 23, 24), (20, 3, 4), (72, 0, 1)],
)
async def test_days_for_a_decision_go_on_over_a_restart(
    server: Servers, away_hours: int, least_hours: int, most_hours: int
) -> None:
    async with server() as place:
        ann = await place.create("mate", [ME, PERSON], speed="correspondence")
        ben = await place.join(ann["table"])
        async with place.client(ann) as one, place.client(ben):
            await one.until_so(lambda: one.clock is not None)
            assert one.clock is not None
            assert one.clock["remaining_ms"] > DAY_MS - HOUR_MS
    async with server(now_ms=lambda: time.time_ns() // 1_000_000 + away_hours * HOUR_MS) as place:
        async with place.client(ann) as one:
            assert one.clock is not None
            assert one.clock["total_ms"] == DAY_MS
            assert least_hours * HOUR_MS < one.clock["remaining_ms"] <= most_hours * HOUR_MS
            # Only for the decision that was under way.
            seat = one.clock["seat"]
        async with place.client((ann, ben)[seat]) as mover:
            await mover.act(mover.legal_actions()[0])
            await mover.until_so(lambda: mover.clock is not None and mover.clock["seat"] != seat)
            assert mover.clock is not None
            assert mover.clock["remaining_ms"] > DAY_MS - HOUR_MS


async def test_a_short_time_is_given_back_by_a_restart(server: Servers) -> None:
    async with server() as place:
        ann = await place.create("mate", [ME, bot("random")], move_seconds=600)
        async with place.client(ann) as one:
            await one.until_my_turn()
    async with server(now_ms=lambda: time.time_ns() // 1_000_000 + 10 * HOUR_MS) as place, place.client(ann) as one:
        assert one.clock is not None
        assert one.clock["remaining_ms"] > 500_000


async def test_leaving_and_coming_back_wins_no_time(server: Servers) -> None:
    async with server(bot_delay_min_ms=600_000, bot_delay_max_ms=600_000) as place:
        ann = await place.create("mate", [ME, PERSON], speed="fast", options={"games": 2})
        ben = await place.join(ann["table"])
        async with place.client(ann) as one, place.client(ben) as two:
            await one.until_so(lambda: one.clock is not None)
            assert one.clock is not None
            mover, token = ((one, ann), (two, ben))[one.clock["seat"]]
            table = await place.tables.get(ann["table"])
            await table.ask(lambda found: _let_pass(found, 10.0))
            for wish in ("leave", "come_back"):
                await mover.say(wish, id=wish)
                assert (await mover.answer_to(wish))["type"] == "acknowledged"
            # A new connection of the same seat is told the clock of the moment.
            async with place.client(token) as again:
                assert again.clock is not None
                assert again.clock["remaining_ms"] <= 65_000


def _let_pass(table: Any, seconds: float) -> None:
    """As if so much time had gone by in this turn."""
    clock = table._course.clock
    table._course.clock = replace(clock, deadline=clock.deadline - seconds)
