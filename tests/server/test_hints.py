"""Hints: only in the own turn, from what the seat may know, told to whoever asks and counted for all to see."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

import pytest
from table_clients import ME, PATIENCE, PERSON, Client, Message, Place, bot
from test_workers import end_bots

from amity import bots, games
from amity.server import workers
from amity.server.bot_turns import job_for

pytestmark = pytest.mark.anyio

Servers = Callable[..., AbstractAsyncContextManager[Place]]


async def ask(client: Client) -> Message:
    """Ask for a hint for what is seen, and wait for the answer."""
    await client.say("hint", version=client.version)
    return await client.until_type("advice", "refused")


async def prepare(place: Place, game: str) -> None:
    await place.tables.services.worker.prepare(game, bots.levels(game)[-1])


async def test_a_hint_names_the_best_choices_and_is_counted_once(server: Servers) -> None:
    async with server() as place:
        await prepare(place, "mate")
        ann = await place.create("mate", [ME, bot("novice")])
        async with place.client(ann) as one, place.client(ann, token=None) as watching:
            await one.until_my_turn()
            assert one.state["hints"]
            advice = await ask(one)
            assert advice["version"] == one.version
            assert advice["level"] == "expert"
            legal = one.legal_actions()
            assert 1 <= len(advice["choices"]) <= 3
            assert all(choice["action"] in legal for choice in advice["choices"])
            worth = [choice["expected"] for choice in advice["choices"]]
            assert worth == sorted(worth, reverse=True)
            # Whoever watches learns that one was given, not which.
            await watching.until_so(lambda: watching.state["seats"][0]["hints"] == 1)
            assert "advice" not in [message["type"] for message in watching.messages]
            async with place.client(ann) as phone:
                assert await ask(phone) == advice
            assert await ask(one) == advice
            assert one.state["seats"][0]["hints"] == 1
            assert (await one.act(advice["choices"][0]["action"]))["type"] == "acknowledged"
            await one.until_my_turn()
            await ask(one)
            await one.until_so(lambda: one.state["seats"][0]["hints"] == 2)
        assert place.metric("amity_hints_total", outcome="given") == 2
    async with server() as place, place.client(ann) as one:
        # Nor does a restart of the server forget them.
        assert one.state["seats"][0]["hints"] == 2


@pytest.mark.parametrize("game", games.names())
async def test_every_game_has_hints(server: Servers, game: str) -> None:
    async with server() as place:
        await prepare(place, game)
        seats = games.get(game).seat_counts[0]
        ann = await place.create(game, [ME, *[bot("novice")] * (seats - 1)])
        async with place.client(ann) as one:
            await one.until_my_turn()
            advice = await ask(one)
            assert advice["level"] == bots.levels(game)[-1]
            for choice in advice["choices"]:
                assert choice["expected"] is None or isinstance(choice["expected"], float)
            # Where nothing is known about what choices are worth, there is one.
            assert len(advice["choices"]) == 1 or advice["choices"][0]["expected"] is not None
            assert (await one.act(advice["choices"][0]["action"]))["type"] == "acknowledged"


async def test_a_bot_that_advises_knows_what_the_seat_knows(server: Servers) -> None:
    async with server() as place:
        ann = await place.create("pinochle", [ME, bot(), bot(), bot()])
        async with place.client(ann) as one:
            await one.until_my_turn()
            job = await place.tables.ask(ann["table"], lambda table: job_for(table.stored, table.match, 0, "expert"))
            assert job.view.seat == job.seat == 0
            dealt = next(event for event in job.history if type(event).__name__ == "Dealt")
            assert [hand is not None for hand in dealt.hands] == [True, False, False, False]


async def test_refused_hints(server: Servers) -> None:
    async with server() as place:
        await prepare(place, "mate")
        ann = await place.create("mate", [ME, PERSON], hints=True)
        async with place.client(ann) as one:
            assert (await ask(one))["code"] == "not_playing"
            ben = await place.join(ann["table"])
            async with place.client(ben) as two, place.client(ann, token=None) as watching:
                for client in (one, two, watching):
                    await client.until_so(lambda client=client: client.view is not None)  # type: ignore[misc]
                assert (await ask(watching))["code"] == "spectators_only_watch"
                assert one.view is not None
                to_act, other = (one, two) if one.view["to_act"] == one.seat else (two, one)
                assert (await ask(other))["code"] == "not_your_turn"
                await to_act.say("hint", version=to_act.version - 1)
                assert (await to_act.until_type("advice", "refused"))["code"] == "stale"
                assert (await ask(to_act))["type"] == "advice"
        without = await place.create("mate", [ME, bot()], hints=False)
        async with place.client(without) as one:
            await one.until_my_turn()
            assert not one.state["hints"]
            assert (await ask(one))["code"] == "hints_off"


async def test_hints_are_usual_only_against_bots(server: Servers) -> None:
    async with server() as place:
        for seats, usual in (([ME, bot()], True), ([ME, PERSON], False)):
            ann = await place.create("mate", seats)
            assert (await place.http.get(f"/api/tables/{ann['table']}")).json()["hints"] is usual


async def test_an_expert_that_warms_up_says_so(server: Servers) -> None:
    async with server() as place:
        ann = await place.create("mate", [ME, bot("novice")])
        async with place.client(ann) as one:
            await one.until_my_turn()
            assert (await ask(one))["code"] == "hint_preparing"
            # Asking has begun it.
            async with asyncio.timeout(PATIENCE):
                while (await ask(one))["type"] == "refused":  # noqa: ASYNC110 - asked anew each time
                    await asyncio.sleep(0.05)


async def test_a_hint_is_called_off_when_the_match_goes_on(server: Servers) -> None:
    async with server() as place:
        await prepare(place, "pinochle")
        ann = await place.create("pinochle", [ME, bot(), bot(), bot()])
        async with place.client(ann) as one:
            await one.until_my_turn()
            await one.say("hint", version=one.version)
            assert (await one.act(one.legal_actions()[0]))["type"] == "acknowledged"
            await place.until_metric("amity_hints_total", 1, outcome="late")
            await one.play(random.Random(1), moves=1)
            assert "advice" not in [message["type"] for message in one.messages]
            assert one.state["seats"][0]["hints"] == 0


async def test_a_hint_whose_processes_end_is_refused(server: Servers) -> None:
    async with server() as place:
        await prepare(place, "pinochle")
        ann = await place.create("pinochle", [ME, bot(), bot(), bot()])
        async with place.client(ann) as one:
            await one.until_my_turn()
            await one.say("hint", version=one.version)
            async with asyncio.timeout(PATIENCE):
                while not place.metric("amity_hints_total", outcome="no_hint"):
                    end_bots()
                    await asyncio.sleep(0.01)
            assert (await one.until_type("refused"))["code"] == "no_hint"
            assert (await ask(one))["type"] == "advice"
        assert place.metric("amity_errors_total") == 0


async def test_too_many_hints_at_once_are_refused(server: Servers, monkeypatch: pytest.MonkeyPatch) -> None:
    async with server() as place:
        await prepare(place, "mate")
        monkeypatch.setattr(workers, "HINTS_PRESENT", 0)
        ann = await place.create("mate", [ME, bot("novice")])
        async with place.client(ann) as one:
            await one.until_my_turn()
            assert (await ask(one))["code"] == "hints_busy"
            monkeypatch.undo()
            assert (await ask(one))["type"] == "advice"
