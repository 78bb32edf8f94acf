"""More than one device at a table: friends by link, who only watches, reload, a second device, a lost connection."""

from __future__ import annotations

import re

import pytest
from browser_steps import DESKTOP, PHONE, NewPage, check_screen, start, what_next
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def _open_table(page: Page, game: str) -> str:
    """A table that waits for people; its invitation link."""
    page.goto("/")
    page.locator(f"input[name=game][value={game}]").check()
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="With friends").click()
    page.get_by_role("button", name="Open the table").click()
    link = page.get_by_label("Invitation link")
    expect(link).to_be_visible()
    return link.input_value()


def _join(page: Page, link: str, name: str) -> None:
    page.goto(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()


def test_a_second_person_joins_by_link_and_both_play(new_page: NewPage) -> None:
    host, guest = new_page(DESKTOP), new_page(PHONE)
    link = _open_table(host, "mate")
    check_screen(host)
    guest.goto(link)
    expect(guest.get_by_role("button", name="Sit down")).to_be_visible()
    check_screen(guest)
    _join(guest, link, "Grace")
    for page, other in ((host, "Grace"), (guest, "Ada")):
        expect(page.locator(".felt")).to_be_visible()
        expect(page.locator(".seat:not(.own)")).to_contain_text(other)
        expect(page.locator(".hand")).to_have_attribute("data-count", "10")
    dealer = host if host.locator(".seat.own.turn").count() else guest
    other = guest if dealer is host else host
    dealer.get_by_role("button", name="Put nothing aside").click()
    expect(other.get_by_role("button", name="Put nothing aside")).to_be_visible()
    expect(other.get_by_test_id("polite")).to_contain_text("puts no card aside")


def test_both_play_again_after_one_has_given_up(new_page: NewPage) -> None:
    host, guest = new_page(DESKTOP), new_page(PHONE)
    link = _open_table(host, "mate")
    _join(guest, link, "Grace")
    expect(guest.locator(".hand")).to_have_attribute("data-count", "10")
    guest.get_by_role("button", name="Menu").click()
    guest.get_by_role("dialog").get_by_role("button", name="Give up").click()
    guest.get_by_role("dialog", name="Give up").get_by_role("button", name="Give up").click()
    expect(host.get_by_role("heading", name="You win the match")).to_be_visible()
    expect(guest.get_by_role("heading", name="Ada wins the match")).to_be_visible()
    host.get_by_role("button", name="Play again").click()
    host.wait_for_url(lambda url: url != link)
    expect(guest.get_by_text("The next table is open")).to_be_visible()
    guest.get_by_role("button", name="Play again").click()
    for page in (host, guest):
        expect(page.locator(".hand")).to_have_attribute("data-count", "10")
    assert host.url == guest.url != link


def test_the_host_fills_free_seats_with_bots(new_page: NewPage) -> None:
    page = new_page(PHONE)
    _open_table(page, "pinochle")
    page.get_by_label("Level", exact=True).select_option("novice")
    page.get_by_role("button", name="Put bots into the 3 free seats").click()
    expect(page.locator(".felt")).to_be_visible()
    expect(page.locator(".seat .level").first).to_have_text("novice")


def test_the_code_leads_to_the_table(new_page: NewPage) -> None:
    host, guest = new_page(), new_page(PHONE)
    code = _open_table(host, "mate").rsplit("/", 1)[-1]
    guest.goto("/")
    field = guest.get_by_label("Join a table with its code or link")
    field.fill("?")
    guest.get_by_role("button", name="Join").click()
    expect(guest.get_by_text("This is no table code")).to_be_visible()
    field.fill(code.lower())
    guest.get_by_role("button", name="Join").click()
    expect(guest.get_by_role("button", name="Sit down")).to_be_visible()


def test_a_spectator_sees_no_hidden_card(new_page: NewPage) -> None:
    page, watcher = new_page(), new_page()
    frames: list[str] = []
    watcher.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))))
    start(page, "pinochle")
    assert what_next(page) == "bid"
    watcher.goto(page.url)
    expect(watcher.locator(".felt")).to_be_visible()
    expect(watcher.locator(".hand")).to_have_count(0)
    shown = watcher.locator("use").evaluate_all("nodes => nodes.map((node) => node.getAttribute('href'))")
    faces = [href for href in shown if not re.search(r"#(back|suit)-", href)]
    assert faces == []
    cards = re.findall(r'\\?"(?:A|K|Q|J|10|9)[SHDC]\\?"', " ".join(frames))
    assert frames
    assert cards == []
    expect(page.get_by_text("1 person is watching")).to_have_count(1)
    check_screen(watcher)


def test_reload_and_a_second_device_keep_the_seat(new_page: NewPage) -> None:
    page, second = new_page(), new_page(PHONE)
    start(page, "mate")
    kind = what_next(page)
    cards = page.locator(".hand button").evaluate_all("nodes => nodes.map((node) => node.dataset.card)")
    page.reload()
    assert what_next(page) == kind
    assert page.locator(".hand button").evaluate_all("nodes => nodes.map((node) => node.dataset.card)") == cards
    code = page.url.rsplit("/", 1)[-1]
    token = page.evaluate("code => localStorage.getItem(`amity.seat.${code}`)", code)
    second.goto(f"{page.url}#seat={token}")
    assert what_next(second) == kind
    assert second.locator(".hand button").evaluate_all("nodes => nodes.map((node) => node.dataset.card)") == cards
    assert "#" not in second.url
    second.reload()
    assert what_next(second) == kind


def test_a_lost_connection_is_said_and_comes_back(new_page: NewPage) -> None:
    page = new_page()
    gate = {"open": True}

    def route(socket):  # type: ignore[no-untyped-def]
        if not gate["open"]:
            socket.close()
            return
        server = socket.connect_to_server()
        sockets.append((socket, server))

    sockets: list = []  # type: ignore[type-arg]
    page.route_web_socket(re.compile(r"/ws$"), route)
    start(page, "mate")
    kind = what_next(page)
    gate["open"] = False
    sockets[-1][0].close()
    expect(page.get_by_text("The connection is lost")).to_be_visible()
    check_screen(page)
    gate["open"] = True
    page.get_by_role("button", name="Try now").click()
    expect(page.get_by_text("The connection is lost")).to_have_count(0)
    assert what_next(page) == kind


def test_an_unknown_table_says_so(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/t/NOTHERE")
    expect(page.get_by_role("heading", name="This table cannot be opened")).to_be_visible()
    check_screen(page)
    page.get_by_role("main").get_by_role("link", name="Home").click()
    expect(page.get_by_role("button", name="Start playing")).to_be_visible()
