"""The command ``amity`` as a process, which is how people use it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest


class Outcome(NamedTuple):
    """How a command ended."""

    code: int
    output: str
    errors: str

    @property
    def answer(self) -> Any:
        """The JSON value that is the whole output."""
        return json.loads(self.output)


Amity = Callable[..., Outcome]


@pytest.fixture
def amity() -> Amity:
    """Runs ``amity`` with the given arguments; warnings are errors in it as they are here."""

    def run(*arguments: str, stdin: str = "") -> Outcome:
        done = subprocess.run(
            [sys.executable, "-W", "error", "-m", "amity", *arguments],
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            timeout=240,
            check=False,
        )
        assert "Traceback" not in done.stderr, done.stderr
        return Outcome(done.returncode, done.stdout, done.stderr)

    return run
