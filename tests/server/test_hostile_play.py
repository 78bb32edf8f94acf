"""People who play, cheat, talk nonsense, go and come back in any order: hypothesis looks for an order that does harm.

One server for all of it, so that whatever the tables break together shows. Two people and two bots play Pinochle.
"""

from __future__ import annotations

import json
import random
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import msgspec
import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test
from table_clients import FAST, ME, PERSON, Client, Message, Place, bot, running
from test_hostile import FRAMES, harmless
from test_secrecy import otherwise_dealt
from websockets.exceptions import ConnectionClosed

from amity.games.pinochle.events import Dealt
from amity.server.settings import read_settings

PEOPLE = (0, 1)
WATCHING = 2
"""Whoever has no seat."""
QUEUE = 64
WORDS = ("leave", "come_back", "adjourn", "keep_playing", "resume_with_bots")

who = st.sampled_from([*PEOPLE, WATCHING])
person = st.sampled_from(PEOPLE)


class Play(RuleBasedStateMachine):
    """One table, and at most one connection for each seat and one for whoever watches."""

    portal: BlockingPortal
    place: Place

    def __init__(self) -> None:
        super().__init__()
        self.clients: dict[int, Client] = {}
        self.past: list[Client] = []
        """Connections that are over: what they were told is looked at as well."""
        self.acknowledged: dict[tuple[int, str], int] = {}
        self.moves: dict[tuple[int, str], int] = {}
        """Of these, the moves."""
        self.deaf: list[Client] = []
        self.seats: list[Message] = self.portal.call(self._begin)

    async def _begin(self) -> list[Message]:
        ann = await self.place.create("pinochle", [ME, PERSON, bot(), bot()], preset="club")
        ben = await self.place.join(ann["table"])
        other = await self.place.create("mate", [ME, PERSON])
        self.seats = [ann, ben, other]
        for number in PEOPLE:
            await self._connect(number, None)
        for client in self.clients.values():
            await client.until_so(lambda client=client: client.view is not None)  # type: ignore[misc]
        return self.seats

    # --- What people do ---------------------------------------------------------------------------------------------

    @rule(number=who, knows=st.booleans())
    def connect(self, number: int, knows: bool) -> None:
        """Come (back), with the last version seen or without."""
        if number not in self.clients:
            before = [client.version for client in self.past if client.seat == (None if number == WATCHING else number)]
            self.portal.call(self._connect, number, before[-1] if knows and before else None)

    @rule(number=who, in_order=st.booleans())
    def disconnect(self, number: int, in_order: bool) -> None:
        """Go, or vanish."""
        if number in self.clients:
            self.portal.call(self._disconnect, number, in_order)

    @rule(number=person, choice=st.integers(0, 100))
    def play(self, number: int, choice: int) -> None:
        """A legal move of whoever is in turn."""
        self._with(number, self._play, choice)

    @rule(number=who, card=st.sampled_from(["AS", "9H", "10D", "QC", "XX", ""]), off=st.integers(-2, 2))
    def play_anything(self, number: int, card: str, off: int) -> None:
        """Some card, in turn or not, decided at some version."""
        self._with(number, self._play_anything, card, off)

    @rule(number=person, pick=st.integers(0, 1000), action=st.sampled_from([{}, {"type": "play", "card": "AS"}]))
    def repeat(self, number: int, pick: int, action: Message) -> None:
        """Say again what was acknowledged, whatever it says now: the same answer."""
        # No precondition: what is drawn may not depend on what the server has answered.
        if self.acknowledged:
            self._with(number, self._repeat, pick, action)

    @rule(number=person, word=st.sampled_from(WORDS))
    def say_word(self, number: int, word: str) -> None:
        """Leave, come back, put off, go on."""
        self._with(number, self._ask, word)

    @rule(number=person)
    def get_ready(self, number: int) -> None:
        """Go on to the next deal, or come back to an adjourned match."""
        self._with(number, self._get_ready)

    @rule(number=who, text=st.text(max_size=30))
    def talk(self, number: int, text: str) -> None:
        """Write to the others; a line without anything to read is refused."""
        self._with(number, self._say, json.dumps({"type": "say", "text": text}))

    @rule(number=who, frame=FRAMES.filter(harmless))
    def send(self, number: int, frame: bytes | str) -> None:
        """Any frame; the connection may end."""
        self._with(number, self._say, frame)

    @rule(number=who)
    def send_too_much(self, number: int) -> None:
        """A frame beyond all limits ends the connection."""
        self._with(number, self._say, " " * 20_000)
        assert number not in self.clients

    @rule(number=person, token=st.sampled_from(["other", "", "x" * 43]))
    def take_a_seat_with_a_wrong_token(self, number: int, token: str) -> None:
        """The token of another table, or of none, opens no seat."""
        self.portal.call(self._connect_wrongly, self.seats[WATCHING]["token"] if token == "other" else token)

    @rule(number=person)
    def stop_reading(self, number: int) -> None:
        """A second device in a seat that reads nothing at all."""
        if len(self.deaf) < 3:
            self.deaf.append(self.portal.call(self._open_deaf, number))

    # --- What has to hold -------------------------------------------------------------------------------------------

    @invariant()
    def nothing_is_wrong_with_the_server(self) -> None:
        """No unexpected error, and queues within their bounds."""
        assert self.place.metric("amity_errors_total") == 0
        assert self.place.metric("amity_queued_frames") <= QUEUE * self.place.metric("amity_sockets")

    def teardown(self) -> None:
        """All that was told, against what is stored."""
        self.portal.call(self._check)
        super().teardown()

    async def _check(self) -> None:
        code = self.seats[0]["table"]

        def seen(table: Any) -> tuple[list[Any], list[Any]]:
            return list(table.match.events), [table.match.view(seat) for seat in (None, 0, 1, 2, 3)]

        try:
            for number in list(self.clients):
                await self._disconnect(number, True)
            events, views = await self.place.tables.ask(code, seen)
            loaded = await self.place.tables.services.store.load(code)
            assert loaded is not None
            assert list(loaded.events[: len(events)]) == events
            again = loaded.table.new_match(events)
            assert [again.view(seat) for seat in (None, 0, 1, 2, 3)] == views
            for key, version in self.acknowledged.items():
                assert loaded.acknowledged[key] == version
            # A move is done once, and by whoever said it.
            assert len(set(self.moves.values())) == len(self.moves)
            for (seat, _), version in self.moves.items():
                assert msgspec.to_builtins(events[version])["seat"] == seat
            for client in self.past:
                self._check_told(client, events)
        finally:
            for deaf in self.deaf:
                deaf.socket.transport.abort()
            async with self.place.client(self.seats[0]) as one:
                await one.say("resign", id="end")
                await one.answer_to("end")

    def _check_told(self, client: Client, events: list[Any]) -> None:
        version = 0
        for message in client.messages:
            if message["type"] in ("welcome", "update"):
                if message["type"] == "update":
                    assert [event["version"] for event in message["events"]] == [
                        *range(version + 1, message["version"] + 1)
                    ]
                version = message["version"]
        if not any(isinstance(event, Dealt) for event in events[:version]):
            return
        # The same would have been told if the others held other cards.
        other = otherwise_dealt(events[:version], client.seat, random.Random(version))
        for number, event in client.events.items():
            assert event == json.loads(msgspec.json.encode(other[number - 1].seen_by(client.seat)))

    # --- How it is done ---------------------------------------------------------------------------------------------

    def _with(self, number: int, do: Callable[..., Awaitable[None]], *arguments: Any) -> None:
        """Do something over a connection, if there is one; forget it when the server has ended it."""
        if (client := self.clients.get(number)) is None:
            self.portal.call(self._connect, number, None)
            client = self.clients[number]

        async def done() -> None:
            try:
                await do(number, client, *arguments)
                # All that was caused has arrived before this does.
                await client.say("ping", n=1)
                await client.until_type("pong")
            except ConnectionClosed:
                assert client.socket.close_code in (1000, 1007, 1008, 1009)
                self.past.append(self.clients.pop(number))

        self.portal.call(done)

    async def _connect(self, number: int, last_version: int | None) -> None:
        token = None if number == WATCHING else self.seats[number]["token"]
        client = self.place.client(self.seats[0], token=token, last_version=last_version)
        await client.open()
        welcome = await client.until_type("welcome")
        assert welcome["seat"] == (None if number == WATCHING else number)
        self.clients[number] = client

    async def _connect_wrongly(self, token: str) -> None:
        client = self.place.client(self.seats[0], token=token or "short")
        await client.open()
        assert (await client.receive())["code"] in ("bad_token", "bad_message")
        await client.close()

    async def _open_deaf(self, number: int) -> Client:
        client = self.place.client(self.seats[0], token=self.seats[number]["token"])
        await client.open()
        return client

    async def _disconnect(self, number: int, in_order: bool) -> None:
        client = self.clients.pop(number)
        if in_order:
            await client.close()
        else:
            client.socket.transport.abort()
        self.past.append(client)

    async def _play(self, number: int, client: Client, choice: int) -> None:
        if client.view is not None and client.view["to_act"] == number and (legal := client.legal_actions()):
            await self._act(number, client, legal[choice % len(legal)], client.version)

    async def _play_anything(self, number: int, client: Client, card: str, off: int) -> None:
        await self._act(number, client, {"type": "play", "card": card}, max(0, client.version + off))

    async def _act(self, number: int, client: Client, action: Message, version: int) -> None:
        key = (number, client.new_id())
        answer = await client.act(action, version, key[1])
        if answer["type"] == "acknowledged":
            # Naming trumps, or the last card of a trick, makes more than one event.
            assert number in PEOPLE and answer["version"] > version
            self.acknowledged[key], self.moves[key] = answer["version"], version
        else:
            assert answer["code"] != "internal_error"

    async def _repeat(self, number: int, client: Client, pick: int, action: Message) -> None:
        if own := [key for key in self.acknowledged if key[0] == number]:
            key = own[pick % len(own)]
            answer = await client.act(action, 0, key[1])
            assert answer == {"type": "acknowledged", "id": key[1], "version": self.acknowledged[key]}

    async def _ask(self, number: int, client: Client, word: str) -> None:
        action = client.new_id()
        await client.say(word, id=action)
        answer = await client.answer_to(action)
        if answer["type"] == "acknowledged":
            self.acknowledged[number, action] = answer["version"]
        else:
            assert answer["code"] != "internal_error"

    async def _get_ready(self, _number: int, client: Client) -> None:
        await client.say("ready", version=client.version)

    async def _say(self, _number: int, client: Client, frame: bytes | str) -> None:
        await client.socket.send(frame)


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[type[Play]]:
    database = str(tmp_path_factory.mktemp("play") / "amity.sqlite3")
    limits = {"tokens_burst": 1_000_000, "chat_burst": 1_000_000, "connections_per_address": 10_000}
    settings = read_settings({}, **{**FAST, **limits, "database": database, "queue_frames": QUEUE})
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(running(settings)) as place,
    ):
        yield type("Play", (Play,), {"portal": portal, "place": place})


def look(machine: type[Play], examples: int, steps: int) -> None:
    run_state_machine_as_test(  # type: ignore[no-untyped-call]
        machine,
        settings=hypothesis_settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_no_order_does_harm(machine: type[Play]) -> None:
    look(machine, 10, 20)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_no_order_of_very_many_does_harm(machine: type[Play]) -> None:
    look(machine, 300, 50)
