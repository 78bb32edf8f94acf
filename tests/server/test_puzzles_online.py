"""Puzzles over HTTP: first what the seat in turn knows, after an answer the rest, and nothing is kept."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from datetime import date
from typing import Any

import jsonschema
import msgspec
import pytest
from table_clients import Place

from amity import games, puzzles
from amity.server.schema import openapi

pytestmark = pytest.mark.anyio

Servers = Callable[..., AbstractAsyncContextManager[Place]]

NOON = 1_796_040_000_000
"""Monday, 30 November 2026, 12:00 UTC."""
GAMES = games.names()


def _plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def fits(name: str, value: Any) -> Any:
    schema = {"$ref": f"#/components/schemas/{name}", "components": openapi()["components"]}
    jsonschema.Draft202012Validator(schema).validate(value)
    return value


async def asked(place: Place, name: str) -> Any:
    answer = await place.http.get(f"/api/puzzles/{name}")
    assert answer.status_code == 200, answer.text
    return fits("PuzzleQuestion", answer.json())


async def tried(place: Place, name: str, action: Any, status: int = 200) -> Any:
    answer = await place.http.post(f"/api/puzzles/{name}/answer", json={"action": action})
    assert answer.status_code == status, answer.text
    return fits("PuzzleAnswer" if status == 200 else "Problem", answer.json())


async def test_the_list_has_every_game_and_the_puzzles_of_the_day(server: Servers) -> None:
    async with server(now_ms=lambda: NOON) as place:
        found = fits("PuzzleList", (await place.http.get("/api/puzzles")).json())
    assert found["day"] == "2026-11-30" and found["next_ms"] == 43_200_000
    assert [one["game"] for one in found["games"]] == list(GAMES)
    for one in found["games"]:
        assert [puzzle["name"] for puzzle in one["puzzles"]] == list(puzzles.names(one["game"]))
        assert one["daily"] == puzzles.of_day(one["game"], date(2026, 11, 30))


@pytest.mark.parametrize("game", GAMES)
async def test_a_question_tells_what_its_seat_knows_and_no_more(game: str, server: Servers) -> None:
    name = puzzles.names(game)[0]
    position = puzzles.open_puzzle(name)
    match, seat = position.match, position.seat
    async with server() as place:
        question = await asked(place, name)
    assert question["seat"] == seat == question["view"]["seat"] == question["view"]["to_act"]
    assert question["version"] == match.version == len(question["events"])
    assert question["table"]["fairness"]["server_seed"] is None
    assert "expected" not in json.dumps(question)
    for other in range(match.seats):
        if other == seat or hasattr(match.view(seat), "hands"):
            continue
        hand = list(match.view(other).hand)  # type: ignore[attr-defined]
        assert json.dumps(hand, separators=(",", ":")) not in json.dumps(question, separators=(",", ":"))
    assert question["view"] == _plain(match.view(seat).with_help())
    assert [one["event"] for one in question["events"]] == [_plain(event) for event in match.history(seat)]


@pytest.mark.parametrize("game", GAMES)
async def test_an_answer_is_judged_and_shows_everything(game: str, server: Servers) -> None:
    name = puzzles.names(game)[-1]
    position = puzzles.open_puzzle(name)
    async with server() as place:
        wrong = position.answers[-1]
        other = await tried(place, name, _plain(wrong.action))
        best = await tried(place, name, _plain(position.answers[0].action))
    assert best["right"] and best["cost"] == 0
    assert not other["right"] and other["cost"] == round(position.answers[0].expected - wrong.expected, 2)
    assert other["choices"] == best["choices"]
    assert [choice["expected"] for choice in best["choices"]] == [one.expected for one in position.answers]
    assert len(best["hands"]) == position.record.seats and all(isinstance(hand, list) for hand in best["hands"])
    assert sum(map(len, best["hands"])) > 0


async def test_what_may_not_be_done_is_refused_with_the_reason(server: Servers) -> None:
    name = puzzles.names("mate")[0]
    async with server() as place:
        illegal = await tried(place, name, {"type": "play", "card": "2C"}, 400)
        broken = await tried(place, name, {"type": "sing"}, 400)
        assert illegal["code"] != "bad_request"
        assert broken["code"] == "bad_request"
        for path in ("mate-00000000", "chess"):
            unknown = await place.http.get(f"/api/puzzles/{path}")
            assert unknown.status_code == 404 and unknown.json()["code"] == "unknown_puzzle"
        right = await tried(place, name, _plain(puzzles.open_puzzle(name).answers[0].action))
        assert right["right"]


async def test_one_plays_on_from_a_puzzle_against_bots(server: Servers) -> None:
    name = puzzles.names("mate")[0]
    position = puzzles.open_puzzle(name)
    async with server() as place:
        answer = await place.http.post(f"/api/puzzles/{name}/practice", json={"name": "Ann"})
        assert answer.status_code == 201, answer.text
        seat = fits("SeatTaken", answer.json())
        assert seat["seat"] == position.seat
        async with place.client(seat) as me:
            await me.until_status("playing")
            assert me.state["practice"] and me.state["seats"][position.seat]["name"] == "Ann"
            assert me.version >= position.match.version
            await me.play(random.Random(1), 1)
        refused = await place.http.post(f"/api/puzzles/{name}/practice", json={"name": " "})
        assert refused.status_code == 400
    # The position that all share is as it was.
    assert position.match.version == len(position.record.events)
