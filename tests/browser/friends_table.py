"""A deal of Friends! in which certain things happen, and the five other players, who speak the real protocol."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from amity.cards import FRIENDS
from amity.games.friends import FriendsMatch, FriendsOptions
from amity.games.friends.events import Dealt
from amity.server.messages import CreateTable
from amity.server.metrics import Metrics
from amity.server.seats import new_table
from amity.server.store import Change, SqliteStore
from amity.server.tokens import new_match_name, new_table_code, new_token, token_hash

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")

HANDS = (
    # Bids with one 2D; throws three aces and two queens; holds the highest of clubs, diamonds and trumps.
    "2D RJ RJ RJ RJ BJ BJ BJ BJ AS AS AS QS QS AC AC AC AC KC KC KC KC QC QC QC QC AD AD AD AD KD KD KD KD 3D",
    # The fourth ace of spades: a friend.
    "AS 3S 4S 6S 7S",
    "3S 5S 6S 7S 8S",
    # Swaps with two 2H.
    "2H 2H 3S 4S 5S 6S 8S",
    # Rejects the queens.
    "KS KS 3S 7S 7S 8S",
    # No clubs, but four equal trumps against four aces of them.
    "3H 3H 3H 3H KS KS 4S 4S 6S 8S",
)
BASE = "4C 4D 4D 6D 6D 6C"
HAND_SIZE = 35

Message = dict[str, Any]


def dealt(hands: Sequence[str] = HANDS) -> Dealt:
    """The deal: the hands above, or others, filled up with other cards; the last seat gets no clubs."""
    given = [_codes(text) for text in (*hands, *[""] * (len(NAMES) - len(hands)), BASE)]
    rest = [code for code in FRIENDS.codes for _ in range(4)]
    for hand in given:
        for card in hand:
            rest.remove(card)
    Random(1).shuffle(rest)
    base = given.pop()
    rest.sort(key=lambda card: card.endswith("C"))
    for hand in reversed(given):
        while len(hand) < HAND_SIZE:
            hand.append(rest.pop(0))
    return Dealt(1, 0, None, 0, 2, tuple(map(tuple, given)), tuple(base))


def _codes(text: str) -> list[str]:
    return [FRIENDS.codes[face] for face in FRIENDS.parse_faces(text)]


def store_table(
    database: Path, prepare: Callable[[FriendsMatch], None] = lambda _match: None, hands: Sequence[str] = HANDS
) -> tuple[str, Sequence[str]]:
    """Put a table with that deal into a server's database; its code and the tokens of the seats.

    Match of one deal, no clock; ``prepare`` has played on from the deal.
    """
    tokens = [new_token() for _ in NAMES]
    request = msgspec.convert(
        {
            "game": "friends",
            "name": NAMES[0],
            "seats": [{"kind": "me"}, *[{"kind": "person"}] * 5],
            "options": {"deals": 1},
        },
        CreateTable,
    )
    table = new_table(request, token_hash(tokens[0]))
    seats = [
        msgspec.structs.replace(seat, kind="person", name=name, token_hash=token_hash(token))
        for seat, name, token in zip(table.seats, NAMES, tokens, strict=True)
    ]
    table = msgspec.structs.replace(
        table, code=new_table_code(), match=new_match_name(), seats=tuple(seats), phase="playing", move_seconds=0
    )

    options = table.game_options()
    assert isinstance(options, FriendsOptions)
    match = FriendsMatch(options, 6, table.random())
    match.fold(dealt(hands))
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
    return table.code, tokens


class Others:
    """Seats 1 to 5: each answers as soon as it is its turn, unless the test makes it wait."""

    def __init__(self, server: str, code: str, tokens: Sequence[str]) -> None:
        self.refused: list[Message] = []
        self.waits: Callable[[int, Message], bool] = lambda _seat, _view: False
        """Whether a seat in turn, which sees this, waits."""
        self._address = server.replace("http", "ws", 1).rstrip("/") + "/ws"
        self._code = code
        self._stopped = False
        self._sockets: list[ClientConnection] = []
        self._threads = [
            threading.Thread(target=self._play, args=(seat, token)) for seat, token in enumerate(tokens) if seat > 0
        ]

    def go_on(self) -> None:
        """Nobody waits any longer."""
        self.waits = lambda _seat, _view: False

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        self._stopped = True
        for socket in list(self._sockets):
            socket.close()
        for thread in self._threads:
            thread.join()

    def _play(self, seat: int, token: str) -> None:
        hello = {"type": "hello", "protocol": 1, "table": self._code, "token": token, "last_version": None}
        with connect(self._address, max_size=None, proxy=None) as socket, suppress(ConnectionClosed):
            self._sockets.append(socket)
            socket.send(json.dumps(hello))
            for frame in socket:
                message = json.loads(frame)
                if message["type"] == "refused":
                    self.refused.append(message)
                if message["type"] not in ("welcome", "update"):
                    continue
                view = message["view"]
                if view is not None and view["to_act"] == seat:
                    while self.waits(seat, view) and not self._stopped:
                        time.sleep(0.01)
                    told = {"type": "act", "id": f"{seat}-{view['version']}", "version": view["version"]}
                    socket.send(json.dumps(told | {"action": choose(seat, view)}))


def choose(seat: int, view: Message) -> Message:
    """What these players do: hardly anything of their own, else the first thing the view suggests."""
    phase = view["phase"]
    if phase in ("open_bid", "pre_bid", "swap_bid"):
        if seat == 3 and phase == "swap_bid" and view["standing"]["count"] == 1:
            return {"type": "bid", "card": "2H", "count": 2}
        return {"type": "pass"}
    if phase == "bury":
        return {"type": "bury", "cards": view["suggestions"][0]["cards"]}
    assert phase == "play", phase
    trick = view["trick"]
    if seat == 1 and trick and trick[0]["cards"] == ["AS"] * 3:
        return {"type": "play", "cards": ["AS", "4S", "3S"]}
    if seat == 5 and trick and trick[0]["cards"] == ["AC"] * 4:
        return {"type": "play", "cards": ["3H"] * 4}
    if seat == 5 and not trick:
        lowest = [card for card in view["hand"] if card.endswith("S")][-1]
        return {"type": "play", "cards": [lowest], "patterns": [[lowest]]}
    # A low lead may stand there under another name, as the largest pattern; it is the last one then.
    low = next((it for it in view["suggestions"] if it["reason"] == "low"), view["suggestions"][-1])
    return {"type": "play", "cards": low["cards"]}


@contextmanager
def others_at(server: str, code: str, tokens: Sequence[str]) -> Iterator[Others]:
    """The five others, from now on."""
    others = Others(server, code, tokens)
    others.start()
    try:
        yield others
    finally:
        others.stop()
    assert others.refused == []
