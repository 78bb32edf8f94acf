"""Processes that are measured: on which core, how much they use, and a bare echo to compare with."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

ECHO = """
import socket, sys, uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute

async def echo(ws):
    await ws.accept()
    async for text in ws.iter_text():
        await ws.send_text(text)

listener = socket.socket()
listener.bind(("127.0.0.1", 0))
listener.listen(2048)
print("http://127.0.0.1:%d/" % listener.getsockname()[1], flush=True)
app = Starlette(routes=[WebSocketRoute("/ws", echo)])
config = uvicorn.Config(app, http="h11", ws="websockets-sansio", ws_per_message_deflate=False, log_level="warning")
uvicorn.Server(config).run(sockets=[listener])
"""
"""The same server with nothing in it."""


@contextmanager
def pinned(core: int) -> Iterator[None]:
    """Run this process, and those it starts meanwhile, on one core. Nothing happens where there is no such core."""
    before = os.sched_getaffinity(0)
    if core < (os.cpu_count() or 1):
        os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


@asynccontextmanager
async def echo_server(folder: Path) -> AsyncIterator[tuple[int, str]]:
    """A bare Starlette echo on its own core: its process and where its sockets are."""
    with (folder / "echo.log").open("wb") as log, pinned(0):
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", ECHO, stdout=asyncio.subprocess.PIPE, stderr=log
        )
    assert process.stdout is not None
    try:
        line = (await process.stdout.readline()).decode().strip()
        yield process.pid, line.replace("http", "ws", 1) + "ws"
    finally:
        process.terminate()
        await process.wait()


def processor_seconds(pid: int) -> float:
    """The processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_kib(pid: int) -> float:
    """The resident memory of a process."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1024
