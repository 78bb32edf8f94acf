"""What all tables of a process use."""

from __future__ import annotations

from dataclasses import dataclass

from amity.server.metrics import Metrics
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
