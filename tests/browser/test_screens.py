"""The screens around the play: home, dialogs, keys, settings."""

from __future__ import annotations

from pathlib import Path

import pytest
from browser_steps import DESKTOP, PHONE, NewPage, check_screen, start, tap, what_next
from playwright.sync_api import expect
from tarot_table import act_for, store_table

from amity.games.tarot.actions import Bid, Slam

pytestmark = pytest.mark.browser

SIZES = [
    pytest.param(DESKTOP, id="desktop"),
    pytest.param(PHONE, id="phone"),
    pytest.param((844, 390), id="landscape"),
]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_home(new_page: NewPage, size: tuple[int, int], theme: str) -> None:
    page = new_page(size, settings=f"{{ theme: '{theme}' }}")
    page.goto("/")
    page.locator("input[name=game][value=pinochle]").check()
    check_screen(page)
    page.locator("summary").click()
    page.get_by_label("Club", exact=True).check()
    expect(page.get_by_label("Minimum bid")).to_have_value("100")
    page.get_by_label("Minimum bid").fill("126")
    page.get_by_label("Minimum bid").press("Tab")
    expect(page.get_by_label("Minimum bid")).to_have_value("130")
    check_screen(page)


@pytest.mark.parametrize(
    ("size", "theme"),
    [
        pytest.param(size.values[0], theme, id=f"{size.id}-{theme}", marks=[] if shown else pytest.mark.slow)
        for size, theme, shown in zip(SIZES * 2, ["light"] * 3 + ["dark"] * 3, [0, 1, 0, 1, 0, 0], strict=True)
    ],
)
def test_every_dialog(new_page: NewPage, size: tuple[int, int], theme: str) -> None:
    page = new_page(size, settings=f"{{ theme: '{theme}' }}")
    start(page, "pinochle")
    what_next(page)
    check_screen(page)
    for entry in ("Scores", "What happened", "Settings", "Help", "Was the deal fair?", "Give up"):
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("dialog").get_by_role("button", name=entry).click()
        expect(page.get_by_role("dialog", name=entry)).to_be_visible()
        check_screen(page)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


IN_HAND = "() => document.activeElement?.closest('.hand') !== null"
IN_DIALOG = "() => document.activeElement === document.body || document.activeElement.closest('dialog') !== null"


def test_the_turn_takes_the_focus_but_not_out_of_a_dialog(new_page: NewPage, server: str, database: Path) -> None:
    # Cleo leads, then it is Ada's turn.
    seat = store_table(
        database,
        3,
        {0: "KS 5S", 2: "1S 2S"},
        dealer=1,
        said=[Bid("guard_against"), Bid(None), Bid(None)],
        prepare=lambda match: match.apply(2, Slam(False)),
        people=("Ben", "Cleo"),
    )
    page = new_page()
    page.goto(seat)
    expect(page.locator(".hand")).to_have_attribute("data-count", "24")
    page.locator(".hand button[tabindex='0']").focus()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Help")
    expect(dialog).to_be_visible()
    act_for(server, seat, "Cleo", {"type": "play", "card": "1S"})
    # What lies outside the dialog is shut off, so it is told inside.
    told = dialog.get_by_test_id("polite-in-dialog")
    expect(told.locator("p")).to_have_text(["Cleo plays one of spades.", "Your turn: play a card"])
    for _ in range(5):
        page.keyboard.press("Tab")
        assert page.evaluate(IN_DIALOG)
    page.keyboard.press("Escape")
    page.wait_for_function(IN_HAND)
    assert page.evaluate("() => document.activeElement.dataset.card") in ("KS", "5S")


def test_settings_are_kept(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Each suit in its own colour").check()
    page.get_by_label("dark", exact=True).check()
    page.reload()
    root = page.locator("html")
    expect(root).to_have_attribute("data-suits", "four")
    expect(root).to_have_attribute("data-theme", "dark")


def test_one_tap_plays_when_wanted(new_page: NewPage) -> None:
    page = new_page(PHONE, settings="{ oneTap: true }")
    start(page, "mate")
    if what_next(page) == "place":
        page.get_by_role("button", name="Put nothing aside").click()
        expect(page.get_by_role("button", name="Put nothing aside")).to_have_count(0)
    assert what_next(page) == "play"
    tap(page.locator(".hand button.legal").first)
    expect(page.locator(".hand[data-count='10']")).to_have_count(0)
