"""Clients that send anything at all, too much, or never read."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import httpx2
import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from table_clients import ME, PERSON, Client, Message, Place, bot
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

pytestmark = pytest.mark.anyio

Servers = Callable[..., AbstractAsyncContextManager[Place]]

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
KINDS = st.sampled_from(
    [
        "hello",
        "commit_seed",
        "reveal_seed",
        "fill_with_bots",
        "act",
        "ready",
        "resign",
        "rematch",
        "ping",
        "welcome",
        "say",
        "block",
        "unblock",
        "report",
        "keep_playing",
        "resume_with_bots",
        "chat",
        "chat_log",
    ]
)
FIELDS = st.sampled_from(
    [
        "id",
        "version",
        "action",
        "commitment",
        "seed",
        "level",
        "n",
        "protocol",
        "table",
        "token",
        "last_version",
        "text",
        "phrase",
        "name",
        "line",
        "number",
        "guest",
    ]
)
MESSAGES = st.builds(lambda kind, rest: json.dumps({**rest, "type": kind}), KINDS, st.dictionaries(FIELDS, JSON))
FRAMES = st.binary(max_size=200) | st.text(max_size=200) | JSON.map(json.dumps) | MESSAGES

FUZZ = hypothesis_settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))


def harmless(frame: bytes | str) -> bool:
    """Whether a frame cannot do what its sender is allowed to do anyway: give up the match."""
    text = frame if isinstance(frame, str) else frame.decode(errors="replace")
    return '"resign"' not in text


async def test_any_frames_leave_the_server_up_and_the_table_unchanged(server: Servers) -> None:
    # One server and one loop for all examples, so that whatever they break together shows.
    frames: list[list[bytes | str]] = []

    @FUZZ
    @given(st.lists(FRAMES.filter(harmless), min_size=1, max_size=5))
    def collect(some: list[bytes | str]) -> None:
        frames.append(some)

    collect()
    async with server() as place:
        ann = await place.create("mate", [ME, PERSON])
        ben = await place.join(ann["table"])
        async with place.client(ann) as one, place.client(ben):
            await one.until_so(lambda: one.view is not None)
            before = (await place.http.get(f"/api/tables/{ann['table']}")).json()
            view = one.view
            for number, some in enumerate(frames):
                # Half of them before any hello, half in a seat.
                await say_anything(place, ann if number % 2 else None, some)
            async with place.client(ann) as again:
                assert again.view == view
            await place.until_metric("amity_sockets", 2)
            state = (await place.http.get(f"/api/tables/{ann['table']}")).json()
            assert {**state, "seats": None} == {**before, "seats": None}
        assert place.metric("amity_errors_total") == 0


async def say_anything(place: Place, seat: Message | None, frames: list[bytes | str]) -> None:
    url = place.socket_address
    async with connect(url, proxy=None) as connection:
        try:
            if seat is not None:
                await connection.send(json.dumps({"type": "hello", "protocol": 1, **without_seat(seat)}))
            for frame in frames:
                await connection.send(frame)
            await connection.send(json.dumps({"type": "ping", "n": 1}))
            async with asyncio.timeout(30):
                while json.loads(await connection.recv())["type"] != "pong":
                    pass
        except ConnectionClosed:
            assert connection.close_code in (1000, 1007, 1008)


def without_seat(seat: Message) -> Message:
    return {"table": seat["table"], "token": seat["token"]}


async def test_any_bytes_on_the_port_leave_the_server_up(server: Servers) -> None:
    blobs: list[bytes] = []

    @FUZZ
    @given(st.binary(max_size=300) | st.binary(max_size=100).map(lambda rest: b"POST /api/tables HTTP/1.1\r\n" + rest))
    def collect(blob: bytes) -> None:
        blobs.append(blob)

    collect()
    async with server() as place:
        host, port = place.address.removeprefix("http://").rstrip("/").split(":")
        for blob in blobs:
            _, writer = await asyncio.open_connection(host, int(port))
            writer.write(blob)
            await writer.drain()
            writer.close()
            await writer.wait_closed()
        assert (await place.http.get("/healthz")).json() == {"status": "ok"}


async def test_headers_without_end_are_refused(server: Servers) -> None:
    async with server() as place:
        host, port = place.address.removeprefix("http://").rstrip("/").split(":")
        for request in (b"GET / HTTP/1.1\r\nX: ", b"GET /", b"GET / HTTP/1.1\r\n" + b"X: y\r\n"):
            reader, writer = await asyncio.open_connection(host, int(port))
            writer.write(request)
            # It refuses while it is still being written to, so either side may be the one to notice.
            with contextlib.suppress(ConnectionError):
                async with asyncio.timeout(60):
                    while not reader.at_eof():
                        writer.write(b"a" * 20_000 if not request.endswith(b"\n") else b"X: y\r\n" * 3000)
                        await writer.drain()
                        await asyncio.sleep(0)
            writer.close()
        assert (await place.http.get("/healthz")).json() == {"status": "ok"}


async def test_who_leaves_in_the_middle_of_a_request_is_no_error(
    server: Servers, caplog: pytest.LogCaptureFixture
) -> None:
    async with server() as place:
        host, port = place.address.removeprefix("http://").rstrip("/").split(":")
        for path in ("/api/tables", "/api/tables/ABCDEF/seats"):
            reader, writer = await asyncio.open_connection(host, int(port))
            head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n"
            writer.write(head.encode() + b'{"game"')
            writer.write_eof()
            assert await reader.read() == b""
            writer.close()
        assert (await place.http.get("/healthz")).json() == {"status": "ok"}
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_any_body_is_answered_with_a_problem(server: Servers) -> None:
    bodies: list[bytes] = []
    near = st.fixed_dictionaries(
        {"game": JSON | st.just("mate"), "seats": JSON | st.just([ME, PERSON]), "name": JSON | st.just("Ann")},
        optional={"options": JSON, "preset": JSON, "move_seconds": JSON, "clock": JSON},
    )

    @FUZZ
    @given(st.binary(max_size=200) | (JSON | near).map(lambda value: json.dumps(value).encode()))
    def collect(body: bytes) -> None:
        bodies.append(body)

    collect()
    async with server() as place:
        for path in ("/api/tables", "/api/tables/ABCDEF/seats"):
            for body in bodies:
                answer = await place.http.post(path, content=body, headers={"content-type": "application/json"})
                assert answer.status_code in (201, 400, 404), answer.text
                if answer.status_code != 201:
                    assert set(answer.json()) == {"code", "params"}
        assert place.metric("amity_errors_total") == 0


DEEP = "[" * 8000

UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        (b"\x00\x01", "bad_message"),
        (b'{"type":"ping","n":1}', "bad_message"),
        ("", "bad_message"),
        (DEEP, "bad_message"),
        ('{"type":"ping","n":1,"m":2}', "bad_message"),
        ('{"type":"ping","n":9007199254740993}', "bad_message"),
        ('{"type":"ready","version":0}', "hello_expected"),
        ('{"type":"hello","protocol":99,"table":"ABCDEF"}', "wrong_protocol"),
        ('{"type":"hello","protocol":1,"table":"../etc"}', "bad_message"),
    ],
)
async def test_what_is_no_hello_is_refused_and_closed(server: Servers, frame: bytes | str, code: str) -> None:
    async with server() as place:
        url = place.socket_address
        async with connect(url, proxy=None) as connection:
            await connection.send(frame)
            assert json.loads(await connection.recv())["code"] == code
            assert json.loads(await connection.recv())["type"] == "closing"
            await connection.wait_closed()


async def test_deep_and_huge_values_inside_a_move_are_refused(server: Servers) -> None:
    async with server() as place:
        ann = await place.create("mate", [ME, bot()])
        async with place.client(ann) as one:
            await one.until_my_turn()
            for action in (DEEP + "]" * len(DEEP), '{"type":"play","card":' + "9" * 5000 + "}"):
                await one.socket.send(f'{{"type":"act","id":"x","version":{one.version},"action":{action}}}')
                refused = await one.until_type("refused")
                assert refused["code"] in ("bad_action", "bad_message")
                if refused["id"] is None:
                    await one.open()
                    await one.until_type("welcome")


async def test_a_frame_too_large_ends_the_connection(server: Servers) -> None:
    async with server() as place:
        ann = await place.create("mate", [ME, PERSON])
        async with place.client(ann) as one:
            await one.socket.send(" " * 20_000)
            with pytest.raises(ConnectionClosed):
                await one.until_type("never")
            assert one.socket.close_code == 1009
        assert (await place.http.get(f"/api/tables/{ann['table']}")).status_code == 200


async def test_too_many_messages_end_the_connection(server: Servers) -> None:
    async with server(messages_burst=10, messages_per_second=1) as place:
        ann = await place.create("mate", [ME, PERSON])
        client = place.client(ann)
        await client.open()
        for number in range(20):
            await client.say("ping", n=number)
        refused = await client.until_type("refused")
        assert refused["code"] == "too_many_messages"
        assert await client.receive() == {"type": "closing", "reason": "too_many_messages"}
        await client.socket.wait_closed()
        assert client.socket.close_code == 1008


async def test_silence_instead_of_hello_ends_the_connection(server: Servers) -> None:
    async with server(hello_ms=50) as place, connect(place.socket_address, proxy=None) as connection:
        assert json.loads(await connection.recv())["code"] == "hello_expected"
        await connection.wait_closed()


async def test_who_does_not_read_is_dropped_and_the_others_play_on(server: Servers) -> None:
    async with server(queue_frames=8, write_ms=500) as place:
        ann = await place.create("mate", [ME, bot()], options={"games": 40})
        host, port = place.address.removeprefix("http://").rstrip("/").split(":")
        # A plain socket that asks and asks and never reads; small buffers, so that they are soon full.
        place.listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        loop = asyncio.get_running_loop()
        with socket.socket() as raw:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
            raw.setblocking(False)
            await loop.sock_connect(raw, (host, int(port)))
            await loop.sock_sendall(raw, UPGRADE)
            assert b" 101 " in await loop.sock_recv(raw, 1000)
            await loop.sock_sendall(raw, masked({"type": "hello", "protocol": 1, "table": ann["table"]}))
            flood = asyncio.create_task(keep_asking(loop, raw))
            async with place.client(ann) as one:
                await place.until_metric("amity_connections_dropped_total", 1, reason="too_slow")
                await one.until_my_turn()
                assert (await one.act(one.legal_actions()[0]))["type"] == "acknowledged"
            flood.cancel()
            await asyncio.gather(flood, return_exceptions=True)
        await until_no_sockets(place)
        assert place.metric("amity_queued_frames") == 0


async def until_no_sockets(place: Place) -> None:
    async with asyncio.timeout(60):
        while place.metric("amity_sockets") > 0:  # noqa: ASYNC110 - metrics wake nobody
            await asyncio.sleep(0.01)


async def keep_asking(loop: asyncio.AbstractEventLoop, raw: socket.socket) -> None:
    while True:
        await loop.sock_sendall(raw, masked({"type": "ping", "n": 1}) * 100)
        await asyncio.sleep(0)


def masked(message: Any) -> bytes:
    """A text frame as a client sends it, with a mask of zeros."""
    text = json.dumps(message).encode()
    length = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2, "big")
    return b"\x81" + length + b"\0\0\0\0" + text


async def test_foreign_pages_may_not_connect(server: Servers) -> None:
    async with server(origins="https://cards.example") as place:
        url = place.socket_address
        own = place.address.rstrip("/")
        for origin in (own, "https://cards.example", None):
            async with connect(url, proxy=None, origin=origin):  # type: ignore[arg-type]
                pass
        for origin in ("https://evil.example", "null", own.replace("127.0.0.1", "127.0.0.2")):
            with pytest.raises(InvalidStatus) as refused:
                await connect(url, proxy=None, origin=origin)  # type: ignore[arg-type]
            assert refused.value.response.status_code == 403
            answer = await place.http.post(
                "/api/tables",
                json={"game": "mate", "seats": [ME, PERSON], "name": "Ann"},
                headers={"origin": origin},
            )
            assert (answer.status_code, answer.json()["code"]) == (403, "foreign_origin")


async def test_one_address_gets_so_many_tables_and_connections(server: Servers) -> None:
    async with server(tables_burst=2, tables_per_minute=1, connections_per_address=2) as place:
        ann = await place.create("mate", [ME, PERSON])
        await place.join(ann["table"])
        for path, body in (
            ("/api/tables", {"game": "mate", "seats": [ME, PERSON], "name": "Ann"}),
            (f"/api/tables/{ann['table']}/seats", {"name": "Cid"}),
        ):
            answer = await place.http.post(path, json=body)
            assert (answer.status_code, answer.json()["code"]) == (429, "too_many_requests")
        async with place.client(ann), place.client(ann):
            with pytest.raises(InvalidStatus):
                await Client(place.address, ann["table"], None, None).open()
        async with place.client(ann):
            pass


async def test_so_many_may_watch(server: Servers) -> None:
    async with server(spectators_per_table=1) as place:
        ann = await place.create("mate", [ME, PERSON])
        async with place.client(ann, token=None):
            second = place.client(ann, token=None)
            await second.open()
            assert (await second.receive())["code"] == "too_many_spectators"
            await second.close()
            async with place.client(ann):
                pass


async def test_one_address_gets_so_many_http_connections(server: Servers) -> None:
    async with server(connections_per_address=2, trusted_proxies="192.0.2.1") as place:
        host, port = place.address.removeprefix("http://").rstrip("/").split(":")
        first, second, third = [await asyncio.open_connection(host, int(port)) for _ in range(3)]
        assert await third[0].read() == b""
        first[1].close()
        second[1].close()
        await until_answered(place)
        # WebSockets are counted apart.
        ann = await place.create("mate", [ME, PERSON])
        async with place.client(ann), place.client(ann):
            assert (await place.http.get("/healthz")).json() == {"status": "ok"}
        third[1].close()


async def until_answered(place: Place) -> None:
    async with asyncio.timeout(60):
        while True:
            with contextlib.suppress(httpx2.TransportError):
                await place.http.get("/healthz")
                return
            await asyncio.sleep(0.01)


async def test_the_proxy_has_as_many_connections_as_it_needs(server: Servers) -> None:
    async with server(connections_per_address=1, trusted_proxies="127.0.0.0/8") as place:
        host, port = place.address.removeprefix("http://").rstrip("/").split(":")
        connections = [await asyncio.open_connection(host, int(port)) for _ in range(3)]
        for reader, writer in connections:
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            assert b" 200 " in await reader.read()
            writer.close()


@pytest.mark.parametrize(
    "sent", [b"", b"GET / HTTP/1.1\r\nHost: x\r\n", b"POST /api/tables HTTP/1.1\r\nHost: x\r\nCon"]
)
async def test_a_request_that_does_not_come_is_not_waited_for(server: Servers, sent: bytes) -> None:
    async with server(request_ms=100) as place:
        host, port = place.address.removeprefix("http://").rstrip("/").split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(sent)
        assert await reader.read() == b""
        writer.close()


async def test_a_body_that_does_not_end_is_not_waited_for(server: Servers) -> None:
    async with server(request_ms=100) as place:
        host, port = place.address.removeprefix("http://").rstrip("/").split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        head = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n"
        writer.write(head + b"{")
        assert await reader.read() == b""
        writer.close()


async def test_a_websocket_is_no_request_that_does_not_end(server: Servers) -> None:
    async with server(request_ms=100) as place:
        ann = await place.create("mate", [ME, PERSON])
        async with place.client(ann) as one:
            # Younger than the WebSocket, and its time is over.
            host, port = place.address.removeprefix("http://").rstrip("/").split(":")
            reader, writer = await asyncio.open_connection(host, int(port))
            assert await reader.read() == b""
            writer.close()
            await one.say("ping", n=1)
            assert (await one.until_type("pong"))["n"] == 1


PING, PONG, FRAGMENT = b"\x89\x80\0\0\0\0", b"\x8a\x80\0\0\0\0", b"\x00\x80\0\0\0\0"


@pytest.mark.parametrize("frame", [PING, PONG, FRAGMENT])
async def test_control_frames_and_fragments_count_as_messages(server: Servers, frame: bytes) -> None:
    async with server(messages_burst=20, messages_per_second=1) as place:
        host, port = place.address.removeprefix("http://").rstrip("/").split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(UPGRADE)
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        # A message begun and not ended, where fragments of it follow.
        writer.write(b"\x01\x80\0\0\0\0" if frame is FRAGMENT else b"")
        writer.write(frame * 40)
        assert (await reader.read()).endswith((1008).to_bytes(2, "big") + b"too many frames")
        writer.close()
        await until_no_sockets(place)


async def test_tokens_cannot_be_tried_without_end(server: Servers) -> None:
    async with server(tokens_burst=3, tokens_per_minute=1) as place:
        ann = await place.create("mate", [ME, PERSON])

        async def attempt(token: str) -> str:
            client = Client(place.address, ann["table"], token, None)
            await client.open()
            answer = await client.receive()
            await client.close()
            return answer.get("code", answer["type"])

        assert (await place.record(ann["table"], "wrong")).json()["code"] == "bad_token"
        assert [await attempt("x" * 43) for _ in range(4)] == ["bad_token"] * 2 + ["too_many_requests"] * 2
        # Also with the right one, or the answer would tell that it is right.
        assert await attempt(ann["token"]) == "too_many_requests"
        assert (await place.record(ann["table"], ann["token"])).status_code == 429
        async with place.client(ann, token=None) as watching:
            assert watching.seat is None
