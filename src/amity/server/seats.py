"""Who sits where, and the seeds they bring: changes of a table before its match begins. All functions are pure."""

from __future__ import annotations

import time
import unicodedata
from typing import Any, Final

import msgspec

from amity import bots, games
from amity.errors import InvalidRequest, VerificationError
from amity.server.messages import CreateTable, Level, SeatRequest
from amity.server.stored import StoredSeat, StoredTable
from amity.server.tokens import new_match_name, new_table_code
from amity.shuffle import draw_seed, verify_commitment

LONGEST_NAME: Final = 24

_INVISIBLE: Final = dict.fromkeys(
    (
        *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0),
        *range(0x180B, 0x1810),
        *range(0xFE00, 0xFE10),
        *range(0xE0100, 0xE01F0),
    )
)
"""Letters, marks and symbols by their category that show nothing: fillers, joiners, variation selectors."""


def clean_name(name: str) -> str:
    """A name fit to show: composed, without control, formatting or invisible characters, single spaces.

    Formatting characters could turn the text around them, and what is invisible makes two names look alike.

    :raises InvalidRequest: ``bad_name`` when nothing is left, or too much.
    """
    kept = "".join(
        " " if unicodedata.category(letter).startswith("Z") else letter
        for letter in unicodedata.normalize("NFC", name).translate(_INVISIBLE)
        if unicodedata.category(letter)[0] != "C"
    )
    cleaned = " ".join(kept.split())
    # A name of nothing but marks that combine with the letter before would be drawn over its neighbour.
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in cleaned) or len(cleaned) > LONGEST_NAME:
        raise InvalidRequest("bad_name", longest=LONGEST_NAME)
    return cleaned


def new_table(request: CreateTable, token_hash: str) -> StoredTable:
    """The table that somebody asks for, with him in his seat.

    :raises InvalidRequest: ``unknown_game``, ``unknown_level``, ``bad_name``, ``one_seat_only``,
        ``no_clock_with_others``.
    :raises InvalidOptions: as :func:`amity.games.parse_options`, and ``wrong_seats``.
    """
    game = games.get(request.game)
    preset = request.preset or next(iter(game.presets))
    options = games.parse_options(game, preset, request.options)
    game.new_match(options, len(request.seats))
    own = [number for number, seat in enumerate(request.seats) if seat.kind == "me"]
    if len(own) > 1:
        raise InvalidRequest("one_seat_only")
    others = any(seat.kind == "person" for seat in request.seats)
    if others and not request.clock:
        raise InvalidRequest("no_clock_with_others")
    name = clean_name(request.name)
    return StoredTable(
        code=new_table_code(),
        game=game.name,
        preset=preset,
        options=msgspec.to_builtins(options),
        rules_version=game.rules_version,
        seats=tuple(_seat(game.name, seat, name, token_hash) for seat in request.seats),
        host=own[0] if own else None,
        move_seconds=_seconds(request, options),
        on_timeout=getattr(options, "on_timeout", "autoplay"),
        match=new_match_name(),
        server_seed=draw_seed().hex(),
        bot_seed=draw_seed().hex(),
        created_ms=time.time_ns() // 1_000_000,
        hints=not others if request.hints is None else request.hints,
    )


def rematch_table(table: StoredTable) -> StoredTable:
    """A new table for the same people, bots, options and tokens."""
    seats = tuple(
        StoredSeat(kind=seat.kind, name=seat.name, level=seat.level, token_hash=seat.token_hash) for seat in table.seats
    )
    return msgspec.structs.replace(
        table,
        code=new_table_code(),
        rules_version=games.get(table.game).rules_version,
        seats=seats,
        match=new_match_name(),
        server_seed=draw_seed().hex(),
        bot_seed=draw_seed().hex(),
        created_ms=time.time_ns() // 1_000_000,
        phase="waiting",
        rematch=None,
        rematch_of=table.code,
        revision=0,
    )


def joined(table: StoredTable, seat: int | None, name: str, token_hash: str) -> tuple[StoredTable, int]:
    """The table with somebody in a free seat, and which seat that is. The first to sit down becomes host.

    :raises InvalidRequest: ``table_started``, ``table_full``, ``no_such_seat``, ``seat_taken``.
    """
    if table.phase != "waiting":
        raise InvalidRequest("table_started")
    free = table.seats_of("free")
    if not free:
        raise InvalidRequest("table_full")
    if seat is None:
        seat = free[0]
    if seat >= len(table.seats):
        raise InvalidRequest("no_such_seat", seat=seat, seats=len(table.seats))
    if seat not in free:
        raise InvalidRequest("seat_taken", seat=seat)
    changed = table.with_seat(seat, StoredSeat(kind="person", name=name, token_hash=token_hash))
    if changed.host is None:
        changed = msgspec.structs.replace(changed, host=seat)
    return changed, seat


def filled(table: StoredTable, seat: int, level: Level) -> StoredTable:
    """The table with bots in all free seats, as its host asks.

    :raises InvalidRequest: ``table_started``, ``host_only``, ``unknown_level``.
    """
    if table.phase != "waiting":
        raise InvalidRequest("table_started")
    if seat != table.host:
        raise InvalidRequest("host_only")
    bots.maker(table.game, level)
    for free in table.seats_of("free"):
        table = table.with_seat(free, StoredSeat(kind="bot", level=level))
    return table


def with_bot(table: StoredTable, host: int, seat: int, level: Level) -> StoredTable:
    """The table with a bot of that level in a seat that is free or has a bot, as its host asks before the match or
    between deals.

    :raises InvalidRequest: ``host_only``, ``unknown_level``, ``no_such_seat``, ``seat_taken``.
    """
    if host != table.host:
        raise InvalidRequest("host_only")
    bots.maker(table.game, level)
    if seat >= len(table.seats):
        raise InvalidRequest("no_such_seat", seat=seat, seats=len(table.seats))
    if table.seats[seat].kind == "person":
        raise InvalidRequest("seat_taken", seat=seat)
    return table.with_seat(seat, StoredSeat(kind="bot", level=level))


def committed(table: StoredTable, seat: int, commitment: str) -> StoredTable:
    """The table with a seat's commitment. Until the table starts it may be replaced: a page may have lost its seed.

    :raises InvalidRequest: ``table_started``.
    """
    if table.phase != "waiting":
        raise InvalidRequest("table_started")
    return table.with_seat(seat, msgspec.structs.replace(table.seats[seat], commitment=commitment))


def revealed(table: StoredTable, seat: int, seed: str) -> StoredTable:
    """The table with a seat's seed.

    :raises InvalidRequest: ``no_seed_awaited``, ``bad_seed``, ``commitment_mismatch``.
    """
    expected = table.seats[seat].commitment
    if table.phase != "starting" or expected is None:
        raise InvalidRequest("no_seed_awaited")
    try:
        verify_commitment(bytes.fromhex(seed), expected)
    except VerificationError as error:
        raise InvalidRequest(error.code, **error.params) from None
    except ValueError:
        raise InvalidRequest("bad_seed") from None
    return table.with_seat(seat, msgspec.structs.replace(table.seats[seat], seed=seed))


def _seat(game: str, request: SeatRequest, name: str, token_hash: str) -> StoredSeat:
    if request.kind == "me":
        return StoredSeat(kind="person", name=name, token_hash=token_hash)
    if request.kind == "bot":
        bots.maker(game, request.level)
        return StoredSeat(kind="bot", level=request.level)
    return StoredSeat(kind="free")


def _seconds(request: CreateTable, options: Any) -> int:
    if not request.clock:
        return 0
    if request.move_seconds is not None:
        return request.move_seconds
    seconds = getattr(options, "seconds", 0)
    assert isinstance(seconds, int)
    return seconds
