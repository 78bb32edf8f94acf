"""Accounts, which are optional: a name that nobody else has, and a password, kept as argon2 hash."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Sequence
from functools import partial
from typing import Final

import sqlalchemy as sa

from amity.errors import InvalidRequest
from amity.server import history, own_data, sessions
from amity.server.account_messages import Account, HeldSeat, OwnData, PlayedMatches
from amity.server.asking import ask, change
from amity.server.database import ACCOUNTS
from amity.server.limits import AddressLimit
from amity.server.passwords import Passwords, check_password
from amity.server.seats import LONGEST_NAME, clean_name
from amity.server.services import Services
from amity.server.sessions import Session, now_ms
from amity.server.store import Conflict, StoreUnavailable

LONGEST_KEY: Final = 256
"""Some letters become many when they are told apart from others."""

NO_PASSWORD: Final = "none"
"""In the place of a hash, where no password fits."""

NAME_FACTOR: Final = 5
"""How many more wrong passwords one account bears than one address has, so that nobody is locked out by another."""


def name_key(name: str) -> str:
    """Names with the same key are the same name."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


class Accounts:
    """The accounts of a server."""

    def __init__(self, services: Services) -> None:
        settings = services.settings
        self._store = services.store
        self._now_ms = services.now_ms
        self._passwords = Passwords()
        rate = settings.tokens_per_minute / 60
        self._wrong = AddressLimit(settings.tokens_burst, rate)
        self._wrong_for = AddressLimit(settings.tokens_burst * NAME_FACTOR, rate * NAME_FACTOR)

    async def register(self, name: str, password: str) -> tuple[Account, str]:
        """Make an account; it, and the token of its first session.

        :raises InvalidRequest: ``bad_name``, ``bad_password``, ``name_taken``, ``store_unavailable``.
        """
        name = _account_name(name)
        check_password(password)
        return await self._add(secrets.token_hex(16), name, await self._passwords.hash(password), sessions.LIFETIME_MS)

    async def register_bot(self, name: str) -> tuple[Account, str]:
        """Make a bot; its account, and its token. Nobody can log in there with a password.

        :raises InvalidRequest: ``bad_name``, ``name_taken``, ``store_unavailable``.
        """
        identity = sessions.BOT + secrets.token_hex(14)
        return await self._add(identity, _account_name(name), NO_PASSWORD, sessions.BOT_LIFETIME_MS)

    async def _add(self, identity: str, name: str, password: str, lifetime_ms: int) -> tuple[Account, str]:
        account = Account(name=name, created_ms=now_ms())
        row = {
            "account": identity,
            "name": name,
            "name_key": name_key(name),
            "password": password,
            "created_ms": account.created_ms,
        }

        def work(connection: sa.Connection) -> str:
            connection.execute(sa.insert(ACCOUNTS).values(row))
            return sessions.begin(connection, identity, lifetime_ms)

        try:
            return account, await self._store.write(work)
        except Conflict:
            raise InvalidRequest("name_taken") from None
        except StoreUnavailable:
            raise InvalidRequest("store_unavailable") from None

    async def log_in(self, name: str, password: str, address: str) -> tuple[Account, str]:
        """Open an account; it, and the token of a new session.

        :raises InvalidRequest: ``wrong_password``, ``too_many_requests``, ``store_unavailable``.
        """
        try:
            key = name_key(clean_name(name))
        except InvalidRequest:
            raise InvalidRequest("wrong_password") from None
        row = await ask(self._store, lambda connection: _find(connection, key))
        await self._verify(None if row is None else row.password, password, address, key)
        assert row is not None
        token = await change(self._store, partial(sessions.begin, account=row.account))
        return Account(name=row.name, created_ms=row.created_ms), token

    async def session(self, token: str | None) -> Session | None:
        """Who is logged in with a token. Errors: ``store_unavailable``."""
        if token is None:
            return None
        return await ask(self._store, partial(sessions.find, token=token))

    async def bot(self, token: str, address: str) -> Session:
        """The bot with a token. Wrong tokens are counted by the address that names them.

        :raises InvalidRequest: ``unknown_bot``, ``too_many_requests``, ``store_unavailable``.
        """
        self._wrong.check(address)
        session = await self.session(token)
        if session is None or not sessions.is_bot(session.account):
            self._wrong.count(address)
            raise InvalidRequest("unknown_bot")
        return session

    async def rotate(self, session: Session) -> str | None:
        """A new token for a session, if it is time for one; never for a bot. Errors: ``store_unavailable``."""
        if not session.old or sessions.is_bot(session.account):
            return None
        return await change(self._store, partial(sessions.rotate, session=session))

    async def log_out(self, token: str) -> None:
        """End a session. Errors: ``store_unavailable``."""
        await change(self._store, partial(sessions.end, token=token))

    async def change_password(self, session: Session, old: str, new: str, address: str) -> str:
        """Set another password, and log out everywhere; the token of a new session.

        :raises InvalidRequest: ``bad_password``, and as :meth:`log_in`.
        """
        check_password(new)
        await self._confirm(session, old, address)
        hashed = await self._passwords.hash(new)

        def work(connection: sa.Connection) -> str:
            connection.execute(sa.update(ACCOUNTS).where(ACCOUNTS.c.account == session.account).values(password=hashed))
            sessions.end_all(connection, session.account)
            return sessions.begin(connection, session.account)

        return await change(self._store, work)

    async def delete(self, session: Session, password: str, address: str) -> list[str]:
        """Delete an account and everything that is kept of it, the name at its tables as well; their codes.

        Errors as :meth:`log_in`.
        """
        await self._confirm(session, password, address)
        return await self._delete(session)

    async def delete_bot(self, session: Session) -> list[str]:
        """The same for a bot, which has no password. Errors: ``store_unavailable``."""
        return await self._delete(session)

    async def _delete(self, session: Session) -> list[str]:
        return await change(self._store, partial(own_data.forget, account=session.account, name=session.name))

    async def take_seats(self, session: Session, held: Sequence[HeldSeat]) -> None:
        """Take the matches of these seats into an account. Errors: ``store_unavailable``."""
        if taken := await ask(self._store, partial(history.places, held=held)):
            await change(self._store, partial(history.take_seats, account=session.account, taken=taken))

    async def matches(self, session: Session, before_ms: int | None) -> PlayedMatches:
        """The last matches of an account before a moment. Errors: ``store_unavailable``."""
        return await ask(
            self._store, partial(history.of_account, account=session.account, before_ms=before_ms, limit=history.PAGE)
        )

    async def matches_of_seats(self, held: Sequence[HeldSeat]) -> PlayedMatches:
        """The matches of the seats that somebody holds. Errors: ``store_unavailable``."""
        return await ask(self._store, partial(history.of_seats, held=held))

    async def data(self, session: Session) -> OwnData:
        """Everything that is kept of an account. Errors: ``store_unavailable``."""
        return await ask(self._store, partial(own_data.own_data, session=session, now_ms=self._now_ms()))

    async def _confirm(self, session: Session, password: str, address: str) -> None:
        row = await ask(self._store, lambda connection: _find(connection, name_key(session.name)))
        await self._verify(None if row is None else row.password, password, address, name_key(session.name))

    async def _verify(self, stored: str | None, password: str, address: str, key: str) -> None:
        self._wrong.check(address)
        self._wrong_for.check(key)
        if not await self._passwords.is_right(stored, password):
            self._wrong.count(address)
            self._wrong_for.count(key)
            raise InvalidRequest("wrong_password")


def _account_name(name: str) -> str:
    name = clean_name(name)
    if len(name_key(name)) > LONGEST_KEY:
        raise InvalidRequest("bad_name", longest=LONGEST_NAME)
    return name


def _find(connection: sa.Connection, key: str) -> sa.Row[tuple[str, str, str, str, int]] | None:
    return connection.execute(sa.select(ACCOUNTS).where(ACCOUNTS.c.name_key == key)).one_or_none()
