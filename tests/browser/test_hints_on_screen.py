"""Hints, and the level of each bot, by pointer and by key, on a desktop and on a phone."""

from __future__ import annotations

import re

import pytest
from browser_steps import DESKTOP, PHONE, Hands, NewPage, check_screen, play_legal_card, press, start, what_next
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

WAYS = [
    pytest.param(DESKTOP, "keyboard", id="desktop-keyboard"),
    pytest.param(PHONE, "pointer", id="phone-pointer"),
]


def ask(page: Page, hands: Hands) -> None:
    """Ask for a hint until the expert has warmed up, and wait for it."""
    button = page.get_by_role("button", name="Ask the expert")
    given = page.locator(".hint li")
    while given.count() == 0:
        expect(button).to_be_enabled()
        if hands == "keyboard":
            page.keyboard.press("i")
        else:
            button.click()
        # Answered, or refused while the expert warms up.
        page.wait_for_function(
            """() => document.querySelector('.hint li') || document.querySelector('.prompt.message')"""
        )
    expect(button).to_be_disabled()


@pytest.mark.parametrize(("size", "hands"), WAYS)
def test_a_hint_in_mate_stands_on_the_cards_and_is_read_out(
    new_page: NewPage, size: tuple[int, int], hands: Hands
) -> None:
    page = new_page(size)
    start(page, "mate")
    assert what_next(page) == "place"
    ask(page, hands)
    first = page.locator(".hint li").first
    expect(first).to_have_text(re.compile(r"(Place|Put nothing aside).*[+−]?\d"))
    expect(page.get_by_test_id("polite")).to_contain_text("Hint, level expert:")
    expect(page.locator(".seat.own .hints")).to_contain_text("1")
    check_screen(page)
    press(page, page.get_by_role("button", name="Put nothing aside"), hands)
    expect(page.get_by_role("button", name="Put nothing aside")).to_have_count(0)
    assert what_next(page) == "play"
    expect(page.locator(".hint")).to_have_count(0)
    ask(page, hands)
    marked = page.locator(".hand button.hinted")
    assert 1 <= marked.count() <= 3
    assert marked.count() == page.locator(".hint li").count()
    expect(marked.first.locator(".worth")).to_have_text(re.compile(r"^[+−]?\d"))
    expect(page.get_by_test_id("polite")).to_contain_text("points")
    expect(page.locator(".seat.own .hints")).to_contain_text("2")
    check_screen(page)


@pytest.mark.parametrize(("size", "hands"), WAYS[1:])
def test_hints_in_pinochle_from_the_auction_to_the_play(new_page: NewPage, size: tuple[int, int], hands: Hands) -> None:
    page = new_page(size)
    start(page, "pinochle")
    asked = set()
    while "play" not in asked:
        kind = what_next(page)
        if kind not in asked and kind in ("bid", "trump", "play"):
            ask(page, hands)
            asked.add(kind)
            expect(page.get_by_test_id("polite")).to_contain_text("Hint, level expert:")
            expect(page.locator(".seat.own .hints")).to_contain_text(str(len(asked)))
            check_screen(page)
        if kind == "bid":
            passing = page.locator(".bids .pass:not(:disabled, [aria-disabled=true])")
            press(page, passing if passing.count() else page.locator(".bids .quick .primary").first, hands)
            expect(page.locator(".bids")).to_have_count(0)
        elif kind == "trump":
            press(page, page.locator(".suits").get_by_role("button").first, hands)
            expect(page.locator(".suits")).to_have_count(0)
        elif kind == "melds":
            press(page, page.get_by_role("button", name="To the play"), hands)
        elif kind == "score":
            press(page, page.get_by_role("button", name="Next deal"), hands)
            expect(page.get_by_role("button", name="Next deal")).to_have_count(0)
    assert 1 <= page.locator(".hand button.hinted").count() <= 3


def test_no_hints_where_they_are_not_wanted(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/")
    page.locator("input[name=game][value=mate]").check()
    page.get_by_text("Seats and rules").click()
    hints = page.get_by_label("Hints by the expert")
    expect(hints).to_be_checked()
    page.get_by_role("button", name="With friends").click()
    expect(hints).not_to_be_checked()
    page.get_by_role("button", name="Against bots").click()
    hints.uncheck()
    check_screen(page)
    page.get_by_role("button", name="Start playing").click()
    assert what_next(page) == "place"
    expect(page.get_by_role("button", name="Ask the expert")).to_have_count(0)
    page.keyboard.press("i")
    expect(page.locator(".hint")).to_have_count(0)


@pytest.mark.parametrize(
    "size", [pytest.param(DESKTOP, id="desktop", marks=pytest.mark.slow), pytest.param(PHONE, id="phone")]
)
def test_the_host_chooses_the_level_of_each_bot(new_page: NewPage, size: tuple[int, int]) -> None:
    page = new_page(size)
    page.goto("/")
    page.locator("input[name=game][value=pinochle]").check()
    page.get_by_text("Seats and rules").click()
    page.get_by_label("Level of the bot in seat 3").select_option("expert")
    page.get_by_role("combobox", name=re.compile("^Seat 2")).select_option("person")
    page.get_by_role("combobox", name=re.compile("^Seat 4")).select_option("person")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name="Waiting for players")).to_be_visible()
    # In the waiting room: another level, and a bot in a free seat.
    page.get_by_label("Level of the bot in seat 3").select_option("novice")
    page.get_by_label("Level of the bot in seat 2").select_option("random")
    expect(page.get_by_label("Level of the bot in seat 2")).to_have_value("random")
    check_screen(page)
    page.get_by_label("Level of the bot in seat 4").select_option("club")
    expect(page.locator(".felt")).to_be_visible()
    for seat, level in ((1, "random"), (2, "novice"), (3, "club")):
        expect(page.locator(f".seat[data-seat='{seat}'] .level")).to_have_text(level)
    # Within a deal the levels stand.
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Bots").click()
    expect(page.get_by_label("Level of the bot in seat 4")).to_be_disabled()
    check_screen(page)


def test_levels_change_between_two_deals(new_page: NewPage) -> None:
    page = new_page(PHONE)
    start(page, "mate")
    while (kind := what_next(page)) != "score":
        if kind == "place":
            page.get_by_role("button", name="Put nothing aside").click()
            expect(page.get_by_role("button", name="Put nothing aside")).to_have_count(0)
        else:
            play_legal_card(page)
    page.locator(".felt").get_by_role("button", name="Bots").click()
    level = page.get_by_label("Level of the bot in seat 2")
    expect(level).to_have_value("club")
    level.select_option("novice")
    check_screen(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Next game").click()
    expect(page.locator(".seat[data-seat='1'] .level")).to_have_text("novice")
