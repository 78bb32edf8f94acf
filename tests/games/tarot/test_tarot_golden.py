"""Golden matches of every configuration: records kept as they were written, verified and replayed."""

from __future__ import annotations

from pathlib import Path

import pytest

from amity import record as records
from amity.games.tarot.events import Dealt
from tests.games.tarot.tarot_judge import check_sheets

GOLDEN = sorted((Path(__file__).parents[2] / "data/golden/tarot").glob("*.amity"))


def test_there_are_golden_records_of_every_configuration():
    names = {path.stem for path in GOLDEN}
    assert {f"{seats}-{kind}" for seats in (3, 4, 5) for kind in ("original", "fft", "random")} < names
    assert len(GOLDEN) == 11


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_record_is_read_verified_and_written_again(path: Path):
    text = path.read_text(encoding="utf-8")
    record = records.parse(text)
    assert records.write(record) == text
    outcomes = {check.what: check.outcome for check in records.verify(record).checks}
    assert (outcomes["commitment"], outcomes["deals"], outcomes["play"]) == ("right", "right", "right")
    match = record.replay()
    assert match.result is not None
    assert list(match.totals) == [int(total) for total in text.splitlines()[-1].split()[1 : record.seats + 1]]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_second_reading_scores_the_record_the_same(path: Path):
    check_sheets(records.parse(path.read_text(encoding="utf-8")).replay())


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_forged_deal_is_found(path: Path):
    """A deal that is taken over from the last one is verified too: two cards exchanged do not pass."""
    record = records.parse(path.read_text(encoding="utf-8"))
    number = len([event for event in record.events if isinstance(event, Dealt)])
    dealt = next(event for event in record.events if isinstance(event, Dealt) and event.number == number)
    text = path.read_text(encoding="utf-8")
    place = text.rindex("\nhand 0 ")
    line = text[place : text.index("\n", place + 1)]
    first, second = dealt.hands[0][:2]
    words = [second if word == first else first if word == second else word for word in line.split(" ")]
    forged = records.parse(text[:place] + " ".join(words) + text[place + len(line) :])
    assert not records.verify(forged).right
