"""Golden matches of every game: records kept as they were written, verified, replayed and written again."""

from __future__ import annotations

from pathlib import Path

import pytest

from amity import games
from amity import record as records
from tests.golden_matches import MATCHES, paths


def test_every_game_has_golden_records() -> None:
    assert tuple(MATCHES) == games.names()
    for game, matches in MATCHES.items():
        assert [path.stem for path in paths(game)] == sorted(match.name for match in matches)


def test_tarot_has_one_of_every_configuration() -> None:
    names = {path.stem for path in paths("tarot")}
    assert {f"{seats}-{kind}" for seats in (3, 4, 5) for kind in ("original", "fft", "random")} < names


@pytest.mark.parametrize(
    "path", [pytest.param(path, id=f"{game}-{path.stem}") for game in MATCHES for path in paths(game)]
)
def test_record_is_read_verified_and_written_again(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = records.parse(text)
    assert record.game.name == path.parent.name
    assert records.write(record) == text
    outcomes = {check.what: check.outcome for check in records.verify(record).checks}
    assert (outcomes["commitment"], outcomes["deals"], outcomes["play"]) == ("right", "right", "right")
    match = record.replay()
    assert match.over and match.result is not None
    assert list(match.totals) == [int(total) for total in text.splitlines()[-1].split()[1 : record.seats + 1]]
