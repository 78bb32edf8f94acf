"""Before the match: seats, the host, and the seeds that everybody may add."""

from __future__ import annotations

import asyncio
import hashlib
import random
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

import pytest
from table_clients import ME, PERSON, Client, Place, bot

from amity.record import parse, verify

pytestmark = pytest.mark.anyio

Servers = Callable[..., AbstractAsyncContextManager[Place]]


def digest(seed: bytes) -> str:
    return hashlib.sha256(seed).hexdigest()


async def test_the_server_commits_after_the_seats_and_reveals_at_the_end(server: Servers) -> None:
    async with server(seed_ms=60_000) as place:
        ann = await place.create("mate", [ME, PERSON], options={"games": 2})
        async with place.client(ann) as one:
            assert one.state["status"] == "waiting"
            assert one.state["fairness"]["commitment"] is None
            await one.say("commit_seed", commitment=digest(b"old"))
            await one.say("commit_seed", commitment=digest(b"one"))
            ben = await place.join(ann["table"])
            async with place.client(ben) as two:
                await two.say("reveal_seed", seed=b"two".hex())
                assert (await two.until_type("refused"))["code"] == "no_seed_awaited"
                await two.say("commit_seed", commitment=digest(b"two"))
                await one.until_status("starting")
                commitment = one.state["fairness"]["commitment"]
                assert one.state["fairness"]["seat_commitments"] == [digest(b"one"), digest(b"two")]
                await one.say("commit_seed", commitment=digest(b"too late"))
                assert (await one.until_type("refused"))["code"] == "table_started"
                await one.say("reveal_seed", seed=b"old".hex())
                assert (await one.until_type("refused"))["code"] == "commitment_mismatch"
                await one.say("reveal_seed", seed="abc")
                assert (await one.until_type("refused"))["code"] == "bad_seed"
                await one.say("reveal_seed", seed=b"one".hex())
                await two.say("reveal_seed", seed=b"two".hex())
                await one.until_status("playing")
                assert one.state["fairness"]["seat_seeds"] == [b"one".hex(), b"two".hex()]
                assert one.state["fairness"]["server_seed"] is None
                await one.say("resign", id="enough")
                await one.until_over()
                seed = bytes.fromhex(one.state["fairness"]["server_seed"])
                assert digest(seed) == commitment
        assert verify(parse((await place.record(ann["table"])).text)).right


async def test_who_does_not_reveal_counts_as_empty(server: Servers) -> None:
    async with server(seed_ms=200, start_ms=60_000) as place:
        ann = await place.create("mate", [ME, PERSON], options={"games": 2})
        async with place.client(ann) as one:
            await one.say("commit_seed", commitment=digest(b"kept to myself"))
            # The commitment has arrived before the other sits down, and with that the time for all of them begins.
            await one.say("ping", n=1)
            await one.until_type("pong")
            async with place.client(await place.join(ann["table"])) as two:
                await one.until_status("playing")
                fairness = one.state["fairness"]
                assert fairness["seat_commitments"] == [digest(b"kept to myself"), None]
                assert fairness["seat_seeds"] == [None, None]
                await asyncio.gather(one.play(random.Random(1)), two.play(random.Random(2)))
        assert verify(parse((await place.record(ann["table"])).text)).right


async def test_a_full_table_starts_without_those_who_stay_away(server: Servers) -> None:
    async with server(start_ms=100) as place:
        ann = await place.create("mate", [ME, PERSON], move_seconds=60)
        async with place.client(ann) as one:
            await place.join(ann["table"])
            await one.until_status("playing")
            assert [seat["connected"] for seat in one.state["seats"]] == [True, False]


async def test_a_rematch_waits_for_everybody(server: Servers) -> None:
    async with server(start_ms=1) as place:
        ann = await place.create("mate", [ME, PERSON])
        ben = await place.join(ann["table"])
        async with place.client(ann) as one, place.client(ben) as two:
            await one.until_status("playing")
            await one.say("resign", id="r")
            await one.until_over()
            await one.say("rematch", id="again")
            await one.answer_to("again")
            await one.until_so(lambda: one.state["rematch"] is not None)
            new = {"table": one.state["rematch"], "token": ann["token"]}
            async with place.client(new) as back:
                assert back.state["status"] == "waiting"
                async with place.client({**new, "token": two.token}):
                    await back.until_status("playing")


async def test_the_host_fills_the_table_with_bots_once(server: Servers) -> None:
    async with server() as place:
        ann = await place.create("pinochle", [ME, PERSON, bot(), PERSON])
        ben = await place.join(ann["table"], seat=3)
        assert ben["seat"] == 3
        async with place.client(ann) as one, place.client(ben) as two:
            assert one.state["host"] == 0
            await two.say("fill_with_bots", id="f", level="club")
            assert (await two.answer_to("f"))["code"] == "host_only"
            for _ in range(2):
                await one.say("fill_with_bots", id="f2", level="novice")
                assert await one.answer_to("f2") == {"type": "acknowledged", "id": "f2", "version": 0}
            await one.until_status("playing")
            kinds = [(seat["kind"], seat["level"]) for seat in one.state["seats"]]
            assert kinds == [("person", None), ("bot", "novice"), ("bot", "random"), ("person", None)]
            await one.say("fill_with_bots", id="f3", level="novice")
            assert (await one.answer_to("f3"))["code"] == "table_started"


async def test_the_first_to_sit_down_is_host_where_the_maker_watches(server: Servers) -> None:
    async with server() as place:
        table = await place.create("mate", [PERSON, PERSON])
        assert (table["seat"], table["token"]) == (None, None)
        async with place.client(table) as watching:
            assert watching.state["host"] is None
            await watching.say("fill_with_bots", id="f", level="club")
            assert (await watching.answer_to("f"))["code"] == "spectators_only_watch"
            ben = await place.join(table["table"], seat=1)
            assert ben["seat"] == 1
            await watching.until_so(lambda: watching.state["host"] == 1)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"name": "Cid", "seat": 1}, 409, "seat_taken"),
        ({"name": "Cid", "seat": 5}, 400, "no_such_seat"),
        ({"name": "\u200b \u202e", "seat": 2}, 400, "bad_name"),
        ({"name": "", "seat": 2}, 400, "bad_request"),
        ({"name": "Cid", "seat": -1}, 400, "bad_request"),
        ({"name": "Cid", "chair": 2}, 400, "bad_request"),
    ],
)
async def test_refused_joins(server: Servers, body: dict[str, object], status: int, code: str) -> None:
    async with server() as place:
        ann = await place.create("pinochle", [ME, bot(), PERSON, PERSON])
        answer = await place.http.post(f"/api/tables/{ann['table']}/seats", json=body)
        assert (answer.status_code, answer.json()["code"]) == (status, code)


async def test_a_full_table_and_a_started_one_take_nobody(server: Servers) -> None:
    async with server(start_ms=60_000) as place:
        ann = await place.create("mate", [ME, PERSON])
        ben = await place.join(ann["table"].lower())
        answer = await place.http.post(f"/api/tables/{ann['table']}/seats", json={"name": "Cid"})
        assert (answer.status_code, answer.json()["code"]) == (409, "table_full")
        async with place.client(ann) as one, place.client(ben):
            await one.until_status("playing")
        answer = await place.http.post(f"/api/tables/{ann['table']}/seats", json={"name": "Cid"})
        assert (answer.status_code, answer.json()["code"]) == (409, "table_started")


async def test_names_are_cleaned(server: Servers) -> None:
    async with server() as place:
        ann = await place.create("mate", [ME, PERSON], name="  An\u202en\u00a0 \x07Lee ")
        async with place.client(ann) as one:
            assert one.state["seats"][0]["name"] == "Ann Lee"


@pytest.mark.parametrize("invisible", ["\u3164", "\u115f", "\u1160", "\uffa0", "\u2800", "\u034f", "\u17b4", "\ufe0f"])
async def test_what_is_invisible_makes_no_name_and_no_difference(server: Servers, invisible: str) -> None:
    async with server() as place:
        body = {"game": "mate", "seats": [ME, PERSON], "name": invisible * 3}
        answer = await place.http.post("/api/tables", json=body)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_name")
        ann = await place.create("mate", [ME, PERSON], name=f"An{invisible}n")
        assert (await place.http.get(f"/api/tables/{ann['table']}")).json()["seats"][0]["name"] == "Ann"


async def test_presence_is_seen(server: Servers) -> None:
    async with server() as place:
        ann = await place.create("mate", [ME, PERSON])
        async with place.client(ann, token=None) as watching:

            async def until_connected(connected: bool) -> None:
                await watching.until_so(lambda: watching.state["seats"][0]["connected"] is connected)

            first, second = place.client(ann), place.client(ann)
            async with first:
                await until_connected(True)
                async with second:
                    # Two devices in one seat are one person.
                    assert second.seat == first.seat == 0
            await until_connected(False)
            async with place.client(ann, token=None):
                await watching.until_so(lambda: watching.state["spectators"] == 2)


async def test_a_wrong_token_is_told_so_and_closed(server: Servers) -> None:
    async with server() as place:
        ann = await place.create("mate", [ME, PERSON])
        for table, token, code in (
            (ann["table"], "x" * 43, "bad_token"),
            ("NOSUCH", ann["token"], "unknown_table"),
            ("NOSUCH", None, "unknown_table"),
        ):
            client = Client(place.address, table, token, None)
            await client.open()
            assert (await client.receive())["code"] == code
            assert await client.receive() == {"type": "closing", "reason": "refused"}
            await client.socket.wait_closed()
