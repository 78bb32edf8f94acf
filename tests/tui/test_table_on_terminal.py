"""Whole deals by keyboard and by mouse, with what a person meets on the way."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import msgspec
import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList, Static
from tui_tables import SEATS, Bidder, advance, asked, controller, screen_text, until

from amity.cards import SUIT_SYMBOLS
from amity.tui import Controller
from amity.tui._dialogs import Confirm, Notice
from amity.tui._scene import rows_by_suit
from amity.tui._selection import Selection
from amity.tui._widgets import Hand, Log
from amity.tui.app import TableApp

SIZE = (80, 24)
Move = Callable[[Pilot[None], TableApp], Awaitable[None]]


def run(table: Controller, test: Callable[[Pilot[None]], Awaitable[None]], size: tuple[int, int] = SIZE) -> None:
    async def main() -> None:
        async with TableApp(table, pace=0).run_test(size=size) as pilot:
            await test(pilot)

    asyncio.run(main())


def allowed_place(app: TableApp) -> int:
    hand, scene = app.query_one(Hand), app.controller.scene
    return next(place for place, card in enumerate(hand.selection.cards) if card in scene.bright)


def bids(app: TableApp) -> bool:
    """Whether the person can bid, as little as possible being the second choice."""
    return "bid" in app.controller.view.phase and len(app.choices) > 1


async def by_keyboard(pilot: Pilot[None], app: TableApp) -> None:
    scene = app.controller.scene
    if scene.wanted is None:
        await pilot.press("2" if bids(app) else "1")
    elif scene.wanted == 1:
        hand = app.query_one(Hand)
        place = allowed_place(app)
        while hand.selection.cursor != place:
            await pilot.press("right")
        if app.controller.game.name == "friends":
            await pilot.press("space")
        await pilot.press("enter")
    else:
        await pilot.press("1", "enter")


async def click_choice(pilot: Pilot[None], number: int = 1) -> None:
    await pilot.click(OptionList, offset=(3, number - 1))


async def click_card(pilot: Pilot[None], app: TableApp, place: int) -> None:
    hand = app.query_one(Hand)
    spots = ((x, y) for y in range(hand.size.height) for x in range(hand.size.width) if hand.place_at(x, y) == place)
    x, y = next(spots)
    await pilot.click(Hand, offset=(x + 2, y))


async def by_mouse(pilot: Pilot[None], app: TableApp) -> None:
    scene = app.controller.scene
    if scene.wanted is None:
        await click_choice(pilot, 2 if bids(app) else 1)
    elif scene.wanted == 1:
        place = allowed_place(app)
        await click_card(pilot, app, place)
        await pilot.pause()
        await click_card(pilot, app, place)
    else:
        await click_choice(pilot)
        await pilot.pause()
        await pilot.click("#chosen", offset=(3, 0))


PHASES = {
    "mate": {"foreplacing", "play"},
    "pinochle": {"bidding", "trump", "play"},
    "tarot": {"bidding", "calling", "slam", "discard", "play"},
    "friends": {"open_bid", "bury", "call", "play"},
}


@pytest.mark.parametrize(("game", "move"), [*((game, by_keyboard) for game in SEATS), ("tarot", by_mouse)])
def test_a_deal_is_played_to_its_score(game: str, move: Move) -> None:
    table = controller(game, seats=5 if game == "tarot" else None)
    seen = set()

    async def test(pilot: Pilot[None]) -> None:
        app = await asked(pilot)
        while not table.score_sheets():
            version = table.match.version
            seen.add(table.view.phase)
            await move(pilot, app)
            assert table.match.version > version, screen_text(app)
            await until(pilot, lambda: app.asks or isinstance(app.screen, Notice))
        await until(pilot, lambda: isinstance(app.screen, Notice))
        assert seen == PHASES[game]
        assert table.score_sheets()[-1][0].split()[0] in screen_text(app)
        await pilot.press("enter")
        await until(pilot, lambda: app.asks)
        assert len(table.match.history(0)) > 0 and not table.match.over

    run(table, test)


def test_a_card_that_is_not_allowed_says_why() -> None:
    table = controller("pinochle", bot=Bidder)

    async def test(pilot: Pilot[None]) -> None:
        app = await asked(pilot)
        while table.view.phase != "play" or len(table.scene.bright) == len(set(table.view.hand)):
            await by_keyboard(pilot, app)
            await until(pilot, lambda: app.asks)
        hand, bright, version = app.query_one(Hand), table.scene.bright, table.match.version
        while hand.selection.cards[hand.selection.cursor] in bright:
            await pilot.press("right")
        await pilot.press("enter")
        prompt = str(app.query_one("#prompt", Static).content)
        assert prompt != table.scene.prompt and prompt.endswith(".")
        assert table.match.version == version

    run(table, test)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (200, 60)])
@pytest.mark.parametrize("game", SEATS)
def test_every_card_of_the_hand_is_seen_at_any_size(game: str, size: tuple[int, int]) -> None:
    table = controller(game)

    async def test(pilot: Pilot[None]) -> None:
        app = await asked(pilot)
        await pilot.resize_terminal(*size)
        await pilot.pause()
        shown = screen_text(app)
        for card in app.query_one(Hand).selection.cards:
            assert table.people.card(card) in shown
        assert app.query_one("#prompt").region.bottom <= size[1]
        assert app.query_one("#keys").region.bottom == size[1]

    run(table, test)


def test_dialogs_open_and_close_by_their_keys() -> None:
    table = controller("mate")

    async def test(pilot: Pilot[None]) -> None:
        app = await asked(pilot)
        for key, words in (("s", "Nothing has been scored yet."), ("question_mark", "asks the expert")):
            await pilot.press(key)
            await pilot.pause()
            assert words in screen_text(app)
            await pilot.press("escape")
            await pilot.pause()
        await pilot.press("l")
        assert str(app.query_one("#prompt", Static).content) == "No trick is complete yet."
        while table.view.last_trick is None:
            await by_keyboard(pilot, app)
            await until(pilot, lambda: app.asks)
        await pilot.press("l")
        await pilot.pause()
        assert isinstance(app.screen, Notice) and "Ben  " in screen_text(app)

    run(table, test)


def test_a_hint_names_choices_and_their_worth() -> None:
    table = controller("mate", foreplacing=False)

    async def test(pilot: Pilot[None]) -> None:
        app = await asked(pilot)
        await pilot.press("h")
        await until(pilot, lambda: isinstance(app.screen, Notice))
        assert "points" in screen_text(app) and "Play " in screen_text(app)

    run(table, test)


def test_leaving_is_confirmed() -> None:
    table = controller("mate")

    async def test(pilot: Pilot[None]) -> None:
        app = await asked(pilot)
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, Confirm))
        await pilot.press("enter")
        await until(pilot, lambda: not isinstance(app.screen, Confirm))
        assert app.is_running
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, Confirm))
        await pilot.press("y")
        await until(pilot, lambda: not app.is_running)

    run(table, test)


def test_letters_go_to_cards_and_colours_change() -> None:
    table = controller("mate", foreplacing=False)

    async def test(pilot: Pilot[None]) -> None:
        app = await asked(pilot)
        selection = app.query_one(Hand).selection
        for letter in SUIT_SYMBOLS:
            if any(card.endswith(letter) for card in selection.cards):
                await pilot.press(letter)
                assert selection.cards[selection.cursor].endswith(letter)
        before = app.export_screenshot()
        await pilot.press("c")
        await pilot.pause()
        assert not app.four and app.export_screenshot() != before

    run(table, test)


def test_one_card_is_raised_where_several_mean_nothing() -> None:
    table = controller("mate", foreplacing=False)

    async def test(pilot: Pilot[None]) -> None:
        app = await asked(pilot)
        selection = app.query_one(Hand).selection
        await pilot.press("space", "right", "space")
        assert selection.chosen == (selection.cards[1],)
        await pilot.press("space")
        assert not selection.raised

    run(table, test)


def test_a_handful_is_raised_card_by_card() -> None:
    table = controller("tarot", seats=5, seed=6)
    advance(table, lambda view: None if view.phase == "play" else view.legal_actions()["bid" in view.phase])

    async def test(pilot: Pilot[None]) -> None:
        app = await asked(pilot)
        handful = table.view.handful_choices[0].cards
        await pilot.press("end", "home")
        assert app.query_one(Hand).selection.cursor == 0
        for _ in handful:
            await pilot.press("space", "right")
        assert set(app.query_one(Hand).selection.chosen) == set(handful)
        await pilot.press("enter")
        await until(pilot, lambda: app.asks)
        assert [shown.cards for shown in table.view.handfuls] == [handful]

    run(table, test)


def test_letters_are_those_that_stand_on_the_cards() -> None:
    selection = Selection()
    selection.lay(rows_by_suit(["KS", "QS", "10S", "KH", "JD", "T7"]))
    french = ["R♠", "D♠", "10♠", "R♥", "V♦", "A7"]
    found = []
    for letter in ("R", "D", "D", "V", "K", "H", "T", "X"):
        selection.find(letter, french)
        found.append(selection.cards[selection.cursor])
    assert found == ["KH", "JD", "QS", "JD", "KS", "KH", "T7", "T7"]


def test_patterns_are_named_before_they_are_sent() -> None:
    table = controller("friends", bot=Bidder)

    async def test(pilot: Pilot[None]) -> None:
        app = await asked(pilot)
        while table.view.phase != "play":
            await by_keyboard(pilot, app)
            await until(pilot, lambda: app.asks)
        await pilot.press("space")
        chosen = str(app.query_one("#chosen", Static).content)
        assert "single" in chosen
        await pilot.press("escape")
        assert str(app.query_one("#chosen", Static).content) == ""

    run(table, test)


def test_a_throw_is_announced_in_the_way_that_was_chosen() -> None:
    table = controller("friends")

    async def test(pilot: Pilot[None]) -> None:
        app = await asked(pilot)
        while table.view.phase != "play":
            await pilot.press("2" if table.view.phase == "open_bid" else "1")
            if table.view.phase == "bury":
                await pilot.press("enter")
            await until(pilot, lambda: app.asks)
        selection, way = app.query_one(Hand).selection, app.query_one("#way", Static)
        await pilot.press("D")
        ace = selection.cards[selection.cursor]
        assert selection.cards.count(ace) >= 2
        await pilot.press("space", "right", "space")
        assert str(way.content).endswith("1/2") and "pair" in str(app.query_one("#chosen", Static).content)
        await pilot.press("w")
        assert str(way.content).endswith("2/2")
        assert str(app.query_one("#chosen", Static).content).endswith(
            f"{table.people.card(ace)} + {table.people.card(ace)}"
        )
        await pilot.click("#way", offset=(2, 0))
        await pilot.pause()
        assert str(way.content).endswith("1/2")
        await pilot.press("w", "enter")
        await until(pilot, lambda: app.asks)
        played = next(event for event in table.match.events if event.__struct_config__.tag == "cards_played")
        assert msgspec.to_builtins(played)["patterns"] == ((ace,), (ace,))

    run(table, test)


def test_capital_letters_go_to_choices_that_name_a_card() -> None:
    table = controller("friends")

    async def test(pilot: Pilot[None]) -> None:
        app = await asked(pilot)
        while table.view.phase != "call":
            await pilot.press("2" if table.view.phase == "open_bid" else "1")
            if table.view.phase == "bury":
                await pilot.press("enter")
            await until(pilot, lambda: app.asks)
        choices = app.query_one(OptionList)
        for letter, sign in (("Q", "Q"), ("H", "♥"), ("Q", "Q")):
            await pilot.press(letter)
            assert choices.highlighted is not None
            assert sign in str(choices.options[choices.highlighted].prompt).split()[-1]
        chosen = str(choices.options[choices.highlighted or 0].prompt).split()[-1]
        await pilot.press("enter")
        await until(pilot, lambda: app.asks)
        assert table.people.card(table.view.calls[0].card) == chosen

    run(table, test)


def test_the_log_is_wrapped_anew_and_what_was_raised_stays_raised_when_the_size_changes() -> None:
    table = controller("mate", foreplacing=False)

    async def test(pilot: Pilot[None]) -> None:
        app = await asked(pilot)
        await pilot.press("space")
        lines = len(app.query_one(Log).lines)
        await pilot.resize_terminal(160, 50)
        await pilot.pause()
        assert 0 < len(app.query_one(Log).lines) < lines
        assert len(app.query_one(Hand).selection.chosen) == 1

    run(table, test, (80, 24))


def test_a_match_ends_with_its_places_and_is_kept_on_the_way() -> None:
    table = controller("mate", foreplacing=False)
    kept: list[int] = []

    async def main() -> None:
        app = TableApp(table, pace=0, keep=lambda: kept.append(table.match.version))
        async with app.run_test(size=SIZE) as pilot:
            while not table.match.over:
                await until(pilot, lambda: app.asks or isinstance(app.screen, Notice))
                if isinstance(app.screen, Notice):
                    await pilot.press("enter")
                else:
                    await by_keyboard(pilot, app)
            await until(pilot, lambda: "1. " in screen_text(app))
            assert "The match is over." in screen_text(app)
            await pilot.press("enter")
            await until(pilot, lambda: not app.is_running)

    asyncio.run(main())
    assert kept[-1] == table.match.version and len(kept) > 20


def test_a_file_that_cannot_be_written_ends_no_match() -> None:
    table = controller("mate", foreplacing=False)

    def fail() -> None:
        raise OSError(28, "No space left on device")

    async def main() -> None:
        app = TableApp(table, pace=0, keep=fail, kept_in="match.amity")
        async with app.run_test(size=SIZE, notifications=True) as pilot:
            await asked(pilot)
            await until(pilot, lambda: "No space left" in screen_text(app))
            version = table.match.version
            await pilot.press("enter")
            await until(pilot, lambda: app.asks and table.match.version > version)

    asyncio.run(main())


def test_a_hint_raises_its_first_choice_unless_something_is_raised() -> None:
    table = controller("mate", foreplacing=False)

    async def test(pilot: Pilot[None]) -> None:
        app = await asked(pilot)
        selection = app.query_one(Hand).selection
        for raised in ("", "space"):
            if raised:
                await pilot.press("escape", raised)
            before = selection.chosen
            await pilot.press("h")
            await until(pilot, lambda: isinstance(app.screen, Notice))
            await pilot.press("enter")
            await until(pilot, lambda: not isinstance(app.screen, Notice))
            await until(pilot, lambda: len(selection.chosen) == 1)
            assert not before or selection.chosen == before

    run(table, test)
