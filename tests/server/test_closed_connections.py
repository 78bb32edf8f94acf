"""A connection ends while something is still to be sent to it: a client gone, and no error of the server.

The server is handed what arrives, and told when it may write, as its event loop would, but in an order of the test's.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from typing import Any, Final

import pytest
from table_clients import ME, PATIENCE, PERSON, Place

pytestmark = pytest.mark.anyio

Servers = Callable[..., AbstractAsyncContextManager[Place]]

UPGRADE: Final = (
    b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


def frame(kind: int, payload: bytes) -> bytes:
    """A frame as a client sends it, with a mask of zeros."""
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    return bytes([0x80 | kind]) + length + b"\0\0\0\0" + payload


def text(message: Any) -> bytes:
    return frame(1, json.dumps(message).encode())


ENDS: Final = {
    "closed": (frame(8, (1000).to_bytes(2, "big")), 1000),
    "too large": (text(" " * 20_000), 1009),
    "not UTF-8": (frame(1, b"\xff\xfe"), 1007),
    "no frame": (frame(3, b""), 1002),
}
"""What ends a connection, and the code with which the server closes it."""


@asynccontextmanager
async def connected(place: Place) -> AsyncIterator[asyncio.StreamReader]:
    """A connection that has said nothing yet; in the end nothing of it is left and nothing has failed."""
    host, port = place.address.removeprefix("http://").rstrip("/").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(UPGRADE)
    assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
    await place.until_metric("amity_sockets", 1)
    yield reader
    writer.close()
    async with asyncio.timeout(PATIENCE):
        while place.metric("amity_sockets") > 0:  # noqa: ASYNC110 - metrics wake nobody
            await asyncio.sleep(0.01)
    assert place.metric("amity_errors_total") == 0
    assert place.metric("amity_queued_frames") == 0


@pytest.mark.parametrize("end", ENDS)
async def test_an_end_right_behind_what_is_answered(server: Servers, end: str) -> None:
    last, code = ENDS[end]
    async with server() as place:
        ann = await place.create("mate", [ME, PERSON])
        async with connected(place) as reader:
            hello = {"type": "hello", "protocol": 1, "table": ann["table"]}
            # In one piece: the connection has ended before the first of these is read.
            place.websocket.data_received(text(hello) + text("no message") + last)
            assert code.to_bytes(2, "big") in await reader.read()


@pytest.mark.parametrize("writes_first", [False, True])
@pytest.mark.parametrize("end", ["closed", "too large"])
async def test_an_end_while_something_waits_to_be_sent(server: Servers, end: str, writes_first: bool) -> None:
    last, code = ENDS[end]
    async with server() as place:
        ann = await place.create("mate", [ME, PERSON])
        async with connected(place) as reader:
            here = place.websocket
            end_it = partial(here.data_received, last)
            # The client takes nothing for a while.
            here.pause_writing()
            here.data_received(text({"type": "hello", "protocol": 1, "table": ann["table"]}))
            await place.until_metric("amity_queued_frames", 1)
            # Whoever waits goes on after this task, in the order in which these were called.
            for step in (here.resume_writing, end_it) if writes_first else (end_it, here.resume_writing):
                step()
            assert code.to_bytes(2, "big") in await reader.read()
