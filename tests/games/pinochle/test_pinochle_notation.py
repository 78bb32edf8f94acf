"""Actions and matches as text: exact both ways, and nothing but a RecordError for what cannot be read."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pinochle_tables import OPTIONS, ORIGINAL, declare, play, random_match, say, table

from amity.errors import ParseError, RecordError
from amity.games import Line
from amity.games.pinochle import GAME, Bid, NameTrump, Pass, PinochleMatch, Play
from amity.match import Event

NOTATION = GAME.notation


def write(events: list[Event]) -> list[str]:
    return list(NOTATION.write_events(events, 4))


def parse(lines: list[str]) -> list[Event]:
    return NOTATION.parse_events([Line(number + 1, text) for number, text in enumerate(lines)], 4)


@pytest.mark.parametrize(
    ("action", "text"),
    [(Bid(120), "bid 120"), (Pass(), "pass"), (NameTrump("H"), "trump H"), (Play("10S"), "play 10S")],
)
def test_action(action: Bid | Pass | NameTrump | Play, text: str) -> None:
    assert NOTATION.write_action(action) == text
    assert NOTATION.parse_action(text) == action
    assert NOTATION.parse_action(f"  {text.upper()} ") == action


@settings(deadline=None)
@given(st.integers(-5000, 5000))
def test_any_bid_is_exact(points: int) -> None:
    assert NOTATION.parse_action(NOTATION.write_action(Bid(points))) == Bid(points)


@pytest.mark.parametrize(
    "text", ["", "bid", "bid x", "bid 1 2", "pass on", "trump N", "trump", "play", "lead AS", "10S"]
)
def test_unknown_action(text: str) -> None:
    with pytest.raises(ParseError, match="unknown_action"):
        NOTATION.parse_action(text)


@settings(deadline=None)
@given(st.text(max_size=30))
def test_any_text_is_an_action_or_a_parse_error(text: str) -> None:
    try:
        action = NOTATION.parse_action(text)
    except ParseError:
        return
    assert NOTATION.parse_action(NOTATION.write_action(action)) == action


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(sorted(OPTIONS)), st.integers(0, 500))
def test_round_trip(number: int, preset: str, steps: int) -> None:
    match = random_match(number, OPTIONS[preset], steps)
    for seat in (None, 0, 1, 2, 3):
        seen = list(match.history(seat))
        assert parse(write(seen)) == seen
    assert parse(write(match.events)) == match.events
    if not match.over:
        match.forfeit(number % 4, "time" if number % 2 else "resigned")
        assert parse(write(match.events)) == match.events


def test_every_prefix_of_a_match_round_trips() -> None:
    events = random_match(5).events
    for count in range(len(events) + 1):
        assert parse(write(events[:count])) == events[:count]


def test_the_text_of_a_deal() -> None:
    match = table(
        "AS KS QS 9S AH 10H 9H 9D JD QC JC 9C",
        "AS 10S JS KH QH JH AD 10D KD AC 10C 9C",
        "KS QS 9S KH QH JH QD JD 9D KC QC JC",
    )
    declare(match, "S", 60)
    play(match, "AH KH JH 9H")
    play(match, "AS 10S")
    assert write(match.events) == [
        "deal 1",
        "dealer 0",
        "hand 0 AS KS QS 9S AH 10H 9H 9D JD QC JC 9C",
        "hand 1 AS 10S JS KH QH JH AD 10D KD AC 10C 9C",
        "hand 2 KS QS 9S KH QH JH QD JD 9D KC QC JC",
        "hand 3 QD KD 10D AD KC 10C AC 9H 10H AH JS 10S",
        "bids 0:60 1:pass 2:pass 3:pass -> 0:60",
        "trump 0:S",
        "melds 0:90 1:20 2:190 3:20",
        "meld 0 40 trump marriage: KS QS",
        "meld 0 10 dix: 9S",
        "meld 0 40 pinochle: QS JD",
        "meld 1 20 marriage H: KH QH",
        "meld 2 40 trump marriage: KS QS",
        "meld 2 20 marriage C: KC QC",
        "meld 2 20 marriage H: KH QH",
        "meld 2 10 dix: 9S",
        "meld 2 60 queens around: QS QH QC QD",
        "meld 2 40 pinochle: QS JD",
        "meld 3 20 marriage D: KD QD",
        "trick 0 AH KH JH 9H -> 0 20",
        "trick 0 AS 10S",
    ]
    seen = write(list(match.history(1)))
    assert seen[2:6] == ["hand 0 ?", "hand 1 AS 10S JS KH QH JH AD 10D KD AC 10C 9C", "hand 2 ?", "hand 3 ?"]


def test_an_unfinished_auction_says_who_is_in_turn() -> None:
    match = table(dealer=2)
    say(match, 20, None, 30)
    assert write(match.events)[-1] == "bids 2:20 3:pass 0:30 1:"


GOOD = [
    "deal 1",
    "dealer 0",
    "hand 0 AS KS QS 9S AH 10H 9H 9D JD QC JC 9C",
    "hand 1 ?",
    "hand 2 ?",
    "hand 3 ?",
    "bids 0:60 1:pass 2:pass 3:pass -> 0:60",
    "trump 0:S",
    "melds 0:40 1:0 2:0 3:0",
    "meld 0 40 trump marriage: KS QS",
    "trick 0 AH KH JH 9H -> 0 20 +10",
    "contract 0:60 made",
    "score 0 0 melds 40 tricks 30 = 70 -> 70",
    "score 1 0 melds 0 tricks 0 = 0 -> 0",
    "forfeit 1 time",
    "result 70 0 70 0 places 1 3 1 3 forfeit",
]


def test_the_good_text_is_read() -> None:
    assert write(parse(GOOD)) == GOOD


@pytest.mark.parametrize(
    ("line", "text", "column", "expected"),
    [
        (1, "game 1", 1, "deal | forfeit | result"),
        (1, "deal x", 6, "number"),
        (1, "deal 1 2", 8, "end of line"),
        (2, "hand 0 ?", 1, "dealer"),
        (2, "dealer 4", 8, "seat 0–3"),
        (3, "hand 1 ?", 6, "0"),
        (3, "hand 0 AS 8S", 11, "card"),
        (3, "hand 0 AS AS AS", 14, "card that is in the hand less than twice"),
        (3, "hand 0 AS KS", 13, "card"),
        (7, "bids", 5, "seat:bid"),
        (7, "bids 0:", 6, "seat:bid"),
        (7, "bids 0:60 1:maybe 2:pass", 11, "seat:bid or seat:pass"),
        (7, "bids 0:60 4:pass", 11, "seat:bid or ->"),
        (7, "bids 0:60", 6, "seat:pass to end the auction"),
        (7, "bids 0:60 1:pass -> 0:x", 21, "seat:bid"),
        (8, "trump 0:N", 7, "seat:suit"),
        (8, "trump", 6, "seat:suit"),
        (9, "melds 0:40 2:0 1:0 3:0", 12, "1:points"),
        (10, "meld 4 40 run: KS", 6, "seat 0–3"),
        (10, "meld 0 40 trump wedding: KS QS", 11, "meld and a colon"),
        (10, "meld 0 20 marriage N: KS QS", 11, "meld and a colon"),
        (10, "meld 0 20 marriage: KS QS", 11, "meld and a colon"),
        (10, "meld 0 40 trump marriage", 11, "meld and a colon"),
        (10, "meld 0 40 trump marriage:", 26, "card"),
        (11, "trick 0", 8, "card"),
        (11, "trick 0 AH KH -> 0 20", 15, "card"),
        (11, "trick 0 AH KH JH 9H 9H", 21, "->"),
        (11, "trick 0 AH KH JH 9H -> 0 20 10", 29, "+ and the points of the last trick, or the end of the line"),
        (12, "contract 0:60 lost", 15, "made | missed"),
        (13, "score 1 0 melds 40 = 70 -> 70", 7, "0"),
        (
            13,
            "score 0 0 luck 40 = 70 -> 70",
            11,
            "melds | melds_without_trick | tricks | not_scored | bid_subtracted | =",
        ),
        (13, "score 0 0 melds 40 = 70", 24, "->"),
        (14, "trick 0 AS", 1, "score"),
        (15, "forfeit 1 boredom", 11, "time | resigned"),
        (16, "result 70 0 70 0 places 1 3 1 5 forfeit", 31, "place 1–4"),
        (16, "deal 2", 1, "result"),
    ],
)
def test_what_cannot_be_read(line: int, text: str, column: int, expected: str) -> None:
    with pytest.raises(RecordError) as refused:
        parse([*GOOD[: line - 1], text, *GOOD[line:]])
    error = refused.value
    assert (error.line, error.column, error.params["expected"]) == (line, column, expected)


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 12, 13])
def test_a_body_that_stops_too_early(count: int) -> None:
    with pytest.raises(RecordError) as refused:
        parse(GOOD[:count])
    assert refused.value.line == count + 1


def test_nothing_follows_the_result() -> None:
    with pytest.raises(RecordError) as refused:
        parse([*GOOD, "deal 2"])
    assert (refused.value.line, refused.value.params["expected"]) == (17, "end of record")


@cache
def _lines(number: int) -> tuple[str, ...]:
    return tuple(write(random_match(number, ORIGINAL, 150).events))


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 400), st.integers(0, 10**6), st.text(alphabet="0123:->=+? pasAKQJSHDCmeldtrick", max_size=12))
def test_damaged_records_are_read_or_refused(at: int, number: int, noise: str) -> None:
    lines = list(_lines(number % 20))
    chance = random.Random(number)
    place = at % len(lines)
    kind = chance.randrange(4)
    if kind == 0:
        lines[place] = noise
    elif kind == 1:
        cut = chance.randrange(len(lines[place]) + 1)
        lines[place] = lines[place][:cut] + noise + lines[place][cut:]
    elif kind == 2:
        del lines[place]
    else:
        lines.insert(place, lines[chance.randrange(len(lines))])
    try:
        events = parse(lines)
    except RecordError as error:
        assert 1 <= error.line <= len(lines) + 1
        assert error.column >= 1
        return
    assert parse(write(events)) == events
    # Whatever was read can be folded and looked at.
    match = PinochleMatch.replay(ORIGINAL, 4, events)
    for seat in (None, 0, 3):
        match.view(seat)


@settings(deadline=None)
@given(st.text(max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        parse(text.splitlines())
    except RecordError as error:
        assert error.line >= 1
