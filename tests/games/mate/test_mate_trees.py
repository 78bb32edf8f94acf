"""Counted trees: how many ways there are to go on from a few deals and late positions, action by action.

The counts in tests/data/trees/mate.json are the oracle's.
"""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from mate_tables import place, play, table
from oracles import mate as oracle

from tests.counted_trees import count_ways

TREES = json.loads((Path(__file__).parents[2] / "data/trees/mate.json").read_text())


def count_oracle(game: oracle.Game, depth: int) -> int:
    if depth == 0 or game.ended:
        return 1
    total = 0
    for card in game.choices():
        following = copy.deepcopy(game)
        following.do(card)
        total += count_oracle(following, depth - 1)
    return total


@pytest.mark.parametrize("tree", TREES, ids=lambda tree: f"{tree['id']}-{'on' if tree['foreplacing'] else 'off'}")
def test_counted_tree(tree: dict[str, Any]) -> None:
    match = table(tree["dealer"], tree["other"], foreplacing=tree["foreplacing"])
    for card in tree["start"]:
        (place if match.phase == "foreplacing" else play)(match, card)
    hands = [frozenset(tree[who].split()) for who in ("dealer", "other")]
    counts = tree["counts"]
    assert [count_ways(match, depth) for depth in range(1, len(counts) + 1)] == counts
    game = oracle.Game(hands, 0, tree["foreplacing"])
    for card in tree["start"]:
        game.do(card)
    assert [count_oracle(game, depth) for depth in range(1, len(counts))] == counts[:-1]
