"""Puzzles on the screen: found at home, answered at the table, explained, played on, and kept on the device."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from browser_steps import DESKTOP, PHONE, NewPage, check_screen, tap
from playwright.sync_api import Page, expect
from test_languages_on_screen import OVERFLOW, check_every_language

from amity import puzzles
from amity.games.mate import Play

pytestmark = pytest.mark.browser


def picture(page: Page, name: str) -> None:
    """A picture for whoever wants to look: in the folder that ``AMITY_PICTURES`` names."""
    if folder := os.environ.get("AMITY_PICTURES"):
        width = page.viewport_size["width"] if page.viewport_size else 0
        page.screenshot(path=Path(folder) / f"{name}-{width}.png", full_page=True)


def a_card_to_play() -> puzzles.Position:
    """A puzzle of Mate whose best and worst answers are cards of the hand, with nothing put aside."""
    found = map(puzzles.open_puzzle, puzzles.names("mate"))
    return next(
        one
        for one in found
        if all(isinstance(it.action, Play) for it in one.answers) and "place 0 -\nplace 1 -" in one.puzzle.record
    )


def choose(page: Page, position: puzzles.Position, place: int) -> None:
    """Give one of the answers of a puzzle of Mate."""
    card = position.puzzle.choices[place][0].split()[1]
    if card == "-":
        page.get_by_role("button", name="Put nothing aside").click()
        return
    if page.locator(f".hand [data-card='{card}']").count() == 0:
        # It lies aside, to be played from there.
        page.locator(f"button.placed[data-card='{card}']").click()
        return
    tap(page.locator(f".hand [data-card='{card}']"))
    tap(page.locator(f".hand [data-card='{card}'].raised"))


def test_a_puzzle_is_answered_explained_and_played_on(new_page: NewPage) -> None:
    page = new_page(PHONE)
    page.goto("/")
    page.get_by_role("link", name="Puzzles").click()
    expect(page.get_by_role("heading", name="Puzzle of the day")).to_be_visible()
    check_screen(page)
    picture(page, "puzzles")
    position = a_card_to_play()
    page.goto(f"/puzzles/{position.puzzle.name}")
    expect(page.locator(".hand")).to_be_visible()
    check_screen(page)
    picture(page, "puzzle-asked")
    choose(page, position, -1)
    answer = page.get_by_test_id("answer")
    expect(answer.get_by_role("heading", level=2)).to_be_focused()
    expect(answer.get_by_role("heading", level=2)).to_contain_text("costs")
    expect(answer.get_by_role("listitem").filter(has_text="your answer")).to_have_count(1)
    check_screen(page)
    picture(page, "puzzle-wrong")
    page.get_by_role("button", name="Try again").click()
    choose(page, position, 0)
    expect(answer.get_by_role("heading", level=2)).to_contain_text("Right")
    page.get_by_role("link", name="All puzzles").click()
    # The first answer counts.
    expect(page.get_by_text(f"0 of 1 solved at the first try; there are {len(puzzles.names('mate'))}.")).to_be_visible()
    page.go_back()
    expect(page.locator(".hand")).to_be_visible()
    choose(page, position, 0)
    page.get_by_role("button", name="Try it from here").click()
    page.wait_for_url("**/t/*")
    expect(page.get_by_text("Practice")).to_be_visible()
    expect(page.get_by_test_id("prompt")).to_be_visible()


def test_a_question_and_its_answer_have_room_in_every_language(new_page: NewPage) -> None:
    page = new_page(PHONE)
    position = a_card_to_play()
    page.goto(f"/puzzles/{position.puzzle.name}")
    expect(page.locator(".hand")).to_be_visible()

    def answer(language: str) -> None:
        choose(page, position, -1)
        expect(page.get_by_test_id("answer")).to_be_visible()
        # What stands on a card may stand out of it.
        found = [problem for problem in page.evaluate(OVERFLOW) if "hinted" not in problem]
        assert not found, language
        picture(page, f"puzzle-wrong-{language}")

    check_every_language(page, ".hand", answer)


def test_the_puzzle_of_the_day_counts_for_a_streak(new_page: NewPage) -> None:
    page = new_page(DESKTOP)
    page.goto("/puzzles/mate")
    page.get_by_role("region", name="Puzzle of the day").get_by_role("link", name="Solve").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Puzzle of the day")
    expect(page.locator(".hand")).to_be_visible()
    position = puzzles.open_puzzle(page.url.rsplit("/", 1)[1])
    choose(page, position, 0)
    expect(page.get_by_test_id("answer").get_by_role("heading", level=2)).to_contain_text("Right")
    picture(page, "puzzle-right")
    check_screen(page)
    page.get_by_role("link", name="All puzzles").click()
    expect(page.get_by_text("1 day in a row")).to_be_visible()
    expect(page.get_by_text("Solved today at the first try.")).to_be_visible()
    check_every_language(page, "progress")


@pytest.mark.parametrize("game", ["pinochle", "tarot", "friends"])
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_puzzles_of_other_games_are_shown_at_their_tables(game: str, size: tuple[int, int], new_page: NewPage) -> None:
    page = new_page(size)
    position = puzzles.open_puzzle(puzzles.names(game)[0])
    page.goto(f"/puzzles/{position.puzzle.name}")
    expect(page.get_by_test_id("prompt")).to_be_visible()
    expect(page.locator("main").get_by_text("Only one choice is good. What do you do?")).to_be_visible()
    check_screen(page)
    picture(page, f"puzzle-{game}")


@pytest.mark.parametrize("game", ["pinochle", "tarot", "friends"])
def test_the_only_good_card_is_found_in_every_game(game: str, new_page: NewPage) -> None:
    page = new_page(PHONE)
    found = map(puzzles.open_puzzle, puzzles.names(game))
    position = next(one for one in found if one.puzzle.choices[0][0].startswith("play "))
    page.goto(f"/puzzles/{position.puzzle.name}")
    expect(page.get_by_test_id("prompt")).to_be_visible()
    for card in position.puzzle.choices[0][0].split()[1:]:
        # Of equal cards each tap raises one more.
        tap(page.locator(f"button[data-card='{card}']").first)
    if game == "friends":
        page.get_by_role("button", name="Play").last.click()
    else:
        tap(page.locator("button.raised"))
    answer = page.get_by_test_id("answer")
    expect(answer.get_by_role("heading", level=2)).to_contain_text("Right")
    expect(answer.get_by_role("listitem").filter(has_text="your answer")).to_have_count(1)
    check_screen(page)
    picture(page, f"puzzle-right-{game}")
