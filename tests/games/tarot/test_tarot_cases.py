"""The shared cases, and what the referee refuses."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amity.cli.referee.tarot import score
from amity.errors import InvalidRequest
from amity.games.tarot.actions import CONTRACTS
from amity.games.tarot.scoring import difference_of, score_lines, shares
from tests.oracles import tarot as oracle

CASES = json.loads((Path(__file__).parents[2] / "data/cases/tarot.json").read_text())["scores"]
SLAMS = [(), ("made",), ("announced_made",), ("announced_failed",), ("defence",), ("announced_failed", "defence")]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_shared_case(case):
    answer = score(
        players=case["players"],
        contract=case["contract"],
        points=case["points"],
        bouts=case["bouts"],
        petit=case["petit"] or "",
        handful_bonus=case["handful_bonus"],
        slam=(case["slam"],) if case["slam"] else (),
        alone=case["alone"],
    )
    assert answer == case["scores"]


def test_worked_example_of_the_rules_page():
    lines = score_lines("guard", 98, 2, "attack", [(0, 20)], [])
    assert [(line.name, line.points) for line in lines] == [("contract", 66), ("petit_au_bout", 20), ("handful", 20)]
    assert score(players=4, contract="guard", points=49, bouts=2, petit="attack", handful_bonus=20) == {
        "taker": 318,
        "defender": -106,
    }


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"players": 2}, "tarot_players"),
        ({"players": 6}, "tarot_players"),
        ({"contract": "solo"}, "tarot_contract"),
        ({"points": -0.5}, "tarot_points"),
        ({"points": 91.5}, "tarot_points"),
        ({"points": 40.25}, "tarot_points"),
        ({"points": math.nan}, "tarot_points"),
        ({"points": math.inf}, "tarot_points"),
        ({"bouts": -1}, "tarot_bouts"),
        ({"bouts": 4}, "tarot_bouts"),
        ({"petit": "taker"}, "tarot_petit"),
        ({"handful_bonus": 10}, "tarot_handful_bonus"),
        ({"handful_bonus": -20}, "tarot_handful_bonus"),
        ({"handful_bonus": 25}, "tarot_handful_bonus"),
        ({"slam": ("won",)}, "tarot_slam"),
        ({"slam": ("made", "defence")}, "tarot_slam"),
        ({"slam": ("made", "announced_made")}, "tarot_slam"),
        ({"slam": ("defence", "defence")}, "tarot_slam"),
        ({"slam": ("announced_failed", "defence", "made")}, "tarot_slam"),
    ],
)
def test_out_of_range_is_refused(changed, code):
    question = {"players": 4, "contract": "guard", "points": 41, "bouts": 2} | changed
    with pytest.raises(InvalidRequest) as refusal:
        score(**question)
    assert refusal.value.code == code


def test_failed_announcement_and_slam_of_the_defence_add_up():
    both = score(players=4, contract="petite", points=0, bouts=0, slam=("defence", "announced_failed"))
    assert both == {"taker": -3 * (81 + 400), "defender": 81 + 400}


halves = st.integers(0, 182)


@given(
    st.sampled_from((3, 4, 5)),
    st.sampled_from(CONTRACTS),
    halves,
    st.integers(0, 3),
    st.sampled_from(("", "attack", "defence")),
    st.sampled_from((0, 20, 30, 40, 60)),
    st.sampled_from(SLAMS),
    st.booleans(),
)
def test_scores_agree_with_the_oracle_are_whole_and_sum_to_zero(
    players, contract, half_points, bouts, petit, bonus, slam, alone
):
    answer = score(
        players=players,
        contract=contract,
        points=half_points / 2,
        bouts=bouts,
        petit=petit,
        handful_bonus=bonus,
        slam=slam,
        alone=alone,
    )
    partner = players == 5 and not alone
    taker, to_partner, defender = oracle.score(
        players, contract, oracle.Fraction(half_points, 2), bouts, petit, bonus, slam, partner
    )
    assert (answer["taker"], answer.get("partner"), answer["defender"]) == (taker, to_partner, defender)
    assert all(type(value) is int for value in answer.values())
    defenders = players - 1 - partner
    assert answer["taker"] + answer.get("partner", 0) + defenders * answer["defender"] == 0


@given(
    st.sampled_from((3, 4, 5)),
    st.sampled_from(CONTRACTS),
    st.integers(0, 181),
    st.integers(0, 3),
    st.sampled_from((None, "attack", "defence")),
    st.sampled_from((0, 20, 30, 40)),
    st.sampled_from(SLAMS),
)
def test_one_more_point_never_lowers_the_takers_score(players, contract, half_points, bouts, petit, bonus, slam):
    def taker(points):
        lines = score_lines(contract, points, bouts, petit, [(None, bonus)], slam)
        return shares(players, False)[0] * sum(line.points for line in lines)

    assert taker(half_points) <= taker(half_points + 1)


@pytest.mark.parametrize(
    ("half_points", "bouts", "made", "difference"),
    [(81, 2, False, 1), (83, 2, True, 1), (82, 2, True, 0), (80, 2, False, 1), (84, 2, True, 1), (71, 3, False, 1)],
)
def test_halves_decide_exactly_and_are_rounded_up(half_points, bouts, made, difference):
    assert difference_of(half_points, bouts) == (made, difference)
