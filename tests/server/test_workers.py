"""Bots at work: what they choose, how long they may think, and that a failing one holds nobody up."""

from __future__ import annotations

import asyncio
import multiprocessing
import random
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from table_clients import ME, PATIENCE, Place, bot

from amity import bots, games
from amity.bots import mate
from amity.errors import InvalidRequest
from amity.games.mate import Play
from amity.match import Action, Event
from amity.server.metrics import Metrics
from amity.server.workers import (
    FULL_SECONDS,
    HINTS_PRESENT,
    LEAST_SECONDS,
    Job,
    LocalWorker,
    Stretch,
    budget_seconds,
    in_process,
    plain_level,
    quick_level,
)
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
        # Who thinks for a time, not for a number of steps, may see more the next time.
        assert len(found) == 1 or isinstance(bots.make(game, level, 1), bots.Searcher)
        assert found <= set(job.view.legal_actions())


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
            return Play("9D") if Play("9D") not in view.legal_actions() else Play("AC")
        asyncio.run(asyncio.sleep(2))
        return Play("9D")


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


PRESENT = st.integers(1, 500)
PROCESSES = st.integers(1, 64)
STRETCH = st.floats(Stretch.LEAST, Stretch.MOST)


@given(PRESENT, PROCESSES, PROCESSES, STRETCH)
def test_a_budget_is_never_too_short_nor_longer_than_alone(
    present: int, processes: int, cores: int, stretch: float
) -> None:
    assert LEAST_SECONDS == 0.05
    assert LEAST_SECONDS <= budget_seconds(present, processes, cores, stretch) <= FULL_SECONDS
    assert budget_seconds(1, processes, cores, 1.0) == FULL_SECONDS


@given(PRESENT, PRESENT, PROCESSES, PROCESSES, STRETCH, STRETCH)
def test_a_budget_shrinks_with_the_queue_and_grows_with_the_machine(
    present: int, more: int, processes: int, cores: int, stretch: float, slower: float
) -> None:
    budget = budget_seconds(present, processes, cores, stretch)
    assert budget_seconds(present + more, processes, cores, stretch) <= budget
    assert budget_seconds(present, processes + more, cores, stretch) >= budget
    assert budget_seconds(present, processes, cores + more, stretch) >= budget
    assert budget_seconds(present, processes, cores, max(stretch, slower)) <= budget


@given(st.lists(st.tuples(st.floats(0, 100), st.floats(LEAST_SECONDS, FULL_SECONDS)), max_size=30))
def test_what_decisions_took_lately_stays_within_limits(decisions: list[tuple[float, float]]) -> None:
    stretch = Stretch()
    for taken, given_seconds in decisions:
        stretch.add(taken, given_seconds)
    assert Stretch.LEAST <= stretch.value <= Stretch.MOST


def test_a_crowd_gets_the_least_and_is_served_in_a_second_and_a_quarter() -> None:
    fifty = budget_seconds(50, 2, 2, 1.0)
    assert fifty == LEAST_SECONDS
    assert 50 * fifty / 2 == 1.25


def end_bots() -> None:
    """Kill every process of this one's."""
    for process in multiprocessing.active_children():
        process.kill()


async def test_a_process_that_is_killed_while_a_bot_thinks_costs_nothing(server: Servers) -> None:
    async with server(bot_processes=1) as place:
        await place.tables.services.worker.prepare("pinochle", "expert")
        table = await place.create("pinochle", [bot("expert")] * 4)
        async with place.client(table) as watching:
            await place.until_metric("amity_bots_thinking", 1)
            end_bots()
            await place.until_metric("amity_bot_process_restarts_total", 1)
            version = watching.version
            await watching.until_version(version + 2)
        assert place.metric("amity_bot_fallbacks_total") == 0


async def test_when_every_process_is_killed_the_club_stands_in_and_everybody_is_told(server: Servers) -> None:
    async with server(bot_processes=1) as place:
        await place.tables.services.worker.prepare("pinochle", "expert")
        table = await place.create("pinochle", [bot("expert")] * 4)
        async with place.client(table) as watching:
            async with asyncio.timeout(PATIENCE):
                while not place.metric("amity_bot_fallbacks_total", reason="failed"):
                    end_bots()
                    await asyncio.sleep(0.01)
            await watching.until_so(lambda: "club" in [seat["stand_in"] for seat in watching.state["seats"]])
            # Until the expert has moved again.
            await watching.until_so(lambda: not any(seat["stand_in"] for seat in watching.state["seats"]))
        assert place.metric("amity_errors_total") == 0


async def test_who_thinks_too_long_is_stood_in_for(server: Servers) -> None:
    async with server(bot_budget_ms=100) as place:
        await place.tables.services.worker.prepare("pinochle", "expert")
        table = await place.create("pinochle", [bot("expert")] * 4)
        async with place.client(table) as watching:
            await watching.until_so(lambda: "club" in [seat["stand_in"] for seat in watching.state["seats"]])
        assert place.metric("amity_bot_fallbacks_total", reason="slow") >= 1


async def test_budgets_and_times_are_measured(server: Servers) -> None:
    async with server() as place:
        table = await place.create("pinochle", [bot("expert")] * 4)
        async with place.client(table) as watching:
            await watching.until_so(lambda: watching.version > 3)
        labels = {"game": "pinochle", "level": "expert"}
        decisions = place.metric("amity_bot_answer_seconds_count", **labels)
        assert decisions >= 2
        assert place.metric("amity_bot_seconds_count", **labels) == decisions
        # One may have just begun.
        assert place.metric("amity_bot_budget_seconds_count", **labels) - decisions in (0, 1)
        assert place.metric("amity_bot_budget_seconds_sum", **labels) >= LEAST_SECONDS * decisions


async def test_only_so_many_hints_wait(worker: LocalWorker) -> None:
    job = a_job("pinochle", "expert")
    asked = [asyncio.create_task(worker.advise(job)) for _ in range(HINTS_PRESENT)]
    await asyncio.sleep(0)
    with pytest.raises(InvalidRequest, match="hints_busy"):
        await worker.advise(job)
    for task in asked:
        task.cancel()
    await asyncio.gather(*asked, return_exceptions=True)
