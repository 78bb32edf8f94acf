"""Running the server: sockets, signals, the browser, and an orderly end."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import socket as sockets
import sys
import threading
import webbrowser
from collections.abc import Callable
from typing import Final

import structlog
import uvicorn

from amity.errors import InvalidOptions
from amity.server.app import create_app
from amity.server.connections import http_protocol, websocket_protocol
from amity.server.logs import configure
from amity.server.sessions import now_ms
from amity.server.settings import Settings, read_settings
from amity.server.store import StoreUnavailable
from amity.text import error_message, message

log: Final = structlog.get_logger("amity.run")

SWITCH_SECONDS: Final = 0.0005
"""How long a thread that wants to run waits for another: the store's does at every step of a commit."""
COLLECTIONS: Final = (5_000, 500, 5)
"""Thresholds of the garbage collection. Nearly everything here lives long or goes by itself, connections too. What has
grown older is looked at rarely, since that stops play at every table: a hundred thousand objects took fifty
milliseconds, every other second at a thousand tables."""

STUCK_MS: Final = 60_000
"""The kernel ends a connection whose other side takes nothing for so long."""


class Server(uvicorn.Server):
    """uvicorn's server on a socket of its own, which says where it is and tells clients before it stops.

    :raises InvalidOptions: ``unsupported_database``.
    :raises OSError: the address cannot be listened on.
    """

    def __init__(self, settings: Settings, *, open_browser: bool = False, now_ms: Callable[[], int] = now_ms) -> None:
        self.app = create_app(settings, now_ms=now_ms)
        self.listener = _listen(settings)
        self.address = _address(settings.host, self.listener)
        self._open_browser = open_browser
        super().__init__(
            uvicorn.Config(
                self.app,
                lifespan="on",
                # Of the two parsers that uvicorn knows, the one that bounds how long the headers may be.
                http=http_protocol(settings),
                ws=websocket_protocol(settings),
                ws_max_size=settings.frame_bytes,
                # Frames are short and many; compressing each connection would cost more memory than it saves time.
                ws_per_message_deflate=False,
                log_config=None,
                access_log=False,
                server_header=False,
                forwarded_allow_ips=settings.trusted_proxies,
                timeout_graceful_shutdown=5,
            )
        )

    async def startup(self, sockets: list[sockets.socket] | None = None) -> None:
        """Open the store, start as uvicorn does, then say where."""
        try:
            # Before the application's own start, which could only fail with a traceback.
            await self.app.state.store.open()
        except StoreUnavailable:
            sys.exit(1)
        await super().startup(sockets)
        if self.started:
            print(message("server.served", {"address": self.address}), flush=True)
            if self._open_browser:
                # In a thread: some browsers keep their caller waiting until they are closed.
                threading.Thread(target=webbrowser.open, args=(self.address,), daemon=True).start()

    async def shutdown(self, sockets: list[sockets.socket] | None = None) -> None:
        """Send everybody ``closing``, then stop as uvicorn does."""
        self.app.state.tables.close_connections("restarting")
        # One turn for the tables to say it and a moment for the connections to send it.
        await asyncio.sleep(0.2)
        await super().shutdown(sockets)


def serve(settings: Settings | None = None, *, open_browser: bool = False) -> int:
    """Run the server until it is told to stop; the exit code of the process.

    Prints the address once it can be used, and opens it in the browser if asked.
    """
    try:
        settings = settings or read_settings()
        configure(settings)
        server = Server(settings, open_browser=open_browser)
    except InvalidOptions as error:
        print(f"amity: {error_message(error)}", file=sys.stderr)
        return 2
    except OSError as error:
        assert settings is not None
        where = {"host": settings.host, "port": str(settings.port), "reason": str(error)}
        print(f"amity: {message('error.cannot_listen', where)}", file=sys.stderr)
        return 1
    with server.listener:
        # uvicorn raises the signal again once it has stopped; being interrupted is how a server ends.
        with contextlib.suppress(KeyboardInterrupt, SystemExit):
            sys.setswitchinterval(SWITCH_SECONDS)
            gc.freeze()
            gc.set_threshold(*COLLECTIONS)
            server.run(sockets=[server.listener])
        return 0 if server.started else 1


def _listen(settings: Settings) -> sockets.socket:
    family, kind, protocol, _, address = sockets.getaddrinfo(
        settings.host, settings.port, type=sockets.SOCK_STREAM, flags=sockets.AI_PASSIVE
    )[0]
    listener = sockets.socket(family, kind, protocol)
    if sys.platform != "win32":
        listener.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
    if hasattr(sockets, "TCP_USER_TIMEOUT"):
        # Inherited by every connection. Without it, a reader that stopped reading keeps its buffers for a quarter
        # of an hour after it was given up.
        listener.setsockopt(sockets.IPPROTO_TCP, sockets.TCP_USER_TIMEOUT, STUCK_MS)
    try:
        listener.bind(address)
        listener.listen(2048)
    except OSError:
        listener.close()
        raise
    return listener


def _address(host: str, listener: sockets.socket) -> str:
    port = listener.getsockname()[1]
    if host in ("0.0.0.0", "::", ""):
        host = "localhost"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
