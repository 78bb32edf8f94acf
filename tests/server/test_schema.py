"""The published schema: names, strictness, and that what is really sent fits it."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import jsonschema
import pytest
from table_clients import ME, Place, bot

from amity import games
from amity.server.schema import components, schema

Servers = Callable[..., AbstractAsyncContextManager[Place]]


def test_it_is_a_schema_and_every_reference_leads_somewhere() -> None:
    document = schema()
    jsonschema.Draft202012Validator.check_schema(document)
    text = json.dumps(document)
    for part in text.split('"#/$defs/')[1:]:
        assert part.split('"')[0] in document["$defs"]


def test_the_names_are_stable() -> None:
    found = components()
    for name in games.names():
        title = name.capitalize()
        for part in ("Action", "Event", "View", "Options"):
            assert f"{title}{part}" in found
    assert {"Hello", "Welcome", "Update", "TableState", "GameView", "ClientMessage", "ServerMessage"} <= set(found)
    assert {"MateCardPlayed", "PinochleCardPlayed", "MatchEnded", "Forfeited"} <= set(found)
    assert not {"CardPlayed", "MateMatchEnded", "MateMateView"} & set(found)


def test_the_server_leaves_nothing_out_and_clients_may() -> None:
    found = components()
    for name in ("Welcome", "Update", "SeatState", "MateView", "PinochleOptions", "Forfeited", "MatchEnded"):
        assert set(found[name]["required"]) == set(found[name]["properties"]), name
    assert set(found["Hello"]["required"]) == {"type", "protocol", "table"}
    assert set(found["CreateTable"]["required"]) == {"game", "seats", "name"}


def test_no_number_is_beyond_what_javascript_counts_exactly() -> None:
    def bounds(value: Any) -> list[int]:
        if isinstance(value, dict):
            own = [value[key] for key in ("minimum", "maximum") if isinstance(value.get(key), int)]
            return own + [bound for item in value.values() for bound in bounds(item)]
        if isinstance(value, list):
            return [bound for item in value for bound in bounds(item)]
        return []

    assert all(abs(bound) <= 2**53 for bound in bounds(schema()))


def test_it_can_be_printed() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "amity.server.schema"], capture_output=True, encoding="utf-8", check=True
    )
    assert json.loads(done.stdout) == schema()


@pytest.mark.anyio
async def test_everything_sent_in_a_match_fits_it(server: Servers) -> None:
    definitions = schema()["$defs"]
    message = jsonschema.Draft202012Validator({"$ref": "#/$defs/ServerMessage", "$defs": definitions})
    games_own = {
        (game, part): jsonschema.Draft202012Validator(
            {"$ref": f"#/$defs/{game.capitalize()}{part}", "$defs": definitions}
        )
        for game in games.names()
        for part in ("View", "Event", "Action")
    }
    async with server() as place:
        for game, seats, options in (
            ("mate", [ME, bot()], {"games": 2}),
            ("pinochle", [ME, bot(), bot(), bot()], {"target": 100}),
        ):
            ann = await place.create(game, seats, options=options)
            async with place.client(ann) as one, place.client(ann, token=None) as watching:
                await one.say("ping", n=3)
                await one.act({"type": "play", "card": "AS"}, version=0)
                await one.commit_and_reveal(b"seed")
                await one.until_my_turn()
                await one.act({"type": "play", "card": "nothing"})
                await one.play(random.Random(31))
                await watching.until_over()
                await one.say("rematch", id="again")
                await one.answer_to("again")
                sent = one.messages + watching.messages
                assert {"welcome", "table", "update", "acknowledged", "refused", "pong"} <= {
                    one["type"] for one in sent
                }
                for number, each in enumerate(sent):
                    if number % 5 == 0 or each["type"] not in ("update", "acknowledged"):
                        message.validate(each)
                for view in [each["view"] for each in sent if each.get("view")][::7]:
                    games_own[game, "View"].validate(view)
                for event in one.events.values():
                    games_own[game, "Event"].validate(event)
                for each in sent:
                    if each.get("legal"):
                        games_own[game, "Action"].validate(each["legal"])
