"""The bodies of the HTTP calls about matches that are looked at again."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from amity.server.messages import AdvisedAction, Guest, Level, PlayerName, Struct, TableState

ReviewName = Annotated[str, Meta(min_length=16, max_length=32)]


class ReviewOpened(Struct, frozen=True):
    """``POST /api/tables/{code}/review`` opens a match that is over, ``POST /api/reviews`` a record.

    Whoever knows the name may look at it.
    """

    review: ReviewName
    seat: int | None
    """The own seat; ``null`` in a record that was brought."""


class ReviewedDeal(Struct, frozen=True):
    """One deal of the match."""

    deal: int
    """From 1; deals that nobody wanted to play count too."""
    version: int
    """The match's version with its first event."""
    steps: int


class Review(Struct, frozen=True):
    """``GET /api/reviews/{review}``: the match as a whole."""

    review: ReviewName
    brought: bool
    """Whether it is a record that somebody has brought, and no match of this server."""
    table: TableState
    """As it is now the match is over; of a record only what the record tells."""
    deals: list[ReviewedDeal]


class ReviewStep(Struct, frozen=True):
    """One step of a deal and the table after it, with all hands."""

    version: int
    """The match's version after the step."""
    seat: int | None
    """Who acted; ``null`` for a deal, or a match that ended otherwise."""
    action: msgspec.Raw | None
    events: list[msgspec.Raw]
    """Everything that happened, hidden things included."""
    view: msgspec.Raw
    """The table as spectators saw it."""
    hands: list[list[str]]
    """The cards of each seat."""


class ReviewDeal(Struct, frozen=True):
    """``GET /api/reviews/{review}/deals/{deal}``: the course of one deal."""

    deal: int
    steps: list[ReviewStep]


class AnalysedDecision(Struct, frozen=True):
    """What the expert says of one decision."""

    deal: int
    version: int
    """The match's version before it."""
    seat: int
    action: msgspec.Raw
    choices: list[AdvisedAction]
    """What the expert would choose, the best first; none where there was no choice, or no answer."""
    expected: float | None
    """What the action was likely to bring, in the unit of hints; ``null`` where the expert has not looked at it."""
    cost: float | None
    """How much less than the best choice."""


class Analysis(Struct, frozen=True):
    """``GET /api/reviews/{review}/analysis``: as far as it has come; ``POST`` asks for it."""

    wanted: bool
    """Whether somebody has asked for it."""
    level: Level
    done: int
    total: int
    """Decisions of people; of everybody where only bots played."""
    decisions: list[AnalysedDecision]
    """Of the deals that are finished."""


class PracticeRequest(Struct, frozen=True):
    """``POST /api/reviews/{review}/practice``: a table against bots that goes on from a position."""

    version: Annotated[int, Meta(ge=1)]
    """The match's version before a decision."""
    name: PlayerName
    guest: Guest | None = None
    """As in ``CreateTable``."""
