"""The game clock: time for one decision. It knows nothing of connections, and nothing of it is stored.

A restart of the server therefore gives the seat in turn its whole time back, which is the fair way round.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from amity.server.messages import Clock

WARN_MS: Final = 15_000
"""Rules: pinochle, Clock."""


@dataclass(frozen=True)
class TurnClock:
    """The time of one seat for the decision at one version of the match; seconds on the event loop's clock."""

    version: int
    seat: int
    total: float
    deadline: float

    def message(self, now: float) -> Clock:
        """The clock as it is sent at this moment."""
        total_ms = round(self.total * 1000)
        # A short time is not spent under a warning from its first second on.
        return Clock(
            seat=self.seat,
            remaining_ms=max(0, round((self.deadline - now) * 1000)),
            total_ms=total_ms,
            warn_ms=min(WARN_MS, total_ms // 4),
        )
