"""What is left of a connection that has ended: nothing that would wait for the garbage collection."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager

import pytest
from table_clients import ME, PATIENCE, Place, bot

pytestmark = pytest.mark.anyio

KINDS = (
    "amity.server.connections.LimitedWebSocket",
    "websockets.server.ServerProtocol",
    "amity.server.socket.Connection",
)
"""What a connection is made of: uvicorn's side with our limits, the library's, and ours."""


@pytest.fixture
def no_collection() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def standing() -> dict[str, int]:
    """How many of each kind there are."""
    names = [f"{type(one).__module__}.{type(one).__name__}" for one in gc.get_objects()]
    return {kind: names.count(kind) for kind in KINDS}


@pytest.mark.usefixtures("no_collection")
async def test_all_of_it_goes_at_once(server: Callable[..., AbstractAsyncContextManager[Place]]) -> None:
    async with server() as place:
        ann = await place.create("mate", [ME, bot()])
        before = standing()
        for token in (ann["token"], None):
            async with place.client(ann, token=token) as one:
                await one.say("ping", n=1)
                await one.until_type("pong")
                assert standing() != before
        async with asyncio.timeout(PATIENCE):
            while True:
                if standing() == before:
                    break
                await asyncio.sleep(0.02)
