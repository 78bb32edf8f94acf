"""A server as a process of its own, to be killed."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import socket
import sys
from collections.abc import Mapping
from pathlib import Path

from table_clients import PATIENCE, Place


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class ServerProcess:
    """``python -m amity.server`` on one database and one port, started as often as one likes."""

    def __init__(self, folder: Path, **changes: object) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}/"
        self._log = folder / "server.log"
        values: Mapping[str, object] = {
            "port": self.port,
            "database": folder / "amity.sqlite3",
            "prepare_bots": False,
            "bot_delay_min_ms": 0,
            "bot_delay_max_ms": 5,
            "between_deals_ms": 20,
            "seed_ms": 20,
            "start_ms": 20,
            "node_silence_ms": 20_000,
            "messages_burst": 100_000,
            "messages_per_second": 100_000,
            **changes,
        }
        self._environment = {**os.environ, **{f"AMITY_{name.upper()}": str(value) for name, value in values.items()}}
        self._process: asyncio.subprocess.Process | None = None

    @property
    def process(self) -> asyncio.subprocess.Process:
        assert self._process is not None
        return self._process

    async def start(self) -> None:
        """Start it and wait until it says where it is."""
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-W",
                "error",
                "-m",
                "amity.server",
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
                env=self._environment,
            )
        assert self._process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            line = await self._process.stdout.readline()
        assert line.decode().strip() == f"Amity is served at {self.address}", self.log()

    async def kill(self) -> None:
        """SIGKILL: no chance to tidy up."""
        self.process.kill()
        await self.process.wait()

    async def stop(self) -> int:
        """SIGTERM, and how the process ended."""
        self.process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(PATIENCE):
            return await self.process.wait()

    def limit_file_size(self, size: int) -> None:
        """Let the process write no file beyond this size, as a full disk would; −1 for no limit."""
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    def log(self) -> str:
        """Everything it has logged."""
        return self._log.read_text(encoding="utf-8")

    def place(self) -> Place:
        return Place(self.address)
