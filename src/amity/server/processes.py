"""Processes for work that does not let go of the interpreter, apart from the event loop and below it.

Work waits in one line for the processes that serve it, what may wait behind all else; each does one thing at a time, so
that a process that ends in the middle of its work takes nothing else with it. Work that nobody waits for any more is
called off, and its process ended if that does not help.
"""

from __future__ import annotations

import asyncio
import importlib
import itertools
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

import structlog

from amity.server.tasks import Tasks

log: Final = structlog.get_logger("amity.processes")

GRACE_SECONDS: Final = 10.0
"""How long work that is called off may take to end. Its process may be loading code, as the next one would have to."""

Argument = TypeVar("Argument")
Result = TypeVar("Result")


@dataclass(frozen=True)
class _Piece(Generic[Argument, Result]):
    work: Callable[[Argument], Result]
    argument: Callable[[], Argument]
    answer: asyncio.Future[Result]


class Line:
    """Up to ``count`` processes that serve one line, started when there is work for them."""

    def __init__(
        self,
        name: str,
        count: int,
        nice: int,
        restarted: Callable[[], None],
        loads: Callable[[], Sequence[str]] = tuple,
    ) -> None:
        """``nice`` is added to the processes' niceness; ``restarted`` is called when one has ended before its time.
        A process calls ``warm_up()`` of the modules ``loads`` before it takes work, and is not called off meanwhile.
        """
        self.count = count
        self._name = name
        self._nice = nice
        self._restarted = restarted
        self._loads = loads
        # What may wait comes last, all else in the order in which it came.
        self._pieces: asyncio.PriorityQueue[tuple[bool, int, _Piece[Any, Any]]] = asyncio.PriorityQueue()
        self._numbers = itertools.count()
        self._servers = Tasks()
        self._serving = 0
        self._busy = 0

    @property
    def present(self) -> int:
        """Pieces of work that wait or are being done."""
        return self._pieces.qsize() + self._busy

    async def do(
        self, work: Callable[[Argument], Result], argument: Callable[[], Argument], *, may_wait: bool = False
    ) -> Result:
        """The result of ``work`` in a process; its argument is made when the work begins.

        What ``may_wait`` lets all that waits go first.

        A process that ends in the middle is replaced, and its work begun once more. May be cancelled at any time.

        :raises BrokenProcessPool: the second process has ended as well.
        """
        answer: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._pieces.put_nowait((may_wait, next(self._numbers), _Piece(work, argument, answer)))
        if self.present > self._serving and self._serving < self.count:
            self._serving += 1
            self._servers.start(self._serve(), f"{self._name} {self._serving}")
        return await answer

    async def close(self) -> None:
        """End all processes, whatever they are doing."""
        await self._servers.close()
        while not self._pieces.empty():
            self._pieces.get_nowait()[2].answer.cancel()

    async def _serve(self) -> None:
        process = _Process(self._nice, self._restarted, self._loads)
        try:
            while True:
                _, _, piece = await self._pieces.get()
                if not piece.answer.done():
                    self._busy += 1
                    try:
                        await process.do(piece)
                    finally:
                        self._busy -= 1
        finally:
            await process.end()


class _Process:
    """One process, and the next one when it has ended."""

    def __init__(self, nice: int, restarted: Callable[[], None], loads: Callable[[], Sequence[str]]) -> None:
        self._nice = nice
        self._restarted = restarted
        self._loads = loads
        self._pool: ProcessPoolExecutor | None = None
        self._cancelled: Any = None

    async def do(self, piece: _Piece[Any, Any]) -> None:
        try:
            try:
                result = await self._attempt(piece)
            except BrokenProcessPool:
                # It was killed, for want of memory perhaps. One more try in a fresh one.
                result = await self._attempt(piece)
        except asyncio.CancelledError:
            piece.answer.cancel()
            raise
        except Exception as error:
            if not piece.answer.done():
                piece.answer.set_exception(error)
        else:
            if not piece.answer.done():
                piece.answer.set_result(result)

    async def end(self) -> None:
        """End the process now."""
        if self._pool is not None:
            pool, self._pool = self._pool, None
            await asyncio.to_thread(_kill, pool)

    async def _attempt(self, piece: _Piece[Any, Any]) -> Any:
        pool = self._pool or await self._start()
        if piece.answer.done():
            return None
        self._cancelled.value = False
        running = await self._submit(pool, piece.work, piece.argument())
        # Whoever called it off does not ask how it ended.
        running.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
        await asyncio.wait((running, piece.answer), return_when=asyncio.FIRST_COMPLETED)
        if not running.done():
            self._cancelled.value = True
            await asyncio.wait((running,), timeout=GRACE_SECONDS)
            if not running.done():
                log.warning("process ended: its work did not stop when it was called off")
                await self.end()
                return None
        return await self._result(running)

    async def _result(self, running: asyncio.Future[Any]) -> Any:
        try:
            return await running
        except BrokenProcessPool:
            log.warning("process ended in the middle of its work")
            self._restarted()
            await self.end()
            raise

    async def _start(self) -> ProcessPoolExecutor:
        # Spawned, not forked: this process has threads.
        context = multiprocessing.get_context("spawn")
        # A bare byte: a lock could stay locked by a process that was killed.
        self._cancelled = context.RawValue("b", False)
        self._pool = ProcessPoolExecutor(
            1, mp_context=context, initializer=_begin, initargs=(self._cancelled, self._nice)
        )
        pool = self._pool
        await self._result(await self._submit(pool, warm_up, tuple(self._loads())))
        return pool

    async def _submit(
        self, pool: ProcessPoolExecutor, work: Callable[[Any], Any], argument: Any
    ) -> asyncio.Future[Any]:
        try:
            return asyncio.wrap_future(pool.submit(work, argument))
        except BrokenProcessPool:
            # It ended while it had nothing to do.
            log.warning("process ended between two pieces of work")
            self._restarted()
            await self.end()
            raise


def warm_up(modules: Sequence[str]) -> None:
    """Load the compiled code of some modules, compiling it where this machine has not done so before."""
    for module in modules:
        importlib.import_module(module).warm_up()


class Cancelled:
    """In a process: whether its present work has been called off."""

    def __init__(self, flag: Any) -> None:
        self._flag = flag

    def is_set(self) -> bool:
        """Whether nobody waits any more."""
        return bool(self._flag.value)


_own: Cancelled | None = None


def cancelled() -> Cancelled | None:
    """What tells the work in this process that it has been called off; ``None`` outside such a process."""
    return _own


def _begin(flag: Any, nice: int) -> None:
    global _own
    _own = Cancelled(flag)
    # Ctrl-C goes to every process of the terminal; only the server decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        # The event loop goes first: people see at once what others do, however much bots think.
        os.nice(nice)
    threading.Thread(target=_end_with_parent, name="amity-parent-watch", daemon=True).start()


def _end_with_parent() -> None:
    # A server that is killed cannot stop its processes, and they would wait for work for ever.
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _kill(pool: ProcessPoolExecutor) -> None:
    for process in list((pool._processes or {}).values()):
        process.kill()
    pool.shutdown(wait=True, cancel_futures=True)
