"""Suggested leads, plays and burials: always legal, and what they promise."""

from __future__ import annotations

import itertools
from random import Random

import pytest
from friends_positions import codes, positions
from friends_tables import random_match
from oracles import friends as oracle

from amity.games.friends import candidates
from amity.games.friends.follow import Lead, check
from amity.games.friends.legal import legal_plays
from amity.games.friends.options import PRESETS
from amity.games.friends.order import FACES, TRUMPS, counts_of, order_of
from amity.games.friends.patterns import default_split
from amity.games.friends.trick import strength_of


def test_cheapest_plays_are_legal() -> None:
    random = Random(1)
    for position in positions(21, 1200):
        lead, hand = position.lead, counts_of(position.hand)
        cost = [random.random() for _ in range(FACES)]
        play = candidates.cheapest(lead, hand, cost)
        assert check(lead, hand, counts_of(play)) == ""
        assert oracle.may_follow(position.table, position.named, codes(position.hand), codes(play))


def test_winning_plays_win() -> None:
    seen = 0
    for position in positions(22, 1500):
        lead, hand = position.lead, counts_of(position.hand)
        best = strength_of(lead, position.cards)
        for play in candidates.winning_plays(lead, hand, best):
            assert check(lead, hand, counts_of(play)) == ""
            assert strength_of(lead, play) > best
            seen += 1
        if len(position.split) == 1:
            # Against one pattern nothing that wins is overlooked.
            every = [play for play in legal_plays(lead, hand) if strength_of(lead, play) > best]
            assert bool(every) is bool(candidates.winning_plays(lead, hand, best))
    assert seen > 300


def test_every_pattern_of_a_hand_is_found_once() -> None:
    for position in positions(23, 400, most_led=4, extra=3):
        hand = counts_of(position.hand)
        group = position.group
        found = [sorted(pattern.cards()) for pattern in candidates.patterns_in(position.order, hand, group)]
        cards = [face for face in position.hand if position.order.group[face] == group]
        naive = {
            tuple(sorted(part))
            for size in range(1, len(cards) + 1)
            for part in itertools.combinations(cards, size)
            if oracle.Table.is_pattern(position.table, codes(part))
        }
        assert sorted(map(tuple, found)) == sorted(naive)


@pytest.mark.parametrize("number", range(4))
def test_burials(number: int) -> None:
    match = random_match(number, PRESETS["original"], 1)
    order = order_of(0, number)
    for seat in range(6):
        for cards in candidates.bury_candidates(order, match.hands[seat]):
            assert len(cards) == 6
            assert all(cards.count(face) <= match.hands[seat][face] for face in cards)


def test_lists_of_large_hands() -> None:
    """The first thousand plays of 41 cards: different and legal."""
    random = Random(3)
    for _ in range(60):
        order = order_of(random.randrange(13), random.randrange(4))
        pack = [face for face in order.faces[TRUMPS] for _ in range(4)]
        random.shuffle(pack)
        size = random.randint(2, 25)
        lead = Lead(order, default_split(order, counts_of(pack[:size])))
        hand = counts_of(pack[size : size + 41])
        plays = list(itertools.islice(legal_plays(lead, hand), 1000))
        assert plays
        assert len(set(map(tuple, map(sorted, plays)))) == len(plays)
        assert all(check(lead, hand, counts_of(play)) == "" for play in plays)
