"""Mate as text: exact pairs, and errors that say where and what."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mate_tables import random_match

from amity.cards import MATE
from amity.errors import ParseError, RecordError
from amity.games import Line, get
from amity.games.mate import Foreplace, MateMatch, MateOptions, Play
from amity.games.mate.notation import parse_action, parse_events, write_action, write_events
from amity.text import error_message

matches = st.builds(
    random_match,
    st.integers(0, 10**6),
    st.builds(MateOptions, foreplacing=st.booleans(), games=st.sampled_from([2, 4])),
    st.integers(0, 90),
)


def lines_of(text: str) -> list[Line]:
    return [Line(number, line) for number, line in enumerate(text.split("\n"), 1)]


@given(matches, st.booleans(), st.sampled_from(["time", "resigned"]))
def test_what_is_written_parses_to_the_same_events(match: MateMatch, forfeit: bool, cause: str) -> None:
    if forfeit and not match.over:
        match.forfeit(1, cause)  # type: ignore[arg-type]
    text = "\n".join(write_events(match.events, 2))
    assert parse_events(lines_of(text), 2) == match.events
    assert "\n".join(write_events(match.history(0), 2)) == text, "nothing is hidden, so every seat's record is the same"


@pytest.mark.parametrize(
    ("action", "text"), [(Play("10S"), "play 10S"), (Foreplace("AC"), "place AC"), (Foreplace(None), "place -")]
)
def test_actions(action: Play | Foreplace, text: str) -> None:
    assert write_action(action) == text
    assert parse_action(text) == action


def test_every_action_has_a_text() -> None:
    for action in [Foreplace(None), *map(Foreplace, MATE.codes), *map(Play, MATE.codes)]:
        assert get("mate").notation.parse_action(get("mate").notation.write_action(action)) == action


def test_short_forms_of_cards_are_read() -> None:
    assert parse_action(" play  ts ") == Play("10S")


@pytest.mark.parametrize(
    ("text", "code"), [("", "unknown_action"), ("lead AS", "unknown_action"), ("play 2S", "unknown_card")]
)
def test_texts_that_are_no_actions(text: str, code: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse_action(text)
    assert caught.value.code == code


def test_other_actions_have_no_text() -> None:
    with pytest.raises(TypeError):
        write_action(object())  # type: ignore[arg-type]


HANDS = "deal 1\ndealer 0\nhand 0 AC KC QC 7C AH KH QH 7H AS KS\nhand 1 10C 10H QS 7S 10S AD 10D KD QD 7D\n"


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("trick 0 AC", "record_line_expected", 1, 1),
        ("deal one", "record_line_malformed", 1, 1),
        ("deal 1\n", "record_line_expected", 1, 1),
        ("deal 1\ndealer 2", "record_line_malformed", 2, 1),
        ("deal 1\ndealer 0\nhand 0 AC KC", "record_hand_size", 3, 8),
        ("deal 1\ndealer 0\nhand 0 AC KC 2C 7C AH KH QH 7H AS KS", "unknown_card", 3, 14),
        ("deal 1\ndealer 0\nhand 1 AC KC QC 7C AH KH QH 7H AS KS", "record_line_malformed", 3, 1),
        (HANDS.replace("7D", "AC"), "record_cards_repeated", 4, 8),
        (HANDS.replace("hand 1", "hand 0"), "record_line_malformed", 4, 1),
        (HANDS + "place 0", "record_line_malformed", 5, 1),
        (HANDS + "place 0 XX", "unknown_card", 5, 9),
        (HANDS + "  trick 2 AC 10C -> 0", "record_line_malformed", 5, 3),
        (HANDS + "trick 0 AC 10C", "record_line_malformed", 5, 1),
        (HANDS + "trick 0 AC 1C -> 0", "unknown_card", 5, 12),
        (HANDS + "trick 0 AC\ntrick 0 AC", "record_line_expected", 6, 1),
        (HANDS + "trick 0 AC 10C -> 0\n" * 11, "record_trick_number", 15, 1),
        (HANDS + "trick 0 AC\nscore 0 AC eleven", "record_line_malformed", 6, 1),
        (HANDS + "trick 0 AC\nscore draw totals 0 0", "record_line_malformed", 6, 1),
        (HANDS + "forfeit 0 tired", "record_line_malformed", 5, 1),
        (HANDS + "forfeit 0 time\ndeal 2", "record_line_expected", 6, 1),
        (HANDS + "forfeit 0 time\nresult 0 0 places 3 1 forfeit", "record_line_malformed", 6, 1),
    ],
)
def test_errors_say_where(text: str, code: str, line: int, column: int) -> None:
    with pytest.raises(RecordError) as caught:
        parse_events(lines_of(text), 2)
    assert (caught.value.code, caught.value.line, caught.value.column) == (code, line, column)
    assert error_message(caught.value), "every refusal has its sentence"


def test_an_error_in_a_card_points_at_the_card_itself() -> None:
    # The wrong card is spelt like a part of an earlier one.
    with pytest.raises(RecordError) as caught:
        parse_events(lines_of(HANDS + "trick 0 10C 0C -> 0"), 2)
    assert (caught.value.line, caught.value.column) == (5, 13)


WORDS = st.one_of(
    st.sampled_from(["deal", "dealer", "hand", "place", "trick", "score", "forfeit", "result", "draw", "totals"]),
    st.sampled_from(["placed", "doubled", "points", "places", "played", "time", "swapped", "->", "-", "0", "1", "10"]),
    st.sampled_from(MATE.codes),
    st.text(max_size=5),
)
TEXTS = st.one_of(
    st.text(),
    st.lists(st.lists(WORDS, max_size=8).map(" ".join), max_size=12).map("\n".join),
    st.lists(st.lists(WORDS, max_size=8).map(" ".join), max_size=6).map(lambda lines: HANDS + "\n".join(lines)),
)


def read_and_replay(text: str) -> None:
    try:
        events = parse_events(lines_of(text), 2)
    except RecordError as error:
        assert error.line >= 1 and error.column >= 1
        return
    match = MateMatch.replay(MateOptions(), 2, events)
    match.view(0)
    assert parse_events(lines_of("\n".join(write_events(events, 2))), 2) == events


@given(TEXTS)
def test_any_text_is_read_or_refused_with_a_record_error(text: str) -> None:
    read_and_replay(text)


@given(matches, st.data())
def test_damaged_records_are_read_or_refused_with_a_record_error(match: MateMatch, data: st.DataObject) -> None:
    lines = list(write_events(match.events, 2))
    for _ in range(data.draw(st.integers(0, 3))):
        if not lines:
            break
        place = data.draw(st.integers(0, len(lines) - 1))
        words = lines[place].split(" ")
        word = data.draw(st.integers(0, len(words) - 1))
        words[word] = data.draw(WORDS)
        damage = data.draw(st.sampled_from(["word", "drop", "repeat", "swap"]))
        if damage == "word":
            lines[place] = " ".join(words)
        elif damage == "drop":
            del lines[place]
        elif damage == "repeat":
            lines.insert(place, lines[place])
        else:
            lines[place], lines[0] = lines[0], lines[place]
    read_and_replay("\n".join(lines))
