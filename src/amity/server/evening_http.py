"""The HTTP calls about duplicate evenings, and what they do."""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial
from typing import Any

import sqlalchemy as sa
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from amity.errors import InvalidRequest
from amity.server import evening_rows, rows
from amity.server.accounts import Accounts
from amity.server.asking import ATTEMPTS, ask, change
from amity.server.evening_messages import (
    CreateEvening,
    EnterEvening,
    Entrant,
    EveningEntry,
    EveningState,
    PlaceState,
    RankedEntrant,
)
from amity.server.evenings import StoredEntrant, StoredEvening, begun, entered, first_tables, new_evening, ranking
from amity.server.http import address_of, answering, bearer, check_origin, read_body, respond, session_token
from amity.server.limits import AddressLimit
from amity.server.seats import newcomer
from amity.server.tables import Tables
from amity.server.tokens import new_token, token_fits, token_hash
from amity.shuffle import commitment


class EveningApi:
    """The handlers."""

    def __init__(self, tables: Tables, accounts: Accounts) -> None:
        self._tables = tables
        self._accounts = accounts
        self._store = tables.services.store
        self._settings = tables.services.settings
        self._limit = AddressLimit(self._settings.tables_burst, self._settings.tables_per_minute / 60)
        self._looks = AddressLimit(self._settings.messages_burst, self._settings.messages_per_second)

    def routes(self) -> list[Route]:
        """All routes of evenings."""
        return [
            Route("/api/evenings", answering(self.create), methods=["POST"]),
            Route("/api/evenings/{code}", answering(self.show), methods=["GET"]),
            Route("/api/evenings/{code}/entrants", answering(self.enter), methods=["POST"]),
            Route("/api/evenings/{code}/start", answering(self.start), methods=["POST"]),
        ]

    async def create(self, request: Request) -> Response:
        """``POST /api/evenings``."""
        body = await read_body(request, CreateEvening, self._settings)
        entrant, token = await self._entrant(request, EnterEvening(name=body.name, guest=body.guest, seed=body.seed))
        evening = entered(new_evening(body, self._tables.services.now_ms()), entrant)
        await change(self._store, partial(evening_rows.insert_evening, evening=evening), attempts=ATTEMPTS)
        return respond(EveningEntry(evening=evening.code, entrant=0, token=token), 201)

    async def enter(self, request: Request) -> Response:
        """``POST /api/evenings/{code}/entrants``."""
        body = await read_body(request, EnterEvening, self._settings)
        code = _code(request)
        entrant, token = await self._entrant(request, body)

        def work(connection: sa.Connection) -> int:
            evening, phase = _read(connection, code, change=True)
            evening_rows.update_evening(connection, entered(evening, entrant), phase)
            return len(evening.entrants)

        number = await change(self._store, work, attempts=ATTEMPTS)
        return respond(EveningEntry(evening=code, entrant=number, token=token), 201)

    async def start(self, request: Request) -> Response:
        """``POST /api/evenings/{code}/start``, with the token of whoever made it."""
        check_origin(request, self._settings)
        self._looks.take(address_of(request))
        self._tables.wrong_tokens.check(address_of(request))
        code, token = _code(request), bearer(request)

        def work(connection: sa.Connection) -> None:
            evening, _ = _read(connection, code, change=True)
            if token is None or not token_fits(token, evening.entrants[0].token_hash):
                raise InvalidRequest("evening_host_only")
            started = begun(evening)
            evening_rows.update_evening(connection, started, "running")
            for table in first_tables(started):
                rows.write(connection, rows.Change(table))
                assert table.board is not None
                evening_rows.board_begun(connection, table.board, table.code)

        try:
            await change(self._store, work, attempts=ATTEMPTS)
        except InvalidRequest as error:
            if error.code == "evening_host_only":
                self._tables.wrong_tokens.count(address_of(request))
            raise
        return await self._state(code)

    async def show(self, request: Request) -> Response:
        """``GET /api/evenings/{code}``."""
        self._looks.take(address_of(request))
        return await self._state(_code(request))

    async def _state(self, code: str) -> Response:
        state = await ask(self._store, partial(evening_state, code=code))
        if state.phase == "running":
            # A table that everybody has left is looked at by nobody; it goes on with its bots for the others.
            await asyncio.gather(*(self._wake(place.table) for place in state.places if not place.done))
        return respond(state)

    async def _wake(self, code: str) -> None:
        with contextlib.suppress(InvalidRequest):
            await self._tables.get(code)

    async def _entrant(self, request: Request, body: EnterEvening) -> tuple[StoredEntrant, str]:
        self._tables.admit(address_of(request))
        self._limit.take(address_of(request))
        session = await self._accounts.session(session_token(request))
        account = None if session is None else session.account
        token = new_token()
        person = newcomer(body.name if session is None else session.name, body.guest, token_hash(token), account)
        entrant = StoredEntrant(
            name=person.name,
            token_hash=person.token_hash,
            guest=person.guest,
            account=person.account,
            seed=body.seed,
        )
        return entrant, token


def evening_state(connection: sa.Connection, code: str) -> EveningState:
    """An evening as everybody may see it.

    :raises InvalidRequest: ``unknown_evening``.
    """
    evening, phase = _read(connection, code)
    boards = evening_rows.boards_of(connection, code)
    places: dict[int, PlaceState] = {}
    for place, number, table, made in boards:
        done = number == evening.deals and made is not None
        places[place] = PlaceState(place=place, number=number, table=table, done=done)
    results = {(place, number): made for place, number, _, made in boards if made is not None}
    compared, scores = ranking(results, evening.tables, evening.seats) if evening.seating else (0, [])
    known: Any = phase
    return EveningState(
        code=evening.code,
        game=evening.game,
        preset=evening.preset,
        options=evening.options,
        seats=evening.seats,
        tables=evening.tables,
        deals=evening.deals,
        phase=known,
        entrants=[
            Entrant(
                name=entrant.name,
                place=seat[0] if (seat := _seat(evening, number)) else None,
                seat=seat[1] if seat else None,
            )
            for number, entrant in enumerate(evening.entrants)
        ],
        places=[places[place] for place in sorted(places)],
        compared=compared,
        ranking=_ranked(evening, scores),
        commitment=commitment(bytes.fromhex(evening.seed)),
        seed=evening.seed if phase == "over" else None,
        seeds=[entrant.seed for entrant in evening.entrants] if evening.seating else [],
    )


def _read(connection: sa.Connection, code: str, *, change: bool = False) -> tuple[StoredEvening, str]:
    """As :func:`amity.server.evening_rows.read_evening`, where the deal of a day is unknown."""
    evening, phase = evening_rows.read_evening(connection, code, change=change)
    if evening.day is not None:
        raise InvalidRequest("unknown_evening", evening=code)
    return evening, phase


def _ranked(evening: StoredEvening, scores: Any) -> list[RankedEntrant]:
    sitting = {seat: entrant for entrant, seat in zip(evening.entrants, evening.seating, strict=False)}
    ranked: list[RankedEntrant] = []
    for number, score in enumerate(scores, 1):
        entrant = sitting.get(score.place * evening.seats + score.seat)
        percent, difference = round(score.percent, 2), round(score.difference, 2)
        before = ranked[-1] if ranked else None
        same = before is not None and (before.percent, before.difference) == (percent, difference)
        ranked.append(
            RankedEntrant(
                rank=before.rank if before is not None and same else number,
                name=None if entrant is None else entrant.name,
                level=evening.level if entrant is None else None,
                place=score.place,
                seat=score.seat,
                percent=percent,
                difference=difference,
            )
        )
    return ranked


def _seat(evening: StoredEvening, entrant: int) -> tuple[int, int] | None:
    return divmod(evening.seating[entrant], evening.seats) if evening.seating else None


def _code(request: Request) -> str:
    code = request.path_params["code"]
    assert isinstance(code, str)
    return code.upper()
