"""Matches that go through phases, for games that ask seats several kinds of question."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Generic, TypeVar

from amity.errors import IllegalAction
from amity.match._contract import Action, Event, Forfeited, Match, MatchEnded

M = TypeVar("M", bound="PhasedMatch")


class MatchPhase(ABC, Generic[M]):
    """One kind of question to one seat at a time.

    A phase holds no state. It reads the match, refuses an action or turns it into events; the match folds them.
    """

    name: ClassVar[str]
    expects: ClassVar[tuple[type[Action], ...]]
    expected: ClassVar[str]
    """What it is time for, in a word, for refusals."""

    @abstractmethod
    def legal(self, match: M, seat: int) -> Sequence[Action]:
        """What the seat in turn may do, at least one action; sensible candidates where there are too many."""

    @abstractmethod
    def decide(self, match: M, seat: int, action: Any) -> list[Event]:
        """The events of an action of an expected type.

        :raises IllegalAction: the rules forbid it; the match is unchanged.
        """


class PhasedMatch(Match):
    """A match whose present phase says what is asked, what may be answered and what follows from it."""

    phase: MatchPhase[Any] | None
    """``None`` while a deal is awaited and when the match is over."""

    def apply(self, seat: int, action: Action) -> list[Event]:
        """Carry out an action. Errors as :meth:`Match.apply`; ``wrong_phase`` for a type that is not asked for."""
        self.check_turn(seat)
        phase = self.phase
        assert phase is not None, "a seat is in turn"
        if type(action) not in phase.expects:
            raise IllegalAction(
                "wrong_phase", legal=phase.legal(self, seat)[0], phase=phase.name, expected=phase.expected
            )
        events = self._take(phase.decide(self, seat, action))
        while (following := self.automatic()) is not None:
            phase = self.phase
            assert phase is not None, "a seat is in turn"
            events += self._take(phase.decide(self, *following))
        return events

    def automatic(self) -> tuple[int, Action] | None:
        """The seat in turn and what it does without being asked, because an action before has settled it."""
        return None

    def legal_actions(self) -> Sequence[Action]:
        """What the seat in turn may do, as the phase says."""
        if self.phase is None or self.to_act is None:
            return ()
        return self.phase.legal(self, self.to_act)

    def _await_deal(self) -> None:
        self.phase = None
        self.to_act = None
        self.awaiting_deal = True

    def _forfeited(self, event: Forfeited) -> None:
        """Who lost stands in the result that follows."""

    def _ended(self, event: MatchEnded) -> None:
        self.result = event
        self.phase = None
        self.to_act = None
        self.awaiting_deal = False
