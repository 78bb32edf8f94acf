"""What the expert says of the decisions of a match that is over, worked out once, in the background.

One decision after the other, behind everything that anybody waits for. What is found of a deal is stored when the deal
is done, so that a restart costs one deal at most; nobody needs to look on meanwhile.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import msgspec
import sqlalchemy as sa
import structlog

from amity import bots
from amity.bots import Advice, same_action
from amity.errors import InvalidRequest
from amity.server import frames
from amity.server.database import ANALYSES, REVIEWS
from amity.server.logs import where
from amity.server.messages import Level
from amity.server.review_messages import AnalysedDecision, Analysis
from amity.server.reviewed import Decision, Reviewed
from amity.server.services import Services
from amity.server.store import Conflict, StoreUnavailable
from amity.server.tasks import Tasks
from amity.server.workers import Job

log: Final = structlog.get_logger("amity.analysis")

WAITING: Final = 32
"""Matches that may wait to be analysed."""


class Analyses:
    """The analyses of one process."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._tasks = Tasks()
        self._waiting: dict[str, Reviewed] = {}
        """By review, the one under way first."""
        self._done: dict[str, int] = {}
        """Decisions of deals that are not stored yet."""
        self._running = False

    async def close(self) -> None:
        """Give up what is under way; what is stored stays."""
        await self._tasks.close()

    async def ask(self, reviewed: Reviewed) -> Analysis:
        """Have a match analysed; what is known of it now.

        :raises InvalidRequest: ``analysis_busy``.
        :raises StoreUnavailable: the store cannot be written.
        """
        found = await self.state(reviewed)
        if found.wanted:
            return found
        if len(self._waiting) >= WAITING:
            raise InvalidRequest("analysis_busy")
        await self._services.store.write(partial(_want, review=reviewed.review))
        return await self.state(replace(reviewed, wanted=True))

    async def state(self, reviewed: Reviewed) -> Analysis:
        """What is known of a match now. One that was wanted before a restart goes on.

        :raises StoreUnavailable: the store cannot be read.
        """
        known = await self._known(reviewed.review)
        decisions = [decision for deal in sorted(known) for decision in known[deal]]
        total = reviewed.decision_count()
        wanted = reviewed.wanted or reviewed.review in self._waiting
        if wanted and len(decisions) < total and len(self._waiting) < WAITING:
            self._start(reviewed)
        return Analysis(
            wanted=wanted,
            level=msgspec.convert(_level(reviewed), Level),
            done=min(total, len(decisions) + self._done.get(reviewed.review, 0)),
            total=total,
            decisions=decisions,
        )

    def _start(self, reviewed: Reviewed) -> None:
        self._waiting.setdefault(reviewed.review, reviewed)
        if not self._running:
            self._running = True
            self._tasks.start(self._run(), "analyses")

    async def _run(self) -> None:
        try:
            while self._waiting:
                review, reviewed = next(iter(self._waiting.items()))
                try:
                    await self._analyse(reviewed)
                except (StoreUnavailable, Conflict):
                    # Whoever looks again has it begun anew.
                    log.warning("analysis not stored", review=reviewed.table.code)
                finally:
                    del self._waiting[review]
                    self._done.pop(review, None)
        finally:
            self._running = False

    async def _analyse(self, reviewed: Reviewed) -> None:
        known = await self._known(reviewed.review)
        found: list[AnalysedDecision] = []
        for decision in reviewed.decisions():
            deal = decision.step.deal
            if deal in known:
                continue
            if found and found[0].deal != deal:
                await self._store(reviewed, found)
                found = []
            found.append(judged(decision, await self._advice(reviewed, decision)))
            self._done[reviewed.review] = len(found)
        if found:
            await self._store(reviewed, found)

    async def _advice(self, reviewed: Reviewed, decision: Decision) -> Sequence[Advice]:
        match, seat = decision.match, decision.seat
        view = match.view(seat)
        if len(view.legal_actions()) == 1:
            return ()
        version = decision.step.before
        level = _level(reviewed)
        seed = hashlib.sha256(f"{reviewed.review} {version}".encode()).digest()
        number = int.from_bytes(seed[:6], "big")
        job = Job(reviewed.review, version, seat, reviewed.table.game, level, number, view, match.history(seat))
        try:
            return await self._services.worker.analyse(job)
        except Exception as error:
            # One moment without an answer does not keep the others from theirs.
            log.warning("decision not analysed", game=job.game, version=version, where=where(error))
            return ()

    async def _store(self, reviewed: Reviewed, found: list[AnalysedDecision]) -> None:
        await self._services.store.write(partial(_write, review=reviewed.review, decisions=found))
        self._done.pop(reviewed.review, None)

    async def _known(self, review: str) -> dict[int, list[AnalysedDecision]]:
        return await self._services.store.read(partial(_read, review=review))


def judged(decision: Decision, choices: Sequence[Advice]) -> AnalysedDecision:
    """A decision beside what the expert would have chosen among."""
    step = decision.step
    best = choices[0].expected if choices else None
    own = next((choice.expected for choice in choices if same_action(choice.action, decision.action)), None)
    return AnalysedDecision(
        deal=step.deal,
        version=step.before,
        seat=decision.seat,
        action=frames.raw(decision.action),
        choices=frames.advice(step.before, "expert", choices).choices,
        expected=None if own is None else round(float(own), 2),
        cost=None if own is None or best is None else round(max(0.0, float(best) - float(own)), 2),
    )


def _level(reviewed: Reviewed) -> str:
    return bots.levels(reviewed.table.game)[-1]


def _want(connection: sa.Connection, review: str) -> None:
    connection.execute(sa.update(REVIEWS).where(REVIEWS.c.review == review).values(wanted=1))


def _read(connection: sa.Connection, review: str) -> dict[int, list[AnalysedDecision]]:
    rows = connection.execute(sa.select(ANALYSES.c.deal, ANALYSES.c.body).where(ANALYSES.c.review == review))
    return {row.deal: msgspec.json.decode(row.body, type=list[AnalysedDecision]) for row in rows}


def _write(connection: sa.Connection, review: str, decisions: list[AnalysedDecision]) -> None:
    key = {"review": review, "deal": decisions[0].deal}
    # Another node may have been quicker; what is known once does not change.
    known = sa.select(ANALYSES.c.deal).where(*(ANALYSES.c[name] == value for name, value in key.items()))
    if connection.execute(known).first() is None:
        connection.execute(sa.insert(ANALYSES).values(**key, body=msgspec.json.encode(decisions)))
