"""A table that another node carries out, as the connections here see it, and the other way round."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from amity.errors import AmityError, InvalidRequest
from amity.server import commands
from amity.server.cluster.bus import Bus
from amity.server.cluster.words import End, Follow, Leave, Refuse, Say, Show, Shut, Sit
from amity.server.commands import Command, Listener
from amity.server.frames import encode
from amity.server.identity import Identity
from amity.server.mailbox import TableStopped
from amity.server.messages import Refused, ServerMessage, TableState
from amity.server.services import Services
from amity.server.stored import StoredPerson
from amity.server.table import Table

if TYPE_CHECKING:
    from amity.server.cluster.tables import Requests

_NAMES = itertools.count(1)


class RemoteTable:
    """The way to a table on another node. Commands are sent there; what comes back goes to the connections here."""

    def __init__(
        self,
        code: str,
        owner: str,
        bus: Bus,
        connections: dict[str, RemoteTable],
        requests: Requests,
        services: Services,
    ) -> None:
        self.code = code
        self.owner = owner
        self.moved = False
        self.listeners: dict[str, Listener] = {}
        self._names: dict[Listener, str] = {}
        self._bus = bus
        self._connections = connections
        self._requests = requests
        self._services = services

    @property
    def idle(self) -> bool:
        """Whether no connection here follows the table."""
        return not self.listeners

    def start(self) -> None:
        """Nothing: the owner carries the table out."""

    async def stop(self) -> None:
        """Send nothing there any more."""
        self.end("restarting")

    def end(self, reason: str) -> None:
        """Close all connections here, which come again and find the table where it is then."""
        self.moved = True
        for name, listener in list(self.listeners.items()):
            listener.close(reason)
            self._bus.send(self.owner, Leave(name))
            del self._connections[name]
        self.listeners.clear()
        self._names.clear()

    def post(self, command: Command) -> None:
        """See :meth:`amity.server.table.Table.post`; what is only for the owner itself is left out."""
        if self.moved:
            raise TableStopped
        match command:
            case commands.Attach(listener=listener):
                if not listener.gone:
                    name = self._names[listener] = str(next(_NAMES))
                    self.listeners[name] = listener
                    self._connections[name] = self
                    follow = Follow(name, self.code, command.token, command.last_version, listener.identity)
                    self._bus.send(self.owner, follow)
            case commands.Said(listener=listener):
                if listener in self._names:
                    self._bus.send(self.owner, Say(self._names[listener], msgspec.Raw(encode(command.message))))
            case commands.CloseTable():
                self._bus.send(self.owner, Shut(self.code))
            case commands.Close():
                for listener in self.listeners.values():
                    listener.close(command.reason)

    async def ask(self, question: Callable[[Table], Any]) -> Any:
        """What the owner says, or what the stored table says, where only its stored part is asked for."""
        if question is Table.state:
            state = await self._requests.ask(self.owner, lambda request: Show(request, self.code))
            return msgspec.convert(state, TableState)
        loaded = await self._services.store.load(self.code)
        if loaded is None:
            raise InvalidRequest("unknown_table", table=self.code)
        return question(Table(loaded, self._services))

    async def join(self, seat: int | None, person: StoredPerson) -> int:
        """See :meth:`amity.server.table.Table.join`."""
        taken = await self._requests.ask(self.owner, lambda request: Sit(request, self.code, seat, person))
        assert isinstance(taken, int)
        return taken

    def forget(self, listener: Listener) -> None:
        """See :meth:`amity.server.table.Table.forget`."""
        name = self._names.pop(listener, None)
        if name is not None:
            del self.listeners[name], self._connections[name]
            self._bus.send(self.owner, Leave(name))


class RemoteListener:
    """A connection of another node, as a table here sees it."""

    def __init__(self, node: str, name: str, bus: Bus, identity: Identity) -> None:
        self.seat: int | None = None
        self.identity = identity
        self.gone = False
        self.table: Table | None = None
        self.words: asyncio.Queue[Say | None] = asyncio.Queue(1000)
        """What it has said; ``None`` when it is gone."""
        self._node = node
        self._name = name
        self._bus = bus

    def send(self, message: ServerMessage) -> None:
        """See :class:`amity.server.commands.Listener`."""
        if isinstance(message, Refused):
            legal = None if message.legal is None else msgspec.json.decode(bytes(message.legal))
            self._say(Refuse(self._name, message.code, message.params, message.id, legal))
        else:
            self.send_text(encode(message))

    def send_text(self, text: str) -> None:
        """See :class:`amity.server.commands.Listener`."""
        if not self.gone:
            self._bus.send_frame(self._node, self._name, text)

    def close(self, reason: str) -> None:
        """See :class:`amity.server.commands.Listener`."""
        self._say(End(self._name, reason))

    def refuse(self, action: str | None, error: AmityError) -> None:
        """Tell it that something is refused."""
        self.send(Refused(id=action, code=error.code, params=error.params, legal=None))

    def hear(self, word: Say) -> None:
        """It has said something."""
        try:
            self.words.put_nowait(word)
        except asyncio.QueueFull:
            self.close("too_many_messages")

    def leave(self) -> None:
        """The connection is gone."""
        self.gone = True
        if not self.words.full():
            self.words.put_nowait(None)
        if self.table is not None:
            self.table.forget(self)

    def _say(self, word: Refuse | End) -> None:
        if not self.gone:
            self._bus.send(self._node, word)
