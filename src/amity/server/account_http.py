"""The HTTP calls about accounts. Who is logged in stands in a cookie that no script can read."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from amity.errors import InvalidRequest
from amity.server.account_messages import (
    Account,
    AccountState,
    BotMade,
    Confirmation,
    Credentials,
    HeldSeats,
    NewBot,
    NewPassword,
)
from amity.server.accounts import Accounts
from amity.server.http import (
    SESSION_COOKIE,
    address_of,
    answering,
    asked_moment,
    bearer,
    check_origin,
    read_body,
    respond,
    session_token,
    set_cookie,
)
from amity.server.limits import AddressLimit
from amity.server.sessions import LIFETIME_MS, Session
from amity.server.tables import Tables


class AccountApi:
    """The handlers."""

    def __init__(self, tables: Tables, accounts: Accounts) -> None:
        self._tables = tables
        self._accounts = accounts
        self._settings = tables.services.settings
        self._limit = AddressLimit(self._settings.tables_burst, self._settings.tables_per_minute / 60)
        # What many tables have to be read for.
        self._looks = AddressLimit(self._settings.messages_burst, self._settings.messages_per_second)

    def routes(self) -> list[Route]:
        """All routes of accounts."""
        return [
            Route("/api/account", answering(self.show), methods=["GET"]),
            Route("/api/account", answering(self.register), methods=["POST"]),
            Route("/api/account/password", answering(self.change_password), methods=["PUT"]),
            Route("/api/account/deletion", answering(self.delete), methods=["POST"]),
            Route("/api/account/data", answering(self.show_data), methods=["GET"]),
            Route("/api/account/matches", answering(self.show_matches), methods=["GET"]),
            Route("/api/account/matches", answering(self.take_matches), methods=["POST"]),
            Route("/api/session", answering(self.log_in), methods=["POST"]),
            Route("/api/session", answering(self.log_out), methods=["DELETE"]),
            Route("/api/bots", answering(self.register_bot), methods=["POST"]),
            Route("/api/bots", answering(self.delete_bot), methods=["DELETE"]),
            Route("/api/matches", answering(self.show_matches_of_seats), methods=["POST"]),
        ]

    async def show(self, request: Request) -> Response:
        """``GET /api/account``: who is logged in. Gives his browser a new token once a day."""
        session = await self._accounts.session(session_token(request))
        if session is None:
            return respond(AccountState(account=None))
        response = respond(AccountState(account=Account(name=session.name, created_ms=session.created_ms)))
        token = await self._accounts.rotate(session)
        if token is not None:
            _remember(request, response, token)
        return response

    async def register(self, request: Request) -> Response:
        """``POST /api/account``."""
        body = await read_body(request, Credentials, self._settings)
        self._tables.admit(address_of(request))
        self._limit.take(address_of(request))
        account, token = await self._accounts.register(body.name, body.password)
        return _remember(request, respond(AccountState(account=account), 201), token)

    async def log_in(self, request: Request) -> Response:
        """``POST /api/session``."""
        body = await read_body(request, Credentials, self._settings)
        self._tables.admit(address_of(request))
        account, token = await self._accounts.log_in(body.name, body.password, address_of(request))
        return _remember(request, respond(AccountState(account=account)), token)

    async def log_out(self, request: Request) -> Response:
        """``DELETE /api/session``."""
        check_origin(request, self._settings)
        token = session_token(request)
        if token is not None:
            await self._accounts.log_out(token)
        return _forget(respond(AccountState(account=None)))

    async def change_password(self, request: Request) -> Response:
        """``PUT /api/account/password``: logs out everywhere but here."""
        body = await read_body(request, NewPassword, self._settings)
        session = await self._session(request)
        token = await self._accounts.change_password(session, body.old, body.new, address_of(request))
        account = Account(name=session.name, created_ms=session.created_ms)
        return _remember(request, respond(AccountState(account=account)), token)

    async def delete(self, request: Request) -> Response:
        """``POST /api/account/deletion``."""
        body = await read_body(request, Confirmation, self._settings)
        session = await self._session(request)
        codes = await self._accounts.delete(session, body.password, address_of(request))
        self._tables.reread(codes)
        return _forget(respond(AccountState(account=None)))

    async def register_bot(self, request: Request) -> Response:
        """``POST /api/bots``: a bot of somebody's, and its token."""
        body = await read_body(request, NewBot, self._settings)
        self._tables.admit(address_of(request))
        self._limit.take(address_of(request))
        account, token = await self._accounts.register_bot(body.name)
        return respond(BotMade(name=account.name, token=token), 201)

    async def delete_bot(self, request: Request) -> Response:
        """``DELETE /api/bots``: the bot whose token stands in the header, and its name at its tables."""
        check_origin(request, self._settings)
        session = await self._accounts.bot(bearer(request) or "", address_of(request))
        self._tables.reread(await self._accounts.delete_bot(session))
        return respond(AccountState(account=None))

    async def show_data(self, request: Request) -> Response:
        """``GET /api/account/data``."""
        self._looks.take(address_of(request))
        data = await self._accounts.data(await self._session(request))
        return Response(
            msgspec.json.format(msgspec.json.encode(data)),
            media_type="application/json",
            headers={"content-disposition": 'attachment; filename="amity-account.json"'},
        )

    async def show_matches(self, request: Request) -> Response:
        """``GET /api/account/matches``, with ``?before=`` those of tables made before that moment."""
        before = asked_moment(request, "before")
        self._looks.take(address_of(request))
        session = await self._session(request)
        return respond(await self._accounts.matches(session, before))

    async def take_matches(self, request: Request) -> Response:
        """``POST /api/account/matches``: take the matches of seats that this device holds into the account."""
        body = await read_body(request, HeldSeats, self._settings)
        self._looks.take(address_of(request))
        session = await self._session(request)
        await self._accounts.take_seats(session, body.seats)
        return respond(await self._accounts.matches(session, None))

    async def show_matches_of_seats(self, request: Request) -> Response:
        """``POST /api/matches``: the matches of seats that this device holds."""
        body = await read_body(request, HeldSeats, self._settings)
        self._looks.take(address_of(request))
        return respond(await self._accounts.matches_of_seats(body.seats))

    async def _session(self, request: Request) -> Session:
        session = await self._accounts.session(session_token(request))
        if session is None:
            raise InvalidRequest("not_logged_in")
        return session


def _remember(request: Request, response: Response, token: str) -> Response:
    return set_cookie(request, response, SESSION_COOKIE, token, LIFETIME_MS)


def _forget(response: Response) -> Response:
    response.delete_cookie(SESSION_COOKIE, httponly=True, samesite="strict")
    return response
