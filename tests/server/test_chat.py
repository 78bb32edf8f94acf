"""What people say at tables: who reads it, what is refused, and what becomes of it."""

from __future__ import annotations

import asyncio
import json
import random
import unicodedata
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from table_clients import ME, PATIENCE, PERSON, Client, Message, Place, bot

from amity.cli import main
from amity.errors import InvalidRequest
from amity.server import chat_rows
from amity.server.chat import KEPT, LONGEST_TEXT, clean_text, may_read
from amity.server.chat_rows import StoredLine
from amity.server.operators import on_database
from amity.server.store import Conflict

pytestmark = pytest.mark.anyio

Servers = Callable[..., AbstractAsyncContextManager[Place]]

GUESTS = {name: name[0].lower() * 40 for name in ("Ann", "Ben", "Cid", "Dan")}


async def say(client: Client, text: str | None = None, **fields: Any) -> Message:
    """Say something, and the line, or the refusal."""
    action = client.new_id()
    before = client.chat[-1]["number"] if client.chat else 0
    await client.say("say", id=action, **({} if text is None else {"text": text}), **fields)
    answer = await client.until(
        lambda message: (
            (message["type"] == "refused" and message["id"] == action)
            or (
                message["type"] == "chat"
                and message["line"]["number"] > before
                and message["line"]["speaker"] == client.chat_log["you"]
            )
        )
    )
    return answer if answer["type"] == "refused" else answer["line"]


async def ask(client: Client, kind: str, **fields: Any) -> Message:
    action = client.new_id()
    await client.say(kind, id=action, **fields)
    return await client.answer_to(action)


async def until_heard(client: Client, text: str) -> None:
    await client.until_so(lambda: text in texts(client))


def texts(client: Client) -> list[str]:
    return [line["text"] or line["phrase"] for line in client.chat]


async def settled(client: Client) -> None:
    """Until everything that was sent before has arrived."""
    await client.say("ping", n=1)
    await client.until_type("pong")


async def own_data(place: Place, cookie: str) -> Message:
    data: Message = (await place.http.get("/api/account/data", headers={"cookie": cookie})).json()
    return data


async def two_people(place: Place, **more: Any) -> tuple[Message, Message]:
    ann = await place.create("mate", [ME, PERSON], options={"games": 2}, guest=GUESTS["Ann"], **more)
    return ann, await place.join(ann["table"], guest=GUESTS["Ben"])


async def test_what_a_seat_says_everybody_reads(server: Servers) -> None:
    async with server() as place:
        ann, ben = await two_people(place)
        async with place.client(ann) as one, place.client(ben) as two, place.client(ann, token=None) as watching:
            line = await say(one, "Salut, \u00e7a va?")
            assert (line["name"], line["seat"], line["channel"]) == ("Ann", 0, "table")
            answered = await say(two, phrase="good_luck")
            assert (answered["phrase"], answered["text"]) == ("good_luck", None)
            await until_heard(watching, "good_luck")
            assert texts(watching) == ["Salut, \u00e7a va?", "good_luck"]
            # Nobody is told more of anybody than his name.
            assert not any(guest in frame for frame in watching.frames for guest in GUESTS.values())
        async with place.client(ben) as again:
            await again.until_type("chat_log")
            assert texts(again) == ["Salut, \u00e7a va?", "good_luck"]
            assert again.chat[0]["speaker"] != again.chat[1]["speaker"] == again.chat_log["you"]


async def test_no_seat_hears_spectators_during_a_match(server: Servers) -> None:
    async with server(between_deals_ms=600_000) as place:
        ann, ben = await two_people(place)
        async with place.client(ann) as one, place.client(ann, token=None) as watching:
            await watching.until_type("chat_log")
            # Before the match there is nothing to tell.
            await say(watching, "hello before", name="Zoe")
            await until_heard(one, "hello before")
            async with place.client(ben) as two, place.client(ann, token=None) as other:
                await one.until_status("playing")
                secret = await say(watching, "ann has the king", name="Zoe")
                assert (secret["channel"], secret["seat"], secret["name"]) == ("spectators", None, "Zoe")
                await until_heard(other, "ann has the king")
                await say(one, "my turn?")
                await until_heard(two, "my turn?")
                # Nor whoever comes again, has another seat, or looks at the log in another way.
                async with place.client(ben) as again:
                    await again.until_type("chat_log")
                    assert texts(again) == ["hello before", "my turn?"]
                    assert (await ask(again, "report", line=secret["number"]))["code"] == "unknown_line"
                    assert (await ask(again, "block", line=secret["number"]))["code"] == "unknown_line"
                    await settled(again)
                # Between two games as well.
                while one.state["status"] != "between_deals":
                    player = one if one.view and one.view["to_act"] == 0 else two
                    await one.until_version(two.version)
                    await two.until_version(one.version)
                    if one.state["status"] == "playing":
                        await player.play(random.Random(3), moves=1)
                        await settled(one)
                        await settled(two)
                await say(watching, "ben is bluffing", name="Zoe")
                await settled(one)
                await settled(two)
                for client in (one, two):
                    assert not any("king" in frame or "bluffing" in frame for frame in client.frames)
                # It is over: there is nothing to hide.
                assert (await ask(one, "resign"))["type"] == "acknowledged"
                for client in (one, two):
                    await client.until_so(lambda client=client: "ann has the king" in texts(client))  # type: ignore[misc]
                    assert texts(client)[-1] == "ben is bluffing"


async def test_another_seats_token_or_none_gives_no_more(server: Servers) -> None:
    async with server() as place:
        ann, ben = await two_people(place)
        async with place.client(ann, token=None) as watching, place.client(ann) as one, place.client(ben) as two:
            await one.until_status("playing")
            await say(watching, "psst")
            # A seat is whose token is named: nobody says anything for another.
            for fields in ({"seat": 1}, {"channel": "spectators"}, {"speaker": two.chat_log}):
                async with place.client(ann) as wrong:
                    await wrong.say("say", id="x", text="forged", **fields)
                    assert (await wrong.until_type("closing"))["reason"] == "bad_message"
            await one.say("say", id="y", text="true", name="Ben")
            await until_heard(two, "true")
            assert two.chat[-1]["name"] == "Ann"
            assert texts(two) == ["true"]


async def test_a_player_who_watches_himself_hears_no_more(server: Servers) -> None:
    async with server() as place:
        ann, ben = await two_people(place)
        async with (
            place.client(ann) as one,
            place.client(ben) as two,
            place.client(ann, token=None, guest=GUESTS["Ben"]) as spying,
            place.client(ann, token=None, guest=GUESTS["Cid"]) as watching,
        ):
            await asyncio.gather(*(client.until_status("playing") for client in (one, two)))
            await watching.until_so(lambda: bool(watching.chat_log))
            await say(watching, "psst")
            await say(one, "hello")
            await until_heard(spying, "hello")
            assert texts(spying) == ["hello"]


async def test_texts_are_made_fit_or_refused(server: Servers) -> None:
    async with server(chat_burst=1000) as place:
        ann, ben = await two_people(place)
        async with place.client(ann) as one, place.client(ben) as two:
            for text, shown in (
                ("  many \t\r\n words ", "many words"),
                ("\u202eright to left\u202c", "right to left"),
                ("\u2066isolate\u2069\u200e\x00\x07\x9b", "isolate"),
                ("x" + "\u0335" * 9, "x" + "\u0335" * 4),
                ("\U0001f469\u200d\U0001f393", "\U0001f469\u200d\U0001f393"),
                ("<b>&amp;</b>", "<b>&amp;</b>"),
                ("x" * LONGEST_TEXT, "x" * LONGEST_TEXT),
            ):
                assert (await say(one, text))["text"] == shown
            for text, code in (
                ("", "chat_empty"),
                (" \n ", "chat_empty"),
                ("\u200d\ufe0f\u202e\u0301", "chat_empty"),
                ("x" * (LONGEST_TEXT + 1), "chat_too_long"),
                ("\u0301" * 1000, "chat_too_long"),
                ("x" * 15_000, "chat_too_long"),
            ):
                assert (await say(one, text))["code"] == code
            assert (await say(one))["code"] == "chat_empty"
            assert (await say(one, "both", phrase="hello"))["code"] == "chat_empty"
            before = len(two.chat)
            # What is no message ends the connection, as everywhere.
            for fields in ({"phrase": "insult"}, {"text": 7}):
                async with place.client(ben) as wrong:
                    await wrong.say("say", id="z", **fields)
                    assert (await wrong.until_type("closing"))["reason"] == "bad_message"
            await settled(two)
            assert len(two.chat) == max(before, 7)


async def test_a_spectators_name_is_made_fit(server: Servers) -> None:
    async with server() as place:
        ann, _ = await two_people(place)
        async with place.client(ann, token=None, guest=GUESTS["Cid"]) as watching:
            await watching.until_type("chat_log")
            assert (await say(watching, "one"))["name"] is None
            assert (await say(watching, "two", name=" C\u202eid "))["name"] == "Cid"
            assert (await say(watching, "three", name="\u200b"))["code"] == "bad_name"


async def test_nobody_floods_a_table(server: Servers) -> None:
    async with server(chat_burst=5, chat_per_minute=1) as place:
        ann, ben = await two_people(place)
        async with place.client(ann) as one, place.client(ben) as two:
            answers = [await say(one, f"line {number}") for number in range(12)]
            assert [answer.get("code") for answer in answers] == [None] * 5 + ["chat_too_fast"] * 7
            # Another device of the seat has no pace of its own; the other person has.
            async with place.client(ann) as again:
                await again.until_type("chat_log")
                assert (await say(again, "and more"))["code"] == "chat_too_fast"
            assert (await say(two, "I can still talk"))["text"] == "I can still talk"
            # Nor do many who come under new names all the time.
            said = 0
            for number in range(30):
                async with place.client(ann, token=None, guest=f"{number:040}") as some:
                    await some.until_type("chat_log")
                    said += "code" not in await say(some, "spam")
            assert said == 20
            await settled(two)
            assert len(texts(two)) <= 6 + 20


async def test_the_last_lines_survive_a_restart_and_no_more_than_those(server: Servers) -> None:
    async with server(chat_burst=1000) as place:
        ann, ben = await two_people(place)
        async with place.client(ann) as one, place.client(ben) as two, place.client(ann, token=None) as watching:
            await one.until_status("playing")
            await watching.until_type("chat_log")
            await say(watching, "hidden")
            for number in range(KEPT + 20):
                await one.say("say", id=one.new_id(), text=f"line {number}")
            await until_heard(two, f"line {KEPT + 19}")
            async with place.client(ben) as again:
                await again.until_type("chat_log")
                assert len(again.chat) == KEPT
    async with server() as place:
        async with place.client(ben) as two, place.client(ann, token=None) as watching:
            await two.until_type("chat_log")
            assert texts(two) == [f"line {number}" for number in range(20, KEPT + 20)]
            await watching.until_type("chat_log")
            assert texts(watching)[0] == "hidden"
            assert (await say(two, "still here"))["number"] == two.chat[-2]["number"] + 1
        stored = await place.tables.services.store.read(lambda connection: chat_rows.read(connection, ann["table"]))
        assert len(stored) <= KEPT + 2


async def test_moves_do_not_wait_for_lines_that_cannot_be_stored(
    server: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with server() as place:
        ann = await place.create("mate", [ME, bot()])
        async with place.client(ann) as one:
            store = place.tables.services.store
            write, waiting, goes_on = store.write, asyncio.Event(), asyncio.Event()

            async def slow(work: Callable[[Any], Any]) -> Any:
                if getattr(work, "func", None) is chat_rows.write:
                    waiting.set()
                    await goes_on.wait()
                return await write(work)

            monkeypatch.setattr(store, "write", slow)
            await one.until_my_turn()
            await say(one, "stuck")
            async with asyncio.timeout(PATIENCE):
                await waiting.wait()
            assert (await one.act(one.legal_actions()[0]))["type"] == "acknowledged"
            assert (await say(one, "and on"))["text"] == "and on"
            goes_on.set()


async def test_who_is_blocked_is_not_heard_again(server: Servers) -> None:
    async with server() as place:
        ann, ben = await two_people(place)
        async with (
            place.client(ann, guest=GUESTS["Ann"]) as one,
            place.client(ann, guest=GUESTS["Ann"]) as phone,
            place.client(ben, guest=GUESTS["Ben"]) as two,
        ):
            rude = await say(two, "rude")
            await until_heard(one, "rude")
            assert (await ask(one, "block", line=rude["number"]))["type"] == "acknowledged"
            for client in (one, phone):
                await client.until_so(lambda client=client: bool(client.chat_log.get("blocked")))  # type: ignore[misc]
                assert texts(client) == []
                assert [person["name"] for person in client.chat_log["blocked"]] == ["Ben"]
            await say(two, "ruder")
            assert (await say(one, "peace"))["text"] == "peace"
            assert texts(one) == ["peace"]
            # He does not notice.
            await until_heard(two, "peace")
            assert two.chat_log["blocked"] == []
            assert (await ask(one, "block", line=rude["number"]))["code"] == "unknown_line"
            assert (await ask(one, "block", line=one.chat[-1]["number"]))["code"] == "own_line"
        # At another table, after a restart, and as a spectator.
    async with server() as place:
        dan = await place.create("mate", [ME, PERSON], name="Dan")
        ben = await place.join(dan["table"], guest=GUESTS["Ben"])
        async with (
            place.client(dan, token=None, guest=GUESTS["Ann"]) as one,
            place.client(dan) as four,
            # His seat tells who he is, whatever else he says.
            place.client(ben, guest="z" * 40) as two,
        ):
            await one.until_type("chat_log")
            await say(two, "again")
            await until_heard(four, "again")
            await say(four, "hello")
            await until_heard(one, "hello")
            assert texts(one) == ["hello"]
            assert (await ask(one, "unblock", number=one.chat_log["blocked"][0]["number"]))["type"] == "acknowledged"
            await until_heard(one, "again")
            assert one.chat_log["blocked"] == []


async def test_who_cannot_be_told_apart_cannot_be_blocked_here(server: Servers) -> None:
    async with server() as place:
        ann = await place.create("mate", [ME, PERSON])
        ben = await place.join(ann["table"])
        async with place.client(ann, guest=GUESTS["Ann"]) as one, place.client(ben) as two:
            line = await say(two, "who am I")
            await until_heard(one, "who am I")
            assert (await ask(one, "block", line=line["number"]))["code"] == "cannot_block"


async def test_a_report_keeps_what_its_writer_could_read(
    server: Servers, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = str(tmp_path / "amity.sqlite3")
    async with server() as place:
        ann, ben = await two_people(place)
        async with place.client(ann) as one, place.client(ben) as two, place.client(ann, token=None) as watching:
            await one.until_status("playing")
            await watching.until_type("chat_log")
            await say(watching, "not for seats")
            await say(one, "what is it?")
            rude = await say(two, "rude")
            await until_heard(one, "rude")
            await say(one, "no")
            for client in (one, one):
                assert (await ask(client, "report", line=rude["number"]))["type"] == "acknowledged"
            assert (await ask(two, "report", line=rude["number"]))["code"] == "own_line"
            assert (await ask(one, "report", line=999))["code"] == "unknown_line"
        (report,) = await asyncio.to_thread(on_database, database, chat_rows.list_reports)
        assert (report["table"], report["line"]) == (ann["table"], rude["number"])
        assert [line["text"] for line in report["lines"]] == ["what is it?", "rude"]
        assert "guest" not in json.dumps(report)

        async def admin(*words: str) -> int:
            return await asyncio.to_thread(main, ["admin", *words, "--database", database])

        capsys.readouterr()
        assert await admin("reports") == 0
        listed = capsys.readouterr().out.splitlines()
        assert listed[0].startswith(f"Report {report['number']}, table {ann['table']}, ")
        assert listed[1:] == ["    Ann: what is it?", "  > Ben: rude"]
        assert await admin("done", "99") == 2
        assert "There is no report 99." in capsys.readouterr().err
        assert await admin("done", str(report["number"])) == 0
        assert await admin("reports", "--json") == 0
        assert capsys.readouterr().out == '{"reports":[]}\n'


async def test_an_account_takes_its_lines_and_blocks_away(server: Servers) -> None:
    password = "four cards about friends"
    async with server() as place:
        answer = await place.http.post("/api/account", json={"name": "Ann", "password": password})
        cookie = answer.headers["set-cookie"].partition(";")[0]
        ann = await place.create("mate", [ME, PERSON])
        place.http.cookies.clear()
        ben = await place.join(ann["table"], guest=GUESTS["Ben"])
        async with place.client(ann, cookie=cookie) as one, place.client(ben, guest=GUESTS["Ben"]) as two:
            await one.until_status("playing")
            await say(one, "mine")
            line = await say(two, "yours")
            await until_heard(one, "yours")
            await ask(one, "block", line=line["number"])
            await ask(one, "report", line=line["number"])
            async with asyncio.timeout(PATIENCE):
                while not (data := await own_data(place, cookie))["said"]:  # noqa: ASYNC110 - storing wakes nobody
                    await asyncio.sleep(0.02)
            assert [said["text"] for said in data["said"]] == ["mine"]
            assert data["blocked"] == ["Ben"]
            done = await place.http.post(
                "/api/account/deletion", json={"password": password}, headers={"cookie": cookie}
            )
            assert done.status_code == 200
            await two.until_so(lambda: texts(two) == ["yours"])
        read = await place.tables.services.store.read(
            lambda connection: [
                connection.exec_driver_sql(f"SELECT * FROM {table}").all() for table in ("chat", "blocks", "reports")
            ]
        )
        assert len(read[1]) == 0
        assert not any("mine" in str(row) for row in read[0])


async def test_another_owner_of_a_table_keeps_the_chat(server: Servers) -> None:
    async with server() as place:
        ann, _ = await two_people(place)
        store = place.tables.services.store
        line = StoredLine(number=1, channel="table", seat=0, speaker="s", name="Ann", said_ms=1, aside=False)
        with pytest.raises(Conflict):
            await store.write(lambda connection: chat_rows.write(connection, ann["table"], 7, [line], []))
        assert await store.read(lambda connection: chat_rows.read(connection, ann["table"])) == []


@given(st.text())
def test_a_clean_text_shows_all_that_it_has(text: str) -> None:
    try:
        cleaned = clean_text(text)
    except InvalidRequest as error:
        assert error.code in ("chat_empty", "chat_too_long")
        return
    assert 1 <= len(cleaned) <= LONGEST_TEXT
    assert cleaned == clean_text(cleaned)
    assert all(unicodedata.category(letter)[0] != "C" or letter in "\u200c\u200d" for letter in cleaned)


def test_only_the_end_of_the_match_opens_what_spectators_said_in_it() -> None:
    line = StoredLine(number=1, channel="spectators", seat=None, speaker="s", name=None, said_ms=1, aside=True)
    assert [may_read(line, watches, on) for watches in (True, False) for on in (True, False)] == [
        True,
        True,
        False,
        True,
    ]
