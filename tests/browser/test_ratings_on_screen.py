"""A rated table from the choice at home to the ratings page and the account, and all of it in every language."""

from __future__ import annotations

import os
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


def rated_match(host: Page, guest: Page, names: tuple[str, str]) -> None:
    """A rated match of Mate, up to its first deal."""
    host.goto("/")
    host.locator("input[name=game][value=mate]").check()
    host.get_by_label("Your name").fill(names[0])
    host.get_by_role("button", name="With friends").click()
    host.get_by_label("Rated match, without hints").check()
    picture(host, f"rated-home-{names[0]}")
    host.get_by_role("button", name="Open the table").click()
    link = host.get_by_label("Invitation link")
    expect(link).to_be_visible()
    expect(host.get_by_text("This match is rated")).to_be_visible()
    check_screen(host)
    guest.goto(link.input_value())
    guest.get_by_label("Your name").fill(names[1])
    guest.get_by_role("button", name="Sit down").click()
    expect(guest.locator(".hand")).to_have_attribute("data-count", "10")
    expect(guest.locator(".seat .rating")).to_have_count(2)


def give_up(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    page.get_by_role("dialog", name="Give up").get_by_role("button", name="Give up").click()


def test_a_rated_match_changes_the_ratings_of_both(new_page: NewPage) -> None:
    host, guest = new_page(DESKTOP), new_page(PHONE)
    host.goto("/ratings/mate")
    expect(host.get_by_text("You have no rating in this game yet")).to_be_visible()
    rated_match(host, guest, ("Ada of marks", "Grace of marks"))
    give_up(guest)
    expect(host.get_by_role("heading", name="You win the match")).to_be_visible()
    expect(host.locator(".seat.own .rating b")).to_have_text("+105")
    expect(guest.locator(".seat.own .rating b")).to_have_text("−105")
    for page in (host, guest):
        picture(page, f"rated-over-{page.viewport_size['width'] if page.viewport_size else 0}")
        page.goto("/")
        page.get_by_role("link", name="Ratings").click()
        row = page.get_by_role("row", name="Ada of marks")
        expect(row).to_contain_text("1605?")
        expect(page.get_by_role("row", name="Grace of marks")).to_contain_text("1395?")
        expect(page.locator(".own")).to_contain_text("1 rated match")
        check_screen(page)
        picture(page, f"ratings-{page.viewport_size['width'] if page.viewport_size else 0}")
        page.get_by_role("link", name="Tarot").click()
        expect(page.get_by_text("Nobody has played a rated match of this game yet.")).to_be_visible()
        page.goto("/")
        page.get_by_role("button", name="Account and matches").click()
        expect(page.get_by_role("dialog").get_by_role("link", name="Mate").first).to_contain_text("1 rated match")
        check_screen(page)
        picture(page, f"rated-account-{page.viewport_size['width'] if page.viewport_size else 0}")


def test_ratings_in_every_language(new_page: NewPage) -> None:
    host, guest = new_page(PHONE), new_page(PHONE)
    rated_match(host, guest, ("Ida", "Eve"))
    check_every_language(host, ".felt")
    give_up(guest)
    expect(host.get_by_role("heading", name="You win the match")).to_be_visible()
    host.goto("/ratings/mate")
    check_every_language(host, "table")
