"""Throws, friends, the base and the end of deals and matches, as stories. Rules: friends, 4 to 7."""

from __future__ import annotations

from typing import Any

import pytest
from friends_tables import OPTIONS, play, playing

from amity.errors import IllegalAction
from amity.games.friends import FriendsMatch, FriendsOptions
from amity.games.friends.events import (
    CardsPlayed,
    FriendFound,
    Rejected,
    ScoreLine,
    ThrowRejected,
    TrickTaken,
)
from amity.games.friends.options import PRESETS
from amity.games.friends.scoring import next_dealer, places_dealer_wins, places_past_ace
from amity.match import MatchEnded


def tricks(match: FriendsMatch, *texts: str) -> list[Any]:
    """Play tricks written as plays separated by ``|``, starting with whoever is in turn."""
    happened: list[Any] = []
    for text in texts:
        for part in text.split("|"):
            assert match.to_act is not None
            happened += match.apply(match.to_act, play(part))
    return happened


def test_rejected_patterns_go_back_and_cost_twenty_once() -> None:
    match = playing(["AS KS KS QS", "AS AS 3S 3S", "AS 4S 4S 4S", "5S 5S 6S 6S", "7S 7S 8S 8S", "9S 9S 10S 10S"])
    events = match.apply(0, play("AS KS KS QS"))
    # Each pattern's first rejector in turn order with his lowest sufficient cards: the queen falls to an ace.
    assert events[0] == ThrowRejected(
        0,
        ("KS", "KS", "AS", "QS"),
        (("KS", "KS"), ("AS",), ("QS",)),
        (Rejected(("KS", "KS"), 1, ("AS", "AS")), Rejected(("QS",), 1, ("AS",))),
        20,
    )
    assert events[1] == CardsPlayed(0, ("AS",), (("AS",),), "", 1, True)
    assert events[2] == FriendFound(0, 0, False)
    view = match.view(0)
    assert view.hand == ("KS", "KS", "QS")
    assert view.fines == (20, 0, 0, 0, 0, 0)
    assert view.rejection == events[0]


def test_classic_leads_the_smallest_rejected_pattern_only() -> None:
    match = playing(
        ["AS KS KS QS", "AS AS 3S 3S", "AS 4S 4S 4S", "5S 5S 6S 6S", "7S 7S 8S 8S", "9S 9S 10S 10S"],
        options=PRESETS["classic"],
    )
    events = match.apply(0, play("AS KS KS QS"))
    assert events[1] == CardsPlayed(0, ("QS",), (("QS",),), "", 1, True)


def test_copies_given_back_do_not_count_for_calls() -> None:
    match = playing(
        ["KS KS QS", "AS AS 3S", "4S 4S 4S", "5S 5S 6S", "7S 7S 8S", "9S 9S 10S"], calls=(("KS", 1), ("KS", 2))
    )
    match.apply(0, play("KS KS QS"))
    assert match.view(None).calls[0].seen == 0
    assert match.view(None).calls[0].seat is None


def test_copies_count_in_the_order_played_and_several_at_once() -> None:
    match = playing(
        ["AS 3S 4S", "AS AS 5S", "6S 6S 7S", "8S 8S 9S", "10S 10S JS", "JS QS QS"], calls=(("AS", 2), ("AS", 3))
    )
    tricks(match, "AS|5S|6S|8S|10S|JS", "3S|AS|6S|8S|10S|QS")
    calls = match.view(None).calls
    assert [(call.seen, call.seat) for call in calls] == [(2, 1), (2, None)]
    assert match.view(None).states[:2] == (("D", "L"), ("F",))
    tricks(match, "AS|7S|9S|JS|QS|4S")
    side = match.sheets[0].dealer_side
    assert side == (0, 1)


def test_who_plays_both_called_copies_and_the_dealer_himself() -> None:
    hands = ["AS AS", "AS AS", "3S 4S", "5S 6S", "7S 8S", "9S 10S"]
    match = playing(hands, calls=(("AS", 1), ("AS", 4)))
    tricks(match, "AS AS|AS AS|3S 4S|5S 6S|7S 8S|9S 10S")
    assert match.sheets[0].dealer_side == (0, 1)
    alone = playing(hands, calls=(("AS", 1), ("AS", 2)))
    tricks(alone, "AS AS|AS AS|3S 4S|5S 6S|7S 8S|9S 10S")
    assert alone.sheets[0].dealer_side == (0,)
    assert alone.sheets[0].opponents == (1, 2, 3, 4, 5)


def test_open_calls_lie_in_the_base_and_last_swapped_is_the_friend() -> None:
    hands = ["AS AS", "KS KS", "3S 4S", "5S 6S", "7S 8S", "9S 10S"]
    match = playing(hands, calls=(("AS", 3), ("AS", 2)), base="AS 2D 2D 3D 3D 4D", last_swapped=4)
    events = tricks(match, "AS AS|KS KS|3S 4S|5S 6S|7S 8S|9S 10S")
    assert FriendFound(0, 1, False) in events
    assert FriendFound(4, 0, True) in events
    assert match.sheets[0].dealer_side == (0, 4)


@pytest.mark.parametrize(
    ("lead", "second", "multiplier", "share"),
    [
        ("AS", "KS", 2, 0),
        ("AS AS", "KS KS", 4, 0),
        ("AS + AS", "KS KS", 2, 0),
        ("AS KS", "QS JS", 2, 0),
        ("3S", "AS", 2, 50),
        ("3S 3S", "AS AS", 4, 100),
        ("3S 3S 3S", "AS AS AS", 6, 150),
        ("3S 3S 3S 3S", "AS AS AS AS", 8, 200),
        ("3S 3S 4S 4S", "KS KS AS AS", 8, 200),
        ("3S 3S 4S 4S", "7S 7S 7S 7S", 8, 200),
        ("AS AS KS QS", "7S 7S 7S 7S", 8, 200),
        ("AS AS KS QS", "7S 7S 8S 9S", 4, 0),
        ("AS + AS + AS + AS", "7S 7S 8S 9S", 8, 0),
        ("3S 3S 3S 4S 4S 4S", "KS KS KS AS AS AS", 12, 300),
    ],
)
def test_the_base_goes_to_the_last_winner(lead: str, second: str, multiplier: int, share: int) -> None:
    """The base counts 25; the opponent in seat 1 has ``second``, the others nothing of the suit."""
    count = len(second.split())
    others = [" ".join([f"8{suit}", f"9{suit}", f"J{suit}", f"Q{suit}"][i // 2] for i in range(count)) for suit in "DC"]
    hands = [lead.replace("+", " "), second, *others, *others]
    match = playing(hands, base="KD 10D 5D 2D 2D 3D", calls=(("AC", 1), ("AC", 2)))
    tricks(match, "|".join([lead, *hands[1:]]))
    sheet = match.sheets[0]
    assert sheet.base_points == 25
    assert sheet.multiplier == multiplier
    assert sum(line.points for line in sheet.lines if line.name == "base") == share


def test_points_and_levels_of_a_deal() -> None:
    """The dealer's friend is seat 2; the base goes to seat 3."""
    hands = ["3S KS", "AS QS", "AC KS", "10S KS", "10S 5S", "5S 10S"]
    match = playing(hands, calls=(("AC", 1), ("AC", 2)), base="KD KD KD KD 10D 10D")
    tricks(match, "3S|AS|KS|10S|10S|10S")
    tricks(match, "QS|AC|KS|5S|5S|KS")
    sheet = match.sheets[0]
    assert sheet.dealer_side == (0, 2)
    assert sheet.base_seat == 3
    assert sheet.lines == (
        ScoreLine("taken", 1, 40),
        ScoreLine("taken", 3, 30),
        ScoreLine("taken", 4, 0),
        ScoreLine("taken", 5, 0),
        ScoreLine("base", 3, 120),
    )
    assert (sheet.points, sheet.winner, sheet.gained) == (190, "opponents", 1)
    assert sheet.levels == (2, 3, 2, 3, 3, 3)
    assert sheet.next_dealer == 1
    assert match.awaiting_deal


@pytest.mark.parametrize(
    ("preset", "lines", "points"),
    [
        ("original", (ScoreLine("fine", 1, -20),), -20),
        ("classic", (ScoreLine("fine", 1, -20), ScoreLine("clamp", None, 20)), 0),
    ],
)
def test_points_below_zero(preset: str, lines: tuple[ScoreLine, ...], points: int) -> None:
    """An opponent is fined and his side takes nothing."""
    hands = ["3S AS 6C", "QS 9S 8S", "4S 4S AC", "4S 3S 3C", "6S 6S 4C", "7S 7S 6C"]
    match = playing(hands, calls=(("AC", 1), ("AC", 2)), options=PRESETS[preset])
    tricks(match, "3S|QS|4S|4S|6S|7S", "9S 8S|4S|3S|6S|7S|AS", "6C|9S|AC|3C|4C|6C")
    sheet = match.sheets[0]
    assert sheet.dealer_side == (0, 2)
    assert sheet.lines == (*(ScoreLine("taken", seat, 0) for seat in (1, 3, 4, 5)), *lines)
    assert (sheet.points, sheet.winner, sheet.gained) == (points, "dealer", 3)


@pytest.mark.parametrize(
    ("dealer", "winners", "expected"),
    [(0, {0, 3, 5}, 3), (4, {4, 3}, 3), (4, {4}, 4), (1, {0, 2, 3}, 2), (5, {0, 1, 2}, 0)],
)
def test_next_dealer(dealer: int, winners: set[int], expected: int) -> None:
    assert next_dealer(dealer, frozenset(winners), 6) == expected


def test_places() -> None:
    assert places_past_ace([15, 16, 15, 2, 15, 2], 4) == (3, 1, 4, 5, 2, 5)
    assert places_dealer_wins([14, 14, 10, 14, 2, 2], 3) == (2, 2, 4, 1, 5, 5)


def last_deal(options: FriendsOptions, levels: tuple[int, ...], *, opponents_win: bool) -> FriendsMatch:
    """A one-trick deal of dealer 0 with friend 2 at given levels."""
    base = "KD KD KD KD 10D 10D" if opponents_win else "2D 2D 3D 3D 4D 4D"
    hands = ["3S", "KS", "QC", "10S", "10S", "10S"] if opponents_win else ["JS", "9S", "QC", "8S", "8S", "5S"]
    match = playing(hands, level=levels[0], calls=(("QC", 1), ("QC", 2)), base=base, options=options)
    match.levels = levels
    tricks(match, "|".join(hands))
    return match


def test_passing_ace_ends_the_match() -> None:
    match = last_deal(PRESETS["original"], (13, 9, 14, 14, 2, 2), opponents_win=False)
    assert match.sheets[0].gained == 2
    assert match.result == MatchEnded((15, 9, 16, 14, 2, 2), (2, 4, 1, 3, 5, 5))


def test_a_match_of_some_deals_ends_with_equal_places() -> None:
    match = last_deal(FriendsOptions(deals=1), (5, 9, 5, 2, 2, 2), opponents_win=False)
    assert match.result == MatchEnded((7, 9, 7, 2, 2, 2), (2, 1, 2, 4, 4, 4))


def test_classic_ends_when_a_dealer_at_ace_wins() -> None:
    won = last_deal(PRESETS["classic"], (14, 14, 13, 14, 2, 2), opponents_win=False)
    assert won.result == MatchEnded((14, 14, 14, 14, 2, 2), (1, 2, 2, 2, 5, 5))
    lost = last_deal(PRESETS["classic"], (14, 14, 13, 14, 2, 2), opponents_win=True)
    assert lost.result is None
    assert lost.sheets[0].levels[1] == 14
    below = last_deal(PRESETS["classic"], (13, 14, 13, 14, 2, 2), opponents_win=False)
    assert below.result is None
    assert below.sheets[0].levels == (14, 14, 14, 14, 2, 2)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "nothing_led"),
        ("AS AC", "throw_across_groups"),
        ("AS 2D", "throw_across_groups"),
        ("AS KS + KS QS", "not_a_pattern"),
        ("9S", "card_not_in_hand"),
        ("AS AS", "too_few_copies"),
    ],
)
def test_leads_that_are_refused(text: str, code: str) -> None:
    match = playing(["AS KS KS QS AC 2D"] + ["3S 4S 5S 6S 7S 8S"] * 4 + ["8D 8D 8D 8D 9D 9D"])
    with pytest.raises(IllegalAction) as refused:
        match.apply(0, play(text))
    assert refused.value.code == code
    assert match.view(0).hand_counts == (6,) * 6
    match.apply(0, refused.value.legal)


def test_named_cards_have_to_be_the_cards_led() -> None:
    match = playing(["AS KS KS QS"] + ["3S 4S 5S 6S"] * 4 + ["8D 8D 8D 8D"])
    lead = play("KS KS + QS")
    with pytest.raises(IllegalAction) as refused:
        match.apply(0, type(lead)(("KS", "KS", "AS"), lead.patterns))
    assert refused.value.code == "split_differs"
    match.apply(0, play("AS"))
    with pytest.raises(IllegalAction) as refused:
        match.apply(1, play("3S + 4S"))
    assert refused.value.code == "split_by_leader_only"
    with pytest.raises(IllegalAction) as refused:
        match.apply(1, play("3S 4S"))
    assert refused.value.code == "play_count_wrong"
    assert refused.value.params == {"count": 2, "n": 1}


def test_voids_are_shown() -> None:
    match = playing(["AS KS", "3S 4D", "5D 6D", "3H 7S", "8S 8S", "9S 9S"], calls=(("AC", 1), ("AC", 2)))
    events = tricks(match, "AS KS|3S 4D|5D 6D|3H 7S|8S 8S|9S 9S")
    played = [event for event in events if isinstance(event, CardsPlayed)]
    assert [event.shows_void for event in played] == ["", "S", "S", "S", "", ""]
    assert TrickTaken(0, 15) in events


def test_power_combo_beats_other_fours_and_a_trump_quad_beats_it() -> None:
    hands = ["AS AS KS KS", "3S 3S 3S 3S", "4S 4S 5S 6S", "5H 5H 6H 6H", "3H 3H 3H 3H", "9D 9D JD JD"]
    match = playing(hands, calls=(("AC", 1), ("AC", 2)))
    events = tricks(match, "|".join(hands))
    assert TrickTaken(4, 35) in events
    assert match.sheets[0].multiplier == 8


def test_presets_differ_as_the_rules_say() -> None:
    changed = {"rejected_throw", "shut_out", "opponent_levels", "match_end", "clamp_points"}
    original, classic = OPTIONS["original"], OPTIONS["classic"]
    names = set(FriendsOptions.__struct_fields__)
    assert {name for name in names if getattr(original, name) != getattr(classic, name)} == changed
