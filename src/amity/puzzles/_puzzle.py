"""The puzzles that are shipped, and the moments they ask about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache
from importlib import resources
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from amity import games
from amity.bots import same_action
from amity.errors import InvalidRequest
from amity.match import Action, Match, View
from amity.record import Record, parse

Difficulty: TypeAlias = Literal["easy", "medium", "hard"]
"""``easy``: the novice finds the answer more often than not. ``medium``: the club player does. ``hard``: neither."""


class Puzzle(msgspec.Struct, frozen=True, kw_only=True):
    """One puzzle as it is kept, a line of a file."""

    name: str
    """The game and eight hexadecimal digits of the record's SHA-256."""
    level: Difficulty
    choices: tuple[tuple[str, float], ...]
    """Everything the seat in turn may do, in the notation of the game, and what it brings the seat's side in the unit
    of :class:`amity.bots.Advice`; best first."""
    record: str
    """The match up to the decision, with all cards."""

    @property
    def margin(self) -> float:
        """By how much the best answer is better than the second."""
        return self.choices[0][1] - self.choices[1][1]


class Answer(NamedTuple):
    """One thing that may be done, and what it brings."""

    action: Action
    expected: float


@dataclass(frozen=True)
class Position:
    """The moment that a puzzle asks about."""

    puzzle: Puzzle
    record: Record
    match: Match
    """Right before the decision. It is shared: nothing may be done with it but look at what a seat may know."""
    seat: int
    """Who decides."""
    answers: tuple[Answer, ...]
    """Best first."""

    @property
    def view(self) -> View:
        """What the seat may know, all that is shown before the answer."""
        return self.match.view(self.seat)

    def worth(self, action: Action) -> float | None:
        """What an action brings; ``None`` for what may not be done."""
        return next((answer.expected for answer in self.answers if same_action(answer.action, action)), None)

    def is_right(self, action: Action) -> bool:
        """Whether it is the best answer, or does exactly the same."""
        return self.worth(action) == self.answers[0].expected


@cache
def load(game: str) -> Mapping[str, Puzzle]:
    """The puzzles of a game by name, in the order in which they are meant to be solved.

    :raises InvalidRequest: ``unknown_game``.
    """
    name = f"{games.get(game).name}.jsonl"
    lines = resources.files("amity.puzzles").joinpath(name).read_bytes().splitlines()
    found = (msgspec.json.decode(line, type=Puzzle) for line in lines)
    return {puzzle.name: puzzle for puzzle in found}


def names(game: str) -> tuple[str, ...]:
    """The names of a game's puzzles in their order. Errors as :func:`load`."""
    return tuple(load(game))


def of_day(game: str, day: date) -> str:
    """The puzzle of a day, the same for everybody. Errors as :func:`load`."""
    known = names(game)
    # Coprime steps: neighbours in the order, which are of different kinds, are not the puzzles of neighbouring days.
    return known[day.toordinal() * 37 % len(known)]


@lru_cache(maxsize=64)
def open_puzzle(name: str) -> Position:
    """The moment of a puzzle by its name.

    :raises InvalidRequest: ``unknown_puzzle``.
    """
    game = name.partition("-")[0]
    puzzle = load(game).get(name) if game in games.names() else None
    if puzzle is None:
        raise InvalidRequest("unknown_puzzle", puzzle=name)
    return open_position(puzzle)


def open_position(puzzle: Puzzle) -> Position:
    """The moment of a puzzle.

    :raises RecordError: its record cannot be read.
    :raises ParseError: neither can an answer.
    """
    record = parse(puzzle.record)
    match = record.replay()
    assert match.to_act is not None, "the record ends before a decision"
    notation = record.game.notation
    answers = tuple(Answer(notation.parse_action(text), expected) for text, expected in puzzle.choices)
    return Position(puzzle, record, match, match.to_act, answers)
