"""Who sits where, and the seeds they bring: changes of a table by its people. All functions are pure."""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Mapping, Set
from typing import Final

import msgspec

from amity import bots, games
from amity.errors import InvalidRequest, VerificationError
from amity.server.messages import (
    ComeBack,
    CreateTable,
    FillWithBots,
    Kick,
    Leave,
    Level,
    RotateSeats,
    SeatBot,
    SeatRequest,
)
from amity.server.plan import bank_of
from amity.server.players import player_of
from amity.server.speeds import clock_of
from amity.server.stored import StoredPerson, StoredSeat, StoredTable
from amity.server.tokens import new_match_name, new_table_code
from amity.server.tokens import token_hash as hashed
from amity.shuffle import draw_seed, verify_commitment

LONGEST_NAME: Final = 24

KEEPER: Final[Level] = "club"
"""The level of a bot that keeps a seat for a person."""

INVISIBLE: Final = dict.fromkeys(
    (
        *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0),
        *range(0x180B, 0x1810),
        *range(0xFE00, 0xFE10),
        *range(0xE0100, 0xE01F0),
    )
)
"""Letters, marks and symbols by their category that show nothing: fillers, joiners, variation selectors."""


Change = FillWithBots | SeatBot | RotateSeats | Kick | Leave | ComeBack
"""What people say to change who sits where."""


def clean_name(name: str) -> str:
    """A name fit to show: composed, without control, formatting or invisible characters, single spaces.

    Formatting characters could turn the text around them, and what is invisible makes two names look alike.

    :raises InvalidRequest: ``bad_name`` when nothing is left, or too much.
    """
    kept = "".join(
        " " if unicodedata.category(letter).startswith("Z") else letter
        for letter in unicodedata.normalize("NFC", name).translate(INVISIBLE)
        if unicodedata.category(letter)[0] != "C"
    )
    cleaned = " ".join(kept.split())
    # A name of nothing but marks that combine with the letter before would be drawn over its neighbour.
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in cleaned) or len(cleaned) > LONGEST_NAME:
        raise InvalidRequest("bad_name", longest=LONGEST_NAME)
    return cleaned


def newcomer(
    name: str, guest: str | None, token_hash: str, account: str | None = None, rating: int | None = None
) -> StoredPerson:
    """Somebody who sits down, with the hash of his token, his guest identity and his account.

    :raises InvalidRequest: ``bad_name``.
    """
    return StoredPerson(
        name=clean_name(name),
        token_hash=token_hash,
        guest=None if guest is None else hashed(guest),
        account=account,
        rating=rating,
    )


def new_table(
    request: CreateTable, token_hash: str, account: str | None = None, rating: int | None = None
) -> StoredTable:
    """The table that somebody asks for, with him in his seat.

    :raises InvalidRequest: ``unknown_game``, ``unknown_level``, ``bad_name``, ``one_seat_only``,
        ``no_clock_with_others``, ``guest_needed``, ``rated_alone``, ``rated_hints``, ``rated_clock``.
    :raises InvalidOptions: as :func:`amity.games.parse_options`, and ``wrong_seats``.
    """
    game = games.get(request.game)
    preset = request.preset or next(iter(game.presets))
    options = games.parse_options(game, preset, request.options)
    game.new_match(options, len(request.seats))
    own = [number for number, seat in enumerate(request.seats) if seat.kind == "me"]
    if len(own) > 1:
        raise InvalidRequest("one_seat_only")
    others = any(seat.kind in ("person", "open") for seat in request.seats)
    if others and not request.clock:
        raise InvalidRequest("no_clock_with_others")
    if request.public and request.guest is None:
        raise InvalidRequest("guest_needed")
    me = newcomer(request.name, request.guest, token_hash, account, rating)
    move_seconds, bank_seconds = clock_of(request, options)
    if request.rated:
        if not others:
            raise InvalidRequest("rated_alone")
        if request.hints:
            raise InvalidRequest("rated_hints")
        if not move_seconds:
            raise InvalidRequest("rated_clock")
        if own and player_of(me) is None:
            raise InvalidRequest("guest_needed")
    return StoredTable(
        code=new_table_code(),
        game=game.name,
        preset=preset,
        options=msgspec.to_builtins(options),
        rules_version=game.rules_version,
        seats=tuple(_seat(game.name, seat, me) for seat in request.seats),
        host=own[0] if own else None,
        move_seconds=move_seconds,
        bank_seconds=bank_seconds,
        on_timeout=getattr(options, "on_timeout", "autoplay"),
        match=new_match_name(),
        server_seed=draw_seed().hex(),
        bot_seed=draw_seed().hex(),
        created_ms=time.time_ns() // 1_000_000,
        hints=not (others or request.public) if request.hints is None else request.hints,
        rated=request.rated,
        public=request.public,
        ready_check=request.ready_check,
    )


def rematch_table(table: StoredTable, rotate: bool, ratings: Mapping[int, int]) -> StoredTable:
    """A new table for the same people, bots, options and tokens; who was about to come is there.

    ``ratings`` by seat are those after a rated match.
    """
    seats = tuple(
        StoredSeat(
            kind=seat.kind,
            name=seat.name,
            level=seat.level,
            token_hash=seat.token_hash,
            guest=seat.guest,
            account=seat.account,
            rating=ratings.get(number, seat.rating) if seat.kind == "person" else None,
            open=seat.open,
        )
        for number, seat in enumerate(table.seats)
    )
    new = msgspec.structs.replace(
        table,
        code=new_table_code(),
        rules_version=games.get(table.game).rules_version,
        seats=seats,
        match=new_match_name(),
        server_seed=draw_seed().hex(),
        bot_seed=draw_seed().hex(),
        created_ms=time.time_ns() // 1_000_000,
        ready_check=False,
        practice=False,
        fill_ms=None,
        phase="waiting",
        rematch=None,
        rematch_of=table.code,
        revision=0,
    )
    for number, seat in enumerate(table.seats):
        if seat.away is not None:
            new = new.with_seat(number, _kept(new.seats[number]))
        if seat.arriving is not None:
            new = new.with_seat(number, _seated(new.seats[number], seat.arriving))
    return rotated(new) if rotate else new


def joined(table: StoredTable, seat: int | None, person: StoredPerson, now: bool) -> tuple[StoredTable, int]:
    """The table with somebody in a seat that can be taken, and which that is.

    The first to sit down becomes host. Where a bot keeps the seat in a match, the person gets it at once if ``now``,
    else when the deal is over.

    :raises InvalidRequest: ``table_started``, ``table_full``, ``no_such_seat``, ``seat_taken``, ``kicked``,
        ``guest_needed``, ``rated_twice``.
    """
    if (person.guest is None and table.public) or (player_of(person) is None and table.rated):
        raise InvalidRequest("guest_needed")
    if person.guest in table.kicked:
        raise InvalidRequest("kicked")
    if table.phase in ("starting", "over"):
        raise InvalidRequest("table_started")
    if table.phase == "adjourned":
        raise InvalidRequest("table_adjourned")
    if table.rated and any(_same(seat, person) for seat in table.seats):
        raise InvalidRequest("rated_twice")
    takeable = takeable_seats(table)
    if not takeable:
        raise InvalidRequest("table_full" if table.phase == "waiting" else "table_started")
    if seat is None:
        seat = takeable[0]
    if seat >= len(table.seats):
        raise InvalidRequest("no_such_seat", seat=seat, seats=len(table.seats))
    if seat not in takeable:
        raise InvalidRequest("seat_taken", seat=seat)
    before = table.seats[seat]
    if now or table.phase == "waiting":
        changed = table.with_seat(seat, _seated(before, person))
        return _with_host(changed), seat
    return table.with_seat(seat, msgspec.structs.replace(before, arriving=person)), seat


def takeable_seats(table: StoredTable) -> list[int]:
    """The seats that somebody can take: free ones first, then those of bots that keep them, then those of people who
    have left. None in a rated match, which belongs to those who began it."""
    if table.board is not None or (table.rated and table.phase != "waiting"):
        return []
    found = [number for number, seat in enumerate(table.seats) if seat.takeable]
    return sorted(found, key=lambda number: (table.seats[number].kind != "free", table.seats[number].away is not None))


def handed_over(table: StoredTable) -> StoredTable:
    """The table with everybody in his seat who has waited for it."""
    for number, seat in enumerate(table.seats):
        if seat.arriving is not None:
            table = table.with_seat(number, _seated(seat, seat.arriving))
    return _with_host(table)


def left(table: StoredTable, seat: int) -> StoredTable:
    """The table without the person in a seat: free before the match, with a bot that plays on in it.

    The next person becomes host.
    """
    before = table.seats[seat]
    if table.phase == "waiting" and table.board is None:
        after = StoredSeat(kind="free")
    else:
        after = msgspec.structs.replace(before, away=KEEPER)
    changed = table.with_seat(seat, after)
    return _with_host(msgspec.structs.replace(changed, host=None)) if seat == table.host else changed


def others_wait(table: StoredTable, seat: int) -> bool:
    """Whether other people play with whoever has that seat."""
    return any(table.seats[other].away is None for other in table.seats_of("person") if other != seat)


def come_back(table: StoredTable, seat: int) -> StoredTable:
    """The table with a person playing himself again; who was to get his seat does not."""
    before = table.seats[seat]
    return _with_host(table.with_seat(seat, msgspec.structs.replace(before, away=None, arriving=None)))


def without(table: StoredTable, seat: int) -> StoredTable:
    """The table without the person whom its host has sent away: a bot keeps the seat in a match.

    :raises InvalidRequest: ``no_such_seat``, ``nobody_there``, ``rated_running``.
    """
    if seat >= len(table.seats):
        raise InvalidRequest("no_such_seat", seat=seat, seats=len(table.seats))
    before = table.seats[seat]
    if before.kind != "person" or seat == table.host:
        raise InvalidRequest("nobody_there")
    _check_not_rated(table)
    after = StoredSeat(kind="free") if table.phase == "waiting" else _kept(before)
    if before.guest is not None:
        table = msgspec.structs.replace(table, kicked=(*table.kicked, before.guest))
    return table.with_seat(seat, after)


def rotated(table: StoredTable) -> StoredTable:
    """The table with everybody but the first seat moved on by one, so that partners change; two change places."""
    first = 0 if len(table.seats) == 2 else 1
    order = [*range(first), len(table.seats) - 1, *range(first, len(table.seats) - 1)]
    host = None if table.host is None else order.index(table.host)
    return msgspec.structs.replace(table, seats=tuple(table.seats[old] for old in order), host=host)


def filled(table: StoredTable, level: Level = KEEPER) -> StoredTable:
    """The table with bots in all free seats, which keep them for people.

    :raises InvalidRequest: ``unknown_level``.
    """
    bots.maker(table.game, level)
    for free in table.seats_of("free"):
        table = table.with_seat(free, StoredSeat(kind="bot", level=level, open=True))
    return table


def late(table: StoredTable, ready: Set[int]) -> StoredTable:
    """The table without those who have not said in time that they are ready, where that is asked; else as it is."""
    if table.ready_check and table.phase == "waiting" and table.full:
        for seat in table.seats_of("person"):
            if seat not in ready:
                table = left(table, seat)
    return table


def with_bank(table: StoredTable, seat: int, seconds: float) -> StoredTable:
    """The table with so much left of a seat's own time."""
    bank_ms = round(seconds * 1000)
    if bank_ms == bank_of(table, seat):
        return table
    return table.with_seat(seat, msgspec.structs.replace(table.seats[seat], bank_ms=bank_ms))


def changed(table: StoredTable, seat: int, message: Change) -> StoredTable:
    """The table after what somebody in a seat has asked for, and may ask for. Errors as the functions above."""
    match message:
        case FillWithBots(level=level):
            return filled(table, level)
        case SeatBot():
            return with_bot(table, message.seat, message.level)
        case RotateSeats():
            return rotated(table)
        case Kick():
            return without(table, message.seat)
        case Leave():
            return left(table, seat)
        case ComeBack():
            return come_back(table, seat)


def _seated(before: StoredSeat, person: StoredPerson) -> StoredSeat:
    # The seed of the seat belongs to the match, whoever sits there.
    return msgspec.structs.replace(
        before,
        kind="person",
        name=person.name,
        level=None,
        token_hash=person.token_hash,
        guest=person.guest,
        account=person.account,
        rating=person.rating,
        open=False,
        away=None,
        arriving=None,
    )


def _kept(before: StoredSeat) -> StoredSeat:
    return msgspec.structs.replace(
        before,
        kind="bot",
        name=None,
        level=KEEPER,
        token_hash=None,
        guest=None,
        account=None,
        rating=None,
        open=True,
        away=None,
    )


def _same(seat: StoredSeat, person: StoredPerson) -> bool:
    """Whether somebody sits there already, as guest or logged in."""
    return (seat.guest is not None and seat.guest == person.guest) or (
        seat.account is not None and seat.account == person.account
    )


def _check_not_rated(table: StoredTable) -> None:
    if table.rated and table.phase != "waiting":
        raise InvalidRequest("rated_running")


def _with_host(table: StoredTable) -> StoredTable:
    if table.host is not None or table.board is not None:
        return table
    here = (number for number in table.seats_of("person") if table.seats[number].away is None)
    return msgspec.structs.replace(table, host=next(here, None))


def with_bot(table: StoredTable, seat: int, level: Level) -> StoredTable:
    """The table with a bot of that level in a seat that is free or has a bot.

    :raises InvalidRequest: ``unknown_level``, ``no_such_seat``, ``seat_taken``, ``rated_running``.
    """
    bots.maker(table.game, level)
    _check_not_rated(table)
    if seat >= len(table.seats):
        raise InvalidRequest("no_such_seat", seat=seat, seats=len(table.seats))
    if table.seats[seat].kind == "person":
        raise InvalidRequest("seat_taken", seat=seat)
    changed = msgspec.structs.replace(table.seats[seat], kind="bot", level=level)
    if table.seats[seat].kind == "free":
        changed = msgspec.structs.replace(changed, open=True)
    return table.with_seat(seat, changed)


def committed(table: StoredTable, seat: int, commitment: str) -> StoredTable:
    """The table with a seat's commitment. Until the table starts it may be replaced: a page may have lost its seed.

    At a table of an evening nobody adds to the deal, which is played elsewhere as well.
    """
    if table.board is not None:
        return table
    return table.with_seat(seat, msgspec.structs.replace(table.seats[seat], commitment=commitment))


def revealed(table: StoredTable, seat: int, seed: str) -> StoredTable:
    """The table with a seat's seed.

    :raises InvalidRequest: ``no_seed_awaited``, ``bad_seed``, ``commitment_mismatch``.
    """
    expected = table.seats[seat].commitment
    if expected is None:
        raise InvalidRequest("no_seed_awaited")
    try:
        verify_commitment(bytes.fromhex(seed), expected)
    except VerificationError as error:
        raise InvalidRequest(error.code, **error.params) from None
    except ValueError:
        raise InvalidRequest("bad_seed") from None
    return table.with_seat(seat, msgspec.structs.replace(table.seats[seat], seed=seed))


def _seat(game: str, request: SeatRequest, me: StoredPerson) -> StoredSeat:
    if request.kind == "me":
        return _seated(StoredSeat(kind="free"), me)
    if request.kind == "person":
        return StoredSeat(kind="free")
    bots.maker(game, request.level)
    return StoredSeat(kind="bot", level=request.level, open=request.kind == "open")
