"""The application: everything wired together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import Mount, WebSocketRoute
from starlette.websockets import WebSocket

from amity.errors import InvalidOptions
from amity.server.account_http import AccountApi
from amity.server.accounts import Accounts
from amity.server.club_http import ClubApi
from amity.server.daily_http import DailyApi
from amity.server.entrance import Entrance
from amity.server.evening_http import EveningApi
from amity.server.http import Api, address_of, http_error, origin_allowed, unexpected_error
from amity.server.members import Members
from amity.server.metrics import Metrics
from amity.server.puzzle_http import PuzzleApi
from amity.server.rating_http import RatingApi
from amity.server.review_http import ReviewApi
from amity.server.services import Services
from amity.server.sessions import now_ms
from amity.server.settings import Settings
from amity.server.socket import Connection
from amity.server.static import FOLDER, Client, SecurityHeaders
from amity.server.store import SqliteStore, Store
from amity.server.tables import Tables
from amity.server.tasks import Tasks
from amity.server.workers import LocalWorker

if TYPE_CHECKING:
    from amity.server.cluster.worker import SharedWorker


def create_app(settings: Settings, client: Path = FOLDER, now_ms: Callable[[], int] = now_ms) -> Starlette:
    """One server as an ASGI application; ``client`` is the folder of the built browser client.

    ``now_ms`` is the clock that dates results, in milliseconds since 1970.

    Its lifespan opens the store and ends everything again; ``app.state.tables`` are its tables,
    and ``app.state.store`` is their store, which may be opened before.

    :raises InvalidOptions: ``unsupported_database``.
    """
    metrics = Metrics()
    store = _open_store(settings, metrics)
    worker = _open_worker(settings, metrics)
    tables = _open_tables(Services(settings, store, worker, metrics, now_ms))

    accounts = Accounts(tables.services)
    reviews = ReviewApi(tables, accounts)
    members = Members(tables.services)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        # Ended in the opposite order: first what uses the store, then the store.
        async with AsyncExitStack() as stack:
            stack.push_async_callback(store.close)
            await store.open()
            stack.push_async_callback(worker.close)
            stack.push_async_callback(reviews.reviews.analyses.close)
            stack.push_async_callback(tables.stop)
            tasks = Tasks()
            stack.push_async_callback(tasks.close)
            worker.when_prepared = tables.look
            if settings.prepare_bots:
                worker.start()
            tables.start()
            tasks.start(metrics.watch_loop(), "event loop lag")
            yield

    app = Starlette(
        routes=[
            *Api(tables, accounts).routes(),
            *AccountApi(tables, accounts).routes(),
            *RatingApi(tables, accounts).routes(),
            *reviews.routes(),
            *EveningApi(tables, accounts).routes(),
            *DailyApi(tables, accounts).routes(),
            *PuzzleApi(tables).routes(),
            *ClubApi(tables, members).routes(),
            WebSocketRoute("/ws", _Sockets(tables).serve),
            Mount("/", Client(client)),
        ],
        middleware=[Middleware(SecurityHeaders), Middleware(Entrance, members=members)],
        exception_handlers={HTTPException: http_error, Exception: unexpected_error},
        lifespan=lifespan,
    )
    app.state.tables = tables
    app.state.store = store
    return app


def _open_store(settings: Settings, metrics: Metrics) -> Store:
    if not settings.database.startswith("postgresql"):
        if settings.redis:
            raise InvalidOptions("bad_setting", setting="AMITY_REDIS", reason="needs PostgreSQL in AMITY_DATABASE")
        return SqliteStore(settings.database, metrics)
    try:
        # Imported here: what they need is installed only for this.
        from amity.server.cluster.postgres import PostgresStore
    except ImportError:
        raise InvalidOptions("cluster_missing") from None
    return PostgresStore(settings.database, metrics)


def _open_worker(settings: Settings, metrics: Metrics) -> LocalWorker | SharedWorker:
    worker = LocalWorker(metrics, settings.bot_processes)
    if not settings.redis:
        return worker
    try:
        from amity.server.cluster.worker import SharedWorker
    except ImportError:
        raise InvalidOptions("cluster_missing") from None
    return SharedWorker(worker, settings.redis)


def _open_tables(services: Services) -> Tables:
    if not services.settings.redis:
        return Tables(services)
    try:
        from amity.server.cluster.tables import ClusterTables
    except ImportError:
        raise InvalidOptions("cluster_missing") from None
    return ClusterTables(services, services.settings.redis)


class _Sockets:
    """The endpoint of all connections."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._connections: defaultdict[str, set[Connection]] = defaultdict(set)
        tables.when_banned = self._close_banned

    async def serve(self, socket: WebSocket) -> None:
        """Serve one connection from its opening to its end."""
        settings = self._tables.services.settings
        address = address_of(socket)
        banned = address in self._tables.orders.bans
        too_many = len(self._connections[address]) >= settings.connections_per_address
        if banned or too_many or not origin_allowed(socket, settings):
            # Closing before accepting answers 403.
            await socket.close()
            return
        connection = Connection(socket, self._tables)
        self._connections[address].add(connection)
        try:
            await connection.serve()
        finally:
            self._connections[address].discard(connection)
            if not self._connections[address]:
                del self._connections[address]

    def _close_banned(self) -> None:
        for address in self._tables.orders.bans:
            for connection in self._connections.get(address, ()):
                connection.close("refused")
