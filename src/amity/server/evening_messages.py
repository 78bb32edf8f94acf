"""The bodies of the HTTP calls about duplicate evenings."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from amity.server.messages import Digest, Guest, Level, PlayerName, Speed, Struct, TableCode, Token

Chance = Annotated[str, Meta(pattern="^[0-9a-f]{2,128}$")]


class CreateEvening(Struct, frozen=True):
    """``POST /api/evenings``: whoever makes it plays as well, and begins it."""

    game: str
    tables: Annotated[int, Meta(ge=2, le=20)]
    """At most; fewer when fewer people come."""
    deals: Annotated[int, Meta(ge=1, le=40)]
    name: PlayerName
    preset: str = ""
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    """Options that differ from the preset; what a single deal needs is set by the server."""
    seats: Annotated[int, Meta(ge=2, le=6)] | None = None
    """At each table, in a game for several numbers of players."""
    speed: Speed = "normal"
    level: Level = "club"
    """Of the bots in seats that stay free."""
    guest: Guest | None = None
    seed: Chance | None = None
    """Drawn by whoever comes, in hexadecimal; it goes into all deals."""


class EnterEvening(Struct, frozen=True):
    """``POST /api/evenings/{code}/entrants``."""

    name: PlayerName
    guest: Guest | None = None
    seed: Chance | None = None


class EveningEntry(Struct, frozen=True):
    """Answer to both. The token is the seat at every table of the evening."""

    evening: TableCode
    entrant: int
    token: Token


class Entrant(Struct, frozen=True):
    """Somebody who plays."""

    name: str | None
    """``null`` when he has had his data deleted."""
    place: int | None
    """The number of his table, from 0; ``null`` until the evening has begun."""
    seat: int | None


class PlaceState(Struct, frozen=True):
    """How far one of the tables is."""

    place: int
    number: int
    """The deal that it plays, or has played last, from 1."""
    table: TableCode
    done: bool
    """Whether it has played all deals."""


class RankedEntrant(Struct, frozen=True):
    """Somebody's result, compared with those who held the same cards."""

    rank: int
    name: str | None
    """Of a person; ``null`` as in ``Entrant``."""
    level: Level | None
    """Of a bot."""
    place: int
    seat: int
    percent: float
    """Match points of the highest number possible."""
    difference: float
    """From the mean of all who held the same cards, per deal, in the game's points."""


class EveningState(Struct, frozen=True):
    """``GET /api/evenings/{code}``."""

    code: TableCode
    game: str
    preset: str
    options: dict[str, Any]
    seats: int
    tables: int
    deals: int
    phase: Literal["open", "running", "over"]
    entrants: list[Entrant]
    """The first is whoever made it."""
    places: list[PlaceState]
    compared: int
    """Deals that all tables have played, which the ranking is made of."""
    ranking: list[RankedEntrant]
    commitment: Digest
    """SHA-256 of the evening's seed, from which all deals follow."""
    seed: str | None
    """That seed, in hexadecimal, once the evening is over."""
    seeds: list[str | None]
    """Those of the entrants, once it has begun."""
