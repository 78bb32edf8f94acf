"""Three nodes with one PostgreSQL and one Redis: any of them serves any client, and may go away at any moment."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest
from cluster_services import Postgres, Redis
from server_process import ServerProcess
from table_clients import ME, PATIENCE, PERSON, Client, Message, Place, bot
from websockets.exceptions import ConnectionClosed
from witness import Witness, applied_once

from amity.cli import main
from amity.record import parse, verify

pytestmark = [pytest.mark.anyio, pytest.mark.cluster]

NODES = 3


@pytest.fixture
async def nodes(services: tuple[Postgres, Redis], tmp_path: Path) -> AsyncIterator[list[ServerProcess]]:
    postgres, redis = services
    started = []
    for number in range(NODES):
        folder = tmp_path / str(number)
        folder.mkdir()
        started.append(ServerProcess(folder, database=postgres.url, redis=redis.url, start_ms=60_000))
    await asyncio.gather(*(node.start() for node in started))
    yield started
    for node in started:
        if node.process.returncode is None:
            await node.stop()
        assert "Traceback" not in node.log(), node.log()


def owner_of(nodes: Sequence[ServerProcess], code: str) -> int:
    """The number of the node that took a table last."""
    taken = [
        (line.split()[0], number)
        for number, node in enumerate(nodes)
        for line in node.log().splitlines()
        if "table taken" in line and f"table={code}" in line
    ]
    assert taken
    return max(taken)[1]


async def closed(places: Sequence[Place]) -> None:
    for place in places:
        await place.http.aclose()


async def test_any_node_serves_any_client_of_any_table(nodes: list[ServerProcess]) -> None:
    places = [node.place() for node in nodes]
    ann = await places[0].create("pinochle", [ME, PERSON, PERSON, bot("random")], options={"target": 100})
    state = (await places[1].http.get(f"/api/tables/{ann['table']}")).json()
    assert state["status"] == "waiting"
    ben = await places[1].join(ann["table"], "Ben")
    cid = await places[2].join(ann["table"].lower(), "Cid")
    assert (ben["seat"], cid["seat"]) == (1, 2)
    refused = await places[2].http.post(f"/api/tables/{ann['table']}/seats", json={"name": "Dan"})
    assert (refused.status_code, refused.json()["code"]) == (409, "table_full")
    async with (
        places[0].client(ann) as one,
        places[1].client(ben) as two,
        places[2].client(cid) as three,
        places[1].client(ann, token=None) as watching,
    ):
        players = [one, two, three]
        assert [client.seat for client in (*players, watching)] == [0, 1, 2, None]
        # Presence crosses the nodes, and so does everything that is refused.
        await three.until_so(lambda: all(seat["connected"] for seat in three.state["seats"]))
        await asyncio.gather(*(client.commit_and_reveal(bytes([seat] * 4)) for seat, client in enumerate(players)))
        await asyncio.gather(*(client.until_so(lambda c=client: c.view is not None) for client in players))
        for client in players:
            answer = await client.act({"type": "nonsense"})
            assert answer["code"] == "bad_action"
        await asyncio.gather(*(client.play(random.Random(seat)) for seat, client in enumerate(players)))
        await watching.until_over()
        assert set(one.events) == set(two.events) == set(three.events) == set(watching.events)
        # Nobody is shown more by going through another node.
        dealt = [client.events[1]["hands"] for client in (*players, watching)]
        assert [[isinstance(hand, list) for hand in hands] for hands in dealt] == [
            [seat == own for seat in range(4)] for own in (0, 1, 2, None)
        ]
    texts = [(await place.record(ann["table"])).text for place in places]
    assert texts[0] == texts[1] == texts[2]
    assert verify(parse(texts[0])).right
    wrong = Client(places[2].address, ann["table"], "x" * 43, None)
    await wrong.open()
    assert (await wrong.receive())["code"] == "bad_token"
    await wrong.close()
    await closed(places)


async def test_a_node_is_killed_and_redis_restarted_and_nothing_is_lost(
    nodes: list[ServerProcess], services: tuple[Postgres, Redis]
) -> None:
    _, redis = services
    places = [node.place() for node in nodes]
    chance = random.Random(5)
    pairs: list[list[Witness]] = []
    for number in range(6):
        ann = await places[number % NODES].create("mate", [ME, PERSON], options={"games": 4}, move_seconds=600)
        ben = await places[(number + 1) % NODES].join(ann["table"])
        orders = [[*places[start % NODES :], *places[: start % NODES]] for start in (number, number + 1)]
        pairs.append(
            [
                Witness(order, seat, random.Random(chance.random()), thinks=0.2)
                for order, seat in zip(orders, (ann, ben), strict=True)
            ]
        )
    witnesses = [witness for pair in pairs for witness in pair]

    async def until_moves(more: int) -> None:
        """Until everybody has made some moves more, or has finished."""
        before = [len(witness.acknowledged) for witness in witnesses]
        async with asyncio.timeout(PATIENCE):
            while not all(  # noqa: ASYNC110 - people wake nobody
                one.over or len(one.acknowledged) >= number + more
                for one, number in zip(witnesses, before, strict=True)
            ):
                await asyncio.sleep(0.02)

    code: Message = pairs[0][0].seat
    async with asyncio.TaskGroup() as group:
        for witness in witnesses:
            group.create_task(witness.play())
        await until_moves(3)
        gone = owner_of(nodes, code["table"])
        await nodes[gone].kill()
        await until_moves(3)
        assert owner_of(nodes, code["table"]) != gone
        await asyncio.to_thread(redis.stop)
        await asyncio.sleep(0.5)
        await asyncio.to_thread(redis.start)
        await until_moves(3)
        await nodes[gone].start()
        await until_moves(2)
        for witness in witnesses:
            witness.thinks = 0
    for one, other in pairs:
        assert one.events == other.events
        assert applied_once(one)
        assert applied_once(other)
        for place in places:
            assert verify(parse((await place.record(one.seat["table"])).text)).right
    await closed(places)


async def test_a_node_that_stops_in_good_order_hands_its_tables_over(nodes: list[ServerProcess]) -> None:
    places = [node.place() for node in nodes]
    ann = await places[0].create("mate", [ME, bot("random")], options={"games": 4})
    async with places[0].client(ann) as one:
        await one.play(random.Random(1), moves=3)
        version = one.version
        stopping = asyncio.create_task(nodes[0].stop())
        assert (await one.until_type("closing"))["reason"] == "restarting"
        await stopping
    async with places[1].client(ann, last_version=version) as one:
        assert one.version >= version
        await one.play(random.Random(2), moves=3)
    await closed(places)


async def test_operators_reach_all_nodes(nodes: list[ServerProcess], services: tuple[Postgres, Redis]) -> None:
    places = [node.place() for node in nodes]
    database = services[0].url

    async def command(*words: str) -> int:
        return await asyncio.to_thread(main, ["admin", *words, "--database", database])

    ann = await places[0].create("mate", [ME, PERSON])
    async with places[0].client(ann) as one, places[1].client(ann, token=None) as watching:
        assert await command("motd", "Tournament tonight.") == 0
        for place in places:
            async with asyncio.timeout(PATIENCE):
                while (await place.http.get("/api/message")).json()["message"] != "Tournament tonight.":  # noqa: ASYNC110
                    await asyncio.sleep(0.05)
        assert await command("close", ann["table"]) == 0
        for client in (one, watching):
            await client.until_over()
            assert client.state["notice"] == {"code": "table_closed", "params": {}}
    assert await command("motd") == 0
    assert await asyncio.to_thread(main, ["admin", "list", "--database", "postgresql://127.0.0.1:1/none"]) == 2
    await closed(places)


async def until_taken(place: Place, seat: Message) -> None:
    """Until a node serves a seat of a table whose owner has gone."""
    async with asyncio.timeout(PATIENCE):
        while True:
            with contextlib.suppress(ConnectionClosed):
                async with place.client(seat) as client:
                    await client.until_so(lambda client=client: bool(client.chat_log))  # type: ignore[misc]
                    await client.say("ping", n=1)
                    await client.until_type("pong")
                    return


async def test_people_talk_across_nodes_and_put_a_match_off(nodes: list[ServerProcess]) -> None:
    places = [node.place() for node in nodes]
    ann = await places[0].create("mate", [ME, PERSON], guest="a" * 40)
    ben = await places[1].join(ann["table"], guest="b" * 40)
    async with (
        places[0].client(ann, guest="a" * 40) as one,
        places[1].client(ben, guest="b" * 40) as two,
        places[2].client(ann, token=None, guest="c" * 40) as watching,
    ):
        await asyncio.gather(*(client.until_status("playing") for client in (one, two)))
        await watching.say("say", id="w", text="a secret", name="Cid")
        await watching.until_so(lambda: bool(watching.chat))
        await two.say("say", id="b", text="hello from afar")
        await asyncio.gather(
            *(
                client.until_so(lambda client=client: any(line["text"] == "hello from afar" for line in client.chat))  # type: ignore[misc]
                for client in (one, two, watching)
            )
        )
        assert not any("secret" in frame for client in (one, two) for frame in client.frames)
        # Whom one blocks is known on every node.
        await watching.say("block", id="quiet", line=two.chat[-1]["number"])
        assert (await watching.answer_to("quiet"))["type"] == "acknowledged"
        await watching.until_so(lambda: bool(watching.chat_log["blocked"]))
        for client in (one, two):
            await client.say("adjourn", id="later")
            assert (await client.answer_to("later"))["type"] == "acknowledged"
        await watching.until_status("adjourned")
    # Whoever takes the table over has everything of it.
    owner = owner_of(nodes, ann["table"])
    await nodes[owner].stop()
    left = [place for number, place in enumerate(places) if number != owner]
    # The first to ask for it takes it; whoever was sent to the old owner comes again.
    await until_taken(left[0], ann)
    await until_taken(left[1], ben)
    async with (
        left[0].client(ann) as one,
        left[1].client(ben) as two,
        left[0].client(ann, token=None, guest="c" * 40) as watching,
    ):
        await watching.until_so(lambda: bool(watching.chat_log))
        assert [line["text"] for line in watching.chat] == ["a secret"]
        await two.until_so(lambda: bool(two.chat_log))
        assert [line["text"] for line in two.chat] == ["hello from afar"]
        for client in (one, two):
            assert client.state["status"] == "adjourned"
            await client.say("ready", version=client.version)
        await asyncio.gather(*(client.until_status("playing") for client in (one, two, watching)))
    await closed(places)
