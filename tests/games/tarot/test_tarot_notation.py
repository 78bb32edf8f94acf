"""Actions and records as text, exactly there and back, and never anything but a RecordError."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from amity.errors import ParseError, RecordError
from amity.games import Line
from amity.games.tarot import GAME, Bid, Call, Discard, Handful, Play, Slam, TarotOptions
from tests.games.tarot.tarot_tables import CONFIGURATIONS, PRESETS, cards, random_match, seated, start

NOTATION = GAME.notation


def lines_of(text: str) -> list[Line]:
    return [Line(number, line) for number, line in enumerate(text.split("\n"), start=1)]


def written(events, players) -> str:
    return "\n".join(NOTATION.write_events(events, players))


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Bid(None), "pass"),
        (Bid("guard_without"), "bid guard_without"),
        (Call("KS"), "call KS"),
        (Call(None), "call nobody"),
        (Slam(True), "slam yes"),
        (Slam(False), "slam no"),
        (Discard(("1S", "T3", "QH")), "discard 1S T3 QH"),
        (Handful(("T21", "*")), "handful T21 *"),
        (Play("*"), "play *"),
    ],
)
def test_actions_there_and_back(action, text):
    assert NOTATION.write_action(action) == text
    assert NOTATION.parse_action(text) == action


def test_other_spellings_of_cards():
    assert NOTATION.parse_action("play rs") == Play("KS")
    assert NOTATION.parse_action("discard vd cc excuse") == Discard(("JD", "NC", "*"))


@pytest.mark.parametrize("text", ["", "bid", "bid 100", "slam maybe", "play", "play KS QS", "call", "fold", "pass 1"])
def test_unknown_actions(text):
    with pytest.raises(ParseError, match="unknown_action"):
        NOTATION.parse_action(text)


@pytest.mark.parametrize("text", ["play AS", "call KX", "discard 1S T22", "handful T0"])
def test_unknown_cards_in_actions(text):
    with pytest.raises(ParseError, match="unknown_card"):
        NOTATION.parse_action(text)


@pytest.mark.parametrize(("players", "preset"), CONFIGURATIONS)
def test_whole_matches_there_and_back_for_everybody(players, preset):
    for seed in range(6):
        match = random_match(players, PRESETS[preset], seed)
        for events in (match.events, *(match.history(seat) for seat in (None, *range(players)))):
            text = written(events, players)
            assert NOTATION.parse_events(lines_of(text), players) == list(events)
            assert written(NOTATION.parse_events(lines_of(text), players), players) == text


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_prefix_there_and_back(players):
    match = random_match(players, TarotOptions(deals=1, petit_sec="play"), 9)
    for length in range(len(match.events) + 1):
        events = match.events[:length]
        assert NOTATION.parse_events(lines_of(written(events, players)), players) == events


def test_a_forfeit_in_the_middle_of_a_trick():
    match = random_match(4, TarotOptions(), 2, 30)
    match.forfeit(1, "resigned")
    assert NOTATION.parse_events(lines_of(written(match.events, 4)), 4) == match.events


def test_handfuls_stand_above_their_trick_in_the_order_shown():
    match = start(seated(5, {0: "T1-10 2S", 1: "T11-18 3S"}, dealer=4), "3pppp")
    match.apply(0, Handful(tuple(cards("T1-10"))))
    assert NOTATION.parse_events(lines_of(written(match.events, 5)), 5) == match.events
    match.apply(0, Play("2S"))
    match.apply(1, Handful(tuple(cards("T11-18"))))
    text = written(match.events, 5)
    assert [line.split()[0] for line in text.split("\n")[-3:]] == ["handful", "handful", "trick"]
    assert NOTATION.parse_events(lines_of(text), 5) == match.events
    match.apply(1, Play("3S"))
    assert NOTATION.parse_events(lines_of(written(match.events, 5)), 5) == match.events


def test_the_form_of_a_record():
    match = start(seated(5, {0: "KS", 1: "KH 1S"}, dog="2S 3S 4S", dealer=4), "2pppp", call="KH")
    text = written(match.events, 5).split("\n")
    assert text[:3] == ["deal 1", "dealer 4", "pack shuffled gaps 1 2 3"]
    assert text[8:14] == [
        "dog 2S 3S 4S",
        "bids 0:guard 1:pass 2:pass 3:pass 4:pass",
        "taker 0 guard",
        "call 0 KH -> 1",
        "slam 0 no",
        "shown 2S 3S 4S",
    ]
    seen = written(match.history(2), 5).split("\n")
    assert seen[2:5] == ["pack shuffled gaps ?", "hand 0 ?", "hand 1 ?"]
    assert seen[11] == "call 0 KH"
    assert seen[14].startswith("discard 0 ? shown")


@pytest.mark.parametrize(
    ("text", "line", "column", "expected"),
    [
        ("trick 0 1S", 1, 1, "deal | forfeit"),
        ("deal 1", 2, 1, "dealer"),
        ("deal x", 1, 6, "number"),
        ("deal 1\ndealer 4", 2, 8, "seat 0–3"),
        ("deal 1\ndealer 0\npack new", 3, 6, "shuffled | cut"),
        ("deal 1\ndealer 0\npack shuffled gaps ?\nhand 1 ?", 4, 6, "0"),
        ("deal 1\ndealer 0\npack shuffled gaps ?\nhand 0 1S 1S", 4, 11, "a card that is not there yet"),
        ("deal 1\ndealer 0\npack shuffled gaps ?\nhand 0 AS", 4, 8, "card"),
        ("forfeit 1 bored", 1, 11, "time | resigned"),
    ],
)
def test_errors_say_where_and_what_would_be_right(text, line, column, expected):
    with pytest.raises(RecordError) as refusal:
        NOTATION.parse_events(lines_of(text), 4)
    error = refusal.value
    assert (error.code, error.line, error.column) == ("record_expected", line, column)
    assert error.params["expected"] == expected


@given(st.sampled_from((3, 4, 5)), st.integers(0, 50), st.integers(0, 10**6), st.integers(1, 6))
@settings(max_examples=200, deadline=None)
def test_damaged_records_are_read_or_refused(players, seed, damage, count):
    """Words are dropped, doubled, exchanged or replaced."""
    text = written(random_match(players, PRESETS["original"], seed, 120).events, players)
    chance = random.Random(damage)
    lines = [line.split() for line in text.split("\n")]
    for _ in range(count):
        line = chance.choice(lines)
        place = chance.randrange(len(line) + 1)
        kind = chance.randrange(4)
        if kind == 0 and place < len(line):
            del line[place]
        elif kind == 1:
            line.insert(place, chance.choice([word for other in lines for word in other]))
        elif kind == 2 and place < len(line):
            line[place] = chance.choice(["->", "?", "=", "KS!", "-1", "9" * 40, "0:", ":", "handful", "", "T1"])
        else:
            lines.remove(line)
            lines.insert(chance.randrange(len(lines) + 1), line)
    damaged = "\n".join(" ".join(line) for line in lines)
    try:
        events = NOTATION.parse_events(lines_of(damaged), players)
    except RecordError as error:
        assert 1 <= error.line <= len(lines) + 1
        assert error.column >= 1
    else:
        assert NOTATION.parse_events(lines_of(written(events, players)), players) == events


@given(st.text(max_size=300), st.sampled_from((3, 4, 5)))
def test_any_text_is_read_or_refused(text, players):
    try:
        NOTATION.parse_events(lines_of(text), players)
    except RecordError as error:
        assert error.line >= 1
