"""The shared cases through the referee, what its answers mean, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from oracles import mate as oracle

from amity.cli.referee.mate import ASKS, solve
from amity.errors import AmityError
from amity.text import error_message

CASES = json.loads((Path(__file__).parents[2] / "data/cases/mate.json").read_text())


@pytest.mark.parametrize("case", CASES["deals"], ids=lambda case: case["id"])
def test_shared_deal(case: dict[str, Any]) -> None:
    plain = solve(dealer=case["dealer"], foreplacing=False)
    full = solve(dealer=case["dealer"])
    assert (plain["value"], full["value"]) == (case["plain"], case["full"])
    assert plain["placed"] == [None]
    assert plain["best"] == full["best"], "the best leads are those of the game in which nothing is placed"
    assert full["placed"]


@pytest.mark.parametrize("case", CASES["endgames"], ids=lambda case: case["id"])
def test_shared_endgame(case: dict[str, Any]) -> None:
    answer = solve(leader=case["leader"], opponent=case["opponent"], trick=case["trick"])
    assert answer["value"] == case["value"]
    assert answer["placed"] == []
    leads = oracle.lead_values(frozenset(case["leader"].split()), frozenset(case["opponent"].split()), case["trick"])
    assert set(answer["best"]) == {card for card, value in leads.items() if value == case["value"]}  # type: ignore[call-overload]
    assert case["best"] in answer["best"]  # type: ignore[operator]


def test_the_maximum() -> None:
    assert solve(placed_leader="AC", placed_opponent="KD") == {"value": 242, "best": ["AC"], "placed": []}
    assert solve(leader="", opponent="10S", trick=10, placed_leader="AC")["value"] == 242
    assert solve(leader="KC", placed_opponent="AD")["value"] == 40


@pytest.mark.parametrize(
    ("leader", "opponent", "placed_leader", "placed_opponent"),
    [
        ("7C AH", "10S 10H", "", ""),
        ("7C", "10S 10H", "AH", ""),
        ("7C AH", "10S", "", "KH"),
        ("7C 10D", "10S AD", "AH", "KC"),
        ("AC AS", "KC QC KD", "QH", ""),
    ],
)
def test_placed_cards_in_endgames_against_the_oracle(
    leader: str, opponent: str, placed_leader: str, placed_opponent: str
) -> None:
    answer = solve(leader=leader, opponent=opponent, placed_leader=placed_leader, placed_opponent=placed_opponent)
    trick = 11 - len(leader.split()) - bool(placed_leader)
    leads = oracle.lead_values(
        frozenset(leader.split()), frozenset(opponent.split()), trick, placed_leader or None, placed_opponent or None
    )
    assert answer["value"] == max(leads.values())
    assert set(answer["best"]) == {card for card, value in leads.items() if value == answer["value"]}  # type: ignore[call-overload]
    named = solve(
        leader=leader, opponent=opponent, trick=trick, placed_leader=placed_leader, placed_opponent=placed_opponent
    )
    assert named == answer


DEAL = "10C KC 7C AS KS KH QH AD 10D 7D"


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ({}, "mate_deal_or_endgame"),
        ({"dealer": DEAL, "leader": "AC"}, "mate_deal_or_endgame"),
        ({"dealer": DEAL, "trick": 3}, "mate_deal_or_endgame"),
        ({"dealer": "10C KC 7C"}, "mate_ten_cards"),
        ({"dealer": DEAL + " AC"}, "mate_ten_cards"),
        ({"dealer": DEAL.replace("7D", "AD")}, "too_many_copies"),
        ({"dealer": DEAL.replace("7D", "9D")}, "unknown_card"),
        ({"leader": "AC", "opponent": "AC", "trick": 10}, "mate_cards_shared"),
        ({"leader": "AC", "opponent": "KC", "trick": 9, "placed_leader": "AC"}, "mate_cards_shared"),
        ({"leader": "AC", "opponent": "KC", "trick": 11}, "mate_trick_number"),
        ({"leader": "AC", "opponent": "KC", "trick": -1}, "mate_trick_number"),
        ({"leader": "AC", "opponent": "KC", "trick": 9}, "mate_leader_hand_size"),
        ({"leader": "AC KC", "opponent": "QC", "trick": 9}, "mate_opponent_hand_size"),
        ({"leader": "AC", "opponent": "KC", "trick": 10, "placed_leader": "7D"}, "mate_leader_hand_size"),
        ({"leader": "AC", "opponent": "KC", "placed_opponent": "7D"}, "mate_opponent_hand_size"),
        ({"trick": 10}, "mate_leader_hand_size"),
        ({"placed_leader": "AC", "placed_opponent": "AS"}, "mate_placed_alike"),
        ({"placed_leader": "AC", "placed_opponent": "KC"}, "mate_placed_alike"),
        ({"placed_leader": "AC AS"}, "unknown_card"),
    ],
)
def test_what_is_refused(question: dict[str, Any], code: str) -> None:
    with pytest.raises(AmityError) as caught:
        solve(**question)
    assert caught.value.code == code
    assert error_message(caught.value), "and every refusal has its sentence"


def test_solve_is_the_question_about_mate() -> None:
    assert dict(ASKS) == {"solve": solve}
