"""``amity record``: read a record and check it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import cyclopts
from cyclopts import Parameter

from amity.cli._output import harmless, print_json
from amity.text import message

if TYPE_CHECKING:
    from amity.record import Check, Record


File = Annotated[str, Parameter(allow_leading_hyphen=True)]
"""A file's name, or a single hyphen."""


def build_app() -> cyclopts.App:
    """The commands of ``amity record``."""
    app = cyclopts.App(name="record", help="Read the record of a match, or check it.")
    app.command(show)
    app.command(verify)
    return app


def show(file: File, /, *, json: bool = False) -> None:
    """Tell what happened in a match.

    Parameters
    ----------
    file
        The record; - for standard input.
    json
        Print one JSON object instead.
    """
    record = _read(file)
    if json:
        print_json(_as_json(record))
        return
    from amity import tables

    table = tables.make(record.game.name, tables.People(record.names, game=record.game.name))
    print(harmless(message("cli.record_title", {"game": message(f"game.{record.game.name}"), "names": record.names})))
    for event in record.events:
        for line in table.sentences(event):
            print(harmless(line))
    if not record.events or not _ended(record):
        print(message("cli.record_unfinished"))


def verify(file: File, /, *, json: bool = False) -> int:
    """Check a record: its seeds against the commitments, its deals against the seeds, its play against the rules.

    Exits with 1 when something is wrong.

    Parameters
    ----------
    file
        The record; - for standard input.
    json
        Print one JSON object instead.
    """
    import amity.record

    found = amity.record.verify(_read(file))
    if json:
        checks = [
            {"what": check.what, "outcome": check.outcome, "code": check.code, "message": _why(check)}
            for check in found.checks
        ]
        print_json({"right": found.right, "checks": checks})
    else:
        for check in found.checks:
            what, outcome = message(f"cli.check.{check.what}"), message(f"cli.outcome.{check.outcome}")
            why = _why(check)
            print(harmless(f"{what}: {outcome}. {why}".rstrip()))
        print(message("cli.record_right" if found.right else "cli.record_wrong"))
    return 0 if found.right else 1


def _read(file: str) -> Record:
    from amity.record import MAXIMUM_CHARACTERS, parse

    # No more than tells that it is too long: the file may have no end. Some editors begin a file with a mark.
    with open(sys.stdin.fileno() if file == "-" else file, encoding="utf-8-sig", closefd=file != "-") as source:
        text = source.read(MAXIMUM_CHARACTERS + 1)
    return parse(text)


def _why(check: Check) -> str:
    return message(f"error.{check.code}", check.params) if check.code else ""


def _ended(record: Record) -> bool:
    from amity.match import MatchEnded

    return isinstance(record.events[-1], MatchEnded)


def _as_json(record: Record) -> dict[str, Any]:
    return {
        "game": record.game.name,
        "preset": record.preset,
        "options": record.options,
        "names": record.names,
        "seen_by": record.seen_by,
        "match": record.fairness.match,
        "commitment": record.fairness.commitment,
        "events": record.events,
    }
