"""Processes that work in a line: what ends, hangs or is no longer wanted takes nothing else with it."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest
from table_clients import PATIENCE

from amity.server import processes
from amity.server.processes import Line, cancelled

pytestmark = pytest.mark.anyio


class Counted:
    """A line and how many of its processes have ended before their time."""

    def __init__(self, count: int = 1) -> None:
        self.ended = 0
        self.line = Line("test", count, 5, self._count)

    def _count(self) -> None:
        self.ended += 1


@pytest.fixture
async def one() -> AsyncIterator[Counted]:
    counted = Counted()
    yield counted
    await counted.line.close()


@pytest.fixture
async def two() -> AsyncIterator[Counted]:
    counted = Counted(2)
    yield counted
    await counted.line.close()


def process_number(_: None) -> int:
    return os.getpid()


def niceness(_: None) -> int:
    return os.nice(0)


def end_the_first_time(mark: Path) -> str:
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "done"


def end(_: None) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def fail(_: None) -> None:
    raise ValueError("no such luck")


def hang(mark: Path) -> None:
    mark.touch()
    while True:
        time.sleep(0.01)


def obey(mark: Path) -> None:
    mark.touch()
    flag = cancelled()
    assert flag is not None
    while not flag.is_set():
        time.sleep(0.001)


async def until_exists(path: Path) -> None:
    async with asyncio.timeout(PATIENCE):
        while not path.exists():  # noqa: ASYNC110, ASYNC240 - nobody tells
            await asyncio.sleep(0.005)


async def call_off(work: asyncio.Task[object]) -> None:
    work.cancel()
    with pytest.raises(asyncio.CancelledError):
        await work


async def test_work_is_done_elsewhere_and_below(one: Counted) -> None:
    assert await one.line.do(process_number, lambda: None) != os.getpid()
    assert await one.line.do(niceness, lambda: None) == min(19, os.nice(0) + 5)
    assert cancelled() is None
    with pytest.raises(ValueError, match="no such luck"):
        await one.line.do(fail, lambda: None)
    assert one.ended == 0


async def test_work_whose_process_ends_is_begun_once_more(one: Counted, tmp_path: Path) -> None:
    assert await one.line.do(end_the_first_time, lambda: tmp_path / "mark") == "done"
    assert one.ended == 1


async def test_work_that_ends_every_process_fails_and_the_next_does_not(one: Counted) -> None:
    with pytest.raises(BrokenProcessPool):
        await one.line.do(end, lambda: None)
    assert one.ended == 2
    assert await one.line.do(process_number, lambda: None)


async def test_a_process_that_ends_disturbs_no_other(two: Counted, tmp_path: Path) -> None:
    working = asyncio.create_task(two.line.do(obey, lambda: tmp_path / "working"))
    await until_exists(tmp_path / "working")
    with pytest.raises(BrokenProcessPool):
        await two.line.do(end, lambda: None)
    assert not working.done()
    await call_off(working)


async def test_work_that_is_called_off_ends_and_its_process_goes_on(one: Counted, tmp_path: Path) -> None:
    number = await one.line.do(process_number, lambda: None)
    working = asyncio.create_task(one.line.do(obey, lambda: tmp_path / "working"))
    await until_exists(tmp_path / "working")
    await call_off(working)
    assert await one.line.do(process_number, lambda: None) == number
    assert one.line.present == 0


async def test_work_that_does_not_end_when_called_off_is_ended_with_its_process(
    one: Counted, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "GRACE_SECONDS", 0.1)
    number = await one.line.do(process_number, lambda: None)
    hanging = asyncio.create_task(one.line.do(hang, lambda: tmp_path / "hanging"))
    await until_exists(tmp_path / "hanging")
    await call_off(hanging)
    assert await one.line.do(process_number, lambda: None) != number


async def test_work_that_nobody_waits_for_is_not_begun(one: Counted, tmp_path: Path) -> None:
    begun = []
    working = asyncio.create_task(one.line.do(obey, lambda: tmp_path / "working"))
    await until_exists(tmp_path / "working")
    waiting = asyncio.create_task(one.line.do(process_number, lambda: begun.append(1)))
    while one.line.present < 2:  # noqa: ASYNC110 - the line tells nobody
        await asyncio.sleep(0)
    await call_off(waiting)
    await call_off(working)
    assert await one.line.do(process_number, lambda: None)
    assert begun == []


async def test_closing_gives_everything_up(tmp_path: Path) -> None:
    line = Counted().line
    hanging = asyncio.create_task(line.do(hang, lambda: tmp_path / "hanging"))
    await until_exists(tmp_path / "hanging")
    waiting = asyncio.create_task(line.do(process_number, lambda: None))
    await asyncio.sleep(0)
    await line.close()
    for task in (hanging, waiting):
        with pytest.raises(asyncio.CancelledError):
            await task


async def test_a_process_loads_code_before_it_takes_work_and_is_not_called_off_meanwhile() -> None:
    line = Line("test", 1, 5, lambda: None, lambda: ["amity.search.mate"])
    work = asyncio.create_task(line.do(loaded, lambda: None))
    while line.present < 1:  # noqa: ASYNC110 - the line tells nobody
        await asyncio.sleep(0)
    await call_off(work)
    assert await line.do(loaded, lambda: None)
    await line.close()


def loaded(_: None) -> bool:
    return "amity.search._mate_kernel" in sys.modules


async def test_a_process_that_is_killed_between_two_pieces_of_work_is_replaced(one: Counted) -> None:
    first = await one.line.do(process_number, lambda: None)
    os.kill(first, signal.SIGKILL)
    second = await one.line.do(process_number, lambda: None)
    assert second != first
    # Whether the line noticed before or after it gave the work away.
    assert one.ended == 1
