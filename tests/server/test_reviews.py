"""Looking at matches again over HTTP: who may and when, records that are brought, the analysis, practice."""

from __future__ import annotations

import asyncio
import gzip
import json
import random
import sqlite3
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, closing
from pathlib import Path
from typing import Any

import httpx2
import pytest
from table_clients import ME, PATIENCE, PERSON, Message, Place, bot
from test_reviewed import played, record_of

from amity import bots, games
from amity.record import parse, write
from amity.server.frames import encode
from amity.server.reviewed import brought
from amity.server.workers import Thought, advise

pytestmark = pytest.mark.anyio

Servers = Callable[..., AbstractAsyncContextManager[Place]]

LONG = 5 * PATIENCE
"""An analysis goes behind everything else that the machine does."""

ANN = {"name": "Ann of cards", "password": "four cards about friends"}


async def open_review(place: Place, seat: Message, token: str | None = "", **more: Any) -> httpx2.Response:
    held = seat["token"] if token == "" else token
    headers = {} if held is None else {"authorization": f"Bearer {held}"}
    return await place.http.post(f"/api/tables/{seat['table']}/review", headers={**headers, **more})


async def bring(place: Place, text: str | bytes, **headers: str) -> httpx2.Response:
    return await place.http.post("/api/reviews", content=text, headers={"content-type": "text/plain", **headers})


async def finished(place: Place, game: str = "mate", **more: Any) -> Message:
    """A match that a person has played to its end against bots."""
    seats = games.get(game).seat_counts[0]
    ann = await place.create(game, [ME, *[bot("novice")] * (seats - 1)], **more)
    async with place.client(ann) as one:
        await one.play(random.Random(1))
    return ann


async def analysis(place: Place, review: str) -> Message:
    """The whole analysis, once it is there."""
    answer = await place.http.post(f"/api/reviews/{review}/analysis")
    assert answer.status_code == 200, answer.text
    async with asyncio.timeout(LONG):
        while True:
            found: Message = (await place.http.get(f"/api/reviews/{review}/analysis")).json()
            if len(found["decisions"]) == found["total"]:
                return found
            await asyncio.sleep(0.05)


async def test_only_who_played_opens_a_match_and_only_when_it_is_over(server: Servers) -> None:
    async with server() as place:
        ann = await place.create("mate", [ME, PERSON])
        ben = await place.join(ann["table"])
        other = await place.create("mate", [ME, bot()])
        for token, status, code in (
            (ann["token"], 409, "match_not_over"),
            (other["token"], 401, "bad_token"),
            (None, 403, "review_seats_only"),
        ):
            refused = await open_review(place, ann, token)
            assert (refused.status_code, refused.json()["code"]) == (status, code)
        async with place.client(ann) as one, place.client(ben) as two:
            await one.until_version(1)
            refused = await open_review(place, ann)
            assert (refused.status_code, refused.json()["code"]) == (409, "match_not_over")
            await asyncio.gather(one.play(random.Random(1)), two.play(random.Random(2)))
        first, second = (await open_review(place, ann)).json(), (await open_review(place, ben)).json()
        assert first["review"] == second["review"] and len(first["review"]) == 22
        assert [first["seat"], second["seat"]] == [0, 1]
        refused = await open_review(place, ann, other["token"])
        assert (refused.status_code, refused.json()["code"]) == (401, "bad_token")
        assert (await open_review(place, ann, None)).status_code == 403
        foreign = await open_review(place, ann, origin="https://elsewhere.example")
        assert (foreign.status_code, foreign.json()["code"]) == (403, "foreign_origin")
        # Whoever has the link needs no seat; nobody guesses another.
        shown = await place.http.get(f"/api/reviews/{first['review']}")
        assert shown.status_code == 200
        assert [seat["name"] for seat in shown.json()["table"]["seats"]] == ["Ann", "Ben"]
        for path in ("", "/deals/1", "/analysis", "/record"):
            missing = await place.http.get(f"/api/reviews/{'x' * 22}{path}")
            assert (missing.status_code, missing.json()["code"]) == (404, "unknown_review")


async def test_an_account_opens_its_matches_from_anywhere(server: Servers) -> None:
    async with server() as place:
        made = await place.http.post("/api/account", json=ANN)
        cookie = made.headers["set-cookie"].partition(";")[0]
        ann = await finished(place)
        held = {"seats": [{"table": ann["table"], "token": ann["token"]}]}
        await place.http.post("/api/account/matches", json=held, headers={"cookie": cookie})
        place.http.cookies.clear()
        assert (await open_review(place, ann, None)).status_code == 403
        opened = await open_review(place, ann, None, cookie=cookie)
        assert opened.status_code == 200, opened.text
        assert opened.json()["seat"] == 0


async def test_a_match_that_goes_on_after_all_is_shown_no_more(server: Servers, tmp_path: Path) -> None:
    async with server() as place:
        ann = await finished(place)
        review = (await open_review(place, ann)).json()["review"]
        going = await place.create("mate", [ME, bot()])
        async with place.client(going) as one:
            await one.until_my_turn()
    # As after a backup that was put back.
    with closing(sqlite3.connect(tmp_path / "amity.sqlite3")) as database, database:
        database.execute("UPDATE reviews SET table_code = ?", (going["table"],))
    async with server() as place:
        for path in ("", "/deals/1", "/analysis", "/record"):
            refused = await place.http.get(f"/api/reviews/{review}{path}")
            assert (refused.status_code, refused.json()["code"]) == (409, "match_not_over")


@pytest.mark.parametrize("game", games.names())
async def test_the_course_of_a_deal(server: Servers, game: str) -> None:
    options = {"games": 2} if game == "mate" else {"deals": 4} if game == "tarot" else {}
    async with server() as place:
        if game == "friends":
            match, _ = played(games.get(game), 6, 1, deals=1)
            review = (await bring(place, write(record_of(match, 1)))).json()["review"]
        else:
            review = (await open_review(place, await finished(place, game, options=options))).json()["review"]
        summary = (await place.http.get(f"/api/reviews/{review}")).json()
        seats = len(summary["table"]["seats"])
        assert summary["deals"][0]["deal"] == 1
        shown = await place.http.get(f"/api/reviews/{review}/deals/1", headers={"accept-encoding": "gzip"})
        assert shown.headers["content-encoding"] == "gzip"
        plain = await place.http.get(f"/api/reviews/{review}/deals/1", headers={"accept-encoding": "identity"})
        assert plain.json() == shown.json()
        steps = shown.json()["steps"]
        assert len(steps) == summary["deals"][0]["steps"]
        assert steps[0]["action"] is None and steps[0]["events"][0]["type"] == "dealt"
        assert all(len(step["hands"]) == seats and step["view"]["seat"] is None for step in steps)
        beyond = await place.http.get(f"/api/reviews/{review}/deals/{len(summary['deals']) + 1}")
        assert (beyond.status_code, beyond.json()["code"]) == (404, "unknown_deal")
        record = (await place.http.get(f"/api/reviews/{review}/record")).text
        assert parse(record).seen_by == "all"


async def test_a_record_is_brought_shown_and_given_back(server: Servers) -> None:
    match, _ = played(games.get("pinochle"), 4, 3)
    text = write(record_of(match, 3, ["Ann", "expert", "<b>Ben</b>", "\u0007"]))
    async with server() as place:
        opened = await bring(place, text)
        assert opened.status_code == 201, opened.text
        assert opened.json()["seat"] is None
        review = opened.json()["review"]
        summary = (await place.http.get(f"/api/reviews/{review}")).json()
        assert summary["brought"]
        seats = summary["table"]["seats"]
        assert [(seat["kind"], seat["name"], seat["level"]) for seat in seats] == [
            ("person", "Ann", None),
            ("bot", None, "expert"),
            ("person", "<b>Ben</b>", None),
            ("person", None, None),
        ]
        assert summary["table"]["fairness"]["server_seed"] == bytes(range(32)).hex()
        assert (await place.http.get(f"/api/reviews/{review}/record")).text == text
    async with server() as place:
        assert (await place.http.get(f"/api/reviews/{review}")).json() == summary


async def test_a_text_that_is_no_record_is_refused_with_its_place(server: Servers) -> None:
    match, _ = played(games.get("mate"), 2, 3)
    text = write(record_of(match, 3))
    async with server() as place:
        cases: list[tuple[str | bytes, int, str]] = [
            ("", 400, "record_tag_missing"),
            ("hello", 400, "record_tag_missing"),
            (text.replace('[Game "mate"]', "[Game mate]"), 400, "record_tag_malformed"),
            (b"\xff\xfe", 400, "bad_request"),
            (b"x" * 1_100_000, 413, "too_large"),
        ]
        for body, status, code in cases:
            refused = await bring(place, body)
            assert (refused.status_code, refused.json()["code"]) == (status, code)
        refused = await bring(place, text.replace('[Game "mate"]', "[Game mate]"))
        assert refused.json()["params"]["line"] == 2 and refused.json()["params"]["column"] == 1
        refused = await place.http.post("/api/reviews", json={"record": text})
        assert (refused.status_code, refused.json()["code"]) == (415, "text_expected")
        refused = await bring(place, text, origin="https://elsewhere.example")
        assert refused.status_code == 403
    async with server(tables_burst=1, tables_per_minute=1) as place:
        assert (await bring(place, text)).status_code == 201
        assert (await bring(place, text)).status_code == 429


@pytest.mark.parametrize("game", games.names())
async def test_no_text_breaks_the_server(server: Servers, game: str) -> None:
    """Lines and characters taken out, doubled and exchanged: a refusal with its place, or a match that can be shown."""
    seats = games.get(game).seat_counts[0]
    match, _ = played(games.get(game), seats, 1, deals=2 if game != "friends" else 1)
    text = write(record_of(match, 1))
    chance = random.Random(game)
    async with server() as place:
        for _ in range(60):
            lines = text.split("\n")
            for _ in range(chance.randint(1, 3)):
                at = chance.randrange(len(lines))
                kind = chance.randrange(4)
                if kind == 0:
                    del lines[at]
                elif kind == 1:
                    lines.insert(at, chance.choice(lines))
                elif kind == 2:
                    words = lines[at].split(" ")
                    words[chance.randrange(len(words))] = chance.choice(chance.choice(lines).split(" "))
                    lines[at] = " ".join(words)
                else:
                    cut = chance.randrange(len(lines[at]) + 1)
                    lines[at] = lines[at][:cut] + chance.choice('"[]\\ 9\u00e9') + lines[at][cut:]
            answer = await bring(place, "\n".join(lines))
            if answer.status_code == 201:
                review = answer.json()["review"]
                summary = (await place.http.get(f"/api/reviews/{review}")).json()
                for deal in summary["deals"]:
                    assert (await place.http.get(f"/api/reviews/{review}/deals/{deal['deal']}")).status_code == 200
            else:
                assert answer.status_code == 400, answer.text
                assert answer.json()["code"] != "internal_error"
        assert place.metric("amity_errors_total") == 0


async def test_records_that_were_brought_do_not_stay_for_ever(server: Servers) -> None:
    match, _ = played(games.get("mate"), 2, 3)
    text = write(record_of(match, 3))
    day = 86_400_000
    now = 1_800_000_000_000
    async with server(now_ms=lambda: now) as place:
        first = (await bring(place, text)).json()["review"]
        ann = await finished(place)
        own = (await open_review(place, ann)).json()["review"]
        now += 89 * day
        await bring(place, text)
        assert (await place.http.get(f"/api/reviews/{first}")).status_code == 200
        now += 2 * day
        await bring(place, text)
        assert (await place.http.get(f"/api/reviews/{first}")).status_code == 404
        assert (await place.http.get(f"/api/reviews/{own}")).status_code == 200


async def test_the_analysis_is_made_once_and_goes_on_after_a_restart(server: Servers, tmp_path: Path) -> None:
    async with server() as place:
        ann = await finished(place)
        review = (await open_review(place, ann)).json()["review"]
        before = (await place.http.get(f"/api/reviews/{review}/analysis")).json()
        assert (before["wanted"], before["done"], before["decisions"]) == (False, 0, [])
        found = await analysis(place, review)
        assert found["wanted"] and found["level"] == "expert"
        assert len(found["decisions"]) == found["total"] > 0
        asked = [one for one in found["decisions"] if one["choices"]]
        assert asked and all(one["seat"] == 0 for one in found["decisions"])
        for one in asked:
            # All choices of Mate are looked at, so that every cost is known.
            assert one["cost"] == pytest.approx(max(0, one["choices"][0]["expected"] - one["expected"]))
        again = await place.http.post(f"/api/reviews/{review}/analysis")
        assert again.json() == found
    # The last deal is lost, as if the server had been stopped before it was done.
    last = max(one["deal"] for one in found["decisions"])
    with closing(sqlite3.connect(tmp_path / "amity.sqlite3")) as database, database:
        assert database.execute("SELECT count(*) FROM analyses").fetchone() == (last,)
        database.execute("DELETE FROM analyses WHERE deal = ?", (last,))
        marked = json.dumps([{**found["decisions"][0], "cost": 777.0}]).encode()
        kept = database.execute("SELECT body FROM analyses WHERE deal = 1").fetchone()[0]
        database.execute("UPDATE analyses SET body = ? WHERE deal = 1", (kept.replace(kept, marked),))
    async with server() as place:
        async with asyncio.timeout(LONG):
            while True:
                resumed = (await place.http.get(f"/api/reviews/{review}/analysis")).json()
                if any(one["deal"] == last for one in resumed["decisions"]):
                    break
                await asyncio.sleep(0.05)
        assert resumed["wanted"]
        # What was stored is not made again, and what is made again is the same.
        assert [one["cost"] for one in resumed["decisions"] if one["deal"] == 1] == [777.0]
        assert [one for one in resumed["decisions"] if one["deal"] == last] == [
            one for one in found["decisions"] if one["deal"] == last
        ]


async def test_an_expert_that_fails_leaves_its_decisions_out(server: Servers, monkeypatch: pytest.MonkeyPatch) -> None:
    async with server() as place:
        ann = await finished(place, options={"games": 2})
        review = (await open_review(place, ann)).json()["review"]

        async def fail(_job: Any) -> None:
            raise RuntimeError("broken")

        monkeypatch.setattr(place.tables.services.worker, "analyse", fail)
        found = await analysis(place, review)
        assert len(found["decisions"]) == found["total"]
        assert all(one["cost"] is None and one["choices"] == [] for one in found["decisions"])
        assert place.metric("amity_errors_total") == 0


@pytest.mark.parametrize("game", ["pinochle", "tarot", "friends"])
async def test_experts_of_all_games_say_what_a_decision_was_worth(server: Servers, game: str) -> None:
    """A few decisions as the analysis asks them; whole matches take an expert too long for a test."""
    seats = games.get(game).seat_counts[0]
    match, _ = played(games.get(game), seats, 1, deals=1)
    async with server() as place:
        worker = place.tables.services.worker
        await worker.prepare(game, bots.levels(game)[-1])
        asked: list[Any] = []
        analyse = worker.analyse

        async def few(job: Any) -> Any:
            if len(asked) < 3:
                asked.append(job)
                return await analyse(job)
            return ()

        worker.analyse = few  # type: ignore[method-assign]
        review = (await bring(place, write(record_of(match, 1)))).json()["review"]
        found = await analysis(place, review)
        told = [one for one in found["decisions"] if one["choices"]]
        assert len(told) == len(asked) == 3
        assert any(one["expected"] is not None for one in told)
        # The same however busy the machine is.
        job = asked[-1]
        again = await asyncio.to_thread(advise, Thought(job, None))
        assert [round(float(choice.expected or 0), 2) for choice in again][:3] == [
            choice["expected"] or 0 for choice in told[-1]["choices"]
        ]


async def test_practice_begins_at_a_position_and_counts_for_nobody(server: Servers, tmp_path: Path) -> None:
    async with server() as place:
        ann = await finished(place)
        review = (await open_review(place, ann)).json()["review"]
        steps = (await place.http.get(f"/api/reviews/{review}/deals/1")).json()["steps"]
        at = next(number for number, step in enumerate(steps) if number > 3 and step["seat"] == 0)
        wish = {"version": steps[at - 1]["version"], "name": "Ben"}
        made = await place.http.post(f"/api/reviews/{review}/practice", json=wish)
        assert made.status_code == 201, made.text
        ben = made.json()
        assert ben["seat"] == 0 and ben["table"] != ann["table"]
        async with place.client(ben) as one:
            assert one.state["practice"] and not one.state["rated"] and not one.state["public"]
            assert one.version == wish["version"]
            assert one.view is not None and one.view["to_act"] == 0
            assert one.view["hands"] == steps[at - 1]["hands"]
            await one.play(random.Random(4))
            assert one.state["status"] == "over"
        record = parse((await place.record(ben["table"])).text)
        assert record.fairness.server_seed is None and record.fairness.commitment == ""
        # It can be looked at as any other.
        again = await open_review(place, ben)
        assert again.status_code == 200
        assert (await place.http.get(f"/api/reviews/{again.json()['review']}")).json()["table"]["practice"]
        # Among the matches of that browser it is marked.
        held = {"seats": [{key: seat[key] for key in ("table", "token")} for seat in (ann, ben)]}
        listed = (await place.http.post("/api/matches", json=held)).json()["matches"]
        assert {match["table"]: match["practice"] for match in listed} == {ann["table"]: False, ben["table"]: True}
        for body, status, code in (
            ({"version": 1_000_000, "name": "Ben"}, 404, "unknown_position"),
            ({**wish, "name": "\u0007"}, 400, "bad_name"),
            ({"name": "Ben"}, 400, "bad_request"),
        ):
            refused = await place.http.post(f"/api/reviews/{review}/practice", json=body)
            assert (refused.status_code, refused.json()["code"]) == (status, code)
    with closing(sqlite3.connect(tmp_path / "amity.sqlite3")) as database:
        counted = {code for (code,) in database.execute("SELECT table_code FROM results")}
    assert ben["table"] not in counted


def test_the_course_of_a_long_deal_is_small_on_the_way() -> None:
    match, _ = played(games.get("friends"), 6, 1, deals=1)
    text = encode(brought("r" * 22, record_of(match, 1), 0).deal(1)).encode()
    assert len(gzip.compress(text, 6)) < len(text) / 8
