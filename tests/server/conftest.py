"""Real servers on loopback, in the test's own event loop or as a process."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from table_clients import FAST, Place, running

from amity.server.sessions import now_ms
from amity.server.settings import Settings, read_settings


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def settings(tmp_path: Path) -> Callable[..., Settings]:
    """The settings of a quick server with its database in the test's folder, some of them changed."""

    def make(**changes: Any) -> Settings:
        return read_settings({}, **{"database": str(tmp_path / "amity.sqlite3"), **FAST, **changes})

    return make


@pytest.fixture
def server(settings: Callable[..., Settings]) -> Callable[..., AbstractAsyncContextManager[Place]]:
    """Opens a server with some settings changed, and perhaps a clock of the test's; the same database each time."""

    @asynccontextmanager
    async def opened(now_ms: Callable[[], int] = now_ms, **changes: Any) -> AsyncIterator[Place]:
        async with running(settings(**changes), now_ms) as place:
            yield place

    return opened
