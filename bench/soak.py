"""Bots playing on and on: no illegal move, no crash, and every match replays to the same end. Resumable.

python bench/soak.py GAME LEVEL [--preset NAME] [--seats N] [--deals 1000]

Each run goes on where the last one of that configuration stopped, until so many deals are played in all; the counts
stand in bench/results/soak.json and soak.md. Runs of different configurations may go on at once. A match that fails is
named by its number and ends the run:

python bench/soak.py GAME LEVEL --only NUMBER
"""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from _report import RESULTS, write_report

from amity import bots, games
from amity.games import Game
from amity.match import Match
from amity.shuffle import MatchRandom

STATE: Path = RESULTS / "soak.json"
SAVE_EVERY = 20.0
"""Seconds between two savings."""


def play(game: Game, preset: str, seats: int, level: str, number: int) -> tuple[Match, int]:
    """One whole match and its number of deals."""
    chance = MatchRandom.from_number(number)
    match = game.new_match(game.presets[preset], seats, chance)
    players = [bots.make(game.name, level, seats * number + seat) for seat in range(seats)]
    deals = 0
    while not match.over:
        seat = match.to_act
        if seat is None:
            match.deal()
            deals += 1
        else:
            match.apply(seat, players[seat].choose(match.view(seat), match.history(seat)))
    replayed = game.match_type.replay(match.options, seats, match.events)
    if replayed.view(None) != match.view(None) or list(replayed.totals) != list(match.totals):
        raise AssertionError("the replay of the events ends elsewhere")
    return match, deals


@contextmanager
def alone() -> Iterator[None]:
    """Keep other runs from the counts meanwhile."""
    folder = os.open(RESULTS, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def load() -> dict[str, dict[str, Any]]:
    """The counts so far, by configuration."""
    if not STATE.exists():
        return {}
    rows = json.loads(STATE.read_text(encoding="utf-8"))["tables"]["configurations"]
    return {row["configuration"]: row for row in rows}


def save(configuration: str, row: dict[str, Any]) -> None:
    """Write the counts of one configuration beside those of the others."""
    with alone():
        rows = load() | {configuration: row}
        write_report(
            "soak",
            "Bots playing on and on",
            {"configurations": [rows[name] for name in sorted(rows)]},
            command="python bench/soak.py GAME LEVEL --preset NAME --seats N --deals N",
            notes=["Every match is played by bots of one level and replayed from its events."],
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=games.names())
    parser.add_argument("level")
    parser.add_argument("--preset", default="")
    parser.add_argument("--seats", type=int, default=0)
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--only", type=int)
    arguments = parser.parse_args()
    game = games.get(arguments.game)
    preset = arguments.preset or next(iter(game.presets))
    seats = arguments.seats or game.seat_counts[0]
    if arguments.only is not None:
        match, deals = play(game, preset, seats, arguments.level, arguments.only)
        print(f"match {arguments.only}: {deals} deals, totals {list(match.totals)}")
        return 0
    configuration = f"{game.name} {preset} {seats} {arguments.level}"
    empty = {"configuration": configuration, "matches": 0, "deals": 0, "events": 0, "seconds": 0.0}
    with alone():
        row = load().get(configuration, empty)
    saved = started = time.monotonic()
    before = row["seconds"]
    while row["deals"] < arguments.deals:
        number = row["matches"]
        try:
            match, deals = play(game, preset, seats, arguments.level, number)
        except Exception:
            print(f"{configuration}: match {number} failed", file=sys.stderr)
            raise
        now = time.monotonic()
        row = {
            **row,
            "matches": number + 1,
            "deals": row["deals"] + deals,
            "events": row["events"] + match.version,
            "seconds": round(before + now - started, 1),
        }
        if now - saved > SAVE_EVERY:
            save(configuration, row)
            saved = now
    save(configuration, row)
    return 0


if __name__ == "__main__":
    sys.exit(main())
