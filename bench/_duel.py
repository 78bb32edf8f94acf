"""What the benchmarks of bots share: the rows of their tables, and how long a bot takes to choose."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from amity import games
from amity.bots import maker
from amity.bots._duplicate import Comparison
from amity.shuffle import MatchRandom


def row(first: Mapping[str, Any], found: Comparison, digits: int = 2) -> dict[str, Any]:
    """A comparison as a row of a table, behind the columns that say what was compared."""
    mean, low, high = (round(value, digits) for value in found[1:])
    return {**first, "deals": found.deals, "points a deal": mean, "95 % from": low, "to": high}


def spread(times: list[float], name: str = "") -> dict[str, float]:
    """The median of such times in microseconds and the slowest hundredth, as two columns."""
    ordered = sorted(times)
    before = f"{name}, " if name else ""
    return {
        f"{before}median µs": round(ordered[len(ordered) // 2], 1),
        f"{before}p99 µs": round(ordered[len(ordered) * 99 // 100], 1),
    }


def decision_times(
    game: str, level: str, seats: int, deals: int, seed: int, names: Mapping[str, str]
) -> dict[str, float]:
    """Columns with the times of choices in the phases of these names, view and history not counted."""
    rules = games.get(game)
    options = rules.presets["original"]
    match = rules.new_match(options, seats, MatchRandom.from_number(seed))
    bots = [maker(game, level)(seat) for seat in range(seats)]
    times: dict[str, list[float]] = {phase: [] for phase in names}
    number = 0
    while number < deals:
        if match.over:
            match = rules.new_match(options, seats, MatchRandom.from_number(seed + number))
        if match.awaiting_deal:
            match.deal()
            number += 1
            continue
        seat = match.to_act
        assert seat is not None
        view: Any = match.view(seat)
        history = match.history(seat)
        start = time.perf_counter()
        action = bots[seat].choose(view, history)
        if view.phase in times:
            times[view.phase].append(1e6 * (time.perf_counter() - start))
        match.apply(seat, action)
    columns: dict[str, float] = {}
    for phase, name in names.items():
        columns |= spread(times[phase], name)
    return columns
