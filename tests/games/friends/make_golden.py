"""Write the golden matches anew: ``python tests/games/friends/make_golden.py``. To be run only when the rules change.

The records lie in tests/data/golden/friends.
"""

from __future__ import annotations

from pathlib import Path

from amity import bots, games
from amity.match import Match
from amity.record import Fairness, Record, write
from amity.shuffle import MatchRandom, commitment

FOLDER = Path(__file__).parents[2] / "data/golden/friends"


def _record(
    name: str, levels: tuple[str, str], preset: str, changes: dict[str, object], number: int, *, forfeit: int = 0
) -> None:
    """Play a match, the first level at even seats; with ``forfeit`` the seat in turn gives up after so many events."""
    game = games.get("friends")
    options = games.parse_options(game, preset, changes)
    chance = MatchRandom.from_number(number)
    players = [bots.make("friends", levels[seat % 2], number + seat) for seat in range(6)]
    match: Match = game.new_match(options, 6, chance)
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
    record = Record(game, options, levels * 3, tuple(match.events), fairness, game.rules_version, preset)
    (FOLDER / f"{name}.amity").write_text(write(record), encoding="utf-8")


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    _record("four-deals", ("club", "novice"), "original", {"deals": 4}, 41)
    _record("classic", ("club", "random"), "classic", {"deals": 3}, 42)
    _record("at-ace", ("club", "club"), "original", {"start_level": 14}, 43)
    _record("dealer-at-ace", ("novice", "club"), "classic", {"start_level": 14}, 44)
    _record("random", ("random", "random"), "original", {"deals": 3, "start_level": 9}, 45)
    _record("out-of-time", ("club", "novice"), "original", {}, 46, forfeit=120)
