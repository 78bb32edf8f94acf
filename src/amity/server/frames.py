"""What is sent, made from what is known. A frame for a seat is made of what that seat may know and nothing else."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence, Set
from typing import Any, Final, Literal

import msgspec

from amity import __version__
from amity.bots import Advice
from amity.errors import AmityError
from amity.match import Match
from amity.server import messages
from amity.server.adjourn import KEPT_MS
from amity.server.messages import (
    PROTOCOL,
    Clock,
    EveningPlace,
    Fairness,
    Level,
    Problem,
    SeatState,
    TableState,
    Update,
    VersionedEvent,
    Welcome,
)
from amity.server.plan import bank_of
from amity.server.seats import takeable_seats
from amity.server.sessions import is_bot
from amity.server.stored import StoredBoard, StoredTable
from amity.shuffle import ALGORITHM, commitment

_ENCODER: Final = msgspec.json.Encoder()

ADVISED: Final = 3
"""Choices that a hint shows at most."""


def encode(message: Any) -> str:
    """A message as the text of its frame."""
    return _ENCODER.encode(message).decode()


def raw(value: Any) -> msgspec.Raw:
    """A value inside a message whose type the message does not know."""
    return msgspec.Raw(_ENCODER.encode(value))


def table_state(
    table: StoredTable,
    match: Match | None,
    *,
    connected: Set[int],
    ready: Set[int],
    preparing: Collection[int],
    stand_ins: Mapping[int, Level],
    ratings: Mapping[int, int],
    sealed: bool,
    offers: list[messages.Offer],
    spectators: int,
    awaiting: Literal["people", "bots", "ready"] | None,
    resume_ms: int | None,
    adjourn: messages.AdjournRequest | None = None,
) -> TableState:
    """The table as everybody may see it; ``ratings`` by seat, after the match."""
    takeable = takeable_seats(table) if table.phase in ("waiting", "playing") else []
    return TableState(
        code=table.code,
        game=table.game,
        preset=table.preset,
        options=table.options,
        status="between_deals" if between_deals(table, match) else table.phase,
        awaiting=awaiting,
        seats=[
            SeatState(
                seat=number,
                kind=seat.kind,
                name=seat.name,
                level=seat.level,
                program=is_bot(seat.account),
                connected=seat.kind == "bot" or number in connected,
                preparing=number in preparing,
                ready=number in ready,
                hints=seat.hints,
                stand_in=stand_ins.get(number),
                open=number in takeable,
                away=seat.away,
                arriving=None if seat.arriving is None else seat.arriving.name,
                bank_ms=bank_of(table, number) if table.bank_seconds else None,
                rating=seat.rating,
                rating_after=ratings.get(number),
            )
            for number, seat in enumerate(table.seats)
        ],
        host=table.host,
        hints=table.hints,
        spectators=spectators,
        resume_ms=resume_ms,
        public=table.public,
        ready_check=table.ready_check,
        rated=table.rated,
        practice=table.practice,
        evening=None if table.board is None else evening_place(table.board),
        fairness=fairness(table, sealed),
        adjourn=adjourn,
        kept_until_ms=None if table.adjourned_ms is None else table.adjourned_ms + KEPT_MS,
        rematch=table.rematch,
        offers=offers,
        notice=None if table.notice is None else Problem(code=table.notice.code, params=table.notice.params),
    )


def between_deals(table: StoredTable, match: Match | None) -> bool:
    """Whether one deal is over and the next not yet dealt."""
    return table.phase == "playing" and match is not None and match.awaiting_deal and match.version > 0


def evening_place(board: StoredBoard) -> EveningPlace:
    """What everybody may know of the deal that a table of an evening plays."""
    return EveningPlace(code=board.evening, number=board.number, deals=board.deals, day=board.day)


def fairness(table: StoredTable, sealed: bool) -> Fairness:
    """What makes the deals checkable, as far as it may be known in the table's phase, and elsewhere if ``sealed``."""
    waiting = table.phase == "waiting"
    settled = table.phase in ("playing", "adjourned", "over")
    return Fairness(
        algorithm=ALGORITHM,
        match=table.match,
        commitment=None if waiting else commitment(bytes.fromhex(table.server_seed)),
        server_seed=table.server_seed if table.phase == "over" and not sealed else None,
        seat_commitments=[seat.commitment for seat in table.seats],
        seat_seeds=[seat.seed if settled else None for seat in table.seats],
    )


def welcome(
    match: Match | None, seat: int | None, state: TableState, clock: Clock | None, last_version: int | None
) -> Welcome:
    """The whole present moment for one seat, or a spectator (``None``)."""
    version = 0 if match is None else match.version
    # A client that knows more than there is saw a store that is gone; it starts anew.
    since = last_version if last_version is not None and last_version <= version else 0
    return Welcome(
        protocol=PROTOCOL,
        server=__version__,
        seat=seat,
        table=state,
        version=version,
        view=None if match is None or version == 0 else raw(match.view(seat).with_help()),
        events=events_since(match, seat, since),
        clock=clock,
    )


def update(match: Match, seat: int | None, since: int, clock: Clock | None) -> Update:
    """What has happened after version ``since``, and the view after it, for one seat or a spectator."""
    return Update(
        version=match.version,
        events=events_since(match, seat, since),
        view=raw(match.view(seat).with_help()),
        clock=clock,
    )


def advice(version: int, level: str, choices: Sequence[Advice]) -> messages.Advice:
    """The best of what a bot would choose among."""
    return messages.Advice(
        version=version,
        level=msgspec.convert(level, Level),
        choices=[
            messages.AdvisedAction(action=raw(action), expected=None if expected is None else round(float(expected), 2))
            for action, expected in choices[:ADVISED]
        ],
    )


def refused(action: str | None, error: AmityError) -> messages.Refused:
    """A refusal of what was said with that id."""
    legal = getattr(error, "legal", None)
    return messages.Refused(
        id=action, code=error.code, params=error.params, legal=None if legal is None else raw(legal)
    )


def events_since(match: Match | None, seat: int | None, since: int) -> list[VersionedEvent]:
    """The events after that version, as the seat saw them."""
    if match is None:
        return []
    seen = (event.seen_by(seat) for event in match.events[since:])
    return [VersionedEvent(version=version, event=raw(event)) for version, event in enumerate(seen, since + 1)]
