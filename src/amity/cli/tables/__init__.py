"""The table in a terminal: what one sees of a view, and what is said when something happens.

Each game has a module here with ``sentences(event, names)`` and ``show(view, names)``.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Sequence
from typing import Any, Protocol, cast

from amity.match import Event, Forfeited, MatchEnded
from amity.text import message

Names = Sequence[str]
"""The players' names, by seat."""


class Table(Protocol):
    """What a game's module has."""

    def sentences(self, event: Any, names: Names) -> Iterable[str]:
        """What happened, in one or more lines."""

    def show(self, view: Any, names: Names) -> Iterable[str]:
        """What lies on the table and what the seat holds, in lines."""


def load(game: str) -> Table:
    """The module of one game."""
    return cast("Table", importlib.import_module(f"{__name__}.{game}"))


def tell(game: str, event: Event, names: Names, variant: str = "", **more: Any) -> str:
    """The sentence ``event.<game>.<type>`` (or ``<type>.<variant>``) for an event, filled with its fields and
    ``more``; its seat is the ``player``.
    """
    params = {name: getattr(event, name) for name in event.__struct_fields__}
    if "seat" in params:
        params["player"] = params["seat"]
    tag = event.__struct_config__.tag
    key = f"event.{game}.{tag}.{variant}" if variant else f"event.{game}.{tag}"
    return message(key, {**params, **more}, names=names)


def tell_end(game: str, event: Event, names: Names) -> Iterable[str]:
    """The sentences for the events that end every game's match."""
    if isinstance(event, Forfeited):
        yield tell(game, event, names, event.cause)
    elif isinstance(event, MatchEnded):
        yield tell(game, event, names)
        for seat in sorted(range(len(event.places)), key=lambda seat: event.places[seat]):
            yield message(
                "cli.place_line",
                {"place": event.places[seat], "player": seat, "total": event.totals[seat]},
                names=names,
            )


def line(label: str, value: object) -> str:
    """One labelled line; ``label`` is a key below ``cli.table``."""
    return f"{message(f'cli.table.{label}'):>12}  {value}"
