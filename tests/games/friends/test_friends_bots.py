"""The bots of Friends!: legal, repeatable, and each habit seen at work in positions from play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import NamedTuple

import pytest
from friends_tables import OPTIONS

from amity.bots.friends import LEVELS, ClubBot, HabitBot, Habits
from amity.bots.friends.auction import choose_bid, choose_bury, choose_call, strength_with
from amity.bots.friends.duplicate import compare, interval
from amity.bots.friends.players import DEALER_STRENGTH
from amity.bots.friends.situation import HOLDS, Memory, Situation
from amity.bots.friends.tactics import card_costs
from amity.cards import FRIENDS
from amity.games.friends import FriendsMatch, FriendsView, Pass, Play
from amity.games.friends.events import ThrowRejected
from amity.games.friends.observe import faces_in
from amity.games.friends.order import POINTS, TRUMPS, counts_of, order_of
from amity.games.friends.trick import strength_of
from amity.match import Event
from amity.shuffle import MatchRandom


class Position(NamedTuple):
    """A moment of a match of ``club`` players, and where everybody really stood."""

    view: FriendsView
    history: tuple[Event, ...]
    dealer_side: tuple[int, ...]


@cache
def positions() -> list[Position]:
    """Every moment of some deals."""
    found = []
    for number in range(14):
        match = FriendsMatch(OPTIONS["original"], 6, MatchRandom.from_number(700 + number))
        bots = [ClubBot(seat) for seat in range(6)]
        moments = []
        while not match.sheets:
            if match.awaiting_deal:
                match.deal()
                continue
            seat = match.to_act
            assert seat is not None
            view, history = match.view(seat), match.history(seat)
            moments.append((view, history))
            match.apply(seat, bots[seat].choose(view, history))
        found += [Position(view, history, match.sheets[0].dealer_side) for view, history in moments]
    return found


def in_phase(*phases: str) -> list[Position]:
    return [position for position in positions() if position.view.phase in phases]


def situation(position: Position, *, read_sides: bool = True) -> Situation:
    memory = Memory()
    assert position.view.seat is not None
    memory.read(position.history, position.view.seat)
    return Situation(position.view, memory, read_sides=read_sides)


def both_ways(habit: str, *, leading: bool) -> Iterator[tuple[Position, Play, Play]]:
    """Positions in play in which the habit changes the choice, with both choices."""
    without = replace(Habits(), **{habit: False})
    for position in in_phase("play"):
        if bool(position.view.trick) is leading:
            continue
        on = HabitBot(0, Habits()).choose(position.view, position.history)
        off = HabitBot(0, without).choose(position.view, position.history)
        assert isinstance(on, Play)
        assert isinstance(off, Play)
        if on.cards != off.cards:
            yield position, on, off


def points(play: Play) -> int:
    return sum(POINTS[face] for face in faces_in(play.cards))


@pytest.mark.parametrize("level", ["random", "novice", "club"])
@pytest.mark.parametrize("preset", sorted(OPTIONS))
def test_bots_play_whole_deals_and_repeat_themselves(level: str, preset: str) -> None:
    records = []
    for _ in range(2):
        match = FriendsMatch(OPTIONS[preset], 6, MatchRandom.from_number(31))
        bots = [LEVELS[level](seat) for seat in range(6)]
        while len(match.sheets) < 2 and not match.over:
            seat = match.to_act
            if seat is None:
                match.deal()
            else:
                match.apply(seat, bots[seat].choose(match.view(seat), match.history(seat)))
        records.append(match.events)
    assert records[0] == records[1]


def test_a_bot_made_in_the_middle_of_a_match_chooses_the_same() -> None:
    chance = Random(2)
    for position in chance.sample(in_phase("play"), 60):
        fresh = ClubBot(1)
        kept = ClubBot(1)
        for stop in (len(position.history) // 3, len(position.history)):
            kept._memory.read(position.history[:stop], position.view.seat or 0)
        assert fresh.choose(position.view, position.history) == kept.choose(position.view, position.history)


def test_chances_to_hold_copies() -> None:
    assert HOLDS[0][0] == 1
    assert HOLDS[0][1] == 0
    assert HOLDS[1][1] == pytest.approx(0.2)
    assert HOLDS[4][4] == pytest.approx(0.2**4)


def test_give_points() -> None:
    """Points go where the own side is expected to take the trick, and stay away from where it is not."""
    seen = 0
    for position, on, off in both_ways("give_points", leading=False):
        now = situation(position)
        assert now.lead is not None
        best = now.view.best()
        if any(strength_of(now.lead, faces_in(play.cards)) > best for play in (on, off)):
            continue
        copies, length = now.lead.structure[0]
        winner = position.view.winning
        assert winner is not None
        side = now.outlook(now.lead.group, copies, length, best, winner)
        assert side * (points(on) - points(off)) >= 0
        seen += 1
    assert seen >= 10


def cost(position: Position, play: Play) -> float:
    costs = card_costs(situation(position), Habits())
    return sum(costs[face] for face in faces_in(play.cards))


@pytest.mark.parametrize("habit", ["save_strength", "keep_sets"])
def test_strength_and_sets_are_not_wasted(habit: str) -> None:
    """What is played instead is worth less later, unless it wins points that are worth it."""
    found = [(cost(position, on), cost(position, off)) for position, on, off in both_ways(habit, leading=False)]
    assert len(found) >= 10
    cheaper = sum(on < off for on, off in found)
    assert cheaper >= 0.8 * len(found)


def test_watch_later() -> None:
    """Looking at who still has to play, the trick goes to the own side more often than without."""
    seen = 0
    better = 0
    for position, on, off in both_ways("watch_later", leading=False):
        now = situation(position)
        lead = now.lead
        assert lead is not None
        copies, length = lead.structure[0]
        winner = position.view.winning
        assert winner is not None
        best = position.view.best()
        values = []
        for play in (on, off):
            strength = strength_of(lead, faces_in(play.cards))
            takes = strength > best
            side = now.outlook(lead.group, copies, length, max(strength, best), now.seat if takes else winner)
            values.append(side * (now.on_table + points(play)) - cost(position, play))
        seen += 1
        better += values[0] >= values[1]
    assert seen >= 10
    assert better >= 0.7 * seen


def is_safe(position: Position, play: Play) -> bool:
    now = situation(position)
    safe = []
    for pattern in play.patterns or ():
        faces = sorted(set(faces_in(pattern)), key=lambda face: -now.order.place[face])
        safe.append(now.safe(now.order.group[faces[0]], len(pattern) // len(faces), faces))
    return all(safe)


def test_safe_throws() -> None:
    """Several patterns are thrown together only when nobody can hold anything higher."""
    thrown = avoided = 0
    for position, on, off in both_ways("safe_throws", leading=True):
        assert on.patterns is not None
        assert off.patterns is not None
        if len(on.patterns) > 1:
            assert is_safe(position, on)
            thrown += 1
        elif len(off.patterns) > 1 and not is_safe(position, off):
            avoided += 1
    assert thrown >= 10
    assert avoided >= 10
    assert not any(isinstance(event, ThrowRejected) for position in positions() for event in position.history)


def test_read_sides() -> None:
    """Friends who have not shown themselves are told from opponents better than by chance."""
    friends, opponents = [], []
    for position in in_phase("play"):
        view = position.view
        if all(call.seat is not None for call in view.calls) or view.tricks < 6:
            continue
        now = situation(position)
        shown = {call.seat for call in view.calls}
        for seat in range(6):
            if seat in (view.seat, view.dealer) or seat in shown:
                continue
            (friends if seat in position.dealer_side else opponents).append(now.dealer_side[seat])
        blind = situation(position, read_sides=False)
        assert all(chance in (0.0, 1.0) for chance in blind.dealer_side)
    assert len(friends) >= 10
    assert len(opponents) >= 10
    assert sum(friends) / len(friends) > sum(opponents) / len(opponents) + 0.03


def test_holders_of_a_called_card_expect_to_be_friends() -> None:
    seen = 0
    for position in in_phase("play"):
        view = position.view
        if view.seat == view.dealer or view.tricks:
            continue
        held = sum(view.hand.count(call.card) for call in view.calls if call.seat is None)
        chance = situation(position).dealer_side[view.seat or 0]
        if view.seat not in {call.seat for call in view.calls}:
            assert (chance > 0) is (held > 0)
            seen += 1
    assert seen >= 10


def test_weigh_bids() -> None:
    """The deal is not bid for on an average hand."""
    seen = 0
    for position in in_phase("open_bid"):
        view = position.view
        eager = HabitBot(0, replace(Habits(), weigh_bids=False)).choose(view, position.history)
        choosy = HabitBot(0, Habits()).choose(view, position.history)
        if eager == choosy:
            continue
        assert isinstance(choosy, Pass)
        hand = counts_of(faces_in(view.hand))
        best = max(strength_with(order_of(view.level - 2, suit), hand) for suit in range(5))
        assert best < DEALER_STRENGTH or eager == choose_bid(view, least=0.0, gain=2.0)
        seen += 1
    assert seen >= 10


def check_choices(phase: str, choose: Callable[[FriendsView, bool], object]) -> int:
    """How many positions of a phase have different choices with and without a habit."""
    return sum(choose(position.view, True) != choose(position.view, False) for position in in_phase(phase))


def test_careful_burial() -> None:
    """No points, no trumps and no more of sets than must be."""
    assert check_choices("bury", lambda view, on: choose_bury(view, careful=on)) >= 10
    for position in in_phase("bury"):
        view = position.view
        order = view.order()
        broken = []
        for careful in (True, False):
            buried = faces_in(choose_bury(view, careful=careful).cards)
            assert len(buried) == 6
            assert not any(order.group[face] == TRUMPS for face in buried)
            broken.append(sum(view.hand.count(FRIENDS.codes[face]) > 1 for face in buried))
            assert not careful or not any(POINTS[face] for face in buried)
        assert broken[0] <= broken[1]


def test_strong_calls() -> None:
    """The dealer calls a copy he lacks, of a high card of which others may hold a set; without the habit, of any."""
    assert check_choices("call", lambda view, on: choose_call(view, strong=on)) >= 10
    for position in in_phase("call"):
        view = position.view
        for strong in (True, False):
            call = choose_call(view, strong=strong)
            assert call.number == view.hand.count(call.card) + 1
            assert not strong or call.card[:-1] in ("A", "K")


def test_comparisons() -> None:
    found = interval([1.0, 3.0, 2.0, 2.0])
    assert found.mean == 2
    assert found.low < 2 < found.high
    assert compare(OPTIONS["original"], LEVELS["club"], LEVELS["club"], 2, 1).mean == 0
    assert compare(OPTIONS["original"], LEVELS["novice"], LEVELS["random"], 12, 1).mean > 0
