"""Many people at many tables over real sockets, as cheap as they can be: what is measured is the server.

Everybody speaks the public protocol. A person decodes of a frame only who is in turn, and the whole view when it is he:
then he does something that the view allows.
"""

from __future__ import annotations

import asyncio
import itertools
import random
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import httpx2
import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from amity import games
from amity.match import View

SEATS = {"mate": 2, "pinochle": 4, "tarot": 5, "friends": 6}
"""The people of a table. With one who watches at every fourth table, these are four and a half sockets a table."""
OPTIONS: dict[str, dict[str, Any]] = {
    "mate": {"games": 40},
    "pinochle": {"target": 10_000},
    "tarot": {"deals": 100},
    "friends": {"deals": 100},
}
"""Long matches, so that what is measured is play."""
PATIENCE = 120.0
"""Seconds after which something that should happen is taken not to happen."""
AT_ONCE = 32
"""Requests and connections under way at once while tables are made."""


class _Turn(msgspec.Struct):
    to_act: int | None


class _Seat(msgspec.Struct):
    ready: bool


class _State(msgspec.Struct):
    status: str
    seats: list[_Seat]


class _News(msgspec.Struct):
    """Of ``welcome``, ``update`` and ``table``, what decides what to do next."""

    version: int = 0
    view: _Turn | None = None
    table: _State | None = None
    seat: int | None = None


class _Answer(msgspec.Struct):
    id: str | None
    code: str = ""


_NEWS = msgspec.json.Decoder(_News)
_ANSWER = msgspec.json.Decoder(_Answer)


@cache
def _seen(game: str) -> msgspec.json.Decoder[Any]:
    """Reads the view out of an update of that game."""
    view = games.get(game).view_type
    return msgspec.json.Decoder(msgspec.defstruct("Seen", [("view", view)]))


@dataclass
class Times:
    """What was measured since it was last emptied; seconds."""

    acknowledged: array[float] = field(default_factory=lambda: array("d"))
    """From sending an action to its acknowledgement."""
    shown: array[float] = field(default_factory=lambda: array("d"))
    """From sending an action to its arrival at each of the others."""
    refused: int = 0
    matches: int = 0
    """Matches that were played to their end."""

    def empty(self) -> None:
        """Begin to measure anew."""
        self.acknowledged, self.shown = array("d"), array("d")
        self.refused = self.matches = 0


class Person(WSListener):
    """One connection to a table; with no seat, somebody who watches."""

    def __init__(self, table: PlayedTable, token: str | None) -> None:
        super().__init__()
        self.table = table
        self.token = token
        self.seat: int | None = None
        self.version = 0
        self.transport: WSTransport | None = None
        self._told_ready = -1

    async def connect(self, address: str) -> None:
        """Connect and say hello."""
        self.transport, _ = await ws_connect(
            lambda: self, address, websocket_handshake_timeout=PATIENCE, read_buffer_init_size=8192
        )
        self.say({"type": "hello", "protocol": 1, "table": self.table.code, "token": self.token})

    def say(self, message: Any) -> None:
        """Send a message."""
        assert self.transport is not None
        self.transport.send(WSMsgType.TEXT, msgspec.json.encode(message))

    def on_ws_frame(self, _transport: WSTransport, frame: WSFrame) -> None:
        """Take what the server says."""
        if frame.msg_type != WSMsgType.TEXT:
            return
        payload = frame.get_payload_as_bytes()
        # All begin with {"type":"… and three letters tell them apart.
        match payload[9:12]:
            case b"upd" | b"wel":
                self._advance(payload)
            case b"ack":
                self.table.answered(None)
            case b"tab":
                self._look(_NEWS.decode(payload).table)
            case b"ref":
                answer = _ANSWER.decode(payload)
                if answer.id is None:
                    self.table.crowd.problem(f"refused: {answer.code}")
                else:
                    self.table.answered(answer.code)
            case b"clo":
                self.table.closed(payload)

    def on_ws_disconnected(self, _transport: WSTransport) -> None:
        """The connection is gone."""
        self.table.closed(b"")

    def _advance(self, payload: bytes) -> None:
        news = _NEWS.decode(payload)
        self.version = news.version
        table = self.table
        if news.table is not None:
            self.seat = news.seat
            self._look(news.table)
            table.came()
        else:
            table.saw(self)
        if news.view is not None and news.view.to_act is not None and news.view.to_act == self.seat:
            table.turn_of(self, payload)

    def _look(self, state: _State | None) -> None:
        assert state is not None
        if state.status == "between_deals" and self.seat is not None:
            if not state.seats[self.seat].ready and self._told_ready != self.version:
                self._told_ready = self.version
                self.say({"type": "ready", "version": self.version})
        elif state.status == "over":
            self.table.ended()


class Idle(WSListener):
    """A connection that watches a table, if it has one, and does nothing."""

    def __init__(self, code: str | None) -> None:
        super().__init__()
        self.code = code
        self.transport: WSTransport

    async def connect(self, address: str) -> None:
        """Connect and say hello."""
        self.transport, _ = await ws_connect(lambda: self, address, websocket_handshake_timeout=PATIENCE)
        hello = {"type": "hello", "protocol": 1, "table": self.code, "token": None}
        self.transport.send(WSMsgType.TEXT, msgspec.json.encode(hello))

    def on_ws_frame(self, _transport: WSTransport, _frame: WSFrame) -> None:
        """Look at nothing."""


class PlayedTable:
    """One table and everybody at it."""

    def __init__(self, crowd: Crowd, game: str, watched: bool, options: dict[str, Any]) -> None:
        self.crowd = crowd
        self.game = game
        self.options = options
        self.watched = watched
        self.code = ""
        self.people: list[Person] = []
        self._missing = 0
        self._all_came = asyncio.Event()
        self._ids = itertools.count(1)
        self._turn: tuple[Person, bytes] | None = None
        self._due = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._sent: float | None = None
        self._actor: Person | None = None
        """Who did the last thing, when, and at which version."""
        self._acted_at = 0.0
        self._acted_on = 0
        self._away = False

    async def sit_down(self) -> None:
        """Make the table, take all its seats, and connect."""
        self._away = False
        self._turn = self._sent = self._actor = None
        seats = [{"kind": "me"}, *[{"kind": "person"}] * (SEATS[self.game] - 1)]
        made = await self.crowd.post(
            "/api/tables",
            {"game": self.game, "name": "P0", "seats": seats, "options": self.options, "move_seconds": 86_400},
        )
        self.code = made["table"]
        tokens: list[str | None] = [made["token"]]
        for number in range(1, SEATS[self.game]):
            taken = await self.crowd.post(f"/api/tables/{self.code}/seats", {"name": f"P{number}"})
            tokens.append(taken["token"])
        if self.watched:
            tokens.append(None)
        self._missing = len(tokens)
        self._all_came.clear()
        self.people = [Person(self, token) for token in tokens]
        for person in self.people:
            await person.connect(self.crowd.sockets)
        async with asyncio.timeout(PATIENCE):
            await self._all_came.wait()

    def came(self) -> None:
        """Somebody was welcomed."""
        self._missing -= 1
        if self._missing == 0:
            self._all_came.set()

    def stand_up(self) -> None:
        """Everybody goes."""
        self._away = True
        self._turn = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        for person in self.people:
            if person.transport is not None:
                person.transport.disconnect()

    def turn_of(self, person: Person, update: bytes) -> None:
        """It is his turn; he acts when the table's next action is due."""
        self._turn = (person, update)
        if self.crowd.playing and self._sent is None:
            self.plan()

    def plan(self) -> None:
        """Act when it is due, if somebody is in turn and nothing is on its way."""
        if self._turn is None or self._timer is not None or self._away:
            return
        now = self.crowd.loop.time()
        pause = self.crowd.pause
        if not pause:
            self._timer = self.crowd.loop.call_at(now, self._act)
            return
        # At the pace of the table, not of the server: a slow answer does not make the next action later.
        self._due += pause
        if self._due < now - pause:
            # It begins, or has waited long: at a moment of its own, or all tables would act at once for ever.
            self._due = now + random.uniform(0, pause)
        self._timer = self.crowd.loop.call_at(self._due, self._act)

    def _act(self) -> None:
        self._timer = None
        if self._turn is None or self._sent is not None or not self.crowd.playing:
            return
        person, update = self._turn
        self._turn = None
        view: View = _seen(self.game).decode(update).view
        choices = view.legal_actions()
        action = choices[0] if view_passes(choices) else random.choice(choices)
        message = {"type": "act", "id": f"{person.seat}-{next(self._ids)}", "version": person.version, "action": action}
        encoded = msgspec.json.encode(message)
        self._sent = self._acted_at = self.crowd.loop.time()
        self._actor, self._acted_on = person, person.version
        assert person.transport is not None
        person.transport.send(WSMsgType.TEXT, encoded)

    def saw(self, person: Person) -> None:
        """An action, or what came of it, was shown to somebody."""
        if self._actor not in (None, person) and person.version > self._acted_on:
            self.crowd.times.shown.append(self.crowd.loop.time() - self._acted_at)

    def answered(self, refusal: str | None) -> None:
        """What was sent is acknowledged, or refused for that reason."""
        if self._sent is None:
            return
        if refusal is None:
            self.crowd.times.acknowledged.append(self.crowd.loop.time() - self._sent)
        else:
            self.crowd.times.refused += 1
            self.crowd.problem(f"refused: {refusal}")
        self._sent = None
        if self.crowd.playing:
            self.plan()

    def ended(self) -> None:
        """The match is over: everybody goes, and plays on at a new table."""
        if not self._away:
            self.crowd.times.matches += 1
            self.stand_up()
            self.crowd.again(self)

    def closed(self, why: bytes) -> None:
        """A connection has ended."""
        if not self._away and not self.crowd.leaving:
            self.crowd.problem(f"connection ended {why.decode()}")


def view_passes(choices: Sequence[Any]) -> bool:
    """Whether the first choice is to pass, or to place nothing: auctions are kept short."""
    return "pass" in type(choices[0]).__name__.lower()


class Crowd:
    """All tables, and the pace of their play. Use it inside a running event loop."""

    def __init__(self, address: str, mix: Sequence[str] = tuple(SEATS), options: Any = None) -> None:
        """``mix`` are the games that are played, in turn; ``options`` of each those that differ from the preset."""
        self.loop = asyncio.get_running_loop()
        self.sockets = address.replace("http", "ws", 1) + "ws"
        self.times = Times()
        self.tables: list[PlayedTable] = []
        self.pause = 3.0
        """Seconds between two actions of a table; 0 for as fast as it goes."""
        self.playing = False
        self.leaving = False
        self.problems: list[str] = []
        self._mix = mix
        self._options = OPTIONS if options is None else options
        # Given up before the server closes them, which might cross a request.
        limits = httpx2.Limits(keepalive_expiry=1.0)
        self._http = httpx2.AsyncClient(base_url=address, timeout=PATIENCE, limits=limits)
        self._some = asyncio.Semaphore(AT_ONCE)
        self._coming: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Crowd:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.leaving = True
        self.playing = False
        for task in self._coming:
            task.cancel()
        for table in self.tables:
            table.stand_up()
        await self._http.aclose()

    @property
    def connections(self) -> int:
        """Open sockets."""
        return sum(len(table.people) for table in self.tables)

    async def grow(self, tables: int) -> None:
        """So many tables in all.

        :raises RuntimeError: they could not be made in time.
        """
        first = len(self.tables)
        new = []
        for number in range(first, tables):
            game = self._mix[number % len(self._mix)]
            watched = number % 4 == number // 4 % 4 and len(self._mix) > 1
            new.append(PlayedTable(self, game, watched, self._options.get(game, {})))
        self.tables += new
        done = await asyncio.gather(*map(self._sit_down, new), return_exceptions=True)
        failed = [error for error in done if error is not None]
        if failed:
            raise RuntimeError(f"{len(failed)} tables could not be made: {failed[0]!r}")

    async def _sit_down(self, table: PlayedTable) -> None:
        async with self._some:
            await table.sit_down()
        if self.playing:
            table.plan()

    def start(self, pause: float) -> None:
        """Play at that pace from now on."""
        self.pause = pause
        self.playing = True
        for table in self.tables:
            table.plan()

    def stop(self) -> None:
        """Play no more."""
        self.playing = False

    def again(self, table: PlayedTable) -> None:
        """Take a table's people to a new one."""
        if not self.leaving:
            task = self.loop.create_task(self._sit_down(table))
            self._coming.add(task)
            task.add_done_callback(self._came)

    def _came(self, task: asyncio.Task[None]) -> None:
        self._coming.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.problem(f"no new table: {error!r}")

    def problem(self, what: str) -> None:
        """Something that should not happen."""
        self.problems.append(what)

    async def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """A call of the server, tried again once where the connection fails."""
        try:
            answer = await self._http.post(path, json=body)
        except httpx2.TransportError:
            answer = await self._http.post(path, json=body)
        if answer.status_code != 201:
            raise RuntimeError(answer.text)
        made: dict[str, Any] = answer.json()
        return made


def quantile(values: Iterable[float], share: float) -> float:
    """The value below which that share of the values lies, in milliseconds."""
    ordered = sorted(values)
    if not ordered:
        return float("nan")
    return round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 2)
