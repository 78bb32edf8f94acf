"""A table: one serial mailbox. Commands go in; stored events, and frames made of them, come out.

Everything that changes a table is a command, taken one after another by one task. A handler checks the command
against the present state, applies it, and stores the change; only then is anything acknowledged or sent. When storing
fails, what the memory holds is worth nothing: the table reads itself anew from the store.

What the table does of its own accord (deals, bots, time-outs) is computed from the state after every command
(:mod:`amity.server.plan`), carried out by one task, and arrives as a command too, with the version it was meant for.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

import msgspec
import structlog

from amity.errors import AmityError, IllegalAction, InvalidRequest
from amity.match import Event, Match
from amity.server import adjourn, commands, frames, messages, seats
from amity.server.audience import Audience
from amity.server.authority import allow, offers
from amity.server.bot_turns import preparing
from amity.server.chat import TableChat
from amity.server.commands import Command, Listener
from amity.server.course import Course
from amity.server.evenings import BoardEnd, finished, is_finished
from amity.server.hints import Hints
from amity.server.logs import where
from amity.server.mailbox import Mailbox, TableStopped
from amity.server.plan import awaited, next_plan, people_asked
from amity.server.results import Ended, ended_of, ratings_after
from amity.server.services import Services
from amity.server.store import Acknowledgement, Change, Conflict, LoadedTable, StoreUnavailable, TableDamaged
from amity.server.stored import StoredNotice, StoredPerson, StoredTable, read_action
from amity.server.tasks import Tasks
from amity.server.tokens import token_hash

log: Final = structlog.get_logger("amity.table")


class Table:
    """One table in memory. Use it through :meth:`post`, :meth:`ask` and :meth:`join` only."""

    def __init__(self, loaded: LoadedTable, services: Services) -> None:
        self._services = services
        self._mailbox = Mailbox(services.metrics)
        self._tasks = Tasks()
        self._epoch = loaded.epoch
        self._link: bytes | None
        self.moved = False
        self._usable = True
        self._audience = Audience()
        self._ready: set[int] = set()
        self._adjourning = adjourn.Adjourning()
        self._chat = TableChat(loaded.table, loaded.epoch, services, self._audience, self._tasks)
        self._timed_out: int | None = None
        self._stand_ins: dict[int, messages.Level] = {}
        """Who made the last move of a bot that could not."""
        self._hints = Hints(services, self._tasks, self._mailbox.post_own)
        self._course = Course(services, self._tasks, self._mailbox.post_own)
        self._sent_state: messages.TableState | None = None
        self._sent_moment: object = None
        self._body: StoredTable
        """The stored table when anything of it but its revision last changed; and by which everybody has his seat."""
        self._seated: StoredTable | None = None
        self._last_used = self._now()
        self.stored: StoredTable
        self.match: Match | None
        self._acknowledged: dict[tuple[int, str], int]
        self._ratings: Mapping[int, int]
        """By seat, after a rated match."""
        self.sealed: bool
        """Whether its deal may still be to be played at another table of an evening."""
        self._adopt(loaded)
        self._sent_version = 0 if self.match is None else self.match.version

    # --- From outside -----------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin to take commands."""
        self._tasks.start(self._run(), f"table {self.stored.code}")

    async def stop(self) -> None:
        """Take no more commands and end everything."""
        self._mailbox.refuse_all()
        await self._chat.close()
        await self._tasks.close()
        self._mailbox.drain()

    def post(self, command: Command) -> None:
        """Put a command into the mailbox. Errors as :meth:`Mailbox.post`."""
        self._mailbox.post(command)

    async def ask(self, question: Callable[[Table], Any]) -> Any:
        """The answer to a question put in the mailbox's turn. Errors as :meth:`post`, and the question's own."""
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.post(commands.Ask(question, answer))
        return await answer

    async def join(self, seat: int | None, person: StoredPerson) -> int:
        """Take a seat and return its number. Errors as :meth:`post` and :func:`amity.server.seats.joined`."""
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.post(commands.Join(person, seat, answer))
        return await answer

    def forget(self, listener: Listener) -> None:
        """A connection is gone. Works however full the mailbox is, and when the table has stopped."""
        self._audience.discard(listener)
        self._chat.left(listener)
        with contextlib.suppress(TableStopped, InvalidRequest):
            # A mailbox too full for this has commands enough after which the table looks at who is there.
            self.post(commands.Look())

    @property
    def idle(self) -> bool:
        """Whether nobody follows the table, nothing is about to happen, and so it has been for a while."""
        if self.moved:
            return True
        unused = self._now() - self._last_used > self._services.settings.idle_ms / 1000
        return unused and not self._course.busy and not self._audience and self._mailbox.empty

    def state(self) -> messages.TableState:
        """The table as everybody may see it at this moment."""
        told = awaited(self._course.plan) or frames.between_deals(self.stored, self.match)
        return frames.table_state(match=self.match, resume_ms=self._course.due_ms() if told else None, **self._moment())

    def _moment(self) -> dict[str, Any]:
        """All that goes into :meth:`state` but what time and match alone change, to be compared with another moment."""
        return {
            "table": self._body,
            "connected": self._audience.seats,
            "ready": frozenset(self._ready),
            "preparing": preparing(self.stored, self._services.worker),
            "stand_ins": dict(self._stand_ins),
            "ratings": self._ratings,
            "sealed": self.sealed,
            "offers": offers(self.stored, self.match, self.sealed),
            "spectators": self._audience.spectators,
            "adjourn": self._adjourning.request,
            "awaiting": awaited(self._course.plan),
        }

    # --- The mailbox ------------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        self._arrange()
        while True:
            command = await self._mailbox.take()
            self._last_used = self._now()
            await self._take(command)

    async def _take(self, command: Command) -> None:
        try:
            if not self._usable:
                await self._reload()
                self._catch_up()
            try:
                await self._handle(command)
            except Conflict:
                # Somebody else has changed the table. What he left is the truth; look once more whether this fits.
                await self._reload()
                self._catch_up()
                await self._handle(command)
        except AmityError as error:
            self._refuse(command, error)
        except (StoreUnavailable, Conflict, TableDamaged) as error:
            await self._distrust_memory()
            damaged = isinstance(error, TableDamaged)
            self._refuse(command, InvalidRequest("table_damaged" if damaged else "store_unavailable"))
        except Exception as error:
            # Not the error's text, which might name cards: the traceback's lines say where.
            log.error("command failed", table=self.stored.code, command=type(command).__name__, where=where(error))
            self._services.metrics.errors.inc()
            await self._distrust_memory()
            self._refuse(command, InvalidRequest("internal_error"))
        if self._usable and isinstance(command, commands.Said) and isinstance(command.message, messages.ChatMessage):
            # Talk changes nothing of the table; the next move does not wait for anybody to be told so.
            return
        self._arrange()
        self._publish()

    async def _handle(self, command: Command) -> None:
        await _HANDLERS[type(command)](self, command)

    def _refuse(self, command: Command, error: AmityError) -> None:
        match command:
            case commands.Join() | commands.Ask():
                if not command.answer.done():
                    command.answer.set_exception(error)
            case commands.Attach():
                command.listener.send(frames.refused(None, error))
                command.listener.close("refused")
            case commands.Said():
                self._services.metrics.refusals.labels(error.code).inc()
                command.listener.send(frames.refused(getattr(command.message, "id", None), error))
            case _:
                # The table's own: it tries again by itself.
                log.warning("own command refused", table=self.stored.code, code=error.code)

    # --- Storing ----------------------------------------------------------------------------------------------------

    async def _commit(
        self,
        table: StoredTable | None = None,
        events: Sequence[Event] = (),
        acknowledged: Acknowledgement | None = None,
        ended: Ended | None = None,
        board: BoardEnd | None = None,
    ) -> None:
        body = table is not None and table is not self.stored and table != self.stored
        table = msgspec.structs.replace(table or self.stored, revision=self.stored.revision + 1)
        first = 1 if self.match is None else self.match.version - len(events) + 1
        now_ms = self._services.now_ms()
        change = Change(table, first, events, acknowledged, body, self._epoch, ended, now_ms, board, self._link)
        self._link = await self._services.store.commit(change)
        self.stored = table
        if body:
            self._body = table
        self._course.failures = 0
        if acknowledged is not None:
            self._acknowledged[acknowledged.seat, acknowledged.action] = acknowledged.version

    def _with_bank_used(self, table: StoredTable) -> StoredTable:
        """The table with what the decision under way has used of the seat's own time."""
        clock = self._course.clock
        if clock is None or not table.bank_seconds:
            return table
        return seats.with_bank(table, clock.seat, self._course.bank_left())

    async def _commit_step(
        self, events: Sequence[Event], seat: int | None = None, action: str | None = None, gone: int | None = None
    ) -> None:
        """Store what one step of the match brought, and acknowledge the action that did it; ``gone`` has left it."""
        match = self._playing()
        table = self.stored if gone is None else seats.left(self.stored, gone)
        table = self._with_bank_used(msgspec.structs.replace(table, phase="over") if match.over else table)
        done = None if seat is None or action is None else Acknowledgement(seat, action, match.version)
        ended = ended_of(table, match, self._services.now_ms()) if match.over and not table.practice else None
        board = None
        if table.board is not None and is_finished(table, match):
            (table, board), ended = finished(table, match), None
        await self._commit(table, events, done, ended, board)
        self._ready.clear()
        if ended is not None and ended.contests:
            with contextlib.suppress(StoreUnavailable):
                self._ratings = await self._services.store.read(partial(ratings_after, table=table.code))

    async def _reload(self) -> None:
        loaded = await self._services.store.load(self.stored.code)
        if loaded is None or loaded.epoch != self._epoch:
            # Another node has taken the table over, or a backup without it was put back; whoever follows it finds out.
            self.moved = True
            self._audience.close("restarting")
            raise StoreUnavailable
        shown = [] if self.match is None else list(self.match.events[: self._sent_version])
        self._adopt(loaded)
        if shown and (self.match is None or list(self.match.events[: len(shown)]) != shown):
            # The store was set back, by damage or from a backup. Whoever has seen something else has to begin anew.
            self._sent_version = 0 if self.match is None else self.match.version
            self._audience.close("restarting")

    async def _distrust_memory(self) -> None:
        self._course.failures += 1
        try:
            await self._reload()
        except (StoreUnavailable, TableDamaged):
            self._usable = False

    def _adopt(self, loaded: LoadedTable) -> None:
        self.stored = self._body = loaded.table
        settled = loaded.table.phase in ("playing", "adjourned", "over")
        self.match = loaded.table.new_match(loaded.events) if settled else None
        self._acknowledged = dict(loaded.acknowledged)
        self._ratings, self.sealed, self._link = loaded.ratings, loaded.sealed, loaded.link
        self._usable = True
        self._course.read(0 if self.match is None else self.match.version, loaded.changed_ms)

    # --- Sending ----------------------------------------------------------------------------------------------------

    def _catch_up(self) -> None:
        """Show what was read from the store, before anybody new is shown it in his welcome."""
        self._arrange()
        self._publish()

    def _publish(self) -> None:
        if not self._usable:
            return
        match = self.match
        clock = self._course.clock_message()
        if self._seated is not self._body:
            self._seated = self._body
            for listener in self._audience.reseat(self.stored):
                # What he may know is now another; he begins anew, with what all others are told as well.
                listener.send(frames.welcome(match, listener.seat, self.state(), clock, None))
                self._chat.show(self.stored, listener)
        self._chat.keep_to(self.stored)
        if match is not None and match.version > self._sent_version:
            since = self._sent_version
            self._audience.send_each(lambda seat: frames.encode(frames.update(match, seat, since, clock)))
            self._sent_version = match.version
        moment = (self._moment(), frames.between_deals(self.stored, match))
        if moment == self._sent_moment:
            return
        self._sent_moment = moment
        state = self.state()
        # The remaining time alone is no news.
        comparable = msgspec.structs.replace(state, resume_ms=None)
        if comparable != self._sent_state:
            self._sent_state = comparable
            self._audience.send_text(frames.encode(messages.TableChanged(table=state)))

    # --- Connections ------------------------------------------------------------------------------------------------

    async def _attach(self, command: commands.Attach) -> None:
        seat = None if command.token is None else self.stored.seat_of(command.token)
        if self.sealed and (seat is None or self.stored.phase == "over"):
            # The other tables may have played it meanwhile.
            await self._reload()
            if seat is None and self.sealed:
                raise InvalidRequest("evening_sealed")
        if seat is None and self._audience.spectators >= self._services.settings.spectators_per_table:
            raise InvalidRequest("too_many_spectators")
        await self._chat.open()
        if command.listener.gone:
            return
        command.listener.seat = seat
        self._audience.add(command.listener, None if command.token is None else token_hash(command.token))
        # The plan may change with this person's presence, and the clock with the plan.
        self._arrange()
        clock = self._course.clock_message()
        command.listener.send(frames.welcome(self.match, seat, self.state(), clock, command.last_version))
        self._chat.show(self.stored, command.listener)

    async def _close(self, command: commands.Close) -> None:
        self._audience.close(command.reason)

    async def _close_table(self, _command: commands.CloseTable) -> None:
        notice = StoredNotice(code="table_closed", params={})
        if self.stored.phase != "over":
            await self._commit(msgspec.structs.replace(self.stored, phase="over", notice=notice))
            self._ready.clear()

    async def _reread(self, _command: commands.Reread) -> None:
        await self._reload()
        await self._chat.reopen(self.stored)

    async def _look(self, _command: commands.Look) -> None:
        """Nothing but what follows every command."""

    async def _ask(self, command: commands.Ask) -> None:
        answer = command.question(self)
        if not command.answer.done():
            command.answer.set_result(answer)

    # --- Before the match -------------------------------------------------------------------------------------------

    async def _join(self, command: commands.Join) -> None:
        between = self.match is not None and self.match.awaiting_deal
        table, seat = seats.joined(self.stored, command.seat, command.person, between)
        await self._commit(table)
        if not command.answer.done():
            command.answer.set_result(seat)

    async def _seeds_due(self, command: commands.SeedsDue) -> None:
        if self.stored.phase != command.phase:
            return
        if command.phase == "waiting":
            late = seats.late(self.stored, self._ready & self._audience.seats)
            if late is not self.stored:
                await self._commit(late)
            elif self.stored.full:
                await self._commit(msgspec.structs.replace(self.stored, phase="starting"))
        else:
            await self._commit(msgspec.structs.replace(self.stored, phase="playing"))
            self._ready.clear()
            self.match = self.stored.new_match()

    async def _fill_due(self, _command: commands.FillDue) -> None:
        if self.stored.phase == "waiting" and not self.stored.full:
            await self._commit(seats.filled(self.stored))

    async def _hand_over_due(self, _command: commands.HandOverDue) -> None:
        if self._playing().awaiting_deal:
            await self._commit(seats.handed_over(self.stored))

    # --- The match's own steps --------------------------------------------------------------------------------------

    def _playing(self) -> Match:
        if self.match is None:
            raise InvalidRequest("not_playing")
        if self.stored.phase == "over" and not self.match.over:
            # Closed before its end, or its end was lost; its deals are known by now.
            raise InvalidRequest("table_closed")
        if self.stored.phase == "adjourned":
            raise InvalidRequest("table_adjourned")
        return self.match

    async def _deal_due(self, command: commands.DealDue) -> None:
        match = self._playing()
        if match.version == command.version and match.awaiting_deal:
            await self._commit_step(match.deal())

    async def _bot_chose(self, command: commands.BotChose) -> None:
        match = self._playing()
        if match.version != command.version or match.to_act != command.seat:
            return
        level = command.level
        action = match.legal_actions()[0] if command.action is None else command.action
        try:
            events = match.apply(command.seat, action)
        except IllegalAction as error:
            log.error("bot chose an illegal action", table=self.stored.code, seat=command.seat, code=error.code)
            self._services.metrics.bot_fallbacks.labels("illegal").inc()
            level = "random"
            events = match.apply(command.seat, match.legal_actions()[0])
        await self._commit_step(events)
        self._stand_ins.pop(command.seat, None)
        if self.stored.seats[command.seat].plays not in (None, level):
            self._stand_ins[command.seat] = msgspec.convert(level, messages.Level)

    async def _hint_found(self, command: commands.HintFound) -> None:
        asking = self._hints.take(command)
        if command.problem is not None:
            for listener in asking:
                listener.send(frames.refused(None, command.problem))
        elif asking:
            # Counted for all to see before it is told.
            seat = self.stored.seats[command.seat]
            counted = msgspec.structs.replace(seat, hints=seat.hints + 1)
            await self._commit(self.stored.with_seat(command.seat, counted))
            self._hints.tell(command, asking)

    async def _time_out(self, command: commands.TimeOut) -> None:
        match = self._playing()
        clock = self._course.clock
        # Whatever was stored in the meantime has the better right: the clock is then another, or none.
        if clock is None or (clock.version, clock.seat, clock.deadline) != (
            command.version,
            command.seat,
            command.deadline,
        ):
            return
        self._services.metrics.timeouts.inc()
        if self.stored.on_timeout == "lose":
            gone = self.stored.rated and command.seat not in self._audience.seats
            await self._commit_step(match.forfeit(command.seat, "time"), gone=command.seat if gone else None)
            return
        table = seats.with_bank(self.stored, command.seat, 0.0) if self.stored.bank_seconds else self.stored
        if command.seat not in self._audience.seats and seats.others_wait(table, command.seat):
            # Nobody is there: the others do not wait for him again and again.
            table = seats.left(table, command.seat)
        if table is not self.stored:
            await self._commit(table)
        self._timed_out = match.version

    # --- What people say --------------------------------------------------------------------------------------------

    async def _said(self, command: commands.Said) -> None:
        seat = command.listener.seat
        message = command.message
        if seat is not None and isinstance(message, messages.OnceOnly):
            version = self._acknowledged.get((seat, message.id))
            if version is None:
                allow(message, seat, self.stored, self.match)
                version = await self._carry_out_once(seat, message)
            command.listener.send(messages.Acknowledged(id=message.id, version=version))
            return
        allow(message, seat, self.stored, self.match)
        if isinstance(message, messages.ChatMessage):
            version = 0 if self.match is None else self.match.version
            self._chat.take(self.stored, command.listener, message, version)
            return
        assert seat is not None
        if isinstance(message, messages.AskHint):
            self._hints.ask(self.stored, self._playing(), seat, message.version, command.listener)
        elif isinstance(message, messages.Ready):
            self._get_ready(seat, message)
        elif isinstance(message, messages.CommitSeed):
            await self._commit(seats.committed(self.stored, seat, message.commitment))
        elif isinstance(message, messages.RevealSeed):
            await self._commit(seats.revealed(self.stored, seat, message.seed))

    async def _carry_out_once(self, seat: int, message: messages.OnceOnly) -> int:
        match message:
            case messages.Act():
                await self._act(seat, message)
            case messages.Resign():
                await self._commit_step(self._playing().forfeit(seat, "resigned"), seat, message.id)
            case messages.Rematch():
                await self._rematch(seat, message)
            case messages.Adjourn() | messages.KeepPlaying() | messages.ResumeWithBots():
                await self._put_off(seat, message)
            case _:
                await self._change_seats(seat, message)
        return self._acknowledged[seat, message.id]

    async def _act(self, seat: int, message: messages.Act) -> None:
        match = self._playing()
        action = read_action(self.stored.game, message.action)
        if match.to_act == seat and message.version != match.version:
            raise InvalidRequest("stale", version=match.version)
        await self._commit_step(match.apply(seat, action), seat, message.id)

    async def _change_seats(self, seat: int, message: seats.Change) -> None:
        version = 0 if self.match is None else self.match.version
        table = seats.changed(self.stored, seat, message)
        await self._commit(table, (), Acknowledgement(seat, message.id, version))
        # Who is ready was said of the people who sat there, and who wants to stop as well.
        self._ready.clear()
        self._adjourning.drop()
        for number in list(self._stand_ins):
            if table.seats[number].plays is None or isinstance(message, messages.SeatBot):
                del self._stand_ins[number]

    def _get_ready(self, seat: int, message: messages.Ready) -> None:
        version = 0 if self.match is None else self.match.version
        if message.version != version:
            raise InvalidRequest("stale", version=version)
        self._ready.add(seat)

    @property
    def released(self) -> bool:
        """Whether everybody may know all of its match."""
        return self.stored.phase == "over" and not self.sealed

    async def _rematch(self, seat: int, message: messages.Rematch) -> None:
        table = self.stored
        match = self._playing()
        if table.rematch is None:
            new = seats.rematch_table(table, message.rotate, self._ratings)
            # First the new table, then the word of it: a crash in between leaves an empty table and no dead link.
            await self._services.store.commit(Change(new))
            table = msgspec.structs.replace(table, rematch=new.code)
        await self._commit(table, (), Acknowledgement(seat, message.id, match.version))

    async def _put_off(self, seat: int, message: adjourn.Words) -> None:
        before = self.stored
        table = self._adjourning.take(before, seat, message, self._ready, self._services.now_ms())
        if table.phase == "adjourned" != before.phase:
            table = self._with_bank_used(table)
        await self._commit(
            table, (), Acknowledgement(seat, message.id, 0 if self.match is None else self.match.version)
        )
        if table.phase != before.phase:
            self._ready.clear()
            self._adjourning.drop()

    async def _resume_due(self, _command: commands.ResumeDue) -> None:
        if self.stored.phase == "adjourned" and people_asked(self.stored) <= self._ready:
            await self._commit(adjourn.resumed(self.stored, self._ready))
            self._ready.clear()

    # --- What comes next --------------------------------------------------------------------------------------------

    def _arrange(self) -> None:
        """Bring what the table is doing by itself into line with its state."""
        self._hints.keep_to(0 if self.match is None else self.match.version)
        if not self._usable:
            self._course.look_later(self.stored)
            return
        if self.stored.phase == "adjourned":
            # Who goes away again is not back.
            self._ready &= self._audience.seats
        plan = next_plan(
            self.stored,
            self.match,
            self._services.settings,
            connected=self._audience.seats,
            ready=self._ready,
            timed_out=self._timed_out,
        )
        self._course.follow(plan, self.stored, self.match)

    def _now(self) -> float:
        return asyncio.get_running_loop().time()


_HANDLERS: Final[dict[type[Command], Callable[[Table, Any], Awaitable[None]]]] = {
    commands.Attach: Table._attach,
    commands.Said: Table._said,
    commands.Join: Table._join,
    commands.Ask: Table._ask,
    commands.SeedsDue: Table._seeds_due,
    commands.FillDue: Table._fill_due,
    commands.HandOverDue: Table._hand_over_due,
    commands.ResumeDue: Table._resume_due,
    commands.DealDue: Table._deal_due,
    commands.BotChose: Table._bot_chose,
    commands.HintFound: Table._hint_found,
    commands.TimeOut: Table._time_out,
    commands.Look: Table._look,
    commands.Close: Table._close,
    commands.CloseTable: Table._close_table,
    commands.Reread: Table._reread,
}
