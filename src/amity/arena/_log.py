"""What has been played, line by line in a file, so that a tournament can go on after an end of any kind."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

import msgspec

from amity.arena._tournament import Outcome, Tournament
from amity.errors import InvalidRequest


class Log:
    """A file of JSON lines: what all outcomes have in common first, then an outcome a line.

    The number of deals and the players may differ from run to run: what is there is used, what is not is played.

    :raises InvalidRequest: ``log_of_another_tournament`` or ``bad_log``.
    """

    def __init__(self, path: Path, tournament: Tournament) -> None:
        self.outcomes: list[Outcome] = []
        """What the file held when it was opened."""
        head = msgspec.json.encode(_common(tournament))
        # The end of the last run may have come in the middle of a line.
        whole = path.read_bytes().rpartition(b"\n")[0] if path.exists() else b""
        lines = whole.splitlines()
        if lines and lines[0] != head:
            raise InvalidRequest("log_of_another_tournament", name=str(path))
        for number, line in enumerate(lines[1:], 2):
            try:
                self.outcomes.append(msgspec.json.decode(line, type=Outcome))
            except msgspec.DecodeError:
                raise InvalidRequest("bad_log", name=str(path), line=number) from None
        self._file: BinaryIO = path.open("r+b" if lines else "wb")
        if lines:
            self._file.truncate(len(whole) + 1)
            self._file.seek(0, 2)
        else:
            self._write(head)

    def add(self, outcome: Outcome) -> None:
        """Write an outcome down at once."""
        self._write(msgspec.json.encode(outcome))

    def _write(self, line: bytes) -> None:
        self._file.write(line + b"\n")
        self._file.flush()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _common(tournament: Tournament) -> dict[str, Any]:
    return {
        "game": tournament.game,
        "rules_version": tournament.rules.rules_version,
        "options": tournament.chosen_options,
        "seats": tournament.seats,
        "seed": tournament.seed,
        "duplicate": tournament.duplicate,
        "matches": tournament.matches,
    }
