"""Every phase of every game as a table to look at: moments of matches that novices have played, always the same.

Whatever looks at all screens goes through :data:`STATES`: the test of every phase, and the contact sheet.
"""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Page, expect

from amity import bots, games
from amity.match import Match
from amity.server.messages import CreateTable
from amity.server.metrics import Metrics
from amity.server.seats import new_table
from amity.server.store import Change, SqliteStore
from amity.server.tokens import new_match_name, new_token, token_hash
from amity.shuffle import MatchRandom

Moment = Callable[[Any], bool]
"""Whether this is the moment, asked of the view of seat 0."""


def _nothing(_page: Page) -> None:
    pass


@dataclass(frozen=True)
class State:
    """One phase of a game."""

    game: str
    name: str
    players: int
    moment: Moment
    ready: str
    """Selects what is there when the screen is."""
    options: Mapping[str, object] = field(default_factory=dict)
    then: Callable[[Page], None] = _nothing
    """What the player does first."""

    @property
    def id(self) -> str:
        """Game and phase."""
        return f"{self.game}-{self.name}"


def _plays(trick: int, *, left: int = 99) -> Moment:
    """The player's turn in the play: so many cards lie in the trick, and at most so many are left in the hand."""

    def moment(view: Any) -> bool:
        held = view.hands[0] if hasattr(view, "hands") else view.hand
        there = view.phase == "play" and view.to_act == 0 and len(view.trick) == trick and view.last_trick is not None
        return there and len(held) <= left

    return moment


def _asks(phase: str, *others: Moment) -> Moment:
    return lambda view: view.phase == phase and view.to_act == 0 and all(other(view) for other in others)


def _is(phase: str) -> Moment:
    return lambda view: view.phase == phase


def _press(name: str) -> Callable[[Page], None]:
    return lambda page: page.get_by_role("button", name=re.compile(name)).first.click()


def _raise_cards(page: Page) -> None:
    _press("^Suggestion$")(page)
    expect(page.locator(".hand [data-raised]:not([data-raised='0'])").first).to_be_visible()


PLAY = ".hand[data-active=true]"
LAST = _press("^Last trick$")

STATES = (
    State("mate", "foreplacing", 2, _asks("foreplacing"), PLAY),
    State("mate", "lead", 2, _plays(0, left=8), PLAY),
    State("mate", "answer", 2, _plays(1, left=6), f"{PLAY}, .placed.ready"),
    State("mate", "last-trick", 2, _plays(1, left=7), PLAY, then=LAST),
    State("mate", "score", 2, _is("deal"), ".sheet table"),
    State("mate", "over", 2, _is("over"), ".sheet table"),
    State("pinochle", "bidding", 4, _asks("bidding", lambda view: len(view.calls) > 2), ".bids"),
    State("pinochle", "trump", 4, _asks("trump"), ".suits"),
    State("pinochle", "melds", 4, _asks("play", lambda view: view.last_trick is None and not view.trick), ".sheet"),
    State("pinochle", "play", 4, _plays(3), PLAY),
    State("pinochle", "last-trick", 4, _plays(2), PLAY, then=LAST),
    State("pinochle", "score", 4, _is("deal"), ".sheet table"),
    State("pinochle", "over", 4, _is("over"), ".sheet table", {"target": 300}),
    State("tarot", "bidding", 4, _asks("bidding", lambda view: len(view.bids) > 1), ".bids"),
    State("tarot", "call", 5, _asks("calling"), ".callable"),
    State("tarot", "slam", 4, _asks("slam"), ".sheet"),
    State("tarot", "discard-3", 3, _asks("discard"), "[data-testid=discard]", then=_press("^Suggestion$")),
    State("tarot", "discard-4", 4, _asks("discard"), "[data-testid=discard]"),
    State("tarot", "lead-3", 3, _asks("play", lambda view: not view.trick), PLAY),
    State("tarot", "play-4", 4, _plays(3), PLAY),
    State("tarot", "play-5", 5, _plays(4), PLAY),
    State(
        "tarot",
        "handful",
        4,
        _asks("play", lambda view: len(view.handful_choices) > 0),
        PLAY,
        then=_press("handful"),
    ),
    State("tarot", "facts", 5, _plays(2), PLAY, then=_press("^The deal so far$")),
    State("tarot", "last-trick", 5, _plays(3), PLAY, then=LAST),
    State("tarot", "not-played", 4, lambda view: view.phase == "deal" and view.void is not None, ".sheet"),
    State("tarot", "score", 5, lambda view: view.phase == "deal" and view.void is None, ".outcome"),
    State("tarot", "over", 4, _is("over"), ".sheet table", {"deals": 1}),
    State("friends", "open-bid", 6, _asks("open_bid", lambda view: len(view.legal_bids) > 1), "[data-bid]"),
    State("friends", "bury", 6, _asks("bury"), PLAY, then=_raise_cards),
    State("friends", "swap-bid", 6, _asks("swap_bid"), ".ask .bids"),
    State("friends", "call", 6, _asks("call"), "[data-testid=call]"),
    State("friends", "lead", 6, _asks("play", lambda view: not view.trick), PLAY, then=_raise_cards),
    State("friends", "follow", 6, _plays(4, left=27), PLAY),
    State("friends", "facts", 6, _plays(3, left=22), PLAY, then=_press("^What is known$")),
    State("friends", "last-trick", 6, _plays(2, left=25), PLAY, then=LAST),
    State("friends", "score", 6, _is("deal"), ".over-sheet table"),
    State("friends", "over", 6, _is("over"), ".over-sheet table", {"deals": 1}),
)


def find(state: State) -> Match:
    """The match at the moment of a state, played by novices; the first in which it comes."""
    game = games.get(state.game)
    options = games.parse_options(game, next(iter(game.presets)), dict(state.options))
    for number in count(1):
        match = game.new_match(options, state.players, MatchRandom(number.to_bytes(32, "big"), f"state-{number}"))
        players = [bots.make(state.game, "novice", seat + number) for seat in range(state.players)]
        while not match.over:
            if match.awaiting_deal:
                match.deal()
            else:
                seat = match.to_act
                assert seat is not None
                match.apply(seat, players[seat].choose(match.view(seat), match.history(seat)))
            if state.moment(match.view(0)):
                return match
    raise AssertionError("unreachable")


def store(database: Path, state: State) -> str:
    """Put a table in that state into a server's database: Ada in seat 0, novices in the others, no clock. The address
    of Ada's seat.
    """
    match = find(state)
    token = new_token()
    request = {
        "game": state.game,
        "name": "Ada",
        "seats": [{"kind": "me"}, *[{"kind": "bot", "level": "novice"}] * (state.players - 1)],
        "options": dict(state.options),
        "clock": False,
    }
    table = new_table(msgspec.convert(request, CreateTable), token_hash(token))
    table = msgspec.structs.replace(table, match=new_match_name(), phase="over" if match.over else "playing")
    _write(database, Change(table, 1, match.events))
    return f"/t/{table.code}#seat={token}"


def show(page: Page, address: str, state: State) -> None:
    """Open the table of a state, and do what belongs to it."""
    page.goto(address)
    expect(page.locator(state.ready).first).to_be_visible()
    state.then(page)
    # With the faces of the cards.
    page.wait_for_load_state("networkidle")


def _write(database: Path, change: Change) -> None:
    async def write() -> None:
        opened = SqliteStore(str(database), Metrics())
        await opened.open()
        await opened.commit(change)
        await opened.close()

    # Playwright's loop runs in this thread.
    writer = threading.Thread(target=lambda: asyncio.run(write()))
    writer.start()
    writer.join()
