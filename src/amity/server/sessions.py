"""Who is logged in: tokens that nobody can guess, stored as hashes, and changed for new ones every day.

All functions work on a connection inside a transaction that is open already.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa

from amity.server.database import ACCOUNTS, SESSIONS
from amity.server.times import DAY_MS
from amity.server.tokens import new_token, token_hash

LIFETIME_MS: Final = 180 * DAY_MS
"""A browser that does not come back for so long is logged out."""
ROTATION_MS: Final = DAY_MS
"""After this time a token is changed for a new one when it is used."""
OVERLAP_MS: Final = 60_000
"""How long the old one is good for what was under way."""


BOT: Final = "bot-"
"""What the identity of a bot begins with; people's are hexadecimal."""
BOT_LIFETIME_MS: Final = 3_650 * DAY_MS


def is_bot(account: str | None) -> bool:
    """Whether an account is that of a bot, which plays over the protocol."""
    return account is not None and account.startswith(BOT)


@dataclass(frozen=True)
class Session:
    """An account that is logged in."""

    account: str
    name: str
    created_ms: int
    """Of the account."""
    token_hash: str
    old: bool
    """Whether its token is to be changed for a new one."""


def now_ms() -> int:
    """This moment, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def find(connection: sa.Connection, token: str) -> Session | None:
    """The session of a token, or ``None`` when there is none or its time is over."""
    row = connection.execute(
        sa.select(SESSIONS, ACCOUNTS.c.name, ACCOUNTS.c.created_ms.label("since_ms"))
        .join(ACCOUNTS, ACCOUNTS.c.account == SESSIONS.c.account)
        .where(SESSIONS.c.token_hash == token_hash(token), SESSIONS.c.ends_ms > now_ms())
    ).one_or_none()
    if row is None:
        return None
    old = row.created_ms < now_ms() - ROTATION_MS
    return Session(row.account, row.name, row.since_ms, row.token_hash, old)


def begin(connection: sa.Connection, account: str, lifetime_ms: int = LIFETIME_MS) -> str:
    """Log an account in; the token. Sessions whose time is over are forgotten."""
    now = now_ms()
    token = new_token()
    connection.execute(sa.delete(SESSIONS).where(SESSIONS.c.ends_ms <= now))
    connection.execute(
        sa.insert(SESSIONS).values(
            token_hash=token_hash(token), account=account, created_ms=now, ends_ms=now + lifetime_ms
        )
    )
    return token


def rotate(connection: sa.Connection, session: Session) -> str | None:
    """A new token in the place of one; ``None`` when somebody else has just changed it."""
    # Young again and soon over, so that it is changed once only.
    changed = connection.execute(
        sa.update(SESSIONS)
        .where(SESSIONS.c.token_hash == session.token_hash, SESSIONS.c.created_ms < now_ms() - ROTATION_MS)
        .values(created_ms=now_ms(), ends_ms=now_ms() + OVERLAP_MS)
    )
    return begin(connection, session.account) if changed.rowcount else None


def end(connection: sa.Connection, token: str) -> None:
    """Log out."""
    connection.execute(sa.delete(SESSIONS).where(SESSIONS.c.token_hash == token_hash(token)))


def end_all(connection: sa.Connection, account: str) -> None:
    """Log an account out everywhere."""
    connection.execute(sa.delete(SESSIONS).where(SESSIONS.c.account == account))
