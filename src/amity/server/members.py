"""Who is let in where only members may play: by the club's password, or by an invitation.

Whoever is let in gets a token that his browser keeps; an account that is logged in is a member as well, since only
members could make it. Tokens are stored as hashes, the password as argon2 hash.
"""

from __future__ import annotations

from functools import partial
from typing import Final

import sqlalchemy as sa

from amity.errors import InvalidRequest
from amity.server import sessions
from amity.server.asking import ask, change
from amity.server.database import FACTS, INVITATIONS, MEMBERS
from amity.server.entry_messages import Entry, EntryState, Invitation
from amity.server.limits import AddressLimit
from amity.server.passwords import Passwords
from amity.server.services import Services
from amity.server.times import DAY_MS
from amity.server.tokens import new_token, token_hash

LIFETIME_MS: Final = 180 * DAY_MS
"""A browser that does not come back for so long is let in anew."""

PASSWORD: Final = "club_password"
"""The fact that holds the password's hash."""

EVERYBODY: Final = "everybody"
FACTOR: Final = 5
"""How many more wrong passwords all addresses together may name than one."""


class Members:
    """The members of a server."""

    def __init__(self, services: Services) -> None:
        settings = services.settings
        self.only = settings.entry == "members"
        """Whether only members may play."""
        self._invite = settings.members_invite
        self._store = services.store
        self._now_ms = services.now_ms
        self._passwords = Passwords()
        rate = settings.tokens_per_minute / 60
        self._wrong = AddressLimit(settings.tokens_burst, rate)
        self._wrong_for_all = AddressLimit(settings.tokens_burst * FACTOR, rate * FACTOR)

    async def known(self, token: str | None, session_token: str | None) -> bool:
        """Whether a browser may play here. Errors: ``store_unavailable``."""
        if not self.only:
            return True
        if token is None and session_token is None:
            return False
        now = self._now_ms()
        return await ask(
            self._store,
            lambda connection: (
                _ends_ms(connection, token, now) is not None
                or (session_token is not None and sessions.find(connection, session_token) is not None)
            ),
        )

    async def state(self, token: str | None, session_token: str | None) -> EntryState:
        """What a browser is told about coming in. Errors: ``store_unavailable``."""
        member = await self.known(token, session_token)
        password = self.only and await ask(self._store, password_of) is not None
        return EntryState(
            members_only=self.only, member=member, password=password, may_invite=self.only and member and self._invite
        )

    async def renew(self, token: str | None) -> bool:
        """Let a browser stay for another while; whether it was time for that. Errors: ``store_unavailable``."""
        now = self._now_ms()
        ends = await ask(self._store, partial(_ends_ms, token=token, now_ms=now)) if self.only else None
        if token is None or ends is None or ends - now > LIFETIME_MS // 2:
            return False
        await change(
            self._store,
            lambda connection: connection.execute(
                sa.update(MEMBERS).where(MEMBERS.c.token_hash == token_hash(token)).values(ends_ms=now + LIFETIME_MS)
            ),
        )
        return True

    async def enter(self, entry: Entry, address: str) -> str:
        """Let somebody in; the token that his browser keeps.

        :raises InvalidRequest: ``wrong_club_password``, ``bad_invitation``, ``too_many_requests``,
            ``store_unavailable``.
        """
        self._wrong.check(address)
        if entry.invitation is not None:
            work = partial(_enter_by_invitation, invitation=entry.invitation, now_ms=self._now_ms())
            token = await change(self._store, work)
            if token is None:
                self._wrong.count(address)
                raise InvalidRequest("bad_invitation")
            return token
        self._wrong_for_all.check(EVERYBODY)
        stored = await ask(self._store, password_of)
        if not await self._passwords.is_right(stored, entry.password or ""):
            self._wrong.count(address)
            self._wrong_for_all.count(EVERYBODY)
            raise InvalidRequest("wrong_club_password")
        return await change(self._store, partial(_begin, now_ms=self._now_ms()))

    async def invite(self, days: int, uses: int) -> Invitation:
        """An invitation by a member.

        :raises InvalidRequest: ``invitations_closed``, ``store_unavailable``.
        """
        if not (self.only and self._invite):
            raise InvalidRequest("invitations_closed")
        return await change(self._store, partial(new_invitation, days=days, uses=uses, now_ms=self._now_ms()))


def new_invitation(connection: sa.Connection, days: int, uses: int, now_ms: int) -> Invitation:
    """Make an invitation that lets so many browsers in. Those whose time is over are forgotten."""
    token = new_token()
    ends = now_ms + days * DAY_MS
    connection.execute(sa.delete(INVITATIONS).where(INVITATIONS.c.ends_ms <= now_ms))
    row = {"token_hash": token_hash(token), "created_ms": now_ms, "ends_ms": ends, "uses_left": uses}
    connection.execute(sa.insert(INVITATIONS).values(row))
    return Invitation(token=token, ends_ms=ends, uses=uses)


def set_password(connection: sa.Connection, hashed: str | None) -> None:
    """Set the club's password by its hash, or take it away. Who is in stays in."""
    connection.execute(sa.delete(FACTS).where(FACTS.c.name == PASSWORD))
    if hashed is not None:
        connection.execute(sa.insert(FACTS).values(name=PASSWORD, value=hashed))


def forget_members(connection: sa.Connection) -> None:
    """Let every browser come in anew, and no invitation be good any more."""
    connection.execute(sa.delete(MEMBERS))
    connection.execute(sa.delete(INVITATIONS))


def password_of(connection: sa.Connection) -> str | None:
    """The hash of the club's password; ``None`` where there is none."""
    found: str | None = connection.scalar(sa.select(FACTS.c.value).where(FACTS.c.name == PASSWORD))
    return found


def _ends_ms(connection: sa.Connection, token: str | None, now_ms: int) -> int | None:
    if token is None:
        return None
    found: int | None = connection.scalar(
        sa.select(MEMBERS.c.ends_ms).where(MEMBERS.c.token_hash == token_hash(token), MEMBERS.c.ends_ms > now_ms)
    )
    return found


def _begin(connection: sa.Connection, now_ms: int) -> str:
    token = new_token()
    connection.execute(sa.delete(MEMBERS).where(MEMBERS.c.ends_ms <= now_ms))
    row = {"token_hash": token_hash(token), "created_ms": now_ms, "ends_ms": now_ms + LIFETIME_MS}
    connection.execute(sa.insert(MEMBERS).values(row))
    return token


def _enter_by_invitation(connection: sa.Connection, invitation: str, now_ms: int) -> str | None:
    used = connection.execute(
        sa.update(INVITATIONS)
        .where(
            INVITATIONS.c.token_hash == token_hash(invitation),
            INVITATIONS.c.uses_left > 0,
            INVITATIONS.c.ends_ms > now_ms,
        )
        .values(uses_left=INVITATIONS.c.uses_left - 1)
    )
    return _begin(connection, now_ms) if used.rowcount else None
