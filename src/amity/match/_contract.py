"""The contract of a match. Games implement it, everything above plays through it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Literal, Self

import msgspec

from amity.errors import IllegalAction, InvalidRequest
from amity.shuffle import MatchRandom


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The options of a match, checked when they are read. A game's presets are values of its subclass.

    Fields are ``bool``, ``Literal[...]`` of words, or ``int`` with ``msgspec.Meta`` bounds, so that a form can be
    built from them (:func:`amity.match.describe_options`).
    """


class Action(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """What a seat says or plays. Compares and hashes by value."""


class Event(msgspec.Struct, frozen=True, tag_field="type"):
    """What has happened, outcomes included. Immutable, and all the match keeps."""

    def seen_by(self, seat: int | None) -> Event:
        """This event as a seat may know it, or a spectator (``None``). Public events return themselves."""
        return self

    def action(self) -> tuple[int, Action] | None:
        """The seat and action that this event carried out; ``None`` for chance and for consequences.

        Records are verified by carrying these out again.
        """
        return None


class MatchEnded(Event, frozen=True, tag="match_ended"):
    """The match is over."""

    totals: tuple[int, ...]
    """Final total of each seat (partners: the total of their side)."""
    places: tuple[int, ...]
    """Place of each seat, 1 is best; equal places are shared."""
    reason: Literal["played", "forfeit"] = "played"


class Forfeited(Event, frozen=True, tag="forfeited"):
    """A seat lost the match without playing it out."""

    seat: int
    cause: Literal["time", "resigned"]


class View(msgspec.Struct, frozen=True, tag_field="game", kw_only=True):
    """The present moment, exactly as a seat may know it.

    A view and the seat's :meth:`Match.history` are all that bots, hints and clients get. Subclasses add the game's
    own fields and give ``legal_actions``.
    """

    seat: int | None
    """The seat that looks; ``None`` for a spectator."""
    to_act: int | None
    """The seat whose turn it is."""
    version: int
    """Number of events so far."""

    def legal_actions(self) -> Sequence[Action]:
        """What this seat may do now; empty when it is not its turn.

        Games with too many actions to list give sensible candidates and say so in their docstring.
        """
        return ()

    def claim_action(self) -> Action | None:
        """The claim of all tricks that are left which this seat could make now, where the game knows claims and the
        view tells; never among the legal actions.
        """
        return None

    def with_help(self) -> View:
        """This view as a person's client gets it, with what bots do not read and takes long to work out."""
        return self


class Match(ABC):
    """A match in progress: a state machine that knows all cards.

    Only :meth:`view` may cross to a player. ``random`` is needed for :meth:`deal` alone; a match that is only read
    (a stored one, a record) does without.
    """

    game: ClassVar[str]
    rules_version: ClassVar[int]
    folds: ClassVar[Mapping[type[Event], Callable[[Any, Any], None]]]
    """By type of event, the method that adds such an event to the state. These decide nothing."""

    options: Any
    seats: int
    to_act: int | None
    """The seat that acts next; ``None`` while a deal is awaited or the match is over."""
    awaiting_deal: bool
    """Whether :meth:`deal` is the next step."""
    result: MatchEnded | None
    """How the match ended, once it has."""
    events: list[Event]
    """Everything that has happened, hidden things included. Append only through :meth:`fold`."""

    def __init__(self, options: Any, seats: int, random: MatchRandom | None = None) -> None:
        self.options = options
        self.seats = seats
        self.random = random
        self.to_act = None
        self.awaiting_deal = True
        self.result = None
        self.events = []
        self._seen: dict[int | None, list[Event]] = {}

    @abstractmethod
    def deal(self) -> list[Event]:
        """Let chance take the next step; what happens begins with an event tagged ``dealt``.

        :raises InvalidRequest: ``no_deal_awaited``, or ``no_randomness`` when the match was made without.
        """

    def after_deal(self) -> list[Event]:
        """What follows from the cards just dealt before anybody acts; :meth:`deal` ends with it. Changes nothing."""
        return []

    @abstractmethod
    def apply(self, seat: int, action: Action) -> list[Event]:
        """Carry out an action and return what happened.

        :raises IllegalAction: the state is unchanged; the error names the rule and one legal action.
        """

    @abstractmethod
    def legal_actions(self) -> Sequence[Action]:
        """What the seat in turn may do, as :meth:`View.legal_actions`; empty when no seat is to act."""

    @abstractmethod
    def view(self, seat: int | None) -> View:
        """What a seat, or a spectator (``None``), may know at this moment."""

    def fold(self, event: Event) -> None:
        """Add one event to the state. Decides nothing."""
        self.folds[type(event)](self, event)
        self.events.append(event)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.result is not None

    @property
    def version(self) -> int:
        """Number of events so far."""
        return len(self.events)

    def history(self, seat: int | None) -> tuple[Event, ...]:
        """All events as this seat saw them."""
        seen = self._seen.get(seat)
        if seen is None:
            seen = self._seen[seat] = []
        if len(seen) < len(self.events):
            seen.extend(event.seen_by(seat) for event in self.events[len(seen) :])
        return tuple(seen)

    def forfeit(self, seat: int, cause: Literal["time", "resigned"]) -> list[Event]:
        """The seat loses the match for its side; everybody else shares the first place.

        :raises InvalidRequest: ``match_over``.
        """
        if self.over:
            raise InvalidRequest("match_over")
        losers = self.side_of(seat)
        places = tuple(len(self.totals) - len(losers) + 1 if s in losers else 1 for s in range(self.seats))
        return self._take([Forfeited(seat, cause), MatchEnded(tuple(self.totals), places, "forfeit")])

    def side_of(self, seat: int) -> frozenset[int]:
        """The seats that win and lose the match together with this one."""
        return frozenset((seat,))

    @property
    @abstractmethod
    def totals(self) -> Sequence[int]:
        """The running total of each seat."""

    @classmethod
    def replay(cls, options: Any, seats: int, events: Iterable[Event], random: MatchRandom | None = None) -> Self:
        """The match that these events made."""
        match = cls(options, seats, random)
        for event in events:
            match.fold(event)
        return match

    def check_turn(self, seat: int) -> None:
        """Refuse a seat that is not in turn.

        :raises IllegalAction: ``match_over``, ``deal_awaited`` or ``not_your_turn``.
        """
        if seat == self.to_act:
            return
        if self.result is not None:
            raise IllegalAction("match_over")
        if self.awaiting_deal:
            raise IllegalAction("deal_awaited")
        raise IllegalAction("not_your_turn", seat=seat, to_act=self.to_act)

    def check_deal(self) -> MatchRandom:
        """The match's chance, when it is chance's turn.

        :raises InvalidRequest: ``no_deal_awaited`` or ``no_randomness``.
        """
        if not self.awaiting_deal:
            raise InvalidRequest("no_deal_awaited")
        if self.random is None:
            raise InvalidRequest("no_randomness")
        return self.random

    def _take(self, events: list[Event]) -> list[Event]:
        for event in events:
            self.fold(event)
        return events
