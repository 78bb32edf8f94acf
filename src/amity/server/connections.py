"""What a connection may cost below the requests and messages: uvicorn's protocols with limits, and a short way.

uvicorn waits for ever for the rest of a request that has begun, takes as many connections as come, and answers every
WebSocket ping. Here one address gets so many HTTP connections, a request has to arrive in time, and control frames
and fragments are counted as messages are.

Through ASGI every frame wakes a task and passes a queue and five coroutines. A WebSocket that has been accepted may be
used directly instead (:class:`Port`): a frame that arrives is given to whoever listens, and one that is sent is written
at once while the other side keeps up.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from ipaddress import ip_address, ip_network
from typing import Any, Final, Protocol

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame
from websockets.http11 import Request
from websockets.protocol import State

from amity.server.limits import TokenBucket
from amity.server.settings import Settings

PORT: Final = "amity.port"
"""The name of :class:`Port` among the extensions of an ASGI scope."""


class Port(Protocol):
    """The short way to a WebSocket."""

    def listen(self, listener: Callable[[str | None], bool]) -> None:
        """Give every message that arrives from now on to ``listener``, a binary one as ``None``.

        Once it answers ``False``, nothing is read any more. The end of the connection is told through ASGI still.
        """

    def write(self, *texts: str) -> bool:
        """Write messages at once; ``False`` when they have to wait, or there is nobody any more to read them."""


def http_protocol(settings: Settings) -> type[H11Protocol]:
    """uvicorn's HTTP protocol with the limits of these settings."""
    open_connections: Counter[str] = Counter()
    proxies = _Proxies(settings.trusted_proxies)

    class LimitedHttp(H11Protocol):
        _address: str | None = None
        _deadline: asyncio.TimerHandle | None = None
        _upgraded = False

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            address = self.client[0] if self.client else ""
            # A proxy's connections are those of everybody behind it.
            if address not in proxies:
                if open_connections[address] >= settings.connections_per_address:
                    transport.abort()
                    return
                self._address = address
                open_connections[address] += 1
            self._await_request()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            # h11 has not been told the end of the request that asked for a WebSocket.
            if self._upgraded or self.transport.is_closing() or self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
                self._stop_waiting()
            else:
                self._await_request()

        def connection_lost(self, exc: Exception | None) -> None:
            self._let_go()
            super().connection_lost(exc)

        def handle_websocket_upgrade(self, event: h11.Request) -> None:
            # From here on it counts as a WebSocket.
            self._upgraded = True
            self._let_go()
            super().handle_websocket_upgrade(event)

        def _await_request(self) -> None:
            if self._deadline is None:
                self._deadline = self.loop.call_later(settings.request_ms / 1000, self.transport.close)

        def _stop_waiting(self) -> None:
            if self._deadline is not None:
                self._deadline.cancel()
                self._deadline = None

        def _let_go(self) -> None:
            self._stop_waiting()
            if self._address is not None:
                open_connections[self._address] -= 1
                if not open_connections[self._address]:
                    del open_connections[self._address]
                self._address = None

    return LimitedHttp


def websocket_protocol(settings: Settings) -> type[WebSocketsSansIOProtocol]:
    """uvicorn's WebSocket protocol with the limits of these settings."""

    class LimitedWebSocket(WebSocketsSansIOProtocol):
        def __init__(self, *arguments: Any, **named: Any) -> None:
            super().__init__(*arguments, **named)
            self._bucket = TokenBucket(settings.messages_burst, settings.messages_per_second)
            self._listener: Callable[[str | None], bool] | None = None

        def handle_connect(self, event: Request) -> None:
            super().handle_connect(event)
            if self.response.status_code == 101:
                extensions: dict[Any, Any] = self.scope["extensions"]
                extensions[PORT] = self

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            # Nothing of it leads back to it any more: all of it goes at once, and waits for no garbage collection.
            self._listener = None
            getattr(self, "scope", {}).get("extensions", {}).pop(PORT, None)
            self.conn.parser.close()

        def listen(self, listener: Callable[[str | None], bool]) -> None:
            self._listener = listener
            waiting = [self.queue.get_nowait() for _ in range(self.queue.qsize())]
            for number, event in enumerate(waiting):
                if event["type"] != "websocket.receive":
                    self.queue.put_nowait(event)
                elif not listener(event.get("text")):
                    for late in waiting[number + 1 :]:
                        if late["type"] != "websocket.receive":
                            self.queue.put_nowait(late)
                    return
            if self.read_paused:
                self.read_paused = False
                self.transport.resume_reading()

        def write(self, *texts: str) -> bool:
            if not self.writable.is_set() or self.close_sent or self.disconnected or self.conn.state is not State.OPEN:
                return False
            for text in texts:
                self.conn.send_text(text.encode())
            self.transport.write(b"".join(self.conn.data_to_send()))
            return True

        def send_receive_event_to_app(self) -> None:
            if self._listener is None:
                super().send_receive_event_to_app()
                return
            data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
            try:
                text = data.decode() if self.curr_msg_data_type == "text" else None
            except UnicodeDecodeError:
                super().send_receive_event_to_app()
                return
            self.frames = []
            if self.read_paused or self.close_sent:
                # What came in the same packet as the last message that was read.
                return
            if not self._listener(text):
                self.read_paused = True
                self.transport.pause_reading()

        async def send(self, message: Any) -> None:
            # It may be closed for a bad frame while an answer to an earlier one is on its way, and while that waits
            # until the client takes something. What follows waits no more.
            await self.writable.wait()
            if self.close_sent:
                raise ClientDisconnected
            await super().send(message)

        def handle_ping(self) -> None:
            if self._counted():
                super().handle_ping()

        def handle_pong(self, event: Frame) -> None:
            if self._counted():
                super().handle_pong(event)

        def handle_cont(self, event: Frame) -> None:
            # Fragments may be empty, so that the size of the message does not bound their number.
            if self._counted():
                super().handle_cont(event)

        def _counted(self) -> bool:
            if self.close_sent or self._bucket.take():
                return not self.close_sent
            self.queue.put_nowait({"type": "websocket.disconnect", "code": CloseCode.POLICY_VIOLATION})
            self.conn.fail(CloseCode.POLICY_VIOLATION, "too many frames")
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.transport.close()
            return False

    return LimitedWebSocket


class _Proxies:
    """Addresses and networks that are believed what they say about where a request came from."""

    def __init__(self, setting: str) -> None:
        entries = [entry.strip() for entry in setting.split(",") if entry.strip()]
        self._all = "*" in entries
        self._networks = []
        for entry in entries:
            try:
                self._networks.append(ip_network(entry, strict=False))
            except ValueError:
                # A name, or the path of a socket; uvicorn knows what to do with it.
                continue

    def __contains__(self, address: str) -> bool:
        if self._all:
            return True
        try:
            found = ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self._networks)
