"""A match that is looked at again: its steps, every position with all hands, and the way back to a table.

Pure: works on what was stored, or on a record that somebody has brought.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, get_args

import msgspec

from amity.errors import InvalidRequest
from amity.match import Action, Event, Match
from amity.record import Record, verify
from amity.server import frames, messages
from amity.server.messages import Level
from amity.server.review_messages import Review, ReviewDeal, ReviewedDeal, ReviewStep
from amity.server.rows import LoadedTable
from amity.server.seats import KEEPER, LONGEST_NAME, clean_name, newcomer
from amity.server.stored import StoredPerson, StoredSeat, StoredTable
from amity.server.tokens import new_match_name, new_table_code
from amity.shuffle import draw_seed

BROUGHT_CODE: Final = "RECORD"
"""In the place of a table's code, where there is no table."""

_CHANCE: Final = frozenset({"dealt", "forfeited"})
_REST: Final = "rest_claimed"
"""What follows it up to the end of the deal was decided by it."""
_REJECTED: Final = "throw_rejected"
"""The play that follows it is what is left of the throw."""


@dataclass(frozen=True)
class Step:
    """One action, or a deal, and what came of it."""

    deal: int
    before: int
    """The match's version before the step."""
    version: int
    """The version after it."""
    seat: int | None
    action: Action | None


@dataclass(frozen=True)
class Decision:
    """A moment at which somebody decided."""

    step: Step
    seat: int
    action: Action
    match: Match
    """Right before the decision; valid until the next one is asked for."""


@dataclass(frozen=True)
class Reviewed:
    """A match that is over."""

    review: str
    loaded: LoadedTable
    record: Record | None = None
    """The record that it was read from, where somebody has brought one."""
    wanted: bool = False
    """Whether an analysis was asked for."""

    @property
    def table(self) -> StoredTable:
        """The table; of a record one that looks like it."""
        return self.loaded.table

    @property
    def events(self) -> Sequence[Event]:
        """Everything that happened."""
        return self.loaded.events

    def match(self) -> Match:
        """The match before its first event."""
        return self.table.new_match()

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """All steps in their order."""
        return tuple(_steps(self.match(), self.events))

    @cached_property
    def analysed_seats(self) -> frozenset[int]:
        """Whose decisions are analysed: people's, or everybody's where only bots played."""
        people = self.table.seats_of("person")
        return frozenset(people or range(len(self.table.seats)))

    def decisions(self) -> Iterator[Decision]:
        """The decisions to analyse, one after the other."""
        match = self.match()
        for step in self.steps:
            if step.action is not None and step.seat in self.analysed_seats:
                yield Decision(step, step.seat, step.action, match)
            _fold(match, self.events, step)

    def decision_count(self) -> int:
        """How many there are."""
        return sum(step.action is not None and step.seat in self.analysed_seats for step in self.steps)

    def summary(self) -> Review:
        """The match as a whole."""
        deals: dict[int, list[Step]] = {}
        for step in self.steps:
            deals.setdefault(step.deal, []).append(step)
        return Review(
            review=self.review,
            brought=self.record is not None,
            table=self.state(),
            deals=[
                ReviewedDeal(deal=deal, version=steps[0].version, steps=len(steps)) for deal, steps in deals.items()
            ],
        )

    def deal(self, number: int) -> ReviewDeal:
        """The course of one deal.

        :raises InvalidRequest: ``unknown_deal``.
        """
        match = self.match()
        shown = []
        for step in self.steps:
            if step.deal > number:
                break
            _fold(match, self.events, step)
            if step.deal == number:
                shown.append(self._shown(match, step))
        if not shown:
            raise InvalidRequest("unknown_deal", deal=number, deals=max((step.deal for step in self.steps), default=0))
        return ReviewDeal(deal=number, steps=shown)

    def practice(self, version: int, name: str, guest: str | None, token_hash: str, now_ms: int) -> StoredTable:
        """A table whose match goes on from the position before a decision, with whoever asks in the seat in turn.

        :raises InvalidRequest: ``unknown_position``, ``bad_name``.
        """
        step = next((one for one in self.steps if one.before == version and one.action is not None), None)
        if step is None or step.seat is None:
            raise InvalidRequest("unknown_position", version=version)
        return practice_table(self.table, step.seat, newcomer(name, guest, token_hash), now_ms)

    def state(self) -> messages.TableState:
        """The table as everybody may see it."""
        match = self.table.new_match(self.events)
        everybody = set(range(len(self.table.seats)))
        state = frames.table_state(
            self.table,
            match,
            connected=everybody,
            ready=set(),
            preparing=(),
            stand_ins={},
            ratings=self.loaded.ratings,
            sealed=False,
            offers=[],
            spectators=0,
            awaiting=None,
            resume_ms=None,
        )
        return state if self.record is None else msgspec.structs.replace(state, fairness=_fairness(self.record))

    def _shown(self, match: Match, step: Step) -> ReviewStep:
        return ReviewStep(
            version=step.version,
            seat=step.seat,
            action=None if step.action is None else frames.raw(step.action),
            events=[frames.raw(event) for event in self.events[step.before : step.version]],
            view=frames.raw(match.view(None)),
            hands=[hand_of(match, seat) for seat in range(len(self.table.seats))],
        )


def brought(review: str, record: Record, created_ms: int, wanted: bool = False) -> Reviewed:
    """A record as a match to look at.

    :raises InvalidRequest: ``record_is_partial``, ``record_other_rules``, ``record_not_right`` when its deals or its
        play are not what the seeds and the rules give: what nobody could have played cannot be shown.
    """
    if record.seen_by != "all":
        raise InvalidRequest("record_is_partial", seen_by=record.seen_by)
    for check in verify(record).checks:
        if check.what == "rules_version":
            raise InvalidRequest("record_other_rules", **(check.params or {}))
        if check.what in ("deals", "play") and check.outcome == "wrong":
            raise InvalidRequest("record_not_right", reason=check.code, event=(check.params or {}).get("event", 1))
    return Reviewed(review, LoadedTable(table_of(record, created_ms), record.events, {}), record, wanted)


def table_of(record: Record, created_ms: int) -> StoredTable:
    """A table like the one at which a record was played."""
    return StoredTable(
        code=BROUGHT_CODE,
        game=record.game.name,
        preset=record.preset,
        options=msgspec.to_builtins(record.options),
        rules_version=record.rules_version,
        seats=tuple(_seat(name) for name in record.names),
        host=None,
        move_seconds=0,
        on_timeout="autoplay",
        match=record.fairness.match,
        server_seed="",
        bot_seed="",
        created_ms=created_ms,
        phase="over",
    )


def practice_table(before: StoredTable, seat: int, me: StoredPerson, now_ms: int) -> StoredTable:
    """A table like another at which somebody plays one seat, and bots the others."""
    seats = [StoredSeat(kind="bot", level=one.level or KEEPER) for one in before.seats]
    seats[seat] = StoredSeat(kind="person", name=me.name, token_hash=me.token_hash, guest=me.guest)
    return StoredTable(
        code=new_table_code(),
        game=before.game,
        preset=before.preset,
        options=before.options,
        rules_version=before.rules_version,
        seats=tuple(seats),
        host=seat,
        move_seconds=0,
        on_timeout="autoplay",
        match=new_match_name(),
        server_seed=draw_seed().hex(),
        bot_seed=draw_seed().hex(),
        created_ms=now_ms,
        hints=True,
        practice=True,
        phase="playing",
    )


def _seat(name: str) -> StoredSeat:
    if name in get_args(Level):
        return StoredSeat(kind="bot", level=msgspec.convert(name, Level))
    try:
        return StoredSeat(kind="person", name=clean_name(name[:LONGEST_NAME]))
    except InvalidRequest:
        return StoredSeat(kind="person")


def _fairness(record: Record) -> messages.Fairness:
    fairness, seats = record.fairness, record.seats
    seeds = fairness.seat_seeds or (b"",) * seats
    return messages.Fairness(
        algorithm=fairness.algorithm,
        match=fairness.match,
        commitment=fairness.commitment or None,
        server_seed=None if fairness.server_seed is None else fairness.server_seed.hex(),
        seat_commitments=[one or None for one in fairness.seat_commitments or ("",) * seats],
        seat_seeds=[one.hex() or None for one in seeds],
    )


def _steps(match: Match, events: Sequence[Event]) -> Iterator[Step]:
    """Where each step begins is read off the events: no rule is asked, so that old matches can be shown."""
    deal = 0
    begun: tuple[int, int | None, Action | None] | None = None
    inside = False
    for version, event in enumerate(events):
        tag = type(event).__struct_config__.tag
        carried_out = event.action()
        chance = tag in _CHANCE
        if chance or (carried_out is not None and not inside):
            if begun is not None:
                yield Step(deal, begun[0], version, begun[1], begun[2])
            deal += tag == "dealt"
            seat, action = (None, None) if chance or carried_out is None else carried_out
            begun = (version, seat, action)
            inside = tag in (_REST, _REJECTED)
        elif carried_out is not None and inside:
            # Of a throw one play is left; of a claim all plays up to the end of the deal.
            inside = type(events[begun[0]]).__struct_config__.tag == _REST if begun is not None else False
        match.fold(event)
        inside = inside and not match.awaiting_deal
    if begun is not None:
        yield Step(deal, begun[0], len(events), begun[1], begun[2])


def _fold(match: Match, events: Sequence[Event], step: Step) -> None:
    for event in events[step.before : step.version]:
        match.fold(event)


def hand_of(match: Match, seat: int) -> list[str]:
    """The cards that a seat holds."""
    view = match.view(seat)
    # In Mate all hands lie open.
    return list(view.hands[seat] if hasattr(view, "hands") else getattr(view, "hand", ()))
