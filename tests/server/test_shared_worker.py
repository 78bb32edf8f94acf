"""Bots' jobs in a Redis stream: any node does them, once is enough, and none is waited for without end."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace

import msgspec
import pytest
from cluster_services import Redis
from redis.asyncio import Redis as Client

from amity import bots, games
from amity.server.cluster.worker import STREAM, SharedWorker, read_job, write_job
from amity.server.metrics import Metrics
from amity.server.workers import Job, LocalWorker, Thought, choose
from amity.shuffle import MatchRandom

pytestmark = [pytest.mark.anyio, pytest.mark.cluster]


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Redis]:
    folder = tmp_path_factory.mktemp("redis")
    # Those of pytest may be entered by its own user only.
    for each in (folder, *itertools.takewhile(lambda path: path.owner() == folder.owner(), folder.parents)):
        each.chmod(each.stat().st_mode | 0o711)
    service = Redis(folder / "own")
    service.start()
    yield service
    service.stop()


class Counting(LocalWorker):
    """A worker that does every job here and now with a bot that is quick, and counts them."""

    def __init__(self) -> None:
        super().__init__(Metrics(), 1)
        self.done = 0

    async def choose(self, job: Job) -> object:  # type: ignore[override]
        self.done += 1
        return await asyncio.to_thread(choose, Thought(replace(job, level="novice"), 1))


@pytest.fixture
async def workers(redis: Redis) -> AsyncIterator[list[SharedWorker]]:
    made = [SharedWorker(Counting(), redis.url) for _ in range(2)]
    yield made
    for worker in made:
        await worker.close()


def a_job(game: str = "mate", level: str = "club", version: int = 0) -> Job:
    match = games.get(game).new_match(
        next(iter(games.get(game).presets.values())), games.get(game).seat_counts[0], MatchRandom.from_number(7)
    )
    match.deal()
    seat = match.to_act
    assert seat is not None
    return Job(f"T{version}", match.version, seat, game, level, 5, match.view(seat), match.history(seat))


@pytest.mark.parametrize("game", games.names())
def test_a_job_reads_as_it_was_written(game: str) -> None:
    job = a_job(game, bots.levels(game)[-1])
    found = read_job(write_job(job))
    assert msgspec.json.encode(found.view) == msgspec.json.encode(job.view)
    assert list(found.history) == list(job.history)
    assert found.view.legal_actions() == job.view.legal_actions()
    assert choose(Thought(replace(found, level="novice"), 1)) == choose(Thought(replace(job, level="novice"), 1))


async def test_jobs_are_shared_by_all_nodes(workers: list[SharedWorker], redis: Redis) -> None:
    jobs = [a_job(version=number) for number in range(12)]
    for worker in workers:
        worker._begin()
    async with asyncio.timeout(60), Client.from_url(redis.url) as client:
        while await waiting(client) < len(workers):  # noqa: ASYNC110 - Redis wakes nobody
            await asyncio.sleep(0.02)
    actions = await asyncio.gather(*(workers[0].choose(job) for job in jobs))
    assert all(action in job.view.legal_actions() for action, job in zip(actions, jobs, strict=True))
    done = [done_by(worker) for worker in workers]
    assert sum(done) == len(jobs)
    assert min(done) > 0


async def test_plain_bots_stay_on_their_node(workers: list[SharedWorker], redis: Redis) -> None:
    async with Client.from_url(redis.url) as client:
        before = await client.xlen(STREAM)
        job = a_job(level="novice", version=100)
        assert await workers[0].choose(job) in job.view.legal_actions()
        assert await client.xlen(STREAM) == before


async def test_without_redis_a_node_does_its_jobs_itself(workers: list[SharedWorker], redis: Redis) -> None:
    for worker in workers:
        worker._begin()
    job = a_job(version=200)
    assert await workers[0].choose(job) in job.view.legal_actions()
    await asyncio.to_thread(redis.stop)
    job = a_job(version=201)
    assert await workers[0].choose(job) in job.view.legal_actions()
    await asyncio.to_thread(redis.start)
    # The stream is gone with the old Redis. A new one is begun, and soon the other node does its share again.
    async with asyncio.timeout(60):
        for version in itertools.count(202):
            before = done_by(workers[0])
            job = a_job(version=version)
            assert await workers[1].choose(job) in job.view.legal_actions()
            if done_by(workers[0]) > before:
                break


async def test_what_cancels_the_waiting_may_get_lost(
    workers: list[SharedWorker], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in ``asyncio.wait_for`` of Python 3.11, with which Redis is written to."""

    lost: list[str] = []

    async def is_ready(task: str) -> bool:
        if not lost:
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.Event().wait()
            lost.append(task)
        return False

    monkeypatch.setattr("amity.server.cluster.worker.ANSWER_SECONDS", 0.2)
    monkeypatch.setattr(workers[0]._broker.result_backend, "is_result_ready", is_ready)
    job = a_job(version=300)
    async with asyncio.timeout(60):
        assert await workers[0].choose(job) in job.view.legal_actions()
    assert lost


async def waiting(client: Client) -> int:
    """How many nodes wait for a job."""
    return sum(one["cmd"] == "xreadgroup" and "b" in one["flags"] for one in await client.client_list())


def done_by(worker: SharedWorker) -> int:
    assert isinstance(worker.own, Counting)
    return worker.own.done
