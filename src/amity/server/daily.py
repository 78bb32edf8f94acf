"""The deal of the day: the same cards for everybody, bots in the other seats, and who has made the most of them.

It is a duplicate evening (:mod:`amity.server.evenings`) of one deal at as many tables as people come, each of them in
the same seat. At its first tables bots play alone: there is always somebody to compare with. The seed is drawn at
random when the first person comes, and revealed when nobody can play the deal for the day any more. Pure functions.
"""

from __future__ import annotations

import base64
import hashlib
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final

import msgspec

from amity import bots
from amity.server.evening_messages import CreateEvening
from amity.server.evenings import StoredEntrant, StoredEvening, first_table, new_evening, seat_of
from amity.server.messages import Level
from amity.server.stored import StoredSeat, StoredTable
from amity.server.times import DAY_MS as DAY_MS
from amity.shuffle import draw_seed

GRACE_MS: Final = 3_600_000
"""How long after the end of the day a deal that was begun on that day still counts. Then its seed is revealed."""
OWN_SEAT: Final = 0
"""The seat of whoever plays; the cards are dealt at random, so that one is as good as another."""
COMPARED: Final[tuple[Level, ...]] = ("club", "expert")
"""The bots that play the deal in the same seat."""
LISTED: Final = 20
"""How many players a table of the day or the week has, besides oneself."""


@dataclass(frozen=True)
class Standing:
    """How one player of a day compares with all others, bots among them."""

    who: str | None
    """The player's key; ``None`` for a bot."""
    name: str | None
    """Of a bot its level; ``None`` for a person who has had his data deleted."""
    points: float
    share: float | None
    """Percent of the others that he did at least as well as; ``None`` without others."""
    average: float | None
    """The mean of the others."""
    rank: int | None
    """Among people; ``None`` for a bot."""


@dataclass(frozen=True)
class WeekStanding:
    """One player's week."""

    who: str
    name: str
    days: int
    share: float
    """Sum of the shares of his days."""
    rank: int


def day_of(now_ms: int) -> date:
    """The day of a moment, in UTC."""
    return datetime.fromtimestamp(now_ms / 1000, UTC).date()


def week_of(day: date) -> list[date]:
    """The days of a week from Monday up to that day."""
    return [day - timedelta(days=before) for before in range(day.weekday(), -1, -1)]


def sealed_from(now_ms: int) -> int:
    """The moment from which on a day must have begun for its seed to be secret still."""
    return (now_ms - GRACE_MS) // DAY_MS * DAY_MS


def daily_code(game: str, day: date) -> str:
    """Under which code the deal of a day is stored. It tells nothing of the cards."""
    digest = hashlib.sha256(f"daily|{game}|{day.isoformat()}".encode()).digest()
    return base64.b32encode(digest).decode()[:12]


def new_daily(game: str, now_ms: int) -> StoredEvening:
    """The deal of this day, with a new seed.

    :raises InvalidRequest: ``unknown_game``.
    """
    day = day_of(now_ms)
    evening = new_evening(CreateEvening(game=game, tables=2, deals=1, name="", level="club"), now_ms)
    return msgspec.structs.replace(
        evening,
        code=daily_code(game, day),
        # Nobody waits for anybody.
        move_seconds=0,
        bank_seconds=0,
        day=day.isoformat(),
        compared=tuple(level for level in COMPARED if level in bots.levels(game)),
        token_key=draw_seed().hex(),
    )


def bot_tables(evening: StoredEvening) -> list[StoredTable]:
    """The tables at which bots play the deal of the day alone."""
    return [_table(evening, place, StoredSeat(kind="bot", level=level)) for place, level in enumerate(evening.compared)]


def place_of(evening: StoredEvening, entrant: int) -> int:
    """The number of an entrant's table: they come after those of the bots."""
    return len(evening.compared) + entrant


def own_table(evening: StoredEvening, entrant: int) -> StoredTable:
    """The table of an entrant."""
    return _table(evening, place_of(evening, entrant), seat_of(evening.entrants[entrant]))


def entrant_of(evening: StoredEvening, guest: str | None, account: str | None) -> int | None:
    """The number of whoever has this account, or else comes with this browser (the hash of its identity)."""
    known = list(enumerate(evening.entrants))
    by_account = (number for number, one in known if account is not None and one.account == account)
    by_guest = (number for number, one in known if guest is not None and one.guest == guest)
    return next(by_account, next(by_guest, None))


def key_of(entrant: StoredEntrant) -> str:
    """Who somebody is, through all days of a week; those who have had their data deleted are one."""
    return f"account {entrant.account}" if entrant.account is not None else f"guest {entrant.guest}"


def standings(evening: StoredEvening, made: Mapping[int, float]) -> list[Standing]:
    """Everybody who has played the deal of a day, the best first; ``made`` is the points by place."""
    levels = evening.compared
    points = sorted(made.values())
    people = sorted((value for place, value in made.items() if place >= len(levels)), reverse=True)
    found = []
    for place, own in made.items():
        others = len(points) - 1
        entrant = None if place < len(levels) else evening.entrants[place - len(levels)]
        found.append(
            Standing(
                who=None if entrant is None else key_of(entrant),
                name=levels[place] if entrant is None else entrant.name,
                points=own,
                share=100 * (bisect_right(points, own) - 1) / others if others else None,
                average=(sum(points) - own) / others if others else None,
                rank=None if entrant is None else people.index(own) + 1,
            )
        )
    return sorted(found, key=lambda one: (-one.points, one.rank is None, one.name or ""))


def week_standings(days: Sequence[Sequence[Standing]]) -> list[WeekStanding]:
    """Everybody who has played in a week and can be told apart, by the sum of the shares of his days; ``days`` from
    Monday on."""
    shares: dict[str, list[float]] = {}
    names: dict[str, str] = {}
    for day in days:
        for one in day:
            if one.who is not None and one.name is not None:
                shares.setdefault(one.who, []).append(one.share or 0)
                names[one.who] = one.name
    sums = {who: round(sum(own), 2) for who, own in shares.items()}
    best = sorted(sums.values(), reverse=True)
    found = [WeekStanding(who, names[who], len(shares[who]), sums[who], best.index(sums[who]) + 1) for who in sums]
    return sorted(found, key=lambda one: (one.rank, one.name))


def _table(evening: StoredEvening, place: int, own: StoredSeat) -> StoredTable:
    seats = [StoredSeat(kind="bot", level=evening.level) for _ in range(evening.seats)]
    seats[OWN_SEAT] = own
    # Nobody adds to the deal: it would be another for whoever comes later.
    return first_table(evening, place, seats, hashlib.sha256(b"").hexdigest())
