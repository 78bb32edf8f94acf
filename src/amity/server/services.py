"""What all tables of a process use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from amity.server.metrics import Metrics
from amity.server.sessions import now_ms
from amity.server.settings import Settings
from amity.server.store import Store
from amity.server.workers import Worker


@dataclass(frozen=True)
class Services:
    """The parts of a server that are not a table's own."""

    settings: Settings
    store: Store
    worker: Worker
    metrics: Metrics
    now_ms: Callable[[], int] = now_ms
    """The wall clock: milliseconds since 1970."""
