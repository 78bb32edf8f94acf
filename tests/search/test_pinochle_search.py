"""Searches in Pinochle: exact at the end, sensible before, and the same for the same seed and nodes."""

from __future__ import annotations

import random
import threading
from itertools import count
from typing import Any

import pytest

from amity.cards import PINOCHLE
from amity.errors import InvalidRequest
from amity.games.pinochle import Bid, BidMade, Dealt, NameTrump, Pass, PinochleMatch, PinochleOptions, Play
from amity.games.pinochle.options import PRESETS
from amity.search import COMPILED, Budget, Cancelled, warm_up
from amity.search._budget import spend
from amity.search.pinochle import Choice, PinochleSearch, Settings
from amity.shuffle import MatchRandom
from tests.search.pinochle_play import HOUSE, match_at

NODES = Budget(nodes=2000)


def best_points(match: PinochleMatch) -> int:
    """What side 0 still takes when both sides know all cards and play perfectly: by trying everything."""
    before = match.trick_points[0]
    seat = match.to_act
    assert seat is not None
    values = []
    for action in match.legal_actions():
        after = PinochleMatch.replay(match.options, 4, match.events)
        after.apply(seat, action)
        taken = after.trick_points[0] - before
        values.append(taken + (best_points(after) if after.to_act is not None else 0))
    return max(values) if seat % 2 == 0 else min(values)


@pytest.mark.parametrize("options", [PRESETS["original"], PRESETS["club"], HOUSE])
def test_exact_search_finds_what_trying_everything_finds(options: PinochleOptions) -> None:
    search = PinochleSearch(1)
    for number in range(25):
        match = match_at(options, number, 2 + number % 2, in_trick=number % 4)
        seat = match.to_act
        assert seat is not None
        search.read(match.view(seat), match.history(seat))
        search.states[0]["hands"] = match.hands
        assert search.solve() == best_points(match)
        values = search.solve_actions()
        assert set(values) == {action.card for action in match.legal_actions() if isinstance(action, Play)}
        assert best_points(match) == (max(values.values()) if seat % 2 == 0 else min(values.values()))


def test_exact_search_gives_up_when_told_how_much_work_is_enough() -> None:
    match = match_at(PRESETS["original"], 4, 9)
    seat = match.to_act
    assert seat is not None
    search = PinochleSearch(1)
    search.read(match.view(seat), match.history(seat))
    assert search.solve(limit=50) is None
    assert search.solve_actions(limit=50) == {}
    assert search.solve() is not None


def hard(match: PinochleMatch) -> bool:
    """Whether there is something to choose."""
    return len(match.legal_actions()) > 2


def moments() -> list[tuple[PinochleMatch, int]]:
    """Moments of all kinds: auction, trump, first card, middle, end."""
    found = []
    match = PinochleMatch(PRESETS["original"], 4, MatchRandom.from_number(8))
    match.deal()
    assert match.to_act is not None
    match.apply(match.to_act, Bid(150))
    found.append(match)
    match = PinochleMatch.replay(match.options, 4, match.events)
    for _ in range(3):
        assert match.to_act is not None
        match.apply(match.to_act, Pass())
    found.append(match)
    for options, cards, in_trick in ((HOUSE, 12, 0), (PRESETS["club"], 8, 2), (HOUSE, 4, 1)):
        found.append(next(filter(hard, (match_at(options, number, cards, in_trick=in_trick) for number in count()))))
    return [(match, match.to_act) for match in found if match.to_act is not None]


def ask(search: PinochleSearch, match: PinochleMatch, seat: int, budget: Budget = NODES) -> list[Choice]:
    return search.choices(match.view(seat), match.history(seat), budget)


def test_a_search_depends_on_its_seed_and_nodes_alone() -> None:
    for match, seat in moments():
        first, again = (ask(PinochleSearch(3), match, seat) for _ in range(2))
        assert first == again
        assert ask(PinochleSearch(4), match, seat) != first
        # What was searched before leaves no trace.
        used = PinochleSearch(3)
        for other, its_seat in moments():
            ask(used, other, its_seat)
        assert ask(used, match, seat) == first


def test_choices_are_legal_and_ranked() -> None:
    for match, seat in moments():
        for settings in (Settings(), Settings(informed=False, exact_cards=0)):
            choices = ask(PinochleSearch(1, settings), match, seat)
            assert {choice.action for choice in choices} <= set(match.legal_actions())
            assert len({choice.action for choice in choices}) == len(choices) > 1
            assert all(0 <= choice.worth <= 1 and 0 < choice.weight <= 1 for choice in choices)
            order = [choice.weight if choices[0].weight < 1 else choice.worth for choice in choices]
            assert order == sorted(order, reverse=True)


def test_hidden_cards_make_no_difference() -> None:
    """Two deals that agree on what a seat may know are the same question."""
    for match, seat in moments()[2:]:
        search = PinochleSearch(1)
        view, history = match.view(seat), match.history(seat)
        for hands in search.worlds(view, history, 5, seed=2):
            other = PinochleMatch.replay(match.options, 4, match.events)
            other.hands = list(hands)
            assert PinochleSearch(7).choices(other.view(seat), other.history(seat), NODES) == PinochleSearch(7).choices(
                view, history, NODES
            )


def test_a_single_choice_needs_no_search() -> None:
    match = PinochleMatch(PRESETS["club"], 4, MatchRandom.from_number(8))
    match.deal()
    seat = match.to_act
    assert seat is not None
    # The dealer has to open.
    (choice,) = ask(PinochleSearch(1), match, seat)
    assert choice.action in match.legal_actions()
    match.apply(seat, Bid(3000))
    assert match.to_act is not None
    assert [choice.action for choice in ask(PinochleSearch(1), match, match.to_act)] == [Pass()]
    last = match_at(PRESETS["club"], 3, 1)
    assert last.to_act is not None
    (choice,) = ask(PinochleSearch(1), last, last.to_act)
    assert choice.action == last.legal_actions()[0]


def test_only_the_seat_in_turn_may_ask() -> None:
    match = match_at(PRESETS["club"], 6, 8)
    assert match.to_act is not None
    with pytest.raises(InvalidRequest) as refusal:
        ask(PinochleSearch(1), match, (match.to_act + 1) % 4)
    assert refusal.value.code == "not_your_turn"


def test_tree_and_exact_search_agree_when_nothing_is_hidden() -> None:
    """With two cards a hand all other cards can be known: the tree then finds the exact values."""
    checked = 0
    for number in range(60):
        match = match_at(PRESETS["club"], number, 2)
        seat = match.to_act
        assert seat is not None
        view, history = match.view(seat), match.history(seat)
        if len(view.legal_cards) == 1 or len(set(PinochleSearch(1).worlds(view, history, 200, seed=1))) > 1:
            continue
        exact = PinochleSearch(1, Settings(exact_cards=2)).choices(view, history, Budget(nodes=1000))
        tree = PinochleSearch(1, Settings(exact_cards=0)).choices(view, history, Budget(nodes=20_000))
        assert tree[0].points == pytest.approx(exact[0].points, abs=1.5)
        checked += 1
    assert checked


def test_cancelling_stops_a_search() -> None:
    match, seat = moments()[2]
    search = PinochleSearch(1)
    stop = threading.Event()
    answers: list[Any] = []
    thread = threading.Thread(
        target=lambda: answers.append(search.choices(match.view(seat), match.history(seat), Budget(), stop))
    )
    thread.start()
    # Without end if it were not told to stop; the first chunk is always finished.
    stop.wait(0.05)
    stop.set()
    thread.join(60)
    assert not thread.is_alive()
    if answers:
        assert answers[0][0].weight > 0
    with pytest.raises(Cancelled):
        search.choices(match.view(seat), match.history(seat), Budget(), stop)


def test_a_budget_is_spent_and_no_more() -> None:
    for nodes, price, chunk in ((1000, 1, 300), (1000, 7, 100), (5, 8, 20)):
        units: list[int] = []

        def work(amount: int, price: int = price, units: list[int] = units) -> int:
            units.append(amount)
            return amount * price

        spend(Budget(nodes=nodes), price, chunk, work)
        assert max(units) <= chunk
        assert max(price, nodes - price) <= sum(units) * price <= max(price, nodes)
    hasty: list[int] = []

    def work_once(amount: int) -> int:
        hasty.append(amount)
        return amount

    spend(Budget(seconds=0.0), 1, 10, work_once)
    assert hasty == [10]


def test_every_compiled_game_can_be_warmed_up() -> None:
    for game in COMPILED:
        warm_up(game)
    # Others need nothing.
    warm_up("none of these")


def test_calls_say_something_about_hands_in_play() -> None:
    """With what the auction tells the bidder has more trumps in sampled worlds than without."""
    match = match_at(PRESETS["original"], 5, 12)
    bidder = match.to_act
    assert bidder is not None
    match.apply(bidder, match.legal_actions()[0])
    seat = match.to_act
    assert seat is not None
    search = PinochleSearch(1)
    trumps = []
    for use_calls in (False, True):
        search.read(match.view(seat), match.history(seat), use_calls=use_calls)
        found = 0
        for _ in range(300):
            search.draw()
            found += (int(search.states[0]["hands"][bidder]) >> 12 * match.trump_suit & 0xFFF).bit_count()
        trumps.append(found / 300)
    assert trumps[1] > trumps[0] + 0.3


def test_good_hands_are_bid_and_bad_ones_passed() -> None:
    """A double run is worth any bid below its points; a hand of nines and jacks is worth none."""
    strong = "AS AS 10S 10S KS KS QS QS JS JS AH AD"
    weak = "9H 9H 9C 9C 9D 9D JH JH JC JC QH QC"
    chance = random.Random(2)
    for hand, expected in ((strong, Bid), (weak, Pass)):
        rest = [face for face in range(24) for _ in range(2)]
        for face in PINOCHLE.parse_faces(hand):
            rest.remove(face)
        chance.shuffle(rest)
        codes = [PINOCHLE.codes[face] for face in rest]
        match = PinochleMatch(PRESETS["original"])
        own = tuple(PINOCHLE.codes[face] for face in PINOCHLE.parse_faces(hand))
        match.fold(Dealt(1, 0, (tuple(codes[:12]), own, tuple(codes[12:24]), tuple(codes[24:]))))
        match.fold(BidMade(0, 250, 1))
        choices = ask(PinochleSearch(1), match, 1, Budget(nodes=8000))
        assert isinstance(choices[0].action, expected)
        if expected is Bid:
            match.apply(1, Bid(500))
            for seat in (2, 3, 0):
                match.apply(seat, Pass())
            assert ask(PinochleSearch(1), match, 1)[0].action == NameTrump("S")
