"""Friends! as text: every match and every action can be written and read back, and bad text is refused in place."""

from __future__ import annotations

from random import Random

import pytest
from friends_tables import OPTIONS, PACK, Bid, Bury, Call, Pass, Play, play, random_match
from hypothesis import given, settings
from hypothesis import strategies as st

from amity.errors import ParseError, RecordError
from amity.games._game import Line
from amity.games.friends import GAME
from amity.match import Event

notation = GAME.notation
numbers = st.integers(0, 10**6)
presets = st.sampled_from(sorted(OPTIONS))


def lines_of(events: list[Event]) -> list[Line]:
    return [Line(number, text) for number, text in enumerate(notation.write_events(events, 6), start=1)]


@settings(max_examples=30, deadline=None)
@given(numbers, presets, st.integers(0, 900), st.sampled_from([None, 0, 3, 5]))
def test_events_round_trip(number: int, preset: str, count: int, seat: int | None) -> None:
    match = random_match(number, OPTIONS[preset], count)
    if number % 5 == 0 and not match.over:
        match.forfeit(number % 6, "resigned")
    assert notation.parse_events(lines_of(match.events), 6) == match.events
    seen = list(match.history(seat))
    assert notation.parse_events(lines_of(seen), 6) == seen


def test_every_prefix_round_trips() -> None:
    match = random_match(12, OPTIONS["late"], 500)
    for stop in range(0, len(match.events), 7):
        events = match.events[:stop]
        assert notation.parse_events(lines_of(events), 6) == events


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("pass", Pass()),
        ("bid 3 RJ", Bid("RJ", 3)),
        ("bury 2S 2S 3S 10S 5D KC", Bury(("2S", "2S", "3S", "10S", "5D", "KC"))),
        ("call AS 2", Call("AS", 2)),
        ("play AS AS KS", play("AS AS KS")),
        ("play AS AS + KS", play("AS AS + KS")),
        ("play + AS AS", Play(("AS", "AS"), (("AS", "AS"),))),
    ],
)
def test_actions(text: str, action: object) -> None:
    assert notation.parse_action(text) == action
    assert notation.write_action(notation.parse_action(text)) == text


@pytest.mark.parametrize("text", ["", "fold", "bid RJ", "bid x RJ", "call AS", "pass 1", "bid 99999 AS"])
def test_unknown_actions(text: str) -> None:
    with pytest.raises(ParseError) as refused:
        notation.parse_action(text)
    assert refused.value.code == "unknown_action"


def test_short_tens_are_read() -> None:
    assert notation.parse_action("play TS ts") == play("10S 10S")


@pytest.mark.parametrize(
    ("before", "after", "line", "column", "expected"),
    [
        ("deal 1", "deel 1", 1, 1, "deal | forfeit"),
        ("attempt 0", "attempt zero", 1, 16, "number"),
        ("starter", "stirrer", 2, 1, "starter | dealer"),
        ("level 2", "level 99", 2, 17, "level 2–14"),
        ("hand 3", "hand 2", 6, 6, "3"),
    ],
)
def test_bad_lines_are_refused_in_place(before: str, after: str, line: int, column: int, expected: str) -> None:
    match = random_match(1, OPTIONS["original"], 60)
    text = "\n".join(notation.write_events(match.events, 6))
    assert before in text
    broken = [Line(number, part) for number, part in enumerate(text.replace(before, after, 1).split("\n"), start=1)]
    with pytest.raises(RecordError) as refused:
        notation.parse_events(broken, 6)
    error = refused.value
    assert (error.code, error.line, error.column) == ("record_expected", line, column)
    assert error.params["expected"] == expected


@settings(max_examples=150, deadline=None)
@given(numbers, st.randoms(use_true_random=False))
def test_damaged_records_are_refused_or_read(number: int, chance: Random) -> None:
    match = random_match(number % 7, OPTIONS["original"], 120)
    lines = list(notation.write_events(match.events, 6))
    for _ in range(3):
        place = chance.randrange(len(lines))
        words = lines[place].split()
        kind = chance.randrange(4)
        if kind == 0 and words:
            words[chance.randrange(len(words))] = chance.choice(
                [*PACK, "?", "->", "+", "/", "=0", "=7", "!S", "-1", "é"]
            )
            lines[place] = " ".join(words)
        elif kind == 1:
            del lines[place]
        elif kind == 2:
            lines.insert(place, lines[chance.randrange(len(lines))])
        else:
            lines[place] = " ".join(words[: chance.randrange(len(words) + 1)])
        if not lines:
            return
    try:
        notation.parse_events([Line(number, text) for number, text in enumerate(lines, start=1)], 6)
    except RecordError as refused:
        assert refused.code == "record_expected"


@settings(max_examples=150, deadline=None)
@given(st.lists(st.text(max_size=40), max_size=6))
def test_any_text_is_refused(texts: list[str]) -> None:
    try:
        notation.parse_events([Line(number, text) for number, text in enumerate(texts, start=1)], 6)
    except RecordError as refused:
        assert refused.code == "record_expected"
