"""Real PostgreSQL and Redis for tests, on free ports of loopback, in temporary folders, not as root."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import time
from pathlib import Path

from server_process import free_port

USER = "postgres"
"""Neither of them need be root, and PostgreSQL refuses to."""


def _as_user(*command: str) -> list[str]:
    return ["runuser", "-u", USER, "--", *command] if os.geteuid() == 0 else list(command)


def _own_folder(folder: Path) -> Path:
    folder.mkdir()
    if os.geteuid() == 0:
        entry = pwd.getpwnam(USER)
        os.chown(folder, entry.pw_uid, entry.pw_gid)
    return folder


class _Service:
    """One process, started and stopped by its number."""

    port: int
    _process: subprocess.Popen[bytes] | None = None

    def command(self) -> list[str]:
        raise NotImplementedError

    def answers(self) -> bool:
        raise NotImplementedError

    def start(self) -> None:
        self._process = subprocess.Popen(
            _as_user(*self.command()), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        end = time.monotonic() + 60
        while not self.answers():
            assert self._process.poll() is None, "it has ended"
            assert time.monotonic() < end, "it does not answer"
            time.sleep(0.05)

    def stop(self, how: int = signal.SIGINT) -> None:
        if self._process is not None and self._process.poll() is None:
            os.killpg(self._process.pid, how)
            self._process.wait(60)
        self._process = None


class Postgres(_Service):
    """A PostgreSQL of its own, with one database."""

    def __init__(self, folder: Path) -> None:
        newest = max(Path("/usr/lib/postgresql").iterdir(), key=lambda path: float(path.name))
        self._bin = newest / "bin"
        self._folder = _own_folder(folder)
        self.port = free_port()
        self.url = f"postgresql://amity@127.0.0.1:{self.port}/postgres"
        subprocess.run(
            _as_user(str(self._bin / "initdb"), "-D", str(folder / "data"), "-U", "amity", "-A", "trust", "-N"),
            check=True,
            capture_output=True,
            cwd="/",
        )

    def command(self) -> list[str]:
        options = ("listen_addresses=127.0.0.1", f"unix_socket_directories={self._folder}", "max_connections=100")
        words = [word for option in options for word in ("-c", option)]
        return [str(self._bin / "postgres"), "-D", str(self._folder / "data"), "-p", str(self.port), *words]

    def answers(self) -> bool:
        ready = [str(self._bin / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        return subprocess.run(ready, check=False).returncode == 0


class Redis(_Service):
    """A Redis of its own, which keeps nothing."""

    def __init__(self, folder: Path) -> None:
        self._folder = _own_folder(folder)
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"

    def command(self) -> list[str]:
        program = shutil.which("redis-server")
        assert program is not None
        options = {"port": self.port, "bind": "127.0.0.1", "dir": self._folder, "save": "", "appendonly": "no"}
        return [program, *(word for name, value in options.items() for word in (f"--{name}", str(value)))]

    def answers(self) -> bool:
        asked = subprocess.run(["redis-cli", "-p", str(self.port), "ping"], capture_output=True, check=False)
        return asked.stdout.strip() == b"PONG"
