"""Duplicate evenings: the same deals at several tables, and who has made the most of them. Pure functions.

Every deal of an evening is a match of its own at each table, with the same seed: one drawn for the evening, committed
to before anybody comes, and mixed with what every entrant adds. So its record is verified like any other. A match of
Mate is two games with the hands swapped.
"""

from __future__ import annotations

import hashlib
import hmac
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from amity import games
from amity.arena import duplicate_of
from amity.errors import InvalidRequest
from amity.match import Match
from amity.server import speeds
from amity.server.evening_messages import CreateEvening
from amity.server.messages import Level
from amity.server.stored import StoredBoard, StoredNotice, StoredSeat, StoredTable
from amity.server.tokens import new_table_code
from amity.shuffle import MatchRandom, draw_seed

ONE_DEAL: Final[Mapping[str, Any]] = {
    # Where a game has such an option.
    "games": 2,
    "deals": 1,
    "shuffle": "always",
    "target": 10_000,
    "on_timeout": "autoplay",
}
"""What makes a match of one deal that does not depend on any other."""


class StoredEntrant(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who plays."""

    name: str | None
    """``None`` when he has had his data deleted."""
    token_hash: str
    guest: str | None = None
    account: str | None = None
    seed: str | None = None


class StoredEvening(msgspec.Struct, frozen=True, kw_only=True):
    """An evening. Holds the secret of every deal."""

    code: str
    game: str
    preset: str
    options: dict[str, Any]
    seats: int
    tables: int
    deals: int
    move_seconds: int
    bank_seconds: int
    level: Level
    seed: str
    """Hexadecimal."""
    created_ms: int
    entrants: tuple[StoredEntrant, ...] = ()
    seating: tuple[int, ...] = ()
    """Once it has begun: by entrant, the seat, counted through all tables."""
    day: str | None = None
    """For the deal of a day (:mod:`amity.server.daily`): which day, as ``2026-11-30``."""
    compared: tuple[Level, ...] = ()
    """For the deal of a day: the bots that play it alone, at the first tables."""
    token_key: str = ""
    """For the deal of a day: what the tokens of its players are derived from, in hexadecimal. It is never revealed."""

    def __repr__(self) -> str:
        return f"StoredEvening(code={self.code!r})"


@dataclass(frozen=True)
class BoardEnd:
    """A table has played a deal of its evening."""

    evening: str
    place: int
    number: int
    results: Sequence[float]
    """By seat; empty where a bot has finished the deal of a day for somebody who has left."""
    following: StoredTable | None
    """The table of the next deal."""


@dataclass(frozen=True)
class Score:
    """How one seat of one table compares with those who held the same cards."""

    place: int
    seat: int
    percent: float
    difference: float


def new_evening(request: CreateEvening, created_ms: int) -> StoredEvening:
    """The evening that somebody asks for.

    :raises InvalidRequest: ``unknown_game``, ``unknown_level``.
    :raises InvalidOptions: as :func:`amity.games.parse_options`, and ``wrong_seats``.
    """
    game = games.get(request.game)
    preset = request.preset or next(iter(game.presets))
    known = game.options_type.__struct_fields__
    fixed = {name: value for name, value in ONE_DEAL.items() if name in known}
    options = games.parse_options(game, preset, {**request.options, **fixed})
    counts = game.seat_counts
    seats = counts[len(counts) // 2] if request.seats is None else request.seats
    game.new_match(options, seats)
    move_seconds, bank_seconds = speeds.SPEEDS[request.speed]
    return StoredEvening(
        code=new_table_code(),
        game=game.name,
        preset=preset,
        options=msgspec.to_builtins(options),
        seats=seats,
        tables=request.tables,
        deals=request.deals,
        move_seconds=move_seconds,
        bank_seconds=bank_seconds,
        level=request.level,
        seed=draw_seed().hex(),
        created_ms=created_ms,
    )


def entered(evening: StoredEvening, entrant: StoredEntrant) -> StoredEvening:
    """The evening with somebody more.

    :raises InvalidRequest: ``evening_begun``, ``evening_full``, ``evening_twice``.
    """
    if evening.seating:
        raise InvalidRequest("evening_begun")
    if len(evening.entrants) == evening.tables * evening.seats:
        raise InvalidRequest("evening_full")
    for other in evening.entrants:
        if (other.guest is not None and other.guest == entrant.guest) or (
            other.account is not None and other.account == entrant.account
        ):
            raise InvalidRequest("evening_twice")
    return msgspec.structs.replace(evening, entrants=(*evening.entrants, entrant))


def begun(evening: StoredEvening) -> StoredEvening:
    """The evening with a seat for everybody, drawn from its seed: as many tables as people, so that none has only bots.

    :raises InvalidRequest: ``evening_begun``, ``evening_too_few``.
    """
    people = len(evening.entrants)
    if evening.seating:
        raise InvalidRequest("evening_begun")
    if people < 2:
        raise InvalidRequest("evening_too_few")
    tables = min(evening.tables, people)
    order = MatchRandom(bytes.fromhex(evening.seed), evening.code).stream("starting-seat").shuffled(range(people))
    # One after the other to the tables, so that bots are spread as evenly.
    seats = {entrant: turn % tables * evening.seats + turn // tables for turn, entrant in enumerate(order)}
    return msgspec.structs.replace(evening, tables=tables, seating=tuple(seats[number] for number in range(people)))


def first_tables(evening: StoredEvening) -> list[StoredTable]:
    """The tables of the first deal, for an evening that has begun."""
    sitting = {seat: entrant for entrant, seat in zip(evening.entrants, evening.seating, strict=True)}
    salt = hashlib.sha256("|".join(entrant.seed or "" for entrant in evening.entrants).encode()).hexdigest()
    tables = []
    for place in range(evening.tables):
        seats = []
        for seat in range(evening.seats):
            entrant = sitting.get(place * evening.seats + seat)
            seats.append(StoredSeat(kind="bot", level=evening.level) if entrant is None else seat_of(entrant))
        tables.append(first_table(evening, place, seats, salt))
    return tables


def seat_of(entrant: StoredEntrant) -> StoredSeat:
    """The seat of somebody who plays."""
    return StoredSeat(
        kind="person",
        name=entrant.name,
        token_hash=entrant.token_hash,
        guest=entrant.guest,
        account=entrant.account,
    )


def first_table(evening: StoredEvening, place: int, seats: Sequence[StoredSeat], salt: str) -> StoredTable:
    """The table of the first deal at one place; ``salt`` is what the entrants have added to the deals."""
    board = StoredBoard(
        evening=evening.code,
        place=place,
        number=1,
        deals=evening.deals,
        seed=evening.seed,
        salt=salt,
        day=evening.day,
    )
    table = StoredTable(
        code="",
        game=evening.game,
        preset=evening.preset,
        options=evening.options,
        rules_version=games.get(evening.game).rules_version,
        seats=tuple(seats),
        host=None,
        move_seconds=evening.move_seconds,
        bank_seconds=evening.bank_seconds,
        on_timeout="autoplay",
        match="",
        server_seed="",
        bot_seed="",
        created_ms=0,
    )
    return _of_board(table, board)


def is_finished(table: StoredTable, match: Match) -> bool:
    """Whether the table has played its deal of the evening."""
    if match.over:
        return True
    how = duplicate_of(table.game)
    return how.results is not None and match.awaiting_deal and match.version > 0 and how.played(match)


def finished(table: StoredTable, match: Match) -> tuple[StoredTable, BoardEnd]:
    """The table after its deal, and what is stored of that."""
    board = table.board
    assert board is not None
    how = duplicate_of(table.game)
    made = {"points": match.totals} if how.results is None else how.results(match)
    results = made.get("points") or next(iter(made.values()))
    if board.day is not None and any(seat.away is not None for seat in table.seats):
        results = ()
    following = None
    if board.number < board.deals:
        seats = tuple(
            # Who has left stays away until he comes back.
            msgspec.structs.replace(seat, hints=0, bank_ms=None)
            for seat in table.seats
        )
        following = _of_board(
            msgspec.structs.replace(table, seats=seats), msgspec.structs.replace(board, number=board.number + 1)
        )
    notice = StoredNotice(code="board_over", params={"number": board.number, "deals": board.deals})
    over = msgspec.structs.replace(
        table, phase="over", notice=notice, rematch=None if following is None else following.code
    )
    end = BoardEnd(board.evening, board.place, board.number, [float(value) for value in results], following)
    return over, end


def ranking(results: Mapping[tuple[int, int], Sequence[float]], tables: int, seats: int) -> tuple[int, list[Score]]:
    """How many deals all tables have played, and how every seat has done in these, the best first.

    ``results`` are by table and deal. For each deal a seat gets two match points for every other table where the same
    seat, with the same cards, made less, and one where it made the same.
    """
    numbers = sorted({number for _, number in results})
    compared = [number for number in numbers if all((place, number) in results for place in range(tables))]
    scores = []
    for place in range(tables):
        for seat in range(seats):
            percents, differences = [], []
            for number in compared:
                own = results[place, number][seat]
                others = [results[other, number][seat] for other in range(tables) if other != place]
                points = sum(2 if own > value else 1 if own == value else 0 for value in others)
                percents.append(100 * points / (2 * len(others)))
                differences.append(own - sum((own, *others)) / tables)
            if compared:
                mean, difference = sum(percents) / len(compared), sum(differences) / len(compared)
                scores.append(Score(place, seat, mean, difference))
    return len(compared), sorted(scores, key=lambda score: (-score.percent, -score.difference, score.place, score.seat))


def _of_board(table: StoredTable, board: StoredBoard) -> StoredTable:
    """A new table for one deal of an evening."""
    return msgspec.structs.replace(
        table,
        code=new_table_code(),
        phase="waiting",
        match=f"{board.evening}-{board.number}-{board.salt[:16]}",
        server_seed=derived_seed(board.seed, board.evening, board.number, "cards"),
        bot_seed=derived_seed(board.seed, board.evening, board.number, "bots"),
        created_ms=time.time_ns() // 1_000_000,
        board=board,
        rematch=None,
        notice=None,
        revision=0,
    )


def derived_seed(seed: str, evening: str, number: int, purpose: str) -> str:
    """The seed of one deal, in hexadecimal: HMAC-SHA256 with the evening's seed over its code, the deal's number and
    the purpose, with bars between."""
    return hmac.digest(bytes.fromhex(seed), f"{evening}|{number}|{purpose}".encode(), "sha256").hex()
