"""The game clock: time for one decision, and a seat's own time after that. It knows nothing of connections.

Of the time for a decision nothing is stored, and of a seat's own time what earlier decisions have used. A restart of
the server therefore gives the seat in turn all time back that this decision has taken, which is the fair way round.
Where a decision has an hour or more, others would wait for days: there it goes by when the table was last changed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from amity.server.messages import Clock

WARN_MS: Final = 15_000
"""Rules: pinochle, Clock."""


SLOW_SECONDS: Final = 3_600.0
"""From so much time for a decision on, a restart does not give it all back, but leaves at least as much as this."""


def after_restart(seconds: float, gone: float) -> float:
    """What is left of the time for a decision when the table was last changed so many seconds ago."""
    return seconds if seconds < SLOW_SECONDS else min(seconds, max(SLOW_SECONDS, seconds - gone))


@dataclass(frozen=True)
class TurnClock:
    """The time of one seat for the decision at one version of the match; seconds on the event loop's clock."""

    version: int
    seat: int
    total: float
    deadline: float
    bank: float = 0.0
    """Of the time up to the deadline, the seat's own time, which is used last."""

    def message(self, now: float) -> Clock:
        """The clock as it is sent at this moment."""
        total_ms = round(self.total * 1000)
        # A short time is not spent under a warning from its first second on.
        return Clock(
            seat=self.seat,
            remaining_ms=max(0, round((self.deadline - now) * 1000)),
            total_ms=total_ms,
            bank_ms=round(self.bank * 1000),
            warn_ms=min(WARN_MS, total_ms // 4),
        )

    def bank_left(self, now: float) -> float:
        """What is left of the seat's own time when the decision is made now."""
        return max(0.0, min(self.bank, self.deadline - now))
