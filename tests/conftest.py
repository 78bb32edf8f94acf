"""What holds for all tests: those that need a browser are never passed over in silence."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

# Texts are compared in English, whatever the developer speaks.
os.environ["AMITY_LANGUAGE"] = "en"

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
REQUIRED = bool(os.environ.get("AMITY_REQUIRE_BROWSER"))
"""Whether every test has to run: a missing browser is an error then, and so is anything skipped."""


def browser_path() -> str | None:
    """Where a Chromium is; ``AMITY_CHROMIUM`` names one that is not on the path."""
    named = os.environ.get("AMITY_CHROMIUM")
    return named or next(filter(None, map(shutil.which, BROWSERS)), None)


def has_services() -> bool:
    """Whether the servers that several nodes share can be started here."""
    return Path("/usr/lib/postgresql").is_dir() and shutil.which("redis-server") is not None


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of the Chromium that browser tests drive."""
    path = browser_path()
    assert path is not None, "tests that drive a browser carry the marker browser"
    return path


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out what needs a program that is not there, or refuse to run where nothing may be left out."""
    for marker, found, name, packages in (
        ("browser", browser_path(), "Chromium", "chromium"),
        ("cluster", has_services(), "PostgreSQL and Redis", "postgresql redis-server"),
    ):
        needing = [item for item in items if item.get_closest_marker(marker)]
        if not needing or found:
            continue
        if REQUIRED:
            raise pytest.UsageError(f"{len(needing)} tests need {name}, which are not installed")
        for item in needing:
            item.add_marker(pytest.mark.skip(reason=f"no {name}: apt-get install {packages}"))


def skipped(config: pytest.Config) -> int:
    """How many tests have been skipped so far, seen from the process that reports."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    return 0 if reporter is None else len(reporter.stats.get("skipped", ()))


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Where nothing may be left out, a skipped test fails the run."""
    if REQUIRED and skipped(session.config) and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say loudly what was not tested."""
    if count := skipped(config):
        terminalreporter.section("NOT TESTED", sep="!", red=True, bold=True)
        terminalreporter.write_line(f"{count} tests were skipped; they need Chromium, or PostgreSQL and Redis.")
