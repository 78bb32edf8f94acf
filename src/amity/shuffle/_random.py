"""HMAC-SHA256 counter streams, draws without modulo bias, Fisher–Yates."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeVar

from amity.errors import VerificationError

ALGORITHM: Final = "amity-hmac-sha256-1"
"""Names the stream, the draw and the shuffle of this module; a change of any of them gets a new name."""

SEED_BYTES: Final = 32

Purpose = Literal["first-dealer", "starting-seat", "shuffle", "redeal", "cut", "gaps"]

T = TypeVar("T")


def draw_seed() -> bytes:
    """A fresh seed of 32 bytes from the operating system."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(seed: bytes) -> str:
    """The SHA-256 of a seed as 64 hexadecimal digits; shown before the seed may be known."""
    return hashlib.sha256(seed).hexdigest()


def verify_commitment(seed: bytes, expected: str) -> None:
    """Check that a revealed seed is the one committed to.

    :raises VerificationError: ``commitment_mismatch``.
    """
    found = commitment(seed)
    if found != expected.lower():
        raise VerificationError("commitment_mismatch", expected=expected, found=found)


@dataclass(frozen=True)
class MatchRandom:
    """The chance of one match. It holds the secret of every deal to come: nothing a seat sees may reach it.

    ``seat_seeds`` has one entry a seat; an empty one means that the seat added nothing. If no seat did, it may as
    well be empty.
    """

    server_seed: bytes
    match: str
    seat_seeds: tuple[bytes, ...] = ()

    @classmethod
    def from_number(cls, number: int) -> MatchRandom:
        """The chance of a headless match with a plain number for its seed (simulations, tests)."""
        return cls(hashlib.sha256(b"amity simulation %d" % number).digest(), f"simulation-{number}")

    def stream(self, purpose: Purpose, deal: int = 0, attempt: int = 0) -> RandomStream:
        """The stream for one purpose of one deal; the same arguments give the same stream for ever."""
        parts = (
            ALGORITHM.encode(),
            self.match.encode(),
            str(deal).encode(),
            str(attempt).encode(),
            purpose.encode(),
            *(self.seat_seeds if any(self.seat_seeds) else ()),
        )
        # Lengths in front of the parts: no two lists of parts can give the same bytes.
        return RandomStream(self.server_seed, b"".join(struct.pack(">I", len(part)) + part for part in parts))

    def __repr__(self) -> str:
        return f"MatchRandom(match={self.match!r})"


class RandomStream:
    """32-bit words, big-endian, of HMAC-SHA256(key, header | counter) for counter = 0, 1, 2 … (8 bytes)."""

    __slots__ = ("_counter", "_header", "_key", "_words")

    def __init__(self, key: bytes, header: bytes) -> None:
        self._key = key
        self._header = header
        self._counter = 0
        self._words: list[int] = []

    def below(self, bound: int) -> int:
        """A number from 0 to bound − 1, all equally likely; 1 ≤ bound ≤ 2³²."""
        limit = 0x1_0000_0000 - 0x1_0000_0000 % bound
        while True:
            if not self._words:
                block = hmac.digest(self._key, self._header + self._counter.to_bytes(8, "big"), "sha256")
                self._counter += 1
                self._words = list(struct.unpack(">8I", block))
                self._words.reverse()
            word = self._words.pop()
            # A word at or above the largest multiple of the bound would favour small numbers.
            if word < limit:
                return word % bound

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in random order: Fisher–Yates from the last place down."""
        order = list(items)
        below = self.below
        for place in range(len(order) - 1, 0, -1):
            other = below(place + 1)
            order[place], order[other] = order[other], order[place]
        return order


def deal_in_packets(order: Sequence[T], seats: Sequence[int], packet: int) -> dict[int, list[T]]:
    """Deal all cards of ``order``, ``packet`` at a time, to ``seats`` in turn, and again.

    The cards stand in the order in which each seat receives them.
    """
    hands: dict[int, list[T]] = {seat: [] for seat in seats}
    for start in range(0, len(order), packet):
        hands[seats[start // packet % len(seats)]].extend(order[start : start + packet])
    return hands
