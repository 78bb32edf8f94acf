"""The HTTP calls about matches that are looked at again."""

from __future__ import annotations

import asyncio
import gzip
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from amity.errors import InvalidRequest
from amity.record import write
from amity.server.accounts import Accounts
from amity.server.http import address_of, answering, bearer, check_origin, read_body, respond, session_token
from amity.server.limits import AddressLimit
from amity.server.messages import SeatTaken
from amity.server.records import record_text
from amity.server.review_messages import PracticeRequest
from amity.server.reviews import Reviews
from amity.server.tables import Tables
from amity.server.tokens import new_token

LARGEST_RECORD: Final = 1_048_576
"""Bytes of a record that is brought: several times a long match."""


class ReviewApi:
    """The handlers."""

    def __init__(self, tables: Tables, accounts: Accounts) -> None:
        self._tables = tables
        self._accounts = accounts
        self._settings = tables.services.settings
        self.reviews = Reviews(tables.services)
        self._looks = AddressLimit(self._settings.messages_burst, self._settings.messages_per_second)
        self._brings = AddressLimit(self._settings.tables_burst, self._settings.tables_per_minute / 60)

    def routes(self) -> list[Route]:
        """All routes of reviews."""
        return [
            Route("/api/tables/{code}/review", answering(self.open), methods=["POST"]),
            Route("/api/reviews", answering(self.bring), methods=["POST"]),
            Route("/api/reviews/{review}", answering(self.show), methods=["GET"]),
            Route("/api/reviews/{review}/deals/{deal:int}", answering(self.show_deal), methods=["GET"]),
            Route("/api/reviews/{review}/analysis", answering(self.show_analysis), methods=["GET"]),
            Route("/api/reviews/{review}/analysis", answering(self.analyse), methods=["POST"]),
            Route("/api/reviews/{review}/record", answering(self.show_record), methods=["GET"]),
            Route("/api/reviews/{review}/practice", answering(self.practise), methods=["POST"]),
        ]

    async def open(self, request: Request) -> Response:
        """``POST /api/tables/{code}/review``: for the token of a seat, or whoever is logged in."""
        check_origin(request, self._settings)
        address = address_of(request)
        self._looks.take(address)
        token = bearer(request)
        if token is not None:
            self._tables.wrong_tokens.check(address)
        session = None if token is not None else await self._accounts.session(session_token(request))
        try:
            return respond(await self.reviews.open(request.path_params["code"].upper(), token, session))
        except InvalidRequest as error:
            if error.code == "bad_token":
                self._tables.wrong_tokens.count(address)
            raise

    async def bring(self, request: Request) -> Response:
        """``POST /api/reviews``: a record as text."""
        check_origin(request, self._settings)
        address = address_of(request)
        self._tables.admit(address)
        self._brings.take(address)
        return respond(await self.reviews.bring(await _text(request)), 201)

    async def show(self, request: Request) -> Response:
        """``GET /api/reviews/{review}``."""
        self._looks.take(address_of(request))
        return respond(await self.reviews.summary(_name(request)))

    async def show_deal(self, request: Request) -> Response:
        """``GET /api/reviews/{review}/deals/{deal}``."""
        self._looks.take(address_of(request))
        response = respond(await self.reviews.deal(_name(request), request.path_params["deal"]))
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return response
        # Every step repeats most of the one before.
        body = await asyncio.to_thread(gzip.compress, bytes(response.body), 6)
        headers = {"content-encoding": "gzip", "vary": "accept-encoding"}
        return Response(body, media_type="application/json", headers=headers)

    async def show_analysis(self, request: Request) -> Response:
        """``GET /api/reviews/{review}/analysis``."""
        self._looks.take(address_of(request))
        return respond(await self.reviews.analysis(_name(request), ask=False))

    async def analyse(self, request: Request) -> Response:
        """``POST /api/reviews/{review}/analysis``."""
        check_origin(request, self._settings)
        self._brings.take(address_of(request))
        return respond(await self.reviews.analysis(_name(request), ask=True))

    async def show_record(self, request: Request) -> Response:
        """``GET /api/reviews/{review}/record``."""
        self._looks.take(address_of(request))
        found = await self.reviews.find(_name(request))
        table = found.table
        text = (
            record_text(table, table.new_match(found.events), None, True)
            if found.record is None
            else write(found.record)
        )
        headers = {"content-disposition": f'attachment; filename="amity-{table.code}.txt"'}
        return Response(text, media_type="text/plain", headers=headers)

    async def practise(self, request: Request) -> Response:
        """``POST /api/reviews/{review}/practice``."""
        body = await read_body(request, PracticeRequest, self._settings)
        self._tables.admit(address_of(request))
        self._brings.take(address_of(request))
        token = new_token()
        table = await self.reviews.practise(_name(request), body, token)
        return respond(SeatTaken(table=table.code, seat=table.host, token=token), 201)


def _name(request: Request) -> str:
    name: Any = request.path_params["review"]
    assert isinstance(name, str)
    return name


async def _text(request: Request) -> str:
    """The record in a request.

    :raises InvalidRequest: ``text_expected``, ``too_large``, ``bad_request``.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "text/plain":
        raise InvalidRequest("text_expected")
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > LARGEST_RECORD:
            raise InvalidRequest("too_large", limit=LARGEST_RECORD)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise InvalidRequest("bad_request", reason=str(error.reason)) from None
