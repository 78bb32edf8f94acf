"""Counted trees: how many ways there are to go on, play by play, from a few small endings; and whole biddings.

The counts in tests/data/trees/friends.json are the oracle's.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from friends_tables import Play, dealt, playing
from oracles import friends as oracle

from amity.errors import IllegalAction
from amity.games.friends import FriendsMatch
from amity.games.friends.legal import legal_plays
from amity.games.friends.options import PRESETS
from amity.games.friends.phases import codes_of
from tests.counted_trees import after, count_ways

TREES = json.loads((Path(__file__).parents[2] / "data/trees/friends.json").read_text())


def parts_of(hand: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Every different choice of at least one card."""
    counts = Counter(hand)
    for numbers in product(*(range(count + 1) for count in counts.values())):
        chosen = tuple(card for card, number in zip(counts, numbers, strict=True) for _ in range(number))
        if chosen:
            yield chosen


def count_plays(match: FriendsMatch, depth: int) -> int:
    """How many different sequences of that many plays there are; a deal that is over counts once."""
    seat = match.to_act
    if depth == 0 or seat is None:
        return 1
    total = 0
    if match.trick:
        choices = [codes_of(faces) for faces in legal_plays(match.lead, match.hands[seat])]
    else:
        choices = list(parts_of(match.view(seat).hand))
    for cards in choices:
        try:
            following = after(match, Play(cards))
        except IllegalAction as refused:
            assert refused.code == "throw_across_groups"
            continue
        total += count_plays(following, depth - 1)
    return total


class Ending:
    """The same in the oracle's words."""

    def __init__(self, tree: dict[str, Any]) -> None:
        self.table = oracle.Table(tree["level"], tree["trump"])
        self.preset = tree["preset"]

    def count(self, hands: list[list[str]], turn: int, plays: list[list[str]], split: Any, depth: int) -> int:
        if depth == 0 or not any(hands):
            return 1
        total = 0
        hand = hands[turn]
        for cards in parts_of(hand):
            led = split
            played = list(cards)
            if not plays:
                if len({self.table.group(card) for card in cards}) != 1:
                    continue
                others = [hands[(turn + distance) % 6] for distance in range(1, 6)]
                named = oracle.default_split(self.table, cards)
                led = oracle.throw(self.table, named, others, self.preset)[0]
                played = [card for part in led for card in part]
            elif not oracle.may_follow(self.table, split, hand, cards):
                continue
            left = list(hand)
            for card in played:
                left.remove(card)
            following = [left if seat == turn else cards_of for seat, cards_of in enumerate(hands)]
            done = [*plays, played]
            if len(done) < 6:
                total += self.count(following, (turn + 1) % 6, done, led, depth - 1)
            else:
                leader = (turn + 1) % 6
                winner = (leader + oracle.winner(self.table, led, done)) % 6
                total += self.count(following, winner, [], None, depth - 1)
        return total


@pytest.mark.parametrize("tree", TREES["play"], ids=lambda tree: tree["id"])
def test_plays(tree: dict[str, Any]) -> None:
    level = oracle.RANKS.index(tree["level"]) + 2
    calls = [tuple(call) for call in tree["calls"]]
    match = playing(tree["hands"], trump=tree["trump"], level=level, calls=calls, options=PRESETS[tree["preset"]])
    counts = tree["counts"]
    assert [count_plays(match, depth) for depth in range(1, len(counts) + 1)] == counts
    ending = Ending(tree)
    hands = [hand.split() for hand in tree["hands"]]
    assert [ending.count(hands, 0, [], None, depth) for depth in range(1, len(counts) + 1)] == counts


def count_bidding(match: FriendsMatch, depth: int) -> int:
    return count_ways(match, depth, lambda match: match.view(None).phase == "open_bid")


def count_open_bids(hands: list[list[str]], turn: int, standing: Any, by: int, passes: int, depth: int) -> int:
    if depth == 0:
        return 1
    if turn == by:
        turn = (turn + 1) % 6
    ended = passes + 1 == (6 if standing is None else 5)
    following = (turn + 1) % 6
    total = 1 if ended else count_open_bids(hands, following, standing, by, passes + 1, depth - 1)
    for k, face in oracle.bids("open", "2", hands[turn], standing):
        mark = face if face in ("BJ", "RJ") else face[-1]
        total += count_open_bids(hands, following, (k, mark), turn, 0, depth - 1)
    return total


@pytest.mark.parametrize("tree", TREES["open_bid"], ids=lambda tree: tree["id"])
def test_biddings(tree: dict[str, Any]) -> None:
    match = dealt(tree["hands"], starter=tree["starter"], avoid=tree["avoid"])
    counts = tree["counts"]
    assert [count_bidding(match, depth) for depth in range(1, len(counts) + 1)] == counts
    hands = [list(match.view(seat).hand) for seat in range(6)]
    counted = [count_open_bids(hands, tree["starter"], None, -1, 0, depth) for depth in range(1, len(counts) + 1)]
    assert counted == counts
