"""Write the golden matches anew: ``python -m tests.games.tarot.make_golden``. To be run only when the rules change.

The records lie in tests/data/golden/tarot.
"""

from __future__ import annotations

from pathlib import Path

from amity import bots, games
from amity.match import Match
from amity.record import Fairness, Record, write
from amity.shuffle import MatchRandom, commitment

FOLDER = Path(__file__).parents[2] / "data/golden/tarot"


def _record(
    name: str, levels: tuple[str, ...], preset: str, changes: dict[str, object], number: int, *, forfeit: int = 0
) -> None:
    """Play a match; with ``forfeit`` the seat in turn gives up after that many events."""
    game = games.get("tarot")
    options = games.parse_options(game, preset, changes)
    chance = MatchRandom.from_number(number)
    players = [bots.make("tarot", level, number + seat) for seat, level in enumerate(levels)]
    match: Match = game.new_match(options, len(levels), chance)
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
    record = Record(game, options, levels, tuple(match.events), fairness, game.rules_version, preset)
    (FOLDER / f"{name}.amity").write_text(write(record), encoding="utf-8")


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for seats in (3, 4, 5):
        levels = ("club", "novice", "club", "novice", "club")[:seats]
        _record(f"{seats}-original", levels, "original", {}, 30 + seats)
        _record(f"{seats}-fft", levels, "fft", {}, 40 + seats)
        _record(f"{seats}-random", ("random",) * seats, "original", {"deals": 3, "petit_sec": "play"}, 50 + seats)
    _record("trick-winner", ("random", "club", "random"), "fft", {"excuse_last_trick": "trick_winner"}, 61)
    _record("out-of-time", ("club",) * 5, "original", {}, 62, forfeit=150)
