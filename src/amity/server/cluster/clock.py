"""One wall clock for all nodes: that of the database.

What one node has dated another compares with its own time: when a table was made, when it was last changed. Machines
differ, so a node measures how far its clock is from the database's, and counts by that.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import structlog

from amity.server.metrics import Metrics

log: Final = structlog.get_logger("amity.cluster")

WARN_MS: Final = 1_000
"""A clock that is further from the database's is not kept by anybody."""
REPEAT_SECONDS: Final = 600.0
"""How often the operator is told so."""


class DatabaseClock:
    """The database's time, in milliseconds since 1970, as well as this machine knows it without asking."""

    def __init__(self, own: Callable[[], int], metrics: Metrics) -> None:
        self._own = own
        self._metrics = metrics
        self._warned_at: float | None = None
        self.ahead_ms = 0
        """How far the database's clock is ahead of this machine's."""

    def __call__(self) -> int:
        return self._own() + self.ahead_ms

    def compare(self, ask: Callable[[], int]) -> int:
        """Ask the database for its time, and go by it from now on."""
        before = self._own()
        now = ask()
        after = self._own()
        ahead = now - (before + after) // 2
        # A difference within the time that the question took is none.
        if abs(ahead - self.ahead_ms) > (after - before + 1) // 2:
            self.ahead_ms = ahead
        self._metrics.clock_skew.set(-self.ahead_ms / 1000)
        self._tell()
        return now

    def _tell(self) -> None:
        now = time.monotonic()
        if abs(self.ahead_ms) <= WARN_MS:
            if self._warned_at is not None:
                log.info("clock is right again")
                self._warned_at = None
        elif self._warned_at is None or now - self._warned_at >= REPEAT_SECONDS:
            self._warned_at = now
            log.warning("clock is wrong", seconds_ahead=round(-self.ahead_ms / 1000, 1), of="the database")
