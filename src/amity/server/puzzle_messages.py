"""The bodies of the HTTP calls about puzzles."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from amity.server.messages import AdvisedAction, Guest, PlayerName, Struct, TableState, VersionedEvent

PuzzleName = Annotated[str, Meta(min_length=4, max_length=32, pattern="^[a-z]+-[0-9a-f]+$")]
Difficulty = Literal["easy", "medium", "hard"]


class ListedPuzzle(Struct, frozen=True):
    """A puzzle in the list."""

    name: PuzzleName
    level: Difficulty
    """Whether bots find the answer: the novice, the club player, or neither."""


class GamePuzzles(Struct, frozen=True):
    """The puzzles of one game."""

    game: str
    daily: PuzzleName
    """That of the day, the same for everybody."""
    puzzles: list[ListedPuzzle]
    """In the order in which they are meant to be solved."""


class PuzzleList(Struct, frozen=True):
    """``GET /api/puzzles``."""

    day: str
    """In UTC, as ``2026-11-30``."""
    next_ms: int
    """How long until the next day."""
    games: list[GamePuzzles]


class PuzzleQuestion(Struct, frozen=True):
    """``GET /api/puzzles/{puzzle}``: a moment as the seat in turn knows it."""

    name: PuzzleName
    level: Difficulty
    seat: int
    """Who decides."""
    table: TableState
    version: int
    view: msgspec.Raw
    events: list[VersionedEvent]
    """What the seat has seen happen."""


class PuzzleTry(Struct, frozen=True):
    """``POST /api/puzzles/{puzzle}/answer``. Nothing is kept of it."""

    action: msgspec.Raw
    """What one would do."""


class PuzzleAnswer(Struct, frozen=True):
    """What is to be said to an answer, and all cards."""

    right: bool
    cost: float | None
    """How much less it brings than the best; ``null`` for what the expert has not looked at."""
    choices: list[AdvisedAction]
    """Everything that may be done, best first."""
    hands: list[list[str]]
    """The cards of each seat."""


class PuzzlePractice(Struct, frozen=True):
    """``POST /api/puzzles/{puzzle}/practice``: a table against bots that goes on from the moment."""

    name: PlayerName
    guest: Guest | None = None
    """As in ``CreateTable``."""
