"""All tables of this process: made, loaded when somebody asks for them, and put away when nobody does."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final, Protocol

import msgspec
import structlog

from amity.errors import InvalidRequest
from amity.server.adjourn import delete_old
from amity.server.asking import add_table
from amity.server.commands import Close, CloseTable, Command, Listener, Look, Reread
from amity.server.limits import AddressLimit
from amity.server.lobby import FRESH_SECONDS, in_order, listing, new_table_for, quicker_was_another, suitable
from amity.server.mailbox import TableStopped
from amity.server.messages import CreateTable, OpenTable, PlayNow
from amity.server.operators import NOTHING, read_orders, table_closed
from amity.server.seats import new_table, newcomer
from amity.server.services import Services
from amity.server.store import Conflict, LoadedTable, StoreUnavailable, TableDamaged
from amity.server.stored import StoredPerson, StoredTable
from amity.server.table import Table
from amity.server.tasks import Tasks
from amity.server.tokens import token_hash

log: Final = structlog.get_logger("amity.tables")

SWEEP_SECONDS: Final = 30.0
OBEY_SECONDS: Final = 1.0
CLEAN_SECONDS: Final = 3600.0


class AnyTable(Protocol):
    """A table, here or elsewhere; see :class:`amity.server.table.Table`."""

    moved: bool
    """Whether somebody else carries it out now, and it has to be found anew."""

    @property
    def idle(self) -> bool:
        """Whether it may be put away."""

    def start(self) -> None:
        """Begin to take commands."""

    async def stop(self) -> None:
        """Take no more commands and end everything."""

    def post(self, command: Command) -> None:
        """Put a command into its mailbox."""

    async def ask(self, question: Callable[[Table], Any]) -> Any:
        """The answer to a question."""

    async def join(self, seat: int | None, person: StoredPerson) -> int:
        """Take a seat."""

    def forget(self, listener: Listener) -> None:
        """A connection is gone."""


class Tables:
    """The tables of one process."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self._tables: dict[str, AnyTable] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._tasks = Tasks()
        self.wrong_tokens = AddressLimit(services.settings.tokens_burst, services.settings.tokens_per_minute / 60)
        """How often an address may name a token that holds no seat."""
        self._lobby: list[OpenTable] = []
        self._lobby_at = -FRESH_SECONDS
        self.orders = NOTHING
        """What the operator wants, as far as it is known."""
        self.when_banned: Callable[[], None] = lambda: None
        """Called whenever other addresses are banned."""

    def start(self) -> None:
        """Begin to put idle tables away."""
        self._tasks.start(self._sweep_for_ever(), "sweep tables")
        self._tasks.start(self._obey_for_ever(), "orders of the operator")
        self._tasks.start(self._clean_for_ever(), "delete what was put off too long")

    async def stop(self) -> None:
        """Stop every table."""
        await self._tasks.close()
        tables, self._tables = list(self._tables.values()), {}
        await asyncio.gather(*(table.stop() for table in tables))
        self.services.metrics.tables.set(0)

    def close_connections(self, reason: str) -> None:
        """Tell everybody that the server closes his connection."""
        self._post_to_all(Close(reason))

    def look(self) -> None:
        """Let every table see whether something has changed for it."""
        self._post_to_all(Look())

    def admit(self, address: str) -> None:
        """Let an address do something here.

        :raises InvalidRequest: ``banned``.
        """
        if address in self.orders.bans:
            raise InvalidRequest("banned")

    async def obey(self) -> None:
        """Find out what the operator wants, and do it."""
        before, self.orders = self.orders, await self.services.store.read(read_orders)
        if self.orders.bans != before.bans:
            self.when_banned()
        if self.orders.restored != before.restored and before is not NOTHING:
            log.warning("database restored, reading every table anew")
            self._post_to_all(Reread())
        for code in self.orders.closing:
            await self.post(code, CloseTable())
            # In the mailbox's turn, which comes after that of the command before.
            await self.ask(code, Table.state)
            await self.services.store.write(partial(table_closed, code=code))
            log.info("table closed by the operator", table=code)

    def reread(self, codes: Iterable[str]) -> None:
        """Somebody else has changed what is stored of these tables: let them show it."""
        for code in codes:
            if (table := self._tables.get(code)) is not None:
                with contextlib.suppress(InvalidRequest, TableStopped):
                    table.post(Reread())

    def _post_to_all(self, command: Command) -> None:
        for table in self._tables.values():
            with contextlib.suppress(InvalidRequest, TableStopped):
                table.post(command)

    def own_listings(self) -> list[OpenTable]:
        """The tables in this process that stand in the lobby."""
        now_ms = self.services.now_ms()
        here = [table for table in self._tables.values() if isinstance(table, Table) and table.stored.public]
        found = (listing(table.stored, table.state(), now_ms) for table in here)
        return [open_table for open_table in found if open_table is not None]

    async def listings_elsewhere(self) -> list[OpenTable]:
        """Those of other processes."""
        return []

    async def lobby(self) -> list[OpenTable]:
        """The lobby, at most a second old."""
        now = asyncio.get_running_loop().time()
        if now - self._lobby_at >= FRESH_SECONDS:
            self._lobby_at = now
            self._lobby = in_order([*self.own_listings(), *await self.listings_elsewhere()])
        return self._lobby

    async def play(self, wish: PlayNow, token: str, account: str | None = None) -> tuple[str, int]:
        """A seat at the fullest open table of a game, or at a new one; the table's code and the seat.

        :raises InvalidRequest: ``unknown_game``, ``bad_name``, ``store_unavailable``.
        """
        new = new_table_for(wish)
        person = newcomer(wish.name, wish.guest, token_hash(token), account)
        for table in suitable(in_order([*self.own_listings(), *await self.listings_elsewhere()]), wish.game):
            try:
                return table.code, await self.join(table.code, None, person)
            except InvalidRequest as error:
                if not quicker_was_another(error):
                    raise
        made = await self.create(new, token_hash(token), fill_ms=self.services.settings.fill_ms, account=account)
        assert made.host is not None
        return made.code, made.host

    async def create(
        self,
        request: CreateTable,
        hashed: str,
        fill_ms: int | None = None,
        account: str | None = None,
        rating: int | None = None,
    ) -> StoredTable:
        """Make a table; bots take its free seats after ``fill_ms``. Who makes it may have an account and a rating.

        :raises AmityError: as :func:`amity.server.seats.new_table`.
        :raises InvalidRequest: ``store_unavailable``.
        """
        now_ms = self.services.now_ms()

        def make() -> StoredTable:
            table = new_table(request, hashed, account, rating)
            return msgspec.structs.replace(table, fill_ms=fill_ms, created_ms=now_ms)

        table = await add_table(self.services.store, make, now_ms=now_ms)
        self._made(table)
        log.info("table made", table=table.code, game=table.game, preset=table.preset)
        return table

    async def get(self, code: str) -> AnyTable:
        """The table of that code.

        :raises InvalidRequest: ``unknown_table``, ``table_damaged`` or ``store_unavailable``.
        """
        if (table := self._tables.get(code)) is not None:
            if not table.moved:
                return table
            await self._put_away(code)
        lock = self._loading.setdefault(code, asyncio.Lock())
        try:
            async with lock:
                if (table := self._tables.get(code)) is not None:
                    return table
                opened = await self._open(code)
                # Looked for once more: somebody with a newer lock may have been quicker.
                return self._tables.get(code) or self._add(code, opened)
        finally:
            if not lock.locked():
                self._loading.pop(code, None)

    async def post(self, code: str, command: Command) -> AnyTable:
        """Put a command into a table's mailbox; the table that took it. Errors as :meth:`get`, :meth:`Table.post`."""
        while True:
            table = await self.get(code)
            try:
                table.post(command)
            except TableStopped:
                continue
            return table

    async def ask(self, code: str, question: Callable[[Table], Any]) -> Any:
        """A table's answer. Errors as :meth:`get`, :meth:`Table.ask`."""
        while True:
            try:
                return await (await self.get(code)).ask(question)
            except TableStopped:
                continue

    async def join(self, code: str, seat: int | None, person: StoredPerson) -> int:
        """Take a seat at a table. Errors as :meth:`get`, :meth:`Table.join`."""
        while True:
            try:
                return await (await self.get(code)).join(seat, person)
            except TableStopped:
                continue

    async def sweep(self) -> None:
        """Put away the tables that are idle; the store has them."""
        for code, table in list(self._tables.items()):
            # Asked for each one at its turn, since stopping the one before has taken time.
            if table.idle:
                await self._put_away(code)

    async def clean(self) -> None:
        """Delete the adjourned matches that nobody has come back to.

        :raises StoreUnavailable: nothing is deleted.
        """
        codes = await self.services.store.write(partial(delete_old, now_ms=self.services.now_ms()))
        for code in codes:
            log.info("adjourned table deleted", table=code)
        self.reread(codes)

    async def _put_away(self, code: str) -> None:
        # Out of reach first: whoever asks from now on gets it loaded anew.
        table = self._tables.pop(code, None)
        if table is not None:
            self.services.metrics.tables.dec()
            await table.stop()

    def _made(self, table: StoredTable) -> None:
        """A new table is stored."""
        self._add(table.code, Table(LoadedTable(table, (), {}), self.services))

    async def _open(self, code: str) -> AnyTable:
        """A table that is not in memory. Errors as :meth:`get`."""
        try:
            loaded = await self.services.store.load(code)
        except StoreUnavailable:
            raise InvalidRequest("store_unavailable") from None
        except TableDamaged:
            raise InvalidRequest("table_damaged") from None
        if loaded is None:
            raise InvalidRequest("unknown_table", table=code)
        return Table(loaded, self.services)

    def _add(self, code: str, table: AnyTable) -> AnyTable:
        self._tables[code] = table
        self.services.metrics.tables.inc()
        table.start()
        return table

    async def _obey_for_ever(self) -> None:
        while True:
            try:
                await self.obey()
            except (InvalidRequest, StoreUnavailable, Conflict) as error:
                log.warning("orders of the operator wait", error=type(error).__name__)
            await asyncio.sleep(OBEY_SECONDS)

    async def _clean_for_ever(self) -> None:
        while True:
            try:
                await self.clean()
            except (StoreUnavailable, Conflict) as error:
                log.warning("old tables stay", error=type(error).__name__)
            await asyncio.sleep(CLEAN_SECONDS)

    async def _sweep_for_ever(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            await self.sweep()
