"""What a game offers to everything above it, and the list of games."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Protocol

import msgspec

from amity.errors import InvalidOptions, InvalidRequest
from amity.match import Action, Event, Match, Options, View
from amity.shuffle import MatchRandom


class Line(NamedTuple):
    """One line of a record, with its number for error messages."""

    number: int
    text: str


class Notation(Protocol):
    """A game's text forms. Every pair is exact: what is written parses to the same value."""

    def write_action(self, action: Action) -> str:
        """An action as a short text: ``bid 100``, ``play 10S``."""

    def parse_action(self, text: str) -> Action:
        """The action a text names.

        :raises ParseError: ``unknown_action`` or a card error.
        """

    def write_events(self, events: Sequence[Event], seats: int) -> Iterator[str]:
        """The events of a match as the lines of a record's body, one line a trick."""

    def parse_events(self, lines: Sequence[Line], seats: int) -> list[Event]:
        """The events that a record's body tells.

        :raises RecordError: with line and column.
        """


@dataclass(frozen=True)
class Game:
    """One game: its parts under the names that everything above uses."""

    name: str
    seat_counts: tuple[int, ...]
    """The numbers of players it can be played by."""
    rules_version: int
    match_type: type[Match]
    options_type: type[Options]
    presets: Mapping[str, Options]
    """By name; the first is the default."""
    action_type: Any
    """Tagged union of the game's actions, for decoding."""
    event_type: Any
    """Tagged union of all events a match of this game can hold, the common ones included."""
    view_type: type[View]
    notation: Notation

    def new_match(self, options: Options, seats: int, random: MatchRandom | None = None) -> Match:
        """A match before its first deal.

        :raises InvalidOptions: ``wrong_seats`` when the game cannot be played by that many.
        """
        if seats not in self.seat_counts:
            raise InvalidOptions("wrong_seats", game=self.name, seats=seats, allowed=list(self.seat_counts))
        return self.match_type(options, seats, random)


_MODULES: Final = {name: f"amity.games.{name}" for name in ("mate", "pinochle", "tarot", "friends")}


def names() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(_MODULES)


def get(name: str) -> Game:
    """The game of that name, loaded when it is first asked for.

    :raises InvalidRequest: ``unknown_game``.
    """
    if name not in _MODULES:
        raise InvalidRequest("unknown_game", game=name, games=list(_MODULES))
    game = importlib.import_module(_MODULES[name]).GAME
    assert isinstance(game, Game)
    return game


def parse_options(game: Game, preset: str = "", changes: Mapping[str, Any] | None = None) -> Options:
    """A preset (default: the game's first) with some options changed.

    :raises InvalidOptions: ``unknown_preset``, ``unknown_option`` or ``bad_option``.
    """
    preset = preset or next(iter(game.presets))
    if preset not in game.presets:
        raise InvalidOptions("unknown_preset", preset=preset, presets=list(game.presets))
    values = msgspec.structs.asdict(game.presets[preset])
    for name, value in (changes or {}).items():
        if name not in values:
            raise InvalidOptions("unknown_option", option=name, options=list(values))
        values[name] = value
        try:
            msgspec.convert({name: value}, game.options_type)
        except msgspec.ValidationError as error:
            raise InvalidOptions("bad_option", option=name, value=value, reason=str(error)) from None
    return msgspec.convert(values, game.options_type)
