"""Who may say what, and when: the one place where every message of a person is allowed or refused.

What depends on what a message says (whether a seat is free, whether a move is legal) is judged where it is carried
out.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from typing import Final, Literal

from amity.errors import InvalidRequest
from amity.match import Match
from amity.server import messages
from amity.server.frames import between_deals
from amity.server.stored import StoredTable

Moment = Literal["waiting", "starting", "deal", "between", "adjourned", "over"]

_BEFORE: Final[Set[Moment]] = {"waiting"}
_CHANGES: Final[Set[Moment]] = {"waiting", "between"}
_MATCH: Final[Set[Moment]] = {"deal", "between"}
_NOT_PUT_OFF: Final[Set[Moment]] = {"waiting", "starting", "deal", "between", "over"}
_ALWAYS: Final[Set[Moment]] = _NOT_PUT_OFF | {"adjourned"}

_WRONG_MOMENT: Final[dict[Moment, str]] = {
    "waiting": "not_playing",
    "starting": "table_started",
    "deal": "table_started",
    "between": "table_started",
    "adjourned": "table_adjourned",
    "over": "table_started",
}


@dataclass(frozen=True)
class Rule:
    """Who may say a message, and when."""

    who: Literal["anybody", "player", "host"]
    """``anybody``: spectators as well."""
    when: Set[Moment]
    otherwise: str | None = None
    """The code of the refusal at another moment; ``None``: what the moment itself says."""
    away: bool = False
    """Whether somebody may for whom a bot plays on."""


RULES: Final[dict[type[messages.ClientMessage], Rule]] = {
    messages.CommitSeed: Rule("player", _BEFORE),
    messages.RevealSeed: Rule("player", {"starting"}, "no_seed_awaited"),
    messages.FillWithBots: Rule("host", _BEFORE),
    messages.SeatBot: Rule("host", _CHANGES, "deal_running"),
    messages.RotateSeats: Rule("host", _BEFORE),
    messages.Kick: Rule("host", _CHANGES, "deal_running"),
    messages.Leave: Rule("player", {"waiting", "deal", "between", "adjourned"}, away=True),
    messages.ComeBack: Rule("player", _MATCH | {"adjourned"}, away=True),
    # Judged by the match, which says more exactly why not.
    messages.Act: Rule("player", _NOT_PUT_OFF),
    messages.AskHint: Rule("player", _NOT_PUT_OFF),
    messages.Resign: Rule("player", _NOT_PUT_OFF),
    messages.Ready: Rule("player", {"waiting", "between", "adjourned"}, "stale"),
    messages.Rematch: Rule("player", {"over"}, "match_not_over", away=True),
    messages.Adjourn: Rule("player", _MATCH),
    messages.KeepPlaying: Rule("player", _MATCH),
    messages.ResumeWithBots: Rule("player", {"adjourned"}, "not_adjourned"),
    # Who may read what is said, and whose lines one may name: amity.server.chat.
    messages.Say: Rule("anybody", _ALWAYS, away=True),
    messages.Block: Rule("anybody", _ALWAYS, away=True),
    messages.Unblock: Rule("anybody", _ALWAYS, away=True),
    messages.Report: Rule("anybody", _ALWAYS, away=True),
}


_NOT_IN_EVENINGS: Final = (
    messages.Resign,
    messages.Adjourn,
    messages.SeatBot,
    messages.Kick,
    messages.RotateSeats,
    messages.Rematch,
)
"""What would keep the deals of an evening from being compared."""

_OFFERED: Final[dict[messages.Offer, type[messages.ClientMessage]]] = {
    "adjourn": messages.Adjourn,
    "resign": messages.Resign,
    "rematch": messages.Rematch,
}


def moment_of(table: StoredTable, match: Match | None) -> Moment:
    """Where the table is in its life."""
    if table.phase == "playing":
        return "between" if between_deals(table, match) else "deal"
    return table.phase


def allow(message: messages.ClientMessage, seat: int | None, table: StoredTable, match: Match | None) -> None:
    """Let somebody in a seat (``None``: a spectator) say something now.

    :raises InvalidRequest: ``unexpected_message``, ``spectators_only_watch``, ``seat_left``, ``host_only``, or what
        the moment refuses it with; ``evening_fixed`` at a table of an evening.
    """
    rule = RULES.get(type(message))
    if rule is None:
        raise InvalidRequest("unexpected_message")
    if seat is None:
        if rule.who == "anybody":
            return
        raise InvalidRequest("spectators_only_watch")
    moment = moment_of(table, match)
    if moment not in rule.when:
        code = rule.otherwise or _WRONG_MOMENT[moment]
        raise InvalidRequest(code, version=0 if match is None else match.version)
    if table.board is not None and isinstance(message, _NOT_IN_EVENINGS):
        raise InvalidRequest("evening_fixed")
    if rule.who == "host" and seat != table.host:
        raise InvalidRequest("host_only")
    if table.seats[seat].away is not None and not rule.away:
        raise InvalidRequest("seat_left")


def offers(table: StoredTable, match: Match | None, sealed: bool) -> list[messages.Offer]:
    """What is offered to whoever has a seat; ``sealed`` as in :class:`amity.server.rows.LoadedTable`."""
    if match is None or match.version == 0:
        return []
    moment = moment_of(table, match)
    found: list[messages.Offer] = []
    for offer, kind in _OFFERED.items():
        # A table may be over before its match: closed, or with the one deal that it plays of an evening.
        fits = match.over if offer == "rematch" else table.phase == "playing"
        if fits and moment in RULES[kind].when and not (table.board is not None and kind in _NOT_IN_EVENINGS):
            found.append(offer)
    if table.phase == "over" and not sealed:
        found.append("review")
    return found
