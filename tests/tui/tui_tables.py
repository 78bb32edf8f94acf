"""Matches and screens for the terminal's tests."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from rich.cells import cell_len
from textual.pilot import Pilot

from amity import games
from amity.match import Action, Event
from amity.shuffle import MatchRandom
from amity.tui import Controller
from amity.tui.app import TableApp

SEATS = {"mate": 2, "pinochle": 4, "tarot": 4, "friends": 6}
OPTIONS: Mapping[str, Mapping[str, Any]] = {"mate": {"games": 2}, "tarot": {"deals": 2}, "friends": {"deals": 2}}
CELL = 12.2
"""Width of a cell in an exported picture."""
FEW_BIDS = 4
GUARD = 2_000
"""How often a test looks before it gives up."""


class FirstChoice:
    """A bot whose play never changes: what is listed first."""

    def choose(self, view: Any, history: Sequence[Event]) -> Action:
        """The first legal action."""
        action: Action = view.legal_actions()[0]
        return action


class Bidder(FirstChoice):
    """Bids as little as it can while few have bid, and then plays what is listed first."""

    def choose(self, view: Any, history: Sequence[Event]) -> Action:
        """The second legal action of an auction is its lowest bid."""
        actions: Sequence[Action] = view.legal_actions()
        bids = sum(event.__struct_config__.tag == "bid_made" for event in history)
        return actions[min(1, len(actions) - 1)] if "bid" in view.phase and bids < FEW_BIDS else actions[0]


def controller(
    game: str, *, seed: int = 11, seats: int | None = None, bot: type[FirstChoice] = FirstChoice, **options: Any
) -> Controller:
    """A match of one person at seat 0 against bots that play always alike, before its first deal."""
    found = games.get(game)
    count = seats or SEATS[game]
    chosen = games.parse_options(found, changes={**OPTIONS.get(game, {}), **options})
    match = found.new_match(chosen, count, MatchRandom.from_number(seed))
    names = ["You", *("Ben", "Cleo", "Dan", "Eve", "Fay")[: count - 1]]
    return Controller(found, match, 0, names, {place: bot() for place in range(1, count)})


def advance(table: Controller, choose: Callable[[Any], Action | None]) -> None:
    """Play on without a screen until ``choose`` has no answer for the person."""
    for _ in range(GUARD):
        if table.awaited == "deal":
            table.deal()
        elif table.awaited == "bot":
            question = table.question()
            table.bot_acts(question.seat, question.answer())
        elif table.awaited == "nothing":
            break
        else:
            action = choose(table.view)
            if action is None:
                return
            assert table.act(action) is None
    raise AssertionError("the person is never asked for this")


async def until(pilot: Pilot[None], condition: Callable[[], object]) -> None:
    """Wait for something to be so."""
    for _ in range(GUARD):
        if condition():
            await pilot.pause()
            return
        await pilot.pause(0.005)
    raise AssertionError(f"waited too long:\n{screen_text(pilot.app)}")


async def asked(pilot: Pilot[None]) -> TableApp:
    """Wait until the person is asked for something; the application."""
    app = pilot.app
    assert isinstance(app, TableApp)
    await until(pilot, lambda: app.asks)
    return app


def screen_text(app: Any) -> str:
    """What stands on the screen, from the picture that the application exports."""
    rows: dict[float, str] = {}
    for x, y, text in re.findall(
        r'<text class="terminal-\w+-r\d+" x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]*)</text>', app.export_screenshot()
    ):
        row = rows.get(float(y), "")
        rows[float(y)] = row + " " * (round(float(x) / CELL) - cell_len(row)) + html.unescape(text).replace("\xa0", " ")
    return lines_of(rows[y] for y in sorted(rows))


def lines_of(rows: Iterable[str]) -> str:
    """Rows without the blanks at their ends."""
    return "\n".join(row.rstrip() for row in rows) + "\n"
