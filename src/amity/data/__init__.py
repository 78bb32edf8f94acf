"""Records of matches as tables for analysis: Arrow in memory, Parquet on disk (extra ``data``).

    >>> from pathlib import Path
    >>> from amity.data import deals, read_records
    >>> table = deals(read_records(Path("matches").glob("*.amity")))
    >>> made = sum(row["made"] for row in table.to_pylist())

Three tables: :func:`results`, one row a seat of a match; :func:`deals`, one row a scored deal with everything that its
score sheet says; :func:`positions`, one row a decision, with what was chosen and what the deal brought in the end.
"""

from amity.data._tables import TABLES, deals, positions, read_records, results, write_table

__all__ = ["TABLES", "deals", "positions", "read_records", "results", "write_table"]
