"""``amity arena``: players against each other on duplicate deals."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from amity.cli._arguments import Whole
from amity.cli._output import print_json
from amity.errors import InvalidRequest
from amity.text import message

if TYPE_CHECKING:
    from amity.arena import Report, Tournament

Item = TypeVar("Item")


def arena(
    game: str,
    /,
    *players: str,
    deals: Whole = 100,
    duplicate: bool = False,
    matches: bool = False,
    seats: Whole | None = None,
    preset: str = "",
    option: tuple[str, ...] = (),
    seed: Whole = 0,
    jobs: Whole = 0,
    ray: str = "",
    resume: Path | None = None,
    json: bool = False,
) -> None:
    """Let players meet on the same deals and print who is better, by how much, with 95 % intervals and ratings.

    Every two players meet. The same command gives the same result, whatever the number of processes, unless a player
    has a time for its search.

    Parameters
    ----------
    game
        Name of the game.
    players
        Two or more levels, each with what it may be told: expert:nodes=5000, expert:time=0.05, expert:search=plain
        (plain tree search), expert:auction=club and expert:play=club (another level for a part of the deal).
    deals
        Number of deals of every two players; 100 unless said otherwise. In Mate, and with --matches, of matches.
    duplicate
        Play every deal again with seats exchanged, until each player has had the cards of the other.
    matches
        Compare whole matches instead of single deals.
    seats
        Number of players at a table, where the game leaves a choice; the fewest unless said otherwise.
    preset
        Preset of options; the game's first unless named.
    option
        name=value, an option that differs from the preset; may be repeated.
    seed
        Seed of all chance; 0 unless said otherwise.
    jobs
        Number of processes; one for each core unless said otherwise.
    ray
        Address of a Ray cluster to play on instead.
    resume
        File that keeps what has been played; an interrupted command goes on from there, and more deals or players
        can be added.
    json
        Print one JSON object instead.
    """
    from amity import games
    from amity.arena import Log, Tournament, play, play_on_ray, report
    from amity.cli import _choices

    if jobs < 0:
        raise InvalidRequest("jobs_negative", jobs=jobs)
    found = games.get(game)
    tournament = Tournament(
        game,
        players,
        deals=deals,
        seed=seed,
        seats=seats if seats is not None else found.seat_counts[0],
        options=_choices.options_from(found, preset, option),
        duplicate=duplicate,
        matches=matches,
    )
    with Log(resume, tournament) if resume is not None else nullcontext() as log:
        outcomes = play_on_ray(tournament, ray, log) if ray else play(tournament, jobs, log)
        told = report(tournament, with_progress(outcomes, len(list(tournament.tasks())), message("cli.arena_playing")))
    if json:
        print_json(
            {
                "game": game,
                "preset": preset or next(iter(found.presets)),
                "options": tournament.options,
                "seats": tournament.seats,
                "seed": seed,
                "deals": deals,
                "duplicate": duplicate,
                "matches": matches,
                "pairings": told.pairings,
                "ratings": told.ratings,
            }
        )
    else:
        _print_tables(tournament, told)


def with_progress(items: Iterable[Item], count: int, title: str) -> Iterator[Item]:
    """The same items, with a bar on standard error while they come, if that is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True) as bar:
        yield from bar.track(items, total=count, description=title)


def _print_tables(tournament: Tournament, told: Report) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    kind = "duplicate" if tournament.duplicate else "single"
    unit = "matches" if tournament.whole_matches else "deals"
    counts = {"game": message(f"game.{tournament.game}"), "deals": tournament.deals, "seed": tournament.seed}
    table = Table(title=message(f"cli.arena.{kind}_{unit}", counts), box=box.SIMPLE, title_justify="left")
    for column in ("first", "second", "measure"):
        table.add_column(message(f"cli.column.{column}"), overflow="fold")
    for column in ("ahead", "interval"):
        table.add_column(message(f"cli.column.{column}"), justify="right", no_wrap=True)
    for pairing in told.pairings:
        for name, measure in pairing.measures.items():
            ahead, low, high = (f"{value:+.2f}" for value in (measure.mean, measure.low, measure.high))
            table.add_row(pairing.first, pairing.second, message(f"cli.measure.{name}"), ahead, f"{low} … {high}")
    ratings = Table(box=box.SIMPLE)
    ratings.add_column(message("cli.column.player"), overflow="fold")
    ratings.add_column(message("cli.column.rating"), justify="right")
    for rating in told.ratings:
        ratings.add_row(rating.player, f"{rating.rating:.1f} ± {2 * rating.uncertainty:.1f}")
    console = Console()
    console.print(table)
    console.print(ratings)
