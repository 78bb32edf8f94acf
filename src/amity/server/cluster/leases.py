"""Who carries a table out: the node that has taken it, while it is seen.

A node renews one row for all its tables. A table that has no owner, or whose owner was not seen for
:data:`LEASE_MS` by the database's own clock, is taken by whoever is asked for it, and its epoch counts up: from then on
the old owner, should it still live, can store nothing (:func:`amity.server.rows.write`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa

from amity.server.cluster.clock import DatabaseClock
from amity.server.database import NODES, TABLES

LEASE_MS: Final = 2500
RENEW_SECONDS: Final = 0.5


@dataclass(frozen=True)
class Owner:
    """Who has a table."""

    node: str
    taken: bool
    """Whether it was taken just now."""


def renew(connection: sa.Connection, node: str, clock: DatabaseClock) -> None:
    """Say that a node is alive, and set its clock; rows of those that are long gone are deleted."""
    now = clock.compare(lambda: _now(connection))
    if connection.execute(sa.update(NODES).where(NODES.c.node == node).values(seen_ms=now)).rowcount == 0:
        connection.execute(sa.insert(NODES).values(node=node, seen_ms=now))
        connection.execute(sa.delete(NODES).where(NODES.c.seen_ms < now - 3_600_000))


def leave(connection: sa.Connection, node: str) -> None:
    """A node stops in good order: others need not wait."""
    connection.execute(sa.delete(NODES).where(NODES.c.node == node))


def claim(connection: sa.Connection, code: str, node: str) -> Owner | None:
    """Take a table if nobody has it, and say who has it; ``None`` when there is no such table."""
    found = connection.execute(sa.select(TABLES.c.owner).where(TABLES.c.code == code).with_for_update()).one_or_none()
    if found is None:
        return None
    if found.owner == node:
        return Owner(node, taken=False)
    seen = connection.scalar(sa.select(NODES.c.seen_ms).where(NODES.c.node == found.owner))
    if seen is not None and seen > _now(connection) - LEASE_MS:
        return Owner(found.owner, taken=False)
    connection.execute(sa.update(TABLES).where(TABLES.c.code == code).values(owner=node, epoch=TABLES.c.epoch + 1))
    return Owner(node, taken=True)


def _now(connection: sa.Connection) -> int:
    now = connection.scalar(sa.text("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"))
    assert isinstance(now, int)
    return now
