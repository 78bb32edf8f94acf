"""Waiting is short: the rest claimed, the last card by itself, a pass and a card chosen ahead."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from browser_steps import DESKTOP, PHONE, NewPage, check_screen, tap
from friends_table import store_table as store_friends
from playwright.sync_api import Locator, Page, expect
from tarot_table import act_for, store_table

from amity.games.friends import Bid as FriendsBid
from amity.games.friends import Bury, Call, FriendsMatch, Pass
from amity.games.friends import Play as FriendsPlay
from amity.games.tarot.actions import Bid, Play, Slam
from amity.games.tarot.match import TarotMatch

pytestmark = pytest.mark.browser

SIZES = [pytest.param(DESKTOP, id="desktop", marks=pytest.mark.slow), pytest.param(PHONE, id="phone")]
TRUMPS = " ".join(f"T{number}" for number in range(21, 3, -1))
LANDSCAPE = (844, 390)
RAISED = re.compile("raised")


def store_strong_tarot(database: Path, left: int) -> str:
    """A deal of Tarot in which Ada holds all trumps but three, and leads with so many of them left."""

    def play_on(match: TarotMatch) -> None:
        for action in (Bid("guard_against"), Bid(None), Bid(None), Bid(None), Slam(False)):
            assert match.to_act is not None
            match.apply(match.to_act, action)
        while match.to_act != 0 or match.trick or match.hands[0].bit_count() > left:
            plays = [action for action in match.legal_actions() if isinstance(action, Play)]
            assert match.to_act is not None
            match.apply(match.to_act, plays[-1] if match.to_act == 0 else plays[0])

    return store_table(database, 4, {0: TRUMPS}, dealer=3, options={"deals": 2}, prepare=play_on)


def card(page: Page, code: str) -> Locator:
    return page.locator(f".hand button[data-card='{code}']")


@pytest.mark.parametrize("size", SIZES)
def test_the_rest_is_claimed_at_tarot(new_page: NewPage, database: Path, size: tuple[int, int]) -> None:
    page = new_page(size)
    page.goto(store_strong_tarot(database, 6))
    claim = page.get_by_test_id("claim")
    expect(claim).to_be_visible()
    check_screen(page)
    claim.click()
    dialog = page.get_by_role("dialog")
    assert dialog.locator("[data-card]").evaluate_all("nodes => nodes.map((node) => node.dataset.card)") == [
        f"T{number}" for number in range(9, 3, -1)
    ]
    check_screen(page)
    # Thought over, and then done.
    dialog.get_by_role("button", name="Play on").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".hand")).to_have_attribute("data-count", "6")
    claim.click()
    page.get_by_test_id("claim-all").click()
    expect(page.get_by_role("heading", name="You claim the rest")).to_be_visible()
    check_screen(page)
    expect(page.get_by_role("button", name="Next deal")).to_be_visible()
    expect(page.locator(".felt .outcome")).to_be_visible()
    check_screen(page)


STRONG = " ".join([*["RJ BJ AS KS QS AC KC QC"] * 4, "2D 2D 2D"])


def up_to_the_calls(match: FriendsMatch) -> None:
    """Ada bids and buries the base again."""
    match.apply(0, FriendsBid("2D", 1))
    while match.to_act != 0:
        assert match.to_act is not None
        match.apply(match.to_act, Pass())
    match.apply(0, Bury(("4C", "4D", "4D", "6C", "6D", "6D")))
    while match.to_act != 0:
        assert match.to_act is not None
        match.apply(match.to_act, Pass())


def near_the_end(match: FriendsMatch) -> None:
    """Ada calls cards of her own, and leads what is sure until little is left."""
    up_to_the_calls(match)
    match.apply(0, Call("AC", 1))
    match.apply(0, Call("AC", 2))
    while sum(match.hands[0]) > 14:
        assert match.to_act is not None
        view = match.view(match.to_act)
        if match.to_act == 0:
            lead = next(it for it in view.with_help().suggestions if it.reason == "sure")
            match.apply(0, FriendsPlay(lead.cards, lead.patterns))
        else:
            match.apply(match.to_act, view.legal_actions()[0])
    while match.to_act != 0:
        assert match.to_act is not None
        match.apply(match.to_act, match.legal_actions()[0])


@pytest.mark.parametrize("size", SIZES)
def test_the_rest_is_claimed_at_friends(new_page: NewPage, database: Path, size: tuple[int, int]) -> None:
    code, tokens = store_friends(database, near_the_end, (STRONG,))
    page = new_page(size)
    page.goto(f"/t/{code}#seat={tokens[0]}")
    claim = page.get_by_test_id("claim")
    expect(claim).to_be_visible()
    check_screen(page)
    claim.click()
    assert page.get_by_role("dialog").locator("ol .pile").count() > 1
    check_screen(page)
    page.get_by_test_id("claim-all").click()
    expect(page.get_by_role("heading", name="You claim the rest")).to_be_visible()
    check_screen(page)
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    check_screen(page)


def test_the_last_card_goes_by_itself(new_page: NewPage, database: Path) -> None:
    page = new_page(PHONE, "{ lastCards: true }")
    page.goto(store_strong_tarot(database, 2))
    tap(card(page, "T5"))
    tap(card(page, "T5"))
    expect(page.get_by_role("button", name="Next deal")).to_be_visible()


def test_the_last_card_waits_where_that_is_switched_off(new_page: NewPage, database: Path) -> None:
    page = new_page(PHONE, "{ lastCards: false }")
    page.goto(store_strong_tarot(database, 2))
    for left, code in ((2, "T5"), (1, "T4")):
        expect(page.locator(f".hand[data-active=true][data-count='{left}'] button.legal").first).to_be_visible()
        tap(card(page, code))
        expect(card(page, code)).to_have_class(RAISED)
        tap(card(page, code))
    expect(page.get_by_role("button", name="Next deal")).to_be_visible()


def test_a_pass_ahead_is_said_when_the_turn_comes(new_page: NewPage, server: str, database: Path) -> None:
    # Cleo speaks first, then Ada.
    seat = store_table(database, 3, {0: "T21 T1 * KS"}, dealer=1, people=("Ben", "Cleo"))
    page = new_page(PHONE)
    page.goto(seat)
    page.get_by_text("Pass ahead").click()
    expect(page.get_by_label("Pass ahead")).to_be_checked()
    check_screen(page)
    act_for(server, seat, "Cleo", {"type": "bid", "contract": None})
    # Ben is asked next.
    expect(page.get_by_test_id("prompt")).to_contain_text("Ben")
    expect(page.locator(".own .call")).to_have_text("Pass")


def test_a_pass_ahead_is_taken_back_when_somebody_bids(new_page: NewPage, server: str, database: Path) -> None:
    seat = store_table(database, 3, {0: "T21 T1 * KS"}, dealer=1, people=("Ben", "Cleo"))
    page = new_page(PHONE)
    page.goto(seat)
    page.get_by_text("Pass ahead").click()
    act_for(server, seat, "Cleo", {"type": "bid", "contract": "petite"})
    expect(page.locator(".bids .pass")).to_be_enabled()


def test_a_card_chosen_ahead_is_played_if_it_may_be(new_page: NewPage, server: str, database: Path) -> None:
    seat = store_table(
        database,
        3,
        {0: "KS 5S KH T21", 1: "10S 9S T1 *", 2: "1S 2S"},
        dealer=1,
        said=[Bid("guard_against"), Bid(None), Bid(None)],
        prepare=lambda match: match.apply(2, Slam(False)),
        people=("Ben", "Cleo"),
    )
    page = new_page(PHONE)
    page.goto(seat)
    expect(page.locator(".hand")).to_have_attribute("data-count", "24")

    # Chosen, put back, and another one that turns out not to be allowed.
    tap(card(page, "KS"))
    expect(card(page, "KS")).to_have_class(RAISED)
    expect(page.get_by_test_id("prompt")).to_contain_text("K♠ is chosen")
    tap(card(page, "KS"))
    expect(card(page, "KS")).not_to_have_class(RAISED)
    tap(card(page, "KH"))
    check_screen(page)
    act_for(server, seat, "Cleo", {"type": "play", "card": "1S"})
    expect(page.get_by_test_id("prompt")).to_contain_text("K♥, chosen ahead, may not be played")
    expect(card(page, "KH")).not_to_have_class(RAISED)
    tap(card(page, "5S"))
    tap(card(page, "5S"))
    expect(card(page, "5S")).to_have_count(0)

    # This one is played as soon as it is Ada's turn.
    act_for(server, seat, "Ben", {"type": "play", "card": "10S"})
    tap(card(page, "KS"))
    act_for(server, seat, "Ben", {"type": "play", "card": "9S"})
    expect(card(page, "KS")).to_have_class(RAISED)
    act_for(server, seat, "Cleo", {"type": "play", "card": "2S"})
    expect(card(page, "KS")).to_have_count(0)


def fits(page: Page, selector: str) -> bool:
    """Whether nothing of it has to be scrolled."""
    found: bool = page.locator(selector).evaluate("node => node.scrollHeight <= node.clientHeight + 1")
    return found


def test_friends_are_called_on_a_phone_on_its_side_without_scrolling(new_page: NewPage, database: Path) -> None:
    code, tokens = store_friends(database, up_to_the_calls, (STRONG,))
    page = new_page(LANDSCAPE)
    page.goto(f"/t/{code}#seat={tokens[0]}")
    expect(page.get_by_test_id("call")).to_be_visible()
    check_screen(page)
    assert fits(page, ".sheet .body")


def test_the_taker_sees_his_hand_while_he_calls_on_a_phone_on_its_side(new_page: NewPage, database: Path) -> None:
    said = [Bid("guard"), *[Bid(None)] * 4]
    page = new_page(LANDSCAPE)
    page.goto(store_table(database, 5, {0: "T21 T20 KS QS"}, dealer=4, said=said))
    expect(page.locator(".callable")).to_have_count(4)
    for held in ("T21", "KS", "QS"):
        box = card(page, held).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] / 3 < LANDSCAPE[1]
    # A king that he does not hold is chosen for him, to be thought over.
    expect(page.get_by_role("button", name=re.compile("^Call king of (hearts|diamonds|clubs)"))).to_be_visible()
    tap(page.locator(".callable[data-card='KS']"))
    expect(page.get_by_role("button", name="Call king of spades")).to_be_visible()
    check_screen(page)
    assert fits(page, ".sheet .body")


def test_a_discard_is_suggested(new_page: NewPage, database: Path) -> None:
    page = new_page(PHONE)
    own = "T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 * KS QS NS 1H 2H QC 1C"
    said = [Bid("guard"), Bid(None), Bid(None), Bid(None)]
    page.goto(
        store_table(
            database,
            4,
            {0: own},
            "2D 3D 4D 5D 6D 7D",
            dealer=3,
            said=said,
            prepare=lambda match: match.apply(0, Slam(False)),
        )
    )
    chosen = page.locator(".hand button[aria-pressed='true']")
    page.get_by_role("button", name="Suggestion").click()
    expect(chosen).to_have_count(6)
    expect(page.get_by_test_id("prompt")).to_have_text("Empties short suits")
    assert {"1H", "2H", "QC", "1C"} <= set(chosen.evaluate_all("nodes => nodes.map((node) => node.dataset.card)"))
    check_screen(page)
    page.get_by_role("button", name="Put back").click()
    expect(chosen).to_have_count(0)
    page.get_by_role("button", name="Suggestion").click()
    expect(page.get_by_test_id("prompt")).to_have_text("Brings home the points that are hardest to win with")
    page.get_by_test_id("discard").click()
    expect(page.locator(".hand")).to_have_attribute("data-count", "18")
