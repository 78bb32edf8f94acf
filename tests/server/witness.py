"""People who play Mate through whatever happens to the server, and see to it that nothing gets lost."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Sequence

from table_clients import Client, Message, Place
from websockets.exceptions import WebSocketException


class Witness:
    """A person who plays through kills and remembers every acknowledgement.

    Plays Mate; thinks up to so many seconds over a move. After every loss of the connection it asks about ``asked`` of
    the moves that were acknowledged, and about all of them at the end. Goes from one place to the next when one fails.
    """

    def __init__(
        self,
        place: Place | Sequence[Place],
        seat: Message,
        chance: random.Random,
        thinks: float = 0,
        asked: int = 1_000_000,
    ) -> None:
        self.places = [place] if isinstance(place, Place) else list(place)
        self.seat = seat
        self.chance = chance
        self.acknowledged: dict[str, int] = {}
        self.events: dict[int, Message] = {}
        self.unanswered: tuple[str, int, Message] | None = None
        self.number = 0
        self.over = False
        self.thinks = thinks
        self._asked = asked

    async def play(self) -> None:
        while not self.over:
            with contextlib.suppress(OSError, WebSocketException, EOFError, TimeoutError):
                await self._play_once()
            self.places.append(self.places.pop(0))
            await asyncio.sleep(0.02)

    async def _play_once(self) -> None:
        async with self.places[0].client(self.seat) as me:
            # Nothing that was seen has become another thing, and nothing acknowledged is gone.
            assert self.events.items() <= me.events.items()
            assert all(version <= me.version for version in self.acknowledged.values())
            await self._ask_again(me, self._asked)
            # The last move of the match, too, may have been carried out without an answer.
            while me.state["status"] != "over" or self.unanswered is not None:
                self.events.update(me.events)
                if self.unanswered is not None:
                    # Sent once already: whether it was carried out or not, sending it again does it once.
                    action, version, move = self.unanswered
                    answer = await me.act(move, version, action)
                    assert answer["type"] == "acknowledged" or answer["code"] in ("stale", "not_your_turn"), answer
                    if answer["type"] == "acknowledged":
                        self.acknowledged[action] = answer["version"]
                        await me.until_version(answer["version"])
                    self.unanswered = None
                elif me.view is not None and me.view["to_act"] == me.seat:
                    await asyncio.sleep(self.chance.uniform(0, self.thinks))
                    self.number += 1
                    self.unanswered = (f"{me.seat}-{self.number}", me.version, self.chance.choice(me.legal_actions()))
                else:
                    await me.receive()
            self.events.update(me.events)
            await self._ask_again(me, len(self.acknowledged))
            self.over = True

    async def _ask_again(self, me: Client, number: int) -> None:
        actions = list(self.acknowledged)
        for action in self.chance.sample(actions, min(number, len(actions))):
            answer = await me.act({"type": "nonsense"}, 0, action)
            assert answer == {"type": "acknowledged", "id": action, "version": self.acknowledged[action]}


def applied_once(witness: Witness) -> bool:
    """Whether every acknowledged move stands in the match exactly once, and no other of this person."""
    versions = list(witness.acknowledged.values())
    seat = int(next(iter(witness.acknowledged)).partition("-")[0])
    done = [event for event in witness.events.values() if event["type"] in ("card_played", "foreplaced")]
    own = [event for event in done if event["seat"] == seat]
    right = len(set(versions)) == len(versions) == len(own)
    if not right:
        print(f"table {witness.seat['table']}, seat {seat}: {len(own)} moves, acknowledged {sorted(versions)}")
    return right
