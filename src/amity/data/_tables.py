"""The tables; see the package."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any, Final

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from amity import record
from amity.errors import InvalidRequest, RecordError
from amity.match import Event, Match
from amity.record import Record

Row = dict[str, Any]
_BATCH: Final = 4096
"""Rows that are held in memory before they are written."""
_SCORED: Final = frozenset({"deal_scored", "game_scored"})

_MATCH_FIELDS: Final = [
    ("match", pa.string()),
    ("game", pa.string()),
    ("preset", pa.string()),
    ("seats", pa.int8()),
]
RESULTS_SCHEMA: Final = pa.schema(
    [
        *_MATCH_FIELDS,
        ("deals", pa.int32()),
        ("finished", pa.bool_()),
        ("seat", pa.int8()),
        ("name", pa.string()),
        ("total", pa.int32()),
        ("place", pa.int8()),
    ]
)
"""``place`` is null while the match is not over."""
POSITIONS_SCHEMA: Final = pa.schema(
    [
        *_MATCH_FIELDS,
        ("deal", pa.int32()),
        ("version", pa.int32()),
        ("seat", pa.int8()),
        ("name", pa.string()),
        ("phase", pa.string()),
        ("action", pa.string()),
        ("tokens", pa.list_(pa.int16())),
        ("legal", pa.list_(pa.int16())),
        ("gain", pa.int32()),
        ("observation", pa.list_(pa.float32())),
    ]
)
"""``version``: events before the decision; ``action`` in the record's notation; ``tokens`` spell it and ``legal`` are
the tokens it could have begun with (``docs/environments.md``); ``gain``: what the deal added to the seat's total in the
end, null when it was not played out; ``observation``: null unless asked for."""


def read_records(paths: Iterable[Path]) -> Iterator[Record]:
    """The records in files.

    :raises RecordError: for a file that is none; ``file`` in its parameters names it.
    :raises OSError: for a file that cannot be read.
    """
    for path in paths:
        try:
            yield record.parse(path.read_text(encoding="utf-8"))
        except RecordError as error:
            error.params["file"] = str(path)
            raise


def results(records: Iterable[Record]) -> pa.Table:
    """One row a seat of a match: :data:`RESULTS_SCHEMA`."""
    return pa.Table.from_pylist(list(_result_rows(records, observations=False)), schema=RESULTS_SCHEMA)


def deals(records: Iterable[Record]) -> pa.Table:
    """One row a scored deal: the match's fields, ``deal``, and the fields of the game's score event.

    Records of one game: the columns are that game's.

    :raises InvalidRequest: ``records_of_several_games``.
    """
    return pa.Table.from_pylist(list(_deal_rows(records, observations=False)))


def positions(records: Iterable[Record], *, observations: bool = False) -> pa.Table:
    """One row a decision: :data:`POSITIONS_SCHEMA`. Only records that show everything have decisions.

    :raises InvalidRequest: ``record_is_partial`` for what one seat saw of a match.
    """
    rows = _position_rows(records, observations=observations)
    return pa.Table.from_pylist(list(rows), schema=POSITIONS_SCHEMA)


def write_table(table: str, records: Iterable[Record], path: Path, *, observations: bool = False) -> int:
    """Write one of the tables to a Parquet file, a few thousand rows at a time, and give the number of its rows.

    :raises InvalidRequest: ``unknown_data_table``, ``no_rows``; those of the table.
    """
    if table not in TABLES:
        raise InvalidRequest("unknown_data_table", table=table, tables=list(TABLES))
    rows, schema = TABLES[table]
    given = rows(records, observations=observations)
    first = next(given, None)
    if first is None:
        raise InvalidRequest("no_rows", table=table)
    count = 0
    batches = _batches(chain([first], given))
    if schema is None:
        # A list that is empty in one deal and not in another has its type only when all are there.
        batches = iter([[row for batch in batches for row in batch]])
    partial = path.with_name(path.name + ".part")
    try:
        writer: Any = None
        for batch in batches:
            part = pa.Table.from_pylist(batch, schema=schema)
            if writer is None:
                writer = pq.ParquetWriter(partial, part.schema, compression="zstd")
            writer.write_table(part)
            count += len(batch)
        writer.close()
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
    return count


def _batches(rows: Iterable[Row]) -> Iterator[list[Row]]:
    batch: list[Row] = []
    for row in rows:
        batch.append(row)
        if len(batch) == _BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _of_match(kept: Record) -> Row:
    return {
        "match": kept.fairness.match if kept.fairness is not None else "",
        "game": kept.game.name,
        "preset": kept.preset,
        "seats": kept.seats,
    }


def _result_rows(records: Iterable[Record], *, observations: bool) -> Iterator[Row]:
    for kept in records:
        match = kept.replay()
        count = sum(_is_score(event) for event in kept.events)
        for seat, name in enumerate(kept.names):
            yield _of_match(kept) | {
                "deals": count,
                "finished": match.over,
                "seat": seat,
                "name": name,
                "total": match.totals[seat],
                "place": None if match.result is None else match.result.places[seat],
            }


def _deal_rows(records: Iterable[Record], *, observations: bool) -> Iterator[Row]:
    game = None
    for kept in records:
        if game not in (None, kept.game.name):
            raise InvalidRequest("records_of_several_games", games=[game, kept.game.name])
        game = kept.game.name
        deal = 0
        for event in kept.events:
            if _is_score(event):
                deal += 1
                fields = msgspec.to_builtins(event)
                del fields["type"]
                yield _of_match(kept) | {"deal": deal} | fields


def _position_rows(records: Iterable[Record], *, observations: bool) -> Iterator[Row]:
    for kept in records:
        if kept.seen_by != "all":
            raise InvalidRequest("record_is_partial", seen_by=kept.seen_by)
        yield from _positions_of(kept, observations=observations)


def _positions_of(kept: Record, *, observations: bool) -> Iterator[Row]:
    from amity.env import coding, observe

    numbers = coding(kept.game.name, kept.seats)
    match: Match = kept.game.match_type(kept.options, kept.seats)
    waiting: list[Row] = []
    """Decisions of the deal in progress."""
    deal = 0
    totals = tuple(match.totals)
    for event in kept.events:
        done = event.action()
        # What a rejected throw leaves to be led, or a claim plays out, nobody decides.
        if done is not None and match.to_act == done[0] and not getattr(event, "rest", False):
            seat, action = done
            view: Any = match.view(seat)
            waiting.append(
                _of_match(kept)
                | {
                    "deal": deal,
                    "version": match.version,
                    "seat": seat,
                    "name": kept.names[seat],
                    "phase": view.phase,
                    "action": kept.game.notation.write_action(action),
                    "tokens": list(numbers.spell(view, action)) if type(action).__name__ != "Claim" else None,
                    "legal": list(numbers.legal(view, ())),
                    "gain": None,
                    "observation": observe(numbers, view, match.history(seat)) if observations else None,
                }
            )
        match.fold(event)
        if type(event).__name__ == "Dealt":
            # Nothing came of what was waiting: the deal was not played.
            yield from waiting
            waiting = []
            deal += 1
        if _is_score(event):
            for row in waiting:
                row["gain"] = match.totals[row["seat"]] - totals[row["seat"]]
            totals = tuple(match.totals)
            yield from waiting
            waiting = []
    yield from waiting


def _is_score(event: Event) -> bool:
    return event.__struct_config__.tag in _SCORED


_Rows = Callable[..., Iterator[Row]]
TABLES: Final[Mapping[str, tuple[_Rows, Any]]] = {
    "results": (_result_rows, RESULTS_SCHEMA),
    "deals": (_deal_rows, None),
    "positions": (_position_rows, POSITIONS_SCHEMA),
}
"""By name the rows and the schema; ``None``: the schema comes from the rows."""
