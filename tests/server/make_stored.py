"""Make a fixture of what a server of today stores: ``python tests/server/make_stored.py GAME``.

Fixtures of formats that have been released are never made anew: they are what the tests of old formats read.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import msgspec

from amity import bots, games
from amity.bots import step_chance_and_bots
from amity.server.messages import CreateTable
from amity.server.seats import new_table
from amity.server.stored import EVENT_FORMAT, write_event, write_table

DEALS = 2


def main(name: str) -> None:
    """Store a match of two deals between novices."""
    seats = games.get(name).seat_counts[0]
    request = {"game": name, "name": "Ann", "seats": [{"kind": "me"}] + [{"kind": "bot"}] * (seats - 1)}
    table = msgspec.structs.replace(
        new_table(msgspec.convert(request, CreateTable), "0" * 64),
        code="FIXED",
        phase="playing",
        match="fixture",
        server_seed="11" * 32,
        bot_seed="22" * 32,
        created_ms=1_796_000_000_000,
    )
    match = table.new_match()
    step_chance_and_bots(match, {seat: bots.make(name, "novice", seat) for seat in range(seats)}, deals=DEALS)
    stored = {
        "table": json.loads(write_table(table)),
        "events": [{"format": EVENT_FORMAT, "body": json.loads(write_event(event))} for event in match.events],
        "totals": list(match.totals),
    }
    path = Path(__file__).parent / "data" / f"stored-{table.format}-{name}.json"
    path.write_text(json.dumps(stored, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
