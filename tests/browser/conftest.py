"""A real server, a real Chromium, and pages that remember everything that went wrong in them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from browser_steps import DESKTOP, GUARD, NewPage
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from servers import serving

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
FAST = """() => localStorage.setItem('amity.settings', JSON.stringify(
  { pace: 'fast', sound: false, lastCards: false, ...%s }
))"""
"""Nothing is played by itself where a test plays every card."""

NOTHING_KEPT = "delete Navigator.prototype.serviceWorker"
"""As on plain http: every file comes from the server, and is the one that was built."""

expect.set_options(timeout=GUARD)


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file that the server keeps its tables in; a test may put a table of its own there."""
    return tmp_path_factory.mktemp("server") / "amity.sqlite3"


@pytest.fixture(scope="session")
def server(database: Path) -> Iterator[str]:
    """The address of a server with bots that do not hesitate."""
    with serving(database) as address:
        yield address


@pytest.fixture(scope="module")
def chrome(chromium: str) -> Iterator[Browser]:
    """One browser a file. It runs an event loop, beside which no other test of the process could run its own."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def new_page(chrome: Browser, server: str) -> Iterator[NewPage]:
    """Makes a page of its own browser profile; whatever its console complains about fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def make(size: tuple[int, int] = DESKTOP, settings: str = "{}", reduced_motion: bool = True) -> Page:
        context = chrome.new_context(
            base_url=server,
            viewport={"width": size[0], "height": size[1]},
            has_touch=size[0] < 600,
            reduced_motion="reduce" if reduced_motion else "no-preference",
        )
        contexts.append(context)
        context.set_default_timeout(GUARD)
        context.add_init_script(NOTHING_KEPT)
        page = context.new_page()
        page.on(
            "console",
            lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None,
        )
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.add_init_script(f"if (!localStorage.getItem('amity.settings')) ({FAST % settings})()")
        return page

    yield make
    for context in contexts:
        context.close()
    assert complaints == []
