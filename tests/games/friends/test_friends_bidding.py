"""Bidding, the base, burying and calling, as stories. Rules: friends, 3 and 4."""

from __future__ import annotations

from typing import Any

import pytest
from friends_tables import Bid, Bury, Call, Pass, cards, dealt, passes, play, playing

from amity.errors import IllegalAction
from amity.games.friends import FriendsMatch
from amity.games.friends.events import BaseTaken, BiddingFailed, Buried, Dealt, TrumpDecided
from amity.games.friends.options import PRESETS
from amity.shuffle import MatchRandom

LEVEL_CARDS = "2D 2D 2D 2D 2C 2C 2C 2C 2H 2H 2H 2H 2S 2S 2S 2S BJ BJ BJ BJ RJ RJ RJ RJ"


def refused(match: FriendsMatch, seat: int, action: Any) -> str:
    version = match.version
    with pytest.raises(IllegalAction) as error:
        match.apply(seat, action)
    assert match.version == version
    assert error.value.legal is not None
    FriendsMatch.replay(match.options, 6, match.events).apply(seat, error.value.legal)
    return error.value.code


def bury_any(match: FriendsMatch, seat: int) -> list[Any]:
    return list(match.apply(seat, Bury(match.view(seat).hand[-6:])))


def test_open_bid_wants_strictly_more_cards() -> None:
    match = dealt(["2S 2S", "2D", "2H 2H 2H", "2C 2C", "RJ RJ RJ RJ", "BJ BJ"], starter=2)
    assert refused(match, 2, Bid("3H", 1)) == "not_a_bid_card"
    match.apply(2, Bid("2H", 1))
    assert refused(match, 3, Bid("2C", 1)) == "open_bid_too_few"
    assert refused(match, 3, Bid("2C", 3)) == "bid_copies_not_in_hand"
    match.apply(3, Bid("2C", 2))
    assert refused(match, 4, Bid("RJ", 2)) == "too_few_jokers"
    match.apply(4, Bid("RJ", 3))
    passes(match, 4)
    assert match.view(None).phase == "open_bid"
    assert match.to_act == 3
    events = match.apply(3, Pass())
    assert events[1:] == [TrumpDecided(4, "N", 4, ()), BaseTaken(4, tuple(events[2].cards))]  # type: ignore[attr-defined]
    assert (match.view(None).dealer, match.view(None).trump, match.to_act) == (4, "N", 4)


def test_a_pass_does_not_exclude_and_the_standing_bidder_is_skipped() -> None:
    match = dealt(["2S 2S 2S", "2D", "2H 2H"], starter=0)
    passes(match, 1)
    match.apply(1, Bid("2D", 1))
    match.apply(2, Bid("2H", 2))
    passes(match, 3)
    match.apply(0, Bid("2S", 3))
    order = []
    while match.view(None).phase == "open_bid":
        assert match.to_act is not None
        order.append(match.to_act)
        match.apply(match.to_act, Pass())
    assert order == [1, 2, 3, 4, 5]


def test_six_passes_without_a_bid_mean_new_cards_and_the_third_time_the_base_decides() -> None:
    match = FriendsMatch(PRESETS["original"], 6, MatchRandom.from_number(5))
    starters = []
    for attempt in range(3):
        match.deal()
        first = match.events[-1]
        assert isinstance(first, Dealt)
        assert (first.number, first.attempt, first.dealer) == (1, attempt, None)
        starters.append(first.starter)
        passes(match, 6)
        if attempt < 2:
            assert match.events[-1] == BiddingFailed(attempt + 1)
            assert match.awaiting_deal
    view = match.view(None)
    assert (view.phase, view.dealer, view.standing) == ("bury", starters[-1], None)
    assert view.base_shown
    assert view.base_shown[-1][-1] == view.trump


@pytest.mark.parametrize(
    ("base", "trump", "shown"),
    [
        ("5H 2S RJ RJ 3C 4C", "H", "5H"),
        ("RJ BJ 2S 3C 4C 5C", "S", "RJ BJ 2S"),
        ("RJ RJ BJ BJ RJ BJ", "N", "RJ RJ BJ BJ RJ BJ"),
    ],
)
def test_nobody_bids_in_pre_bid(base: str, trump: str, shown: str) -> None:
    match = dealt(base=base, dealer=3)
    passes(match, 6)
    view = match.view(None)
    assert (view.trump, view.base_shown, view.standing, view.to_act) == (trump, cards(shown), None, 3)
    assert match.view(3).hand_counts[3] == 41
    bury_any(match, 3)
    # No bid stands: a single card is enough, and six passes end the state.
    assert match.to_act == 4
    passes(match, 6)
    assert match.view(None).phase == "call"


def test_pre_bid_and_swap_bid_want_two_cards_and_a_higher_mark_or_more() -> None:
    match = dealt(["2D 2D 2C", "2C 2C", "2S", "2H 2H 2H", "BJ BJ BJ", "RJ RJ RJ"], dealer=0)
    match.apply(0, Bid("2C", 1))
    match.apply(1, Bid("2C", 2))
    assert refused(match, 2, Bid("2S", 1)) == "bid_needs_two"
    passes(match, 4)
    assert refused(match, 0, Bid("2D", 2)) == "bid_mark_too_low"
    passes(match, 1)
    assert match.view(None).phase == "bury"
    assert match.view(None).trump == "C"
    bury_any(match, 0)
    # The bidder of PreBid stands and is skipped: seat 2 is next.
    assert match.to_act == 2
    passes(match, 1)
    match.apply(3, Bid("2H", 3))
    assert match.view(None).trump == "H"
    assert (match.view(None).phase, match.to_act) == ("bury", 3)
    taken = match.events[-1]
    assert isinstance(taken, BaseTaken)
    assert match.view(3).hand_counts == (35, 35, 35, 41, 35, 35)
    assert match.view(0).base is None
    bury_any(match, 3)
    assert match.to_act == 4
    assert refused(match, 4, Bid("2D", 2)) == "bid_shows_too_few"
    match.apply(4, Bid("BJ", 3))
    assert match.view(None).trump == "N"
    bury_any(match, 4)
    match.apply(5, Bid("RJ", 3))
    bury_any(match, 5)
    assert refused(match, 0, Bid("2C", 1)) == "bid_needs_two"
    passes(match, 5)
    view = match.view(None)
    assert (view.phase, view.to_act, view.trump) == ("call", 0, "N")
    assert view.states == (("D",), (), (), ("S",), ("S",), ("S", "L"))


def test_the_dealer_may_bid_in_swap_bid_and_bury_his_bid_cards() -> None:
    match = dealt(["2S 2S 2S", "2H 2H", "", "", "", ""], dealer=0, avoid=LEVEL_CARDS)
    passes(match, 1)
    match.apply(1, Bid("2H", 2))
    passes(match, 5)
    bury_any(match, 0)
    passes(match, 4)
    assert match.to_act == 0
    match.apply(0, Bid("2S", 2))
    match.apply(0, Bury(("2S", "2S", *match.view(0).hand[-4:])))
    assert match.view(None).standing is not None
    # The cards are gone: the next bid needs cards in hand at its moment.
    passes(match, 5)
    assert match.view(None).states[0] == ("D", "S", "L")


def test_burying() -> None:
    match = dealt(dealer=2)
    passes(match, 6)
    assert refused(match, 2, Bury(match.view(2).hand[:5])) == "bury_count"
    missing = next(card for card in cards(LEVEL_CARDS) if card not in match.view(2).hand)
    assert refused(match, 2, Bury((missing, *match.view(2).hand[:5]))) == "card_not_in_hand"
    assert refused(match, 2, Pass()) == "wrong_phase"
    match.apply(2, Bury(match.view(2).hand[:6]))
    assert match.view(2).base is not None
    assert match.view(3).base is None
    hidden = match.history(3)[-1]
    assert hidden == Buried(2, None, False, 3)


def test_calling() -> None:
    match = dealt(dealer=1, base="5H 6H 7H 8H 9H 10H")
    passes(match, 6)
    bury_any(match, 1)
    passes(match, 6)
    for action, code in (
        (Call("AH", 1), "call_trump"),
        (Call("2S", 1), "call_trump"),
        (Call("RJ", 1), "call_trump"),
        (Call("AS", 0), "call_number"),
        (Call("AS", 5), "call_number"),
        (Call("XS", 1), "unknown_card"),
    ):
        assert refused(match, 1, action) == code
    match.apply(1, Call("AS", 2))
    assert refused(match, 1, Call("AS", 2)) == "call_twice"
    match.apply(1, Call("AS", 1))
    view = match.view(None)
    assert [(call.card, call.number) for call in view.calls] == [("AS", 2), ("AS", 1)]
    assert (view.phase, view.to_act) == ("play", 1)


def test_level_cards_may_not_be_called_with_joker_trump() -> None:
    match = playing(["AS"] * 6, trump="N", calls=())
    assert refused(match, 0, Call("2D", 1)) == "call_trump"
    assert refused(match, 0, play("AS")) == "wrong_phase"
    assert len(match.legal_actions()) == 48 * 4
