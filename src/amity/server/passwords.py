"""Passwords, kept as argon2 hash only."""

from __future__ import annotations

import asyncio
import secrets
from base64 import b64encode
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from amity.errors import InvalidRequest

SHORTEST_PASSWORD: Final = 8
LONGEST_PASSWORD: Final = 128

HASH_ROUNDS: Final = 2
HASH_MEMORY: Final = 19_456
"""In KiB, for argon2id: with the rounds what OWASP asks for at least."""
HASHED_AT_ONCE: Final = 2
"""Passwords that are hashed at the same time, which bounds the memory for it; others wait."""


def check_password(password: str) -> None:
    """Refuse what is no password.

    :raises InvalidRequest: ``bad_password``.
    """
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise InvalidRequest("bad_password", shortest=SHORTEST_PASSWORD, longest=LONGEST_PASSWORD)


def hash_password(password: str) -> str:
    """The hash of a password, with its parameters and salt. Takes a while."""
    return _hasher().hash(password)


class Passwords:
    """Hashes beside the event loop, few at a time."""

    def __init__(self) -> None:
        self._hasher = _hasher()
        self._hashing = asyncio.Semaphore(HASHED_AT_ONCE)
        # Compared with where there is nothing to compare with, so that an answer takes as long: a hash of the same form
        # that is nobody's. To make one of a password would take as long at every start.
        salt, digest = (b64encode(secrets.token_bytes(size)).decode().rstrip("=") for size in (16, 32))
        self._nothing = f"$argon2id$v=19$m={HASH_MEMORY},t={HASH_ROUNDS},p=1${salt}${digest}"

    async def hash(self, password: str) -> str:
        """The hash of a password."""
        async with self._hashing:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def is_right(self, stored: str | None, password: str) -> bool:
        """Whether a password is the one whose hash is stored; never where none is, and not faster then."""
        async with self._hashing:
            right = await asyncio.to_thread(self._fits, stored or self._nothing, password)
        return right and stored is not None

    def _fits(self, stored: str, password: str) -> bool:
        try:
            return self._hasher.verify(stored, password)
        except (VerificationError, InvalidHashError):
            return False


def _hasher() -> PasswordHasher:
    return PasswordHasher(time_cost=HASH_ROUNDS, memory_cost=HASH_MEMORY, parallelism=1)
