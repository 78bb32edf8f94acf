"""Sampled worlds of Pinochle agree with all that is public, and are as likely as counting says."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence

import pytest

from amity.cards import PINOCHLE
from amity.errors import IllegalAction
from amity.games.pinochle import CardPlayed, PinochleMatch, PinochleOptions
from amity.games.pinochle.options import PRESETS
from amity.games.pinochle.play import add_card, copies
from amity.search.pinochle import PinochleSearch
from amity.shuffle import MatchRandom
from tests.search.pinochle_play import HOUSE, match_at, replayed

OPTIONS = {**PRESETS, "house": HOUSE}


@pytest.fixture(scope="module")
def search() -> PinochleSearch:
    return PinochleSearch(1)


@pytest.mark.parametrize("preset", OPTIONS)
def test_every_world_replays_the_history(search: PinochleSearch, preset: str) -> None:
    chance = random.Random(7)
    for number in range(60):
        match = match_at(OPTIONS[preset], number, chance.randint(2, 12), in_trick=chance.randint(0, 3))
        seat = match.to_act
        assert seat is not None
        worlds = search.worlds(match.view(seat), match.history(seat), 3, seed=number)
        assert worlds
        for hands in worlds:
            assert hands[seat] == match.hands[seat]
            assert [hand.bit_count() for hand in hands] == match.card_counts
            # Melds, tricks and points among them: everything that happened is public but for the deal.
            assert replayed(match, hands) == match.events[1:]


def test_worlds_before_trump_is_named_are_whole_packs(search: PinochleSearch) -> None:
    fresh = PinochleMatch(PRESETS["original"], 4, MatchRandom.from_number(3))
    fresh.deal()
    seat = fresh.to_act
    assert seat is not None
    seen = set()
    for hands in search.worlds(fresh.view(seat), fresh.history(seat), 50, seed=1):
        assert hands[seat] == fresh.hands[seat]
        assert all(hand.bit_count() == 12 for hand in hands)
        assert all(sum(copies(hand, face) for hand in hands) == 2 for face in range(24))
        seen.add(hands)
    assert len(seen) == 50


World = tuple[int, int, int, int]


def shares(cards: Sequence[int], sizes: Sequence[int]) -> set[tuple[int, ...]]:
    """All ways to share out cards, as masks by hand."""
    if not cards:
        return {(0,) * len(sizes)}
    found = set()
    for place, size in enumerate(sizes):
        if size:
            rest = [size - (other == place) for other, size in enumerate(sizes)]
            for hands in shares(cards[1:], rest):
                given = add_card(hands[place], cards[0])
                found.add((*hands[:place], given, *hands[place + 1 :]))
    return found


def counted(match: PinochleMatch, seat: int) -> dict[World, int]:
    """Every world that agrees with the history, by the number of deals of 48 different cards that are behind it.

    That number is the same for all but for a factor of 2 for each face of which two hands were dealt one copy each.
    """
    others = [(seat + step) % 4 for step in (1, 2, 3)]
    hidden = [face for face in range(24) for other in others for _ in range(copies(match.hands[other], face))]
    played = [[0] * 24 for _ in range(4)]
    for event in match.events:
        if isinstance(event, CardPlayed):
            played[event.seat][PINOCHLE.parse_face(event.card)] += 1
    found: dict[World, int] = {}
    for shared in shares(hidden, [match.card_counts[other] for other in others]):
        hands = [0, 0, 0, 0]
        hands[seat] = match.hands[seat]
        for other, hand in zip(others, shared, strict=True):
            hands[other] = hand
        try:
            if replayed(match, hands) != match.events[1:]:
                continue
        except IllegalAction:
            continue
        dealt = [[played[s][face] + copies(hands[s], face) for s in range(4)] for face in range(24)]
        found[hands[0], hands[1], hands[2], hands[3]] = math.prod(2 if max(held) == 1 else 1 for held in dealt)
    return found


@pytest.mark.parametrize(
    ("options", "number"),
    [(PRESETS["original"], 1), (PRESETS["original"], 4), (PRESETS["club"], 2), (HOUSE, 3), (HOUSE, 5)],
)
def test_worlds_are_as_likely_as_counting_says(search: PinochleSearch, options: PinochleOptions, number: int) -> None:
    match = match_at(options, number, 3, in_trick=number % 3)
    seat = match.to_act
    assert seat is not None
    expected = counted(match, seat)
    total = sum(expected.values())
    draws = 40_000
    drawn = Counter(search.worlds(match.view(seat), match.history(seat), draws, seed=number))
    assert drawn.total() == draws
    assert set(drawn) <= set(expected)
    # Chi-square, with rare worlds put together; the limit is six standard deviations above the mean.
    common = [world for world, count in expected.items() if count / total * draws >= 10]
    pairs = [(drawn[world], expected[world] / total * draws) for world in common]
    pairs.append((draws - sum(count for count, _ in pairs), draws - sum(mean for _, mean in pairs)))
    statistic = sum((count - mean) ** 2 / mean for count, mean in pairs if mean >= 5)
    freedom = max(1, len(pairs) - 1)
    assert statistic < freedom + 6 * (2 * freedom) ** 0.5 + 6
    assert len(expected) == 1 or len(drawn) > 1


def test_the_same_seed_deals_the_same_worlds(search: PinochleSearch) -> None:
    match = match_at(PRESETS["club"], 9, 8)
    seat = match.to_act
    assert seat is not None
    view, history = match.view(seat), match.history(seat)
    assert search.worlds(view, history, 20, seed=5) == search.worlds(view, history, 20, seed=5)
    assert search.worlds(view, history, 20, seed=5) != search.worlds(view, history, 20, seed=6)
