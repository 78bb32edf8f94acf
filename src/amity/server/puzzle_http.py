"""The HTTP calls about puzzles."""

from __future__ import annotations

from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from amity.puzzles import Position, open_puzzle
from amity.server import puzzles
from amity.server.asking import add_table
from amity.server.http import address_of, answering, read_body, respond
from amity.server.limits import AddressLimit
from amity.server.messages import SeatTaken
from amity.server.puzzle_messages import PuzzlePractice, PuzzleTry
from amity.server.stored import StoredTable
from amity.server.tables import Tables
from amity.server.tokens import new_token, token_hash


class PuzzleApi:
    """The handlers."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._settings = tables.services.settings
        self._looks = AddressLimit(self._settings.messages_burst, self._settings.messages_per_second)
        self._makes = AddressLimit(self._settings.tables_burst, self._settings.tables_per_minute / 60)

    def routes(self) -> list[Route]:
        """All routes of puzzles."""
        return [
            Route("/api/puzzles", answering(self.show_list), methods=["GET"]),
            Route("/api/puzzles/{puzzle}", answering(self.show), methods=["GET"]),
            Route("/api/puzzles/{puzzle}/answer", answering(self.answer), methods=["POST"]),
            Route("/api/puzzles/{puzzle}/practice", answering(self.practise), methods=["POST"]),
        ]

    async def show_list(self, request: Request) -> Response:
        """``GET /api/puzzles``."""
        self._looks.take(address_of(request))
        return respond(puzzles.puzzle_list(self._tables.services.now_ms()))

    async def show(self, request: Request) -> Response:
        """``GET /api/puzzles/{puzzle}``."""
        self._looks.take(address_of(request))
        return respond(puzzles.question(_position(request)))

    async def answer(self, request: Request) -> Response:
        """``POST /api/puzzles/{puzzle}/answer``."""
        body = await read_body(request, PuzzleTry, self._settings)
        self._looks.take(address_of(request))
        return respond(puzzles.answer(_position(request), body.action))

    async def practise(self, request: Request) -> Response:
        """``POST /api/puzzles/{puzzle}/practice``."""
        body = await read_body(request, PuzzlePractice, self._settings)
        self._tables.admit(address_of(request))
        self._makes.take(address_of(request))
        token = new_token()
        table = await self._make(_position(request), body, token_hash(token))
        return respond(SeatTaken(table=table.code, seat=table.host, token=token), 201)

    async def _make(self, position: Position, wish: PuzzlePractice, hashed: str) -> StoredTable:
        services = self._tables.services
        now_ms = services.now_ms()
        make = partial(puzzles.practice, position, wish.name, wish.guest, hashed, now_ms)
        return await add_table(services.store, make, position.record.events, now_ms)


def _position(request: Request) -> Position:
    return open_puzzle(request.path_params["puzzle"])
