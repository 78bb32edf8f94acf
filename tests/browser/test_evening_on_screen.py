"""A duplicate evening on the screen: made, joined by its link, played on two devices, and ranked."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from browser_steps import DESKTOP, PHONE, NewPage, check_screen
from playwright.sync_api import Page, expect
from test_languages_on_screen import check_every_language

pytestmark = pytest.mark.browser


def picture(page: Page, name: str) -> None:
    """A picture for whoever wants to look: in the folder that ``AMITY_PICTURES`` names."""
    if folder := os.environ.get("AMITY_PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png")


def make(page: Page, game: str, deals: int) -> str:
    """An evening of two tables; its link."""
    page.goto("/")
    page.get_by_role("link", name="Duplicate evening").click()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_label("Game").select_option(game)
    page.get_by_label("Deals").select_option(str(deals))
    check_screen(page)
    picture(page, f"evening-new-{page.viewport_size['width'] if page.viewport_size else 0}")
    page.get_by_role("button", name="Make the evening").click()
    link = page.get_by_label("Link for everybody who plays")
    expect(link).to_be_visible()
    return link.input_value()


def enter(page: Page, link: str, name: str) -> None:
    page.goto(link)
    page.get_by_label("Your name").fill(name)
    check_screen(page)
    page.get_by_role("button", name="Take part").click()
    expect(page.get_by_text("You take part.")).to_be_visible()


def leave(page: Page) -> None:
    """Let a bot play on."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("dialog").get_by_role("button", name="Leave the table").click()
    page.get_by_role("dialog", name="Leave the table").get_by_role("button", name="Leave the table").click()


def test_an_evening_is_made_played_and_ranked(new_page: NewPage) -> None:
    ann, ben = new_page(DESKTOP), new_page(PHONE)
    link = make(ann, "mate", 2)
    enter(ben, link, "Ben")
    expect(ann.get_by_text("2 take part Ann, Ben")).to_be_visible()
    ann.get_by_role("button", name="Begin").click()
    for page in (ann, ben):
        page.get_by_role("button", name="To the table").click()
        expect(page.get_by_role("link", name="Deal 1 of 2")).to_be_visible()
        expect(page.locator(".hand")).to_have_attribute("data-count", "10")
        check_screen(page)
        picture(page, f"evening-table-{page.viewport_size['width'] if page.viewport_size else 0}")
    assert ann.url != ben.url
    # Nobody watches.
    watching = new_page()
    watching.goto(ann.url)
    # It is read out as well.
    expect(watching.get_by_text("The same deal is still to be played at other tables").first).to_be_visible()
    for page in (ann, ben):
        leave(page)
        expect(page.get_by_role("link", name="Next deal")).to_be_visible()
        picture(page, f"evening-over-{page.viewport_size['width'] if page.viewport_size else 0}")
        page.goto(link)
        expect(page.get_by_role("heading", name="Ranking")).to_be_visible()
    for page in (ann, ben):
        expect(page.get_by_text("After 2 of 2 deals that all tables have played.")).to_be_visible()
        expect(page.get_by_role("row")).to_have_count(5)
        expect(page.get_by_role("row", name="Ann")).to_contain_text(re.compile(r"\d%"))
        expect(page.get_by_text("All deals follow from the seed")).to_be_visible()
        check_screen(page)
        picture(page, f"evening-ranking-{page.viewport_size['width'] if page.viewport_size else 0}")
    check_every_language(ben, "table")


def test_every_language(new_page: NewPage) -> None:
    page = new_page(PHONE)
    page.goto("/evening")
    check_every_language(page, "form select")
    link = make(page, "tarot", 4)
    check_every_language(page, ".panel input")
    guest = new_page(PHONE)
    guest.goto(link)
    check_every_language(guest, "form input")
