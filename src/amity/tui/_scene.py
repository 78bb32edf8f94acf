"""What one person sees of a moment and can choose, before anything is drawn."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Protocol, cast

from amity.cards import SUIT_SYMBOLS
from amity.match import Action, View
from amity.tables import People
from amity.text import message


@dataclass(frozen=True)
class Group:
    """Cards in one row, with what stands in front of them."""

    label: str
    cards: tuple[str, ...]


@dataclass(frozen=True)
class SeatRow:
    """One seat at the table."""

    name: str
    notes: tuple[str, ...]
    """What is known of it, in words, the most important first."""
    cards: tuple[str, ...] = ()
    """What it has played to the trick."""
    to_act: bool = False
    winning: bool = False
    """Whether the trick is this seat's so far, or was."""


@dataclass(frozen=True)
class Choice:
    """One line of the list of choices: an action, or cards to raise (a suggestion)."""

    label: str
    action: Action | None = None
    cards: tuple[str, ...] = ()


@dataclass(frozen=True)
class Scene:
    """A moment as one person sees it."""

    title: str
    prompt: str
    seats: tuple[SeatRow, ...]
    facts: tuple[tuple[str, str], ...] = ()
    """Label and what is said, a line each."""
    shown: tuple[Group, ...] = ()
    """Open cards that belong to no trick: melds, the dog, the base."""
    hand: tuple[Group, ...] = ()
    bright: frozenset[str] = frozenset()
    """Cards that can be part of what is allowed now."""
    wanted: int | None = None
    """How many cards are chosen for one action: 1 when a single one is carried out at once, 0 for any number,
    ``None`` when no cards are chosen now."""
    several: bool = False
    """Whether several cards mean something although a single one is carried out at once: a handful."""
    choices: tuple[Choice, ...] = ()
    last_trick: tuple[Group, ...] = ()
    """By player, in the order played."""


class Desk(Protocol):
    """One game as a person at the terminal plays it."""

    def scene(self, view: Any, people: People) -> Scene:
        """What a view shows and offers."""

    def ways(self, view: Any, cards: tuple[str, ...]) -> Sequence[Action]:
        """What choosing these cards, at least one, can mean now, allowed or not; the usual meaning first."""

    def named(self, view: Any, action: Any, people: People) -> str:
        """One of the :meth:`ways` in words, before it is sent."""


def desk(game: str) -> Desk:
    """The desk of a game."""
    return cast("Desk", importlib.import_module(f"amity.tui.games.{game}").DESK)


def rows_by_suit(hand: Iterable[str]) -> tuple[Group, ...]:
    """A sorted hand, a row for each suit; cards without a suit stand together under no name."""
    rows = groupby(hand, key=lambda code: code[-1] if code[-1] in SUIT_SYMBOLS else "")
    return tuple(Group(SUIT_SYMBOLS.get(suit, "★"), tuple(codes)) for suit, codes in rows)


def trick_rows(plays: Iterable[Any], people: People) -> tuple[Group, ...]:
    """The plays of a trick; each has ``seat`` and ``card`` or ``cards``."""
    return tuple(Group(people[play.seat], cards_of(play)) for play in plays)


def cards_of(play: Any) -> tuple[str, ...]:
    """The cards of one play."""
    return (play.card,) if hasattr(play, "card") else tuple(play.cards)


def played_by(plays: Iterable[Any]) -> dict[int, tuple[str, ...]]:
    """What each seat has on the table."""
    return {play.seat: cards_of(play) for play in plays}


def listed(actions: Sequence[Action], people: People) -> tuple[Choice, ...]:
    """Actions as choices, in their own words."""
    return tuple(Choice(people.action(action), action) for action in actions)


def claim_choice(view: View, people: People) -> tuple[Choice, ...]:
    """The claim of the rest, where there is one."""
    claim = view.claim_action()
    return () if claim is None else (Choice(people.action(claim), claim),)


def title_of(game: str, phase: str) -> str:
    """The game and what is going on."""
    return f"{message(f'game.{game}')} · {message(f'phase.{game}.{phase}')}"


def card_count(count: int) -> str:
    """A number of cards."""
    return message("tui.cards", {"n": count})
