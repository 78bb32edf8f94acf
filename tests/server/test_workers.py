"""Bots at work: the same job gives the same choice, a failing bot holds nobody up, a killed process is replaced."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from typing import Any

import pytest
from table_clients import ME, Place, bot

from amity import bots, games
from amity.bots import mate
from amity.errors import InvalidRequest
from amity.match import Action, Event
from amity.server.metrics import Metrics
from amity.server.workers import Job, LocalWorker, in_process, plain_level, quick_level
from amity.shuffle import MatchRandom

pytestmark = pytest.mark.anyio

Servers = Callable[..., AbstractAsyncContextManager[Place]]


@pytest.fixture
async def worker() -> AsyncIterator[LocalWorker]:
    local = LocalWorker(Metrics())
    yield local
    await local.close()


def a_job(game: str = "mate", level: str = "novice") -> Job:
    chosen = games.get(game)
    match = chosen.new_match(games.parse_options(chosen), chosen.seat_counts[0], MatchRandom.from_number(1))
    match.deal()
    seat = match.to_act
    assert seat is not None
    return Job("ABCDEF", match.version, seat, game, level, 5, match.view(seat), match.history(seat))


@pytest.mark.parametrize("game", games.names())
async def test_the_same_job_gives_the_same_choice_wherever_it_is_done(worker: LocalWorker, game: str) -> None:
    for level in bots.levels(game):
        job = a_job(game, level)
        found = {await worker.choose(job) for _ in range(3)}
        assert len(found) == 1
        assert found.pop() in job.view.legal_actions()


@pytest.mark.parametrize("game", games.names())
def test_every_game_has_a_quick_and_a_plain_level(game: str) -> None:
    assert quick_level(game) == "club"
    assert not in_process(game, plain_level(game))


async def test_a_bot_is_ready_once_it_is_prepared(worker: LocalWorker) -> None:
    told = asyncio.Event()
    worker.when_prepared = told.set
    assert worker.ready("mate", "novice")
    assert not worker.ready("mate", "expert")
    await asyncio.gather(*(worker.prepare("mate", "expert") for _ in range(3)))
    assert worker.ready("mate", "expert")
    assert told.is_set()


async def test_a_killed_process_is_replaced(worker: LocalWorker) -> None:
    job = a_job("mate", "expert")
    before = await worker.choose(job)
    assert worker._pool is not None
    for number in list(worker._pool._processes or {}):
        os.kill(number, signal.SIGKILL)
    assert await worker.choose(job) == before


async def test_unknown_bots_are_refused(worker: LocalWorker) -> None:
    with pytest.raises(InvalidRequest, match="unknown_level"):
        await worker.choose(replace(a_job(), level="wizard"))


class Stumbling:
    """A bot that breaks, dawdles or cheats."""

    def __init__(self, how: str) -> None:
        self.how = how

    def choose(self, view: Any, history: Sequence[Event]) -> Action:
        if self.how == "breaks":
            raise RuntimeError("lost the thread")
        if self.how == "cheats":
            return mate.Play("9D") if mate.Play("9D") not in view.legal_actions() else mate.Play("AC")
        asyncio.run(asyncio.sleep(2))
        return mate.Play("9D")


@pytest.mark.parametrize(("how", "reason"), [("breaks", "failed"), ("cheats", "illegal"), ("dawdles", "slow")])
async def test_a_bot_that_cannot_choose_holds_nobody_up(
    server: Servers, monkeypatch: pytest.MonkeyPatch, how: str, reason: str
) -> None:
    levels = {**mate.LEVELS, "random": lambda seed: Stumbling(how)}
    monkeypatch.setattr(mate, "LEVELS", levels)
    async with server(bot_budget_ms=200) as place:
        ann = await place.create("mate", [ME, bot("random")], options={"games": 2})
        async with place.client(ann) as one:
            # Between two moves of one player there is one of the other.
            assert await one.play(random.Random(1), moves=2) == 2
        assert place.metric("amity_bot_fallbacks_total", reason=reason) >= 1
        assert place.metric("amity_errors_total") == 0


async def test_a_seat_says_that_its_bot_is_being_prepared(server: Servers) -> None:
    async with server() as place:
        ann = await place.create("mate", [ME, bot("expert")], options={"games": 2})
        async with place.client(ann) as one:
            assert one.state["seats"][1]["preparing"]
            await place.tables.services.worker.prepare("mate", "expert")
            await one.until_so(lambda: not one.state["seats"][1]["preparing"])
