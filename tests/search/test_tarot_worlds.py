"""Sampled worlds of Tarot agree with all that is public, and are as likely as counting says."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence
from itertools import count
from typing import Any

import pytest

from amity.errors import IllegalAction
from amity.games.tarot import TarotMatch
from amity.games.tarot.phases import codes_of
from amity.games.tarot.play import faces_of
from amity.search._tarot_reading import mask_of
from amity.search.tarot import TarotSearch
from amity.shuffle import MatchRandom
from tests.search.tarot_play import OPTIONS, act, deal_at, replayed

World = tuple[tuple[int, ...], int]


@pytest.fixture(scope="module")
def search() -> TarotSearch:
    return TarotSearch(1)


def seen_by(match: TarotMatch, seat: int, events: Sequence[Any]) -> list[Any]:
    """What a seat is shown of events, the cards of the deal left out."""
    return [event.seen_by(seat) for event in events[1:]]


def agrees(match: TarotMatch, seat: int, hands: Sequence[int], aside: int) -> bool:
    """Whether the seat would have seen the same happen with these cards."""
    try:
        again = replayed(match, hands, aside)
    except (IllegalAction, AssertionError):
        return False
    return seen_by(match, seat, [None, *again]) == seen_by(match, seat, match.events)


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("preset", OPTIONS)
def test_every_world_replays_the_history(search: TarotSearch, preset: str, players: int) -> None:
    chance = random.Random(7)
    last = {3: 23, 4: 17, 5: 14}[players]
    for number in range(25):
        match = deal_at(OPTIONS[preset], players, number, chance.randint(0, last), chance.randrange(players))
        seat = match.to_act
        assert seat is not None
        for hands, aside in search.worlds(match.view(seat), match.history(seat), 3, seed=number):
            assert hands[seat] == match.hands[seat]
            assert [hand.bit_count() for hand in hands] == [hand.bit_count() for hand in match.hands]
            assert agrees(match, seat, hands, aside)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_worlds_before_play_are_whole_packs(search: TarotSearch, players: int) -> None:
    for number in range(30):
        chance = random.Random(number)
        match = TarotMatch(OPTIONS["original"], players, MatchRandom.from_number(number))
        match.deal()
        for _ in range(number % (players + 3)):
            if match.to_act is not None and match.phase is not None and match.phase.name != "play":
                act(match, chance)
        seat = match.to_act
        if seat is None:
            continue
        for hands, aside in search.worlds(match.view(seat), match.history(seat), 20, seed=1):
            assert hands[seat] == match.hands[seat]
            whole = aside
            for hand in hands:
                assert not whole & hand
                whole |= hand
            assert whole.bit_count() == 78
            assert not any(hand >> 56 == 1 for hand in hands) or OPTIONS["original"].petit_sec == "play"


def shares(cards: Sequence[int], sizes: Sequence[int]) -> list[tuple[int, ...]]:
    """All ways to share out cards, as masks by place."""
    if not cards:
        return [(0,) * len(sizes)]
    found = []
    for place, size in enumerate(sizes):
        if size:
            rest = [size - (other == place) for other, size in enumerate(sizes)]
            found += [
                (*masks[:place], masks[place] | 1 << cards[0], *masks[place + 1 :]) for masks in shares(cards[1:], rest)
            ]
    return found


def hidden_places(match: TarotMatch, seat: int) -> tuple[list[int], list[int], int]:
    """Cards whose place a seat does not know, how many lie in each other hand and aside, and what it knows there."""
    aside = mask_of(codes_of(match.dog if match.discard is None else match.discard))
    known = 0
    if match.discard is not None:
        known = aside if seat == match.taker else mask_of(match.discard_shown)
    hands = [match.hands[other] for other in range(match.seats) if other != seat]
    places = [*hands, aside & ~known]
    return faces_of(sum(places)), [place.bit_count() for place in places], known


def counted(match: TarotMatch, seat: int) -> set[World]:
    """Every world in which the seat would have seen the same."""
    cards, sizes, known = hidden_places(match, seat)
    others = [other for other in range(match.seats) if other != seat]
    found = set()
    for masks in shares(cards, sizes):
        hands = list(match.hands)
        for other, mask in zip(others, masks, strict=False):
            hands[other] = mask
        if agrees(match, seat, hands, known | masks[-1]):
            found.add((tuple(hands), known | masks[-1]))
    return found


def small_ending(preset: str, players: int, left: int, *, as_taker: bool, start: int) -> tuple[TarotMatch, int]:
    """A moment near the end with something hidden, but not so much that all ways cannot be tried."""
    for number in count(start):
        match = deal_at(OPTIONS[preset], players, number, {3: 24, 4: 18, 5: 15}[players] - left, number % 2)
        seat = match.to_act
        assert seat is not None
        cards, sizes, _ = hidden_places(match, seat)
        ways = math.factorial(len(cards)) // math.prod(math.factorial(size) for size in sizes)
        if (seat == match.taker) == as_taker and 20 <= ways <= 1300:
            return match, seat
    raise AssertionError


@pytest.mark.parametrize(
    ("preset", "players", "left", "as_taker"),
    [
        ("original", 3, 3, True),
        ("original", 3, 2, False),
        ("fft", 3, 2, False),
        ("original", 4, 2, True),
        ("house", 4, 1, False),
        ("fft", 5, 2, True),
        ("original", 5, 1, False),
        ("fft", 5, 1, False),
    ],
)
@pytest.mark.parametrize("start", [1, 100])
def test_worlds_are_as_likely_as_counting_says(
    search: TarotSearch, preset: str, players: int, left: int, as_taker: bool, start: int
) -> None:
    match, seat = small_ending(preset, players, left, as_taker=as_taker, start=start)
    expected = counted(match, seat)
    draws = max(2000, 10 * len(expected))
    drawn = Counter(search.worlds(match.view(seat), match.history(seat), draws, seed=left))
    assert drawn.total() == draws
    assert set(drawn) <= expected
    mean = draws / len(expected)
    statistic = sum((drawn[world] - mean) ** 2 / mean for world in expected)
    freedom = max(1, len(expected) - 1)
    # Six standard deviations above what chance alone makes of it.
    assert statistic < freedom + 6 * (2 * freedom) ** 0.5 + 6
    assert len(expected) == 1 or len(drawn) > 1


def test_the_same_seed_deals_the_same_worlds(search: TarotSearch) -> None:
    match = deal_at(OPTIONS["fft"], 5, 9, 4, 2)
    seat = match.to_act
    assert seat is not None
    view, history = match.view(seat), match.history(seat)
    assert search.worlds(view, history, 20, seed=5) == search.worlds(view, history, 20, seed=5)
    assert search.worlds(view, history, 20, seed=5) != search.worlds(view, history, 20, seed=6)
