"""What a table is doing of its own accord: its plan, the timer or bot that carries it out, and the clock with it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from amity.match import Match
from amity.server import commands, messages
from amity.server.bot_turns import job_for, take_turn
from amity.server.clock import TurnClock, after_restart
from amity.server.commands import Command
from amity.server.plan import AwaitSeeds, BotTurn, DealNext, FillSeats, HandOver, PersonTurn, Plan, Resume
from amity.server.services import Services
from amity.server.stored import StoredTable
from amity.server.tasks import Tasks
from amity.server.workers import Job


class Course:
    """The one plan of a table. What comes of it is posted, with the version that it was meant for."""

    def __init__(self, services: Services, tasks: Tasks, post: Callable[[Command], Awaitable[None]]) -> None:
        """``post`` puts a command of the table's own into its mailbox."""
        self.plan: Plan | None = None
        self.clock: TurnClock | None = None
        self.failures = 0
        """Failed commits since the last that succeeded; each makes the next attempt wait longer."""
        self._read: tuple[int, int] | None = None
        """The version that was read from the store, and when that was last changed, until its clock runs."""
        self._left: TurnClock | None = None
        """The clock of who has left in his turn. It runs on, in case he comes back before the bot has played."""
        self._due: float | None = None
        self._services = services
        self._tasks = tasks
        self._post = post
        self._task: asyncio.Task[Any] | None = None
        self._timer: asyncio.TimerHandle | None = None

    def follow(self, plan: Plan | None, table: StoredTable, match: Match | None) -> None:
        """Do this from now on; whatever is under way goes on if it is the same."""
        if plan == self.plan:
            return
        before = self.clock or self._left
        self.drop()
        self.plan = plan
        match plan:
            case AwaitSeeds(phase=phase, seconds=seconds):
                if seconds is not None:
                    self._due = self._now() + seconds
                    self._post_later(table, seconds, commands.SeedsDue(phase))
            case FillSeats(at_ms=at_ms):
                seconds = max(0.0, (at_ms - self._services.now_ms()) / 1000)
                self._due = self._now() + seconds
                self._post_later(table, seconds, commands.FillDue())
            case HandOver():
                self._post_later(table, 0, commands.HandOverDue())
            case Resume():
                self._read = None
                self._post_later(table, 0, commands.ResumeDue())
            case DealNext(version=version, seconds=seconds):
                self._due = self._now() + seconds
                self._post_later(table, seconds, commands.DealDue(version))
            case BotTurn():
                assert match is not None
                self._left = _of_turn(before, plan)
                # Asked at once: a moment later the match may be ahead of the store, by a step that is being stored.
                self._start(table, self._let_bot_play(job_for(table, match, plan.seat, plan.level)))
            case PersonTurn(version=version, seat=seat) if plan.seconds > 0:
                self.clock = _of_turn(before, plan) or self._fresh_clock(plan)
                out = commands.TimeOut(version, seat, self.clock.deadline)
                self._post_later(table, max(0.0, self.clock.deadline - self._now()), out)

    def _fresh_clock(self, plan: PersonTurn) -> TurnClock:
        seconds: float = plan.seconds
        if self._read is not None and self._read[0] == plan.version:
            seconds = after_restart(seconds, (self._services.now_ms() - self._read[1]) / 1000)
        self._read = None
        bank = plan.bank_ms / 1000
        return TurnClock(plan.version, plan.seat, plan.seconds, self._now() + seconds + bank, bank)

    def read(self, version: int, changed_ms: int | None) -> None:
        """The table was read from the store: drop what rests on a state that may never have been stored."""
        self.drop()
        self._read = None if changed_ms is None else (version, changed_ms)

    def look_later(self, table: StoredTable) -> None:
        """Drop what is under way, and look a while later whether the store can be written again."""
        self.drop()
        self._post_later(table, 0, commands.Look())

    def drop(self) -> None:
        """Do nothing any more."""
        self.plan = self.clock = self._left = self._due = None
        if self._task is not None:
            self._task.cancel()
            self._task = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    @property
    def busy(self) -> bool:
        """Whether something is about to happen by itself."""
        if isinstance(self.plan, PersonTurn):
            return self.plan.seconds > 0
        return isinstance(self.plan, BotTurn | DealNext)

    def due_ms(self) -> int | None:
        """The milliseconds until what is planned happens, where that has a time that people may be told."""
        return None if self._due is None else max(0, round((self._due - self._now()) * 1000))

    def clock_message(self) -> messages.Clock | None:
        """The clock as it is sent at this moment."""
        return None if self.clock is None else self.clock.message(self._now())

    def bank_left(self) -> float:
        """The seconds that the seat in turn has left of its own time if it decides now; a clock must be running."""
        assert self.clock is not None
        return self.clock.bank_left(self._now())

    def _start(self, table: StoredTable, work: Any) -> None:
        self._task = self._tasks.start(work, f"table {table.code}: {type(self.plan).__name__}")

    def _post_later(self, table: StoredTable, seconds: float, command: Command) -> None:
        # A timer and not a task: there is one for every decision, and hardly any of them runs out. Also when it is
        # nothing: what is queued already goes first.
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(self._pause() + seconds, lambda: self._start(table, self._post(command)))

    async def _let_bot_play(self, job: Job) -> None:
        await asyncio.sleep(self._pause())
        await self._post(await take_turn(job, self._services))

    def _pause(self) -> float:
        """Seconds to wait after failures."""
        return min(5.0, 0.1 * 2.0 ** min(self.failures, 10)) if self.failures else 0.0

    def _now(self) -> float:
        return asyncio.get_running_loop().time()


def _of_turn(clock: TurnClock | None, turn: BotTurn | PersonTurn) -> TurnClock | None:
    """The clock, if it is that of this turn."""
    same = clock is not None and (clock.version, clock.seat) == (turn.version, turn.seat)
    return clock if same else None
