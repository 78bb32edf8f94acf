"""The table in a terminal: what one sees of a view, and what is said when something happens.

Each game has a module here with ``sentences(event, people)`` and ``show(view, people)``.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, cast

from amity.match import Event, Forfeited, MatchEnded
from amity.text import knows, message


@dataclass(frozen=True)
class People:
    """The players' names, and which of them is the person at the terminal."""

    names: Sequence[str]
    own: int | None = None

    def __getitem__(self, seat: int) -> str:
        """The name of a seat."""
        return self.names[seat]

    def say(self, key: str, **params: Any) -> str:
        """The sentence for a key; that of ``<key>.you`` when its ``player`` is the person at the terminal."""
        if self.own is not None and params.get("player") == self.own and knows(f"{key}.you"):
            key = f"{key}.you"
        return message(key, params, names=self.names)

    def tell(self, game: str, event: Event, variant: str = "", **more: Any) -> str:
        """The sentence ``event.<game>.<type>`` (or ``<type>.<variant>``) for an event, filled with its fields and
        ``more``; its seat is the ``player``.
        """
        params = {name: getattr(event, name) for name in event.__struct_fields__}
        if "seat" in params:
            params["player"] = params["seat"]
        key = f"event.{game}.{event.__struct_config__.tag}"
        return self.say(f"{key}.{variant}" if variant else key, **{**params, **more})

    def tell_end(self, game: str, event: Event) -> Iterable[str]:
        """The sentences for the events that end every game's match; none for other events."""
        if isinstance(event, Forfeited):
            yield self.tell(game, event, event.cause)
        elif isinstance(event, MatchEnded):
            yield self.tell(game, event)
            for seat in sorted(range(len(event.places)), key=lambda seat: event.places[seat]):
                yield self.say("cli.place_line", place=event.places[seat], player=seat, total=event.totals[seat])


class Table(Protocol):
    """What a game's module has."""

    def sentences(self, event: Any, people: People) -> Iterable[str]:
        """What happened, in one or more lines."""

    def show(self, view: Any, people: People) -> Iterable[str]:
        """What lies on the table and what the seat holds, in lines."""


def load(game: str) -> Table:
    """The module of one game."""
    return cast("Table", importlib.import_module(f"{__name__}.{game}"))


def line(label: str, value: object) -> str:
    """One labelled line; ``label`` is a key below ``cli.table``."""
    return f"{message(f'cli.table.{label}'):>12}  {value}"
