"""``amity solve``: games that can be worked out completely."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import cyclopts

from amity.cli._arguments import Whole
from amity.cli._output import print_json
from amity.errors import InvalidRequest
from amity.text import message

if TYPE_CHECKING:
    from amity.search.mate_table import Facts

HEAD = b"amity mate table 1\n"
"""How a file with the table begins."""


def build_app() -> cyclopts.App:
    """The command ``solve``."""
    app = cyclopts.App(name="solve", help="Work out a game completely.")
    app.command(mate_table, name="mate-table")
    return app


def mate_table(
    *, out: Path = Path("mate-table.bin"), jobs: Whole = 0, report: bool = False, json: bool = False
) -> None:
    """Work out what all 184,756 deals of Mate without foreplacing are worth, and which leads are best.

    An interrupted command goes on from where it was.

    Parameters
    ----------
    out
        File of the table, about half a megabyte; mate-table.bin unless said otherwise.
    jobs
        Number of processes; one for each core unless said otherwise.
    report
        Print a page of Markdown about the finished table.
    json
        Print one JSON object instead.
    """
    if jobs < 0:
        raise InvalidRequest("jobs_negative", jobs=jobs)
    _finish(out, jobs)
    from amity.search.mate_table import facts

    found = facts(out.read_bytes()[len(HEAD) :])
    if json:
        print_json(_numbers(found))
    elif report:
        from amity.cli._mate_page import page

        print(page(found))
    else:
        counts = {
            "deals": found.values.total(),
            "wins": found.wins,
            "draws": found.draws,
            "average": f"{found.average:.2f}",
        }
        print(message("cli.mate_table", {**counts, "name": str(out)}))


def _numbers(found: Facts) -> dict[str, object]:
    return {
        "deals": found.values.total(),
        "wins": found.wins,
        "draws": found.draws,
        "average": found.average,
        "values": {str(value): deals for value, deals in sorted(found.values.items())},
        "best_leads": {str(leads): deals for leads, deals in sorted(found.best_counts.items())},
    }


def _finish(path: Path, jobs: int) -> None:
    """Solve what the file lacks, part by part in order; a part that was not finished is solved again."""
    from amity.arena import each
    from amity.cli._arena import with_progress
    from amity.search.mate_table import CHUNK, CHUNKS, DEALS, ENTRY, solve_chunk

    path.touch()
    with path.open("r+b") as file:
        if file.read(len(HEAD)) not in (HEAD, b""):
            raise InvalidRequest("no_mate_table", name=str(path))
        size = max(0, file.seek(0, 2) - len(HEAD))
        done = CHUNKS if size == ENTRY * DEALS else size // (ENTRY * CHUNK)
        file.seek(0)
        file.write(HEAD)
        file.seek(file.truncate(len(HEAD) + ENTRY * min(CHUNK * done, DEALS)))
        parts = each(solve_chunk, range(done, CHUNKS), jobs)
        for part in with_progress(parts, CHUNKS - done, message("cli.mate_table_solving")):
            file.write(part)
            file.flush()
