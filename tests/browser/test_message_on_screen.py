"""What the operator has to say to everybody, on the first page: until it is hidden, and again when it is another."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browser_steps import DESKTOP, PHONE, NewPage, check_screen
from playwright.sync_api import Page, expect
from test_languages_on_screen import check_every_language

from amity.server.operators import on_database, set_message

pytestmark = pytest.mark.browser


@pytest.fixture
def say(database: Path) -> Iterator[Callable[[str], None]]:
    """What ``amity admin motd`` does."""

    def said(text: str) -> None:
        on_database(str(database), lambda connection: set_message(connection, text))

    yield said
    said("")


def until_told(page: Page, text: str | None) -> None:
    """Wait until the server, which looks for it every second, knows the message."""
    while page.request.get("/api/message").json()["message"] != text:
        page.wait_for_timeout(100)
    page.reload()


def picture(page: Page, name: str) -> None:
    if folder := os.environ.get("AMITY_PICTURES"):
        width = page.viewport_size["width"] if page.viewport_size else 0
        page.screenshot(path=Path(folder) / f"{name}-{width}.png")


def test_a_message_is_shown_until_it_is_hidden(server: str, new_page: NewPage, say: Callable[[str], None]) -> None:
    page = new_page(PHONE)
    page.goto("/")
    notice = page.get_by_role("region", name="Notice")
    expect(page.locator(".welcome")).to_be_visible()
    expect(notice).to_have_count(0)
    text = "Tournament tonight at eight: duplicate Pinochle.\nSee <b>you</b> there!"
    say(text + "\n")
    until_told(page, text)
    # As it was written, and nothing but text.
    expect(notice.locator("p")).to_have_text(text, use_inner_text=True)
    check_screen(page)
    check_every_language(page, "main > section > p")
    picture(page, "message")
    page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    picture(page, "message")
    notice.get_by_role("button", name="Hide this notice").click()
    expect(notice).to_have_count(0)
    page.reload()
    expect(page.get_by_role("button", name="Start playing")).to_be_visible()
    expect(notice).to_have_count(0)
    # Another browser has not hidden it, and another message is not hidden.
    other = new_page(PHONE)
    other.goto("/")
    expect(other.get_by_role("region", name="Notice")).to_be_visible()
    say("It is over.")
    until_told(page, "It is over.")
    expect(notice).to_contain_text("It is over.")
    say("")
    until_told(page, None)
    expect(page.get_by_role("button", name="Start playing")).to_be_visible()
    expect(notice).to_have_count(0)
