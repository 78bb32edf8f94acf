"""Deals of Tarot in which certain things happen, played against bots."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

import msgspec

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
) -> str:
    """Put a table with that deal into a server's database: Ada in seat 0, club bots in the others; no clock.

    ``said`` has been bid already. Returns the address of Ada's seat.
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
    chosen = table.game_options()
    assert isinstance(chosen, TarotOptions)
    match = TarotMatch(chosen, players, table.random())
    match.fold(dealt(players, given, dog, dealer))
    for bid in said:
        assert match.to_act is not None
        match.apply(match.to_act, bid)

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
