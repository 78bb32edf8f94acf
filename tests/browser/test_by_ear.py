"""A whole deal of each game by keyboard and ear alone, from the form that opens the table to the score sheet.

The transcripts in ``tests/data/by_ear`` are what a blind player is told. Every kind of screen on the way is checked for
accessibility as well.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from browser_steps import DESKTOP, NewPage, check_screen
from by_ear import Ear, compare
from servers import FIXED, serving

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server whose deals are the same every time."""
    with serving(tmp_path_factory.mktemp("fixed") / "amity.sqlite3", str(FIXED)) as address:
        yield address


class Player(Ear):
    """Somebody at the keyboard who opens a table against novices."""

    def __init__(self, new_page: NewPage) -> None:
        super().__init__(new_page(DESKTOP, "{ pace: 'none' }"))
        self._checked: set[str] = set()

    def check(self, kind: str) -> None:
        """The rules of accessibility, for each kind of screen once."""
        if kind not in self._checked:
            self._checked.add(kind)
            check_screen(self.page)

    def open_table(self, game: str, bots: int, *, own_clock: bool = False, players: int | None = None) -> str:
        """Fill in the form; what is asked for first at the table."""
        self.page.goto("/")
        self.page.locator("input[name=game]").first.wait_for()
        self.go_to("radio")
        self.go_to(f'radio "{game}', "ArrowRight")
        self.go_to('textbox "Your name"')
        self.type("Ada")
        if players is not None:
            self.go_to("radio")
            self.go_to(f'radio "{players}"', "ArrowRight")
        if own_clock:
            self.go_to('checkbox "No clock"')
            self.press("Space")
        self.go_to('summary "Seats and rules"')
        self.press("Enter")
        for _ in range(bots):
            self.press("Tab")
            self.go_to('combobox "Level')
            self.press("n")
        self.check("form")
        self.go_to('button "Start playing"')
        return self.act("Enter")

    def play_a_card(self) -> str:
        """Play the next card that may be played, from the one that has the focus; what is asked for then."""
        while "not available" in self.focus:
            self.press("ArrowRight")
        return self.act("Enter")


def test_mate(new_page: NewPage) -> None:
    player = Player(new_page)
    kind = player.open_table("Mate", 1)
    player.press("h", "o", "s", "?", "Tab", "Escape")
    refused = False
    while kind != "score":
        player.check(kind)
        if kind == "place":
            player.go_to('button "Put nothing aside"', "Shift+Tab")
            kind = player.act("Enter")
            player.press("t", "l")
        else:
            assert kind == "play"
            player.press("End")
            if "not available" in player.focus and not refused:
                refused = True
                player.act("Enter")
                player.press("t", "l")
            kind = player.play_a_card()
    assert refused
    player.check(kind)
    player.press("s")
    player.go_to('button "Next game"')
    compare("mate", player.lines)


def test_pinochle(new_page: NewPage) -> None:
    player = Player(new_page)
    kind = player.open_table("Pinochle", 3, own_clock=True)
    player.press("h")
    bids = 0
    refused = looked = False
    while kind != "score":
        player.check(kind)
        if kind == "bid":
            if bids:
                player.press("b")
            player.press("Tab")
            bids += 1
            kind = player.act("Enter")
        elif kind == "trump":
            player.go_to('button "spades')
            kind = player.act("Enter")
        elif kind == "melds":
            player.press("m")
            player.go_to('button "To the play"')
            player.press("Enter")
            kind = player.wait()
        else:
            assert kind == "play"
            player.press("End")
            if "not available" in player.focus and not refused:
                refused = True
                player.act("Enter")
                player.press("t", "l", "b", "s")
            elif refused and not looked:
                looked = True
                player.go_to('button "Last trick"', "Shift+Tab")
                player.press("Enter")
                player.check("last trick")
                player.press("Tab", "Escape")
                player.go_to("toolbar")
            kind = player.play_a_card()
    assert looked
    player.check(kind)
    player.press("s")
    player.go_to('button "Next deal"')
    compare("pinochle", player.lines)


def test_tarot(new_page: NewPage) -> None:
    player = Player(new_page)
    kind = player.open_table("Tarot", 4, players=5)
    player.press("h")
    refused = False
    while kind not in ("score", "over"):
        player.check(kind)
        if kind == "bid":
            player.go_to('button "Guard')
            kind = player.act("Enter")
        elif kind == "call":
            player.go_to('button "Call king')
            kind = player.act("Enter")
        elif kind == "slam":
            kind = player.act("Enter")
        elif kind == "discard":
            player.press("d")
            player.go_to('button "Suggestion"', "Shift+Tab")
            player.press("Enter")
            player.go_to('button "Put back"')
            player.go_to('button "Discard')
            kind = player.act("Enter")
        else:
            assert kind == "play"
            player.press("End")
            if "not available" in player.focus and not refused:
                refused = True
                player.act("Enter")
                player.press("t", "l", "b", "d", "p", "s")
            kind = player.play_a_card()
    assert refused
    player.check(kind)
    player.press("s")
    compare("tarot", player.lines)


def test_friends(new_page: NewPage) -> None:
    player = Player(new_page)
    kind = player.open_table("Friends!", 5)
    player.press("h")
    tricks = 0
    while kind not in ("score", "over"):
        player.check(kind)
        if kind == "bid":
            # A bid where one can be made.
            player.press("Tab")
            if not player.focus.startswith('button "Bid'):
                player.press("Shift+Tab")
            kind = player.act("Enter")
        elif kind == "bury":
            player.go_to('button "Suggestion"', "Shift+Tab")
            player.press("Enter")
            player.go_to('button "Bury')
            kind = player.act("Enter")
        elif kind == "call":
            player.go_to('button "Call')
            kind = player.act("Enter")
        else:
            assert kind == "play"
            tricks += 1
            if tricks == 1:
                # Something that may not be played, and what may be instead.
                player.press("End", "ArrowUp")
                player.go_to('button "Play"', "Shift+Tab")
                player.act("Enter")
                player.go_to('button "Raise', "Shift+Tab")
                player.press("Enter")
                player.go_to('button "Play"')
                kind = player.act("Enter")
                continue
            if tricks in (2, 12):
                player.press("t", "l", "b", "c", "p", "s")
            player.go_to('button "Suggestion"', "Shift+Tab")
            player.press("Enter")
            player.press("Tab")
            kind = player.act("Enter")
    player.check(kind)
    player.press("s")
    compare("friends", player.lines)
