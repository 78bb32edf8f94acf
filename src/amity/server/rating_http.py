"""The HTTP calls about ratings."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from amity import games
from amity.server.accounts import Accounts
from amity.server.http import address_of, answering, read_body, respond, session_token
from amity.server.limits import AddressLimit
from amity.server.rating_messages import WhoAsks
from amity.server.standings import Standings
from amity.server.tables import Tables


class RatingApi:
    """The handlers."""

    def __init__(self, tables: Tables, accounts: Accounts) -> None:
        self._accounts = accounts
        self._settings = tables.services.settings
        self._standings = Standings(tables.services)
        self._looks = AddressLimit(self._settings.messages_burst, self._settings.messages_per_second)

    def routes(self) -> list[Route]:
        """All routes of ratings."""
        return [
            Route("/api/ratings", answering(self.show_own), methods=["POST"]),
            Route("/api/ratings/{game}", answering(self.show_best), methods=["GET"]),
        ]

    async def show_own(self, request: Request) -> Response:
        """``POST /api/ratings``."""
        body = await read_body(request, WhoAsks, self._settings)
        self._looks.take(address_of(request))
        session = await self._accounts.session(session_token(request))
        return respond(await self._standings.own(session, body.guest))

    async def show_best(self, request: Request) -> Response:
        """``GET /api/ratings/{game}``."""
        game = games.get(request.path_params["game"])
        self._looks.take(address_of(request))
        return respond(await self._standings.best(game.name))
