"""The HTTP calls, the files of the client, and the headers of everything."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from starlette.testclient import TestClient
from table_clients import ME, PERSON, Place, bot

from amity import games
from amity.record import parse, verify
from amity.server.app import create_app
from amity.server.schema import openapi
from amity.server.settings import Settings

pytestmark = pytest.mark.anyio

Servers = Callable[..., AbstractAsyncContextManager[Place]]


async def test_the_games_describe_themselves(server: Servers) -> None:
    async with server() as place:
        found = (await place.http.get("/api/games")).json()
    assert [game["name"] for game in found] == list(games.names())
    mate = found[0]
    assert mate["seat_counts"] == [2]
    assert mate["presets"]["original"] == {"foreplacing": True, "games": 4}
    assert mate["levels"] == ["random", "novice", "club", "expert"]
    assert [option["name"] for option in mate["options"]] == ["foreplacing", "games"]


@pytest.mark.parametrize(
    ("changes", "status", "code"),
    [
        ({"game": "chess"}, 404, "unknown_game"),
        ({"preset": "none"}, 400, "unknown_preset"),
        ({"options": {"colour": 1}}, 400, "unknown_option"),
        ({"options": {"games": 3}}, 400, "bad_option"),
        ({"seats": [ME, PERSON, PERSON]}, 400, "wrong_seats"),
        ({"seats": [ME, ME]}, 400, "one_seat_only"),
        ({"seats": [ME, {"kind": "bot", "level": "god"}]}, 400, "bad_request"),
        ({"name": "\u0007"}, 400, "bad_name"),
        ({"name": "x" * 25}, 400, "bad_request"),
        ({"move_seconds": 1}, 400, "bad_request"),
        ({"extra": 1}, 400, "bad_request"),
        ({"options": {"games": 10**400}}, 400, "bad_option"),
    ],
)
async def test_refused_tables(server: Servers, changes: dict[str, Any], status: int, code: str) -> None:
    async with server() as place:
        body = {"game": "mate", "seats": [ME, PERSON], "name": "Ann", **changes}
        answer = await place.http.post("/api/tables", json=body)
        assert (answer.status_code, answer.json()["code"]) == (status, code)


async def test_errors_have_one_form(server: Servers) -> None:
    async with server() as place:
        http = place.http
        for answer, status, code in (
            (await http.get("/api/nothing"), 404, "not_found"),
            (await http.get("/api"), 404, "not_found"),
            (await http.get("/api/"), 404, "not_found"),
            (await http.get("/nothing.js"), 404, "not_found"),
            (await http.put("/api/tables"), 405, "method_not_allowed"),
            (await http.get("/api/tables/NOSUCH"), 404, "unknown_table"),
            (await http.post("/api/tables", content=b"{}"), 415, "json_expected"),
            (await http.post("/api/tables", data={"name": "Ann"}), 415, "json_expected"),
            (await http.post("/api/tables", json={"name": "x" * 20_000}), 413, "too_large"),
        ):
            assert (answer.status_code, answer.json()["code"]) == (status, code)
            assert set(answer.json()) == {"code", "params"}


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("GET", "/api/play", "POST"),
        ("GET", "/api/tables/ABCDEF/seats", "POST"),
        ("PUT", "/api/account", "GET, HEAD, POST"),
        ("PATCH", "/api/session", "DELETE, POST"),
        ("POST", "/healthz", "GET, HEAD"),
        ("POST", "/", "GET, HEAD"),
    ],
)
async def test_what_cannot_be_done_at_a_path_is_told_with_what_can(
    server: Servers, method: str, path: str, allowed: str
) -> None:
    async with server() as place:
        answer = await place.http.request(method, path)
        assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")
        assert answer.headers["allow"] == allowed
        assert answer.headers["x-content-type-options"] == "nosniff"


async def test_the_record_is_the_seats_own_until_the_match_is_over(server: Servers) -> None:
    async with server() as place:
        ann = await place.create("pinochle", [ME, bot(), bot(), bot()], options={"target": 100})
        code, token = ann["table"], ann["token"]
        answer = await place.record(code, token)
        assert (answer.status_code, answer.json()["code"]) == (409, "no_record")
        async with place.client(ann) as one:
            await one.until_my_turn()
            own = parse((await place.record(code, token)).text)
            assert own.seen_by == 0
            assert own.fairness.server_seed is None
            assert own.events[0].hands[1:] == (None, None, None)  # type: ignore[attr-defined]
            assert parse((await place.record(code)).text).seen_by == "spectator"
            for wrong in ("x" * 43, "a b"):
                answer = await place.record(code, wrong)
                assert (answer.status_code, answer.json()["code"]) == (401, "bad_token")
            await one.play(random.Random(21))
        answer = await place.record(code)
        assert "amity-" in answer.headers["content-disposition"]
        assert verify(parse(answer.text)).right


async def test_health_metrics_and_openapi(server: Servers) -> None:
    async with server() as place:
        assert (await place.http.get("/healthz")).json() == {"status": "ok"}
        await place.create("mate", [ME, PERSON])
        text = (await place.http.get("/metrics")).text
        assert "amity_tables 1.0" in text
        assert (await place.http.get("/openapi.json")).json() == openapi()


async def test_metrics_are_for_this_machine_unless_the_settings_say_otherwise(server: Servers) -> None:
    """They tell how long bots really think."""
    far = {"X-Forwarded-For": "203.0.113.7"}
    async with server() as place:
        assert (await place.http.get("/metrics")).status_code == 200
        assert (await place.http.get("/metrics", headers=far)).status_code == 404
    async with server(metrics="all") as place:
        assert (await place.http.get("/metrics", headers=far)).status_code == 200


async def test_answers_are_as_openapi_says(server: Servers) -> None:
    document = openapi()

    def check(name: str, value: Any) -> None:
        schema = {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
        jsonschema.Draft202012Validator(schema).validate(value)

    async with server() as place:
        for game in (await place.http.get("/api/games")).json():
            check("GameInfo", game)
        ann = await place.create("mate", [ME, PERSON])
        check("SeatTaken", ann)
        check("SeatTaken", await place.create("mate", [PERSON, PERSON]))
        check("TableState", (await place.http.get(f"/api/tables/{ann['table']}")).json())
        check("Problem", (await place.http.get("/api/tables/NOSUCH")).json())


@pytest.fixture
def client(tmp_path: Path) -> Path:
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "cards").mkdir()
    (folder / "index.html").write_text("<title>Amity</title>", encoding="utf-8")
    (folder / "assets" / "index-abc123.js").write_text("1", encoding="utf-8")
    (folder / "cards" / "mate.svg").write_text("<svg/>", encoding="utf-8")
    return folder


def test_the_client_is_delivered(settings: Callable[..., Settings], client: Path) -> None:
    with TestClient(create_app(settings(), client)) as http:
        for path in ("/", "/index.html", "/t/ABCDEF", "/t/ABCDEF/", "/about"):
            page = http.get(path)
            assert (page.status_code, page.text) == (200, "<title>Amity</title>"), path
            assert page.headers["cache-control"] == "no-cache"
            policy = page.headers["content-security-policy"]
            assert "script-src 'self';" in policy
            assert page.headers["referrer-policy"] == "no-referrer"
            assert page.headers["x-content-type-options"] == "nosniff"
        script = http.get("/assets/index-abc123.js")
        assert "immutable" in script.headers["cache-control"]
        assert "javascript" in script.headers["content-type"]
        card = http.get("/cards/mate.svg")
        assert card.headers["content-type"] == "image/svg+xml"
        assert http.get("/cards/mate.svg", headers={"if-none-match": card.headers["etag"]}).status_code == 304
        assert http.get("/assets/gone.js").status_code == 404
        assert http.get("/../../etc/passwd").status_code in (200, 404)
        assert "root:" not in http.get("/..%2f..%2fetc/passwd").text
        assert http.post("/t/ABCDEF").status_code == 405
        assert http.get("/api/games").headers["cache-control"] == "no-store"


def test_the_files_are_sent_compressed_to_whoever_takes_them_so(
    settings: Callable[..., Settings], client: Path
) -> None:
    script = client / "assets" / "index-abc123.js"
    script.write_text("say('friend')\n" * 500, encoding="utf-8")
    (client / "sw.js").write_text("self", encoding="utf-8")
    (client / "manifest.en.webmanifest").write_text("{}", encoding="utf-8")
    with TestClient(create_app(settings(), client)) as http:
        plain = http.get("/assets/index-abc123.js", headers={"accept-encoding": "identity"})
        packed = http.get("/assets/index-abc123.js", headers={"accept-encoding": "gzip"})
        assert "content-encoding" not in plain.headers
        assert packed.headers["content-encoding"] == "gzip"
        assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) / 10
        assert plain.text == packed.text == script.read_text(encoding="utf-8")
        assert plain.headers["vary"] == packed.headers["vary"] == "accept-encoding"
        again = {"accept-encoding": "gzip", "if-none-match": packed.headers["etag"]}
        assert http.get("/assets/index-abc123.js", headers=again).status_code == 304
        # A file that has changed is not the one that was compressed before.
        script.write_text("say('friends')\n" * 500, encoding="utf-8")
        assert http.get("/assets/index-abc123.js", headers={"accept-encoding": "gzip"}).text.startswith(
            "say('friends')"
        )
        # The worker and the manifest change with every version under the same name.
        for path, kind in (("/sw.js", "javascript"), ("/manifest.en.webmanifest", "application/manifest+json")):
            answer = http.get(path)
            assert answer.headers["cache-control"] == "no-cache"
            assert kind in answer.headers["content-type"]
            assert "worker-src 'self'" in answer.headers["content-security-policy"]


def test_a_server_without_its_client_says_so(settings: Callable[..., Settings], tmp_path: Path) -> None:
    with TestClient(create_app(settings(), tmp_path / "nowhere")) as http:
        for path in ("/", "/t/ABCDEF"):
            page = http.get(path)
            assert page.status_code == 503
            assert "make play" in page.text
        assert http.get("/api/games").status_code == 200


def test_the_application_runs_in_memory_too(settings: Callable[..., Settings]) -> None:
    with TestClient(create_app(settings())) as http:
        made = http.post("/api/tables", json={"game": "mate", "seats": [ME, bot()], "name": "Ann"}).json()
        with http.websocket_connect("/ws") as socket:
            socket.send_json({"type": "hello", "protocol": 1, "table": made["table"], "token": made["token"]})
            assert socket.receive_json()["seat"] == 0
