"""The club's table: what people have played against people in a period. Works inside an open transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import sqlalchemy as sa

from amity.server.database import RESULTS
from amity.server.entry_messages import ClubRow, ClubTable
from amity.server.players import account_player, bot_player, is_guest
from amity.server.sessions import BOT

LONGEST: Final = 200
"""Players that are shown."""


def club_table(connection: sa.Connection, game: str, since_ms: int, until_ms: int) -> ClubTable:
    """The matches of a game that ended from a moment on and before another, by player.

    Players stand there by the name they had in the last of those matches.
    """
    latest = RESULTS.alias("latest")
    name = (
        sa.select(latest.c.name)
        .where(latest.c.player == RESULTS.c.player, *_counted(latest, game, since_ms, until_ms))
        .order_by(latest.c.ended_ms.desc(), latest.c.table_code)
        .limit(1)
        .scalar_subquery()
    )
    wins, points, matches = sa.func.sum(RESULTS.c.won), sa.func.sum(RESULTS.c.points), sa.func.count()
    found = connection.execute(
        sa.select(
            RESULTS.c.player,
            name.label("name"),
            matches.label("matches"),
            wins.label("wins"),
            points.label("points"),
        )
        .where(
            RESULTS.c.player.is_not(None),
            RESULTS.c.player.not_like(bot_player("%")),
            RESULTS.c.player.not_like(account_player(f"{BOT}%")),
            *_counted(RESULTS, game, since_ms, until_ms),
        )
        .group_by(RESULTS.c.player)
        .order_by(wins.desc(), points.desc(), matches, RESULTS.c.player)
        .limit(LONGEST)
    )
    rows = [
        ClubRow(
            name=row.name,
            guest=is_guest(row.player),
            matches=row.matches,
            wins=int(row.wins),
            points=int(row.points),
        )
        for row in found
    ]
    return ClubTable(game=game, rows=rows)


def _counted(results: sa.FromClause, game: str, since_ms: int, until_ms: int) -> Sequence[sa.ColumnElement[bool]]:
    return (
        results.c.game == game,
        results.c.people > 1,
        results.c.ended_ms >= since_ms,
        results.c.ended_ms < until_ms,
    )
