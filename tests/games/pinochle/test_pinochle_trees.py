"""Counted trees: how many ways there are to go on, action by action, from a few deals and through whole auctions.

The counts in tests/data/trees/pinochle.json are the oracle's.
"""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from oracles import pinochle as oracle
from pinochle_tables import declare, table

from amity.games.pinochle import PinochleMatch, PinochleOptions
from tests.counted_trees import count_ways

TREES = json.loads((Path(__file__).parents[2] / "data/trees/pinochle.json").read_text())


def count_match(match: PinochleMatch, depth: int, phase: str) -> int:
    """How many different sequences of that many actions the phase has."""
    return count_ways(match, depth, lambda match: match.view(None).phase == phase)


def count_plays(deal: oracle.Deal, depth: int) -> int:
    if depth == 0 or deal.over:
        return 1
    total = 0
    for card in deal.choices():
        following = copy.deepcopy(deal)
        following.play(card)
        total += count_plays(following, depth - 1)
    return total


def count_auctions(calls: list[oracle.Call], minimum: int, final: bool, depth: int) -> int:
    turn, highest, _ = oracle.auction(calls, 0, final)
    if depth == 0 or turn is None:
        return 1
    return sum(
        count_auctions([*calls, (turn, said)], minimum, final, depth - 1) for said in oracle.may_call(highest, minimum)
    )


@pytest.mark.parametrize("tree", TREES["play"], ids=lambda tree: tree["id"])
def test_plays(tree: dict[str, Any]) -> None:
    options = PinochleOptions(must_trump=tree["must_trump"])
    match = table(*tree["hands"], options=options)
    declare(match, tree["trump"], 3000)
    counts = tree["counts"]
    assert [count_match(match, depth, "play") for depth in range(1, len(counts) + 1)] == counts
    deal = oracle.Deal([hand.split() for hand in tree["hands"]], 0, tree["trump"], tree["must_trump"])
    assert [count_plays(deal, depth) for depth in range(1, len(counts))] == counts[:-1]


@pytest.mark.parametrize("tree", TREES["auction"], ids=lambda tree: tree["id"])
def test_auctions(tree: dict[str, Any]) -> None:
    """Few bids are left below 3000, so that every auction can be counted to its end."""
    minimum, final, counts = tree["minimum"], tree["pass_is_final"], tree["counts"]
    match = table(options=PinochleOptions(minimum_bid=minimum, pass_is_final=final))
    assert [count_match(match, depth, "bidding") for depth in range(1, len(counts) + 1)] == counts
    assert [count_auctions([], minimum, final, depth) for depth in range(1, len(counts) + 1)] == counts
    assert counts[-1] == counts[-2]
