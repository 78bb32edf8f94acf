"""The HTTP calls of a club: coming in, inviting, the table of results."""

from __future__ import annotations

from functools import partial
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from amity import games
from amity.errors import InvalidRequest
from amity.server.asking import ask
from amity.server.club import club_table
from amity.server.entrance import MEMBER_COOKIE
from amity.server.entry_messages import Entry, EntryState, NewInvitation
from amity.server.http import (
    LONGEST_TIME,
    address_of,
    answering,
    asked_moment,
    read_body,
    respond,
    session_token,
    set_cookie,
)
from amity.server.limits import AddressLimit
from amity.server.members import LIFETIME_MS, Members
from amity.server.tables import Tables

LAST_MS: Final = 10**LONGEST_TIME
"""A moment after all others."""


class ClubApi:
    """The handlers."""

    def __init__(self, tables: Tables, members: Members) -> None:
        self._tables = tables
        self._members = members
        self._settings = tables.services.settings
        self._looks = AddressLimit(self._settings.messages_burst, self._settings.messages_per_second)
        self._invitations = AddressLimit(self._settings.tables_burst, self._settings.tables_per_minute / 60)

    def routes(self) -> list[Route]:
        """All routes of clubs."""
        return [
            Route("/api/entry", answering(self.show_entry), methods=["GET"]),
            Route("/api/entry", answering(self.enter), methods=["POST"]),
            Route("/api/invitations", answering(self.invite), methods=["POST"]),
            Route("/api/club/{game}", answering(self.show_table), methods=["GET"]),
        ]

    async def show_entry(self, request: Request) -> Response:
        """``GET /api/entry``. A member's browser is let stay for another while in time."""
        self._looks.take(address_of(request))
        token = request.cookies.get(MEMBER_COOKIE)
        response = respond(await self._members.state(token, session_token(request)))
        if token is not None and await self._members.renew(token):
            set_cookie(request, response, MEMBER_COOKIE, token, LIFETIME_MS)
        return response

    async def enter(self, request: Request) -> Response:
        """``POST /api/entry``."""
        body = await read_body(request, Entry, self._settings)
        self._tables.admit(address_of(request))
        if (body.password is None) == (body.invitation is None):
            raise InvalidRequest("bad_request", reason="password or invitation")
        token = await self._members.enter(body, address_of(request))
        state: EntryState = await self._members.state(token, None)
        return set_cookie(request, respond(state), MEMBER_COOKIE, token, LIFETIME_MS)

    async def invite(self, request: Request) -> Response:
        """``POST /api/invitations``."""
        body = await read_body(request, NewInvitation, self._settings)
        self._tables.admit(address_of(request))
        self._invitations.take(address_of(request))
        return respond(await self._members.invite(body.days, body.uses), 201)

    async def show_table(self, request: Request) -> Response:
        """``GET /api/club/{game}``, with ``?since=`` and ``?until=`` matches that ended between these moments."""
        game = games.get(request.path_params["game"])
        since, until = asked_moment(request, "since"), asked_moment(request, "until")
        self._looks.take(address_of(request))
        question = partial(
            club_table, game=game.name, since_ms=since or 0, until_ms=LAST_MS if until is None else until
        )
        return respond(await ask(self._tables.services.store, question))
