"""Write the golden matches anew: ``python tests/games/mate/make_golden.py``. To be run only when the rules change.

The records lie in tests/data/golden/mate.
"""

from __future__ import annotations

from pathlib import Path

from amity import bots, games
from amity.match import Match
from amity.record import Fairness, Record, write
from amity.shuffle import MatchRandom, commitment

FOLDER = Path(__file__).parents[2] / "data/golden/mate"


def _record(name: str, levels: tuple[str, str], changes: dict[str, object], number: int, *, forfeit: bool) -> None:
    game = games.get("mate")
    options = games.parse_options(game, "original", changes)
    chance = MatchRandom.from_number(number)
    players = [bots.make("mate", level, number + seat) for seat, level in enumerate(levels)]
    match: Match = game.new_match(options, 2, chance)
    while not match.over:
        if match.awaiting_deal:
            match.deal()
        elif forfeit and match.version > 40:
            assert match.to_act is not None
            match.forfeit(match.to_act, "time")
        else:
            seat = match.to_act
            assert seat is not None
            match.apply(seat, players[seat].choose(match.view(seat), match.history(seat)))
    fairness = Fairness(chance.match, commitment(chance.server_seed), chance.server_seed)
    record = Record(game, options, levels, tuple(match.events), fairness, game.rules_version, "original")
    (FOLDER / f"{name}.amity").write_text(write(record), encoding="utf-8")


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    _record("experts", ("expert", "expert"), {}, 11, forfeit=False)
    _record("club-and-novice", ("club", "novice"), {"games": 8}, 12, forfeit=False)
    _record("no-foreplacing", ("novice", "random"), {"foreplacing": False, "games": 2}, 13, forfeit=False)
    _record("out-of-time", ("random", "random"), {}, 14, forfeit=True)
