"""Real servers on loopback, in the test's own event loop or as a process."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from cluster_services import Postgres, Redis
from table_clients import FAST, Place, running

from amity.server.sessions import now_ms
from amity.server.settings import Settings, read_settings


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Postgres, Redis]]:
    """A PostgreSQL and a Redis for the tests of one file."""
    folder = tmp_path_factory.mktemp("services")
    # Those of pytest may be entered by its own user only.
    for each in (folder, *itertools.takewhile(lambda path: path.owner() == folder.owner(), folder.parents)):
        each.chmod(each.stat().st_mode | 0o711)
    postgres, redis = Postgres(folder / "postgres"), Redis(folder / "redis")
    postgres.start()
    redis.start()
    yield postgres, redis
    redis.stop()
    postgres.stop()


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
