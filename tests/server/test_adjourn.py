"""Putting a match off, coming back to it, and what becomes of it when nobody does."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest
import sqlalchemy as sa
from table_clients import ME, PERSON, Client, Message, Place, bot

from amity.server import adjourn
from amity.server.database import METADATA, TABLES

pytestmark = pytest.mark.anyio

Servers = Callable[..., AbstractAsyncContextManager[Place]]


async def ask(client: Client, kind: str, **fields: Any) -> Message:
    action = client.new_id()
    await client.say(kind, id=action, **fields)
    return await client.answer_to(action)


async def two_people(place: Place, **more: Any) -> tuple[Message, Message]:
    ann = await place.create("mate", [ME, PERSON], options={"games": 2}, **more)
    return ann, await place.join(ann["table"])


async def put_off(one: Client, two: Client) -> None:
    for client in (one, two):
        await client.until_status("playing")
    assert (await ask(one, "adjourn"))["type"] == "acknowledged"
    await two.until_so(lambda: two.state["adjourn"] == {"seat": 0, "agreed": [0]})
    assert (await ask(two, "adjourn"))["type"] == "acknowledged"
    for client in (one, two):
        await client.until_status("adjourned")


async def test_a_match_goes_on_where_it_was_when_all_are_back(server: Servers) -> None:
    async with server() as place:
        ann, ben = await two_people(place, move_seconds=300)
        async with place.client(ann) as one, place.client(ben) as two:
            await one.until_so(lambda: one.view is not None)
            first = one if one.view and one.view["to_act"] == 0 else two
            await first.until_so(lambda: first.view is not None)
            await first.play(random.Random(1), moves=1)
            await one.until_version(first.version)
            before = one.view
            await put_off(one, two)
            assert one.state["adjourn"] is None
            assert one.state["kept_until_ms"] > 0
            # Nothing is played, by whoever tries.
            for client in (one, two):
                for kind, fields in (
                    ("act", {"version": client.version, "action": {"type": "play", "card": "AS"}}),
                    ("resign", {}),
                    ("adjourn", {}),
                ):
                    assert (await ask(client, kind, **fields))["code"] == "table_adjourned"
            clock = await place.tables.ask(ann["table"], lambda table: table._course.clock)
            assert clock is None
    # After a restart of the server, with an empty memory.
    async with server() as place, place.client(ann) as one:
        assert one.state["status"] == "adjourned"
        assert one.view == before
        assert one.clock is None
        await one.say("ready", version=one.version)
        await one.until_so(lambda: one.state["seats"][0]["ready"])
        assert one.state["status"] == "adjourned"
        # Being there is not enough: a page that was left open says nothing.
        async with place.client(ben) as two:
            assert two.state["status"] == "adjourned"
            await one.until_so(lambda: one.state["seats"][1]["connected"])
            assert one.state["status"] == "adjourned"
            await two.say("ready", version=two.version)
            for client in (one, two):
                await client.until_status("playing")
                assert client.state["kept_until_ms"] is None
            async with place.client(ann) as again:
                assert again.view == before
                assert again.clock is not None
            await one.say("resign", id="enough")
            await one.until_over()


async def test_who_goes_away_again_is_not_back(server: Servers) -> None:
    async with server() as place:
        ann, ben = await two_people(place)
        async with place.client(ann) as one, place.client(ben) as two:
            await put_off(one, two)
            await two.say("ready", version=two.version)
            await one.until_so(lambda: one.state["seats"][1]["ready"])
            await two.close()
            await one.until_so(lambda: not one.state["seats"][1]["ready"])
            await one.say("ready", version=one.version)
            async with place.client(ben):
                await one.until_so(lambda: one.state["seats"][1]["connected"])
                assert one.state["status"] == "adjourned"
                # Whoever is back may go on without the other, who finds a bot in his place.
                assert (await ask(one, "resume_with_bots"))["type"] == "acknowledged"
                await one.until_so(lambda: one.state["seats"][1]["away"] == "club")
                await one.until_status("playing")
            async with place.client(ben) as two:
                assert (await ask(two, "come_back"))["type"] == "acknowledged"
                await one.until_so(lambda: one.state["seats"][1]["away"] is None)


async def test_the_others_may_want_to_play_on(server: Servers) -> None:
    async with server() as place:
        ann, ben = await two_people(place)
        async with (
            place.client(ann) as one,
            place.client(ben) as two,
            place.client(ann, token=None) as watching,
        ):
            await one.until_status("playing")
            await two.until_status("playing")
            assert (await ask(two, "keep_playing"))["code"] == "nobody_asked"
            assert (await ask(watching, "adjourn"))["code"] == "spectators_only_watch"
            for _ in range(2):
                # Asked twice is not agreed by two.
                assert (await ask(one, "adjourn"))["type"] == "acknowledged"
            assert one.state["status"] == "playing"
            assert (await ask(two, "keep_playing"))["type"] == "acknowledged"
            await one.until_so(lambda: one.state["adjourn"] is None)
            assert (await ask(one, "adjourn"))["code"] == "asked_already"
            # The other may ask, and take it back, and ask again.
            for kind in ("adjourn", "keep_playing", "adjourn"):
                assert (await ask(two, kind))["type"] == "acknowledged"
            await one.until_so(lambda: one.state["adjourn"] == {"seat": 1, "agreed": [1]})
            # A question that a restart forgets has nobody's consent.
        async with server() as other, other.client(ben) as two:
            assert two.state["adjourn"] is None
            assert two.state["status"] == "playing"


async def test_who_leaves_takes_his_question_along(server: Servers) -> None:
    async with server() as place:
        ann, ben = await two_people(place)
        async with place.client(ann) as one, place.client(ben) as two:
            await one.until_status("playing")
            await two.until_status("playing")
            await ask(one, "adjourn")
            await two.until_so(lambda: two.state["adjourn"] is not None)
            await ask(one, "leave")
            await two.until_so(lambda: two.state["adjourn"] is None)
            # The only person that is left decides alone.
            assert (await ask(two, "adjourn"))["type"] == "acknowledged"
            await two.until_status("adjourned")
            assert (await ask(one, "resume_with_bots"))["code"] == "seat_left"
            await two.say("ready", version=two.version)
            await two.until_status("playing")


async def test_alone_with_bots_it_is_done_at_once_and_no_bot_moves(server: Servers) -> None:
    async with server() as place:
        ann = await place.create("pinochle", [ME, bot(), bot(), bot()])
        async with place.client(ann) as one:
            await one.until_my_turn()
            version = one.version
            await one.say("adjourn", id="later")
            await one.until_status("adjourned")
            assert (await ask(one, "keep_playing"))["code"] == "table_adjourned"
            assert (await ask(one, "resume_with_bots"))["type"] == "acknowledged"
            await one.until_status("playing")
            assert one.version == version
            # Said again, it is acknowledged again and does nothing.
            await one.say("adjourn", id="later")
            assert (await one.answer_to("later"))["type"] == "acknowledged"
            await one.play(random.Random(5), moves=1)
            assert one.version > version


async def test_it_can_be_put_off_between_two_deals_and_what_is_used_of_the_bank_stays(server: Servers) -> None:
    async with server(between_deals_ms=600_000) as place:
        ann = await place.create("mate", [ME, bot()], options={"games": 4}, move_seconds=5, bank_seconds=100)
        async with place.client(ann) as one:
            while one.state["status"] != "between_deals":
                if one.view is not None and one.view["to_act"] == one.seat:
                    assert (await one.act(one.legal_actions()[0]))["type"] == "acknowledged"
                else:
                    await one.receive()
            await ask(one, "adjourn")
            await one.until_status("adjourned")
            assert one.state["resume_ms"] is None
            bank = one.state["seats"][0]["bank_ms"]
            await one.say("ready", version=one.version)
            await one.until_status("between_deals", "playing")
            assert one.state["seats"][0]["bank_ms"] == bank
            # Being back is not being ready for the next deal.
            assert not one.state["seats"][0]["ready"]


async def test_nobody_sits_down_at_an_adjourned_match_and_the_lobby_does_not_show_it(server: Servers) -> None:
    async with server() as place:
        ann = await place.create("mate", [ME, {"kind": "open"}], public=True, guest="a" * 40)
        async with place.client(ann) as one:
            await one.until_status("playing")
            await ask(one, "adjourn")
            await one.until_status("adjourned")
            answer = await place.http.post(f"/api/tables/{ann['table']}/seats", json={"name": "Ben", "guest": "b" * 40})
            assert (answer.status_code, answer.json()["code"]) == (409, "table_adjourned")
            assert ann["table"] not in {entry["code"] for entry in (await place.http.get("/api/lobby")).json()}


async def test_before_and_after_the_match_there_is_nothing_to_put_off(server: Servers) -> None:
    async with server() as place:
        ann = await place.create("mate", [ME, PERSON])
        async with place.client(ann) as one:
            assert (await ask(one, "adjourn"))["code"] == "not_playing"
            assert (await ask(one, "resume_with_bots"))["code"] == "not_adjourned"


async def test_after_thirty_days_it_is_gone_with_all_that_is_kept_of_it(server: Servers) -> None:
    async with server() as place:
        ann, ben = await two_people(place)
        other = await place.create("mate", [ME, bot()])
        async with place.client(ann) as one, place.client(ben) as two, place.client(other) as three:
            await put_off(one, two)
            await one.say("say", id="line", text="until next month")
            await one.until_type("chat")
            await three.until_status("playing")
            await ask(three, "adjourn")
            await place.tables._put_away(other["table"])
        store = place.tables.services.store
        await place.tables.clean()
        assert await store.load(ann["table"]) is not None

        def long_ago(connection: sa.Connection) -> None:
            connection.execute(
                sa.update(TABLES)
                .where(TABLES.c.code == ann["table"])
                .values(changed_ms=TABLES.c.changed_ms - adjourn.KEPT_MS)
            )

        async with place.client(ann) as one:
            await place.tables._put_away(ann["table"])
        await store.write(long_ago)
        async with place.client(ann) as one:
            await place.tables.clean()
            # Whoever looks at it is told.
            assert (await one.until_type("closing"))["reason"] == "restarting"
        assert (await place.http.get(f"/api/tables/{ann['table']}")).json()["code"] == "unknown_table"

        def left(connection: sa.Connection) -> list[str]:
            return [
                table.name
                for table in METADATA.sorted_tables
                for key in table.foreign_keys
                if key.column is TABLES.c.code
                and connection.scalar(sa.select(sa.func.count()).where(key.parent == ann["table"]))
            ]

        assert await store.read(left) == []
        assert await store.load(other["table"]) is not None


async def test_a_program_goes_along_with_the_people(server: Servers) -> None:
    async with server() as place:
        made = await place.http.post("/api/bots", json={"name": "Deep Ann"})
        header = {"authorization": f"Bearer {made.json()['token']}"}
        ann = await place.create("mate", [ME, PERSON])
        sat = await place.http.post(f"/api/tables/{ann['table']}/seats", json={"name": "x"}, headers=header)
        async with place.client(ann) as one, place.client(sat.json()) as program:
            await one.until_status("playing")
            await program.until_status("playing")
            assert (await ask(program, "adjourn"))["type"] == "acknowledged"
            assert program.state["status"] == "playing"
            assert (await ask(one, "adjourn"))["type"] == "acknowledged"
            await program.until_status("adjourned")
            await one.say("ready", version=one.version)
            await one.until_status("playing")
