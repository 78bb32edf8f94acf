"""The worked cases of the rules and the referee's answers in full."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from amity.cli.referee.friends import follow, result, throw, trick
from amity.errors import AmityError

CASES: dict[str, list[dict[str, Any]]] = json.loads(
    (Path(__file__).parents[2] / "data" / "cases" / "friends.json").read_text(encoding="utf-8")
)


def bags(plays: Any) -> Counter[tuple[str, ...]]:
    """Plays without order, as a multiset."""
    return Counter(tuple(sorted(play.split())) for play in plays)


@pytest.mark.parametrize("case", CASES["follow"], ids=lambda case: case["id"])
def test_follow_cases(case: dict[str, Any]) -> None:
    answer = follow(level=case["level"], trump=case["trump"], lead=case["lead"], hand=case["hand"])
    assert bags(answer["legal_plays"]) == bags(case["legal"])
    assert answer["more"] is False
    for play in case["legal"]:
        answer = follow(level=case["level"], trump=case["trump"], lead=case["lead"], hand=case["hand"], play=play)
        assert (answer["legal"], answer["code"], answer["message"]) == (True, "", "")


@pytest.mark.parametrize("case", CASES["trick"], ids=lambda case: case["id"])
def test_trick_cases(case: dict[str, Any]) -> None:
    answer = trick(level=case["level"], trump=case["trump"], plays=" | ".join(case["plays"]))
    assert answer["winner"] == case["winner"]


@pytest.mark.parametrize("case", CASES["throw"], ids=lambda case: case["id"])
def test_throw_cases(case: dict[str, Any]) -> None:
    answer = throw(level=case["level"], trump=case["trump"], throw=case["throw"], others=" | ".join(case["others"]))
    assert bags(answer["led"]) == bags(case["led"])
    assert bags(answer["rejected"]) == bags(case["rejected"])
    assert answer["fine"] == (20 if case["rejected"] else 0)


@pytest.mark.parametrize(
    ("level", "lead", "hand", "play", "code", "message"),
    [
        (
            "2",
            "AS AS KS KS",
            "3S 3S 3S 10S 10S 7S",
            "3S 3S 3S 7S",
            "pairs_required_with",
            "You hold one pair of spades and must play it: 10♠ 10♠, with any 2 other spades.",
        ),
        (
            "2",
            "AS AS",
            "KS KS KS 4S 4S 5S 5S",
            "4S 5S",
            "pairs_required",
            "You hold 2 pairs of spades and must play 1 of them, such as 4♠ 4♠.",
        ),
        (
            "9",
            "5S 5S 5S 6S 6S 6S",
            "AS AS AS JS JS QS QS 3S 4S",
            "AS AS JS JS QS QS",
            "triples_required",
            "You hold one triple of spades and must play it: A♠ A♠ A♠.",
        ),
        (
            "9",
            "AS AS KS KS",
            "3S 3S 4S 4S 7S 7S JS",
            "3S 3S 7S 7S",
            "tractor_of_pairs_required",
            "You can follow the tractor with 2 neighbouring pairs of spades and must: 4♠ 4♠ 3♠ 3♠.",
        ),
        (
            "9",
            "AH AH AH AH 8H",
            "3H 3H 3H 3H 4H 5H 6H",
            "3H 3H 3H 4H 5H",
            "quads_required_with",
            "You hold one quad of trumps and must play it: 3♥ 3♥ 3♥ 3♥, with any 1 other trumps.",
        ),
        (
            "9",
            "AS KS QS",
            "3S 4S 5S 6S 7D",
            "3S 4S 7D",
            "group_required",
            "You hold more than enough spades, the led group: all 3 cards must be spades.",
        ),
        (
            "9",
            "AS KS QS",
            "3S 4S 7D 8D 9D",
            "3S 7D 8D",
            "all_of_group_required",
            "You hold 2 cards of the led spades: all of them must be played, the other cards are free.",
        ),
        ("9", "AS", "3S 4S", "3S 4S", "play_count_wrong", "You chose 2 cards, but one card was led: play one."),
        ("9", "AS", "3S 4S", "5S", "card_not_in_hand", "You do not hold 5♠."),
        ("9", "AS AS", "3S 4S", "3S 3S", "too_few_copies", "You do not hold 3♠ 2 times; you have it 1 times."),
    ],
)
def test_refusals_teach(level: str, lead: str, hand: str, play: str, code: str, message: str) -> None:
    answer = follow(level=level, trump="H", lead=lead, hand=hand, play=play)
    assert (answer["legal"], answer["code"], answer["message"]) == (False, code, message)


def test_named_split_is_followed_as_named() -> None:
    hand = "QS QS QS QS JS JS 2S"
    whole = follow(level="9", trump="H", lead="AS AS", hand=hand)
    singles = follow(level="9", trump="H", lead="AS + AS", hand=hand)
    assert whole["split"] == ["AS AS"]
    assert singles["split"] == ["AS", "AS"]
    assert bags(whole["legal_plays"]) == bags(["JS JS", "QS QS"])
    assert bags(singles["legal_plays"]) == bags(["QS QS", "QS JS", "QS 2S", "JS JS", "JS 2S"])


def test_triple_and_pair_named_is_no_tractor_and_single() -> None:
    named = follow(level="9", trump="H", lead="AS AS AS + KS KS", hand="QS QS QS QS JS JS 2S 3S")
    default = follow(level="9", trump="H", lead="AS AS AS KS KS", hand="QS QS QS QS JS JS 2S 3S")
    assert named["split"] == ["AS AS AS", "KS KS"]
    assert default["split"] == ["AS AS KS KS", "AS"]


def test_more_than_a_thousand_plays() -> None:
    hand = (
        " ".join(f"{rank}S" for rank in ["2", "3", "4", "5", "6", "7", "8", "10", "J", "Q", "K", "A"]) + " 2D 3D 4D 5D"
    )
    answer = follow(level="9", trump="H", lead="AC KC QC JC 10C 8C", hand=hand)
    assert answer["more"] is True
    assert len(bags(answer["legal_plays"])) == 1000


@pytest.mark.parametrize(
    ("throw_text", "others", "preset", "led", "rejected"),
    [
        ("AS KS KS", "AS AS", "classic", ["KS KS"], ["KS KS"]),
        ("AS QS 8S", "KS | 9S", "classic", ["8S"], ["QS", "8S"]),
        ("AS + AS", "3S", "original", ["AS", "AS"], []),
        ("AS QS 8S", "KH KH", "original", ["AS", "QS", "8S"], []),
    ],
)
def test_throws(throw_text: str, others: str, preset: str, led: list[str], rejected: list[str]) -> None:
    answer = throw(level="4", trump="H", throw=throw_text, others=others, preset=preset)
    assert (bags(answer["led"]), bags(answer["rejected"])) == (bags(led), bags(rejected))


def test_the_first_rejector_shows_his_lowest_sufficient_pattern() -> None:
    answer = throw(level="4", trump="H", throw="AS 9S 9S", others="3S 3S | KS KS KS JS JS 10S | QS QS")
    assert answer["rejectors"] == [{"pattern": "9S 9S", "other": 1, "shows": "JS JS"}]


def test_equal_tops_show_the_lower_suit() -> None:
    answer = throw(level="4", trump="H", throw="RJ 3H", others="4S 4D 4C")
    assert answer["rejectors"] == [{"pattern": "3H", "other": 0, "shows": "4D"}]


@pytest.mark.parametrize(
    ("points", "preset", "winner", "levels"),
    [
        (159, "original", "dealer", 1),
        (80, "original", "dealer", 1),
        (79, "original", "dealer", 2),
        (0, "original", "dealer", 2),
        (-1, "original", "dealer", 3),
        (-80, "original", "dealer", 3),
        (-81, "original", "dealer", 4),
        (160, "original", "opponents", 1),
        (239, "original", "opponents", 1),
        (240, "original", "opponents", 2),
        (1, "classic", "dealer", 2),
        (0, "classic", "dealer", 3),
        (-200, "classic", "dealer", 3),
        (160, "classic", "opponents", 0),
        (239, "classic", "opponents", 0),
        (240, "classic", "opponents", 1),
    ],
)
def test_results(points: int, preset: str, winner: str, levels: int) -> None:
    assert result(points=points, preset=preset) == {"winner": winner, "levels": levels}


@pytest.mark.parametrize(
    ("ask", "code"),
    [
        (lambda: follow(level="1", trump="H", lead="AS", hand="KS"), "unknown_level_rank"),
        (lambda: follow(level="2", trump="X", lead="AS", hand="KS"), "unknown_trump"),
        (lambda: follow(level="2", trump="H", lead="", hand="KS"), "no_cards_led"),
        (lambda: follow(level="2", trump="H", lead="AS AS", hand="KS"), "hand_too_small"),
        (lambda: follow(level="2", trump="H", lead="AX", hand="KS"), "unknown_card"),
        (lambda: follow(level="2", trump="H", lead="AS", hand="KS KS KS KS KS"), "too_many_copies"),
        (lambda: follow(level="2", trump="H", lead="AS AC", hand="KS KS"), "throw_across_groups"),
        (lambda: follow(level="2", trump="H", lead="AS KS + QS", hand="3S 3S 3S"), "not_a_pattern"),
        (lambda: trick(level="2", trump="H", plays="AS AS | KS"), "play_count_differs"),
        (lambda: trick(level="2", trump="H", plays="AS|KS|QS|JS|10S|9S|8S"), "too_many_plays"),
        (lambda: throw(level="2", trump="H", throw="AS KS", others="|||||"), "too_many_hands"),
        (lambda: throw(level="2", trump="H", throw="AS KS", others="", preset="house"), "unknown_preset"),
        (lambda: result(points=10**7), "points_out_of_range"),
    ],
)
def test_bad_questions(ask: Any, code: str) -> None:
    with pytest.raises(AmityError) as refused:
        ask()
    assert refused.value.code == code
