"""Who somebody is beyond his seat, and whom he does not want to hear.

A person is his account when he is logged in, and else the random identity that his browser keeps, of which the server
knows the hash. Somebody with neither cannot be told apart from others, and keeps what he has blocked on his device.

All functions on a connection work inside a transaction that is open already.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
import sqlalchemy as sa

from amity.server import sessions
from amity.server.database import BLOCKS
from amity.server.players import OwnSeat

MOST_BLOCKS: Final = 500
"""People whom one can block; the next takes the place of the first."""


class StoredBlock(msgspec.Struct, frozen=True):
    """Somebody who is blocked."""

    number: int
    account: str | None
    guest: str | None
    name: str | None


class Identity(msgspec.Struct, frozen=True):
    """Somebody with a connection."""

    account: str | None = None
    guest: str | None = None
    """The hash of his browser's identity."""
    name: str | None = None
    """Of the account."""
    blocks: tuple[StoredBlock, ...] = ()

    @property
    def key(self) -> str | None:
        """What is kept of him is kept under this; ``None`` where nothing can be."""
        return key_of(self.account, self.guest)

    def blocks_person(self, account: str | None, guest: str | None) -> bool:
        """Whether he does not want to hear somebody."""
        return any(
            (block.account is not None and block.account == account)
            or (block.guest is not None and block.guest == guest)
            for block in self.blocks
        )


def key_of(account: str | None, guest: str | None) -> str | None:
    """The name of an account or a guest where either can stand."""
    if account is not None:
        return f"a:{account}"
    return None if guest is None else f"g:{guest}"


def find(connection: sa.Connection, session_token: str | None, guest: str | None) -> Identity:
    """Who somebody is, by the token that his browser is logged in with and the hash of its identity."""
    session = None if session_token is None else sessions.find(connection, session_token)
    known = Identity(guest=guest)
    if session is not None:
        known = Identity(account=session.account, guest=guest, name=session.name)
    return msgspec.structs.replace(known, blocks=blocks_of(connection, known))


def blocks_of(connection: sa.Connection, person: Identity) -> tuple[StoredBlock, ...]:
    """Whom somebody has blocked, logged in or as the guest of this browser."""
    keys = [key for key in (key_of(person.account, None), key_of(None, person.guest)) if key is not None]
    if not keys:
        return ()
    found = connection.execute(sa.select(BLOCKS).where(BLOCKS.c.blocker.in_(keys)).order_by(BLOCKS.c.number))
    return tuple(StoredBlock(row.number, row.account, row.guest, row.name) for row in found)


def block(
    connection: sa.Connection, person: Identity, account: str | None, guest: str | None, name: str | None
) -> tuple[StoredBlock, ...]:
    """Let somebody be blocked; all whom the person has blocked now."""
    before = blocks_of(connection, person)
    if not msgspec.structs.replace(person, blocks=before).blocks_person(account, guest):
        for oldest in before[: max(0, len(before) - MOST_BLOCKS + 1)]:
            connection.execute(sa.delete(BLOCKS).where(BLOCKS.c.number == oldest.number))
        row = {"blocker": person.key, "account": account, "guest": guest, "name": name}
        connection.execute(sa.insert(BLOCKS).values(row))
    return blocks_of(connection, person)


def unblock(connection: sa.Connection, person: Identity, number: int) -> tuple[StoredBlock, ...]:
    """Let somebody be heard again, and all who are the same person; all whom the person has blocked now."""
    before = blocks_of(connection, person)
    heard = _same(before, number)
    connection.execute(sa.delete(BLOCKS).where(BLOCKS.c.number.in_(heard)))
    return tuple(one for one in before if one.number not in heard)


def forget(connection: sa.Connection, account: str, seats: Sequence[OwnSeat]) -> None:
    """An account is deleted: whom it has blocked, and that others have blocked it.

    Where a guest is blocked who has had one of its seats, the name goes.
    """
    for own in seats:
        if own.guest is not None:
            guest = BLOCKS.c.guest == own.guest
            connection.execute(sa.update(BLOCKS).where(guest, BLOCKS.c.name == own.name).values(name=None))
    connection.execute(
        sa.delete(BLOCKS).where(sa.or_(BLOCKS.c.blocker == key_of(account, None), BLOCKS.c.account == account))
    )


def _same(blocks: Sequence[StoredBlock], number: int) -> list[int]:
    chosen = next((one for one in blocks if one.number == number), None)
    if chosen is None:
        return []
    other = Identity(blocks=(chosen,))
    return [one.number for one in blocks if one is chosen or other.blocks_person(one.account, one.guest)]
