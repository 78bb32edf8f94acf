"""``amity simulate``: bots play many deals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from amity.cli._arguments import Whole
from amity.cli._output import print_json
from amity.errors import InvalidRequest
from amity.text import message

if TYPE_CHECKING:
    from amity.games import Game
    from amity.match import Match, Options
    from amity.shuffle import MatchRandom


class SeatResult(msgspec.Struct, kw_only=True):
    """What one seat made of all deals."""

    seat: int
    bot: str
    won: int = 0
    """Matches of which it had the first place, shared or not."""
    points: int = 0
    points_per_deal: float = 0.0
    interval: float = 0.0
    """Half of the 95 % interval of ``points_per_deal``."""


@dataclass(frozen=True)
class Series:
    """Matches of the same bots at the same seats, each with chance of its own."""

    game: Game
    options: Options
    preset: str
    levels: Sequence[str]
    """By seat."""
    seed: int

    def play(self, index: int, deals: int, changes: list[list[int]]) -> tuple[Match, MatchRandom]:
        """Play one match, as far as the deals go, and add the points of every seat, deal by deal, to ``changes``."""
        from amity import bots
        from amity.cli import _choices

        random = _choices.match_random(self.seed, index)
        match = self.game.new_match(self.options, len(self.levels), random)
        players = {
            seat: bots.make(self.game.name, level, _choices.bot_seed(self.seed, index, seat))
            for seat, level in enumerate(self.levels)
        }
        while len(changes) < deals and not match.over:
            before = list(match.totals)
            bots.step_chance_and_bots(match, players, deals=1)
            changes.append([after - then for after, then in zip(match.totals, before, strict=True)])
        return match, random

    def write(self, folder: Path, index: int, match: Match, random: MatchRandom) -> str:
        """Keep a match as a record and give the file's name."""
        from amity.record import Fairness, Record, write
        from amity.shuffle import commitment

        record = Record(
            game=self.game,
            options=self.options,
            names=tuple(f"{level} {seat}" for seat, level in enumerate(self.levels)),
            events=tuple(match.events),
            fairness=Fairness(random.match, commitment(random.server_seed), random.server_seed),
            rules_version=self.game.rules_version,
            preset=self.preset,
        )
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{self.game.name}-{self.seed}-{index:05}.amity"
        path.write_text(write(record), encoding="utf-8")
        return path.name


def simulate(
    game: str,
    /,
    *,
    deals: Whole = 100,
    bots: str = "novice",
    seats: Whole | None = None,
    seed: Whole = 0,
    preset: str = "",
    option: tuple[str, ...] = (),
    record: Path | None = None,
    json: bool = False,
) -> None:
    """Let bots play deals and print what each seat made of them. The same command gives the same result.

    Parameters
    ----------
    game
        Name of the game.
    deals
        Number of deals, over as many matches as they take; 100 unless said otherwise.
    bots
        One level a seat, separated by commas; a shorter list is repeated around the table. novice unless said
        otherwise.
    seats
        Number of players, where the game leaves a choice.
    seed
        Seed of all chance; 0 unless said otherwise.
    preset
        Preset of options; the game's first unless named.
    option
        name=value, an option that differs from the preset; may be repeated.
    record
        Folder for the records of the matches.
    json
        Print one JSON object instead.
    """
    from amity import games
    from amity.cli import _choices

    if deals < 1:
        raise InvalidRequest("deals_not_positive", deals=deals)
    found = games.get(game)
    series = Series(
        game=found,
        options=_choices.options_from(found, preset, option),
        preset=preset or next(iter(found.presets)),
        levels=_choices.levels_for_seats(found, bots, seats),
        seed=seed,
    )
    results = [SeatResult(seat=seat, bot=level) for seat, level in enumerate(series.levels)]
    changes: list[list[int]] = []
    matches = unfinished = 0
    files: list[str] = []
    while len(changes) < deals:
        match, random = series.play(matches, deals, changes)
        if match.result is None:
            unfinished = 1
        else:
            for seat, place in enumerate(match.result.places):
                results[seat].won += place == 1
        if record is not None:
            files.append(series.write(record, matches, match, random))
        matches += 1
    for result in results:
        _summarize(result, [change[result.seat] for change in changes])
    if json:
        print_json(
            {
                "game": game,
                "preset": series.preset,
                "options": series.options,
                "seed": seed,
                "deals": len(changes),
                "matches": matches,
                "unfinished": unfinished,
                "seats": results,
                "records": files,
            }
        )
    else:
        _print_table(game, results, len(changes), matches, unfinished)


def _summarize(result: SeatResult, points: Sequence[int]) -> None:
    count = len(points)
    mean = sum(points) / count
    result.points = sum(points)
    result.points_per_deal = round(mean, 3)
    if count > 1:
        variance = sum((value - mean) ** 2 for value in points) / (count - 1)
        result.interval = round(1.96 * math.sqrt(variance / count), 3)


def _print_table(game: str, results: Sequence[SeatResult], deals: int, matches: int, unfinished: int) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    counts: dict[str, Any] = {"game": message(f"game.{game}"), "deals": deals, "matches": matches - unfinished}
    table = Table(title=message("cli.simulated", counts), box=box.SIMPLE, title_justify="left")
    for column in ("seat", "bot", "won", "points", "per_deal"):
        table.add_column(message(f"cli.column.{column}"), justify="left" if column == "bot" else "right")
    for result in results:
        table.add_row(
            str(result.seat),
            message(f"level.{result.bot}"),
            str(result.won),
            str(result.points),
            f"{result.points_per_deal:.2f} ± {result.interval:.2f}",
        )
    Console().print(table)
