"""Asking the store on behalf of somebody who is told ``store_unavailable`` where it does not answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

import sqlalchemy as sa

from amity.errors import InvalidRequest
from amity.match import Event
from amity.server.store import Change, Conflict, Store, StoreUnavailable
from amity.server.stored import StoredTable

ATTEMPTS: Final = 5
"""Of two who change the same at once the second finds what the first has made, and a code that is taken is drawn
again."""

Answer = TypeVar("Answer")


async def ask(store: Store, question: Callable[[sa.Connection], Answer]) -> Answer:
    """What a question reads.

    :raises InvalidRequest: ``store_unavailable``, and the question's own.
    """
    try:
        return await store.read(question)
    except StoreUnavailable:
        raise InvalidRequest("store_unavailable") from None


async def change(store: Store, work: Callable[[sa.Connection], Answer], attempts: int = 1) -> Answer:
    """What some work in a transaction gives, tried again after a conflict.

    :raises InvalidRequest: ``store_unavailable``, also when it meets a conflict each time, and the work's own.
    """
    for _ in range(attempts):
        try:
            return await store.write(work)
        except Conflict:
            await asyncio.sleep(0)
        except StoreUnavailable:
            break
    raise InvalidRequest("store_unavailable")


async def add_table(
    store: Store, make: Callable[[], StoredTable], events: Sequence[Event] = (), now_ms: int | None = None
) -> StoredTable:
    """Store a new table, with what has happened there before; it is made anew when another has its code.

    :raises InvalidRequest: ``store_unavailable``, and what ``make`` raises.
    """
    while True:
        table = make()
        try:
            await store.commit(Change(table, 1, events, now_ms=now_ms))
        except StoreUnavailable:
            raise InvalidRequest("store_unavailable") from None
        except Conflict:
            continue
        return table
