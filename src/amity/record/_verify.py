"""Checking a record: its seeds against the commitments, its deals against the seeds, its play against the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Literal

from amity.errors import AmityError, IllegalAction, InvalidRequest, VerificationError
from amity.match import Event, Forfeited, Match
from amity.record._record import Record
from amity.shuffle import verify_commitment


@dataclass(frozen=True)
class Check:
    """One thing that was checked."""

    what: Literal["commitment", "seat_commitment", "deals", "play", "rules_version"]
    outcome: Literal["right", "wrong", "not_checkable"]
    code: str = ""
    """Why it is wrong or cannot be checked."""
    params: dict[str, Any] | None = None


@dataclass(frozen=True)
class Verification:
    """All checks of a record."""

    checks: tuple[Check, ...]

    @property
    def right(self) -> bool:
        """Whether nothing was found wrong. What cannot be checked does not count as wrong."""
        return all(check.outcome != "wrong" for check in self.checks)


def verify(record: Record) -> Verification:
    """Check everything a record claims. Finds the first disagreement of its deals and play, never raises for one.

    The deals are dealt again from the seeds when they are released, and every action is carried out again under
    today's rules; each outcome has to be the one written down.
    """
    return Verification((*_commitment_checks(record), *_play_checks(record)))


def _commitment_checks(record: Record) -> list[Check]:
    fairness = record.fairness
    checks = []
    if fairness.server_seed is None:
        checks.append(Check("commitment", "not_checkable", "server_seed_not_released"))
    elif not fairness.commitment:
        checks.append(Check("commitment", "not_checkable", "no_commitment"))
    else:
        checks.append(_commitment_check("commitment", fairness.server_seed, fairness.commitment))
    for seat, (seed, promised) in enumerate(zip_longest(fairness.seat_seeds, fairness.seat_commitments)):
        if seed and promised:
            checks.append(_commitment_check("seat_commitment", seed, promised, seat=seat))
        elif seed:
            checks.append(Check("seat_commitment", "wrong", "seed_without_commitment", {"seat": seat}))
    return checks


def _commitment_check(
    what: Literal["commitment", "seat_commitment"], seed: bytes, promised: str, **params: Any
) -> Check:
    try:
        verify_commitment(seed, promised)
    except VerificationError as error:
        return Check(what, "wrong", error.code, {**error.params, **params})
    return Check(what, "right", params=params or None)


def _play_checks(record: Record) -> list[Check]:
    if record.rules_version != record.game.rules_version:
        return [
            Check(
                "rules_version",
                "not_checkable",
                "other_rules_version",
                {"recorded": record.rules_version, "known": record.game.rules_version},
            )
        ]
    if record.seen_by != "all":
        why = Check("deals", "not_checkable", "record_is_partial", {"seen_by": record.seen_by})
        return [why, Check("play", "not_checkable", "record_is_partial", {"seen_by": record.seen_by})]
    random = record.fairness.random()
    match = record.game.new_match(record.options, record.seats, random)
    events = record.events
    deals = (
        Check("deals", "right") if random is not None else Check("deals", "not_checkable", "server_seed_not_released")
    )
    while match.version < len(events):
        at = match.version
        dealing = match.awaiting_deal and not isinstance(events[at], Forfeited)
        try:
            happened = _again(match, events, at, seeded=random is not None)
        except AmityError as error:
            if dealing:
                return [Check("deals", "wrong", error.code, error.params), Check("play", "right")]
            return [deals, Check("play", "wrong", error.code, {**error.params, "event": at + 1})]
        for offset, event in enumerate(happened):
            if at + offset >= len(events) or events[at + offset] != event:
                wrong = _difference(events, at + offset, event)
                if dealing:
                    return [Check("deals", "wrong", "other_deal", wrong), Check("play", "right")]
                return [deals, Check("play", "wrong", "other_outcome", wrong)]
    return [deals, Check("play", "right")]


def _again(match: Match, events: Sequence[Event], at: int, *, seeded: bool) -> list[Event]:
    """Carry out again the step that starts with event ``at``."""
    event = events[at]
    if match.over:
        raise IllegalAction("match_over")
    if isinstance(event, Forfeited):
        return match.forfeit(event.seat, event.cause)
    if match.awaiting_deal:
        return match.deal() if seeded else _deal_as_recorded(match, events, at)
    carried_out = event.action()
    if carried_out is None:
        raise VerificationError("action_expected", found=type(event).__name__)
    seat, action = carried_out
    return match.apply(seat, action)


def _deal_as_recorded(match: Match, events: Sequence[Event], at: int) -> list[Event]:
    """Without seeds a deal is taken as it is written; what follows from its cards is worked out."""
    event = events[at]
    if type(event).__struct_config__.tag != "dealt":
        raise InvalidRequest("deal_awaited")
    match.fold(event)
    following = match.after_deal()
    for consequence in following:
        match.fold(consequence)
    return [event, *following]


def _difference(events: Sequence[Event], at: int, expected: Event) -> dict[str, Any]:
    recorded = type(events[at]).__name__ if at < len(events) else "nothing"
    return {"event": at + 1, "recorded": recorded, "expected": type(expected).__name__}
