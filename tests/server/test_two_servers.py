"""Two servers on one database: who loses a conflict takes what the other has stored, and nothing is done twice."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

import pytest
from table_clients import ME, PERSON, Place

from amity.server.store import Change, StoreUnavailable

pytestmark = pytest.mark.anyio

Servers = Callable[..., AbstractAsyncContextManager[Place]]


async def test_a_move_made_elsewhere_wins(server: Servers) -> None:
    async with server() as here, server() as there:
        ann = await here.create("mate", [ME, PERSON])
        ben = await here.join(ann["table"])
        async with here.client(ann) as one, here.client(ben) as two:
            await one.until_so(lambda: one.view is not None)
            assert one.view is not None
            seat = ann if one.view["to_act"] == 0 else ben
            turn = one if one.view["to_act"] == 0 else two
            await turn.until_my_turn()
            version = turn.version
            first, second = turn.legal_actions()[:2]
            async with there.client(seat) as elsewhere:
                assert elsewhere.version == version
                assert (await turn.act(first, action_id="here"))["type"] == "acknowledged"
                # The other server still thinks that it is this seat's turn, and finds out when it wants to store.
                answer = await elsewhere.act(second, version, "there")
                assert answer["code"] == "not_your_turn"
                await elsewhere.until_version(version + 1)
                assert elsewhere.events[version + 1]["card"] == first["card"]
                # What was carried out here is known there.
                answer = await elsewhere.act(second, version, "here")
                assert answer == {"type": "acknowledged", "id": "here", "version": version + 1}
        assert there.metric("amity_errors_total") == there.metric("amity_store_failures_total") == 0


async def test_the_last_free_seat_is_given_once(server: Servers) -> None:
    async with server() as here, server() as there:
        ann = await here.create("pinochle", [ME, {"kind": "bot"}, {"kind": "bot"}, PERSON])
        assert (await there.http.get(f"/api/tables/{ann['table']}")).json()["status"] == "waiting"
        await here.join(ann["table"])
        answer = await there.http.post(f"/api/tables/{ann['table']}/seats", json={"name": "Cid"})
        assert (answer.status_code, answer.json()["code"]) == (409, "table_full")


async def test_what_was_stored_without_an_answer_is_shown_once(
    server: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with server() as place:
        ann = await place.create("mate", [ME, PERSON])
        ben = await place.join(ann["table"])
        async with place.client(ann) as one, place.client(ben) as two:
            await one.until_so(lambda: one.view is not None)
            await two.until_version(one.version)
            assert one.view is not None
            turn = one if one.view["to_act"] == 0 else two
            version, move = turn.version, turn.legal_actions()[0]
            store = place.tables.services.store
            commit, load = store.commit, store.load

            async def commit_and_fail(change: Change) -> None:
                await commit(change)
                raise StoreUnavailable

            async def fail(code: str) -> None:
                monkeypatch.setattr(store, "load", load)
                raise StoreUnavailable

            monkeypatch.setattr(store, "commit", commit_and_fail)
            monkeypatch.setattr(store, "load", fail)
            assert (await turn.act(move, version, "lost"))["code"] == "store_unavailable"
            monkeypatch.setattr(store, "commit", commit)
            async with place.client(ann) as again:
                assert again.version == version + 1
                assert (await turn.act(move, version, "lost"))["type"] == "acknowledged"
                # Whatever comes after the welcome follows it, as the client checks with every update.
                await again.say("ping", n=1)
                await again.until_type("pong")
                assert [message["type"] for message in again.messages if message["type"] == "update"] == []
            await one.until_version(version + 1)
            await two.until_version(version + 1)
