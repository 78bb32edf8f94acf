"""Searches in Friends!: sensible, legal, and the same for the same seed and nodes."""

from __future__ import annotations

import threading
from itertools import count, islice
from typing import Any

import pytest

from amity.errors import InvalidRequest
from amity.games.friends import FriendsMatch
from amity.games.friends.actions import Bid, Bury, Call, Pass, Play
from amity.games.friends.options import PRESETS
from amity.search import Budget, Cancelled
from amity.search.friends import PLAIN, Choice, FriendsSearch, Settings
from tests.search.friends_play import LATE, match_at, replayed

NODES = Budget(nodes=800)
KINDS = {
    "open_bid": (Bid, Pass),
    "pre_bid": (Bid, Pass),
    "swap_bid": (Bid, Pass),
    "bury": Bury,
    "call": Call,
    "play": Play,
}


def ask(search: FriendsSearch, match: FriendsMatch, budget: Budget = NODES) -> list[Choice]:
    seat = match.to_act
    assert seat is not None
    return search.choices(match.view(seat), match.history(seat), budget)


def moments() -> list[FriendsMatch]:
    """Moments of all kinds in which there is something to choose."""
    original, classic = PRESETS["original"], PRESETS["classic"]
    found = [match_at(original, 1, "open_bid"), match_at(classic, 2, "bury", 41), match_at(original, 3, "call")]
    found += [match_at(original, number, "swap_bid") for number in range(4)]
    found += [match_at(options, 5, "play", left) for options, left in ((original, 35), (LATE, 22), (classic, 8))]
    return [match for match in found if len(match.legal_actions()) > 1]


def test_choices_are_legal_and_ranked() -> None:
    kinds = set()
    for match in moments():
        seat = match.to_act
        assert seat is not None and match.phase is not None
        kinds.add(match.phase.name)
        for settings in (Settings(), PLAIN):
            search = FriendsSearch(1, settings)
            choices = ask(search, match)
            assert len({choice.action for choice in choices}) == len(choices) > 1
            assert all(0 < choice.weight <= 1 for choice in choices)
            assert search.failed_worlds == 0
            # Without a usual action: those that stayed in the race first, then by worth.
            rank = [(choice.weight, choice.worth) for choice in choices]
            assert rank == sorted(rank, reverse=True)
            for choice in choices:
                assert isinstance(choice.action, KINDS[match.phase.name])
                again = FriendsMatch.replay(match.options, 6, match.events)
                again.apply(seat, choice.action)
    assert kinds >= {"open_bid", "bury", "call", "play"}


def test_a_search_depends_on_its_seed_and_nodes_alone() -> None:
    used = FriendsSearch(3)
    for match in moments():
        first = ask(FriendsSearch(3), match)
        assert ask(FriendsSearch(3), match) == first
        assert ask(FriendsSearch(4), match) != first
        # What was searched before leaves no trace.
        ask(used, moments()[0])
        assert ask(used, match) == first


def test_hidden_cards_make_no_difference() -> None:
    """Two deals that agree on what a seat may know are the same question."""
    matches = (match_at(PRESETS["original"], number, "play", 20) for number in count())
    for match in islice((match for match in matches if match.attempt == 0), 2):
        seat = match.to_act
        assert seat is not None
        view, history = match.view(seat), match.history(seat)
        (world,) = FriendsSearch(1).worlds(view, history, 1, seed=2)
        other = replayed(match, seat, world)
        assert [list(hand) for hand in other.hands] != match.hands
        assert FriendsSearch(7).choices(view, history, NODES) == FriendsSearch(7).choices(
            other.view(seat), other.history(seat), NODES
        )


def test_the_usual_action_is_kept_where_nothing_is_clearly_better() -> None:
    match = match_at(PRESETS["original"], 6, "play", 20)
    seat = match.to_act
    assert seat is not None
    view, history = match.view(seat), match.history(seat)
    best = FriendsSearch(1).choices(view, history, NODES)
    for usual in (best[-1].action, best[0].action):
        careful = FriendsSearch(1, Settings(caution=1000.0, give_up=1000.0)).choices(view, history, NODES, usual=usual)
        assert careful[0].action == usual
        assert {choice.action for choice in careful} >= {choice.action for choice in best}
    bold = FriendsSearch(1, Settings(caution=0.0)).choices(view, history, Budget(nodes=6000), usual=best[-1].action)
    assert bold[0].action != best[-1].action


class Failing:
    """A kernel that finds no world that agrees with all facts."""

    def __init__(self, kernel: Any) -> None:
        self._kernel = kernel
        self.asked = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._kernel, name)

    def weigh(self, *arguments: Any) -> int:
        self._kernel.weigh(*arguments)
        self.asked += 1
        return len(arguments[-1])


def test_worlds_that_fail_use_up_the_budget() -> None:
    """They take thousands of times as long as others."""
    match = match_at(PRESETS["original"], 6, "play", 20)
    search = FriendsSearch(1)
    kernel = search._kernel = Failing(search._kernel)
    ask(search, match, Budget(nodes=20_000))
    assert kernel.asked == 1
    assert search.failed_worlds >= 4


def test_only_the_seat_in_turn_may_ask() -> None:
    match = match_at(PRESETS["original"], 6, "play")
    assert match.to_act is not None
    seat = (match.to_act + 1) % 6
    with pytest.raises(InvalidRequest) as refusal:
        FriendsSearch(1).choices(match.view(seat), match.history(seat), NODES)
    assert refusal.value.code == "not_your_turn"


def test_a_single_choice_needs_no_search() -> None:
    match = match_at(PRESETS["original"], 3, "play", 1)
    (choice,) = ask(FriendsSearch(1), match)
    assert isinstance(choice.action, Play) and len(choice.action.cards) == 1 and choice.weight == 1


def test_cancelling_stops_a_search() -> None:
    match = match_at(PRESETS["original"], 8, "play")
    seat = match.to_act
    assert seat is not None
    stop = threading.Event()
    search = FriendsSearch(1, Settings(give_up=1000.0))
    view, history = match.view(seat), match.history(seat)
    answers: list[list[Choice]] = []
    thread = threading.Thread(target=lambda: answers.append(search.choices(view, history, Budget(), stop)))
    thread.start()
    # Without end if it were not told to stop; the first worlds are always finished.
    stop.wait(0.3)
    stop.set()
    thread.join(60)
    assert not thread.is_alive()
    if answers:
        assert len(answers[0]) > 1
    with pytest.raises(Cancelled):
        search.choices(view, history, Budget(), stop)
    assert search.choices(view, history, Budget(seconds=0.0))
