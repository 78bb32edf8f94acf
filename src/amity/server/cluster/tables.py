"""The tables of one node among several: those that it carries out, and the way to all others."""

from __future__ import annotations

import asyncio
import dataclasses
import itertools
import secrets
from collections import defaultdict
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final

import msgspec
import structlog

from amity.errors import AmityError, InvalidRequest
from amity.server.cluster import leases
from amity.server.cluster.bus import Bus
from amity.server.cluster.clock import DatabaseClock
from amity.server.cluster.lobby import SharedLobby
from amity.server.cluster.remote import RemoteListener, RemoteTable
from amity.server.cluster.words import Answer, AnyWord, End, Follow, Frame, Leave, Refuse, Say, Show, Shut, Sit
from amity.server.commands import Attach, CloseTable, Said
from amity.server.lobby import FRESH_SECONDS
from amity.server.mailbox import TableStopped
from amity.server.messages import ClientMessages, OpenTable, Refused
from amity.server.services import Services
from amity.server.store import Conflict, StoreUnavailable
from amity.server.stored import StoredTable
from amity.server.table import Table
from amity.server.tables import AnyTable, Tables
from amity.server.tasks import Tasks

log: Final = structlog.get_logger("amity.cluster")

FIND_SECONDS: Final = 0.2
"""Pause between two looks for the owner of a table."""
FIND_ATTEMPTS: Final = 20
REQUEST_SECONDS: Final = 5.0

_MESSAGES: Final = msgspec.json.Decoder(ClientMessages)


class Requests:
    """Questions to other nodes that wait for their answers."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._numbers = itertools.count(1)
        self._waiting: dict[int, tuple[str, asyncio.Future[Any]]] = {}

    async def ask(self, node: str, word: Callable[[int], AnyWord]) -> Any:
        """A node's answer.

        :raises InvalidRequest: the node's own, and ``too_busy`` when it does not answer.
        """
        number = next(self._numbers)
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting[number] = node, answer
        try:
            self._bus.send(node, word(number))
            async with asyncio.timeout(REQUEST_SECONDS):
                return await answer
        except TimeoutError:
            raise InvalidRequest("too_busy") from None
        finally:
            del self._waiting[number]

    def waits_for(self, node: str) -> bool:
        """Whether an answer of this node is waited for."""
        return any(asked == node for asked, _ in self._waiting.values())

    def answered(self, word: Answer) -> None:
        """An answer has come."""
        _, answer = self._waiting.get(word.request, (None, None))
        if answer is not None and not answer.done():
            if word.code is None:
                answer.set_result(word.value)
            else:
                answer.set_exception(InvalidRequest(word.code, **word.params))

    def lost(self, node: str) -> None:
        """Nothing comes from there any more."""
        for asked, answer in self._waiting.values():
            if asked == node and not answer.done():
                answer.set_exception(InvalidRequest("too_busy"))


class ClusterTables(Tables):
    """The tables of one node."""

    def __init__(self, services: Services, redis: str) -> None:
        self.clock = DatabaseClock(services.now_ms, services.metrics)
        super().__init__(dataclasses.replace(services, now_ms=self.clock))
        self.node = secrets.token_hex(8)
        self._bus = Bus(redis, self.node, services.settings.node_silence_ms / 1000)
        self._bus.received, self._bus.lost, self._bus.needed = self._received, self._lost, self._needed
        self._shared_lobby = SharedLobby(redis, self.node)
        self._requests = Requests(self._bus)
        self._followers: defaultdict[str, dict[str, RemoteListener]] = defaultdict(dict)
        """Connections of other nodes, by node and name."""
        self._connections: dict[str, RemoteTable] = {}
        """By the name of a connection of this node, the table elsewhere that it follows."""
        self._node_tasks = Tasks()

    def start(self) -> None:
        """See :meth:`Tables.start`."""
        super().start()
        self._bus.start()
        self._node_tasks.start(self._renew_for_ever(), "renew leases")
        self._node_tasks.start(self._tell_lobby_for_ever(), "tell lobby")

    async def stop(self) -> None:
        """See :meth:`Tables.stop`."""
        await self._node_tasks.close()
        await super().stop()
        # What was said last, that connections are to be closed, shall still be heard.
        await asyncio.sleep(0.05)
        await self._bus.close()
        await self._shared_lobby.close()
        try:
            await self.services.store.write(partial(leases.leave, node=self.node))
        except StoreUnavailable:
            log.warning("leases run out by themselves", node=self.node)

    def _made(self, table: StoredTable) -> None:
        """Nothing: it is taken when it is first asked for, by whichever node that is."""

    async def _open(self, code: str) -> AnyTable:
        for _ in range(FIND_ATTEMPTS):
            try:
                owner = await self.services.store.write(partial(leases.claim, code=code, node=self.node))
            except (StoreUnavailable, Conflict):
                raise InvalidRequest("store_unavailable") from None
            if owner is None:
                raise InvalidRequest("unknown_table", table=code)
            if owner.node == self.node:
                if owner.taken:
                    log.info("table taken", table=code, node=self.node)
                return await super()._open(code)
            if await self._bus.reachable(owner.node):
                return RemoteTable(code, owner.node, self._bus, self._connections, self._requests, self.services)
            # It has stopped, and its lease runs out soon; or nobody hears it at the moment.
            await asyncio.sleep(FIND_SECONDS)
        raise InvalidRequest("too_busy")

    async def listings_elsewhere(self) -> list[OpenTable]:
        """See :meth:`Tables.listings_elsewhere`."""
        return await self._shared_lobby.others()

    async def _tell_lobby_for_ever(self) -> None:
        while True:
            await self._shared_lobby.tell(self.own_listings())
            await asyncio.sleep(FRESH_SECONDS)

    async def _renew_for_ever(self) -> None:
        while True:
            try:
                await self.services.store.write(partial(leases.renew, node=self.node, clock=self.clock))
            except (StoreUnavailable, Conflict):
                log.warning("leases not renewed", node=self.node)
            await asyncio.sleep(leases.RENEW_SECONDS)

    # --- From other nodes -------------------------------------------------------------------------------------------

    def _needed(self, node: str) -> bool:
        return (
            bool(self._followers.get(node))
            or self._requests.waits_for(node)
            or any(table.listeners for table in self._remote(node))
        )

    def _remote(self, node: str) -> list[RemoteTable]:
        return [table for table in self._tables.values() if isinstance(table, RemoteTable) and table.owner == node]

    def _lost(self, node: str) -> None:
        for table in self._remote(node):
            self._tables.pop(table.code)
            self.services.metrics.tables.dec()
            table.end("restarting")
        for listener in self._followers.pop(node, {}).values():
            listener.leave()
        self._requests.lost(node)

    def _received(self, node: str, word: AnyWord) -> None:
        match word:
            case Follow():
                listener = RemoteListener(node, word.listener, self._bus, word.identity)
                self._followers[node][word.listener] = listener
                self._node_tasks.start(self._serve(listener, word), f"connection {word.listener} of {node}")
            case Say():
                if (found := self._followers[node].get(word.listener)) is not None:
                    found.hear(word)
            case Leave():
                if (found := self._followers[node].pop(word.listener, None)) is not None:
                    found.leave()
            case Sit():
                self._node_tasks.start(self._answer(node, word.request, partial(self._sit, word)), "seat for a node")
            case Show():
                self._node_tasks.start(self._answer(node, word.request, partial(self._show, word)), "state for a node")
            case Shut():
                self._node_tasks.start(self._shut(word), "close a table for a node")
            case Answer():
                self._requests.answered(word)
            case Frame() | Refuse() | End():
                self._tell_connection(node, word)

    def _tell_connection(self, node: str, word: Frame | Refuse | End) -> None:
        for name in word.listeners if isinstance(word, Frame) else (word.listener,):
            table = self._connections.get(name)
            listener = None if table is None else table.listeners.get(name)
            if listener is None:
                self._bus.send(node, Leave(name))
            elif isinstance(word, Frame):
                listener.send_text(word.text)
            elif isinstance(word, End):
                listener.close(word.reason)
            else:
                legal = None if word.legal is None else msgspec.Raw(msgspec.json.encode(word.legal))
                listener.send(Refused(id=word.id, code=word.code, params=word.params, legal=legal))

    async def _own(self, code: str) -> Table:
        """A table of this node.

        :raises TableStopped: another has it. Other errors as :meth:`get`.
        """
        table = await self.get(code)
        if not isinstance(table, Table):
            raise TableStopped
        return table

    async def _serve(self, listener: RemoteListener, follow: Follow) -> None:
        """Be the connection of another node, as :mod:`amity.server.socket` is one of this."""
        try:
            listener.table = table = await self._own(follow.table)
            table.post(Attach(listener, follow.token, follow.last_version))
            while (word := await listener.words.get()) is not None:
                message = _MESSAGES.decode(bytes(word.message))
                try:
                    table.post(Said(listener, message))
                except InvalidRequest as error:
                    listener.refuse(getattr(message, "id", None), error)
        except TableStopped:
            listener.close("restarting")
        except AmityError as error:
            listener.refuse(None, error)
            listener.close("refused")

    async def _answer(self, node: str, request: int, work: Callable[[], Awaitable[Any]]) -> None:
        try:
            value = await work()
            answer = Answer(request, value, None, {})
        except AmityError as error:
            answer = Answer(request, None, error.code, error.params)
        except TableStopped:
            answer = Answer(request, None, "too_busy", {})
        self._bus.send(node, answer)

    async def _sit(self, word: Sit) -> int:
        return await (await self._own(word.table)).join(word.seat, word.person)

    async def _show(self, word: Show) -> Any:
        return await (await self._own(word.table)).ask(Table.state)

    async def _shut(self, word: Shut) -> None:
        try:
            (await self._own(word.table)).post(CloseTable())
        except (AmityError, TableStopped):
            log.warning("table not closed for another node", table=word.table)
