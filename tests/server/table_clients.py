"""Clients of the protocol for tests: they speak HTTP and WebSocket to a real server and know nothing of its inside."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import json
import random
import socket
import uuid
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

import httpx2
import msgspec
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.asyncio.client import ClientConnection, connect

from amity import games
from amity.match import View
from amity.server.run import Server
from amity.server.sessions import now_ms
from amity.server.settings import Settings
from amity.server.tables import Tables

PATIENCE = 60.0
"""Seconds after which something that should happen is taken not to happen."""

FAST: dict[str, Any] = {
    "port": 0,
    "prepare_bots": False,
    "bot_delay_min_ms": 0,
    "bot_delay_max_ms": 0,
    "between_deals_ms": 50,
    "seed_ms": 50,
    "start_ms": 50,
    "node_silence_ms": 20_000,
    "messages_burst": 100_000,
    "messages_per_second": 100_000,
    "tables_burst": 10_000,
}
"""No pauses for people, and no limits where a test does not look for them."""

Message = dict[str, Any]

ME: Message = {"kind": "me"}
PERSON: Message = {"kind": "person"}


def bot(level: str = "random") -> Message:
    return {"kind": "bot", "level": level}


class Place:
    """A server's address, and what is done there over HTTP."""

    def __init__(self, address: str, server: Server | None = None) -> None:
        self.address = address
        self.http = httpx2.AsyncClient(base_url=address, timeout=PATIENCE)
        self.socket_address = address.replace("http", "ws", 1) + "ws"
        self._server = server

    @property
    def tables(self) -> Tables:
        """The tables of a server in this process."""
        assert self._server is not None
        tables = self._server.app.state.tables
        assert isinstance(tables, Tables)
        return tables

    @property
    def listener(self) -> socket.socket:
        """The socket on which a server in this process listens."""
        assert self._server is not None
        return self._server.listener

    @property
    def websocket(self) -> WebSocketsSansIOProtocol:
        """The server's side of the one WebSocket that a server in this process has."""
        assert self._server is not None
        open_ones = self._server.server_state.connections
        (found,) = [one for one in open_ones if isinstance(one, WebSocketsSansIOProtocol)]
        return found

    async def create(self, game: str, seats: Sequence[Message], name: str = "Ann", **more: Any) -> Message:
        answer = await self.http.post("/api/tables", json={"game": game, "seats": list(seats), "name": name, **more})
        assert answer.status_code == 201, answer.text
        made: Message = answer.json()
        return made

    async def join(self, code: str, name: str = "Ben", **more: Any) -> Message:
        answer = await self.http.post(f"/api/tables/{code}/seats", json={"name": name, **more})
        assert answer.status_code == 201, answer.text
        made: Message = answer.json()
        return made

    async def record(self, code: str, token: str | None = None) -> httpx2.Response:
        headers = {} if token is None else {"authorization": f"Bearer {token}"}
        return await self.http.get(f"/api/tables/{code}/record", headers=headers)

    def client(
        self,
        seat: Message,
        token: str | None = "",
        last_version: int | None = None,
        guest: str | None = None,
        cookie: str | None = None,
    ) -> Client:
        """A connection to a table; as a spectator with the token ``None``."""
        held = seat["token"] if token == "" else token
        return Client(self.address, seat["table"], held, last_version, guest, cookie)

    def metric(self, name: str, **labels: str) -> float:
        """A metric of a server in this process, summed over all labels but the given ones."""
        metrics = self.tables.services.metrics.registry.collect()
        samples = [sample for metric in metrics for sample in metric.samples if sample.name == name]
        return sum(sample.value for sample in samples if labels.items() <= sample.labels.items())

    async def until_metric(self, name: str, value: float, **labels: str) -> None:
        """Wait until a metric of a server in this process has reached a value."""
        async with asyncio.timeout(PATIENCE):
            while self.metric(name, **labels) < value:  # noqa: ASYNC110 - metrics wake nobody
                await asyncio.sleep(0.01)


@asynccontextmanager
async def running(settings: Settings, now_ms: Callable[[], int] = now_ms) -> AsyncIterator[Place]:
    """A server in this event loop, on a real socket; stopped in good order at the end."""
    server = Server(settings, now_ms=now_ms)
    task = asyncio.create_task(server._serve([server.listener]), name="server")
    place = Place(server.address, server)
    try:
        async with asyncio.timeout(PATIENCE):
            while not server.started:
                assert not task.done(), task.exception()
                await asyncio.sleep(0.005)
        yield place
    finally:
        await place.http.aclose()
        server.should_exit = True
        await task
        server.listener.close()


class Client:
    """One connection. Keeps what it was told, as a client would; ``async with`` opens and closes it."""

    def __init__(
        self,
        address: str,
        table: str,
        token: str | None,
        last_version: int | None,
        guest: str | None = None,
        cookie: str | None = None,
    ) -> None:
        self._url = address.replace("http", "ws", 1) + "ws"
        self.table = table
        self.token = token
        self.last_version = last_version
        self.guest = guest
        self.cookie = cookie
        self.chat: list[Message] = []
        """The lines of the chat that it may read."""
        self.chat_log: Message = {}
        self.frames: list[str] = []
        self.messages: list[Message] = []
        self.seat: int | None = None
        self.state: Message = {}
        self.view: Message | None = None
        self.version = 0
        self.clock: Message | None = None
        self.events: dict[int, Message] = {}
        # Ids are never used again by another connection of the seat: the server would take them for the same actions.
        self._ids = (f"{uuid.uuid4().hex}-{number}" for number in itertools.count(1))
        self._socket: ClientConnection | None = None

    async def __aenter__(self) -> Client:
        await self.open()
        await self.until(lambda message: message["type"] == "welcome")
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def open(self) -> None:
        """Connect and say hello."""
        headers = None if self.cookie is None else {"cookie": self.cookie}
        # Everything is read as it comes: with a full queue, closing would wait ten seconds for what nobody takes.
        self._socket = await connect(
            self._url, max_size=None, max_queue=None, proxy=None, ping_interval=None, additional_headers=headers
        )
        more = {} if self.guest is None else {"guest": self.guest}
        await self.say("hello", protocol=1, table=self.table, token=self.token, last_version=self.last_version, **more)

    async def close(self) -> None:
        if self._socket is not None:
            await self._socket.close()

    @property
    def socket(self) -> ClientConnection:
        assert self._socket is not None
        return self._socket

    async def say(self, kind: str, **fields: Any) -> None:
        await self.socket.send(json.dumps({"type": kind, **fields}))

    async def receive(self) -> Message:
        async with asyncio.timeout(PATIENCE):
            frame = await self.socket.recv()
        assert isinstance(frame, str)
        self.frames.append(frame)
        message: Message = json.loads(frame)
        self._take(message)
        return message

    async def until(self, wanted: Callable[[Message], bool]) -> Message:
        """Receive until a message is the wanted one."""
        while True:
            message = await self.receive()
            if wanted(message):
                return message

    async def until_so(self, holds: Callable[[], bool]) -> None:
        """Receive until something holds of what this client knows; it may hold already."""
        while not holds():
            await self.receive()

    async def until_type(self, *kinds: str) -> Message:
        return await self.until(lambda message: message["type"] in kinds)

    async def until_status(self, *statuses: str) -> None:
        while self.state["status"] not in statuses:
            await self.receive()

    async def until_version(self, version: int) -> None:
        while self.version < version:
            await self.receive()

    async def until_my_turn(self) -> None:
        while self.view is None or self.view["to_act"] != self.seat:
            await self.receive()

    async def until_over(self) -> None:
        await self.until_status("over")

    async def answer_to(self, action: str) -> Message:
        """The acknowledgement or refusal of an action id."""
        return await self.until(
            lambda message: message["type"] in ("acknowledged", "refused") and message["id"] == action
        )

    def new_id(self) -> str:
        return next(self._ids)

    async def act(self, action: Message, version: int | None = None, action_id: str | None = None) -> Message:
        """Do something and wait for the answer to it, and if it was carried out, until that is seen."""
        action_id = action_id or self.new_id()
        await self.say("act", id=action_id, version=self.version if version is None else version, action=action)
        answer = await self.answer_to(action_id)
        if answer["type"] == "acknowledged":
            await self.until_version(answer["version"])
        return answer

    def legal_actions(self) -> list[Message]:
        """What the view says that this seat may do."""
        assert self.view is not None
        view = msgspec.convert(self.view, games.get(self.view["game"]).view_type, strict=False)
        assert isinstance(view, View)
        return [msgspec.to_builtins(action) for action in view.legal_actions()]

    async def commit_and_reveal(self, seed: bytes) -> None:
        """Take part in the shuffle with a seed."""
        await self.say("commit_seed", commitment=hashlib.sha256(seed).hexdigest())
        await self.until_status("starting")
        await self.say("reveal_seed", seed=seed.hex())
        await self.until_status("playing")

    async def play(self, chance: random.Random, moves: int | None = None) -> int:
        """Play legal actions at random until the match is over, or for so many moves; how many they were."""
        made = 0
        while moves is None or made < moves:
            if self.state["status"] == "over":
                break
            if self.state["status"] == "between_deals" and not self.state["seats"][self.seat]["ready"]:
                await self.say("ready", version=self.version)
            elif self.view is not None and self.view["to_act"] == self.seat:
                choices = self.legal_actions()
                answer = await self.act(chance.choice(choices[: 1 if choices[0].get("type") == "pass" else None]))
                assert answer["type"] == "acknowledged", answer
                made += 1
                continue
            await self.receive()
        return made

    def _take(self, message: Message) -> None:
        self.messages.append(message)
        match message["type"]:
            case "welcome":
                self.seat = message["seat"]
                self.state = message["table"]
                self._advance(message)
            case "table":
                self.state = message["table"]
            case "chat":
                self.chat.append(message["line"])
            case "chat_log":
                self.chat_log, self.chat = message, list(message["lines"])
            case "update":
                assert message["version"] > self.version
                self._advance(message)

    def _advance(self, message: Message) -> None:
        self.version = message["version"]
        self.view = message["view"]
        self.clock = message["clock"]
        for event in message["events"]:
            self.events[event["version"]] = event["event"]
