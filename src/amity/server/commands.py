"""What a table's mailbox takes. Dispatched by type; everything arrives decoded."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from amity.bots import Advice
from amity.errors import AmityError
from amity.match import Action
from amity.server.identity import Identity
from amity.server.messages import ClientMessage, ServerMessage
from amity.server.stored import StoredPerson

if TYPE_CHECKING:
    from amity.server.table import Table


class Listener(Protocol):
    """A connection as a table sees it."""

    seat: int | None
    """The seat it plays; ``None`` for a spectator, and before the table has answered."""
    identity: Identity
    """Who is at its other end."""
    gone: bool
    """Whether it has ended; it is not taken in any more."""

    def send(self, message: ServerMessage) -> None:
        """Queue a message for this connection alone."""

    def send_text(self, text: str) -> None:
        """Queue a frame that was encoded for several."""

    def close(self, reason: str) -> None:
        """Send what is queued, then ``closing``, and close."""


@dataclass(frozen=True)
class Attach:
    """A connection wants to follow the table."""

    listener: Listener
    token: str | None
    last_version: int | None


@dataclass(frozen=True)
class Said:
    """A connection that follows the table sent a message."""

    listener: Listener
    message: ClientMessage


@dataclass(frozen=True)
class Join:
    """Somebody takes a free seat; the answer is the seat's number."""

    person: StoredPerson
    seat: int | None
    answer: asyncio.Future[int]


@dataclass(frozen=True)
class Ask:
    """Read something in the mailbox's turn, so that nothing half-done and nothing unstored is seen."""

    question: Callable[[Table], Any]
    answer: asyncio.Future[Any]


@dataclass(frozen=True)
class SeedsDue:
    """The time for the seats' commitments, or for their seeds, is over."""

    phase: str


@dataclass(frozen=True)
class FillDue:
    """Nobody else has come in time: bots take the free seats."""


@dataclass(frozen=True)
class HandOverDue:
    """Whoever has waited for the end of the deal gets his seat."""


@dataclass(frozen=True)
class ResumeDue:
    """All people are back at an adjourned match."""


@dataclass(frozen=True)
class DealDue:
    """The next deal need not wait any longer."""

    version: int


@dataclass(frozen=True)
class BotChose:
    """A bot has chosen for a seat: its own, or one whose time ran out."""

    version: int
    seat: int
    action: Action | None
    """``None`` when no bot could choose; any legal action will do."""
    level: str
    """Of the bot that chose, which may stand in for the seat's own."""


@dataclass(frozen=True)
class HintFound:
    """What a bot would choose among at this version, or why that is not known."""

    version: int
    seat: int
    level: str
    choices: Sequence[Advice]
    problem: AmityError | None


@dataclass(frozen=True)
class TimeOut:
    """A seat's time for the decision at this version ran out. Loses to whatever was stored before."""

    version: int
    seat: int
    deadline: float


@dataclass(frozen=True)
class Look:
    """Something outside may have changed what comes next: a bot is prepared, the store can be written again."""


@dataclass(frozen=True)
class Close:
    """The server stops: tell everybody."""

    reason: str


@dataclass(frozen=True)
class CloseTable:
    """The operator closes this table for good."""


@dataclass(frozen=True)
class Reread:
    """The store was put back to another state: what the memory holds is worth nothing."""


Command = (
    Attach
    | Said
    | Join
    | Ask
    | SeedsDue
    | FillDue
    | HandOverDue
    | ResumeDue
    | DealDue
    | BotChose
    | HintFound
    | TimeOut
    | Look
    | Close
    | CloseTable
    | Reread
)
