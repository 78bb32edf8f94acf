"""Real servers on loopback, in the test's own event loop or as a process."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from table_clients import Place, running

from amity.server.sessions import now_ms
from amity.server.settings import Settings, read_settings

FAST: dict[str, Any] = {
    "port": 0,
    "prepare_bots": False,
    "bot_delay_min_ms": 0,
    "bot_delay_max_ms": 0,
    "between_deals_ms": 50,
    "seed_ms": 50,
    "start_ms": 50,
    "messages_burst": 100_000,
    "messages_per_second": 100_000,
    "tables_burst": 10_000,
}
"""No pauses for people, and no limits where a test does not look for them."""


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
