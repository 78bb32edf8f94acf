"""The deal of the day: the same cards for everybody, one try, told to nobody too early, and compared."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from datetime import date
from typing import Any

import jsonschema
import msgspec
import pytest
from table_clients import Place

from amity.record import parse, verify
from amity.server import daily
from amity.server.evenings import StoredEntrant, StoredEvening, derived_seed
from amity.server.schema import openapi
from amity.shuffle import commitment

pytestmark = pytest.mark.anyio

Servers = Callable[..., AbstractAsyncContextManager[Place]]

NOON = 1_796_040_000_000
"""Monday, 30 November 2026, 12:00 UTC."""
HOUR = 3_600_000
GAMES = ("mate", "pinochle", "tarot", "friends")


QUICK = ("random", "novice")
"""Bots to compare with that think less."""


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "COMPARED", QUICK)


class Clock:
    """A wall clock that the test sets."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> int:
        return self.now


def fits(name: str, value: Any) -> Any:
    schema = {"$ref": f"#/components/schemas/{name}", "components": openapi()["components"]}
    jsonschema.Draft202012Validator(schema).validate(value)
    return value


def entered(evening: StoredEvening, *people: str) -> StoredEvening:
    entrants = tuple(StoredEntrant(name=name, token_hash=name, guest=name) for name in people)
    return msgspec.structs.replace(evening, entrants=entrants)


async def look(place: Place, who: str | None = None, game: str = "mate") -> Any:
    answer = await place.http.post("/api/daily", json={} if who is None else {"guest": who * 43})
    assert answer.status_code == 200, answer.text
    state = fits("DailyState", answer.json())
    return next(one for one in state["games"] if one["game"] == game)


async def seat_for(place: Place, who: str, game: str = "mate") -> Any:
    answer = await place.http.post(f"/api/daily/{game}", json={"name": f"P{who}", "guest": who * 43})
    assert answer.status_code == 200, answer.text
    return fits("SeatTaken", answer.json())


async def play(place: Place, seat: Any, chance: int, moves: int | None = None) -> Any:
    """Play on at a table with the deal of the day; what the seat was shown of the deal."""
    async with place.client(seat) as me:
        await me.until_status("playing", "between_deals")
        await me.play(random.Random(chance), moves)
        if moves is None:
            await me.until_over()
        return me.events[1]


async def until_bots_are_done(place: Place, who: str, game: str = "mate") -> Any:
    while len((state := await look(place, who, game))["bots"]) < 2:  # noqa: ASYNC110 - nobody is told
        await asyncio.sleep(0.05)
    return state


# --- Pure -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_everybody_gets_the_same_deal_and_another_day_another(game: str) -> None:
    evening = entered(daily.new_daily(game, NOON), "Ann", "Ben")
    tables = [*daily.bot_tables(evening), *(daily.own_table(evening, number) for number in range(2))]
    dealt = [table.new_match().deal()[0] for table in tables]
    assert len(dealt) == 4 and all(one == dealt[0] for one in dealt)
    assert [table.seats[daily.OWN_SEAT].level for table in tables] == ["club", "expert", None, None]
    others = [seat for table in tables for number, seat in enumerate(table.seats) if number != daily.OWN_SEAT]
    assert {(seat.kind, seat.level) for seat in others} == {("bot", "club")}
    assert len({(table.bot_seed, table.match) for table in tables}) == 1
    # Not of the date: who begins the same day anew gets other cards.
    assert daily.own_table(entered(daily.new_daily(game, NOON), "Ann"), 0).new_match().deal()[0] != dealt[0]
    assert evening.seed not in repr(evening) + repr(tables[0].board)


def test_all_games_have_bots_to_compare_with() -> None:
    assert all(daily.new_daily(game, NOON).compared == ("club", "expert") for game in GAMES)


def test_a_day_begins_at_midnight_and_is_secret_for_an_hour_more() -> None:
    midnight = NOON + 12 * HOUR
    assert daily.day_of(midnight - 1) == date(2026, 11, 30)
    assert daily.day_of(midnight) == date(2026, 12, 1)
    assert daily.sealed_from(midnight + HOUR - 1) == midnight - 24 * HOUR
    assert daily.sealed_from(midnight + HOUR) == midnight
    assert daily.week_of(date(2026, 12, 2)) == [date(2026, 11, 30), date(2026, 12, 1), date(2026, 12, 2)]
    assert len({daily.daily_code(game, date(2026, 11, day)) for game in GAMES for day in range(1, 31)}) == 120


def test_points_are_compared_with_all_others() -> None:
    evening = entered(daily.new_daily("mate", NOON), "Ann", "Ben", "Cid")
    # Club 10, expert 40; Ann 40, Ben 10, and Cid has not finished.
    found = {one.name: one for one in daily.standings(evening, {0: 10.0, 1: 40.0, 2: 40.0, 3: 10.0})}
    assert set(found) == {"club", "expert", "Ann", "Ben"}
    assert (found["Ann"].share, found["Ann"].average, found["Ann"].rank) == (100.0, 20.0, 1)
    assert found["Ben"].share == pytest.approx(100 / 3)
    assert (found["Ben"].average, found["Ben"].rank) == (30.0, 2)
    assert found["expert"].rank is None and found["expert"].who is None
    alone = daily.standings(evening, {2: 40.0})
    assert [(one.share, one.average, one.rank) for one in alone] == [(None, None, 1)]


def test_a_week_adds_up_its_days() -> None:
    first = entered(daily.new_daily("mate", NOON), "Ann", "Ben")
    second = entered(daily.new_daily("mate", NOON), "Ben", "Ann", "Cid")
    days = [
        daily.standings(first, {0: 0.0, 2: 30.0, 3: 10.0}),
        daily.standings(second, {0: 0.0, 2: 10.0, 4: 10.0}),
    ]
    week = [(one.rank, one.name, one.days, one.share) for one in daily.week_standings(days)]
    assert week == [(1, "Ben", 2, 150.0), (2, "Ann", 1, 100.0), (2, "Cid", 1, 100.0)]


# --- Played ---------------------------------------------------------------------------------------------------------


async def test_a_day_from_its_first_player_to_the_seed(server: Servers, quick: None) -> None:
    clock = Clock()
    async with server(now_ms=clock) as place:
        before = await look(place, "a")
        assert (before["commitment"], before["table"], before["people"], before["before"]) == (None, None, 0, None)
        ann, ben = await seat_for(place, "a"), await seat_for(place, "b")
        assert ann["table"] != ben["table"]
        promised = (await look(place, "a"))["commitment"]
        shown = [await play(place, ann, 1)]
        # Ann learns how the bots have done, Ben nothing before he has played.
        state = await until_bots_are_done(place, "a")
        assert (state["done"], state["people"]) == (True, 1)
        assert [one["level"] for one in state["bots"]] == list(QUICK)
        alone = [one["points"] for one in state["bots"]]
        assert state["average"] == pytest.approx(sum(alone) / 2, abs=0.01)
        assert state["share"] == 50.0 * sum(state["points"] >= points for points in alone)
        waiting = await look(place, "b")
        assert (waiting["done"], waiting["bots"], waiting["players"], waiting["week"]) == (False, [], [], [])
        assert waiting["people"] == 1 and waiting["average"] is None
        shown.append(await play(place, ben, 2))
        assert shown[0] == shown[1]
        both = await look(place, "b")
        assert [one["name"] for one in both["players"] if one["own"]] == ["Pb"]
        assert {one["name"] for one in both["week"]} == {"Pa", "Pb"}
        points = {one["name"]: one["points"] for one in both["players"]}
        assert [one["rank"] for one in both["players"]] == ([1, 1] if points["Pa"] == points["Pb"] else [1, 2])
        assert [one["points"] for one in both["players"]] == sorted(points.values(), reverse=True)
        # Who has not played at all is told as little.
        assert (await look(place))["players"] == []
        # The next day, but for the hour that belongs to the last one.
        clock.now = NOON + 12 * HOUR
        assert (await look(place, "a"))["before"] is None
        clock.now += HOUR
        after = await look(place, "a")
        assert (after["table"], after["done"], after["people"]) == (None, False, 0)
        assert {one["name"]: one["days"] for one in after["week"]} == {"Pa": 1, "Pb": 1}
        revealed = after["before"]
        assert revealed["day"] == "2026-11-30" and revealed["commitment"] == promised
        assert commitment(bytes.fromhex(revealed["seed"])) == promised
        record = parse((await place.record(ann["table"])).text)
        assert record.fairness is not None
        seed = derived_seed(revealed["seed"], revealed["code"], 1, "cards")
        assert record.fairness.server_seed == bytes.fromhex(seed)
        assert verify(record).right
        # Another day, other cards.
        assert await play(place, await seat_for(place, "a"), 1, 1) != shown[0]


async def test_one_try_however_often_one_asks_and_after_a_restart(server: Servers, quick: None) -> None:
    async with server(now_ms=Clock()) as place:
        seat = await seat_for(place, "a")
        assert await seat_for(place, "a") == seat
        other = await place.http.post("/api/daily/mate", json={"name": "Other", "guest": "a" * 43})
        assert other.json() == seat
        first = await play(place, seat, 1, 2)
    async with server(now_ms=Clock()) as place:
        assert await seat_for(place, "a") == seat
        assert (await look(place, "a"))["table"] == seat["table"]
        assert await play(place, seat, 1) == first
        # The bots' tables, too, go on where they were.
        state = await until_bots_are_done(place, "a")
        assert state["done"] and state["people"] == 1
        assert await seat_for(place, "a") == seat
        assert (await look(place, "a"))["points"] == state["points"]


async def test_an_account_has_one_try_on_all_its_devices(server: Servers, quick: None) -> None:
    async with server(now_ms=Clock()) as place:
        answer = await place.http.post("/api/account", json={"name": "Dora", "password": "correct horse battery"})
        assert answer.status_code == 201, answer.text
        seat = await seat_for(place, "a")
        assert await seat_for(place, "b") == seat
        place.http.cookies.clear()
        assert await seat_for(place, "c") != seat


async def test_nobody_learns_of_the_deal_before_the_day_is_over(server: Servers, quick: None) -> None:
    clock = Clock()
    async with server(now_ms=clock) as place:
        seat = await seat_for(place, "a")
        await play(place, seat, 1)
        code = seat["table"]
        table = (await place.http.get(f"/api/tables/{code}")).json()
        assert (table["status"], table["fairness"]["server_seed"], table["public"]) == ("over", None, False)
        assert table["evening"]["day"] == "2026-11-30"
        for token in (None, seat["token"]):
            record = parse((await place.record(code, token)).text)
            assert record.fairness is not None and record.fairness.server_seed is None
        headers = {"Authorization": f"Bearer {seat['token']}"}
        review = await place.http.post(f"/api/tables/{code}/review", headers=headers)
        assert review.json()["code"] == "evening_sealed"
        async with place.client(seat) as me:
            assert me.state["fairness"]["server_seed"] is None
        watching = place.client(seat, token=None)
        await watching.open()
        assert (await watching.until_type("refused"))["code"] == "evening_sealed"
        await watching.close()
        # It is none of the evenings that one may look at, enter or begin.
        evening = table["evening"]["code"]
        assert (await place.http.get(f"/api/evenings/{evening}")).json()["code"] == "unknown_evening"
        entry = await place.http.post(f"/api/evenings/{evening}/entrants", json={"name": "Eve", "guest": "e" * 43})
        assert entry.json()["code"] == "unknown_evening"
        start = await place.http.post(f"/api/evenings/{evening}/start", headers=headers)
        assert start.json()["code"] == "unknown_evening"
        clock.now += 13 * HOUR
        await look(place)
        review = await place.http.post(f"/api/tables/{code}/review", headers=headers)
        assert review.status_code in (200, 201), review.text


async def test_what_a_bot_finished_or_came_too_late_does_not_count(server: Servers, quick: None) -> None:
    clock = Clock()
    async with server(now_ms=clock) as place:
        left, late = await seat_for(place, "a"), await seat_for(place, "b")
        async with place.client(left) as me:
            await me.until_status("playing")
            action = me.new_id()
            await me.say("leave", id=action)
            assert (await me.answer_to(action))["type"] == "acknowledged"
            await me.until_over()
        state = await look(place, "a")
        assert (state["done"], state["points"], state["people"], state["players"]) == (True, None, 0, [])
        await play(place, late, 1, 1)
        clock.now += 13 * HOUR
        assert (await look(place, "b"))["before"] is not None
        # He may still play it to its end.
        await play(place, late, 2)
        assert (await look(place, "b"))["week"] == []


async def test_refusals(server: Servers, quick: None) -> None:
    async with server(now_ms=Clock()) as place:
        for game, body, code, status in (
            ("whist", {"name": "Ann", "guest": "a" * 43}, "unknown_game", 404),
            ("mate", {"name": "Ann"}, "bad_request", 400),
            ("mate", {"name": " ", "guest": "a" * 43}, "bad_name", 400),
        ):
            answer = await place.http.post(f"/api/daily/{game}", json=body)
            assert (fits("Problem", answer.json())["code"], answer.status_code) == (code, status)
        assert (await look(place))["commitment"] is None
