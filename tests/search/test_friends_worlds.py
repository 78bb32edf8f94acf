"""Sampled worlds of Friends! agree with all that is public, and are as likely as counting says."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from amity.games.friends import FriendsMatch
from amity.games.friends.events import CardsPlayed, ThrowRejected
from amity.games.friends.follow import check
from amity.games.friends.observe import faces_in
from amity.games.friends.options import PRESETS
from amity.games.friends.patterns import named_split
from amity.games.friends.throws import try_throw
from amity.search._bits import new_chance
from amity.search.friends import FriendsSearch, kernel
from tests.search.friends_play import OPTIONS, deal_events, match_at, replayed, unfolded


@pytest.fixture(scope="module")
def search() -> FriendsSearch:
    return FriendsSearch(1)


def compare_histories(search: FriendsSearch, match: FriendsMatch, number: int) -> None:
    seat = match.to_act
    assert seat is not None
    view, history = match.view(seat), match.history(seat)
    worlds = search.worlds(view, history, 2, seed=number)
    assert len(worlds) == 2
    for world in worlds:
        assert list(world[seat]) == match.hands[seat]
        assert [sum(hand) for hand in world] == [*map(sum, match.hands), len(match.base)]
        assert all(sum(hand[face] for hand in world) + match.played[face] == 4 for face in range(54))
        again = replayed(match, seat, world)
        assert again.history(seat) == history[-len(again.events) :]


@pytest.mark.parametrize("preset", OPTIONS)
def test_every_world_replays_the_history(search: FriendsSearch, preset: str) -> None:
    chance = Random(7)
    for number in range(25):
        compare_histories(search, match_at(OPTIONS[preset], number, "play", chance.randint(2, 35)), number)


@pytest.mark.parametrize("phase", ["open_bid", "swap_bid", "bury", "call"])
def test_worlds_before_play_replay_the_history(search: FriendsSearch, phase: str) -> None:
    for number in range(6):
        compare_histories(search, match_at(PRESETS["original"], number, phase, 41), number)


@pytest.mark.slow
@pytest.mark.parametrize("preset", OPTIONS)
def test_every_world_replays_the_history_at_length(search: FriendsSearch, preset: str) -> None:
    chance = Random(8)
    for number in range(1000, 3000):
        compare_histories(search, match_at(OPTIONS[preset], number, "play", chance.randint(1, 35)), number)


def test_the_true_hands_agree_with_all_facts(search: FriendsSearch) -> None:
    """Nothing is taken to be known that is not so."""
    chance = Random(9)
    facts = 0
    for number in range(60):
        match = match_at(list(OPTIONS.values())[number % 3], number, "play", chance.randint(1, 34))
        seat = match.to_act
        assert seat is not None
        view = match.view(seat)
        assert search.read(view, match.history(seat))
        knowledge = search.knowledge[0]
        hidden = [(face, other) for other in range(6) if other != seat for face in unfolded(match.hands[other])]
        hidden += [(face, 6) for face in match.base if view.base is None]
        assert sorted(face for face, _ in hidden) == sorted(knowledge["face"][: len(hidden)].tolist())
        assert len(hidden) == knowledge["cards"]
        for place, (face, other) in enumerate(hidden):
            knowledge["face"][place], knowledge["at"][place] = face, other
        kernel().prepare(search.knowledge, search.states, new_chance(1))
        assert knowledge["first_failing"] == 0
        facts += int(knowledge["first"][-1]) + int(knowledge["needs"])
    assert facts > 300


def shares(cards: list[int], sizes: list[int]) -> Iterator[list[list[int]]]:
    """All ways to share out cards (faces, equal ones together)."""
    if not cards:
        yield [[] for _ in sizes]
        return
    face = cards[0]
    copies = cards.count(face)
    rest = cards[copies:]

    def split(place: int, left: int) -> Iterator[list[int]]:
        if place == len(sizes):
            if left == 0:
                yield []
            return
        for count in range(min(left, sizes[place]) + 1):
            for more in split(place + 1, left - count):
                yield [count, *more]

    for counts in split(0, copies):
        for hands in shares(rest, [size - count for size, count in zip(sizes, counts, strict=True)]):
            yield [[face] * count + hand for hand, count in zip(hands, counts, strict=True)]


def agrees(match: FriendsMatch, hands: list[list[int]]) -> bool:
    """Whether everything played in this deal would have been legal, and rejected just so, with these hands now."""
    order = match.order
    held = [list(hand) for hand in hands]
    events = deal_events(match)
    for event in events:
        if isinstance(event, CardsPlayed):
            for face in faces_in(event.cards):
                held[event.seat][face] += 1
    other = FriendsMatch(match.options, 6)
    other.level, other.trump = match.level, match.trump
    announced: ThrowRejected | None = None
    for event in events:
        if isinstance(event, ThrowRejected):
            announced = event
        if not isinstance(event, CardsPlayed):
            continue
        seat = event.seat
        play = [0] * 54
        for face in faces_in(event.cards):
            play[face] += 1
        if event.patterns:
            named = announced.patterns if announced is not None else event.patterns
            others = [held[(seat + distance) % 6] for distance in range(1, 6)]
            thrown = try_throw(
                order,
                named_split(order, [faces_in(cards) for cards in named]),
                others,
                smallest_only=match.options.rejected_throw == "smallest",
            )
            found = [
                (tuple(it.pattern.cards()), (seat + 1 + it.player) % 6, tuple(it.shown.cards()))
                for it in thrown.rejections
            ]
            expected = [
                (tuple(faces_in(it.cards)), it.seat, tuple(faces_in(it.shown)))
                for it in (announced.rejected if announced is not None else ())
            ]
            if found != expected:
                return False
            if announced is not None and any(
                held[seat][face] < count for face, count in Counter(faces_in(announced.cards)).items()
            ):
                return False
            other.patterns, other._lead = event.patterns, None
            announced = None
        elif check(other.lead, held[seat], play):
            return False
        for face, count in enumerate(play):
            held[seat][face] -= count
    return True


def counted(match: FriendsMatch, seat: int) -> dict[tuple[tuple[int, ...], ...], float]:
    """The hands that the others may hold, by how many deals are behind them."""
    others = [other for other in range(6) if other != seat]
    hidden = [face for face in range(54) for other in others for _ in range(match.hands[other][face])]
    played = [[0] * 54 for _ in range(6)]
    for event in deal_events(match):
        if isinstance(event, CardsPlayed):
            for face in faces_in(event.cards):
                played[event.seat][face] += 1
    found = {}
    for shared in shares(hidden, [sum(match.hands[other]) for other in others]):
        hands = [list(match.hands[seat]) for _ in range(6)]
        for other, hand in zip(others, shared, strict=True):
            hands[other] = [hand.count(face) for face in range(54)]
        if agrees(match, hands):
            dealt = [hands[place][face] + played[place][face] for place in range(6) for face in set(hidden)]
            found[tuple(map(tuple, hands))] = 1 / math.prod(map(math.factorial, dealt))
    return found


def endings() -> Iterator[tuple[FriendsMatch, int]]:
    """Endings with a known base and few hidden cards, in which something is known and something is not."""
    number = 0
    found = 0
    while found < 6:
        number += 1
        match = match_at(list(OPTIONS.values())[number % 3], number, "play", 1 + number % 2)
        seat = match.last_swapped
        if match.to_act != seat or sum(map(sum, match.hands)) - sum(match.hands[seat]) > 8:
            continue
        found += 1
        yield match, number


def test_worlds_are_as_likely_as_counting_says(search: FriendsSearch) -> None:
    several = 0
    for match, number in endings():
        seat = match.to_act
        assert seat is not None
        weights = counted(match, seat)
        total = sum(weights.values())
        draws = 3000
        worlds = search.worlds(match.view(seat), match.history(seat), draws, seed=number)
        assert {world[:6] for world in worlds} <= set(weights)
        several += len(weights) > 1
        # By chance each card's share of a hand strays by less than five standard deviations; draws that follow each
        # other are not quite independent, which is what the factor of two is for.
        for other in range(6):
            for face in range(54):
                share = sum(weight for hands, weight in weights.items() if hands[other][face]) / total
                drawn = sum(1 for world in worlds if world[other][face]) / draws
                assert abs(drawn - share) <= 2 * 5 * math.sqrt(share * (1 - share) / draws) + 1e-9
    assert several >= 4


def test_the_same_seed_deals_the_same_worlds(search: FriendsSearch) -> None:
    match = match_at(PRESETS["classic"], 9, "play", 20)
    seat = match.to_act
    assert seat is not None
    view, history = match.view(seat), match.history(seat)
    assert search.worlds(view, history, 10, seed=5) == search.worlds(view, history, 10, seed=5)
    assert search.worlds(view, history, 10, seed=5) != search.worlds(view, history, 10, seed=6)
