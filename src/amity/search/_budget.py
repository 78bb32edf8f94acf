"""How long a search may go on."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple, Protocol

UNLIMITED = 1 << 40


class Budget(NamedTuple):
    """Nodes for results that do not depend on the machine, seconds for play; whichever is used up first.

    A node stands for the work of one iteration of the tree search, some microseconds; other kinds of search count
    what they do in the same measure.
    """

    nodes: int = UNLIMITED
    seconds: float | None = None


class CancelFlag(Protocol):
    """Tells a search from outside that nobody waits for it any more: an event of threads or of processes."""

    def is_set(self) -> bool:
        """Whether the search should end."""


class Cancelled(Exception):
    """The search was told to stop before it had anything to say."""


def spend(budget: Budget, price: int, chunk: int, work: Callable[[int], int], cancel: CancelFlag | None = None) -> None:
    """Call ``work`` with numbers of units to do until the budget is used up, a unit costing ``price`` nodes.

    ``work`` returns the nodes it has used. At least one chunk is done; the rest ends at the time limit, or when
    ``cancel`` is set.

    :raises Cancelled: ``cancel`` was set before the first chunk was done.
    """
    until = None if budget.seconds is None else time.perf_counter() + budget.seconds
    left = budget.nodes
    if cancel is not None and cancel.is_set():
        raise Cancelled
    while True:
        left -= work(max(1, min(chunk, left // price)))
        if left < price or (cancel is not None and cancel.is_set()):
            return
        if until is not None and time.perf_counter() >= until:
            return
