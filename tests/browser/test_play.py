"""Whole games in the browser by pointer; by keyboard alone they are played in ``test_by_ear``."""

from __future__ import annotations

import pytest
from browser_steps import DESKTOP, PHONE, NewPage, check_screen, play_legal_card, start, tap, what_next
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    "size", [pytest.param(DESKTOP, id="desktop", marks=pytest.mark.slow), pytest.param(PHONE, id="phone")]
)
def test_a_whole_match_of_mate(new_page: NewPage, size: tuple[int, int]) -> None:
    page = new_page(size)
    start(page, "mate")
    seen = set()
    while (kind := what_next(page)) != "over":
        seen.add(kind)
        if kind == "place":
            page.get_by_role("button", name="Put nothing aside").click()
            expect(page.get_by_role("button", name="Put nothing aside")).to_have_count(0)
        elif kind == "score":
            expect(page.get_by_role("table", name="Scores").first).to_be_visible()
            page.get_by_role("button", name="Next game").click()
            expect(page.get_by_role("button", name="Next game")).to_have_count(0)
        else:
            assert kind == "play"
            play_legal_card(page)
    assert {"place", "score", "play"} <= seen
    rows = page.locator(".felt table").get_by_role("row")
    assert rows.count() == 6, "a heading, four games and the total"

    page.get_by_role("button", name="Was the deal fair?").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("The seed fits its fingerprint.")).to_be_visible()
    expect(dialog.get_by_text("You have added a seed.")).to_be_visible()
    check_screen(page)
    page.keyboard.press("Escape")
    with page.expect_download() as download:
        page.locator(".felt").get_by_role("button", name="Download the record").click()
    assert download.value.suggested_filename.endswith(".txt")
    address = page.url
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: url != address)
    assert what_next(page) in ("place", "play")


@pytest.mark.parametrize(
    "size", [pytest.param(DESKTOP, id="desktop"), pytest.param(PHONE, id="phone", marks=pytest.mark.slow)]
)
def test_a_deal_of_pinochle(new_page: NewPage, size: tuple[int, int]) -> None:
    page = new_page(size)
    start(page, "pinochle", clock=True)
    seen = set()
    bids = 0
    melds_seen = False
    while (kind := what_next(page)) not in ("score", "over"):
        seen.add(kind)
        if kind == "bid":
            _bid(page, first=bids == 0)
            bids += 1
        elif kind == "trump":
            page.locator(".suits").get_by_role("button").first.click()
            expect(page.locator(".suits")).to_have_count(0)
        elif kind == "melds":
            expect(page.get_by_role("heading", name="Melds")).to_be_visible()
            melds_seen = True
            page.get_by_role("button", name="To the play").click()
            expect(page.get_by_role("button", name="To the play")).to_have_count(0)
        else:
            assert kind == "play"
            if not melds_seen:
                page.get_by_role("button", name="Melds").click()
                expect(page.get_by_role("dialog", name="Melds")).to_be_visible()
                seen.add("melds")
                page.keyboard.press("Escape")
                melds_seen = True
            play_legal_card(page)
    assert {"bid", "melds", "play"} <= seen
    expect(page.locator(".felt").get_by_role("row", name="Melds")).to_be_visible()
    expect(page.locator(".felt").get_by_role("row", name="This deal")).to_be_visible()


def _bid(page: Page, *, first: bool) -> None:
    """A jump to 150 by number first, then as cheaply as possible."""
    said = page.locator(".seat.own .call").all_inner_texts()
    passing = page.locator(".bids .pass:not(:disabled, [aria-disabled=true])")
    number = page.get_by_label("Bid to make, as a number")
    if first and number.count() and int(number.input_value()) <= 150:
        number.fill("150")
        number.press("Tab")
        page.locator(".bids form button").click()
    else:
        (passing if passing.count() else page.locator(".bids .quick .primary").first).click()
    page.wait_for_function(
        "said => !document.querySelector('.bids') || document.querySelector('.seat.own .call')?.innerText !== said",
        arg=said[0] if said else None,
    )


def test_an_illegal_card_says_which_rule_forbids_it(new_page: NewPage) -> None:
    page = new_page(PHONE)
    start(page, "mate")
    illegal = page.locator(".hand[data-active=true] button.dim")
    while True:
        kind = what_next(page)
        if kind == "place":
            page.get_by_role("button", name="Put nothing aside").click()
            expect(page.get_by_role("button", name="Put nothing aside")).to_have_count(0)
        elif kind == "score":
            page.get_by_role("button", name="Next game").click()
            expect(page.get_by_role("button", name="Next game")).to_have_count(0)
        elif illegal.count():
            break
        else:
            play_legal_card(page)
    expect(illegal.first).to_have_attribute("aria-disabled", "true")
    before = page.locator(".hand").get_attribute("data-count")
    tap(illegal.first)
    tap(page.locator(".hand button.raised"))
    expect(page.get_by_test_id("prompt")).to_contain_text("was led and you have")
    expect(page.get_by_test_id("urgent")).to_contain_text("was led and you have")
    assert page.locator(".hand").get_attribute("data-count") == before


def test_dragging_a_card_up_plays_it(new_page: NewPage) -> None:
    page = new_page()
    start(page, "mate")
    if what_next(page) == "place":
        page.get_by_role("button", name="Put nothing aside").click()
        expect(page.get_by_role("button", name="Put nothing aside")).to_have_count(0)
    assert what_next(page) == "play"
    box = page.locator(".hand button.legal").first.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 12, box["y"] + 40)
    page.mouse.down()
    page.mouse.move(box["x"] + 40, box["y"] - 60, steps=5)
    page.mouse.up()
    expect(page.locator(".hand[data-count='10']")).to_have_count(0)
