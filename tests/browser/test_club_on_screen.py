"""A server for members only: coming in by password and by invitation, inviting, and the club's table."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser_steps import DESKTOP, PHONE, NewPage, check_screen
from playwright.sync_api import Page, expect
from test_languages_on_screen import check_every_language

pytestmark = pytest.mark.browser

PASSWORD = "all together now"


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that lets members in only, and members invite."""
    database = tmp_path_factory.mktemp("club") / "amity.sqlite3"
    environment = {
        **os.environ,
        "AMITY_PORT": "0",
        "AMITY_DATABASE": str(database),
        "AMITY_ENTRY": "members",
        "AMITY_MEMBERS_INVITE": "true",
        "AMITY_TABLES_BURST": "1000",
    }
    with database.with_name("log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "amity.server"], stdout=subprocess.PIPE, stderr=log, env=environment, text=True
        )
        try:
            assert process.stdout is not None
            found = next(found[0] for line in process.stdout if (found := re.search(r"http://[0-9.:]+", line)))
            command = [sys.executable, "-m", "amity", "admin", "password", "--database", str(database)]
            subprocess.run(command, input=PASSWORD, text=True, check=True)
            yield found
        finally:
            process.terminate()
            process.communicate(timeout=30)


def picture(page: Page, name: str) -> None:
    """A picture for whoever wants to look: in the folder that ``AMITY_PICTURES`` names."""
    if folder := os.environ.get("AMITY_PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png")


def come_in(page: Page, club: str) -> None:
    page.goto(club)
    page.get_by_label("The club's password").fill(PASSWORD)
    page.get_by_role("button", name="Come in").click()
    expect(page.get_by_label("Your name")).to_be_visible()


def test_a_member_comes_in_by_the_password_and_invites_a_friend(new_page: NewPage, club: str) -> None:
    ann, ben = new_page(DESKTOP), new_page(PHONE)
    ann.goto(club)
    expect(ann.get_by_role("heading", name="Members only")).to_be_visible()
    check_screen(ann)
    picture(ann, "enter-1440")
    come_in(ann, club)
    ann.get_by_role("link", name="Club table").click()
    expect(ann.get_by_text("Nobody has played this game against others in this time.")).to_be_visible()
    ann.get_by_role("button", name="Make a link").click()
    link = ann.get_by_label("Invitation to the club").input_value()
    assert re.fullmatch(rf"{club}/enter#[\w-]{{43}}", link)
    check_screen(ann)
    ben.goto(link)
    expect(ben.get_by_text("You are invited.")).to_be_visible()
    check_screen(ben)
    picture(ben, "enter-360")
    ben.get_by_role("button", name="Come in").click()
    expect(ben.get_by_label("Your name")).to_be_visible()
    assert "#" not in ben.url
    # Both play, and stand in the table.
    ann.goto(club)
    ann.locator("input[name=game][value=mate]").check()
    ann.get_by_label("Your name").fill("Ann")
    ann.get_by_role("button", name="With friends").click()
    ann.get_by_role("button", name="Open the table").click()
    ben.goto(ann.get_by_label("Invitation link").input_value())
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Sit down").click()
    expect(ben.locator(".hand")).to_have_attribute("data-count", "10")
    ben.get_by_role("button", name="Menu").click()
    ben.get_by_role("dialog").get_by_role("button", name="Give up").click()
    ben.get_by_role("dialog", name="Give up").get_by_role("button", name="Give up").click()
    expect(ann.get_by_role("heading", name="You win the match")).to_be_visible()
    for page in (ann, ben):
        page.goto(f"{club}/club/mate")
        rows = page.get_by_role("row")
        expect(rows).to_have_count(3)
        expect(rows.nth(1)).to_contain_text("Ann")
        expect(rows.nth(1).get_by_role("cell").nth(1)).to_have_text("1")
        check_screen(page)
        picture(page, f"club-{page.viewport_size['width'] if page.viewport_size else 0}")
        page.get_by_label("Period").select_option("last_month")
        expect(page.get_by_text("Nobody has played this game against others in this time.")).to_be_visible()


def test_every_language(new_page: NewPage, club: str) -> None:
    page = new_page(PHONE)
    page.goto(club)
    check_every_language(page, ".card-panel")
    page.goto(f"{club}/enter#{'x' * 43}")
    check_every_language(page, ".card-panel")
    come_in(page, club)
    page.goto(f"{club}/club/mate")
    check_every_language(page, "main select")
