"""A bot of somebody's that plays over the protocol: everybody sees what it is."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from browser_steps import DESKTOP, PHONE, NewPage, check_screen, what_next
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

EXAMPLE = Path(__file__).parents[2] / "examples" / "socket_bot.py"


@pytest.mark.parametrize(
    "size", [pytest.param(DESKTOP, id="desktop", marks=pytest.mark.slow), pytest.param(PHONE, id="phone")]
)
def test_a_program_is_marked_at_its_seat(new_page: NewPage, server: str, size: tuple[int, int]) -> None:
    page = new_page(size)
    page.goto("/")
    page.locator("input[name=game][value=mate]").check()
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="With friends").click()
    page.get_by_role("button", name="Open the table").click()
    link = page.get_by_label("Invitation link").input_value()
    table = urlsplit(link).path.rpartition("/")[2]
    name = f"Deep {size[0]}"
    with subprocess.Popen([sys.executable, str(EXAMPLE), server, table, name], stdout=subprocess.DEVNULL) as program:
        try:
            assert what_next(page) == "place"
            other = page.locator(".seat:not(.own)").first
            expect(other.locator(".who")).to_have_text(name)
            expect(other.locator(".facts .level")).to_have_text("bot")
            check_screen(page)
        finally:
            program.terminate()
