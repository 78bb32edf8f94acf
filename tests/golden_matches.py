"""The golden matches of every game: how they were played, where their records lie, and writing them anew.

``python -m tests.golden_matches [game ...]`` plays them and writes tests/data/golden. To be run only when the rules
change: bots that have learned to play otherwise since would play other matches, and the old ones are as good a test.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from amity import bots, games
from amity.record import Fairness, Record, write
from amity.shuffle import MatchRandom, commitment

FOLDER: Final = Path(__file__).parent / "data" / "golden"


@dataclass(frozen=True)
class Golden:
    """One match: who plays it and by which rules."""

    name: str
    seats: int
    levels: tuple[str, ...]
    """Of the bots, seat by seat and from the front again."""
    number: int
    """The seed of the shuffles; seat 0's bot has it too, and the next seats the next numbers."""
    preset: str = "original"
    changes: Mapping[str, Any] = field(default_factory=dict)
    forfeit: int = 0
    """After so many events the seat in turn gives up; 0: nobody does."""


def _tarot() -> tuple[Golden, ...]:
    matches = []
    for seats in (3, 4, 5):
        mixed = ("club", "novice")
        matches += [
            Golden(f"{seats}-original", seats, mixed, 30 + seats),
            Golden(f"{seats}-fft", seats, mixed, 40 + seats, "fft"),
            Golden(f"{seats}-random", seats, ("random",), 50 + seats, changes={"deals": 3, "petit_sec": "play"}),
        ]
    winner = {"excuse_last_trick": "trick_winner"}
    return (
        *matches,
        Golden("trick-winner", 3, ("random", "club", "random"), 61, "fft", winner),
        Golden("out-of-time", 5, ("club",), 62, forfeit=150),
    )


MATCHES: Final[dict[str, tuple[Golden, ...]]] = {
    "mate": (
        Golden("experts", 2, ("expert",), 11),
        Golden("club-and-novice", 2, ("club", "novice"), 12, changes={"games": 8}),
        Golden("no-foreplacing", 2, ("novice", "random"), 13, changes={"foreplacing": False, "games": 2}),
        Golden("out-of-time", 2, ("random",), 14, forfeit=41),
    ),
    "pinochle": (
        Golden("club-and-novice", 4, ("club", "novice"), 21),
        Golden("club-rules", 4, ("club",), 22, "club"),
        Golden(
            "every-option",
            4,
            ("novice", "club"),
            23,
            "club",
            {"run_counts_marriage": True, "both_reach": "higher", "target": 500, "pass_is_final": False, "seconds": 0},
        ),
        Golden("random", 4, ("random",), 24, changes={"target": 600}),
        Golden("out-of-time", 4, ("club", "novice"), 25, forfeit=100),
    ),
    "tarot": _tarot(),
    "friends": (
        Golden("four-deals", 6, ("club", "novice"), 41, changes={"deals": 4}),
        Golden("classic", 6, ("club", "random"), 42, "classic", {"deals": 3}),
        Golden("at-ace", 6, ("club",), 43, changes={"start_level": 14}),
        Golden("dealer-at-ace", 6, ("novice", "club"), 44, "classic", {"start_level": 14}),
        Golden("random", 6, ("random",), 45, changes={"deals": 3, "start_level": 9}),
        Golden("out-of-time", 6, ("club", "novice"), 46, forfeit=120),
    ),
}
"""By game."""


def paths(game: str) -> list[Path]:
    """The records that lie there."""
    return sorted((FOLDER / game).glob("*.amity"))


def play(name: str, golden: Golden) -> str:
    """The record of the match, played anew."""
    game = games.get(name)
    options = games.parse_options(game, golden.preset, golden.changes)
    chance = MatchRandom.from_number(golden.number)
    levels = tuple(golden.levels[seat % len(golden.levels)] for seat in range(golden.seats))
    players = [bots.make(name, level, golden.number + seat) for seat, level in enumerate(levels)]
    match = game.new_match(options, golden.seats, chance)
    while not match.over:
        if match.awaiting_deal:
            match.deal()
            continue
        seat = match.to_act
        assert seat is not None
        if golden.forfeit and match.version >= golden.forfeit:
            match.forfeit(seat, "time")
        else:
            match.apply(seat, players[seat].choose(match.view(seat), match.history(seat)))
    fairness = Fairness(chance.match, commitment(chance.server_seed), chance.server_seed)
    return write(Record(game, options, levels, tuple(match.events), fairness, game.rules_version, golden.preset))


if __name__ == "__main__":
    for chosen in sys.argv[1:] or MATCHES:
        (FOLDER / chosen).mkdir(parents=True, exist_ok=True)
        for match in MATCHES[chosen]:
            (FOLDER / chosen / f"{match.name}.amity").write_text(play(chosen, match), encoding="utf-8")
