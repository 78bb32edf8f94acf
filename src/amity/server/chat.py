"""The chat of one table: who may say what, who may read it, and its last lines.

What seats say is for everybody. What spectators say is for spectators; the seats may read it before the match and
after it, and never what was said during it until it is over: whoever watches might know more than a seat may.

Lines live in memory and are sent at once. They are stored a moment later, apart from the moves of the match, which
never wait for them: a server that is killed may lose the last of them.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import secrets
import unicodedata
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import msgspec
import structlog

from amity.errors import InvalidRequest
from amity.server import chat_rows, frames, identity
from amity.server.audience import Audience
from amity.server.chat_messages import BlockedPerson, Channel, Chat, ChatLine, ChatLog
from amity.server.chat_rows import StoredLine
from amity.server.commands import Listener
from amity.server.identity import Identity
from amity.server.limits import AddressLimit
from amity.server.messages import Acknowledged, Block, ChatMessage, Report, Say, Unblock
from amity.server.seats import INVISIBLE, clean_name
from amity.server.services import Services
from amity.server.store import Conflict, StoreUnavailable
from amity.server.stored import StoredSeat, StoredTable
from amity.server.tasks import Tasks

log: Final = structlog.get_logger("amity.chat")

KEPT: Final = 100
"""Lines that are kept of each channel of a table."""
LONGEST_TEXT: Final = 200
MOST_MARKS: Final = 4
"""Marks that one letter bears; more would be drawn over the lines around."""
REPORTED: Final = 30
"""Lines that are reported: the one meant, and those before it."""
GATHER_SECONDS: Final = 0.2
"""Lines of so much time are stored together."""
AGAIN_SECONDS: Final = 5.0
REMEMBERED: Final = 500
"""People of one table whose pace is known."""

_JOINERS: Final = "\u200c\u200d"
"""Formatting characters that words of some languages, and some emoji, are written with."""
_EMOJI_STYLE: Final = "\ufe0e\ufe0f"


def clean_text(text: str) -> str:
    """A text fit to show in one line: composed, without control, formatting or invisible characters, single spaces.

    :raises InvalidRequest: ``chat_empty`` when nothing is left, ``chat_too_long``.
    """
    if len(text) > LONGEST_TEXT * 4:
        raise InvalidRequest("chat_too_long", longest=LONGEST_TEXT)
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text):
        category = unicodedata.category(letter)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if letter in _JOINERS + _EMOJI_STYLE:
            kept.append(letter)
        elif category[0] == "Z" or letter in "\t\n\r":
            kept.append(" ")
        elif category[0] != "C" and ord(letter) not in INVISIBLE and marks <= MOST_MARKS:
            kept.append(letter)
    cleaned = " ".join("".join(kept).split())
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in cleaned):
        raise InvalidRequest("chat_empty")
    if len(cleaned) > LONGEST_TEXT:
        raise InvalidRequest("chat_too_long", longest=LONGEST_TEXT)
    return cleaned


def match_is_on(table: StoredTable) -> bool:
    """Whether there is a match whose hidden cards somebody could tell of."""
    return table.phase not in ("waiting", "over")


def may_read(line: StoredLine, watches: bool, on: bool) -> bool:
    """Whether somebody who only ``watches``, or plays, may read a line, while a match is ``on`` or not."""
    return watches or not (on and line.aside)


def only_watches(table: StoredTable, listener: Listener) -> bool:
    """Whether somebody has no seat, with this connection or, as far as the server can tell, with another."""
    if listener.seat is not None:
        return False
    who = listener.identity
    return not any(
        (who.account is not None and who.account == seat.account) or (who.guest is not None and who.guest == seat.guest)
        for seat in table.seats
    )


class TableChat:
    """The chat of one table."""

    def __init__(self, table: StoredTable, epoch: int, services: Services, audience: Audience, tasks: Tasks) -> None:
        self._services = services
        self._audience = audience
        self._tasks = tasks
        self._code = table.code
        self._match = table.match
        self._epoch = epoch
        self._on = match_is_on(table)
        # A new table has nothing in the store.
        self._known = table.revision == 0
        self._lines: dict[Channel, deque[StoredLine]] = {"table": deque(), "spectators": deque()}
        self._number = 0
        self._nameless: dict[Listener, str] = {}
        """What tells those apart who have neither a seat nor an identity, while they are here."""
        settings = services.settings
        rate = settings.chat_per_minute / 60
        self._limit = AddressLimit(settings.chat_burst, rate, REMEMBERED)
        # One who comes again and again under another name takes no more than a few people do.
        self._crowd = AddressLimit(settings.chat_burst * 4, rate * 4)
        self._unstored: list[StoredLine] = []
        self._dropped: list[int] = []
        self._writer: asyncio.Task[Any] | None = None

    # --- Readers ----------------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Read what is stored, if that has not been done."""
        if self._known:
            return
        try:
            lines = await self._services.store.read(partial(chat_rows.read, code=self._code))
        except StoreUnavailable:
            # Nobody can say anything for now. Moves are none the worse for it.
            return
        for line in lines:
            self._lines[line.channel].append(line)
            self._number = line.number
        self._known = True

    async def reopen(self, table: StoredTable) -> None:
        """The store was changed by somebody else: read it anew, and show it."""
        self._forget()
        for lines in self._lines.values():
            lines.clear()
        self._number, self._known = 0, False
        await self.open()
        for listener in self._audience:
            self.show(table, listener)

    def show(self, table: StoredTable, listener: Listener) -> None:
        """Send somebody all the lines that he may read."""
        on = match_is_on(table)
        lines = [line for line in self._all() if self._for(table, listener, line, on)]
        blocked = [BlockedPerson(number=one.number, name=one.name) for one in listener.identity.blocks]
        speaker = self._speaker(table, listener)
        listener.send(ChatLog(you=speaker, lines=[_shown(line) for line in lines], blocked=blocked))

    def keep_to(self, table: StoredTable) -> None:
        """See to it that everybody reads what he may at this moment of the table."""
        on = match_is_on(table)
        if on == self._on:
            return
        self._on = on
        if not on and any(line.aside for line in self._lines["spectators"]):
            for listener in self._audience:
                if not only_watches(table, listener):
                    self.show(table, listener)

    def left(self, listener: Listener) -> None:
        """A connection is gone."""
        self._nameless.pop(listener, None)

    # --- Speakers ---------------------------------------------------------------------------------------------------

    def take(self, table: StoredTable, listener: Listener, message: ChatMessage, version: int) -> None:
        """Carry out what somebody says, who may say it.

        :raises InvalidRequest: ``store_unavailable``, ``chat_empty``, ``chat_too_long``, ``bad_name``,
            ``chat_too_fast``, ``unknown_line``, ``own_line``, ``cannot_block``.
        """
        if not self._known:
            self._tasks.start(self.open(), f"chat of {self._code}")
            raise InvalidRequest("store_unavailable")
        match message:
            case Say():
                self._say(table, listener, message)
            case Block(line=number):
                line = self._line_of_another(table, listener, number)
                if listener.identity.key is None or identity.key_of(line.account, line.guest) is None:
                    raise InvalidRequest("cannot_block")
                self._pace(self._speaker(table, listener))
                work = partial(
                    identity.block, person=listener.identity, account=line.account, guest=line.guest, name=line.name
                )
                self._start(self._change_blocks(table, listener, work, message.id, version))
            case Unblock():
                self._pace(self._speaker(table, listener))
                work = partial(identity.unblock, person=listener.identity, number=message.number)
                self._start(self._change_blocks(table, listener, work, message.id, version))
            case Report():
                self._report(table, listener, message, version)

    def _say(self, table: StoredTable, listener: Listener, message: Say) -> None:
        if (message.text is None) == (message.phrase is None):
            raise InvalidRequest("chat_empty")
        text = None if message.text is None else clean_text(message.text)
        who, seat = listener.identity, listener.seat
        on = match_is_on(table)
        if seat is None:
            name = who.name or (None if message.name is None else clean_name(message.name))
        else:
            name = table.seats[seat].name
        account, guest = self._ids(None if seat is None else table.seats[seat], who)
        speaker = self._speaker(table, listener)
        self._pace(speaker)
        if seat is None:
            self._pace("", self._crowd)
        self._number += 1
        line = StoredLine(
            number=self._number,
            channel="spectators" if seat is None else "table",
            seat=seat,
            speaker=speaker,
            name=name,
            phrase=message.phrase,
            text=text,
            said_ms=self._services.now_ms(),
            aside=seat is None and on,
            account=account,
            guest=guest,
        )
        self._keep(line)
        frame = frames.encode(Chat(line=_shown(line)))
        for other in self._audience:
            if self._for(table, other, line, on):
                other.send_text(frame)

    def _report(self, table: StoredTable, listener: Listener, message: Report, version: int) -> None:
        line = self._line_of_another(table, listener, message.line)
        speaker = self._speaker(table, listener)
        self._pace(speaker)
        on = match_is_on(table)
        watches = only_watches(table, listener)
        read = [one for one in self._all() if one.number <= line.number and may_read(one, watches, on)]
        reporter = listener.identity.key or speaker
        work = partial(chat_rows.report, code=self._code, line=line.number, reporter=reporter, lines=read[-REPORTED:])

        async def store() -> None:
            if await self._written(listener, message.id, work) is not None:
                log.info("line reported", table=self._code, line=line.number)
                listener.send(Acknowledged(id=message.id, version=version))

        self._start(store())

    async def _change_blocks(
        self, table: StoredTable, listener: Listener, work: Callable[[Any], Any], action: str, version: int
    ) -> None:
        written = await self._written(listener, action, work)
        if written is None:
            return
        key = listener.identity.key
        listener.send(Acknowledged(id=action, version=version))
        for other in list(self._audience):
            if other is listener or (key is not None and other.identity.key == key):
                other.identity = msgspec.structs.replace(other.identity, blocks=written[0])
                self.show(table, other)

    async def _written(self, listener: Listener, action: str, work: Callable[[Any], Any]) -> tuple[Any] | None:
        """What was answered, once it is stored; ``None`` when it could not be, and the listener is told."""
        try:
            return (await self._services.store.write(work),)
        except (StoreUnavailable, Conflict):
            listener.send(frames.refused(action, InvalidRequest("store_unavailable")))
            return None

    def _line_of_another(self, table: StoredTable, listener: Listener, number: int) -> StoredLine:
        on = match_is_on(table)
        line = next((one for one in self._all() if one.number == number and self._for(table, listener, one, on)), None)
        if line is None:
            raise InvalidRequest("unknown_line", line=number)
        if line.speaker == self._speaker(table, listener):
            raise InvalidRequest("own_line")
        return line

    def _speaker(self, table: StoredTable, listener: Listener) -> str:
        """The name under which somebody speaks at this table, which tells nothing about him elsewhere."""
        seat = None if listener.seat is None else table.seats[listener.seat]
        who = listener.identity
        key = identity.key_of(*self._ids(seat, who))
        if key is None:
            if seat is not None:
                key = f"t:{seat.token_hash}"
            else:
                key = self._nameless.setdefault(listener, secrets.token_hex(8))
        return hashlib.sha256(f"{self._match} {key}".encode()).hexdigest()[:16]

    @staticmethod
    def _ids(seat: StoredSeat | None, who: Identity) -> tuple[str | None, str | None]:
        """Account and guest of somebody. Those of his seat come first: he cannot put them off between two lines."""
        if seat is None:
            return who.account, who.guest
        return seat.account or who.account, seat.guest or who.guest

    def _pace(self, who: str, limit: AddressLimit | None = None) -> None:
        try:
            (limit or self._limit).take(who)
        except InvalidRequest:
            raise InvalidRequest("chat_too_fast") from None

    # --- Lines ------------------------------------------------------------------------------------------------------

    def _all(self) -> list[StoredLine]:
        return sorted((line for lines in self._lines.values() for line in lines), key=lambda line: line.number)

    def _for(self, table: StoredTable, listener: Listener, line: StoredLine, on: bool) -> bool:
        return may_read(line, only_watches(table, listener), on) and not listener.identity.blocks_person(
            line.account, line.guest
        )

    def _keep(self, line: StoredLine) -> None:
        lines = self._lines[line.channel]
        lines.append(line)
        self._unstored.append(line)
        if len(lines) > KEPT:
            self._dropped.append(lines.popleft().number)
        if self._writer is None:
            self._writer = self._start(self._store())

    def _start(self, work: Any) -> asyncio.Task[Any]:
        return self._tasks.start(work, f"chat of {self._code}")

    async def _store(self) -> None:
        pause = GATHER_SECONDS
        while self._unstored:
            await asyncio.sleep(pause)
            pause = GATHER_SECONDS if await self._flush() else AGAIN_SECONDS
        self._writer = None

    async def _flush(self) -> bool:
        """Store what is not stored; ``False`` when it has to be tried again."""
        lines, self._unstored = self._unstored, []
        dropped, self._dropped = self._dropped, []
        work = partial(chat_rows.write, code=self._code, epoch=self._epoch, lines=lines, dropped=dropped)
        try:
            await self._services.store.write(work)
        except StoreUnavailable:
            kept = {line.number for line in self._all()}
            self._unstored = [line for line in lines if line.number in kept] + self._unstored
            self._dropped = dropped + self._dropped
            return False
        except Conflict:
            log.warning("chat not stored", table=self._code, lines=len(lines))
        return True

    def _forget(self) -> None:
        self._unstored.clear()
        self._dropped.clear()
        if self._writer is not None:
            self._writer.cancel()
            self._writer = None

    async def close(self) -> None:
        """Store what is left."""
        if self._writer is not None:
            self._writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._writer
            self._writer = None
        if self._unstored:
            await self._flush()


def _shown(line: StoredLine) -> ChatLine:
    return ChatLine(
        number=line.number,
        channel=line.channel,
        seat=line.seat,
        speaker=line.speaker,
        name=line.name,
        phrase=line.phrase,
        text=line.text,
        said_ms=line.said_ms,
    )
