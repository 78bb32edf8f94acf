"""How likely a match of Pinochle is won from a score: the constants of `winning_chance`, fitted to matches of clubs.

python bench/pinochle_chance.py [--matches 3000] [--seed 1]

Club players play matches of both presets; after each deal but the last the totals are kept with who won in the end.
The constants are those under which these results are most likely, found on a grid; the page shows how often the lead
wins by steps of the chance it is given, so that one sees whether the curve fits.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np
from _report import write_report

from amity import bots, games
from amity.games.pinochle import PinochleMatch
from amity.search._pinochle_state import DEAL_GAIN, SPREAD
from amity.shuffle import MatchRandom

PRESETS = ("original", "club")


def positions(task: tuple[str, int]) -> list[tuple[int, int, int, bool]]:
    """One match: target, the totals between deals, and whether the first side won."""
    preset, seed = task
    rules = games.get("pinochle")
    options: Any = rules.presets[preset]
    match = rules.new_match(options, 4, MatchRandom.from_number(seed))
    assert isinstance(match, PinochleMatch)
    players = [bots.make("pinochle", "club", 4 * seed + seat) for seat in range(4)]
    totals = []
    while not match.over:
        if match.to_act is None:
            totals.append((match.totals[0], match.totals[1]))
            match.deal()
            continue
        seat = match.to_act
        match.apply(seat, players[seat].choose(match.view(seat), match.history(seat)))
    assert match.result is not None
    won = match.result.places[0] == 1
    return [(options.target, *pair, won) for pair in totals if max(pair) < options.target]


def chances(known: np.ndarray[Any, Any], gain: float, spread: float) -> np.ndarray[Any, Any]:
    """As `winning_chance`, for many positions."""
    target, first, second = known[:, 0], known[:, 1], known[:, 2]
    left = (target - np.maximum(first, second)) / gain + 0.5
    return np.asarray(1 / (1 + np.exp(-1.7 * (first - second) / (spread * np.sqrt(left)))))


def loss(known: np.ndarray[Any, Any], gain: float, spread: float) -> float:
    """Mean negative logarithm of the chance given to what happened, in bits."""
    chance = chances(known, gain, spread)
    return float(-np.mean(np.log2(np.where(known[:, 3] == 1, chance, 1 - chance).clip(1e-12))))


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=3000, help="of each preset")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    tables: dict[str, Any] = {}
    everything = []
    with ProcessPoolExecutor() as pool:
        for preset in PRESETS:
            tasks = [(preset, asked.seed * 1_000_000 + number) for number in range(asked.matches)]
            found = [row for rows in pool.map(positions, tasks, chunksize=20) for row in rows]
            everything.append(np.array(found, dtype=float))
    known = np.concatenate(everything)
    known = known[known[:, 1] != known[:, 2]]
    grid = [(gain, spread) for gain in range(50, 1501, 25) for spread in range(100, 601, 5)]
    best = min(grid, key=lambda pair: loss(known, *pair))
    tables["Constants"] = [
        {"": name, "points a unit": gain, "spread": spread, "bits a position": round(loss(known, gain, spread), 5)}
        for name, (gain, spread) in (("fitted", best), ("in use", (DEAL_GAIN, SPREAD)))
    ]
    ahead = known.copy()
    behind = known[:, 1] < known[:, 2]
    ahead[behind, 1], ahead[behind, 2], ahead[behind, 3] = known[behind, 2], known[behind, 1], 1 - known[behind, 3]
    given = chances(ahead, *best)
    rows = []
    for low in np.arange(0.5, 1.0, 0.05):
        here = (given >= low) & (given < low + 0.05)
        if here.any():
            rows.append(
                {
                    "chance of the leading side": f"{low:.2f}–{low + 0.05:.2f}",
                    "positions": int(here.sum()),
                    "given, mean": round(float(given[here].mean()), 3),
                    "won": round(float(ahead[here, 3].mean()), 3),
                }
            )
    tables["How well the fitted curve fits"] = rows
    write_report(
        "pinochle_chance",
        "Chance of winning a match of Pinochle",
        tables,
        command=f"python bench/pinochle_chance.py --matches {asked.matches} --seed {asked.seed}",
        notes=[f"{len(known):,} positions between deals of {2 * asked.matches:,} matches of club players."],
    )


if __name__ == "__main__":
    main()
