"""A bot's turn: what it is asked, who chooses when it cannot, and when its move is shown."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import random
from dataclasses import replace
from typing import Final

import structlog

from amity.match import Match
from amity.server.commands import BotChose
from amity.server.logs import where
from amity.server.services import Services
from amity.server.stored import StoredTable
from amity.server.workers import Job, Worker, plain_level, quick_level

log: Final = structlog.get_logger("amity.bots")

_CHANCE: Final = random.SystemRandom()
"""Nobody can tell what it draws, and it is nobody else's."""


def preparing(table: StoredTable, worker: Worker) -> list[int]:
    """The seats whose bots cannot play yet."""
    plays = [(number, seat.plays) for number, seat in enumerate(table.seats)]
    return [number for number, level in plays if level is not None and not worker.ready(table.game, level)]


def job_for(table: StoredTable, match: Match, seat: int, level: str) -> Job:
    """The decision of a seat at this moment, for a bot of that level. It holds what the seat may know, no more."""
    seed = hashlib.sha256(f"{table.bot_seed} {match.version} {seat}".encode()).digest()
    return Job(
        table=table.code,
        version=match.version,
        seat=seat,
        game=table.game,
        level=level,
        seed=int.from_bytes(seed[:6], "big"),
        view=match.view(seat),
        history=match.history(seat),
    )


async def take_turn(job: Job, services: Services) -> BotChose:
    """Let a bot choose, and wait until its move may be shown."""
    settings = services.settings
    # If this fails, so will the choice, and another bot takes over there.
    with contextlib.suppress(Exception):
        await services.worker.prepare(job.game, job.level)
    # Drawn apart from everything the bot knows: how long it takes tells nothing about its cards.
    delay = _CHANCE.uniform(settings.bot_delay_min_ms, settings.bot_delay_max_ms) / 1000
    now = asyncio.get_running_loop().time
    shown_at = now() + delay
    chosen = await _choose(job, services)
    await asyncio.sleep(max(0.0, shown_at - now()))
    return chosen


async def _choose(job: Job, services: Services) -> BotChose:
    for level in dict.fromkeys((job.level, quick_level(job.game), plain_level(job.game))):
        try:
            async with asyncio.timeout(services.settings.bot_budget_ms / 1000):
                action = await services.worker.choose(replace(job, level=level))
        except Exception as error:
            reason = "slow" if isinstance(error, TimeoutError) else "failed"
            log.error("bot did not choose", table=job.table, level=level, reason=reason, where=where(error))
            services.metrics.bot_fallbacks.labels(reason).inc()
        else:
            return BotChose(job.version, job.seat, action, level)
    return BotChose(job.version, job.seat, None, "random")
