"""What experts say about their choices: complete, best first, and true where it can be known."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from amity import bots, games
from amity.bots.mate import position_of
from amity.bots.pinochle import ExpertBot
from amity.games.mate import MateView
from amity.games.pinochle import PinochleView
from amity.match import Match, View
from amity.search import Budget, Cancelled
from amity.search.mate import value
from amity.shuffle import MatchRandom

QUICK = Budget(nodes=600)


def moments(game: str, number: int, moves: int) -> Iterator[tuple[Match, View]]:
    """The decisions of a match between club bots, each with what the seat in turn sees."""
    chosen = games.get(game)
    seats = chosen.seat_counts[0]
    match = chosen.new_match(games.parse_options(chosen), seats, MatchRandom.from_number(number))
    players = [bots.make(game, "club", number + seat) for seat in range(seats)]
    for _ in range(moves):
        while match.awaiting_deal:
            match.deal()
        seat = match.to_act
        if seat is None:
            return
        view = match.view(seat)
        yield match, view
        match.apply(seat, players[seat].choose(view, match.history(seat)))


def test_mate_values_every_choice_and_the_best_is_what_the_game_is_worth() -> None:
    expert = bots.make("mate", "expert", 1)
    phases = set()
    for match, view in moments("mate", 3, 30):
        assert isinstance(view, MateView) and view.seat is not None
        history = match.history(view.seat)
        advice = bots.advise(expert, view, history)
        assert {action for action, _ in advice} == set(view.legal_actions())
        worth = [expected for _, expected in advice if expected is not None]
        assert len(worth) == len(advice)
        assert worth[1:] == sorted(worth[1:], reverse=True)
        assert advice[0].action == expert.choose(view, history)
        if view.game_number > view.options.games - 2:
            # Here the match counts, and may be worth more than points.
            continue
        assert worth[0] == max(worth)
        if view.phase == "play" and not view.trick:
            assert worth[0] == value(position_of(view))
        phases.add(view.phase)
    assert phases == {"foreplacing", "play"}


def test_pinochle_says_what_its_search_has_found() -> None:
    phases = set()
    for match, view in moments("pinochle", 5, 40):
        assert isinstance(view, PinochleView) and view.seat is not None
        history = match.history(view.seat)
        advice = bots.advise(ExpertBot(1, QUICK), view, history)
        legal = view.legal_actions()
        assert {action for action, _ in advice} <= set(legal)
        assert advice[0].action == ExpertBot(1, QUICK).choose(view, history)
        if len(legal) == 1:
            assert [expected for _, expected in advice] == [None], "a single choice is not thought about"
        else:
            # A deal has 250 points in tricks, melds, and the bid that may be lost.
            assert all(expected is not None and abs(expected) < 1500 for _, expected in advice)
        if view.phase == "play":
            assert len(advice) == len(set(view.legal_cards))
        phases.add(view.phase)
    assert phases == {"bidding", "trump", "play"}


@pytest.mark.parametrize("game", games.names())
def test_who_cannot_say_what_choices_are_worth_still_names_his_choice(game: str) -> None:
    for match, view in moments(game, 2, 3):
        assert view.seat is not None
        history = match.history(view.seat)
        chosen = bots.make(game, "novice", 4).choose(view, history)
        assert bots.advise(bots.make(game, "novice", 4), view, history) == [(chosen, None)]


def test_a_search_that_is_called_off_ends() -> None:
    expert = ExpertBot(1, Budget(seconds=3600))
    assert isinstance(expert, bots.Searcher)
    expert.cancel = threading.Event()
    expert.cancel.set()
    match, view = next(moments("pinochle", 5, 1))
    assert view.seat is not None
    with pytest.raises(Cancelled):
        expert.choose(view, match.history(view.seat))
