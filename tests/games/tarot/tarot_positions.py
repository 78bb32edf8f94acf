"""Positions in which one habit of the club bot decides, kept as records of what one seat saw.

``python -m tests.games.tarot.tarot_positions`` looks for them anew: among deals that club bots play, the first ten a
habit in which the bot with and the bot without it choose differently and the habit's meaning, stated in the tests,
can be seen.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from amity.bots.tarot import ClubBot
from amity.games.tarot import TarotAction, TarotMatch, TarotOptions, TarotView
from amity.games.tarot.notation import TarotNotation
from amity.match import Event
from amity.shuffle import MatchRandom

FILE = Path(__file__).parents[2] / "data/positions/tarot.json"
NOTATION = TarotNotation()
WANTED = 10


class Position(NamedTuple):
    """A decision of the seat in turn."""

    players: int
    deal: int
    """Number of the chance that dealt."""
    decisions: int
    """Decisions before this one, made by club bots."""
    expected: TarotAction
    view: TarotView
    history: tuple[Event, ...]
    match: TarotMatch
    """For the test's own eyes: where the hidden cards are."""


def played(players: int, deal: int, decisions: int = 10**9) -> Iterator[tuple[int, TarotMatch]]:
    """One deal by club bots: before every decision, its number and the match."""
    match = TarotMatch(TarotOptions(deals=1), players, MatchRandom.from_number(deal))
    bots = [ClubBot(seat) for seat in range(players)]
    match.deal()
    for number in range(decisions + 1):
        seat = match.to_act
        if seat is None:
            return
        yield number, match
        match.apply(seat, bots[seat].choose(match.view(seat), match.history(seat)))


def choices(match: TarotMatch, habit: str) -> tuple[TarotAction, TarotAction]:
    """What the bot chooses with and without a habit."""
    seat: Any = match.to_act
    view, history = match.view(seat), match.history(seat)
    return ClubBot(0).choose(view, history), ClubBot(1, without=(habit,)).choose(view, history)


def load() -> dict[str, list[Position]]:
    """All kept positions by habit."""
    found: dict[str, list[Position]] = {}
    for habit, kept in json.loads(FILE.read_text()).items():
        found[habit] = []
        for entry in kept:
            match = TarotMatch(TarotOptions(deals=1), entry["players"], MatchRandom.from_number(entry["deal"]))
            match.deal()
            for text in entry["actions"]:
                match.apply(match.to_act, NOTATION.parse_action(text))
            seat: Any = match.to_act
            found[habit].append(
                Position(
                    entry["players"],
                    entry["deal"],
                    len(entry["actions"]),
                    NOTATION.parse_action(entry["expected"]),
                    match.view(seat),
                    match.history(seat),
                    match,
                )
            )
    return found


def search(meanings: dict[str, Callable[[Position], bool]], deals: int = 4000) -> dict[str, list[dict[str, Any]]]:
    """Look for ten positions a habit, at most one of a deal for each habit."""
    found: dict[str, list[dict[str, Any]]] = {habit: [] for habit in meanings}
    for deal in range(deals):
        open_habits = [habit for habit, kept in found.items() if len(kept) < WANTED]
        if not open_habits:
            break
        players = 3 + deal % 3
        actions: list[str] = []
        for _, match in played(players, deal):
            seat: Any = match.to_act
            for habit in list(open_habits):
                with_it, without = choices(match, habit)
                if with_it == without:
                    continue
                view, history = match.view(seat), match.history(seat)
                here = Position(players, deal, len(actions), with_it, view, history, match)
                if meanings[habit](here):
                    expected = NOTATION.write_action(with_it)
                    found[habit].append(
                        {"players": players, "deal": deal, "actions": list(actions), "expected": expected}
                    )
                    open_habits.remove(habit)
            chosen = ClubBot(seat).choose(match.view(seat), match.history(seat))
            actions.append(NOTATION.write_action(chosen))
    return found


if __name__ == "__main__":
    from tests.games.tarot.tarot_meanings import MEANINGS

    kept = search(MEANINGS)
    FILE.write_text(json.dumps(kept, indent=None, separators=(",", ":")) + "\n")
    print({habit: len(positions) for habit, positions in kept.items()})
