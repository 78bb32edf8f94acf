"""What matches brought whom, and the ratings that follow: written in the transaction that stores a match's end.

All functions on a connection work inside a transaction that is open already.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa

from amity.match import Match
from amity.server.account_messages import OwnResult
from amity.server.contests import Contest, contests_of
from amity.server.database import RATINGS, RESULTS
from amity.server.players import OwnSeat, guest_player, player_of
from amity.server.ratings import Rating, mean_of, rated
from amity.server.sessions import is_bot
from amity.server.stored import StoredTable

_ONE_AT_A_TIME: Final = 7_236_413
"""The advisory lock of whoever changes ratings, where several nodes share the database."""


@dataclass(frozen=True)
class SeatEnd:
    """How a match ended for one seat."""

    seat: int
    player: str | None
    """``None`` for somebody who cannot be told apart from others."""
    name: str | None
    place: int
    won: bool
    points: int
    gone: bool


@dataclass(frozen=True)
class Ended:
    """How a match ended."""

    table: str
    game: str
    ended_ms: int
    seats: Sequence[SeatEnd]
    people: int
    contests: Sequence[Contest]
    """What ratings follow from; none for a match that is not rated."""


def ended_of(table: StoredTable, match: Match, ended_ms: int) -> Ended:
    """How the match of a table has ended. It is rated only if two people or more played."""
    result = match.result
    assert result is not None, "the match is over"
    everybody_won = set(result.places) == {1}
    ends = [
        SeatEnd(
            seat=number,
            player=player_of(seat),
            name=seat.name,
            place=result.places[number],
            won=result.places[number] == 1 and not everybody_won,
            points=result.totals[number],
            gone=seat.kind == "person" and seat.away is not None,
        )
        for number, seat in enumerate(table.seats)
    ]
    people = sum(seat.kind == "person" and not is_bot(seat.account) for seat in table.seats)
    counts = table.rated and people > 1
    return Ended(table.code, table.game, ended_ms, ends, people, contests_of(match) if counts else ())


def write_results(connection: sa.Connection, ended: Ended) -> None:
    """Write what a match brought whom, and the ratings after it.

    A match that was cut back after damage and ended once more keeps its first result.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_ONE_AT_A_TIME)))
    if connection.execute(sa.select(RESULTS.c.seat).where(RESULTS.c.table_code == ended.table)).first() is not None:
        return
    before, after = _rate(connection, ended) if ended.contests else ({}, {})
    rows = [
        {
            "table_code": ended.table,
            "seat": end.seat,
            "game": ended.game,
            "player": end.player,
            "name": end.name,
            "ended_ms": ended.ended_ms,
            "people": ended.people,
            "place": end.place,
            "won": int(end.won),
            "points": end.points,
            "gone": int(end.gone),
            "rated": int(bool(ended.contests)),
            "rating_before": before[end.seat].shown if before else None,
            "rating_after": after[end.seat].shown if after else None,
        }
        for end in ended.seats
        if end.player is not None
    ]
    if rows:
        connection.execute(sa.insert(RESULTS), rows)


def ratings_after(connection: sa.Connection, table: str) -> dict[int, int]:
    """The rating by seat after a table's match, as it is shown; empty when it was not rated."""
    found = connection.execute(
        sa.select(RESULTS.c.seat, RESULTS.c.rating_after).where(
            RESULTS.c.table_code == table, RESULTS.c.rating_after.is_not(None)
        )
    )
    return {row.seat: row.rating_after for row in found}


def rating_of(connection: sa.Connection, game: str, player: str) -> Rating:
    """A player's rating in a game; that of a newcomer when there is none."""
    row = connection.execute(
        sa.select(RATINGS.c.mu, RATINGS.c.sigma).where(RATINGS.c.game == game, RATINGS.c.player == player)
    ).one_or_none()
    return Rating() if row is None else Rating(row.mu, row.sigma)


def forget_player(connection: sa.Connection, player: str) -> None:
    """Delete a player's ratings, and take his name from the results, which stay those of the others."""
    connection.execute(sa.delete(RATINGS).where(RATINGS.c.player == player))
    connection.execute(sa.update(RESULTS).where(RESULTS.c.player == player).values(player=None, name=None))


def forget_seats(connection: sa.Connection, seats: Sequence[OwnSeat]) -> None:
    """Take the names of these seats from what their matches brought, also where a guest sat there."""
    for own in seats:
        connection.execute(
            sa.update(RESULTS)
            .where(RESULTS.c.table_code == own.table, RESULTS.c.seat == own.seat)
            .values(player=None, name=None)
        )
        if own.guest is not None:
            guest = RATINGS.c.player == guest_player(own.guest)
            connection.execute(sa.update(RATINGS).where(guest, RATINGS.c.name == own.name).values(name=None))


def own_results(connection: sa.Connection, player: str, seats: Sequence[OwnSeat]) -> list[OwnResult]:
    """What matches brought a player, and who sat in these seats, the last first."""
    found = {(row.table_code, row.seat): row for row in connection.execute(_RESULTS.where(RESULTS.c.player == player))}
    for own in seats:
        here = _RESULTS.where(RESULTS.c.table_code == own.table, RESULTS.c.seat == own.seat)
        found.update({(row.table_code, row.seat): row for row in connection.execute(here)})
    return [
        OwnResult(
            table=row.table_code,
            game=row.game,
            ended_ms=row.ended_ms,
            place=row.place,
            points=row.points,
            left=bool(row.gone),
            rated=bool(row.rated),
            rating_before=row.rating_before,
            rating_after=row.rating_after,
        )
        for row in sorted(found.values(), key=lambda row: (-row.ended_ms, row.table_code, row.seat))
    ]


_RESULTS: Final = sa.select(RESULTS)


def _rate(connection: sa.Connection, ended: Ended) -> tuple[Mapping[int, Rating], Mapping[int, Rating]]:
    # Whoever had his account deleted in the match is a newcomer whom nobody remembers.
    before = {
        end.seat: Rating() if end.player is None else rating_of(connection, ended.game, end.player)
        for end in ended.seats
    }
    after = rated(ended.contests, before, {end.seat for end in ended.seats if end.gone})
    seats_of: defaultdict[str, list[SeatEnd]] = defaultdict(list)
    for end in ended.seats:
        if end.player is not None:
            seats_of[end.player].append(end)
    for player, ends in seats_of.items():
        # Several seats are bots of one level.
        new = mean_of([after[end.seat] for end in ends])
        where = (RATINGS.c.game == ended.game, RATINGS.c.player == player)
        values = {"name": ends[0].name, "mu": new.mu, "sigma": new.sigma, "changed_ms": ended.ended_ms}
        changed = connection.execute(sa.update(RATINGS).where(*where).values(**values, matches=RATINGS.c.matches + 1))
        if changed.rowcount == 0:
            row = {"game": ended.game, "player": player, "matches": 1, **values}
            connection.execute(sa.insert(RATINGS).values(row))
    return before, after
