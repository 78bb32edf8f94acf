"""Secrets and codes: seat tokens, which are stored as hashes only, and the codes of tables."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from typing import Final

CODE_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""No letter that can be taken for a digit: people read codes to each other."""
CODE_LENGTH: Final = 6


def new_token() -> str:
    """A token that nobody can guess: 32 random bytes as 43 characters."""
    return secrets.token_urlsafe(32)


def derived_token(key: str, purpose: str) -> str:
    """A token that whoever knows the key (hexadecimal) finds again: HMAC-SHA256 over the purpose, as 43 characters."""
    found = hmac.digest(bytes.fromhex(key), purpose.encode(), "sha256")
    return base64.urlsafe_b64encode(found).decode().rstrip("=")


def token_hash(token: str) -> str:
    """What is stored of a token. It is random enough that a plain SHA-256 cannot be turned around."""
    return hashlib.sha256(token.encode()).hexdigest()


def token_fits(token: str, stored: str) -> bool:
    """Whether a token is the one stored, compared in constant time."""
    return hmac.compare_digest(token_hash(token), stored)


def new_table_code() -> str:
    """A random code of a table: a billion of them, so that guessing meets nobody's table soon."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def new_match_name() -> str:
    """The identifier of a match in its random streams and its record."""
    return secrets.token_hex(8)
