"""What is stored of a table, in its own structs with format numbers, apart from what goes over the wire.

A format never changes its meaning. When a struct here or a game's event changes so that old bytes would be misread,
the number counts up and the reader for the old number stays (``tests/server/data`` holds old bytes that must read).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, Final, Literal

import msgspec

from amity import games
from amity.errors import InvalidRequest
from amity.match import Action, Event, Match, Options
from amity.server.messages import Level
from amity.server.tokens import token_fits
from amity.shuffle import MatchRandom

TABLE_FORMAT: Final = 1
EVENT_FORMAT: Final = 1

Phase = Literal["waiting", "starting", "playing", "adjourned", "over"]


class StoredPerson(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who sits down."""

    name: str
    token_hash: str
    guest: str | None = None
    """The hash of the random identity that his browser keeps."""
    account: str | None = None
    """Who he is logged in as."""
    rating: int | None = None
    """At a rated table: the rating with which he sits down."""


class StoredSeat(msgspec.Struct, frozen=True, kw_only=True):
    """One seat: who sits there and what he adds to the shuffle."""

    kind: Literal["free", "person", "bot"]
    name: str | None = None
    """Of a person."""
    level: Level | None = None
    """Of a bot."""
    token_hash: str | None = None
    commitment: str | None = None
    """SHA-256 of the seat's seed, in hexadecimal."""
    seed: str | None = None
    """The seed once it is revealed, in hexadecimal."""
    hints: int = 0
    """Hints that it was given in this match."""
    guest: str | None = None
    """As in :class:`StoredPerson`."""
    account: str | None = None
    """As in :class:`StoredPerson`."""
    rating: int | None = None
    """As in :class:`StoredPerson`."""
    open: bool = False
    """A bot that only keeps the seat for a person."""
    away: Level | None = None
    """The level of the bot that plays on for a person who has left; ``None`` while he plays himself."""
    arriving: StoredPerson | None = None
    """Who gets the seat when the deal is over."""
    bank_ms: int | None = None
    """What is left of the seat's own time; ``None`` for all of it."""

    @property
    def plays(self) -> Level | None:
        """The level of the bot that decides for the seat; ``None`` for a person, or nobody."""
        return self.level if self.kind == "bot" else self.away

    @property
    def takeable(self) -> bool:
        """Whether somebody may take the seat: nobody is there, or a bot that only keeps it."""
        return self.arriving is None and (self.kind == "free" or self.open or self.away is not None)


class StoredNotice(msgspec.Struct, frozen=True, kw_only=True):
    """Something out of the ordinary that everybody at the table shall know."""

    code: Literal["table_reopened", "table_closed", "board_over"]
    params: dict[str, Any]


class StoredBoard(msgspec.Struct, frozen=True, kw_only=True):
    """Which deal of a duplicate evening a table plays. Holds the secret of all of them."""

    evening: str
    place: int
    """The number of the table in the evening, from 0."""
    number: int
    """Of the deal, from 1."""
    deals: int
    seed: str
    """The evening's, in hexadecimal."""
    salt: str
    """What the entrants have added to the deals, as one hash."""
    day: str | None = None
    """For the deal of a day: which day, as ``2026-11-30``."""

    def __repr__(self) -> str:
        return f"StoredBoard(evening={self.evening!r}, place={self.place}, number={self.number})"


class StoredTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table without the events of its match. Holds the secret of every deal: it never leaves the server."""

    code: str
    game: str
    preset: str
    options: dict[str, Any]
    """All of them."""
    rules_version: int
    seats: tuple[StoredSeat, ...]
    host: int | None
    move_seconds: int
    """Time for a decision; 0 for no clock."""
    on_timeout: Literal["lose", "autoplay"]
    match: str
    """Identifier of the match in its random streams."""
    server_seed: str
    """Hexadecimal."""
    bot_seed: str
    """What the bots' own choices are drawn from; tells nothing about the deals."""
    created_ms: int
    hints: bool = False
    """Whether people may ask for hints."""
    public: bool = False
    """Whether it stands in the lobby."""
    bank_seconds: int = 0
    """Time that a seat has for the whole match, used up when the time for a decision is over."""
    ready_check: bool = False
    """Whether all people say that they are ready before the first deal."""
    board: StoredBoard | None = None
    """For a table of a duplicate evening."""
    rated: bool = False
    """Whether the match counts for the ratings of its players."""
    practice: bool = False
    """Whether it goes on from a position of another match, whose deals are known."""
    fill_ms: int | None = None
    """When bots take the free seats, counted from the making of the table; ``None``: when the host says so."""
    kicked: tuple[str, ...] = ()
    """Guests who may not sit down here any more."""
    phase: Phase = "waiting"
    adjourned_ms: int | None = None
    """When the match was put off, while it is."""
    rematch: str | None = None
    """The table where the same people play again."""
    rematch_of: str | None = None
    notice: StoredNotice | None = None
    revision: int = 0
    format: int = TABLE_FORMAT

    def __repr__(self) -> str:
        return f"StoredTable(code={self.code!r}, phase={self.phase!r}, revision={self.revision})"

    @property
    def full(self) -> bool:
        """Whether somebody sits in every seat."""
        return all(seat.kind != "free" for seat in self.seats)

    def seats_of(self, kind: Literal["free", "person", "bot"]) -> list[int]:
        """The seats of one kind."""
        return [number for number, seat in enumerate(self.seats) if seat.kind == kind]

    def seat_of(self, token: str) -> int | None:
        """The seat that a token holds; ``None`` for one that holds it from the next deal on.

        :raises InvalidRequest: ``bad_token``.
        """
        if any(seat.arriving is not None and token_fits(token, seat.arriving.token_hash) for seat in self.seats):
            # He sees what spectators see until the seat is his.
            return None
        for number, seat in enumerate(self.seats):
            if seat.token_hash is not None and token_fits(token, seat.token_hash):
                return number
        raise InvalidRequest("bad_token")

    def seat_held(self, token: str | None) -> int | None:
        """The seat that the hash of a token holds."""
        held = (number for number, seat in enumerate(self.seats) if token is not None and seat.token_hash == token)
        return next(held, None)

    def with_seat(self, number: int, seat: StoredSeat) -> StoredTable:
        """The table with another seat in that place."""
        seats = list(self.seats)
        seats[number] = seat
        return msgspec.structs.replace(self, seats=tuple(seats))

    def random(self) -> MatchRandom:
        """The chance of the match; only right once the seats' seeds are settled."""
        return MatchRandom(
            bytes.fromhex(self.server_seed),
            self.match,
            tuple(bytes.fromhex(seat.seed or "") for seat in self.seats),
        )

    def game_options(self) -> Options:
        """The options as the game's own struct."""
        return msgspec.convert(self.options, games.get(self.game).options_type)

    def new_match(self, events: Iterable[Event] = ()) -> Match:
        """The match of this table after these events."""
        return games.get(self.game).match_type.replay(self.game_options(), len(self.seats), events, self.random())


def write_table(table: StoredTable) -> bytes:
    """A table as it is stored."""
    return msgspec.json.encode(table)


def read_table(body: bytes) -> StoredTable:
    """A stored table.

    :raises InvalidRequest: ``unknown_format`` when a newer server has written it.
    """
    found = msgspec.json.decode(body, type=_Format).format
    return msgspec.json.decode(_checked(body, found, TABLE_FORMAT), type=StoredTable)


def write_event(event: Event) -> bytes:
    """An event as it is stored, hidden things included."""
    return msgspec.json.encode(event)


def read_event(game: str, format_number: int, body: bytes) -> Event:
    """A stored event. Errors as :func:`read_table`."""
    event = _event_decoder(game).decode(_checked(body, format_number, EVENT_FORMAT))
    assert isinstance(event, Event)
    return event


def read_action(game: str, text: msgspec.Raw) -> Action:
    """An action as somebody sends it.

    :raises InvalidRequest: ``bad_action``.
    """
    try:
        action = _action_decoder(game).decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise InvalidRequest("bad_action", reason=str(error)) from None
    assert isinstance(action, Action)
    return action


class _Format(msgspec.Struct):
    format: int


def _checked(body: bytes, found: int, newest: int) -> bytes:
    if not 1 <= found <= newest:
        raise InvalidRequest("unknown_format", format=found, newest=newest)
    return body


@cache
def _action_decoder(game: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(games.get(game).action_type)


@cache
def _event_decoder(game: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(games.get(game).event_type)
