"""Playing together: a seat at once, the open tables, and everything that people do with their seats."""

from __future__ import annotations

import re

import pytest
from browser_steps import DESKTOP, PHONE, NewPage, check_screen, play_legal_card, what_next
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.browser

HIDDEN = """hidden => {
  Object.defineProperty(document, 'visibilityState', { get: () => (hidden ? 'hidden' : 'visible'), configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}"""
"""Makes the page believe that nobody can see it, or that somebody can."""


def choose(page: Page, game: str, name: str) -> None:
    """The home page, with a game and a name."""
    page.goto("/")
    page.locator(f"input[name=game][value={game}]").check()
    page.get_by_label("Your name").fill(name)


def open_table(page: Page, game: str, *more: str, pace: str = "normal") -> str:
    """A table that waits for people, with these switches on; its address."""
    choose(page, game, "Ada")
    page.get_by_role("button", name="With friends").click()
    page.get_by_label("Time for a move").select_option(pace)
    page.get_by_text("Seats and rules", exact=True).click()
    for switch in more:
        page.get_by_label(switch).check()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name="Waiting for players")).to_be_visible()
    return page.url


def sit_down(page: Page, address: str, name: str) -> None:
    """A seat by the link of a table."""
    page.goto(address)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()


def menu(page: Page, entry: str) -> Locator:
    """Choose an entry of the table's menu; the dialog that it opens."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("dialog", name="Menu").get_by_role("button", name=entry, exact=True).click()
    return page.get_by_role("dialog")


def leave(page: Page) -> None:
    """Leave the table, and say so again when asked."""
    menu(page, "Leave the table").get_by_role("button", name="Leave the table").click()


def in_lobby(page: Page, address: str) -> Locator:
    """The entry of a table among the open ones."""
    return page.locator(f"li[data-code='{address.rsplit('/', 1)[-1]}']")


def test_two_people_who_play_now_meet(new_page: NewPage) -> None:
    one, other = new_page(PHONE), new_page(DESKTOP)
    choose(one, "mate", "Ada")
    check_screen(one)
    one.get_by_role("button", name="Play now").click()
    expect(one.get_by_text(re.compile(r"Bots take the free seats? in \d+ seconds?"))).to_be_visible()
    check_screen(one)
    choose(other, "mate", "Grace")
    other.get_by_role("button", name="Play now").click()
    for page, name in ((one, "Grace"), (other, "Ada")):
        expect(page.locator(".felt")).to_be_visible()
        expect(page.locator(".seat:not(.own)")).to_contain_text(name)
    assert one.url == other.url


def test_bots_come_at_once_when_one_does_not_want_to_wait(new_page: NewPage) -> None:
    page = new_page(PHONE)
    choose(page, "pinochle", "Ada")
    page.get_by_role("button", name="Play now").click()
    page.get_by_role("button", name="Start with bots now").click()
    expect(page.locator(".felt")).to_be_visible()
    expect(page.locator(".seat .level")).to_have_text(["club"] * 3)
    page.goto("/")
    # What was chosen is remembered, and the match can be found again.
    expect(page.locator("input[name=game][value=pinochle]")).to_be_checked()
    expect(page.get_by_label("Your name")).to_have_value("Ada")
    page.get_by_role("region", name="Your matches").get_by_role("link").first.click()
    expect(page.locator(".hand")).to_be_visible()


def test_whoever_cancels_is_back_at_home_and_the_table_is_gone(new_page: NewPage) -> None:
    page, other = new_page(PHONE), new_page(DESKTOP)
    other.goto("/")
    choose(page, "friends", "Ada")
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("heading", name="Looking for other players")).to_be_visible()
    entry = in_lobby(other, page.url)
    expect(entry).to_contain_text("Ada")
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    expect(entry).to_have_count(0)


def test_a_public_table_is_found_joined_and_left_in_the_lobby(new_page: NewPage) -> None:
    host, guest = new_page(DESKTOP), new_page(PHONE)
    address = open_table(host, "tarot", "Show in the lobby", pace="fast")
    expect(host.get_by_text("The table stands in the lobby")).to_be_visible()
    choose(guest, "mate", "Grace")
    entry = in_lobby(guest, address)
    for words in ("Tarot", "1 of 4 seats taken", "fast", "Casual", "Ada"):
        expect(entry).to_contain_text(words)
    check_screen(guest)
    entry.get_by_role("button", name="Join table").click()
    expect(host.get_by_text("Grace")).to_be_visible()
    guest.wait_for_url(address)
    check_screen(guest)
    # Whoever leaves before the match frees the seat and may take it again.
    guest.get_by_role("button", name="Leave the table").click()
    check_screen(guest)
    guest.get_by_role("dialog").get_by_role("button", name="Leave the table").click()
    expect(entry).to_contain_text("1 of 4 seats taken")
    expect(host.get_by_text("Grace")).to_have_count(0)
    entry.get_by_role("link", name="Watch table").click()
    guest.get_by_role("button", name="Only watch").click()
    expect(guest.get_by_role("heading", name="Waiting for players")).to_be_visible()


def test_the_lobby_says_what_to_do_when_no_table_is_open(new_page: NewPage) -> None:
    page = new_page(PHONE)
    page.route("**/api/lobby", lambda route: route.fulfill(json=[]))
    page.goto("/")
    expect(page.get_by_role("region", name="Open tables")).to_contain_text("“Play now” opens one")


def test_who_leaves_may_come_back_until_somebody_else_has_the_seat(new_page: NewPage) -> None:
    host, guest, third = new_page(DESKTOP), new_page(PHONE), new_page(PHONE)
    address = open_table(host, "mate")
    sit_down(guest, address, "Grace")
    expect(guest.locator(".hand")).to_have_attribute("data-count", "10")
    leave(guest)
    banner = guest.get_by_text("A bot plays for you.")
    expect(banner).to_be_visible()
    expect(host.locator(".seat:not(.own)")).to_contain_text("bot (club)")
    check_screen(guest)
    guest.reload()
    guest.get_by_role("button", name="Come back").click()
    expect(banner).to_have_count(0)
    expect(host.locator(".seat:not(.own)")).not_to_contain_text("bot (club)")
    leave(guest)
    # Somebody who watches takes the seat over, and has it when the deal is over.
    third.goto(address)
    menu(third, "Sit down")
    check_screen(third)
    third.get_by_label("Your name").fill("Eve")
    third.get_by_role("dialog").get_by_role("button", name="Sit down").click()
    expect(third.get_by_text("You get your seat when this deal is over.")).to_be_visible()
    expect(guest.get_by_text("Eve gets your seat after this deal.")).to_be_visible()
    expect(host.locator(".seat:not(.own)")).to_contain_text("Eve comes after this deal")
    check_screen(third)
    while (asked := what_next(host)) != "score":
        if asked == "place":
            host.get_by_role("button", name="Put nothing aside").click()
            expect(host.get_by_role("button", name="Put nothing aside")).to_have_count(0)
        else:
            play_legal_card(host)
    expect(host.locator(".seat:not(.own)")).to_contain_text("Eve")
    expect(third.locator(".seat.own")).to_contain_text("You")
    expect(guest.get_by_text("You have no seat at this table any more.")).to_be_visible()


def test_the_host_sends_somebody_away(new_page: NewPage) -> None:
    host, guest = new_page(PHONE), new_page(DESKTOP)
    address = open_table(host, "pinochle")
    sit_down(guest, address, "Grace")
    host.get_by_role("button", name="Send Grace away").click()
    check_screen(host)
    host.get_by_role("dialog").get_by_role("button", name="Send away").click()
    expect(guest.get_by_text("You have no seat at this table any more.")).to_be_visible()
    host.keyboard.press("Escape")
    expect(host.get_by_text("Grace")).to_have_count(0)
    expect(guest.get_by_role("button", name="Sit down")).to_be_visible()
    check_screen(guest)


def test_nobody_is_sent_away_within_a_deal(new_page: NewPage) -> None:
    host, guest = new_page(PHONE), new_page(DESKTOP)
    address = open_table(host, "mate")
    sit_down(guest, address, "Grace")
    expect(host.locator(".hand")).to_have_attribute("data-count", "10")
    players = menu(host, "Players")
    expect(players.get_by_role("button", name="Send Grace away")).to_be_disabled()
    expect(players).to_contain_text("between deals you can send somebody away")
    check_screen(host)
    guest.get_by_role("button", name="Menu").click()
    guest.get_by_role("dialog", name="Menu").get_by_role("button", name="Players").click()
    expect(guest.get_by_role("dialog")).to_contain_text("Ada")
    expect(guest.get_by_role("button", name=re.compile("Send .* away"))).to_have_count(0)


def test_seats_rotate_and_all_say_that_they_are_ready(new_page: NewPage) -> None:
    host, guest = new_page(PHONE), new_page(DESKTOP)
    address = open_table(host, "mate", "Start when everybody says", pace="fast")
    sit_down(guest, address, "Grace")
    names = host.locator(".seats .name")
    expect(names).to_have_text([re.compile("Ada"), "Grace"])
    host.get_by_role("button", name="Change places").click()
    expect(names).to_have_text(["Grace", re.compile("Ada")])
    expect(host.get_by_role("heading", name="Is everybody ready?")).to_be_visible()
    check_screen(host)
    guest.evaluate(HIDDEN, True)
    guest.get_by_role("button", name="I am ready").click()
    expect(host.get_by_text("is ready")).to_be_visible()
    host.get_by_role("button", name="I am ready").click()
    expect(host.locator(".felt")).to_be_visible()
    # Whoever looks elsewhere is called.
    expect(guest).to_have_title(re.compile("^● (The game has begun|Your turn) – Mate"))
    guest.evaluate(HIDDEN, False)
    expect(guest).to_have_title(re.compile("^(● Your turn – )?Mate"))
    # The time for a move stands before the own time for the whole match.
    for page in (host, guest):
        expect(page.locator(".clock .time")).to_have_text(re.compile(r"^0:\d\d$"))
        expect(page.locator(".clock .reserve")).to_contain_text("1:00")
    check_screen(host)


def test_time_by_correspondence_is_shown_in_days_and_hours(new_page: NewPage) -> None:
    host, guest = new_page(PHONE), new_page(DESKTOP)
    address = open_table(host, "mate", pace="correspondence")
    sit_down(guest, address, "Grace")
    for page in (host, guest):
        expect(page.locator(".clock .time")).to_have_text(re.compile("^(1d|23h 59m)$"))
    check_screen(host)
    guest.goto("/")
    guest.get_by_role("link", name="Go on at table").click()
    expect(guest.locator(".hand")).to_have_attribute("data-count", "10")
