"""Which cards may be played and placed, who wins, what it counts: tables, and all positions against the oracle."""

from __future__ import annotations

import random

import pytest
from oracles import mate as oracle

from amity.cards import MATE
from amity.games.mate.observe import hand_codes
from amity.games.mate.play import CARDS, answers, leader_wins, placeable
from amity.games.mate.scoring import CARD_VALUES, MAXIMUM, card_value, mate_points


def mask(text: str) -> int:
    return sum(1 << face for face in MATE.parse_faces(text))


def codes(cards: int) -> set[str]:
    return set(hand_codes(cards))


@pytest.mark.parametrize(
    ("hand", "led", "expected"),
    [
        ("AS 7S KD", "10S", "AS 7S"),  # follow suit, higher or lower
        ("10C 10D KS", "10H", "10C 10D"),  # no heart: any card of the rank
        ("7H 10C", "10H", "7H"),  # a card of the rank does not free from following suit
        ("KC QC 7C", "AD", ""),  # neither: mate
        ("", "AD", ""),
    ],
)
def test_answers(hand: str, led: str, expected: str) -> None:
    assert codes(answers(mask(hand), MATE.parse_face(led))) == set(expected.split())


@pytest.mark.parametrize(
    ("led", "answer", "wins"),
    [
        ("AS", "10S", True),
        ("10S", "KS", True),  # ranks: A 10 K Q 7
        ("KS", "10S", False),
        ("7S", "QS", False),
        ("QC", "QS", True),  # suits: clubs, spades, hearts, diamonds
        ("QS", "QC", False),
        ("QH", "QD", True),
        ("QH", "QS", False),
    ],
)
def test_who_leads_next(led: str, answer: str, wins: bool) -> None:
    assert leader_wins(MATE.parse_face(led), MATE.parse_face(answer)) is wins


@pytest.mark.parametrize(
    ("dealers_card", "hand", "expected"),
    [
        (None, "AS 7D", "AS 7D"),
        ("AS", "AD 7S 7D KC", "7D KC"),
        ("7D", "KD 7C AC", "AC"),
    ],
)
def test_what_may_be_placed(dealers_card: str | None, hand: str, expected: str) -> None:
    face = -1 if dealers_card is None else MATE.parse_face(dealers_card)
    assert codes(placeable(mask(hand), face)) == set(expected.split())


@pytest.mark.parametrize(
    ("card", "trick", "winner_placed", "doubled", "points"),
    [
        ("AC", 5, False, False, 55),
        ("AC", 5, True, False, 66),
        ("AC", 10, True, True, 242),
        ("KC", 10, False, False, 40),
        ("AC", 9, False, False, 99),
    ],
)
def test_the_scores_of_the_rules_page(card: str, trick: int, winner_placed: bool, doubled: bool, points: int) -> None:
    assert mate_points(MATE.parse_face(card), trick, winner_placed, doubled) == points


def test_nothing_counts_more_than_the_maximum() -> None:
    every = [
        mate_points(face, trick, placed, doubled and trick == 10)
        for face in range(CARDS)
        for trick in range(1, 11)
        for placed in (False, True)
        for doubled in {False, placed}
    ]
    assert max(every) == MAXIMUM == 242


def test_card_values() -> None:
    assert sorted(CARD_VALUES) == [3, 4, 7, 10, 11]
    for face, code in enumerate(MATE.codes):
        assert card_value(face) == oracle.VALUES[oracle.rank(code)]


def test_random_hands_against_the_oracle() -> None:
    choice = random.Random(1)
    for _ in range(3_000):
        hand = frozenset(choice.sample(oracle.PACK, choice.randrange(0, 11)))
        led = choice.choice([card for card in oracle.PACK if card not in hand])
        cards, face = mask(" ".join(hand)), MATE.parse_face(led)
        allowed = oracle.allowed_answers(hand, led)
        assert codes(answers(cards, face)) == allowed
        assert codes(placeable(cards, face)) == oracle.allowed_placements(hand, led)
        for answer in allowed:
            assert leader_wins(face, MATE.parse_face(answer)) == oracle.leader_is_higher(led, answer)
