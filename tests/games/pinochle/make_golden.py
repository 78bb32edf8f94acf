"""Write the golden matches anew: ``python tests/games/pinochle/make_golden.py``. To be run only when the rules change.

The records lie in tests/data/golden/pinochle.
"""

from __future__ import annotations

from pathlib import Path

from amity import bots, games
from amity.match import Match
from amity.record import Fairness, Record, write
from amity.shuffle import MatchRandom, commitment

FOLDER = Path(__file__).parents[2] / "data/golden/pinochle"


def _record(
    name: str, levels: tuple[str, str], preset: str, changes: dict[str, object], number: int, *, forfeit: int = 0
) -> None:
    """Play a match, the first level at seats 0 and 2; with ``forfeit`` the seat in turn gives up after that many
    events.
    """
    game = games.get("pinochle")
    options = games.parse_options(game, preset, changes)
    chance = MatchRandom.from_number(number)
    players = [bots.make("pinochle", levels[seat % 2], number + seat) for seat in range(4)]
    match: Match = game.new_match(options, 4, chance)
    while not match.over:
        if match.awaiting_deal:
            match.deal()
        elif forfeit and match.version >= forfeit:
            assert match.to_act is not None
            match.forfeit(match.to_act, "time")
        else:
            seat = match.to_act
            assert seat is not None
            match.apply(seat, players[seat].choose(match.view(seat), match.history(seat)))
    fairness = Fairness(chance.match, commitment(chance.server_seed), chance.server_seed)
    record = Record(game, options, levels * 2, tuple(match.events), fairness, game.rules_version, preset)
    (FOLDER / f"{name}.amity").write_text(write(record), encoding="utf-8")


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    _record("club-and-novice", ("club", "novice"), "original", {}, 21)
    _record("club-rules", ("club", "club"), "club", {}, 22)
    _record(
        "every-option",
        ("novice", "club"),
        "club",
        {"run_counts_marriage": True, "both_reach": "higher", "target": 500, "pass_is_final": False, "seconds": 0},
        23,
    )
    _record("random", ("random", "random"), "original", {"target": 600}, 24)
    _record("out-of-time", ("club", "novice"), "original", {}, 25, forfeit=100)
