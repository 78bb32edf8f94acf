"""A match is looked at again: step by step, with what the expert says, and practice from any position."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest
from browser_steps import DESKTOP, GUARD, PHONE, NewPage, check_screen, play_legal_card, start, what_next
from playwright.sync_api import Browser, Page, expect
from test_languages_on_screen import check_every_language

from amity import bots, games
from amity.bots import step_chance_and_bots
from amity.record import Fairness, Record, write
from amity.shuffle import MatchRandom, commitment

pytestmark = pytest.mark.browser

SIZES = [pytest.param(DESKTOP, id="desktop", marks=pytest.mark.slow), pytest.param(PHONE, id="phone")]
SEED = bytes(range(32))


def record(game: str, seats: int, deals: int, names: Sequence[str] = ()) -> str:
    """The record of a match between bots, of whom the first is called Ann."""
    parts = games.get(game)
    options = next(iter(parts.presets.values()))
    match = parts.new_match(options, seats, MatchRandom(SEED, "M", ()))
    players = {seat: bots.make(game, "novice", seat) for seat in range(seats)}
    step_chance_and_bots(match, players, deals=deals)
    names = names or ("Ann", *["novice"] * (seats - 1))
    fairness = Fairness("M", commitment(SEED), SEED)
    return write(Record(parts, options, tuple(names), tuple(match.events), fairness, parts.rules_version))


def bring(page: Page, text: str) -> None:
    page.goto("/review")
    page.get_by_label("Or its text").fill(text)
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator(".stage .felt")).to_be_visible()


def count(page: Page) -> tuple[int, int]:
    """The step shown, and how many the deal has."""
    text = page.get_by_label("Step", exact=True).get_attribute("aria-valuetext") or ""
    number, steps = re.findall(r"\d+", text)
    return int(number), int(steps)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("game", "seats"), [("mate", 2), ("pinochle", 4), ("tarot", 5), ("friends", 6)])
def test_a_record_of_each_game_is_stepped_through(
    new_page: NewPage, size: tuple[int, int], game: str, seats: int
) -> None:
    page = new_page(size)
    bring(page, record(game, seats, 2))
    # The hands, and what was dealt beside them.
    beside = {"tarot": "The dog", "friends": "The base"}.get(game)
    hands = page.get_by_role("region", name="All hands").get_by_role("listitem")
    expect(hands).to_have_count(seats + (beside is not None))
    if beside is not None:
        expect(hands.last).to_contain_text(beside)
    assert count(page)[0] == 1
    check_screen(page)
    page.get_by_role("button", name="On a step").click()
    assert count(page)[0] == 2
    expect(page.get_by_test_id("told")).not_to_be_empty()
    page.keyboard.press("ArrowLeft")
    assert count(page)[0] == 1
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert count(page)[0] == 3
    # From trick to trick, to the score, and into the next deal.
    page.keyboard.press("PageDown")
    check_screen(page)
    page.keyboard.press("End")
    number, steps = count(page)
    assert number == steps
    check_screen(page)
    page.get_by_role("button", name="On a step").click()
    expect(page.get_by_label("Deal", exact=True)).to_have_value("2")
    assert count(page)[0] == 1
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_label("Deal", exact=True)).to_have_value("1")
    page.get_by_label("Deal", exact=True).select_option("2")
    assert count(page)[0] == 1
    # By itself.
    page.get_by_label("Speed").select_option("fast")
    page.get_by_role("button", name="Play by itself").click()
    page.wait_for_function("() => document.querySelector('.controls input').value > 2")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Play by itself")).to_be_visible()


@pytest.mark.parametrize("size", SIZES)
def test_the_own_match_from_its_end_to_the_experts_words_and_practice(new_page: NewPage, size: tuple[int, int]) -> None:
    page = new_page(size)
    page.goto("/")
    page.locator("input[name=game][value=mate]").check()
    page.get_by_text("Seats and rules").click()
    page.get_by_role("spinbutton", name="Games").fill("2")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Start playing").click()
    while (kind := what_next(page)) != "over":
        if kind == "place":
            page.get_by_role("button", name="Put nothing aside").click()
            expect(page.get_by_role("button", name="Put nothing aside")).to_have_count(0)
        elif kind == "score":
            page.get_by_role("button", name="Next game").click()
            expect(page.get_by_role("button", name="Next game")).to_have_count(0)
        else:
            play_legal_card(page)
    page.get_by_role("link", name="Review").click()
    expect(page.locator(".stage .felt")).to_be_visible()
    page.wait_for_url(re.compile(r"/review/[\w-]{22}$"))
    page.get_by_role("button", name="Let the expert analyse").click()
    expect(page.get_by_role("img", name=re.compile("^Expected result of Ada over"))).to_be_visible()
    expect(page.get_by_role("progressbar")).to_have_count(0, timeout=120_000)
    costly = page.get_by_role("complementary").get_by_role("listitem").get_by_role("button")
    if costly.count() > 0:
        words = costly.first.locator(".what").inner_text()
        costly.first.click()
        expect(page.get_by_test_id("decision").locator(".what b")).to_have_text(words)
        expect(page.get_by_test_id("decision")).to_contain_text("Cost:")
        expect(page.locator(".stage")).to_be_in_viewport()
    else:
        page.keyboard.press("ArrowRight")
    check_screen(page)
    # The same for whoever has the link, who holds no seat.
    other = new_page(size)
    other.goto(page.url)
    expect(other.locator(".stage .felt")).to_be_visible()
    expect(other.get_by_role("button", name="Let the expert analyse")).to_have_count(0)
    page.get_by_role("button", name="Copy the link").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("textbox", name="Copy the link")).to_have_value(page.url)
    expect(dialog.get_by_role("textbox", name="Copy the position")).to_have_value(re.compile("^Mate, Deal"))
    check_screen(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Was the deal fair?").click()
    expect(page.get_by_role("dialog").locator(".good")).to_be_visible()
    page.keyboard.press("Escape")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the record").click()
    assert '[SeenBy "all"]' in download.value.path().read_text(encoding="utf-8")
    page.get_by_role("button", name="Try it from here").click()
    page.wait_for_url(re.compile("/t/"))
    expect(page.get_by_text("Practice: this table goes on from a position")).to_be_visible()
    assert what_next(page) in ("place", "play", "placed")
    check_screen(page)
    page.goto("/")
    page.get_by_role("button", name="Account and matches").click()
    matches = page.get_by_role("dialog").get_by_role("listitem").filter(has_text="with Bot 2")
    expect(matches).to_have_count(2)
    expect(matches.filter(has=page.get_by_text("Practice", exact=True))).to_have_count(1)
    expect(page.get_by_role("link", name=re.compile("^Review table"))).to_have_count(1)


@pytest.mark.parametrize(("game", "seats"), [("mate", 2), ("pinochle", 4), ("tarot", 4), ("friends", 6)])
def test_a_review_in_every_language(new_page: NewPage, game: str, seats: int) -> None:
    page = new_page(PHONE)
    if game == "mate":
        page.goto("/review")
        check_every_language(page, "textarea")
    bring(page, record(game, seats, 1))
    address = f"/api/reviews/{page.url.rsplit('/', 1)[-1]}"
    steps = page.request.get(f"{address}/deals/1").json()["steps"]
    decided = [(before["version"], step) for before, step in pairwise(steps) if step["action"] is not None]
    # What an expert might say of every decision, so that nothing has to be waited for.
    said = [
        {
            "deal": 1,
            "version": version,
            "seat": step["seat"],
            "action": step["action"],
            "expected": -12.5,
            "choices": [{"action": step["action"], "expected": 120.3}] * 3,
            "cost": 132.8,
        }
        for version, step in decided
    ]
    answer = {"wanted": True, "level": "expert", "done": 7, "total": len(said) + 1, "decisions": said}
    page.route("**/analysis", lambda route: route.fulfill(json=answer))
    check_every_language(page, "aside ol button")


@pytest.fixture
def phone(chrome: Browser, server: str) -> Iterator[Page]:
    """A page whose console may complain: the browser notes every refusal of the server there."""
    context = chrome.new_context(base_url=server, viewport={"width": PHONE[0], "height": PHONE[1]})
    context.set_default_timeout(GUARD)
    yield context.new_page()
    context.close()


def test_a_file_that_is_no_record_is_refused_with_its_place(phone: Page) -> None:
    phone.goto("/review")
    check_screen(phone)
    lines = record("pinochle", 4, 1).split("\n")
    lines[-3] = "nonsense"
    phone.get_by_label("File").set_input_files(
        files=[{"name": "match.txt", "mimeType": "text/plain", "buffer": "\n".join(lines).encode()}]
    )
    expect(phone.get_by_role("alert")).to_contain_text(f"Line {len(lines) - 2}, column 1")
    expect(phone.get_by_role("alert")).to_contain_text("nonsense")
    check_screen(phone)


def test_nobody_looks_at_a_match_before_it_is_over(phone: Page) -> None:
    start(phone, "mate")
    what_next(phone)
    code = phone.url.rsplit("/", 1)[-1]
    phone.goto(f"/t/{code}/review")
    expect(phone.get_by_role("alert")).to_contain_text("The match is not over yet.")
    check_screen(phone)
