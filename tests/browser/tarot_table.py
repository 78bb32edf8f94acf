"""Deals of Tarot in which certain things happen, played against bots."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random

import msgspec
from websockets.sync.client import connect

from amity.cards import TAROT
from amity.games.tarot import TarotOptions
from amity.games.tarot.actions import Bid
from amity.games.tarot.events import Dealt
from amity.games.tarot.match import TarotMatch
from amity.server.messages import CreateTable
from amity.server.metrics import Metrics
from amity.server.seats import new_table
from amity.server.store import Change, SqliteStore
from amity.server.tokens import new_match_name, new_token, token_hash

HAND_SIZE = {3: 24, 4: 18, 5: 15}
DOG_SIZE = {3: 6, 4: 6, 5: 3}


def dealt(players: int, given: Mapping[int, str], dog: str, dealer: int) -> Dealt:
    """The deal: the given cards, filled up with others, always the same."""
    hands = [given.get(seat, "").split() for seat in range(players)]
    aside = dog.split()
    rest = [code for code in TAROT.codes if all(code not in part for part in (*hands, aside))]
    Random(1).shuffle(rest)
    for hand in hands:
        while len(hand) < HAND_SIZE[players]:
            hand.append(rest.pop())
    aside += rest
    assert [len(hand) for hand in hands] == [HAND_SIZE[players]] * players
    assert len(aside) == DOG_SIZE[players]
    gaps = tuple(range(1, len(aside) + 1))
    return Dealt(1, dealer, tuple(map(tuple, hands)), tuple(aside), True, None, gaps)


def store_table(
    database: Path,
    players: int,
    given: Mapping[int, str],
    dog: str = "",
    *,
    dealer: int,
    said: Sequence[Bid] = (),
    options: Mapping[str, object] | None = None,
    prepare: Callable[[TarotMatch], None] = lambda _match: None,
    people: Sequence[str] = (),
) -> str:
    """Put a table with that deal into a server's database: Ada in seat 0, club bots in the others; no clock.

    ``said`` has been bid already, and ``prepare`` plays on from there. With ``people`` there are persons of these names
    in the other seats. Returns the address of Ada's seat.
    """
    token = new_token()
    request = msgspec.convert(
        {
            "game": "tarot",
            "name": "Ada",
            "seats": [{"kind": "me"}, *[{"kind": "bot", "level": "club"}] * (players - 1)],
            "options": dict(options or {}),
            "clock": False,
        },
        CreateTable,
    )
    table = msgspec.structs.replace(new_table(request, token_hash(token)), match=new_match_name(), phase="playing")
    if people:
        persons = [
            msgspec.structs.replace(seat, kind="person", name=name, level=None, token_hash=token_hash(token_of(name)))
            for seat, name in zip(table.seats[1:], people, strict=True)
        ]
        table = msgspec.structs.replace(table, seats=(table.seats[0], *persons))
    chosen = table.game_options()
    assert isinstance(chosen, TarotOptions)
    match = TarotMatch(chosen, players, table.random())
    match.fold(dealt(players, given, dog, dealer))
    for bid in said:
        assert match.to_act is not None
        match.apply(match.to_act, bid)
    prepare(match)

    async def write() -> None:
        store = SqliteStore(str(database), Metrics())
        await store.open()
        await store.commit(Change(table, 1, match.events))
        await store.close()

    # Playwright's loop runs in this thread.
    writer = threading.Thread(target=lambda: asyncio.run(write()))
    writer.start()
    writer.join()
    return f"/t/{table.code}#seat={token}"


def token_of(name: str) -> str:
    """The token of another person's seat."""
    return f"token-of-the-seat-of-{name}"


def act_for(server: str, address: str, name: str, action: Mapping[str, object]) -> None:
    """What another person at the table does, once it is his turn, over a connection of his own."""
    token = token_of(name)
    code = address.removeprefix("/t/").partition("#")[0]
    with connect(server.replace("http", "ws", 1).rstrip("/") + "/ws", max_size=None, proxy=None) as socket:
        socket.send(json.dumps({"type": "hello", "protocol": 1, "table": code, "token": token, "last_version": None}))
        for frame in socket:
            message = json.loads(frame)
            if message["type"] == "acknowledged":
                return
            assert message["type"] != "refused", message
            if message["type"] in ("welcome", "update") and message["view"]["to_act"] == message["view"]["seat"]:
                version = message["version"]
                told = {"type": "act", "id": f"{name}-{version}", "version": version, "action": action}
                socket.send(json.dumps(told))
