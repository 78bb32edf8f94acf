"""What stored bytes add up to, so that damage to them is found.

Every event carries the hash of itself and the hash before it. What it says cannot change, and no event can get lost
before it, without its hash being wrong; the table's row has the last one, so that none can get lost at the end.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Final

SIZE: Final = 16
"""Bytes of a check: enough against chance, which is what damages disks."""


def body_check(code: str, body: bytes) -> bytes:
    """What the body of a table adds up to."""
    return _hash(b"amity table", code.encode(), body)


def first_link(code: str) -> bytes:
    """The link before a table's first event."""
    return _hash(b"amity events", code.encode())


def next_link(before: bytes, version: int, format_number: int, ends_step: bool, body: bytes) -> bytes:
    """The link of an event, from that of the event before it."""
    return _hash(before, b"%d %d %d" % (version, format_number, ends_step), body)


def _hash(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(_framed(parts))).digest()[:SIZE]


def _framed(parts: Iterable[bytes]) -> Iterable[bytes]:
    for part in parts:
        yield len(part).to_bytes(8, "big")
        yield part
