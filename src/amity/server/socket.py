"""Connections: frames to messages and back. What a message means is the table's business.

Frames that arrive are counted, decoded strictly, and posted to the table. Those that are sent are written at once as
long as the client keeps up; else they wait in a bounded queue, and a task of their own sends them. A client that does
not keep up is closed and may come back with its last version. Reading and writing end each other.
"""

from __future__ import annotations

import asyncio
from collections import deque
from functools import partial
from typing import Final

import anyio
import msgspec
import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketDisconnected

from amity.errors import AmityError, InvalidRequest
from amity.server import identity, messages
from amity.server.commands import Attach, Said
from amity.server.connections import PORT, Port
from amity.server.frames import encode
from amity.server.http import address_of, session_token
from amity.server.identity import Identity
from amity.server.limits import TokenBucket
from amity.server.mailbox import TableStopped
from amity.server.messages import (
    PROTOCOL,
    Acknowledged,
    ClientMessages,
    Closing,
    Hello,
    Ping,
    Pong,
    Refused,
    ServerMessage,
)
from amity.server.store import StoreUnavailable
from amity.server.tables import AnyTable, Tables
from amity.server.tokens import token_hash

log: Final = structlog.get_logger("amity.socket")

OLDEST_PROTOCOL: Final = max(1, PROTOCOL - 1)

CLOSE_CODES: Final = {"restarting": 1012, "too_slow": 1013, "too_many_messages": 1008, "bad_message": 1008}
"""WebSocket close codes by reason; others close normally."""

_DECODER: Final = msgspec.json.Decoder(ClientMessages)


class _Ended(Exception):
    """The connection is over; nothing more is read."""


class Connection:
    """One client's connection."""

    def __init__(self, socket: WebSocket, tables: Tables) -> None:
        self.seat: int | None = None
        self.identity = Identity()
        self.gone = False
        self._socket = socket
        self._tables = tables
        self._settings = tables.services.settings
        self._metrics = tables.services.metrics
        self._bucket = TokenBucket(self._settings.messages_burst, self._settings.messages_per_second)
        self._port: Port | None = socket.scope.get("extensions", {}).get(PORT)
        """``None`` in a server that is not :mod:`amity.server.run`'s."""
        self._queue: deque[str] = deque()
        """Frames that could not be written at once."""
        self._held: str | None = None
        """A frame that goes out with the next, at the latest in a moment."""
        self._writing = False
        """Whether a task sends what is in the queue."""
        self._accepted = False
        self._both: anyio.abc.TaskGroup
        self._reading = anyio.CancelScope()
        self._written = anyio.Event()
        """Everything is sent that ever will be."""
        self._closing: str | None = None
        self._table: AnyTable | None = None
        self._code = ""
        self._address = address_of(socket)

    # --- What a table may do ----------------------------------------------------------------------------------------

    def send(self, message: ServerMessage) -> None:
        """Queue a message for this connection alone."""
        if isinstance(message, Refused) and message.code == "bad_token":
            self._tables.wrong_tokens.count(self._address)
        if isinstance(message, Acknowledged):
            # What it has changed is sent in a moment as well, and both are written together.
            self._release()
            self._held = encode(message)
            asyncio.get_running_loop().call_soon(self._release)
            return
        self.send_text(encode(message))

    def send_text(self, text: str) -> None:
        """Queue a frame that was encoded for several."""
        if self._closing is not None or not self._accepted:
            return
        texts = (text,) if self._held is None else (self._held, text)
        self._held = None
        if not self._queue and not self._writing and self._port is not None and self._port.write(*texts):
            return
        for each in texts:
            self._wait(each)

    def _release(self) -> None:
        """Send what was held back."""
        held, self._held = self._held, None
        if held is not None:
            self.send_text(held)

    def _wait(self, text: str) -> None:
        """Put a frame into the queue."""
        if self._closing is not None:
            return
        if len(self._queue) >= self._settings.queue_frames:
            self.close("too_slow")
            return
        self._queue.append(text)
        self._metrics.queued_frames.inc()
        self._write_on()

    def close(self, reason: str) -> None:
        """Send what is queued, then ``closing``, and close."""
        self._release()
        if self._closing is None:
            self._closing = reason
            self._metrics.dropped.labels(reason).inc()
            if self._accepted:
                self._write_on()

    # --- The connection itself --------------------------------------------------------------------------------------

    async def serve(self) -> None:
        """Talk until one side ends it."""
        await self._socket.accept()
        self._metrics.sockets.inc()
        try:
            async with anyio.create_task_group() as self._both:
                self._accepted = True
                if self._closing is not None:
                    self._write_on()
                await self._read_all()
                if self._closing is not None:
                    # Something was refused, or the server stops: the client shall still read why.
                    with anyio.move_on_after(self._settings.write_ms / 1000):
                        await self._written.wait()
                self._both.cancel_scope.cancel()
        finally:
            self.gone = True
            self._accepted = False
            if self._table is not None:
                self._table.forget(self)
            self._metrics.queued_frames.dec(len(self._queue))
            self._queue.clear()
            self._metrics.sockets.dec()

    async def _read_all(self) -> None:
        try:
            await self._greet()
            if self._port is not None:
                self._port.listen(self._hear)
            with self._reading:
                while True:
                    self._take(await self._read())
        except (_Ended, WebSocketDisconnect, WebSocketDisconnected):
            pass
        except Exception as error:
            self._log_unexpected(error)

    async def _greet(self) -> None:
        try:
            async with asyncio.timeout(self._settings.hello_ms / 1000):
                message = await self._read()
        except TimeoutError:
            self._fail("bad_message", InvalidRequest("hello_expected"))
            raise _Ended from None
        if not isinstance(message, Hello):
            self._fail("bad_message", InvalidRequest("hello_expected"))
            raise _Ended
        if not OLDEST_PROTOCOL <= message.protocol <= PROTOCOL:
            self._fail("refused", InvalidRequest("wrong_protocol", oldest=OLDEST_PROTOCOL, newest=PROTOCOL))
            raise _Ended
        self._code = message.table
        try:
            if message.token is not None:
                self._tables.wrong_tokens.check(self._address)
            self.identity = await self._find_identity(message.guest)
            self._table = await self._tables.post(self._code, Attach(self, message.token, message.last_version))
        except AmityError as error:
            self._fail("refused", error)
            raise _Ended from None

    async def _find_identity(self, guest: str | None) -> Identity:
        hashed = None if guest is None else token_hash(guest)
        session = session_token(self._socket)
        if hashed is None and session is None:
            return Identity()
        try:
            work = partial(identity.find, session_token=session, guest=hashed)
            return await self._tables.services.store.read(work)
        except StoreUnavailable:
            # Whether the table can be read is found out next.
            return Identity(guest=hashed)

    def _take(self, message: messages.ClientMessage) -> None:
        if isinstance(message, Ping):
            self.send(Pong(n=message.n))
            return
        assert self._table is not None
        try:
            self._table.post(Said(self, message))
        except InvalidRequest as error:
            self._refuse(getattr(message, "id", None), error)
        except TableStopped:
            # The table ended under its listeners: the server stops.
            self.close("restarting")
            raise _Ended from None

    async def _read(self) -> messages.ClientMessage:
        event = await self._socket.receive()
        if event["type"] == "websocket.disconnect":
            raise _Ended
        return self._understood(event.get("text"))

    def _hear(self, text: str | None) -> bool:
        """Take a message that has come the short way; whether more is read."""
        try:
            self._take(self._understood(text))
        except _Ended:
            pass
        except Exception as error:
            self._log_unexpected(error)
        else:
            return True
        self._reading.cancel()
        return False

    def _understood(self, text: str | None) -> messages.ClientMessage:
        """A message; binary ones are ``None``."""
        if not self._bucket.take():
            self._fail("too_many_messages", InvalidRequest("too_many_messages"))
            raise _Ended
        try:
            if text is None:
                raise InvalidRequest("bad_message", reason="binary frame")
            if len(text.encode()) > self._settings.frame_bytes:
                raise InvalidRequest("too_large", limit=self._settings.frame_bytes)
            message = _DECODER.decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            problem = InvalidRequest("bad_message", reason=str(error))
        except InvalidRequest as error:
            problem = error
        else:
            self._metrics.received(type(message))
            return message
        # Whatever sends this is not a client of ours, or a broken one; it learns why and has to start anew.
        self._fail("bad_message", problem)
        raise _Ended

    def _write_on(self) -> None:
        """See to it that what waits is sent."""
        if not self._writing:
            self._writing = True
            self._both.start_soon(self._write_all, name="connection writer")

    async def _write_all(self) -> None:
        try:
            while self._queue:
                text = self._queue.popleft()
                self._metrics.queued_frames.dec()
                await self._write(text)
            self._writing = False
            if self._closing is None:
                return
            self._writing = True
            await self._write(encode(Closing(reason=self._closing)))
            async with asyncio.timeout(self._settings.write_ms / 1000):
                await self._socket.close(CLOSE_CODES.get(self._closing, 1000))
        except TimeoutError:
            if self._closing is None:
                self._closing = "too_slow"
                self._metrics.dropped.labels("too_slow").inc()
        except (WebSocketDisconnect, WebSocketDisconnected):
            pass
        except Exception as error:
            self._log_unexpected(error)
        self._written.set()
        self._both.cancel_scope.cancel()

    async def _write(self, text: str) -> None:
        async with asyncio.timeout(self._settings.write_ms / 1000):
            await self._socket.send_text(text)

    def _fail(self, reason: str, error: AmityError) -> None:
        self._refuse(None, error)
        self.close(reason)

    def _refuse(self, action: str | None, error: AmityError) -> None:
        self._metrics.refusals.labels(error.code).inc()
        self.send(Refused(id=action, code=error.code, params=error.params, legal=None))

    def _log_unexpected(self, error: Exception) -> None:
        log.error("connection failed", error=type(error).__name__, exc_info=error)
        self._metrics.errors.inc()
