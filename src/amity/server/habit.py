"""What comes of leaving rated matches again and again: a growing pause before the next one. Pure functions.

Once is nothing: connections break. Who has left two or more of his last ten rated matches waits five minutes, counted
from the end of the last of these, and twice as long for each further match that he has left in the last thirty days;
a day at most. The pause shrinks by playing to the end and with time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from amity.server.times import DAY_MS

LOOKED_AT: Final = 10
"""Rated matches, the last ones."""
HABIT: Final = 2
"""So many of them left are a habit."""
FIRST_PAUSE_MS: Final = 5 * 60_000
LONGEST_PAUSE_MS: Final = 24 * 3_600_000
REMEMBERED_MS: Final = 30 * DAY_MS
"""A match that was left so long ago counts no more."""


@dataclass(frozen=True)
class RatedMatch:
    """How somebody's rated match ended for him."""

    ended_ms: int
    left: bool
    """Whether he was away when it ended."""


def left_lately(matches: Sequence[RatedMatch], now_ms: int) -> int:
    """How many of the last ten matches were left; the matches stand in the order of their ends, the last first."""
    return sum(_left(match, now_ms) for match in matches[:LOOKED_AT])


def pause_ms(matches: Sequence[RatedMatch], now_ms: int) -> int:
    """How long somebody still waits for his next rated match; 0 for who need not wait. Order as above."""
    if left_lately(matches, now_ms) < HABIT:
        return 0
    left = [match for match in matches if _left(match, now_ms)]
    pause = min(FIRST_PAUSE_MS << min(len(left) - HABIT, 20), LONGEST_PAUSE_MS)
    return max(0, left[0].ended_ms + pause - now_ms)


def _left(match: RatedMatch, now_ms: int) -> bool:
    return match.left and match.ended_ms > now_ms - REMEMBERED_MS
