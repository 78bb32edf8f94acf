"""The HTTP calls as their description says, whatever is sent: what schemathesis draws from our own OpenAPI document.

Calls are drawn from the document, valid ones and broken ones, and sent to a real server. Each is sent a second time
with the codes of a table, a review, a puzzle and an evening that exist, by somebody who may: else nearly all would only
find out that there is no such table.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterator
from functools import partial
from typing import Any

import hypothesis
import pytest
import requests
import schemathesis
from anyio.from_thread import start_blocking_portal
from hypothesis import HealthCheck
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    allow_header_conformance,
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)
from table_clients import FAST, ME, Message, Place, bot, running

from amity import puzzles
from amity.server.schema import openapi
from amity.server.settings import read_settings

FEW, ALL = schemathesis.openapi.from_dict(openapi()), schemathesis.openapi.from_dict(openapi())
# Every bound of every field of every call: thousands.
FEW.config.phases.coverage.enabled = False
for calls in (FEW, ALL):
    # A body may break the schema by being too large.
    allowed = calls.config.checks.negative_data_rejection
    allowed.expected_statuses = [*allowed.expected_statuses, "413"]
CHECKS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    unsupported_method,
    allow_header_conformance,
]

COMPUTES_LONG = "POST /api/reviews/{review}/analysis"
"""A call that is not made for a review that exists: the expert would think about all of the match."""

drawn = partial(hypothesis.settings, deadline=None, suppress_health_check=list(HealthCheck))


class Known:
    """A server with something to find on it, and how it is reached."""

    def __init__(self, address: str, paths: dict[str, Any], table: Message, evening: Message) -> None:
        self.address = address
        self._paths = paths
        self._table, self._evening = table, evening
        self.stranger, self.owner = requests.Session(), requests.Session()
        self._register()

    def _register(self) -> None:
        who = {"name": f"Ann {secrets.token_hex(6)}", "password": "four cards about friends"}
        self.owner.cookies.clear()
        assert self.owner.post(f"{self.address}/api/account", json=who).status_code == 201

    def send(self, case: schemathesis.Case) -> None:
        """Send a call as it is, then as somebody who may do it to something that is there; check both answers."""
        self.stranger.cookies.clear()
        self._check(case, self.stranger, {}, negative_data_rejection)
        found = case.path_parameters.keys() & self._paths.keys()
        if case.operation.label == COMPUTES_LONG or (not found and case.operation.method == "get"):
            return
        evening = "/evenings/" in case.path
        for name in found:
            case.path_parameters[name] = self._evening["evening"] if evening else self._paths[name]
        token = (self._evening if evening else self._table)["token"]
        headers = {"Authorization": f"Bearer {token}"} if "/{code}/" in case.path else {}
        self._check(case, self.owner, headers)
        if self.owner.get(f"{self.address}/api/account").json()["account"] is None:
            # It has just logged out.
            self._register()

    def _check(self, case: schemathesis.Case, session: requests.Session, headers: dict[str, str], *more: Any) -> None:
        answer = case.call(base_url=self.address, session=session, headers=headers)
        case.validate_response(answer, checks=[*CHECKS, *more])
        if answer.status_code >= 400 and case.method != "HEAD":
            problem = answer.json()
            assert problem.keys() == {"code", "params"}
            assert problem["code"] != "internal_error"


async def furnish(place: Place) -> tuple[dict[str, Any], Message, Message]:
    """Play a match, look at it again, and make an evening."""
    table = await place.create("mate", [ME, bot()], options={"games": 2})
    async with place.client(table) as one:
        await one.play(random.Random(1))
    bearer = {"authorization": f"Bearer {table['token']}"}
    review = (await place.http.post(f"/api/tables/{table['table']}/review", headers=bearer)).json()
    evening = await place.http.post("/api/evenings", json={"game": "mate", "tables": 2, "deals": 2, "name": "Ann"})
    assert evening.status_code == 201, evening.text
    paths = {"code": table["table"], "review": review["review"], "game": "mate", "deal": 1}
    return {**paths, "puzzle": puzzles.names("mate")[0]}, table, evening.json()


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Known]:
    limits = {"tokens_burst": 1_000_000, "tables_burst": 1_000_000, "connections_per_address": 10_000}
    database = str(tmp_path_factory.mktemp("openapi") / "amity.sqlite3")
    settings = read_settings({}, **{**FAST, **limits, "database": database})
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(running(settings)) as place,
    ):
        found = Known(place.address.rstrip("/"), *portal.call(furnish, place))
        yield found
        found.stranger.close()
        found.owner.close()
        assert place.metric("amity_errors_total") == 0


@FEW.parametrize()
@drawn(max_examples=8)
def test_a_call_is_answered_as_the_document_says(case: schemathesis.Case, known: Known) -> None:
    known.send(case)


@pytest.mark.slow
@ALL.parametrize()
@drawn(max_examples=200)
def test_any_call_is_answered_as_the_document_says(case: schemathesis.Case, known: Known) -> None:
    known.send(case)
