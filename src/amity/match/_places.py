"""From totals to places."""

from __future__ import annotations

from collections.abc import Sequence


def places_of(totals: Sequence[int]) -> tuple[int, ...]:
    """The place of each seat, 1 for the highest total; equal totals share the better place.

    >>> places_of([10, 30, 30, 5])
    (3, 1, 1, 4)
    """
    return tuple(1 + sum(other > own for other in totals) for own in totals)
