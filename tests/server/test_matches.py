"""Whole matches through real sockets."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

import pytest
from table_clients import ME, PERSON, Place, bot

from amity import games
from amity.record import parse, verify

pytestmark = pytest.mark.anyio

Servers = Callable[..., AbstractAsyncContextManager[Place]]


async def test_two_people_play_mate_to_the_end(server: Servers) -> None:
    async with server() as place:
        ann = await place.create("mate", [ME, PERSON], options={"games": 2})
        ben = await place.join(ann["table"])
        async with place.client(ann) as one, place.client(ben) as two, place.client(ann, token=None) as watching:
            await asyncio.gather(one.play(random.Random(1)), two.play(random.Random(2)))
            await watching.until_over()
            assert one.view is not None
            assert one.view["result"]["reason"] == "played"
            # Everybody has seen the same match, event by event.
            assert one.events == two.events == watching.events
            assert sorted(one.events) == list(range(1, one.version + 1))
            assert one.state["fairness"]["server_seed"] is not None


async def test_one_person_plays_pinochle_with_bots(server: Servers) -> None:
    async with server(seed_ms=60_000) as place:
        ann = await place.create("pinochle", [ME, bot("novice"), bot("club"), bot("novice")], options={"target": 100})
        async with place.client(ann) as one:
            await one.commit_and_reveal(b"anything")
            await one.play(random.Random(3))
            assert one.view is not None
            assert one.view["result"] is not None
        text = (await place.record(ann["table"])).text
    record = parse(text)
    assert verify(record).right
    assert record.seen_by == "all"
    assert record.fairness.seat_seeds == (b"anything", b"", b"", b"")


async def test_bots_play_by_themselves_for_a_spectator(server: Servers) -> None:
    async with server() as place:
        table = await place.create("mate", [bot(), bot("novice")], options={"games": 2})
        assert table["token"] is None
        async with place.client(table) as watching:
            await watching.until_over()
            assert watching.seat is None


async def test_experts_are_prepared_and_then_play(server: Servers) -> None:
    async with server() as place:
        table = await place.create("mate", [bot("expert"), bot("club")], options={"games": 2})
        async with place.client(table) as watching:
            await watching.until_over()
            assert not any(seat["preparing"] for seat in watching.state["seats"])
        assert place.metric("amity_bot_fallbacks_total") == 0


async def test_a_match_goes_on_after_a_restart(server: Servers) -> None:
    chance = random.Random(4)
    async with server() as place:
        ann = await place.create("pinochle", [ME, bot(), bot(), bot()], options={"target": 100})
        async with place.client(ann) as one:
            await one.play(chance, moves=5)
            seen, version = dict(one.events), one.version
    async with server() as place:
        async with place.client(ann) as one:
            assert {number: one.events[number] for number in seen} == seen
            await one.play(chance, moves=2)
        async with place.client(ann, last_version=version) as again:
            # Only what was missed is told again.
            assert min(again.events) == version + 1
            await again.play(chance)
        assert verify(parse((await place.record(ann["table"])).text)).right


async def test_a_rematch_has_the_same_people_and_their_tokens(server: Servers) -> None:
    async with server() as place:
        ann = await place.create("mate", [ME, PERSON], options={"games": 2})
        ben = await place.join(ann["table"])
        async with place.client(ann) as one, place.client(ben) as two:
            await one.until_status("playing")
            await one.say("rematch", id="too-early")
            assert (await one.answer_to("too-early"))["code"] == "match_not_over"
            await one.say("resign", id="r")
            assert (await one.answer_to("r"))["type"] == "acknowledged"
            await two.until_over()
            assert two.view is not None
            assert two.view["result"] == {
                "type": "match_ended", "totals": [0, 0], "places": [2, 1], "reason": "forfeit"
            }  # fmt: skip
            await two.say("rematch", id="again")
            await two.answer_to("again")
            await one.until_so(lambda: one.state["rematch"] is not None)
            code = one.state["rematch"]
            await one.say("rematch", id="again")
            await one.answer_to("again")
            assert one.state["rematch"] == code
        new = {"table": code, "token": ann["token"]}
        async with place.client(new) as one, place.client({**new, "token": ben["token"]}) as two:
            assert (one.seat, two.seat) == (0, 1)
            await asyncio.gather(one.play(random.Random(5)), two.play(random.Random(6)))
            assert one.state["fairness"]["match"] != ann["table"]


@pytest.mark.parametrize("game", games.names())
async def test_every_game_is_played_at_a_table(server: Servers, game: str) -> None:
    async with server() as place:
        seats = games.get(game).seat_counts[-1]
        ann = await place.create(game, [ME, *[bot("club" if seat % 2 else "random") for seat in range(1, seats)]])
        async with place.client(ann) as one, place.client(ann, token=None) as watching:
            await one.play(random.Random(9), moves=30)
            await one.say("resign", id="enough")
            await one.until_over()
            await watching.until_over()
            assert sorted(one.events) == list(range(1, one.version + 1))
            assert place.metric("amity_errors_total") == place.metric("amity_bot_fallbacks_total") == 0
        assert verify(parse((await place.record(ann["table"])).text)).right
