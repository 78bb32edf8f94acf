"""Duplicate evenings: the same deals at all tables, nobody learns them too early, and who has made the most of them."""

from __future__ import annotations

import asyncio
import hashlib
import random
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import jsonschema
import msgspec
import pytest
from table_clients import Client, Message, Place

from amity.record import parse, verify
from amity.server.evening_messages import CreateEvening
from amity.server.evenings import (
    StoredEntrant,
    StoredEvening,
    begun,
    derived_seed,
    entered,
    first_tables,
    new_evening,
    ranking,
)
from amity.server.schema import openapi
from amity.shuffle import commitment

pytestmark = pytest.mark.anyio

Servers = Callable[..., AbstractAsyncContextManager[Place]]

PEOPLE = ("Ann", "Ben", "Cid", "Dot")


def fits(name: str, value: Any) -> Any:
    schema = {"$ref": f"#/components/schemas/{name}", "components": openapi()["components"]}
    jsonschema.Draft202012Validator(schema).validate(value)
    return value


def asked(game: str, people: int, **more: Any) -> StoredEvening:
    request = {"game": game, "tables": 3, "deals": 2, "name": "Ann", **more}
    evening = new_evening(msgspec.convert(request, CreateEvening), 0)
    for number in range(people):
        evening = entered(evening, StoredEntrant(name=f"P{number}", token_hash=f"{number}", seed="ab" * number))
    return evening


# --- Pure -----------------------------------------------------------------------------------------------------------


def test_the_ranking_compares_who_held_the_same_cards() -> None:
    # Three tables, two seats, two deals; the last table has not played the third.
    results = {
        (0, 1): [30.0, -30.0],
        (1, 1): [10.0, -10.0],
        (2, 1): [10.0, -10.0],
        (0, 2): [0.0, 0.0],
        (1, 2): [50.0, -50.0],
        (2, 2): [-20.0, 20.0],
        (0, 3): [99.0, -99.0],
        (1, 3): [0.0, 0.0],
    }
    compared, scores = ranking(results, 3, 2)
    assert compared == 2
    found = {(score.place, score.seat): (score.percent, round(score.difference, 2)) for score in scores}
    # Seat 0 of table 0: 4 of 4 match points, then 2 of 4.
    assert found[0, 0] == (75.0, round((30 - 50 / 3 + 0 - 10) / 2, 2))
    assert found[1, 0] == (62.5, round((10 - 50 / 3 + 50 - 10) / 2, 2))
    assert found[2, 0] == (12.5, round((10 - 50 / 3 - 20 - 10) / 2, 2))
    assert found[2, 1][0] == 87.5
    assert sum(percent for percent, _ in found.values()) == 50.0 * 6
    assert [score.percent for score in scores] == sorted((percent for percent, _ in found.values()), reverse=True)


def test_nothing_is_ranked_before_all_tables_have_played_a_deal() -> None:
    assert ranking({(0, 1): [1.0, 2.0]}, 2, 2) == (0, [])


@pytest.mark.parametrize("game", ["mate", "pinochle", "tarot", "friends"])
def test_all_tables_get_the_same_cards_and_other_evenings_others(game: str) -> None:
    def dealt(evening: StoredEvening) -> list[object]:
        return [table.new_match().deal()[0] for table in first_tables(evening)]

    evening = begun(asked(game, 3))
    same = dealt(evening)
    assert len(same) == 3 and same[0] == same[1] == same[2]
    assert dealt(begun(asked(game, 3)))[0] != same[0]
    # Whoever comes adds to the deals.
    changed = msgspec.structs.replace(evening.entrants[1], seed="cd")
    other = msgspec.structs.replace(evening, entrants=(evening.entrants[0], changed, evening.entrants[2]))
    assert dealt(other)[0] != same[0]


def test_everybody_gets_a_seat_and_no_table_has_only_bots() -> None:
    for people in (2, 3, 5, 12):
        evening = begun(asked("pinochle", people))
        assert len(set(evening.seating)) == people
        assert {seat // 4 for seat in evening.seating} == set(range(evening.tables)) == set(range(min(3, people)))
        kinds = [seat.kind for table in first_tables(evening) for seat in table.seats]
        assert kinds.count("person") == people


def test_secrets_are_not_printed() -> None:
    evening = begun(asked("mate", 2))
    (table, _) = first_tables(evening)
    assert evening.seed not in repr(evening) + repr(table.board)


# --- Played ---------------------------------------------------------------------------------------------------------


class Evening:
    """An evening of a server, and everybody's token."""

    def __init__(self, place: Place, code: str) -> None:
        self.place = place
        self.code = code
        self.tokens: list[str] = []

    async def state(self) -> Message:
        found: Message = fits("EveningState", (await self.place.http.get(f"/api/evenings/{self.code}")).json())
        return found

    async def start(self) -> Message:
        headers = {"Authorization": f"Bearer {self.tokens[0]}"}
        answer = await self.place.http.post(f"/api/evenings/{self.code}/start", headers=headers)
        assert answer.status_code == 200, answer.text
        found: Message = fits("EveningState", answer.json())
        return found


async def gathered(place: Place, game: str, people: int, **more: Any) -> Evening:
    """An evening with so many people, which has not begun."""
    body = {"game": game, "tables": 2, "deals": 2, "name": PEOPLE[0], "level": "random", "guest": "a" * 43, **more}
    answer = await place.http.post("/api/evenings", json=body)
    assert answer.status_code == 201, answer.text
    entry = fits("EveningEntry", answer.json())
    evening = Evening(place, entry["evening"])
    evening.tokens.append(entry["token"])
    for number in range(1, people):
        body = {"name": PEOPLE[number], "guest": "abcd"[number] * 43, "seed": f"{number:02x}" * 8}
        answer = await place.http.post(f"/api/evenings/{evening.code}/entrants", json=body)
        assert answer.status_code == 201, answer.text
        assert fits("EveningEntry", answer.json())["entrant"] == number
        evening.tokens.append(answer.json()["token"])
    return evening


async def play_through(evening: Evening, entrant: int, chance: random.Random) -> list[str]:
    """One person plays all deals at his table; the codes of its tables."""
    state = await evening.state()
    own = state["entrants"][entrant]["place"]
    code = next(place["table"] for place in state["places"] if place["place"] == own)
    played = []
    while code is not None:
        async with evening.place.client({"table": code, "token": evening.tokens[entrant]}) as me:
            assert me.seat == state["entrants"][entrant]["seat"]
            await me.play(chance)
            await me.until_over()
            await me.until_so(lambda client=me: client.state["notice"] is not None)  # type: ignore[misc]
            assert me.state["notice"]["code"] == "board_over"
            place = {"code": evening.code, "number": len(played) + 1, "deals": state["deals"], "day": None}
            assert me.state["evening"] == place
            played.append(code)
            code = me.state["rematch"]
    return played


@pytest.mark.parametrize(("game", "people"), [("mate", 3), ("pinochle", 2)])
async def test_an_evening_from_its_beginning_to_the_ranking(server: Servers, game: str, people: int) -> None:
    async with server() as place:
        evening = await gathered(place, game, people)
        before = await evening.state()
        assert (before["phase"], before["seed"], before["seeds"], before["ranking"]) == ("open", None, [], [])
        await evening.start()
        played = await asyncio.gather(
            *(play_through(evening, entrant, random.Random(entrant)) for entrant in range(people))
        )
        after = await evening.state()
        assert (after["phase"], after["compared"]) == ("over", 2)
        assert all(place_state["done"] and place_state["number"] == 2 for place_state in after["places"])
        ranked = after["ranking"]
        assert sum(one["percent"] for one in ranked) == pytest.approx(50 * len(ranked))
        assert {one["name"] for one in ranked} >= set(PEOPLE[:people])
        assert all((one["level"] is None) == (one["name"] is not None) for one in ranked)
        # All of it can be checked now.
        assert commitment(bytes.fromhex(after["seed"])) == before["commitment"] == after["commitment"]
        salt = hashlib.sha256("|".join(seed or "" for seed in after["seeds"]).encode()).hexdigest()
        for number in (1, 2):
            records = [parse((await place.record(codes[number - 1])).text) for codes in played]
            for record in records:
                assert record.fairness is not None
                assert record.fairness.match == f"{evening.code}-{number}-{salt[:16]}"
                seed = derived_seed(after["seed"], evening.code, number, "cards")
                assert record.fairness.server_seed == bytes.fromhex(seed)
                assert record.events[0] == records[0].events[0]
                assert verify(record).right


async def test_nobody_learns_of_a_deal_before_it_is_played_everywhere(server: Servers) -> None:
    async with server() as place:
        evening = await gathered(place, "mate", 2, deals=1)
        state = await evening.start()
        codes = [one["table"] for one in state["places"]]
        mine = state["entrants"][0]["place"]
        await play_through(evening, 0, random.Random(1))
        # Over here, and not yet at the other table.
        table = (await place.http.get(f"/api/tables/{codes[mine]}")).json()
        assert (table["status"], table["fairness"]["server_seed"], table["public"]) == ("over", None, False)
        for token in (None, evening.tokens[0]):
            record = parse((await place.record(codes[mine], token)).text)
            assert record.fairness is not None and record.fairness.server_seed is None
        assert (await place.record(codes[mine], evening.tokens[1])).status_code == 401
        headers = {"Authorization": f"Bearer {evening.tokens[0]}"}
        answer = await place.http.post(f"/api/tables/{codes[mine]}/review", headers=headers)
        assert answer.json()["code"] == "evening_sealed"
        for code in codes:
            answer = await place.http.post(f"/api/tables/{code}/seats", json={"name": "Eve", "guest": "e" * 43})
            assert answer.json()["code"] == "table_started" or answer.json()["code"] == "table_full"
            watching = place.client({"table": code, "token": None})
            await watching.open()
            assert (await watching.until_type("refused"))["code"] == "evening_sealed"
            await watching.close()
        assert (await evening.state())["ranking"] == []
        await play_through(evening, 1, random.Random(2))
        record = parse((await place.record(codes[mine])).text)
        assert record.fairness is not None and record.fairness.server_seed is not None
        async with place.client({"table": codes[mine], "token": None}) as watching:
            assert watching.state["status"] == "over"


async def ask(client: Client, kind: str, **fields: Any) -> Message:
    action = client.new_id()
    await client.say(kind, id=action, **fields)
    return await client.answer_to(action)


async def test_everybody_plays_all_deals_in_his_seat(server: Servers) -> None:
    async with server() as place:
        evening = await gathered(place, "pinochle", 2)
        state = await evening.start()
        mine = state["entrants"][0]
        code = state["places"][mine["place"]]["table"]
        async with place.client({"table": code, "token": evening.tokens[0]}) as me:
            # A seed of one table alone would be another deal.
            await me.say("commit_seed", commitment="0" * 64)
            await me.until_status("playing")
            assert me.state["fairness"]["seat_seeds"] == [None] * 4
            bot = next(seat["seat"] for seat in me.state["seats"] if seat["kind"] == "bot")
            assert (await ask(me, "resign"))["code"] == "evening_fixed"
            assert (await ask(me, "adjourn"))["code"] == "evening_fixed"
            assert (await ask(me, "seat_bot", seat=bot, level="club"))["code"] in ("deal_running", "evening_fixed")
            assert me.state["host"] is None


async def test_a_table_that_everybody_has_left_goes_on_for_the_others(server: Servers) -> None:
    async with server(between_deals_ms=0) as place:
        evening = await gathered(place, "mate", 2, deals=3)
        state = await evening.start()
        mine = state["entrants"][0]["place"]
        async with place.client({"table": state["places"][mine]["table"], "token": evening.tokens[0]}) as me:
            await me.until_status("playing")
            assert (await ask(me, "leave"))["type"] == "acknowledged"
        await play_through(evening, 1, random.Random(3))
        while (state := await evening.state())["phase"] != "over":  # noqa: ASYNC110 - nobody is told
            await asyncio.sleep(0.01)
        assert state["compared"] == 3


async def refusal(place: Place, path: str, token: str | None = None, **body: Any) -> str:
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    answer = await place.http.post(f"/api/evenings{path}", json=body, headers=headers)
    code: str = fits("Problem", answer.json())["code"]
    return code


async def test_refusals(server: Servers) -> None:
    async with server() as place:
        body = {"tables": 2, "deals": 1, "name": "Ann"}
        assert await refusal(place, "", game="whist", **body) == "unknown_game"
        assert await refusal(place, "", game="mate", **{**body, "tables": 1}) == "bad_request"
        assert await refusal(place, "", game="tarot", seats=6, **body) == "wrong_seats"
        assert await refusal(place, "/NOSUCH/entrants", name="Ben") == "unknown_evening"
        assert (await place.http.get("/api/evenings/NOSUCH")).status_code == 404
        evening = await gathered(place, "mate", 1)
        path = f"/{evening.code}"
        assert await refusal(place, f"{path}/entrants", name="Ann", guest="a" * 43) == "evening_twice"
        assert await refusal(place, f"{path}/start") == "evening_host_only"
        assert await refusal(place, f"{path}/start", "x" * 43) == "evening_host_only"
        assert await refusal(place, f"{path}/start", evening.tokens[0]) == "evening_too_few"
        for number in range(3):
            answer = await place.http.post(f"/api/evenings{path}/entrants", json={"name": f"P{number}"})
            assert answer.status_code == 201
        assert await refusal(place, f"{path}/entrants", name="Eve") == "evening_full"
        await evening.start()
        assert await refusal(place, f"{path}/entrants", name="Eve") == "evening_begun"
        assert await refusal(place, f"{path}/start", evening.tokens[0]) == "evening_begun"
