"""The HTTP calls: making and joining tables, looking at them, records, health, metrics."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from ipaddress import ip_address
from typing import Any, Final, TypeVar

import msgspec
import structlog
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Match, Route

from amity import bots, games
from amity.errors import AmityError, InvalidRequest
from amity.match import describe_options
from amity.server.account_messages import HeldSeat
from amity.server.accounts import Accounts
from amity.server.limits import AddressLimit
from amity.server.messages import CreateTable, GameInfo, JoinTable, PlayNow, Problem, SeatTaken, TableState
from amity.server.metrics import CONTENT_TYPE
from amity.server.records import record_text
from amity.server.schema import openapi
from amity.server.seats import newcomer
from amity.server.sessions import Session
from amity.server.settings import Settings
from amity.server.standings import Standings
from amity.server.table import Table
from amity.server.tables import Tables
from amity.server.tokens import new_token, token_hash

log: Final = structlog.get_logger("amity.http")

STATUS: Final = {
    "unknown_game": 404,
    "unknown_table": 404,
    "unknown_review": 404,
    "unknown_deal": 404,
    "unknown_position": 404,
    "unknown_puzzle": 404,
    "unknown_evening": 404,
    "evening_host_only": 403,
    "evening_begun": 409,
    "evening_full": 409,
    "evening_twice": 409,
    "evening_too_few": 409,
    "bad_token": 401,
    "not_logged_in": 401,
    "unknown_bot": 401,
    "people_only": 403,
    "review_seats_only": 403,
    "members_only": 401,
    "wrong_password": 403,
    "wrong_club_password": 403,
    "bad_invitation": 403,
    "invitations_closed": 403,
    "name_taken": 409,
    "foreign_origin": 403,
    "banned": 403,
    "kicked": 403,
    "rated_pause": 403,
    "rated_pause_long": 403,
    "rated_twice": 409,
    "seat_taken": 409,
    "table_full": 409,
    "table_started": 409,
    "table_adjourned": 409,
    "no_record": 409,
    "match_not_over": 409,
    "too_large": 413,
    "json_expected": 415,
    "text_expected": 415,
    "too_many_requests": 429,
    "too_busy": 503,
    "analysis_busy": 503,
    "store_unavailable": 503,
    "table_damaged": 500,
    "internal_error": 500,
}
"""HTTP status by error code; 400 for all others."""

SESSION_COOKIE: Final = "amity_session"
LONGEST_TIME: Final = 15
"""Digits of a time in milliseconds."""

Body = TypeVar("Body")
Sitting = TypeVar("Sitting", CreateTable, JoinTable, PlayNow)


def problem(status: int, code: str, params: dict[str, Any] | None = None) -> Response:
    """An error as HTTP answers it."""
    return respond(Problem(code=code, params=params or {}), status)


def respond(value: Any, status: int = 200) -> Response:
    """A value as JSON."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def origin_allowed(connection: HTTPConnection[Any], settings: Settings) -> bool:
    """Whether the page that makes this call may: one of ours, one of the operator's, or no browser at all."""
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    host = connection.headers.get("host", "")
    allowed = {f"http://{host}", f"https://{host}", *(entry.strip() for entry in settings.origins.split(","))}
    return origin in allowed


def check_origin(connection: HTTPConnection[Any], settings: Settings) -> None:
    """Refuse calls of foreign pages.

    :raises InvalidRequest: ``foreign_origin``.
    """
    if not origin_allowed(connection, settings):
        raise InvalidRequest("foreign_origin")


async def read_body(request: Request, body: type[Body], settings: Settings) -> Body:
    """The body of a call, of a page that may make it.

    :raises InvalidRequest: ``foreign_origin``, ``json_expected``, ``too_large``, ``bad_request``.
    """
    check_origin(request, settings)
    # Also keeps out the forms of foreign pages, which cannot send this type unasked.
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise InvalidRequest("json_expected")
    limit = settings.frame_bytes
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > limit:
            raise InvalidRequest("too_large", limit=limit)
    try:
        return msgspec.json.decode(bytes(data), type=body)
    except (msgspec.DecodeError, RecursionError) as error:
        raise InvalidRequest("bad_request", reason=str(error)) from None


def answering(handler: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint that answers with a handler's response or error, which nobody stores on the way."""

    async def answer(request: Request) -> Response:
        try:
            response = await handler(request)
        except AmityError as error:
            response = problem(STATUS.get(error.code, 400), error.code, error.params)
        except ClientDisconnect:
            # It went away in the middle of its request; this is sent to nobody.
            response = problem(400, "bad_request", {"reason": "incomplete"})
        response.headers.setdefault("cache-control", "no-store")
        return response

    return answer


def address_of(connection: HTTPConnection[Any]) -> str:
    """The address of whoever is at the other end."""
    return connection.client.host if connection.client else ""


def session_token(request: HTTPConnection[Any]) -> str | None:
    """The token of whoever is logged in, as his browser keeps it."""
    return request.cookies.get(SESSION_COOKIE)


def set_cookie(request: Request, response: Response, name: str, token: str, lifetime_ms: int) -> Response:
    """The response, which has the browser keep a token that no script can read and no other page can use."""
    response.set_cookie(
        name,
        token,
        max_age=lifetime_ms // 1000,
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )
    return response


def asked_moment(request: Request, name: str) -> int | None:
    """A moment that stands in the address, in milliseconds since 1970; ``None`` where none does.

    :raises InvalidRequest: ``bad_request``.
    """
    text = request.query_params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= LONGEST_TIME):
        raise InvalidRequest("bad_request", reason=name)
    return int(text)


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


class Api:
    """The handlers and what they share."""

    def __init__(self, tables: Tables, accounts: Accounts) -> None:
        self._tables = tables
        self._accounts = accounts
        self._standings = Standings(tables.services)
        self._settings = tables.services.settings
        self._limit = AddressLimit(self._settings.tables_burst, self._settings.tables_per_minute / 60)
        # Before anybody asks: loading the games would make the first page wait.
        self._games = [_game_info(name) for name in games.names()]

    def routes(self) -> list[Route]:
        """All routes of the API."""
        return [
            Route("/api/games", answering(self.list_games), methods=["GET"]),
            Route("/api/message", answering(self.show_message), methods=["GET"]),
            Route("/api/lobby", answering(self.show_lobby), methods=["GET"]),
            Route("/api/play", answering(self.play_now), methods=["POST"]),
            Route("/api/tables", answering(self.create_table), methods=["POST"]),
            Route("/api/tables/{code}", answering(self.show_table), methods=["GET"]),
            Route("/api/tables/{code}/seats", answering(self.join_table), methods=["POST"]),
            Route("/api/tables/{code}/record", answering(self.show_record), methods=["GET"]),
            Route("/healthz", answering(self.show_health), methods=["GET"]),
            Route("/readyz", answering(self.show_readiness), methods=["GET"]),
            Route("/metrics", answering(self.show_metrics), methods=["GET"]),
            Route("/openapi.json", answering(self.show_openapi), methods=["GET"]),
        ]

    async def list_games(self, _request: Request) -> Response:
        """``GET /api/games``."""
        return respond(self._games)

    async def show_message(self, _request: Request) -> Response:
        """``GET /api/message``: the message of the day."""
        return respond({"message": self._tables.orders.message})

    async def create_table(self, request: Request) -> Response:
        """``POST /api/tables``."""
        body = await read_body(request, CreateTable, self._settings)
        self._admit_seat(request)
        token = new_token()
        session, body = await self._whoever_sits(request, body)
        rating = await self._standings.admit(body.game, session, body.guest) if body.rated else None
        account = None if session is None else session.account
        table = await self._tables.create(body, token_hash(token), account=account, rating=rating)
        return respond(SeatTaken(table=table.code, seat=table.host, token=None if table.host is None else token), 201)

    async def show_lobby(self, _request: Request) -> Response:
        """``GET /api/lobby``."""
        return respond(await self._tables.lobby())

    async def play_now(self, request: Request) -> Response:
        """``POST /api/play``."""
        body = await read_body(request, PlayNow, self._settings)
        self._admit_seat(request)
        token = new_token()
        session, body = await self._whoever_sits(request, body)
        code, seat = await self._tables.play(body, token, None if session is None else session.account)
        if session is not None:
            await self._accounts.take_seats(session, [HeldSeat(table=code, token=token)])
        return respond(SeatTaken(table=code, seat=seat, token=token), 201)

    def _admit_seat(self, request: Request) -> None:
        self._tables.admit(address_of(request))
        self._limit.take(address_of(request))

    async def _whoever_sits(self, request: Request, body: Sitting) -> tuple[Session | None, Sitting]:
        """A bot by its token or somebody by his cookie, and what he asks for under his own name.

        :raises InvalidRequest: ``unknown_bot``, ``too_many_requests``, ``store_unavailable``.
        """
        token = bearer(request)
        if token is None:
            session = await self._accounts.session(session_token(request))
        else:
            session = await self._accounts.bot(token, address_of(request))
            # A bot is the same for the host who sends it away, whatever it calls itself.
            body = msgspec.structs.replace(body, guest=session.account)
        return session, body if session is None else msgspec.structs.replace(body, name=session.name)

    async def show_table(self, request: Request) -> Response:
        """``GET /api/tables/{code}``."""
        state: TableState = await self._tables.ask(_code(request), Table.state)
        return respond(state)

    async def join_table(self, request: Request) -> Response:
        """``POST /api/tables/{code}/seats``."""
        body = await read_body(request, JoinTable, self._settings)
        self._admit_seat(request)
        token = new_token()
        code = _code(request)
        session, body = await self._whoever_sits(request, body)
        state: TableState = await self._tables.ask(code, Table.state)
        rating = await self._standings.admit(state.game, session, body.guest) if state.rated else None
        account = None if session is None else session.account
        person = newcomer(body.name, body.guest, token_hash(token), account, rating)
        seat = await self._tables.join(code, body.seat, person)
        if session is not None:
            await self._accounts.take_seats(session, [HeldSeat(table=code, token=token)])
        return respond(SeatTaken(table=code, seat=seat, token=token), 201)

    async def show_record(self, request: Request) -> Response:
        """``GET /api/tables/{code}/record``."""
        token = bearer(request)
        code = _code(request)
        address = address_of(request)
        if token is not None:
            self._tables.wrong_tokens.check(address)
        try:
            if await self._tables.ask(code, lambda table: table.sealed):
                # Another table of the evening may have played the deal by now.
                self._tables.reread([code])
            text: str = await self._tables.ask(code, lambda table: _record(table, token))
        except InvalidRequest as error:
            if error.code == "bad_token":
                self._tables.wrong_tokens.count(address)
            raise
        return Response(
            text,
            media_type="text/plain",
            headers={"content-disposition": f'attachment; filename="amity-{code}.txt"'},
        )

    async def show_health(self, _request: Request) -> Response:
        """``GET /healthz``: the process answers."""
        return respond({"status": "ok"})

    async def show_readiness(self, _request: Request) -> Response:
        """``GET /readyz``: moves can be stored, so that people may be sent here."""
        ready = await self._tables.services.store.ready()
        return respond({"status": "ok"}) if ready else problem(503, "store_unavailable")

    async def show_metrics(self, request: Request) -> Response:
        """``GET /metrics``, unless the settings allow more only from this machine."""
        if self._settings.metrics == "loopback" and not _is_loopback(address_of(request)):
            raise HTTPException(404)
        return Response(self._tables.services.metrics.text(), media_type=CONTENT_TYPE)

    async def show_openapi(self, _request: Request) -> Response:
        """``GET /openapi.json``."""
        return respond(openapi())


async def http_error(request: Request, error: Exception) -> Response:
    """What the router refuses, in the form of all other errors."""
    assert isinstance(error, HTTPException)
    methods = _methods(request)
    if methods and request.method not in methods:
        # The router has looked for a file of that name instead.
        return _refused(405, {"allow": ", ".join(methods)})
    return _refused(error.status_code, error.headers or {})


def _refused(status: int, headers: Mapping[str, str]) -> Response:
    response = problem(status, {404: "not_found", 405: "method_not_allowed"}.get(status, "bad_request"))
    response.headers.update(headers)
    return response


def _methods(request: Request) -> list[str]:
    """What may be done at the path of a call; a path with two methods has two routes."""
    fitting = [route for route in request.app.routes if route.matches(request.scope)[0] != Match.NONE]
    return sorted({method for route in fitting if isinstance(route, Route) for method in route.methods or ()})


async def unexpected_error(request: Request, error: Exception) -> Response:
    """An error nobody expected."""
    log.error("request failed", path=request.url.path, error=type(error).__name__, exc_info=error)
    return problem(500, "internal_error")


def _code(request: Request) -> str:
    code = request.path_params["code"]
    assert isinstance(code, str)
    return code.upper()


def bearer(request: HTTPConnection[Any]) -> str | None:
    """The token in the header ``Authorization``.

    :raises InvalidRequest: ``bad_token`` when the header holds none.
    """
    header = request.headers.get("authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise InvalidRequest("bad_token")
    return token.strip()


def _game_info(name: str) -> GameInfo:
    game = games.get(name)
    return GameInfo(
        name=name,
        seat_counts=list(game.seat_counts),
        options=describe_options(game.options_type),
        presets={preset: msgspec.to_builtins(options) for preset, options in game.presets.items()},
        levels=msgspec.convert(bots.levels(name), list[Any]),
    )


def _record(table: Table, token: str | None) -> str:
    """The record of a table's match: all of it once it is over, before that what the token's seat saw."""
    stored, match = table.stored, table.match
    seat = None if token is None else stored.seat_of(token)
    if match is None or match.version == 0:
        raise InvalidRequest("no_record")
    return record_text(stored, match, seat, table.released)
