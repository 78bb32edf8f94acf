"""Letters between nodes through Redis, which delivers each once or not at all.

Every pair of nodes that has something to do with each other numbers its letters and hears from the other twice a
second at least. A letter that is missing, and silence of some seconds, mean that the two have lost each other
(:attr:`Bus.lost`): both forget what they had in common, and their clients come again.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
import structlog
from redis.asyncio import Redis
from redis.exceptions import RedisError

from amity.server.cluster.words import AnyWord, Frame, Letter
from amity.server.tasks import Tasks

log: Final = structlog.get_logger("amity.cluster")

BEAT_SECONDS: Final = 0.5
FORGET_SECONDS: Final = 3600.0
LARGEST_OUTBOX: Final = 20_000
"""Words that may wait for one node."""


def _new_session() -> str:
    return secrets.token_hex(8)


@dataclass
class _Link:
    """What one node knows of its letters to and from another."""

    heard: float
    """When the other was last heard, or nothing was expected from it."""
    wanted: float
    """When the two last had something to do with each other."""
    session: str = field(default_factory=_new_session)
    number: int = 0
    outbox: list[AnyWord] = field(default_factory=list)
    their_session: str | None = None
    their_number: int = 0


class Bus:
    """One node's letters.

    :param silence_seconds: after how much silence two nodes have lost each other.
    """

    def __init__(self, url: str, node: str, silence_seconds: float) -> None:
        self.node = node
        self._silence_seconds = silence_seconds
        self.received: Callable[[str, AnyWord], None] = lambda _node, _word: None
        """Called for each word from another node."""
        self.lost: Callable[[str], None] = lambda _node: None
        """Called when letters from or to that node may have been missed."""
        self.needed: Callable[[str], bool] = lambda _node: False
        """Whether this node has anything to do with another."""
        self._redis: Redis = Redis.from_url(url, socket_timeout=silence_seconds, socket_connect_timeout=silence_seconds)
        self._links: dict[str, _Link] = {}
        self._wake = asyncio.Event()
        self._tasks = Tasks()

    def start(self) -> None:
        """Begin to send and to listen."""
        self._tasks.start(self._listen(), "letters from nodes")
        self._tasks.start(self._send_all(), "letters to nodes")
        self._tasks.start(self._beat(), "heartbeat of nodes")

    async def close(self) -> None:
        """Say nothing more."""
        await self._tasks.close()
        await self._redis.aclose()

    def send(self, node: str, word: AnyWord) -> None:
        """Say something to a node."""
        link = self._link(node)
        link.outbox.append(word)
        if len(link.outbox) > LARGEST_OUTBOX:
            self._lose(node, "too much to say")
        self._wake.set()

    def send_frame(self, node: str, listener: str, text: str) -> None:
        """Send a frame to a connection of a node; the same one to several of them travels once."""
        outbox = self._link(node).outbox
        last = outbox[-1] if outbox else None
        if isinstance(last, Frame) and last.text is text:
            last.listeners.append(listener)
        else:
            self.send(node, Frame([listener], text))

    async def reachable(self, node: str) -> bool:
        """Whether a node listens at this moment."""
        try:
            ((_, listening),) = await self._redis.pubsub_numsub(_channel(node))
        except (RedisError, OSError):
            return False
        return bool(listening)

    def _link(self, node: str) -> _Link:
        link = self._links.get(node)
        if link is None:
            link = self._links[node] = _Link(self._now(), self._now())
        return link

    def _lose(self, node: str, why: str) -> None:
        log.warning("node lost", node=node, why=why)
        # The new session tells the other that it has lost us.
        self._links[node] = _Link(self._now(), self._now())
        self._wake.set()
        self.lost(node)

    async def _send_all(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            for node, link in list(self._links.items()):
                if link.outbox or link.number == 0:
                    await self._send(node, link)

    async def _send(self, node: str, link: _Link) -> None:
        words, link.outbox = link.outbox, []
        letter = Letter(self.node, link.session, link.number, words)
        link.number += 1
        try:
            listening = await self._redis.publish(_channel(node), msgspec.json.encode(letter))
            why = "nobody listens"
        except (RedisError, OSError) as error:
            listening, why = 0, type(error).__name__
        if not listening and self._links.get(node) is link and (words or self.needed(node)):
            self._lose(node, why)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            for node, link in list(self._links.items()):
                if not self.needed(node):
                    # Kept for a while: whoever begins anew is taken to have lost everything.
                    link.heard = self._now()
                    if link.heard - link.wanted > FORGET_SECONDS:
                        del self._links[node]
                    continue
                link.wanted = self._now()
                if self._now() - link.heard > self._silence_seconds:
                    self._lose(node, "silence")
                elif not link.outbox:
                    await self._send(node, link)

    async def _listen(self) -> None:
        while True:
            try:
                async with self._redis.pubsub(ignore_subscribe_messages=True) as letters:
                    await letters.subscribe(_channel(self.node))
                    while True:
                        message = await letters.get_message(timeout=1.0)
                        if message is not None:
                            self._take(message["data"])
            except (RedisError, OSError) as error:
                log.warning("letters cannot be read", error=type(error).__name__)
                await asyncio.sleep(0.2)

    def _take(self, data: Any) -> None:
        letter = _DECODER.decode(data)
        node = letter.sender
        link = self._link(node)
        link.heard = self._now()
        if link.their_session is None or letter.session != link.their_session:
            if link.their_session is not None:
                log.warning("node begins anew", node=node)
                self.lost(node)
            link.their_session = letter.session
        elif letter.number != link.their_number + 1:
            self._lose(node, "letters missing")
            return
        link.their_number = letter.number
        for word in letter.words:
            self.received(node, word)

    def _now(self) -> float:
        return asyncio.get_running_loop().time()


def _channel(node: str) -> str:
    return f"amity:node:{node}"


_DECODER: Final = msgspec.json.Decoder(Letter)
