"""Limits on how often somebody may do something."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from amity.errors import InvalidRequest


class TokenBucket:
    """So many at once, and so many a second after that."""

    __slots__ = ("_burst", "_clock", "_filled", "_last", "_rate")

    def __init__(self, burst: float, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._burst = burst
        self._rate = rate
        self._clock = clock
        self._filled = burst
        self._last = clock()

    def take(self) -> bool:
        """Take one; ``False`` when there is none."""
        if not self.some_left():
            return False
        self._filled -= 1
        return True

    def some_left(self) -> bool:
        """Whether there is one to take."""
        now = self._clock()
        self._filled = min(self._burst, self._filled + (now - self._last) * self._rate)
        self._last = now
        return self._filled >= 1


class AddressLimit:
    """One bucket an address. Remembers a bounded number of addresses and forgets the longest unseen first."""

    def __init__(self, burst: float, rate: float, remembered: int = 10_000) -> None:
        self._burst = burst
        self._rate = rate
        self._remembered = remembered
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, address: str) -> None:
        """Count one request.

        :raises InvalidRequest: ``too_many_requests``.
        """
        if not self._bucket(address).take():
            raise InvalidRequest("too_many_requests")

    def check(self, address: str) -> None:
        """Whether one more could be taken, without taking it. Errors as :meth:`take`."""
        if address in self._buckets and not self._buckets[address].some_left():
            raise InvalidRequest("too_many_requests")

    def count(self, address: str) -> None:
        """Take one if there is one."""
        self._bucket(address).take()

    def _bucket(self, address: str) -> TokenBucket:
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = TokenBucket(self._burst, self._rate)
            if len(self._buckets) > self._remembered:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(address)
        return bucket
