"""A whole deal of Friends! in the browser: bid, bury, a swap, calls, a rejected throw, a power combo, the score."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from browser_steps import DESKTOP, PHONE, Hands, NewPage, check_screen, glimpsed, press, tab_to, tap
from friends_table import others_at, store_table
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.browser

WAYS = [
    pytest.param(DESKTOP, "pointer", id="desktop-pointer"),
    pytest.param(PHONE, "pointer", id="phone-pointer", marks=pytest.mark.slow),
    pytest.param(DESKTOP, "keyboard", id="desktop-keyboard", marks=pytest.mark.slow),
]


def tile(page: Page, card: str) -> Locator:
    return page.locator(f".hand [data-card='{card}']")


def raise_copies(page: Page, card: str, count: int, hands: Hands) -> None:
    """Raise copies of a card: a tap for each, or the arrow keys."""
    if hands == "pointer":
        for _ in range(count):
            tap(tile(page, card))
    else:
        tab_to(page, page.locator(".hand button[tabindex='0']"))
        page.keyboard.press("Home")
        for _ in range(60):
            if page.evaluate("card => document.activeElement.dataset.card === card", card):
                break
            page.keyboard.press("ArrowRight")
        for _ in range(count):
            page.keyboard.press("ArrowUp")
    expect(tile(page, card)).to_have_attribute("data-raised", str(count))


def chosen(page: Page) -> Locator:
    return page.get_by_test_id("chosen")


def send(page: Page, hands: Hands) -> None:
    press(page, page.get_by_test_id("send"), hands)


@pytest.mark.parametrize(("size", "hands"), WAYS)
def test_a_whole_deal(new_page: NewPage, server: str, database: Path, size: tuple[int, int], hands: Hands) -> None:
    code, tokens = store_table(database)
    page = new_page(size, "{ lastCards: true }")
    page.goto(f"/t/{code}#seat={tokens[0]}")
    expect(page.locator(".hand .tile").first).to_be_visible()
    with others_at(server, code, tokens) as others:
        others.waits = lambda seat, view: seat == 4 and view["phase"] == "swap_bid"
        # OpenBid: only what the cards allow is offered.
        bid = page.locator("[data-bid='1 2D']")
        expect(bid).to_be_visible()
        assert page.locator("[data-bid]").count() == 5, "one 2D, three or four of each joker"
        check_screen(page)
        press(page, bid, hands)

        # The others pass; the bid's cards lie in front of the dealer, who buries six of 41.
        expect(page.get_by_test_id("prompt")).to_have_text("The base is in your hand: bury six cards")
        expect(page.locator("[data-front='0'] .pile[data-cards='2D']")).to_be_visible()
        assert cards_in_hand(page) == 41
        raise_copies(page, "3D", 1, hands)
        expect(chosen(page)).to_contain_text("1 of 6 chosen")
        check_screen(page)
        send(page, hands)
        expect(page.get_by_test_id("prompt")).to_contain_text("Bury exactly six cards")
        press(page, page.get_by_role("button", name="Put back"), hands)
        press(page, page.get_by_role("button", name="Suggestion"), hands)
        expect(chosen(page)).to_contain_text("6 of 6 chosen")
        press(page, page.get_by_role("button", name="Put back"), hands)
        for card, count in (("4C", 1), ("6C", 1), ("4D", 2), ("6D", 2)):
            raise_copies(page, card, count, hands)
        send(page, hands)

        # SwapBid: Dan swaps; the dealer passes ahead.
        expect(page.locator("[data-front='3'] .pile[data-cards='2H 2H']")).to_be_visible()
        ahead = page.get_by_label("Pass ahead")
        expect(ahead).to_be_visible()
        check_screen(page)
        if hands == "pointer":
            page.get_by_text("Pass ahead").click()
        else:
            tab_to(page, ahead)
            page.keyboard.press("Space")
        expect(ahead).to_be_checked()
        others.go_on()

        # Two friends: one as suggested, one put together.
        call = page.get_by_test_id("call")
        expect(call).to_have_text("Call the 4th A♠")
        expect(page.locator("[data-trump='H']")).to_be_visible()
        assert page.locator("[data-seat='3']").get_attribute("data-states") == "SL"
        check_screen(page)
        press(page, call, hands)
        expect(page.get_by_role("heading", name="Call friend 2 of 2")).to_be_visible()
        press(page, page.get_by_role("button", name="diamonds", exact=True), hands)
        press(page, page.get_by_role("button", name="ten of diamonds", exact=True), hands)
        press(page, page.get_by_role("button", name="2nd", exact=True), hands)
        press(page, page.get_by_role("button", name="Call the 2nd ten of diamonds"), hands)

        # A throw that Eve rejects in part.
        others.waits = lambda seat, view: seat == 1 and view["rejection"] is not None
        expect(page.get_by_test_id("prompt")).to_contain_text("lead one pattern or throw several")
        raise_copies(page, "AS", 3, hands)
        expect(chosen(page)).to_have_text("triple")
        raise_copies(page, "QS", 2, hands)
        expect(chosen(page)).to_contain_text("throw of triple + pair")
        press(page, page.get_by_role("button", name="Split it differently"), hands)
        dialog = page.get_by_role("dialog")
        expect(dialog.locator(".splits button").first).to_have_attribute("aria-pressed", "true")
        assert dialog.locator(".splits button").count() == 6
        check_screen(page)
        press(page, dialog.locator(".splits button").first, hands)
        check_screen(page)
        # It is shown for a while, and can be looked at as long as the trick lies there.
        with glimpsed(page, ".over-sheet .rejection"):
            send(page, hands)
        press(page, page.get_by_role("button", name="Throw rejected"), hands)
        rejection = page.get_by_role("dialog").locator(".rejection")
        expect(rejection.locator("li.back .thrown .pile")).to_have_attribute("data-cards", "QS QS")
        expect(rejection.locator("li.back .against")).to_contain_text("Eve shows")
        expect(rejection.locator("li.back .against .pile")).to_have_attribute("data-cards", "KS KS")
        expect(page.get_by_role("dialog").get_by_text("You are fined 20 points.")).to_be_visible()
        check_screen(page)
        page.keyboard.press("Escape")
        others.go_on()
        expect(tile(page, "QS")).to_have_attribute("data-count", "2")

        # Ben plays the fourth ace and is a friend, seen by everybody.
        expect(page.locator("[data-seat='1'][data-states='F']")).to_be_visible()
        expect(page.locator(".call.found")).to_have_count(1)

        # Four aces; Finn has no clubs but a quad of trumps: the power combo takes the trick.
        expect(page.get_by_test_id("prompt")).to_contain_text("Your turn")
        others.waits = lambda seat, view: seat == 5 and not view["trick"]
        if hands == "pointer":
            tile(page, "AC").click(delay=700)
        else:
            raise_copies(page, "AC", 4, hands)
        expect(chosen(page)).to_have_text("quad")
        with glimpsed(page, "[data-front='5']:has(.pile[data-cards='3H 3H 3H 3H']) .tag"):
            send(page, hands)
        expect(page.get_by_text("4 × three of hearts. A power combo!").first).to_be_attached()
        check_screen(page)
        others.go_on()

        # Finn leads a spade. What may not be played is refused with the reason, and what may is offered.
        expect(page.get_by_test_id("lead")).to_contain_text("Led: single")
        expect(page.locator(".hand[data-active='true']")).to_be_visible()
        raise_copies(page, "RJ", 1, hands)
        send(page, hands)
        expect(page.get_by_test_id("prompt")).to_contain_text("spades")
        press(page, page.get_by_role("button", name="Raise what is allowed"), hands)
        expect(tile(page, "QS")).to_have_attribute("data-raised", "1")
        check_screen(page)
        send(page, hands)

        # A reload in the middle: the same seat, the same moment.
        expect(page.get_by_role("button", name="Last trick")).to_be_visible()
        page.reload()
        expect(page.locator(".hand .tile").first).to_be_visible()
        press(page, page.get_by_role("button", name="Last trick"), hands)
        expect(page.get_by_role("dialog").locator(".plays li")).to_have_count(6)
        check_screen(page)
        page.keyboard.press("Escape")
        press(page, page.get_by_role("button", name="What is known"), hands)
        expect(page.get_by_role("dialog")).to_contain_text("The 4th A♠ was called: Ben is a friend.")
        check_screen(page)
        page.keyboard.press("Escape")

        # The rest by suggestions, to the score.
        over = page.get_by_role("button", name="Play again")
        suggestion = page.get_by_role("button", name="Suggestion")
        while True:
            # The very last cards go by themselves.
            expect(over.or_(suggestion).first).to_be_visible()
            if over.count():
                break
            held = cards_in_hand(page)
            press(page, suggestion, hands)
            send(page, hands)
            page.wait_for_function("held => HELD < held".replace("HELD", HELD), arg=held)
        check_screen(page)
    sheet = page.locator(".felt .over-sheet")
    expect(sheet.get_by_role("row", name="Your fine 20")).to_be_visible()
    expect(sheet.get_by_text("The base")).to_be_visible()
    points = int(sheet.get_by_test_id("points").inner_text().replace("−", "-"))
    rows: list[Any] = sheet.locator("table").first.locator("tbody td").all_inner_texts()
    assert sum(int(text.replace("−", "-")) for text in rows) == points


HELD = "[...document.querySelectorAll('.hand .tile')].reduce((n, tile) => n + Number(tile.dataset.count), 0)"


def cards_in_hand(page: Page) -> int:
    held: int = page.evaluate(HELD)
    return held


def test_a_spectator_sees_the_table_and_no_hand(new_page: NewPage, server: str, database: Path) -> None:
    code, _ = store_table(database)
    page = new_page(PHONE)
    page.goto(f"/t/{code}")
    expect(page.locator(".plate")).to_have_count(6)
    expect(page.locator("[data-seat='0'][data-turn='true']")).to_be_visible()
    assert page.locator(".hand").count() == 0
    assert page.locator("[data-bid]").count() == 0
    check_screen(page)
