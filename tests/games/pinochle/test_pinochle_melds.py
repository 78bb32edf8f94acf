"""Melds: the shared cases, hands by hand, the second reading, and what must hold for any hand."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import pinochle as oracle
from pinochle_tables import PACK, mask, names

from amity.cli.referee.pinochle import meld
from amity.errors import InvalidOptions, InvalidRequest, ParseError
from amity.games.pinochle.melds import find_melds, meld_points

CASES = json.loads((Path(__file__).parents[2] / "data/cases/pinochle.json").read_text())["melds"]

hands = st.permutations(PACK).map(lambda cards: cards[:12])
suits = st.sampled_from("DCHS")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_shared_case(case: dict[str, Any]) -> None:
    answer: Any = meld(hand=case["hand"], trump=case["trump"])
    assert answer["points"] == case["points"]
    found = sorted(f"{entry['name']} {entry['points']}" for entry in answer["melds"])
    assert found == ([] if case["melds"] == "none" else sorted(case["melds"].split(", ")))


@pytest.mark.parametrize(
    ("hand", "trump", "expected"),
    [
        ("KS QS QS KS 9H 9H 9C 9C JC JC JH 10H", "S", "trump marriage 40, trump marriage 40"),
        ("KS QS QS KS 9H 9H 9C 9C JC JC JH 10H", "H", "marriage S 20, marriage S 20, dix 10, dix 10"),
        ("KS KS QS AH AH 10H 10H 9C 9C JC JH 10D", "D", "marriage S 20"),
        ("AS 10S KS QS JS KS QS 9S AH 9H 9D 9C", "S", "run 150, trump marriage 40, dix 10"),
        ("AS 10S KS QS JS KS 9S 9S AH 9H 9D 9C", "S", "run 150, dix 10, dix 10"),
        ("AS AS 10S 10S KS KS QS QS JS JS 9S 9S", "S", "double run 1500, dix 10, dix 10"),
        ("AS AS 10S 10S KS KS QS QS JS 9S 9S 9H", "S", "run 150, trump marriage 40, dix 10, dix 10"),
        ("AS AH AD AC AS AH AD 9H 9D 9C 10H 10D", "S", "aces around 100"),
        ("QS QH QD QC JS JH JD JC 9H 9D 9C 10H", "S", "queens around 60, jacks around 40, pinochle 40"),
        ("QS QS QH QH QD QD QC QC JD JD AS AH", "C", "double queens 600, double pinochle 300"),
        ("KS KH KD KC QS QS JD AS AS AH AH 10C", "H", "marriage S 20, kings around 80, pinochle 40"),
        ("KS KH KD KC QS QH QD QC JD 9S 9S AH", "S",
         "trump marriage 40, marriage D 20, marriage C 20, marriage H 20, dix 10, dix 10, kings around 80, "
         "queens around 60, pinochle 40"),
    ],
)  # fmt: skip
def test_hand(hand: str, trump: str, expected: str) -> None:
    assert names(hand, trump) == expected


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("AS 10S KS QS JS 9H 9H 9D 9D 9C 9C JH", "run 150, trump marriage 40"),
        ("AS 10S KS QS JS KS QS 9H 9D 9D 9C 9C", "run 150, trump marriage 40, trump marriage 40"),
        ("AS AS 10S 10S KS KS QS QS JS JS 9H 9H", "double run 1500, trump marriage 40, trump marriage 40"),
    ],
)
def test_run_counts_its_marriage(hand: str, expected: str) -> None:
    assert names(hand, "S", run_counts_marriage=True) == expected


@settings(deadline=None)
@given(hands, suits, st.booleans())
def test_second_reading_agrees(hand: list[str], trump: str, run_counts_marriage: bool) -> None:
    found = find_melds(mask(hand), "DCHS".index(trump), run_counts_marriage)
    expected = oracle.melds(hand, trump, run_counts_marriage)
    assert Counter((one.name, one.points) for one in found) == Counter(expected)
    assert meld_points(mask(hand), "DCHS".index(trump), run_counts_marriage) == sum(p for _, p in expected)


def test_second_reading_agrees_on_rich_hands() -> None:
    """Random hands hold few doubles; these are drawn from the ranks and suits that meld."""
    chance = random.Random(1)
    rich = [
        card for card in PACK if card[:-1] in "KQ" or card in ("JD", "AS", "10S", "JS", "9S") or chance.random() < 0.2
    ]
    kinds: set[str] = set()
    for _ in range(5000):
        hand = chance.sample(rich, 12)
        for run_counts_marriage in (False, True):
            found = find_melds(mask(hand), 3, run_counts_marriage)
            assert Counter((one.name, one.points) for one in found) == Counter(
                oracle.melds(hand, "S", run_counts_marriage)
            )
            kinds.update(one.kind for one in found)
    assert {"run", "trump_marriage", "dix", "kings_around", "queens_around", "double_pinochle"} <= kinds


@settings(deadline=None)
@given(hands, suits, st.booleans(), st.integers(0, 12))
def test_a_hand_melds_at_least_what_any_part_of_it_does(
    hand: list[str], trump: str, run_counts_marriage: bool, size: int
) -> None:
    suit = "DCHS".index(trump)
    part = meld_points(mask(hand[:size]), suit, run_counts_marriage)
    assert meld_points(mask(hand), suit, run_counts_marriage) >= part


@settings(deadline=None)
@given(hands, suits, st.booleans())
def test_cards_shown_are_in_the_hand_once_a_class(hand: list[str], trump: str, run_counts_marriage: bool) -> None:
    """The cards of the melds of one class are all there together; the option lets a run's marriage use its cards."""
    classes: dict[str, Counter[str]] = {"sequence": Counter(), "around": Counter(), "pinochle": Counter()}
    for one in find_melds(mask(hand), "DCHS".index(trump), run_counts_marriage):
        if "pinochle" in one.kind:
            group = "pinochle"
        elif one.kind in ("run", "double_run", "trump_marriage", "marriage", "dix"):
            group = "sequence"
        else:
            group = "around"
        if run_counts_marriage and one.kind in ("run", "double_run"):
            assert Counter(one.cards) <= Counter(hand)
            continue
        classes[group].update(one.cards)
    for used in classes.values():
        assert used <= Counter(hand)


@pytest.mark.parametrize(
    ("hand", "trump", "code"),
    [
        ("AS " * 12, "S", "too_many_copies"),
        ("AS 10S", "S", "wrong_hand_size"),
        (" ".join(PACK[:13]), "S", "wrong_hand_size"),
        (" ".join([*PACK[:11], "8S"]), "S", "unknown_card"),
        (" ".join(PACK[:12]), "N", "unknown_suit"),
        (" ".join(PACK[:12]), "", "unknown_suit"),
        (" ".join(PACK[:12]), "SH", "unknown_suit"),
    ],
)
def test_referee_refuses(hand: str, trump: str, code: str) -> None:
    with pytest.raises((InvalidRequest, ParseError)) as refused:
        meld(hand=hand, trump=trump)
    assert refused.value.code == code


def test_referee_takes_presets_and_the_option() -> None:
    hand = "AS TS KS QS JS 9H 9H 9D 9D 9C 9C JH"
    assert meld(hand=hand, trump="s", preset="club")["points"] == 150
    assert meld(hand=hand, trump="S", run_counts_marriage=True)["points"] == 190
    with pytest.raises(InvalidOptions, match="unknown_preset"):
        meld(hand=hand, trump="S", preset="house")
