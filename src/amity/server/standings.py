"""Ratings as people ask for them, and who may sit down at a rated table."""

from __future__ import annotations

from functools import partial
from typing import Final

import msgspec
import sqlalchemy as sa

from amity.errors import InvalidRequest
from amity.server import habit
from amity.server.asking import ask
from amity.server.database import RATINGS, RESULTS
from amity.server.habit import RatedMatch
from amity.server.messages import Level
from amity.server.players import account_player, bot_level, guest_player, is_guest
from amity.server.rating_messages import OwnRating, OwnRatings, RatedPlayer, RatingList
from amity.server.ratings import SURE, Rating
from amity.server.results import rating_of
from amity.server.services import Services
from amity.server.sessions import Session, is_bot
from amity.server.tokens import token_hash

LONGEST: Final = 200
"""Players in a list."""

REMEMBERED: Final = 500
"""Rated matches that a pause can follow from."""


class Standings:
    """The ratings of a server."""

    def __init__(self, services: Services) -> None:
        self._store = services.store
        self._now_ms = services.now_ms

    async def admit(self, game: str, session: Session | None, guest: str | None) -> int:
        """Let somebody sit down at a rated table of a game; his rating there.

        :raises InvalidRequest: ``people_only``, ``guest_needed``, ``rated_pause``, ``rated_pause_long``,
            ``store_unavailable``.
        """
        if session is not None and is_bot(session.account):
            raise InvalidRequest("people_only")
        player = _player(session, guest)
        if player is None:
            raise InvalidRequest("guest_needed")
        return await ask(self._store, partial(_admit, game=game, player=player, now_ms=self._now_ms()))

    async def best(self, game: str) -> RatingList:
        """The players of a game. Errors: ``store_unavailable``."""
        return await ask(self._store, partial(_best, game=game))

    async def own(self, session: Session | None, guest: str | None) -> OwnRatings:
        """Somebody's own ratings. Errors: ``store_unavailable``."""
        player = _player(session, guest)
        return await ask(self._store, partial(own_ratings, player=player, now_ms=self._now_ms()))


def own_ratings(connection: sa.Connection, player: str | None, now_ms: int) -> OwnRatings:
    """The ratings of a player; none for ``None``."""
    found = connection.execute(sa.select(RATINGS).where(RATINGS.c.player == player).order_by(RATINGS.c.game))
    matches = [] if player is None else _last_matches(connection, player)
    return OwnRatings(
        ratings=[
            OwnRating(
                game=row.game,
                rating=Rating(row.mu, row.sigma).shown,
                provisional=row.matches < SURE,
                matches=row.matches,
            )
            for row in found
        ],
        left=habit.left_lately(matches, now_ms),
        last=min(len(matches), habit.LOOKED_AT),
        pause_ms=habit.pause_ms(matches, now_ms),
    )


def _player(session: Session | None, guest: str | None) -> str | None:
    if session is not None:
        return account_player(session.account)
    return None if guest is None else guest_player(token_hash(guest))


def _admit(connection: sa.Connection, game: str, player: str, now_ms: int) -> int:
    matches = _last_matches(connection, player)
    pause = habit.pause_ms(matches, now_ms)
    if pause:
        minutes = -(-pause // 60_000)
        params = {"left": habit.left_lately(matches, now_ms), "last": min(len(matches), habit.LOOKED_AT)}
        if minutes > 120:
            raise InvalidRequest("rated_pause_long", hours=-(-minutes // 60), **params)
        raise InvalidRequest("rated_pause", minutes=minutes, **params)
    return rating_of(connection, game, player).shown


def _last_matches(connection: sa.Connection, player: str) -> list[RatedMatch]:
    found = connection.execute(
        sa.select(RESULTS.c.ended_ms, RESULTS.c.gone)
        .where(RESULTS.c.player == player, RESULTS.c.rated == 1)
        .order_by(RESULTS.c.ended_ms.desc(), RESULTS.c.table_code)
        .limit(REMEMBERED)
    )
    return [RatedMatch(row.ended_ms, bool(row.gone)) for row in found]


def _best(connection: sa.Connection, game: str) -> RatingList:
    provisional = RATINGS.c.matches < SURE
    found = connection.execute(
        sa.select(RATINGS)
        .where(RATINGS.c.game == game)
        .order_by(sa.case((provisional, 1), else_=0), RATINGS.c.mu.desc(), RATINGS.c.player)
        .limit(LONGEST)
    )
    players: list[RatedPlayer] = []
    for number, row in enumerate(found, 1):
        rating = Rating(row.mu, row.sigma).shown
        level = bot_level(row.player)
        before = players[-1] if players else None
        place = before.place if before is not None and before.rating == rating else number
        players.append(
            RatedPlayer(
                place=None if row.matches < SURE else place,
                name=row.name,
                level=None if level is None else msgspec.convert(level, Level),
                guest=is_guest(row.player),
                rating=rating,
                provisional=row.matches < SURE,
                matches=row.matches,
            )
        )
    return RatingList(game=game, players=players)
