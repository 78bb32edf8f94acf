"""Where tournaments are played: in this process, in several, or on a Ray cluster."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent import futures
from contextlib import contextmanager
from typing import Any, Final, TypeVar

from amity.arena._log import Log
from amity.arena._tournament import Outcome, Task, Tournament
from amity.errors import InvalidRequest

Running = TypeVar("Running")
Item = TypeVar("Item")
Result = TypeVar("Result")

_WINDOW: Final = 4
"""Tasks handed out for each worker, so that none has to wait for the next."""


def play(tournament: Tournament, jobs: int = 0, log: Log | None = None) -> Iterator[Outcome]:
    """Play what is not in the log yet, in ``jobs`` processes (0: one for each core); outcomes in any order.

    What is in the log comes first; what is new is added to it.
    """
    jobs = jobs or _cores()
    remaining = yield from _known(tournament, log)
    if jobs == 1 or len(remaining) < 2:
        for task in remaining:
            yield _kept(tournament.play(task), log)
        return
    # Played here, the first one compiles what the players need; the others find it on the disk.
    yield _kept(tournament.play(remaining.pop(0)), log)
    with _pool(jobs) as pool:

        def wait(running: list[futures.Future[Outcome]]) -> tuple[list[Outcome], list[futures.Future[Outcome]]]:
            done, left = futures.wait(running, return_when=futures.FIRST_COMPLETED)
            return [future.result() for future in done], list(left)

        for outcome in _stream(lambda task: pool.submit(tournament.play, task), wait, remaining, jobs):
            yield _kept(outcome, log)


def each(work: Callable[[Item], Result], items: Sequence[Item], jobs: int = 0) -> Iterator[Result]:
    """What a function makes of each item, in order, worked out in ``jobs`` processes (0: one for each core)."""
    jobs = jobs or _cores()
    if jobs == 1 or len(items) < 2:
        yield from map(work, items)
        return
    with _pool(jobs) as pool:
        yield from pool.map(work, items)


@contextmanager
def _pool(jobs: int) -> Iterator[futures.ProcessPoolExecutor]:
    context = multiprocessing.get_context("spawn")
    pool = futures.ProcessPoolExecutor(jobs, context, initializer=_begin_worker)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def play_on_ray(tournament: Tournament, address: str, log: Log | None = None) -> Iterator[Outcome]:
    """The same on the workers of a Ray cluster, all of which have Amity installed. ``address`` is ``host:port``.

    :raises InvalidRequest: ``ray_missing`` or ``ray_unreachable``.
    """
    # Nobody is told that we use it.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError:
        raise InvalidRequest("ray_missing") from None
    remaining = yield from _known(tournament, log)
    try:
        _reach(address)
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except (OSError, RuntimeError, ValueError) as error:
        raise InvalidRequest("ray_unreachable", address=address, reason=str(error).splitlines()[0]) from None
    try:
        cluster: Any = ray
        remote = cluster.remote(_play)
        shared = ray.put(tournament)

        def wait(running: list[Any]) -> tuple[list[Outcome], list[Any]]:
            done, left = ray.wait(running)
            return ray.get(done), left

        workers = int(cluster.cluster_resources().get("CPU", 1))
        for outcome in _stream(lambda task: remote.remote(shared, task), wait, remaining, workers):
            yield _kept(outcome, log)
    finally:
        ray.shutdown()


def _reach(address: str) -> None:
    """Ray itself goes on trying for many minutes where nobody answers."""
    host, _, port = address.rpartition(":")
    with socket.create_connection((host, int(port)), timeout=10):
        pass


def _play(tournament: Tournament, task: Task) -> Outcome:
    return tournament.play(task)


def _known(tournament: Tournament, log: Log | None) -> Any:
    """Yield what has been played before and return the rest."""
    before = {outcome.task: outcome for outcome in log.outcomes} if log is not None else {}
    remaining = []
    for task in tournament.tasks():
        if task in before:
            yield before[task]
        else:
            remaining.append(task)
    return remaining


def _kept(outcome: Outcome, log: Log | None) -> Outcome:
    if log is not None:
        log.add(outcome)
    return outcome


def _stream(
    submit: Callable[[Task], Running],
    wait: Callable[[list[Running]], tuple[list[Outcome], list[Running]]],
    tasks: Iterable[Task],
    workers: int,
) -> Iterator[Outcome]:
    """Hand out the tasks little by little and give the outcomes as they come."""
    running: list[Running] = []
    for task in tasks:
        running.append(submit(task))
        if len(running) >= _WINDOW * workers:
            done, running = wait(running)
            yield from done
    while running:
        done, running = wait(running)
        yield from done


def _cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _begin_worker() -> None:
    """Let the parent alone answer Ctrl+C, and do not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
