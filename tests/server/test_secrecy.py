"""What is sent to a seat depends on nothing that the seat may not know."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from table_clients import ME, Message, Place, bot

from amity import bots, games
from amity.bots import play_match
from amity.games.pinochle.events import CardPlayed, Dealt, MeldsShown
from amity.match import Event
from amity.server import frames
from amity.server.authority import offers
from amity.server.messages import CreateTable
from amity.server.metrics import Metrics
from amity.server.seats import new_table
from amity.server.store import Change, SqliteStore
from amity.server.stored import StoredTable
from amity.server.tokens import token_hash
from amity.shuffle import MatchRandom

GAME = games.get("pinochle")
TOKEN = "t" * 43


def played(number: int) -> list[Event]:
    """The events of a match between bots."""
    options = games.parse_options(GAME, "club")
    four = [bots.make("pinochle", "novice", number + seat) for seat in range(4)]
    return play_match(GAME, options, four, MatchRandom.from_number(number)).events


def otherwise_dealt(events: Sequence[Event], seat: int | None, chance: random.Random) -> list[Event]:
    """The same events after a last deal in which the others hold other cards, as far as the seat cannot tell."""
    start = max(number for number, event in enumerate(events) if isinstance(event, Dealt))
    dealt = events[start]
    assert isinstance(dealt, Dealt)
    shown: list[Counter[str]] = [Counter() for _ in range(4)]
    for event in events[start:]:
        if isinstance(event, MeldsShown):
            for owner, melds in enumerate(event.melds):
                for meld in melds:
                    # One card may stand in several melds.
                    shown[owner] |= Counter(meld.cards)
    out: list[Counter[str]] = [Counter() for _ in range(4)]
    for event in events[start:]:
        if isinstance(event, CardPlayed):
            out[event.seat][event.card] += 1
    hidden, kept = [], []
    for owner, hand in enumerate(dealt.hands):
        assert hand is not None
        known = Counter(hand) if owner == seat else shown[owner] | out[owner]
        kept.append(list(known.elements()))
        hidden += list((Counter(hand) - known).elements())
    chance.shuffle(hidden)
    hands = []
    for owner, hand in enumerate(dealt.hands):
        assert hand is not None
        new = kept[owner] + [hidden.pop() for _ in range(len(hand) - len(kept[owner]))]
        if owner == seat:
            new = list(hand)
        hands.append(tuple(new))
    return [*events[:start], Dealt(dealt.deal, dealt.dealer, tuple(hands)), *events[start + 1 :]]


def table() -> StoredTable:
    seats = [ME, bot("club"), bot("club"), bot("club")]
    request = msgspec.convert(
        {"game": "pinochle", "name": "Ann", "preset": "club", "clock": False, "seats": seats}, CreateTable
    )
    return msgspec.structs.replace(new_table(request, token_hash(TOKEN)), phase="playing")


@settings(deadline=None)
@given(number=st.integers(0, 30), part=st.floats(0, 1), seat=st.sampled_from([0, 1, 2, 3, None]), shuffle=st.randoms())
def test_frames_are_the_same_for_deals_that_look_the_same(
    number: int, part: float, seat: int | None, shuffle: random.Random
) -> None:
    events = played(number)
    events = events[: 1 + round(part * (len(events) - 2))]
    other = otherwise_dealt(events, seat, shuffle)
    stored = STORED
    matches = [stored.new_match(some) for some in (events, other)]
    states = [
        frames.table_state(
            stored,
            match,
            connected={0},
            ready=set(),
            preparing=[],
            stand_ins={},
            ratings={},
            sealed=False,
            offers=offers(stored, match, False),
            spectators=1,
            awaiting=None,
            resume_ms=None,
        )
        for match in matches
    ]
    sent = [
        [frames.encode(frames.welcome(match, seat, state, None, None)), frames.encode(state)]
        + [frames.encode(frames.update(match, seat, since, None)) for since in range(0, len(events), 7)]
        for match, state in zip(matches, states, strict=True)
    ]
    assert sent[0] == sent[1]


@pytest.mark.anyio
async def test_a_whole_connection_is_the_same_for_deals_that_look_the_same(
    server: Callable[..., AbstractAsyncContextManager[Place]], tmp_path: Path
) -> None:
    events = played(5)
    # Up to a moment in the middle of the play at which seat 0 is in turn.
    turns = [
        number
        for number in range(1, len(events))
        if isinstance(events[number - 1], CardPlayed)
        and isinstance(events[number], CardPlayed)
        and events[number].action()[0] == 0  # type: ignore[index]
    ]
    events = events[: turns[3]]
    other = otherwise_dealt(events, 0, random.Random(1))
    assert other != events
    heard = []
    for name, some in (("one", events), ("other", other)):
        database = str(tmp_path / f"{name}.sqlite3")
        store = SqliteStore(database, Metrics())
        await store.open()
        await store.commit(Change(STORED))
        await store.commit(Change(msgspec.structs.replace(STORED, revision=1), 1, some))
        await store.close()
        async with server(database=database) as place:
            seat: Message = {"table": STORED.code, "token": TOKEN}
            async with place.client(seat) as me, place.client(seat, token=None) as watching:
                assert me.view is not None
                assert me.view["to_act"] == 0
                for card in sorted({"AS", "9H", "10D", "QC", "XX"} - set(me.view["legal_cards"])):
                    assert (await me.act({"type": "play", "card": card}, action_id=f"play-{card}"))["type"] == "refused"
                record = (await place.record(STORED.code, TOKEN)).text
                heard.append([scrubbed(me.frames), scrubbed(watching.frames[:1]), record])
    assert heard[0] == heard[1]


def scrubbed(texts: Sequence[str]) -> list[str]:
    """Frames without running time."""
    return [re.sub(r'"(remaining|resume)_ms":\d+', "", text) for text in texts]


STORED = table()
