"""The HTTP calls about the deal of the day, and what they do."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from typing import Final

import msgspec
import sqlalchemy as sa
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from amity import games
from amity.errors import InvalidRequest
from amity.server import daily, evening_rows, rows
from amity.server.accounts import Accounts
from amity.server.asking import ATTEMPTS, ask, change
from amity.server.daily_messages import (
    DailyBot,
    DailyGame,
    DailyPlayer,
    DailyState,
    PlayDaily,
    RevealedDay,
    WeekPlayer,
)
from amity.server.evenings import StoredEntrant, StoredEvening
from amity.server.http import address_of, answering, read_body, respond, session_token
from amity.server.limits import AddressLimit
from amity.server.messages import SeatTaken
from amity.server.rating_messages import WhoAsks
from amity.server.seats import newcomer
from amity.server.stored import StoredTable
from amity.server.tables import Tables
from amity.server.tokens import derived_token, token_hash
from amity.shuffle import commitment

LOOKED_BACK: Final = 7
"""For how many days the last seed that may be known is looked for."""


@dataclass(frozen=True)
class Who:
    """Somebody who asks."""

    guest: str | None
    """The hash of his browser's identity."""
    account: str | None


@dataclass(frozen=True)
class Played:
    """What has become of the deal of one day."""

    evening: StoredEvening
    tables: dict[int, str]
    """The codes by place."""
    done: frozenset[int]
    """The places that have played it to its end."""
    standings: list[daily.Standing]


class DailyApi:
    """The handlers."""

    def __init__(self, tables: Tables, accounts: Accounts) -> None:
        self._tables = tables
        self._accounts = accounts
        self._store = tables.services.store
        self._settings = tables.services.settings
        self._limit = AddressLimit(self._settings.tables_burst, self._settings.tables_per_minute / 60)
        self._looks = AddressLimit(self._settings.messages_burst, self._settings.messages_per_second)
        self._opened = 0
        """Before which moment no day's deal is secret any more."""

    def routes(self) -> list[Route]:
        """All routes of the deal of the day."""
        return [
            Route("/api/daily", answering(self.show), methods=["POST"]),
            Route("/api/daily/{game}", answering(self.play), methods=["POST"]),
        ]

    async def show(self, request: Request) -> Response:
        """``POST /api/daily``."""
        body = await read_body(request, WhoAsks, self._settings)
        self._looks.take(address_of(request))
        session = await self._accounts.session(session_token(request))
        who = Who(
            None if body.guest is None else token_hash(body.guest),
            None if session is None else session.account,
        )
        now_ms = self._tables.services.now_ms()
        sealed = daily.sealed_from(now_ms)
        if sealed != self._opened:
            await change(self._store, partial(evening_rows.open_seals, before_ms=sealed), attempts=ATTEMPTS)
            self._opened = sealed
        state, waiting = await ask(self._store, partial(daily_state, who=who, now_ms=now_ms))
        await self._wake(waiting)
        return respond(state)

    async def play(self, request: Request) -> Response:
        """``POST /api/daily/{game}``."""
        body = await read_body(request, PlayDaily, self._settings)
        game = games.get(request.path_params["game"]).name
        self._tables.admit(address_of(request))
        self._limit.take(address_of(request))
        session = await self._accounts.session(session_token(request))
        person = newcomer(
            body.name if session is None else session.name,
            body.guest,
            "",
            None if session is None else session.account,
        )
        entrant = StoredEntrant(name=person.name, token_hash="", guest=person.guest, account=person.account)
        seat, bots = await change(
            self._store,
            partial(enter, game=game, entrant=entrant, now_ms=self._tables.services.now_ms()),
            attempts=ATTEMPTS,
        )
        await self._wake(bots)
        return respond(seat)

    async def _wake(self, codes: list[str]) -> None:
        """Let bots play on at tables that nobody looks at."""
        for code in codes:
            with contextlib.suppress(InvalidRequest):
                await self._tables.get(code)


def enter(connection: sa.Connection, game: str, entrant: StoredEntrant, now_ms: int) -> tuple[SeatTaken, list[str]]:
    """The seat of somebody at his table with the deal of the day, which is made if there is none, and the codes of the
    tables at which bots play it."""
    code = daily.daily_code(game, daily.day_of(now_ms))
    try:
        evening, phase = evening_rows.read_evening(connection, code, change=True)
    except InvalidRequest:
        evening, phase = daily.new_daily(game, now_ms), "daily"
        evening_rows.insert_evening(connection, evening)
        for table in daily.bot_tables(evening):
            _insert(connection, table)
    number = daily.entrant_of(evening, entrant.guest, entrant.account)
    if number is None:
        number = len(evening.entrants)
        token = _token(evening, number)
        entrant = msgspec.structs.replace(entrant, token_hash=token_hash(token))
        evening = msgspec.structs.replace(evening, entrants=(*evening.entrants, entrant))
        evening_rows.update_evening(connection, evening, phase)
        _insert(connection, daily.own_table(evening, number))
    boards = {place: table for place, _, table, _ in evening_rows.boards_of(connection, code)}
    own = daily.place_of(evening, number)
    bots = [table for place, table in boards.items() if place < daily.place_of(evening, 0)]
    return SeatTaken(table=boards[own], seat=daily.OWN_SEAT, token=_token(evening, number)), bots


def daily_state(connection: sa.Connection, who: Who, now_ms: int) -> tuple[DailyState, list[str]]:
    """The deals of the day as somebody may see them, and the codes of tables at which bots still play."""
    day = daily.day_of(now_ms)
    found, waiting = [], []
    for game in games.names():
        today = _played(connection, game, day)
        found.append(_game(connection, game, day, today, who))
        if today is not None:
            bots = range(daily.place_of(today.evening, 0))
            waiting += [today.tables[place] for place in bots if place not in today.done]
    next_ms = daily.DAY_MS - now_ms % daily.DAY_MS
    return DailyState(day=day.isoformat(), next_ms=next_ms, games=found), waiting


def _game(connection: sa.Connection, game: str, day: date, today: Played | None, who: Who) -> DailyGame:
    evening = daily.new_daily(game, 0) if today is None else today.evening
    number = None if today is None else daily.entrant_of(evening, who.guest, who.account)
    place = -1 if number is None else daily.place_of(evening, number)
    done = today is not None and place in today.done
    shown = today.standings if today is not None and done else []
    key = None if number is None else daily.key_of(evening.entrants[number])
    own = next((one for one in shown if one.who is not None and one.who == key), None)
    days = [_played(connection, game, one) for one in daily.week_of(day)[:-1]]
    week = daily.week_standings([*(one.standings for one in days if one is not None), shown])
    keys = {key, *(_key(one.evening, who) for one in days if one is not None)} - {None}
    return DailyGame(
        game=game,
        preset=evening.preset,
        seats=evening.seats,
        commitment=None if today is None else commitment(bytes.fromhex(evening.seed)),
        people=0 if today is None else sum(one.who is not None for one in today.standings),
        table=None if today is None or number is None else today.tables[place],
        done=done,
        points=None if own is None else own.points,
        share=None if own is None or own.share is None else round(own.share, 2),
        average=None if own is None or own.average is None else round(own.average, 2),
        bots=[
            DailyBot(level=level, points=one.points)
            for level in evening.compared
            for one in shown
            if one.who is None and one.name == level
        ],
        players=[
            DailyPlayer(
                rank=one.rank, name=one.name, points=one.points, share=round(one.share or 0, 2), own=one.who == key
            )
            for one in shown
            if one.rank is not None and (one.rank <= daily.LISTED or one.who == key)
        ],
        week=[
            WeekPlayer(rank=one.rank, name=one.name, days=one.days, share=one.share, own=one.who in keys)
            for one in week
            if one.rank <= daily.LISTED or one.who in keys
        ],
        before=_before(connection, game, day),
    )


def _key(evening: StoredEvening, who: Who) -> str | None:
    number = daily.entrant_of(evening, who.guest, who.account)
    return None if number is None else daily.key_of(evening.entrants[number])


def _before(connection: sa.Connection, game: str, day: date) -> RevealedDay | None:
    for back in range(1, LOOKED_BACK + 1):
        earlier = day - timedelta(days=back)
        with contextlib.suppress(InvalidRequest):
            evening, phase = evening_rows.read_evening(connection, daily.daily_code(game, earlier))
            if phase == "over":
                return RevealedDay(
                    day=earlier.isoformat(),
                    code=evening.code,
                    commitment=commitment(bytes.fromhex(evening.seed)),
                    seed=evening.seed,
                )
    return None


def _played(connection: sa.Connection, game: str, day: date) -> Played | None:
    code = daily.daily_code(game, day)
    try:
        evening, _ = evening_rows.read_evening(connection, code)
    except InvalidRequest:
        return None
    boards = evening_rows.boards_of(connection, code)
    made = {place: results[daily.OWN_SEAT] for place, _, _, results in boards if results}
    return Played(
        evening=evening,
        tables={place: table for place, _, table, _ in boards},
        done=frozenset(place for place, _, _, results in boards if results is not None),
        standings=daily.standings(evening, made),
    )


def _insert(connection: sa.Connection, table: StoredTable) -> None:
    rows.write(connection, rows.Change(table))
    assert table.board is not None
    evening_rows.board_begun(connection, table.board, table.code)


def _token(evening: StoredEvening, number: int) -> str:
    """The token of an entrant, the same each time he asks: whoever has lost it plays on."""
    return derived_token(evening.token_key, f"{evening.code}|{number}")
