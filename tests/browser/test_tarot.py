"""Deals of Tarot with three, four and five players in the browser, by pointer and by keyboard alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from browser_steps import DESKTOP, PHONE, Hands, NewPage, check_screen, press, tab_to, tap
from playwright.sync_api import Locator, Page, expect
from tarot_table import store_table

from amity.games.tarot.actions import Bid

pytestmark = pytest.mark.browser

LANDSCAPE = (844, 390)

WHAT_NEXT = """() => {
  const shown = (selector) => [...document.querySelectorAll(selector)].some((node) => node.offsetParent !== null)
  const button = (name) => [...document.querySelectorAll('.felt button:not(:disabled, [aria-disabled=true])')].some(
    (node) => node.textContent.trim() === name)
  if (button('Play again')) return 'over'
  if (button('Next deal')) return shown('.outcome') ? 'score' : 'void'
  if (shown('.bids .pass:not(:disabled, [aria-disabled=true])')) return 'bid'
  if (shown('.callable')) return 'call'
  if (button('No slam')) return 'slam'
  if (shown('[data-testid=discard]')) return 'discard'
  if (shown('.hand[data-active=true] button.legal')) return 'play'
  return null
}"""
"""What the screen asks for; null while others act."""


def what_next(page: Page) -> str:
    answer: str = page.wait_for_function(WHAT_NEXT).json_value()
    return answer


def answered(page: Page, kind: str) -> str:
    """Wait until the screen asks for something else than this, and say for what."""
    page.wait_for_function(f"kind => ![null, kind].includes(({WHAT_NEXT})())", arg=kind)
    return what_next(page)


class Screens:
    """Each kind of screen is checked the first time it is seen."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.seen: set[str] = set()

    def __call__(self, kind: str) -> None:
        if kind not in self.seen:
            self.seen.add(kind)
            check_screen(self._page)


def card(page: Page, code: str) -> Locator:
    return page.locator(f".hand button[data-card='{code}']")


def go_to(page: Page, code: str) -> None:
    """Put the focus on a card: one tab stop, then arrows."""
    tab_to(page, page.locator(".hand button[tabindex='0']"))
    page.keyboard.press("Home")
    for _ in range(32):
        if page.evaluate("code => document.activeElement.dataset.card === code", code):
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError(f"{code} is not reached with the arrow keys")


def choose(page: Page, code: str, hands: Hands) -> None:
    """Choose a card: for a discard or a handful this takes it in or out."""
    if hands == "pointer":
        tap(card(page, code))
    else:
        go_to(page, code)
        page.keyboard.press("Enter")


def play(page: Page, code: str, hands: Hands) -> None:
    """Play a card and wait until it has left the hand."""
    choose(page, code, hands)
    if hands == "pointer":
        expect(card(page, code)).to_have_class(re.compile("raised"))
        tap(card(page, code))
    expect(card(page, code)).to_have_count(0)


def play_on(page: Page, hands: Hands, screens: Screens) -> str:
    """Play the first legal card as often as it is asked for; what comes then."""
    while (kind := what_next(page)) == "play":
        code = page.locator(".hand button.legal").first.get_attribute("data-card")
        assert code is not None
        play(page, code, hands)
        if page.get_by_role("button", name="Last trick").count():
            screens("trick")
    return kind


def bid(page: Page, name: str, hands: Hands) -> None:
    press(page, page.locator(".bids").get_by_role("button", name=re.compile(f"^{name}( ×|$)")), hands)
    expect(page.locator(".bids")).to_have_count(0)


@pytest.mark.parametrize(
    ("size", "hands"),
    [
        pytest.param(DESKTOP, "pointer", id="desktop-pointer", marks=pytest.mark.slow),
        pytest.param(PHONE, "pointer", id="phone-pointer"),
        pytest.param(DESKTOP, "keyboard", id="desktop-keyboard", marks=pytest.mark.slow),
    ],
)
def test_four_players_guard_dog_and_handful(
    new_page: NewPage, database: Path, size: tuple[int, int], hands: Hands
) -> None:
    own = "T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 * KS QS NS JS KH QH 1C"
    seat = store_table(database, 4, {0: own}, "T1 KD 2D 3D 4D 5D", dealer=3, options={"deals": 1})
    page = new_page(size)
    screens = Screens(page)
    page.goto(seat)
    assert what_next(page) == "bid"
    screens("bid")
    assert page.locator(".bids .primary").count() == 4
    bid(page, "Guard", hands)

    assert what_next(page) == "slam"
    screens("slam")
    expect(page.get_by_test_id("contract")).to_have_text("You: Guard")
    press(page, page.get_by_role("button", name="No slam"), hands)

    assert answered(page, "slam") == "discard"
    dog = page.get_by_label("The dog")
    assert dog.locator("[data-card]").evaluate_all("nodes => nodes.map((node) => node.dataset.card)") == [
        *("T1", "KD", "2D", "3D", "4D", "5D")
    ]
    expect(page.locator(".hand")).to_have_attribute("data-count", "24")
    expect(page.locator(".hand button.marked")).to_have_count(6)
    discard = page.get_by_test_id("discard")
    for code in ("KD", "2D", "3D", "4D", "5D", "1C"):
        expect(discard).to_be_disabled()
        choose(page, code, hands)
        expect(card(page, code)).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_test_id("prompt")).to_have_text("Everybody will see K♦.")
    choose(page, "QH", hands)
    expect(page.get_by_test_id("prompt")).to_contain_text("You have chosen 7 cards, but 6 are discarded")
    screens("discard")
    press(page, discard, hands)
    assert answered(page, "discard") == "play"
    screens("play")
    expect(page.get_by_test_id("prompt")).to_contain_text("you may show a handful")
    press(page, page.get_by_role("button", name="Single handful: 10 trumps, 20 points"), hands)
    expect(page.locator(".hand")).to_have_attribute("data-count", "12")
    show = page.get_by_role("button", name="Show them")
    expect(show).to_be_enabled()
    screens("handful")
    # The petit stays in the hand, the 21 is shown instead.
    choose(page, "T1", hands)
    expect(show).to_be_disabled()
    choose(page, "T21", hands)
    press(page, show, hands)
    expect(page.locator(".hand")).to_have_attribute("data-count", "18")
    expect(page.get_by_role("button", name=re.compile("handful"))).to_have_count(0)
    expect(page.get_by_test_id("polite")).to_contain_text("You show a single handful")

    play(page, "T21", hands)
    press(page, page.get_by_role("button", name="The deal so far"), hands)
    facts = page.get_by_role("dialog", name="The deal so far")
    expect(facts.get_by_role("heading", name="Laid aside openly")).to_be_visible()
    expect(facts.get_by_role("heading", name="Single handful, shown by you")).to_be_visible()
    check_screen(page)
    page.keyboard.press("Escape")
    assert play_on(page, hands, screens) == "over"
    screens("over")
    assert screens.seen >= {"bid", "slam", "discard", "play", "handful", "trick", "over"}
    score = page.locator(".felt")
    expect(score.get_by_role("row", name="Your handful 20")).to_be_visible()
    expect(score.get_by_role("row", name=re.compile(r"Guard: \(25 \+ \d+\) × 2"))).to_be_visible()
    expect(score.get_by_role("row", name=re.compile(r"You taker 3 × \+\d+ = \+\d+"))).to_be_visible()
    press(page, page.get_by_role("button", name="Scores").last, hands)
    expect(page.get_by_role("dialog").get_by_role("row", name=re.compile("Total, 1 of 1 deals"))).to_be_visible()
    check_screen(page)


@pytest.mark.parametrize(
    "size",
    [
        pytest.param(DESKTOP, id="desktop"),
        pytest.param(PHONE, id="phone", marks=pytest.mark.slow),
        pytest.param(LANDSCAPE, id="landscape", marks=pytest.mark.slow),
    ],
)
def test_five_players_a_called_king_and_a_slam_announced(
    new_page: NewPage, database: Path, size: tuple[int, int]
) -> None:
    own = "T21 T20 T19 T18 T17 T16 T15 T14 KS KH KC QS QH 1H 2C"
    seat = store_table(database, 5, {0: own, 2: "KD QD 2D", 3: "3D 4D"}, "1D JC 4S", dealer=4, options={"deals": 2})
    page, watcher = new_page(size), new_page(PHONE)
    screens = Screens(page)
    page.goto(seat)
    watcher.goto(seat.partition("#")[0])
    assert what_next(page) == "bid"
    screens("bid")
    bid(page, "Guard", "pointer")
    assert answered(page, "bid") == "call"
    expect(page.locator(".callable")).to_have_count(4)
    page.get_by_role("button", name="king of diamonds", exact=True).click()
    screens("call")
    page.get_by_role("button", name="Call king of diamonds").click()
    assert answered(page, "call") == "slam"
    expect(watcher.get_by_test_id("called")).to_have_text("Called: K♦, partner not known yet")

    assert what_next(page) == "slam"
    screens("slam")
    page.get_by_role("button", name="Announce a slam").click()
    assert answered(page, "slam") == "discard"
    screens("discard")
    expect(watcher.get_by_test_id("dog").locator("[data-card]")).to_have_count(3)
    check_screen(watcher)
    for code in ("JC", "1H", "2C"):
        tap(card(page, code))
    page.get_by_test_id("discard").click()

    # The called suit may not be led to the first trick.
    assert answered(page, "discard") == "play"
    expect(page.get_by_text("Slam announced", exact=True)).to_be_visible()
    page.get_by_role("button", name=re.compile("handful")).first.wait_for()
    expect(card(page, "1D")).to_have_attribute("aria-disabled", "true")
    tap(card(page, "1D"))
    tap(card(page, "1D"))
    expect(page.get_by_test_id("prompt")).to_contain_text("K♦ was called: nobody may lead diamonds to the first trick")
    expect(page.get_by_test_id("urgent")).to_contain_text("was called")
    screens("refused")
    play(page, "T21", "pointer")
    expect(page.get_by_test_id("called")).to_have_text("Called: K♦, partner not known yet")

    # A lower diamond brings the king out of its holder's hand.
    assert what_next(page) == "play"
    page.reload()
    assert what_next(page) == "play"
    expect(page.locator(".hand")).to_have_attribute("data-count", "14")
    assert play_on(page, "pointer", screens) == "score"
    screens("score")
    assert screens.seen >= {"bid", "call", "slam", "discard", "refused", "trick", "score"}
    expect(page.locator(".felt .outcome")).to_contain_text("with Bot 3")
    expect(page.locator(".felt").get_by_role("row", name=re.compile("Bot 3 partner"))).to_be_visible()
    expect(watcher.locator(".felt .outcome")).to_contain_text("with Bot 3")
    expect(watcher.locator(".hand")).to_have_count(0)
    check_screen(watcher)
    page.get_by_role("button", name="Next deal").click()
    expect(page.locator(".felt .outcome")).to_have_count(0)
    expect(page.locator(".hand")).to_have_attribute("data-count", "15")


@pytest.mark.parametrize(
    ("size", "hands"),
    [
        pytest.param(PHONE, "pointer", id="phone-pointer"),
        pytest.param(PHONE, "keyboard", id="phone-keyboard", marks=pytest.mark.slow),
        pytest.param(LANDSCAPE, "pointer", id="landscape-pointer", marks=pytest.mark.slow),
    ],
)
def test_three_players_and_another_takes(
    new_page: NewPage, database: Path, size: tuple[int, int], hands: Hands
) -> None:
    taker = "T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 T11 T10 T9 * KS KH KD KC"
    seat = store_table(database, 3, {1: taker}, "T1 T2 2S 3S 2H 2D", dealer=0, said=[Bid("guard"), Bid(None)])
    # Slowly at first, so that what lies open for a moment is met.
    page = new_page(size, settings="{ pace: 'normal' }")
    screens = Screens(page)
    page.goto(seat)
    assert what_next(page) == "bid"
    screens("bid")
    expect(page.locator(".seat[data-seat='1'] .call")).to_have_text("Guard")
    assert page.locator(".bids .primary:not(:disabled, [aria-disabled=true])").count() == 2
    bid(page, "Pass", hands)
    dog = page.get_by_test_id("dog")
    expect(dog.locator("[data-card]")).to_have_count(6)
    screens("dog")
    shown = page.get_by_test_id("shown")
    expect(shown.locator("[data-card]").first).to_be_visible()
    screens("shown")
    assert what_next(page) == "play"
    screens("play")
    if hands == "keyboard":
        _walk_between_rows(page)
    rows = page.locator(".hand .row")
    expect(rows).to_have_count(1 if size == LANDSCAPE else 2)
    quick = {"pace": "fast", "sound": False, "lastCards": False}
    page.evaluate("kept => localStorage.setItem('amity.settings', JSON.stringify(kept))", quick)
    page.reload()
    assert play_on(page, hands, screens) == "score"
    screens("score")
    expect(page.locator(".felt .outcome")).to_contain_text("Bot 2")


def _walk_between_rows(page: Page) -> None:
    tab_to(page, page.locator(".hand button[tabindex='0']"))
    page.keyboard.press("Home")
    row = "() => [...document.querySelectorAll('.hand .row')].indexOf(document.activeElement.closest('.row'))"
    for key, expected in (("ArrowDown", 1), ("ArrowDown", 1), ("ArrowUp", 0), ("End", 1)):
        page.keyboard.press(key)
        page.wait_for_function(f"expected => ({row})() === expected", arg=expected)


def test_a_deal_that_is_not_played(new_page: NewPage, database: Path) -> None:
    seat = store_table(database, 3, {}, dealer=0, said=[Bid(None), Bid(None)])
    page = new_page(PHONE)
    page.goto(seat)
    assert what_next(page) == "bid"
    bid(page, "Pass", "pointer")
    assert what_next(page) == "void"
    expect(page.locator(".sheet")).to_contain_text("All have passed. The next dealer deals.")
    check_screen(page)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_discard_of_the_federation_explains_itself(
    new_page: NewPage, database: Path, size: tuple[int, int]
) -> None:
    own = "T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 * KS QS NS JS KH QH 1C"
    options = {"discard": "fft"}
    seat = store_table(database, 4, {0: own}, "T1 KD 2D 3D 4D 5D", dealer=3, options=options)
    page = new_page(size)
    page.goto(seat)
    what_next(page)
    bid(page, "Petite", "pointer")
    what_next(page)
    page.get_by_role("button", name="No slam").click()
    assert answered(page, "slam") == "discard"
    expect(card(page, "KD")).to_have_attribute("aria-disabled", "true")
    for code in ("KD", "2D", "3D", "4D", "5D", "1C"):
        tap(card(page, code))
    page.get_by_test_id("discard").click()
    expect(page.get_by_test_id("prompt")).to_contain_text("K♦ cannot be discarded")
    check_screen(page)
    page.get_by_role("button", name=re.compile("^Choose .* instead")).click()
    expect(card(page, "KD")).to_have_attribute("aria-pressed", "false")
    page.get_by_test_id("discard").click()
    assert answered(page, "discard") == "play"


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_number_of_players_is_chosen(new_page: NewPage, players: int) -> None:
    page = new_page(PHONE)
    page.goto("/")
    page.locator("input[name=game][value=tarot]").check()
    expect(page.get_by_text("later deals are only gathered and cut")).to_be_visible()
    page.get_by_role("group", name="Players").get_by_label(str(players)).check()
    check_screen(page)
    page.locator("summary").click()
    check_screen(page)
    page.get_by_label("French federation").check()
    expect(page.get_by_text("later deals are only gathered and cut")).to_have_count(0)
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Start playing").click()
    expect(page.locator(".felt")).to_be_visible()
    expect(page.locator(".seat")).to_have_count(players)
    expect(page.locator(".hand button")).to_have_count({3: 24, 4: 18, 5: 15}[players])
