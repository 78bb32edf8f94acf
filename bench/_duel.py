"""What the benchmarks of bots share: the worth of habits, the rows of their tables, how long a bot takes to choose."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

from amity import games
from amity.bots import Bot, BotMaker, maker
from amity.bots._duplicate import Comparison, interval
from amity.match import Match
from amity.shuffle import MatchRandom

Task = tuple[str | int, ...]


def parts(pool: Executor, kept: Path | None, work: Callable[..., Any], tasks: Sequence[Task]) -> Iterator[Any]:
    """What ``work`` makes of each task, in their order. What stands in the file ``kept`` is not worked out again, and
    the rest is added to it, so that a run that was broken off can go on.
    """
    known: dict[str, Any] = {}
    if kept is not None and kept.exists():
        known = dict(json.loads(line) for line in kept.read_text(encoding="utf-8").splitlines())
    names = [f"{work.__name__} {' '.join(map(str, task))}" for task in tasks]
    at_work = {name: pool.submit(work, *task) for name, task in zip(names, tasks, strict=True) if name not in known}
    for name in names:
        if name in at_work:
            known[name] = at_work.pop(name).result()
            if kept is not None:
                with kept.open("a", encoding="utf-8") as file:
                    file.write(json.dumps([name, known[name]]) + "\n")
        yield known[name]


Losses = dict[str, float]
"""By habit, what its loss brings in a deal; 0 in most deals."""


def without_habits(
    start: Callable[[], Match],
    results: Callable[[Any], Sequence[float] | None],
    whole: BotMaker,
    lacking: Mapping[str, BotMaker],
    seed: int,
) -> Losses:
    """By habit, how much more a bot that lacks it makes in a deal than a ``whole`` one in the same seat among whole
    bots, on average over the seats.

    ``results`` are those of the seats, ``None`` while the deal goes on. A bot without a habit looks on while whole
    bots play, and its table is played only where it would have done something else.
    """
    match = start()
    seats = match.seats
    others = {(habit, seat): make(seed + seat) for habit, make in lacking.items() for seat in range(seats)}
    usual = _played(match, results, [whole(seed + seat) for seat in range(seats)], others)
    losses = dict.fromkeys(lacking, 0.0)
    for habit, seat in [(habit, seat) for habit in lacking for seat in range(seats) if (habit, seat) not in others]:
        bots = [(lacking[habit] if other == seat else whole)(seed + other) for other in range(seats)]
        losses[habit] += (_played(start(), results, bots, {})[seat] - usual[seat]) / seats
    return losses


def _played(
    match: Match,
    results: Callable[[Any], Sequence[float] | None],
    bots: Sequence[Bot],
    others: dict[tuple[str, int], Bot],
) -> Sequence[float]:
    """Play a deal; those of ``others`` that would have done something else in their seats are taken out."""
    while (found := results(match)) is None:
        seat = match.to_act
        if seat is None:
            match.deal()
            continue
        view, history = match.view(seat), match.history(seat)
        action = bots[seat].choose(view, history)
        for habit, place in [*others]:
            if place == seat and others[habit, place].choose(view, history) != action:
                del others[habit, place]
        match.apply(seat, action)
    return found


def habit_rows(deals: Iterable[Losses], first: Mapping[str, Any]) -> list[dict[str, Any]]:
    """A row for each habit from what its loss brought deal by deal."""
    found = list(deals)
    return [
        row({"habit switched off": habit, **first}, interval([losses[habit] for losses in found]), digits=3)
        for habit in found[0]
    ]


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
        start = time.thread_time()
        action = bots[seat].choose(view, history)
        if view.phase in times:
            times[view.phase].append(1e6 * (time.thread_time() - start))
        match.apply(seat, action)
    columns: dict[str, float] = {}
    for phase, name in names.items():
        columns |= spread(times[phase], name)
    return columns
