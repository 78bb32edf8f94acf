"""The auction: who speaks, what may be bid, when it ends. Rules: pinochle, Bidding."""

from __future__ import annotations

import random
from typing import Any

import pytest
from oracles import pinochle as oracle
from pinochle_tables import CLUB, ORIGINAL, say, table

from amity.errors import IllegalAction
from amity.games.pinochle import Bid, BiddingEnded, NameTrump, Pass, PinochleOptions, Play

FINAL = PinochleOptions(pass_is_final=True)


@pytest.mark.parametrize(
    ("options", "calls", "turn"),
    [
        (ORIGINAL, [10], 3),
        (ORIGINAL, [10, None, None], 1),
        # A pass does not exclude: seat 3 passed and may bid again.
        (ORIGINAL, [10, None, 20, None, None], 3),
        (ORIGINAL, [10, None, 20, None, None, 30], 0),
        (ORIGINAL, [10, None, None, 20, None, None], 0),
        # The dealer, seat 2, may pass once he has opened.
        (ORIGINAL, [10, 20, None, None, None], None),
        (ORIGINAL, [10, None, None, None], None),
        (ORIGINAL, [500, None, None, None], None),
        # Jumps up to the highest bid, after which everybody has to pass.
        (ORIGINAL, [10, 3000, None, None], 2),
        (ORIGINAL, [10, 3000, None, None, None], None),
        (ORIGINAL, [3000, None, None, None], None),
        (FINAL, [10, None, None], 1),
        (FINAL, [10, None, None, None], None),
        # Seat 3 is out: after seat 1 comes the dealer, after him seat 0.
        (FINAL, [10, None, 20, 30], 2),
        (FINAL, [10, None, 20, 30, 40], 0),
        (FINAL, [10, None, 20, None, 30, None], None),
        (FINAL, [10, None, 20, None, None], None),
        (FINAL, [10, 20, None, None, None], None),
        (FINAL, [10, 20, 30, None, 40, None], 0),
        (FINAL, [10, 20, 30, None, 40, None, None], None),
        (CLUB, [100, None, 110, None, 200], 0),
    ],
)
def test_whose_turn(options: PinochleOptions, calls: list[int | None], turn: int | None) -> None:
    match = table(options=options, dealer=2)
    say(match, *calls)
    view = match.view(0)
    if turn is None:
        assert view.phase == "trump"
        assert match.to_act == match.bidder == view.bidder
        assert match.bid == view.bid == max(points for points in calls if points)
        assert match.events[-1] == BiddingEnded(match.bidder, match.bid)
    else:
        assert (view.phase, match.to_act) == ("bidding", turn)
    assert [call.points for call in view.calls] == calls


@pytest.mark.parametrize(
    ("options", "calls", "action", "code", "params", "legal"),
    [
        (ORIGINAL, [], Pass(), "dealer_must_open", {"lowest": 10}, Bid(10)),
        (CLUB, [], Pass(), "dealer_must_open", {"lowest": 100}, Bid(100)),
        (CLUB, [], Bid(90), "bid_too_low", {"points": 90, "lowest": 100}, Bid(100)),
        (ORIGINAL, [], Bid(0), "bid_too_low", {"points": 0, "lowest": 10}, Bid(10)),
        (ORIGINAL, [], Bid(-10), "bid_too_low", {"points": -10, "lowest": 10}, Bid(10)),
        (ORIGINAL, [50], Bid(50), "bid_too_low", {"points": 50, "lowest": 60}, Pass()),
        (ORIGINAL, [50], Bid(55), "bid_too_low", {"points": 55, "lowest": 60}, Pass()),
        (ORIGINAL, [50], Bid(65), "bid_not_in_tens", {"points": 65}, Pass()),
        (ORIGINAL, [50], Bid(3010), "bid_too_high", {"points": 3010, "highest": 3000}, Pass()),
        (ORIGINAL, [3000], Bid(3010), "highest_bid_made", {"highest": 3000}, Pass()),
        (ORIGINAL, [50], Play("AS"), "wrong_phase", {"phase": "bidding", "expected": "bid"}, Pass()),
        (ORIGINAL, [], NameTrump("S"), "wrong_phase", {"phase": "bidding", "expected": "bid"}, Bid(10)),
        (ORIGINAL, [10, None, None, None], Bid(20), "wrong_phase", {"phase": "trump", "expected": "name_trump"},
         NameTrump("D")),
        (ORIGINAL, [10, None, None, None], NameTrump("N"), "unknown_suit", {"text": "N"}, NameTrump("D")),
        (ORIGINAL, [10, None, None, None], NameTrump(""), "unknown_suit", {"text": ""}, NameTrump("D")),
        (ORIGINAL, [10, None, None, None], NameTrump("DC"), "unknown_suit", {"text": "DC"}, NameTrump("D")),
    ],
)  # fmt: skip
def test_refused(
    options: PinochleOptions, calls: list[int | None], action: Any, code: str, params: dict[str, Any], legal: Any
) -> None:
    match = table(options=options, dealer=3)
    say(match, *calls)
    before = list(match.events)
    assert match.to_act is not None
    with pytest.raises(IllegalAction) as refused:
        match.apply(match.to_act, action)
    assert (refused.value.code, refused.value.params, refused.value.legal) == (code, params, legal)
    assert match.events == before
    legal_one: Any = refused.value.legal
    match.apply(match.to_act, legal_one)


def test_bounds_in_the_view_are_the_legal_actions() -> None:
    match = table(dealer=0)
    view = match.view(0)
    assert (view.minimum_bid, view.may_pass, len(view.legal_actions())) == (10, False, 300)
    say(match, 2980)
    view = match.view(1)
    assert (view.minimum_bid, view.may_pass) == (2990, True)
    assert list(view.legal_actions()) == [Pass(), Bid(2990), Bid(3000)]
    assert match.view(2).legal_actions() == ()
    assert match.view(None).legal_actions() == ()
    say(match, 3000)
    view = match.view(2)
    assert (view.minimum_bid, view.may_pass, list(view.legal_actions())) == (None, True, [Pass()])


@pytest.mark.parametrize("final", [False, True])
def test_second_reading_agrees(final: bool) -> None:
    """Random auctions with many passes and jumps, word by word."""
    chance = random.Random(3)
    longest = 0
    for number in range(1500):
        minimum = chance.choice((10, 50, 100))
        dealer = number % 4
        match = table(options=PinochleOptions(minimum_bid=minimum, pass_is_final=final), dealer=dealer)
        calls: list[oracle.Call] = []
        while True:
            turn, highest, holder = oracle.auction(calls, dealer, final)
            if turn is None:
                assert (match.bidder, match.bid, match.to_act) == (holder, highest, holder)
                assert match.view(None).phase == "trump"
                break
            assert match.to_act == turn
            legal = {action.points if isinstance(action, Bid) else None for action in match.legal_actions()}
            assert legal == oracle.may_call(highest, minimum)
            bids = sorted(points for points in legal if points is not None)
            said = None
            if bids and (None not in legal or chance.random() < 0.4):
                said = bids[min(len(bids) - 1, int(chance.expovariate(0.2)) if chance.random() < 0.9 else 299)]
            calls.append((turn, said))
            say(match, said)
        longest = max(longest, len(calls))
    assert longest > 10
