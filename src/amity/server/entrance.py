"""The door of a server where only members may play: whoever is none gets the client's files and nothing else."""

from __future__ import annotations

from typing import Final

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from amity.errors import InvalidRequest
from amity.server.http import SESSION_COOKIE, STATUS, bearer, problem
from amity.server.members import Members

MEMBER_COOKIE: Final = "amity_member"

OPEN: Final = frozenset({("GET", "/api/entry"), ("POST", "/api/entry"), ("POST", "/api/session")})
"""What is answered to everybody: coming in, by the account as well."""


class Entrance:
    """Asks for membership in front of the API and of all connections."""

    def __init__(self, app: ASGIApp, members: Members) -> None:
        self._app = app
        self._members = members

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or connection."""
        if not self._members.only or not _is_guarded(scope):
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        try:
            # A bot has no cookies: its token is that of a session.
            session = connection.cookies.get(SESSION_COOKIE) or bearer(connection)
            if not await self._members.known(connection.cookies.get(MEMBER_COOKIE), session):
                raise InvalidRequest("members_only")
        except InvalidRequest as error:
            if scope["type"] == "websocket":
                # Closing before accepting answers 403.
                await receive()
                await send({"type": "websocket.close", "code": 1008})
                return
            response = problem(STATUS.get(error.code, 400), error.code, error.params)
            response.headers["cache-control"] = "no-store"
            await response(scope, receive, send)
            return
        await self._app(scope, receive, send)


def _is_guarded(scope: Scope) -> bool:
    path = scope.get("path", "")
    if scope["type"] == "websocket":
        return True
    return scope["type"] == "http" and path.startswith("/api/") and (scope["method"], path) not in OPEN
