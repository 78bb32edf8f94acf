"""``amity export``: records as a table for analysis."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from amity.cli._output import print_json
from amity.errors import InvalidRequest
from amity.text import message


def export(
    records: list[Path],
    /,
    *,
    out: Path,
    table: Literal["results", "deals", "positions"] = "deals",
    observations: bool = False,
    json: bool = False,
) -> None:
    """Write the matches of record files as one Parquet table.

    Parameters
    ----------
    records
        Record files, or folders of them.
    out
        The Parquet file to write.
    table
        results: one row a seat of a match; deals (unless said otherwise): one row a scored deal of one game;
        positions: one row a decision.
    observations
        With positions: what the seat saw, as numbers.
    json
        Print one JSON object instead.
    """
    try:
        from amity.data import read_records, write_table
    except ModuleNotFoundError as error:
        raise InvalidRequest("extra_needed", extra="data", module=str(error.name)) from None
    files = [file for path in records for file in (sorted(path.glob("*.amity")) if path.is_dir() else [path])]
    rows = write_table(table, read_records(files), out, observations=observations)
    if json:
        print_json({"table": table, "rows": rows, "matches": len(files), "out": str(out)})
    else:
        print(message("cli.exported", {"rows": rows, "n": len(files), "out": str(out)}))
