"""The record of a table's match."""

from __future__ import annotations

from amity import games
from amity.match import Match
from amity.record import Fairness, Record, write
from amity.server.stored import StoredTable
from amity.shuffle import commitment


def record_text(stored: StoredTable, match: Match, seat: int | None, over: bool) -> str:
    """The whole match once it is ``over`` for everybody, before that what a seat saw, or a spectator (``None``)."""
    return write(
        Record(
            game=games.get(stored.game),
            options=stored.game_options(),
            names=tuple(one.name or one.level or "?" for one in stored.seats),
            events=tuple(match.events) if over else match.history(seat),
            fairness=_fairness(stored, over),
            rules_version=stored.rules_version,
            preset=stored.preset,
            seen_by="all" if over else "spectator" if seat is None else seat,
        )
    )


def _fairness(stored: StoredTable, over: bool) -> Fairness:
    if stored.practice:
        # Its first deals come from another match, so its seeds explain nothing.
        return Fairness(match=stored.match, commitment="")
    seed = bytes.fromhex(stored.server_seed)
    return Fairness(
        match=stored.match,
        commitment=commitment(seed),
        server_seed=seed if over else None,
        seat_seeds=tuple(bytes.fromhex(one.seed or "") for one in stored.seats),
        seat_commitments=tuple(one.commitment or "" for one in stored.seats),
    )
