"""The rules pages and first lessons in the browser: read, linked, played to the end by keyboard and by touch."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser_steps import PHONE, NewPage, start, tap, what_next
from playwright.sync_api import Page, expect
from test_languages_on_screen import OVERFLOW, speak

from amity.text import message
from build_tools.rules import LANGUAGES, lesson_games, make_lesson, page_games

pytestmark = pytest.mark.browser

WRONG = ".word:not(.good)"

LAID_OUT = "() => document.querySelectorAll('article *').forEach((node) => (node.style.contentVisibility = 'visible'))"
"""A long page lays out only what is seen; to be measured as a whole."""


def violations(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html'][:120]}" for one in found]


@pytest.mark.parametrize("game", page_games())
def test_a_rules_page_in_every_language(new_page: NewPage, game: str) -> None:
    page = new_page(PHONE)
    page.goto(f"/rules/{game}")
    for language in LANGUAGES:
        speak(page, language)
        expect(page.locator(f"article[lang={language.replace('_', '-')}][aria-busy=false] h1")).to_be_visible()
        page.evaluate(LAID_OUT)
        assert page.evaluate(OVERFLOW) == [], language
        assert page.locator("figure").count() > 5
    assert violations(page) == []


def test_the_rules_at_the_table_leave_it_where_it_is(new_page: NewPage) -> None:
    page = new_page(PHONE)
    start(page, "mate")
    what_next(page)
    address = page.url
    page.keyboard.press("?")
    page.get_by_role("dialog").get_by_role("button", name="Rules").click()
    dialog = page.get_by_role("dialog", name="Rules of Mate")
    expect(dialog.get_by_role("heading", name="Foreplacing")).to_be_visible()
    dialog.get_by_role("link", name="Score").click()
    expect(dialog.get_by_role("heading", name="Score", exact=True)).to_be_focused()
    assert page.url == address
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.url == address


def test_home_leads_to_lesson_and_rules(new_page: NewPage) -> None:
    page = new_page(PHONE)
    page.goto("/")
    page.locator("input[name=game][value=mate]").check()
    page.get_by_role("link", name="First lesson").click()
    expect(page.get_by_role("heading", name="What Mate is about")).to_be_visible()
    page.get_by_role("link", name="Rules").click()
    expect(page.get_by_role("heading", name="Foreplacing")).to_be_visible()


def card(page: Page, code: str) -> Any:
    return page.locator(f".own [data-card='{code}']").first


def take_step(page: Page, step: dict[str, Any], keyboard: bool) -> None:
    """Answer what a step asks, wrongly first where that can be."""

    def press(target: Any) -> None:
        if keyboard:
            target.focus()
            page.keyboard.press("Enter")
        elif target.get_attribute("data-card") is None:
            target.click()
        else:
            target.scroll_into_view_if_needed()
            tap(target)

    if step["choices"]:
        buttons = page.locator(".choices button")
        wrong = 1 if step["right"] == 0 else 0
        press(buttons.nth(wrong))
        expect(page.locator(WRONG)).to_be_visible()
        press(buttons.nth(step["right"]))
        expect(page.locator(".word.good")).to_be_visible()
    elif "ask" in step:
        held = page.locator(".own [data-card]").evaluate_all("cards => cards.map(card => card.dataset.card)")
        other = [code for code in held if code not in step["ask"]]
        if other:
            press(card(page, other[0]))
            expect(page.locator(WRONG)).to_be_visible()
        for code in dict.fromkeys(step["ask"]):
            press(card(page, code))
        expect(page.locator(".word.good")).to_be_visible()


@pytest.mark.parametrize(
    ("game", "keyboard"),
    [
        # Each in one way here, and in the other as well where everything is run.
        pytest.param(game, keyboard, id=f"{game}-{way}", marks=[] if keyboard == bool(number % 2) else pytest.mark.slow)
        for number, game in enumerate(lesson_games())
        for keyboard, way in ((True, "keyboard"), (False, "touch"))
    ],
)
def test_a_lesson_to_its_end(new_page: NewPage, game: str, keyboard: bool) -> None:
    page = new_page(PHONE)
    page.goto(f"/learn/{game}")
    steps = make_lesson(game, "en")["steps"]
    say = partial(message, language="en")
    for number, step in enumerate(steps, 1):
        counted = say("learn.step", {"step": number, "steps": len(steps)})
        expect(page.get_by_text(counted, exact=True)).to_be_visible()
        assert page.evaluate(OVERFLOW) == [], step["name"]
        take_step(page, step, keyboard)
        if number in (1, len(steps) // 2):
            assert violations(page) == [], step["name"]
        if number == len(steps) // 2:
            # What was reached is kept.
            page.reload()
            expect(page.get_by_text(counted, exact=True)).to_be_visible()
            take_step(page, step, keyboard)
        if number < len(steps):
            page.locator("button.next").click()
            expect(page.locator("#step-title")).to_be_focused()
    expect(page.get_by_role("link", name=say("learn.play"))).to_be_visible()


@pytest.mark.parametrize("game", lesson_games())
def test_a_lesson_fits_in_every_language(new_page: NewPage, game: str) -> None:
    page = new_page(PHONE)
    page.goto(f"/learn/{game}")
    steps = make_lesson(game, "en")["steps"]
    choosing = next(number for number, step in enumerate(steps) if step["choices"])
    for language in LANGUAGES:
        page.evaluate(
            "([game, progress]) => localStorage.setItem(`amity.lesson.${game}`, progress)",
            [game, f"{choosing}/{len(steps)}"],
        )
        speak(page, language)
        expect(page.locator(f".lesson[lang={language.replace('_', '-')}] .choices button").first).to_be_visible()
        assert page.evaluate(OVERFLOW) == [], language


def test_cards_in_a_text_are_written_as_the_language_has_them(new_page: NewPage) -> None:
    """The tarot pack has letters of its own in Portuguese; in Chinese the suit comes first."""
    page = new_page(PHONE)
    page.goto("/learn/tarot")
    steps = make_lesson("tarot", "en")["steps"]
    counted = next(number for number, step in enumerate(steps) if step["name"] == "count")
    page.evaluate("progress => localStorage.setItem('amity.lesson.tarot', progress)", f"{counted}/{len(steps)}")
    speak(page, "pt_BR")
    shown = page.locator(".lesson[lang=pt-BR] .words .cards [aria-hidden=true]").first
    expect(shown).to_have_text(re.compile("^C"))
    speak(page, "zh_Hans")
    shown = page.locator(".lesson[lang=zh-Hans] .words .cards [aria-hidden=true]").first
    expect(shown).to_have_text(re.compile("N$"))
    left = "node => node.getBoundingClientRect().left"
    assert abs(shown.locator(":scope > *").evaluate(left) - shown.evaluate(left)) < 2
