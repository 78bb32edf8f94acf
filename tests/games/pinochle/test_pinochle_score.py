"""The score of a deal, line by line, and the end of the match. Rules: pinochle, Score."""

from __future__ import annotations

import random

import pytest
from pinochle_tables import ORIGINAL, PACK, advance, declare, play, table

from amity.games.pinochle import DealScored, PinochleMatch, PinochleOptions, ScoreLine, TrickWon
from amity.games.pinochle.scoring import match_ended, score_deal, side_score, winning_side
from amity.match import Forfeited, MatchEnded
from amity.shuffle import MatchRandom

CLUB = PinochleOptions(trick_needed_for_melds=True)


def lines(told: str) -> tuple[ScoreLine, ...]:
    words = told.split()
    return tuple(ScoreLine(name, int(points)) for name, points in zip(words[::2], words[1::2], strict=True))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("before", "melds", "tricks", "void", "bid", "told", "change", "made"),
    [
        # Without the bid a side always adds what it made.
        (0, 40, 100, False, None, "melds 40 tricks 100", 140, True),
        (-200, 0, 0, False, None, "melds 0 tricks 0", 0, True),
        # At least the bid is made …
        (300, 100, 100, False, 200, "melds 100 tricks 100", 200, True),
        (300, 100, 110, False, 200, "melds 100 tricks 110", 210, True),
        # … below it nothing is scored and the bid is subtracted; totals may go below zero.
        (300, 100, 90, False, 200, "melds 100 tricks 90 not_scored -190 bid_subtracted -200", -200, False),
        (0, 0, 0, False, 3000, "melds 0 tricks 0 bid_subtracted -3000", -3000, False),
        # Melds alone may make a bid.
        (0, 1500, 0, False, 500, "melds 1500 tricks 0", 1500, True),
        # Unless a trick is needed for them.
        (0, 1500, 0, True, 500, "melds 1500 melds_without_trick -1500 tricks 0 bid_subtracted -500", -500, False),
        (0, 150, 0, True, None, "melds 150 melds_without_trick -150 tricks 0", 0, True),
        (0, 0, 0, True, None, "melds 0 tricks 0", 0, True),
    ],
)
def test_sheet(
    before: int, melds: int, tricks: int, void: bool, bid: int | None, told: str, change: int, made: bool
) -> None:
    sheet, reached = side_score(before, melds, tricks, melds_void=void, bid=bid)
    assert (sheet.lines, sheet.change, reached) == (lines(told), change, made)
    assert sheet.after == before + change
    assert sum(line.points for line in sheet.lines) == change


@pytest.mark.parametrize(
    ("options", "taken", "first", "second", "made"),
    [
        (ORIGINAL, (12, 0), 290, 60, True),
        (CLUB, (12, 0), 290, 0, True),
        (ORIGINAL, (0, 12), 40, 310, True),
        # The bidding side took nothing: its melds do not count towards the bid either.
        (CLUB, (0, 12), -30, 310, False),
        # One trick is enough, even one without points.
        (CLUB, (1, 11), 40, 310, True),
    ],
)
def test_melds_without_a_trick(
    options: PinochleOptions, taken: tuple[int, int], first: int, second: int, made: bool
) -> None:
    tricks = (250, 0) if taken == (12, 0) else (0, 250)
    scored = score_deal(options, 1, 2, 30, totals=(0, 0), melds=(40, 60), tricks=tricks, tricks_taken=taken)
    assert (scored.sides[0].change, scored.sides[1].change, scored.made) == (first, second, made)


@pytest.mark.parametrize(
    ("totals", "bidders", "both_reach", "winner"),
    [
        ((990, 980), 0, "bidders", None),
        ((1000, 980), 1, "bidders", 0),
        ((990, 1000), 0, "bidders", 1),
        ((1000, 1200), 0, "bidders", 0),
        ((1000, 1200), 1, "bidders", 1),
        ((1000, 1200), 0, "higher", 1),
        ((1200, 1000), 1, "higher", 0),
        ((1100, 1100), 0, "higher", 0),
        ((1100, 1100), 1, "higher", 1),
        ((-500, 1000), 0, "higher", 1),
    ],
)
def test_who_wins(totals: tuple[int, int], bidders: int, both_reach: str, winner: int | None) -> None:
    options = PinochleOptions(both_reach="higher" if both_reach == "higher" else "bidders")
    assert winning_side(options, totals, bidders) == winner


def test_places_are_the_winners_even_with_the_lower_total() -> None:
    assert match_ended((1000, 1200), 0) == MatchEnded((1000, 1200, 1000, 1200), (1, 3, 1, 3), "played")


def test_target_is_an_option() -> None:
    assert winning_side(PinochleOptions(target=500), (500, 490), 1) == 0
    assert winning_side(PinochleOptions(target=1500), (1490, 1000), 1) is None


def finish(match: PinochleMatch) -> DealScored:
    """Play the deal out at random."""
    while not match.awaiting_deal and not match.over:
        advance(match, random.Random(len(match.events)), 1)
    return match.scores[-1]


def test_a_whole_deal_is_scored() -> None:
    """Seat 0 has all trumps: it takes twelve tricks, and the others' melds count all the same."""
    hand = "AS AS 10S 10S KS KS QS QS JS JS 9S 9S"
    match = table(hand)
    declare(match, "S", 3000)
    play(match, hand.split()[0])
    scored = finish(match)
    assert not scored.made
    first, second = scored.sides
    melds = match.meld_points[0] + match.meld_points[2]
    assert match.meld_points[0] == 1520
    assert first.lines[:2] == lines(f"melds {melds} tricks 250")
    assert first.change == -3000
    assert second.change == sum(match.meld_points[1::2]) > 0
    view = match.view(None)
    assert (view.trick_counts, view.trick_points) == ((12, 0), (250, 0))
    assert (view.totals, view.phase, match.awaiting_deal) == ((-3000, second.after), "deal", True)
    assert view.scores == (scored,)


def test_last_trick_counts_ten_more() -> None:
    match = table(dealer=1)
    declare(match, "H")
    finish(match)
    won = [event for event in match.events if isinstance(event, TrickWon)]
    assert [event.bonus for event in won] == [0] * 11 + [10]
    assert sum(event.points + event.bonus for event in won) == 250


def test_the_deal_rotates_clockwise() -> None:
    match = PinochleMatch(PinochleOptions(target=10_000), 4, MatchRandom.from_number(8))
    chance = random.Random(8)
    dealers: list[int] = []
    while len(dealers) < 9:
        if match.awaiting_deal:
            match.deal()
            dealers.append(match.dealer)
        advance(match, chance, 1)
    assert dealers == [(dealers[0] + step) % 4 for step in range(9)]


def test_first_dealers_are_drawn() -> None:
    drawn = []
    for number in range(40):
        match = PinochleMatch(ORIGINAL, 4, MatchRandom.from_number(number))
        match.deal()
        drawn.append(match.dealer)
    assert set(drawn) == {0, 1, 2, 3}


def test_packets_of_three_from_the_dealers_left() -> None:
    chance = MatchRandom.from_number(12)
    match = PinochleMatch(ORIGINAL, 4, chance)
    match.deal()
    pack = [face for face in range(24) for _ in range(2)]
    order = chance.stream("shuffle", deal=1).shuffled(pack)
    codes = list(dict.fromkeys(PACK))
    hands = match.events[0].hands  # type: ignore[attr-defined]
    left = (match.dealer + 1) % 4
    assert hands[left][:3] == tuple(codes[face] for face in order[:3])
    assert hands[(left + 1) % 4][:3] == tuple(codes[face] for face in order[3:6])
    assert hands[left][3:6] == tuple(codes[face] for face in order[12:15])
    assert hands[match.dealer][9:] == tuple(codes[face] for face in order[45:])


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("cause", ["time", "resigned"])
def test_a_forfeit_loses_for_the_side(seat: int, cause: str) -> None:
    match = table()
    declare(match, "S")
    events = match.forfeit(seat, "time" if cause == "time" else "resigned")
    assert isinstance(events[0], Forfeited)
    assert match.side_of(seat) == {seat, (seat + 2) % 4}
    assert match.result is not None
    assert match.result.places == tuple(3 if other % 2 == seat % 2 else 1 for other in range(4))
    assert match.result.reason == "forfeit"
    assert (match.to_act, match.awaiting_deal, match.legal_actions()) == (None, False, ())
    assert match.view(seat).phase == "over"
