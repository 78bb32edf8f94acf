"""The table in words: what one sees of a view, and what is said when something happens.

Each game has a module here with a class ``Table``.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final, Protocol, cast

from rich.cells import cell_len

from amity.cards import SUIT_SYMBOLS
from amity.match import Action, Event, Forfeited, MatchEnded
from amity.text import card_text, knows, message

LABEL_WIDTH: Final = 14


@dataclass(frozen=True)
class People:
    """The players' names, and which of them is the person at the terminal."""

    names: Sequence[str]
    own: int | None = None
    game: str = ""

    @property
    def pack(self) -> str:
        """Whose letters the court cards have."""
        return "tarot" if self.game == "tarot" else "french"

    def card(self, code: str) -> str:
        """A card as people write it."""
        return card_text(code, pack=self.pack)

    def cards(self, codes: Iterable[str]) -> str:
        """Cards as people write them; a dash for none."""
        return " ".join(map(self.card, codes)) or "-"

    def __getitem__(self, seat: int) -> str:
        """The name of a seat."""
        return self.names[seat]

    def say(self, key: str, **params: Any) -> str:
        """The sentence for a key; that of ``<key>.you`` when its ``player`` is the person at the terminal."""
        if self.own is not None and params.get("player") == self.own and knows(f"{key}.you"):
            key = f"{key}.you"
        return message(key, params, names=self.names, pack=self.pack)

    def tell(self, game: str, event: Event, variant: str = "", **more: Any) -> str:
        """The sentence ``event.<game>.<type>`` (or ``<type>.<variant>``) for an event, filled with its fields and
        ``more``; its seat, or its winner, is the ``player``.
        """
        params = {name: getattr(event, name) for name in event.__struct_fields__}
        params["player"] = params.get("seat", params.get("winner"))
        key = f"event.{game}.{event.__struct_config__.tag}"
        return self.say(f"{key}.{variant}" if variant else key, **{**params, **more})

    def action(self, action: Action) -> str:
        """What a player can do, in words: the text ``action.<game>.<type>``, or that of its variant."""
        params = {name: getattr(action, name) for name in action.__struct_fields__}
        variant = ""
        if "contract" in params:
            variant = f".{params['contract'] or 'pass'}"
        elif "announced" in params:
            variant = ".yes" if params["announced"] else ".no"
        elif params.get("card", "") is None:
            variant = ".nobody" if action.__struct_config__.tag == "call" else ".nothing"
        return self.say(f"action.{self.game}.{action.__struct_config__.tag}{variant}", **params)

    def tell_end(self, game: str, event: Event) -> Iterable[str]:
        """The sentences for the events that end every game's match; none for other events."""
        if isinstance(event, Forfeited):
            yield self.tell(game, event, event.cause)
        elif isinstance(event, MatchEnded):
            yield self.tell(game, event)
            for seat in sorted(range(len(event.places)), key=lambda seat: event.places[seat]):
                yield self.say("cli.place_line", place=event.places[seat], player=seat, total=event.totals[seat])


class Table(Protocol):
    """A table as one person follows it; remembers what later sentences need."""

    def sentences(self, event: Any) -> Iterable[str]:
        """What happened, in one or more lines."""

    def show(self, view: Any) -> Iterable[str]:
        """What lies on the table and what the seat holds, in lines."""


def make(game: str, people: People) -> Table:
    """The table of a game."""
    return cast("Table", importlib.import_module(f"{__name__}.{game}").Table(people))


def line(label: str, value: object) -> str:
    """One labelled line; ``label`` is a key below ``cli.table``."""
    return labelled(message(f"cli.table.{label}"), value)


def labelled(label: str, value: object) -> str:
    """One line with its label in a column that fits all of them, however wide their letters are."""
    return f"{' ' * (LABEL_WIDTH - cell_len(label))}{label}  {value}"


def cards_of(plays: Iterable[Any], people: People) -> str:
    """What each seat has played to a trick, in order; ``plays`` have ``seat`` and ``card`` or ``cards``."""
    return "  ".join(f"{people[play.seat]} {people.cards(_codes(play))}" for play in plays) or "-"


def _codes(play: Any) -> Sequence[str]:
    return (play.card,) if hasattr(play, "card") else cast("Sequence[str]", play.cards)


def hand_by_suit(hand: Iterable[str], people: People) -> str:
    """A sorted hand with a wider gap between the suits; cards without a suit stand together."""
    suits = groupby(hand, key=lambda code: code[-1] if code[-1] in SUIT_SYMBOLS else "")
    return "   ".join(people.cards(codes) for _, codes in suits) or "-"
