"""The splits that the browser client names before a lead is sent: the same cases stand in its own tests."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from amity.cards import FRIENDS
from amity.games.friends.observe import card_groups, faces_in
from amity.games.friends.order import TRUMPS, counts_of, order_of
from amity.games.friends.patterns import default_split, named_split
from amity.games.friends.phases import codes_of
from amity.games.friends.splits import MOST, splits

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


def test_a_lead_can_be_announced_in_every_way_the_usual_one_first() -> None:
    order = order_of(9, 2)
    counts = counts_of(faces_in(["AS", "AS", "KS", "KS"]))
    ways = [" + ".join(pattern.text() for pattern in split) for split in splits(order, counts)]
    assert ways == [
        "AS AS KS KS",
        "AS AS + KS KS",
        "AS AS + KS + KS",
        "KS KS + AS + AS",
        "AS + AS + KS + KS",
    ]


def test_ways_are_what_a_leader_may_name_and_no_more_than_can_be_looked_at() -> None:
    chance = Random(4)
    for _ in range(40):
        case = make_case(chance)
        order = next(
            found
            for level in range(13)
            for trump in range(5)
            if msgspec.to_builtins(card_groups(found := order_of(level, trump))) == case["groups"]
        )
        faces = faces_in(case["cards"])
        found = splits(order, counts_of(faces))
        assert 0 < len(found) <= MOST + 3 and len(set(found)) == len(found)
        assert [list(codes_of(pattern.cards())) for pattern in found[0]] == case["split"]
        assert len(found[-1]) == len(faces)
        for split in found:
            assert sorted(face for pattern in split for face in pattern.cards()) == sorted(faces)
            assert named_split(order, [pattern.cards() for pattern in split]) == split


if __name__ == "__main__":
    FILE.write_text(json.dumps(cases(), separators=(",", ":")) + "\n", encoding="utf-8")
