"""``amity solve`` as a process."""

from __future__ import annotations

from pathlib import Path

from amity.cli._solve import HEAD
from amity.search.mate_table import CHUNK, CHUNKS, DEALS, ENTRY
from tests.cli.conftest import Amity

SOLVED = HEAD + bytes((7, 1, 0)) * (CHUNK * (CHUNKS - 1))
"""All but the last part of a table in which the dealer always makes 7 points with his lowest card."""


def test_what_is_missing_is_solved(amity: Amity, tmp_path: Path) -> None:
    file = tmp_path / "table"
    # The last part was not finished when the command was interrupted.
    file.write_bytes(SOLVED + bytes(5))
    outcome = amity("solve", "mate-table", "--out", str(file), "--jobs", "1")
    assert outcome.code == 0
    assert outcome.errors == ""
    assert outcome.output.startswith(f"{file}: 184,756 deals; the dealer wins ")
    table = file.read_bytes()
    assert len(table) == len(HEAD) + ENTRY * DEALS
    assert table.startswith(SOLVED)
    answer = amity("solve", "mate-table", "--out", str(file), "--json").answer
    assert file.read_bytes() == table
    assert answer["deals"] == DEALS == sum(answer["values"].values()) == sum(answer["best_leads"].values())
    page = amity("solve", "mate-table", "--out", str(file), "--report").output
    assert page.startswith("# All deals of Mate without foreplacing\n\n    amity solve mate-table")
    assert f"| 7 | {answer['values']['7']:,} | " in page
    assert "\n\n\n" not in page
    assert "{" not in page


def test_another_file_is_left_alone(amity: Amity, tmp_path: Path) -> None:
    file = tmp_path / "letter"
    file.write_text("Dear friend, this is no table of anything.")
    outcome = amity("solve", "mate-table", "--out", str(file))
    assert outcome.code == 2
    assert outcome.errors == f"amity: {file} is no table of Mate.\n"
    assert file.read_text().startswith("Dear friend")
