"""Searches in Tarot: legal, ranked, the same for the same seed and nodes, and sensible before play."""

from __future__ import annotations

import random
from itertools import count

import pytest

from amity.cards import TAROT
from amity.errors import InvalidRequest
from amity.games.tarot import Bid, Discard, Handful, Play, Slam, TarotMatch
from amity.games.tarot.discards import discard_error
from amity.games.tarot.events import BidMade, Dealt
from amity.games.tarot.options import PRESETS
from amity.games.tarot.play import PETIT, faces_of, mask_of
from amity.search import Budget, Cancelled
from amity.search._tarot_plans import sensible_discards
from amity.search.tarot import PLAIN, Choice, Settings, TarotSearch
from amity.shuffle import MatchRandom
from tests.search.tarot_play import OPTIONS, act, deal_at

NODES = Budget(nodes=1500)


def ask(search: TarotSearch, match: TarotMatch, budget: Budget = NODES) -> list[Choice]:
    assert match.to_act is not None
    return search.choices(match.view(match.to_act), match.history(match.to_act), budget)


def moments(players: int) -> list[TarotMatch]:
    """One moment of each phase, and some of play."""
    found = []
    seen = set()
    for number in range(30):
        chance = random.Random(number)
        match = TarotMatch(PRESETS["original"], players, MatchRandom.from_number(number))
        match.deal()
        while match.to_act is not None and match.phase is not None and match.phase.name != "play":
            if match.phase.name not in seen:
                seen.add(match.phase.name)
                found.append(TarotMatch.replay(match.options, players, match.events))
            act(match, chance)
    assert seen == {"bidding", "slam", "discard", *(["calling"] if players == 5 else [])}
    for number, (tricks, in_trick) in enumerate([(0, 0), (2, 1), (8, 2), (12, 0)]):
        match = deal_at(OPTIONS["fft"], players, number, tricks, in_trick)
        found.append(match)
    return found


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_search_depends_on_its_seed_and_nodes_alone(players: int) -> None:
    used = TarotSearch(3)
    for match in moments(players):
        first, again = (ask(TarotSearch(3), match) for _ in range(2))
        assert first == again
        # What was searched before leaves no trace.
        assert ask(used, match) == first
        if len({choice.worth for choice in first}) > 1:
            assert ask(TarotSearch(4), match) != first


@pytest.mark.parametrize("players", [3, 4, 5])
def test_choices_are_legal_and_ranked(players: int) -> None:
    for match in moments(players):
        seat = match.to_act
        assert seat is not None
        view = match.view(seat)
        for settings in (Settings(), PLAIN):
            choices = ask(TarotSearch(1, settings), match)
            assert len({choice.action for choice in choices}) == len(choices) >= 1
            assert all(0 < choice.weight <= 1 for choice in choices)
            for choice in choices:
                again = TarotMatch.replay(match.options, players, match.events)
                again.apply(seat, choice.action)
            if view.phase in ("bidding", "slam"):
                assert {choice.action for choice in choices} == set(view.legal_actions())
                assert [choice.worth for choice in choices] == sorted((c.worth for c in choices), reverse=True)
            if view.phase == "play":
                weights = [choice.weight for choice in choices if not isinstance(choice.action, Handful)]
                assert weights == sorted(weights, reverse=True)


def test_hidden_cards_make_no_difference() -> None:
    """Two deals that agree on what a seat may know are the same question."""
    for players in (3, 4, 5):
        match = deal_at(OPTIONS["original"], players, 3, 4, 1)
        seat = match.to_act
        assert seat is not None
        view, history = match.view(seat), match.history(seat)
        for hands, _ in TarotSearch(1).worlds(view, history, 4, seed=2):
            other = TarotMatch.replay(match.options, players, match.events)
            other.hands = list(hands)
            again = TarotSearch(7).choices(other.view(seat), other.history(seat), NODES)
            assert again == TarotSearch(7).choices(view, history, NODES)


def test_the_usual_action_is_kept_where_nothing_is_clearly_better() -> None:
    for match in moments(4):
        seat = match.to_act
        assert seat is not None
        view, history = match.view(seat), match.history(seat)
        found = TarotSearch(1).choices(view, history, NODES)
        if len(found) == 1 or view.handful_sizes:
            # Handfuls are judged by themselves.
            continue
        usual = found[-1].action
        sure = TarotSearch(1, Settings(trust=1000.0)).choices(view, history, NODES, usual=usual)
        assert sure[0].action == usual
        assert sorted(map(repr, sure)) == sorted(map(repr, found))
        assert TarotSearch(1, Settings(trust=0.0)).choices(view, history, NODES, usual=usual) == found


def test_an_equal_card_is_as_usual() -> None:
    """Of equal cards only the lowest is looked at, whichever of them is usual."""
    for number in count():
        match = deal_at(OPTIONS["original"], 4, number, 3, 0)
        seat = match.to_act
        assert seat is not None
        view, history = match.view(seat), match.history(seat)
        looked_at = {choice.action for choice in TarotSearch(1).choices(view, history, NODES)}
        others = [action for action in view.legal_actions() if isinstance(action, Play) and action not in looked_at]
        if others:
            break
    for usual in others:
        first = TarotSearch(1, Settings(trust=1000.0)).choices(view, history, NODES, usual=usual)[0].action
        assert first in looked_at and isinstance(first, Play)
        low, high = TAROT.parse_face(first.card), TAROT.parse_face(usual.card)
        assert low < high
        assert all(TAROT.codes[face] in view.hand for face in range(low, high))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_staying_in_a_world_hardly_changes_what_a_card_is_worth(players: int) -> None:
    """Results are counted from what is usual in a world, and what is usual is added again. Others choose better when
    what they hold is counted out, so there is some difference.
    """
    match = deal_at(OPTIONS["original"], players, 5, 9, 0)
    seat = match.to_act
    assert seat is not None
    view, history = match.view(seat), match.history(seat)
    many = Budget(nodes=20_000)
    one, several = (TarotSearch(1, Settings(stay=stay)).choices(view, history, many) for stay in (1, 8))
    assert abs(one[0].worth) > 20
    assert several[0].worth == pytest.approx(one[0].worth, abs=10.0)
    assert several[0].points / several[0].worth == pytest.approx(one[0].points / one[0].worth, rel=0.05)
    assert sum(choice.weight for choice in several) == pytest.approx(1.0)


def test_a_single_choice_needs_no_search() -> None:
    match = deal_at(OPTIONS["original"], 4, 3, 17)
    (choice,) = ask(TarotSearch(1), match)
    assert choice.action == match.legal_actions()[0]


def test_only_the_seat_in_turn_may_ask() -> None:
    match = deal_at(OPTIONS["original"], 4, 3, 5)
    assert match.to_act is not None
    seat = (match.to_act + 1) % 4
    with pytest.raises(InvalidRequest) as refusal:
        TarotSearch(1).choices(match.view(seat), match.history(seat), NODES)
    assert refusal.value.code == "not_your_turn"


class Patience:
    """A cancel flag that is set once it has been asked so many times."""

    def __init__(self, times: int) -> None:
        self.left = times

    def is_set(self) -> bool:
        self.left -= 1
        return self.left < 0


def test_cancelling_stops_a_search() -> None:
    """Without end if it were not told to stop; the first chunk is always finished."""
    for match in moments(5):
        if len(match.legal_actions()) == 1:
            continue
        seat = match.to_act
        assert seat is not None
        view, history = match.view(seat), match.history(seat)
        search = TarotSearch(1)
        assert search.choices(view, history, Budget(), Patience(3))[0].weight > 0
        with pytest.raises(Cancelled):
            search.choices(view, history, Budget(), Patience(0))


def with_hand(hand: str, players: int, seed: int) -> TarotMatch:
    """A deal in which the dealer's right-hand neighbour, seat 1, holds these cards."""
    own = [TAROT.parse_face(card) for card in hand.split()]
    rest = [face for face in range(78) if face not in own]
    random.Random(seed).shuffle(rest)
    size = len(own)
    hands = []
    for seat in range(players):
        faces = own if seat == 1 else rest[:size]
        if seat != 1:
            del rest[:size]
        hands.append(tuple(TAROT.codes[face] for face in faces))
    match = TarotMatch(PRESETS["original"], players)
    match.fold(Dealt(1, 0, tuple(hands), tuple(TAROT.codes[face] for face in rest), True, None, None))
    return match


def test_good_hands_are_bid_and_bad_ones_passed() -> None:
    strong = "* T21 T20 T19 T17 T15 T14 T12 T9 T5 T1 KS QS KH QH KD 3D 2D"
    weak = "T3 T7 2S 3S 4S 5S 6H 7H 8H 9H 1D 2D 3D 4D 5C 6C 7C 8C"
    best = ask(TarotSearch(1), with_hand(strong, 4, 1))[0].action
    assert isinstance(best, Bid) and best.contract is not None and best.contract != "petite"
    assert ask(TarotSearch(1), with_hand(weak, 4, 1))[0].action == Bid(None)


def test_a_slam_is_announced_when_nothing_can_be_lost() -> None:
    sure = "T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 T11 T10 T9 T8 KS QS NS JS"
    for hand, announced in ((sure, True), ("T21 T20 T5 KS QS NS JS 5S KH QH 5H 4H 3H 2D 1D 3D 6C 7C", False)):
        match = with_hand(hand, 4, 2)
        match.fold(BidMade(1, "guard_without"))
        for seat in (2, 3, 0):
            match.apply(seat, Bid(None))
        assert ask(TarotSearch(1), match)[0].action == Slam(announced)


def test_sensible_discards_are_legal() -> None:
    chance = random.Random(3)
    for number in range(300):
        size, dog = chance.choice([(24, 6), (18, 6), (15, 3)])
        faces = chance.sample(range(78) if number % 3 else range(30, 78), size + dog)
        hand = mask_of(faces)
        for fft in (False, True):
            found = sensible_discards(hand, dog, fft)
            assert found
            for aside in found:
                assert discard_error(faces_of(aside), hand, dog, fft) is None


def test_a_lonely_petit_is_laid_aside_where_the_rules_allow() -> None:
    """With three trumps the petit would be lost; in the discard it counts, and lowers the target."""
    hand = "T1 T9 T13 KS QS NS 5S KH QH 7H 6H KD QD JD 4D KC 3C 2C"
    deals = (with_hand(hand, 4, seed) for seed in count())
    match = next(deal for deal in deals if not any(face >= PETIT for face in deal.dog))
    match.fold(BidMade(1, "petite"))
    for seat in (2, 3, 0):
        match.apply(seat, Bid(None))
    match.apply(1, Slam(False))
    best = ask(TarotSearch(1), match, Budget(nodes=20_000))[0].action
    assert isinstance(best, Discard)
    assert "T1" in best.cards


def test_bids_say_something_about_hands_in_play() -> None:
    """With what the auction tells, the taker holds trump 21 more often in sampled worlds than without."""
    match = with_hand("T3 T7 2S 3S 4S 5S 6H 7H 8H 9H 1D 2D 3D 4D 5C 6C 7C 8C", 4, 1)
    match.fold(BidMade(1, None))
    match.apply(2, Bid("guard_without"))
    match.apply(3, Bid(None))
    match.apply(0, Bid(None))
    match.apply(2, Slam(False))
    search = TarotSearch(1)
    found = []
    for use_calls in (False, True):
        search.read(match.view(1), match.history(1), use_calls=use_calls)
        held = 0
        for _ in range(300):
            search.draw()
            held += int(search.states[0]["trumps"][2]) >> 20 & 1
        found.append(held)
    assert found[1] > 2 * found[0] > 0
