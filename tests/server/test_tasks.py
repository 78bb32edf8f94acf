"""Tasks end with their owner."""

from __future__ import annotations

import asyncio
import contextlib

import pytest

from amity.server import tasks
from amity.server.tasks import Tasks

pytestmark = pytest.mark.anyio


async def test_a_task_that_loses_what_cancels_it_ends_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "AGAIN_SECONDS", 0.01)
    lost = 0

    async def stubborn() -> None:
        nonlocal lost
        for _ in range(3):
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.Event().wait()
            lost += 1
        await asyncio.Event().wait()

    owner = Tasks()
    task = owner.start(stubborn(), "stubborn")
    await asyncio.sleep(0)
    await owner.close()
    assert task.cancelled()
    assert lost == 3
    assert len(owner) == 0


async def test_nothing_to_end() -> None:
    await Tasks().close()
