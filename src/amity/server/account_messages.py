"""The bodies of the HTTP calls about accounts and the matches of one person."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from amity.server.chat_messages import Phrase
from amity.server.messages import Level, PlayerName, Struct, TableCode, Token
from amity.server.rating_messages import OwnRatings

Password = Annotated[str, Meta(max_length=1024)]


class Credentials(Struct, frozen=True):
    """``POST /api/account`` makes an account, ``POST /api/session`` opens one that there is."""

    name: PlayerName
    password: Password


class NewBot(Struct, frozen=True):
    """``POST /api/bots``: a bot of somebody's, which plays over the protocol and is shown as one."""

    name: PlayerName


class BotMade(Struct, frozen=True):
    """Answer to that. With the token in ``Authorization: Bearer …`` the bot makes tables and takes seats."""

    name: str
    token: Token


class NewPassword(Struct, frozen=True):
    """``PUT /api/account/password``."""

    old: Password
    new: Password


class Confirmation(Struct, frozen=True):
    """``POST /api/account/deletion``: what cannot be undone asks for the password once more."""

    password: Password


class HeldSeat(Struct, frozen=True):
    """A seat that this device holds."""

    table: TableCode
    token: Token


class HeldSeats(Struct, frozen=True):
    """``POST /api/matches`` shows the matches of these seats, ``POST /api/account/matches`` takes them into the
    account. Those whose token is wrong are left out."""

    seats: Annotated[list[HeldSeat], Meta(max_length=100)]


class Account(Struct, frozen=True):
    """An account, as its owner sees it."""

    name: str
    created_ms: int


class AccountState(Struct, frozen=True):
    """Who is at this browser; ``null`` for a guest."""

    account: Account | None


class MatchSeat(Struct, frozen=True):
    """Who sat in one seat."""

    kind: Literal["free", "person", "bot"]
    name: str | None
    """Of a person; ``null`` when he has had his data deleted."""
    level: Level | None
    """Of a bot, also of one that plays on for a person who has left."""
    program: bool
    """Whether a program played here: a bot of somebody's, over the protocol."""


class PlayedMatch(Struct, frozen=True):
    """One match of somebody."""

    table: TableCode
    seat: int
    """His own."""
    game: str
    preset: str
    created_ms: int
    changed_ms: int
    """When the last thing happened there."""
    over: bool
    practice: bool
    """Whether it went on from a position of another match, against bots."""
    review: bool
    """Whether he may look at it again."""
    seats: list[MatchSeat]
    totals: list[int] | None
    """By seat; ``null`` without a result: it goes on, or the table was closed."""
    places: list[int] | None
    """By seat, 1 is best; equal places are shared."""


class PlayedMatches(Struct, frozen=True):
    """The matches of somebody, the last first."""

    matches: list[PlayedMatch]
    more: bool
    """Whether there are older ones: ask for those ``before`` the last of these."""


class OwnSession(Struct, frozen=True):
    """One browser that is logged in."""

    created_ms: int
    ends_ms: int


class OwnLine(Struct, frozen=True):
    """Something that was said at a table, as long as that is kept."""

    table: str
    said_ms: int
    phrase: Phrase | None
    text: str | None


class OwnResult(Struct, frozen=True):
    """What a match has brought."""

    table: str
    game: str
    ended_ms: int
    place: int
    """1 is best."""
    points: int
    left: bool
    """Whether one was away when it ended."""
    rated: bool
    rating_before: int | None
    """``null`` where it was not rated."""
    rating_after: int | None


class OwnEvening(Struct, frozen=True):
    """A duplicate evening that one has entered, or a deal of a day."""

    evening: str
    game: str
    day: str | None
    """For the deal of a day: which day, as ``2026-11-30``."""
    created_ms: int
    name: str | None


class OwnReport(Struct, frozen=True):
    """A line that one has shown to the operator."""

    table: str
    line: int
    reported_ms: int


class OwnData(Struct, frozen=True):
    """``GET /api/account/data``: everything that is kept of an account, but for the hash of its password."""

    account: Account
    sessions: list[OwnSession]
    matches: list[PlayedMatch]
    results: list[OwnResult]
    evenings: list[OwnEvening]
    ratings: OwnRatings
    said: list[OwnLine]
    reported: list[OwnReport]
    blocked: list[str | None]
    """The names of those whom it has blocked."""
