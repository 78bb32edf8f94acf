"""Golden matches of every configuration: records kept as they were written, verified and replayed."""

from __future__ import annotations

from pathlib import Path

import pytest

from amity import record as records
from amity.games.tarot.events import Dealt
from tests.games.tarot.tarot_judge import check_sheets
from tests.golden_matches import paths


@pytest.mark.parametrize("path", paths("tarot"), ids=lambda path: path.stem)
def test_second_reading_scores_the_record_the_same(path: Path):
    check_sheets(records.parse(path.read_text(encoding="utf-8")).replay())


@pytest.mark.parametrize("path", paths("tarot"), ids=lambda path: path.stem)
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
