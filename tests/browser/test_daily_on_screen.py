"""The deal of the day on the screen: found at home, played, compared, and played once only."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from browser_steps import DESKTOP, PHONE, NewPage, check_screen, play_legal_card, what_next
from playwright.sync_api import Page, expect
from test_languages_on_screen import check_every_language

pytestmark = pytest.mark.browser


def picture(page: Page, name: str) -> None:
    """A picture for whoever wants to look: in the folder that ``AMITY_PICTURES`` names."""
    if folder := os.environ.get("AMITY_PICTURES"):
        width = page.viewport_size["width"] if page.viewport_size else 0
        page.screenshot(path=Path(folder) / f"{name}-{width}.png", full_page=True)


def play_out(page: Page) -> None:
    """Play both games of a deal of Mate."""
    while (kind := what_next(page)) != "over":
        if kind == "place":
            page.get_by_role("button", name="Put nothing aside").click()
            expect(page.get_by_role("button", name="Put nothing aside")).to_have_count(0)
        elif kind == "score":
            page.get_by_role("button", name="Next game").click()
            expect(page.get_by_role("button", name="Next game")).to_have_count(0)
        else:
            play_legal_card(page)


def test_a_deal_of_the_day_is_played_once_and_compared(new_page: NewPage) -> None:
    page = new_page(PHONE)
    page.goto("/")
    page.get_by_role("link", name="Deal of the day").click()
    mate = page.get_by_role("region", name="Mate")
    expect(page.get_by_role("region")).to_have_count(4)
    check_screen(page)
    picture(page, "daily-new")
    page.get_by_label("Your name").fill("Ann")
    mate.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("link", name="Deal of the day")).to_be_visible()
    table = page.url
    # Another look at the page leads to the same table.
    page.get_by_role("link", name="Deal of the day").click()
    mate.get_by_role("button", name="Play on").click()
    expect(page.locator(".hand")).to_be_visible()
    assert page.url == table
    check_screen(page)
    picture(page, "daily-table")
    play_out(page)
    picture(page, "daily-over")
    # There is no second try, and others may still play it.
    expect(page.get_by_role("button", name="Play again")).to_have_count(0)
    expect(page.get_by_role("link", name="Review")).to_have_count(0)
    page.get_by_role("link", name="Ranking").click()
    expect(mate.get_by_text("Your points")).to_be_visible(timeout=60_000)
    expect(mate.get_by_text("Bots: club")).to_be_visible(timeout=60_000)
    expect(page.get_by_text("1 day in a row")).to_be_visible()
    expect(mate.get_by_role("button", name="Play")).to_have_count(0)
    expect(mate.get_by_role("row", name="Ann").first).to_be_visible()
    check_screen(page)
    picture(page, "daily-result")
    page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    picture(page, "daily-result")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    check_every_language(page, "section table")
