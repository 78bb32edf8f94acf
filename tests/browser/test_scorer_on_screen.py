"""The scorer for real cards on the screen: sheets of all games, by pointer and by keyboard, in every language."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from browser_steps import DESKTOP, PHONE, NewPage, check_screen, tab_to
from playwright.sync_api import Locator, Page, expect
from test_languages_on_screen import OVERFLOW, check_every_language

pytestmark = pytest.mark.browser

NAMES = ["Ann", "Ben", "Cleo", "Dee", "Emma", "Fay"]

MATE = {"winner": 0, "card": "AS", "trick": 10, "placed": [True, False]}
PINOCHLE = {
    "bidder": 1,
    "bid": 300,
    "trump": "H",
    "cards": [["QS", "JD"], ["AH", "10H", "KH", "QH", "JH"], [], []],
    "points": [None, None, 20, None],
    "counters": 24,
    "last": 0,
    "swept": True,
}
TAROT = {
    "passed": False,
    "taker": 1,
    "contract": "guard_without",
    "partner": 3,
    "points": 63,
    "bouts": 2,
    "petit": "defence",
    "handfuls": ["", "single", "", "", ""],
    "slam": "announced_failed",
}
FRIENDS = {
    "dealer": 0,
    "friends": [2],
    "taken": 200,
    "base": 15,
    "last": 4,
    "largest": 2,
    "fines": [1, 0, 0, 0, 0, 0],
}
SHEETS: dict[str, dict[str, Any]] = {
    "mate": {"game": "mate", "preset": "original", "deals": [MATE]},
    "pinochle": {"game": "pinochle", "preset": "club", "deals": [PINOCHLE]},
    "tarot": {"game": "tarot", "preset": "fft", "deals": [TAROT, {"passed": True}, TAROT]},
    "friends": {"game": "friends", "preset": "classic", "deals": [FRIENDS, FRIENDS]},
}
SEATS = {"mate": 2, "pinochle": 4, "tarot": 5, "friends": 6}
TOTALS = {
    "mate": ["242", "0"],
    # 150 in melds and no trick: lost by the club's rules, the bid of 300 too.
    "pinochle": ["310", "−300"],
    # 31½ of 41: (25 + 10) × 4, twice, with the handful, the petit and the slam to the defence.
    "tarot": ["800", "−1600", "800", "−800", "800"],
    # 280 with the base and Ann's fine, then 240 with her fine the other way round: a level each time.
    "friends": ["3", "3", "2", "4", "4", "4"],
}


def picture(page: Page, name: str) -> None:
    """A picture for whoever wants to look: in the folder that ``AMITY_PICTURES`` names."""
    if folder := os.environ.get("AMITY_PICTURES"):
        width = page.viewport_size["width"] if page.viewport_size else 0
        page.screenshot(path=Path(folder) / f"scorer-{name}-{width}.png", full_page=True)


def group(page: Page, name: str) -> Locator:
    """The choices under a heading."""
    return page.get_by_role("radiogroup", name=name).or_(page.get_by_role("group", name=name))


def keep_sheets(page: Page) -> None:
    """Put a sheet of every game on the device and list them."""
    page.goto("/scorer")
    for game, known in SHEETS.items():
        more = {"names": NAMES[: SEATS[game]], "options": {}, "dealer": 0, "gaveUp": None, "draft": None}
        page.evaluate(
            "([id, text]) => localStorage.setItem(`amity.scorer.${id}`, text)",
            [f"{game}0001", json.dumps(known | more)],
        )
    page.reload()


def test_a_sheet_is_begun_filled_mended_and_kept(new_page: NewPage) -> None:
    page = new_page(PHONE)
    page.goto("/")
    page.get_by_role("link", name="Scorer for real cards").click()
    check_screen(page)
    page.get_by_role("textbox", name="Player 1").fill("Ann")
    page.get_by_role("textbox", name="Player 2").fill("Ben")
    page.get_by_role("button", name="Begin the sheet").click()
    save = page.get_by_role("button", name="Write it down")
    # What is wrong is said beside it, with what would be right, and the focus is there.
    save.click()
    expect(group(page, "Who gave mate?")).to_contain_text("Choose who gave mate, or a draw.")
    expect(group(page, "Who gave mate?").get_by_role("radio", name="Ann")).to_be_focused()
    group(page, "Who gave mate?").get_by_role("radio", name="Ann").check()
    group(page, "aside?").get_by_role("checkbox", name="Ann").check()
    save.click()
    expect(page.get_by_text("Tap the card that gave mate.")).to_be_visible()
    check_screen(page)
    picture(page, "mate-wrong")
    page.get_by_role("button", name="ace of spades").click()
    # What is not finished is there again as well.
    page.reload()
    expect(page.get_by_role("button", name="ace of spades")).to_have_attribute("aria-pressed", "true")
    group(page, "In which trick?").get_by_role("radio", name="10").check()
    save.click()
    totals = page.get_by_test_id("total")
    expect(totals).to_have_text(["242", "0"])
    expect(page.get_by_text("11 × 11 × 2").first).to_be_visible()
    check_screen(page)
    picture(page, "mate-score")
    for _ in range(2):
        page.get_by_role("button", name="Enter game").click()
        page.get_by_role("radio", name="Nobody: a draw").check()
        save.click()
    page.get_by_role("button", name="Game 1").click()
    page.get_by_role("button", name="Change").click()
    group(page, "In which trick?").get_by_role("radio", name="5").check()
    save.click()
    expect(totals).to_have_text(["66", "0"])
    page.get_by_role("button", name="Remove").click()
    expect(totals).to_have_text(["0", "0"])
    page.get_by_role("button", name="Undo").click()
    expect(totals).to_have_text(["66", "0"])
    page.get_by_role("button", name="Enter game 4").click()
    page.get_by_role("radio", name="Nobody: a draw").check()
    save.click()
    expect(page.get_by_role("status").first).to_contain_text("Ann wins the match")
    page.reload()
    expect(totals).to_have_text(["66", "0"])
    page.get_by_text("May I play this card?").click()
    page.get_by_role("button", name="king of hearts").click()
    page.get_by_role("radio", name="the hand").check()
    for card in ("seven of hearts", "king of spades"):
        page.get_by_role("button", name=card).click()
    expect(page.get_by_text("May be played: 7♥")).to_be_visible()
    expect(page.get_by_text("K♥ was led and you have hearts: follow suit, not with K♠.")).to_be_visible()
    check_screen(page)
    picture(page, "referee")
    page.get_by_role("link", name="All sheets").click()
    expect(page.get_by_role("link", name="Mate")).to_contain_text("4 games · finished")
    check_screen(page)
    picture(page, "list")
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_role("link", name="Mate")).to_have_count(0)


def test_a_deal_of_tarot_is_entered_by_keyboard(new_page: NewPage) -> None:
    page = new_page(DESKTOP)
    page.goto("/scorer")

    def choose(name: str, place: int) -> None:
        tab_to(page, group(page, name).get_by_role("radio").first)
        page.keyboard.press("Space")
        for _ in range(place):
            page.keyboard.press("ArrowRight")

    def press(name: str) -> None:
        tab_to(page, page.get_by_role("button", name=name))
        page.keyboard.press("Enter")

    choose("Game", 2)
    for number, name in enumerate(NAMES[:4], start=1):
        tab_to(page, page.get_by_role("textbox", name=f"Player {number}"))
        page.keyboard.type(name)
    press("Begin the sheet")
    choose("Taker", 0)
    choose("Contract", 1)
    tab_to(page, page.get_by_label("Points of the attack"))
    page.keyboard.type("49.5")
    press("Write it down")
    expect(page.get_by_text("each side has an even number of cards")).to_have_count(1)
    expect(group(page, "Bouts of the attack").get_by_role("radio").first).to_be_focused()
    page.keyboard.press("Space")
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    tab_to(page, page.get_by_label("Points of the attack"))
    page.keyboard.press("Control+a")
    page.keyboard.type("49")
    tab_to(page, group(page, "Petit in the last trick").get_by_role("radio").first)
    page.keyboard.press("ArrowRight")
    tab_to(page, page.get_by_text("Handful and slam"))
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_role("combobox", name="Ann"))
    page.keyboard.press("ArrowDown")
    press("Write it down")
    # The worked example of the rules.
    expect(page.get_by_test_id("total")).to_have_text(["318", "−106", "−106", "−106"])
    check_screen(page)
    picture(page, "tarot")


def test_sheets_of_every_game_in_every_language(new_page: NewPage) -> None:
    page = new_page(PHONE)
    keep_sheets(page)
    found: list[str] = []

    def look(language: str) -> None:
        for game, totals in TOTALS.items():
            page.locator(f"a[href='/scorer/{game}0001']").click()
            expect(page.get_by_test_id("total")).to_have_text(totals)
            found.extend(f"{language}: {game}: {problem}" for problem in page.evaluate(OVERFLOW))
            if language == "en":
                check_screen(page)
                picture(page, game)
            if game == "tarot":
                page.locator("summary").last.click()
                expect(page.locator(".pad button").last).to_be_visible()
                found.extend(f"{language}: referee: {problem}" for problem in page.evaluate(OVERFLOW))
                picture(page, f"referee-{language}")
            page.locator("button.wide").click()
            page.locator("button[type=submit]").click()
            expect(page.locator(".problem").first).to_be_visible()
            page.evaluate("for (const more of document.querySelectorAll('details')) more.open = true")
            found.extend(f"{language}: {game}: {problem}" for problem in page.evaluate(OVERFLOW))
            if language == "en":
                check_screen(page)
            picture(page, f"{game}-{language}")
            page.locator(".actions button[type=button]").click()
            page.locator("header a.button").click()

    check_every_language(page, "li a", look)
    assert not found, "\n".join(found)
