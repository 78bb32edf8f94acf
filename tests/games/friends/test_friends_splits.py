"""The splits that the browser client names before a lead is sent: the same cases stand in its own tests."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from amity.cards import FRIENDS
from amity.games.friends.observe import card_groups
from amity.games.friends.order import TRUMPS, counts_of, order_of
from amity.games.friends.patterns import default_split
from amity.games.friends.phases import codes_of

FILE = Path(__file__).parents[2] / "data" / "friends_splits.json"
CASES = 60


def make_case(chance: Random) -> dict[str, Any]:
    """Random cards of one group, mostly trumps, with their default split and the order that a view tells."""
    order = order_of(chance.randrange(13), chance.randrange(5))
    groups = [group for group in range(TRUMPS + 1) if order.faces[group]]
    group = chance.choice([TRUMPS, *groups])
    cards = [face for face in order.faces[group] for _ in range(4)]
    few = chance.sample(order.faces[group], min(len(order.faces[group]), chance.randrange(2, 8)))
    near = [face for face in cards if face in few]
    chosen = chance.sample(near, chance.randrange(1, min(len(near), 20) + 1))
    split = default_split(order, counts_of(chosen))
    return {
        "groups": msgspec.to_builtins(card_groups(order)),
        "cards": list(codes_of(chosen)),
        "split": [list(codes_of(pattern.cards())) for pattern in split],
    }


def cases() -> list[dict[str, Any]]:
    chance = Random(20)
    return [make_case(chance) for _ in range(CASES)]


def test_the_cases_of_the_client_are_what_the_rules_say() -> None:
    kept = json.loads(FILE.read_text(encoding="utf-8"))
    assert kept == json.loads(json.dumps(cases()))
    assert {len(case["split"]) for case in kept} >= {1, 2, 3, 4}
    assert all(card in FRIENDS.codes for case in kept for card in case["cards"])


if __name__ == "__main__":
    FILE.write_text(json.dumps(cases(), separators=(",", ":")) + "\n", encoding="utf-8")
