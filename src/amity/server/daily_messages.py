"""The bodies of the HTTP calls about the deal of the day. Who asks names himself as for the ratings."""

from __future__ import annotations

from amity.server.messages import Digest, Guest, Level, PlayerName, Struct, TableCode


class PlayDaily(Struct, frozen=True):
    """``POST /api/daily/{game}``: the own table with the deal of the day, the same one however often one asks."""

    name: PlayerName
    guest: Guest


class DailyBot(Struct, frozen=True):
    """What a bot has made of the same cards."""

    level: Level
    points: float


class DailyPlayer(Struct, frozen=True):
    """Somebody's place in the table of the day."""

    rank: int
    """1 is best; equal points share it."""
    name: str | None
    """``null`` when he has had his data deleted."""
    points: float
    """In the game's points."""
    share: float
    """Percent of the others, bots among them, that he did at least as well as."""
    own: bool


class WeekPlayer(Struct, frozen=True):
    """Somebody's place in the table of the week."""

    rank: int
    name: str
    days: int
    share: float
    """The shares of all his days of this week, added up."""
    own: bool


class RevealedDay(Struct, frozen=True):
    """What the deal of an earlier day is checked with."""

    day: str
    code: str
    """Under which the deal was derived from the seed."""
    commitment: Digest
    seed: str
    """Hexadecimal."""


class DailyGame(Struct, frozen=True):
    """The deal of the day in one game. What others have made of it is told to those only who have played it."""

    game: str
    preset: str
    seats: int
    commitment: Digest | None
    """SHA-256 of the day's seed; ``null`` until somebody plays."""
    people: int
    """How many have played it to its end."""
    table: TableCode | None
    """The own table, once one has begun."""
    done: bool
    """Whether one has played it to its end."""
    points: float | None
    """What one has made of it; ``null`` also where it does not count, since a bot finished it."""
    share: float | None
    """Percent of the others, bots among them, that one did at least as well as; ``null`` while there are none."""
    average: float | None
    """The mean of the others, bots among them."""
    bots: list[DailyBot]
    """What bots have made of it in the same seat, as far as they have played."""
    players: list[DailyPlayer]
    """The best of the day, and oneself."""
    week: list[WeekPlayer]
    """The best of the week, and oneself; without today until one has played."""
    before: RevealedDay | None
    """The last earlier day that may be checked, of the seven before."""


class DailyState(Struct, frozen=True):
    """``POST /api/daily``: the deals of the day."""

    day: str
    """In UTC, as ``2026-11-30``."""
    next_ms: int
    """How long until the next day."""
    games: list[DailyGame]
