"""Real servers for the browser to talk to, in processes of their own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from amity.server.static import FOLDER

FIXED = Path(__file__).parent / "fixed_server.py"
"""A program that serves as ``amity.server`` does, with the same deals every time."""


@contextmanager
def serving(database: Path, *program: str) -> Iterator[str]:
    """The address of a server with bots that do not hesitate; it ends with the context."""
    assert (FOLDER / "index.html").is_file(), "the client is not built: make assets"
    environment = {
        **os.environ,
        "AMITY_PORT": "0",
        "AMITY_DATABASE": str(database),
        "AMITY_BOT_DELAY_MIN_MS": "0",
        "AMITY_BOT_DELAY_MAX_MS": "0",
        "AMITY_BETWEEN_DEALS_MS": "600000",
        "AMITY_FILL_MS": "600000",
        "AMITY_START_MS": "600000",
        "AMITY_TABLES_BURST": "100000",
    }
    command = [sys.executable, *(program or ("-m", "amity.server"))]
    with database.with_name("log").open("w") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, env=environment, text=True)
        try:
            yield _address(process)
        finally:
            process.terminate()
            process.communicate(timeout=30)


def _address(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    for line in process.stdout:
        if found := re.search(r"http://[0-9.:]+", line):
            return found[0]
    raise AssertionError("the server ended before it said where it is")
