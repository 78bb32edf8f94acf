"""The bodies of the HTTP calls about who is let in, and of the club's table of results."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from amity.server.account_messages import Password
from amity.server.messages import Struct, Token


class EntryState(Struct, frozen=True):
    """``GET /api/entry``: whether one is let in."""

    members_only: bool
    member: bool
    """Whether this browser may play here; true for everybody where the server is open."""
    password: bool
    """Whether the club's password opens."""
    may_invite: bool
    """Whether this browser may make invitations."""


class Entry(Struct, frozen=True):
    """``POST /api/entry``: come in by the club's password or by an invitation, one of the two."""

    password: Password | None = None
    invitation: Token | None = None


class NewInvitation(Struct, frozen=True):
    """``POST /api/invitations``."""

    days: Annotated[int, Meta(ge=1, le=90)] = 7
    uses: Annotated[int, Meta(ge=1, le=100)] = 10


class Invitation(Struct, frozen=True):
    """An invitation; nobody is told its token again."""

    token: Token
    """What stands behind the ``#`` of the link: ``/enter#TOKEN``."""
    ends_ms: int
    uses: int


class ClubRow(Struct, frozen=True):
    """What one member has played in a period."""

    name: str | None
    guest: bool
    """Whether it is a browser without an account."""
    matches: int
    wins: int
    points: int
    """The sum of the final totals: points in Mate and Pinochle, b in Tarot, levels in Friends!."""


class ClubTable(Struct, frozen=True):
    """``GET /api/club/{game}``: the matches of people against people, most wins first."""

    game: str
    rows: list[ClubRow]
