"""What may be played and who wins. Rules: pinochle, Play."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import pinochle as oracle
from pinochle_tables import CLUB, FACES, ORIGINAL, PACK, declare, mask, play, table

from amity.errors import IllegalAction
from amity.games.pinochle import PinochleOptions, Play, TrickWon
from amity.games.pinochle.play import add_card, beats, card_points, copies, legal_faces, remove_card

CODES = list(FACES)


def legal(hand: str, trick: str, trump: str, *, must_trump: bool = False) -> set[str]:
    """The codes that may be played to a trick."""
    suit = "DCHS".index(trump)
    faces = [FACES[card] for card in trick.split()]
    led = faces[0] // 6 if faces else -1
    best = -1
    for face in faces:
        if best < 0 or beats(face, best, suit):
            best = face
    found = legal_faces(mask(hand), led, best, suit, must_trump)
    return {card for card, face in FACES.items() if found >> (2 * face) & 1}


@pytest.mark.parametrize(
    ("hand", "trick", "trump", "must_trump", "expected"),
    [
        # Who leads plays anything.
        ("AS 9H KD", "", "S", False, "AS 9H KD"),
        # Follow suit; no duty to beat in a plain suit.
        ("AS 9S KD", "10S", "H", False, "AS 9S"),
        ("AS 9S KD", "10S", "H", True, "AS 9S"),
        # Trump led: beat the best card so far if possible …
        ("AS 10S QS 9S KD", "KS", "S", False, "AS 10S"),
        ("AS 10S QS 9S KD", "KS 10S", "S", False, "AS"),
        ("AS KS", "KS", "S", False, "AS"),
        # … an equal card does not beat …
        ("KS QS 9S", "KS", "S", False, "KS QS 9S"),
        ("AS QS", "KS AS", "S", False, "AS QS"),
        # … and where none can, any trump.
        ("JS 9S KD", "KS", "S", False, "JS 9S"),
        ("JS 9S KD", "9S QS", "S", True, "JS 9S"),
        # A plain card between trumps changes nothing.
        ("AS 9S", "10S AD", "S", False, "AS"),
        # Without the suit: anything, or with the option a trump.
        ("AS 9S KD", "10H", "S", False, "AS 9S KD"),
        ("AS 9S KD", "10H", "S", True, "AS 9S"),
        ("QD 9C KD", "10H", "S", True, "QD 9C KD"),
        # Earlier trumps have to be beaten if possible, else any trump goes.
        ("AS 9S KD", "10H QS", "S", True, "AS"),
        ("JS 9S KD", "10H QS", "S", True, "JS 9S"),
        ("QS 9S KD", "10H QS", "S", True, "QS 9S"),
        ("AS 9S KD", "10H QS", "S", False, "AS 9S KD"),
        # The trumped suit is still followed, high or low.
        ("AH 9H AS", "10H QS", "S", True, "AH 9H"),
        # A plain card of a third suit does not matter, however high.
        ("AS 9S KD", "9H AD", "S", True, "AS 9S"),
    ],
)
def test_what_may_be_played(hand: str, trick: str, trump: str, must_trump: bool, expected: str) -> None:
    assert legal(hand, trick, trump, must_trump=must_trump) == set(expected.split())
    assert oracle.may_play(hand.split(), trick.split(), trump, must_trump) == set(expected.split())


@settings(deadline=None)
@given(st.permutations(PACK), st.integers(1, 12), st.integers(0, 3), st.sampled_from("DCHS"), st.booleans())
def test_second_reading_agrees(cards: list[str], size: int, played: int, trump: str, must_trump: bool) -> None:
    hand, trick = cards[:size], cards[size : size + played]
    assert legal(" ".join(hand), " ".join(trick), trump, must_trump=must_trump) == oracle.may_play(
        hand, trick, trump, must_trump
    )


def test_second_reading_agrees_on_thousands() -> None:
    chance = random.Random(4)
    for _ in range(8000):
        # From two suits only, so that following and trumping meet.
        cards = [card for card in PACK if card[-1] in "SH" or chance.random() < 0.3]
        chance.shuffle(cards)
        size = chance.randint(1, 8)
        hand, trick = cards[:size], cards[size : size + chance.randint(0, 3)]
        for must_trump in (False, True):
            expected = oracle.may_play(hand, trick, "S", must_trump)
            assert legal(" ".join(hand), " ".join(trick), "S", must_trump=must_trump) == expected


@settings(deadline=None)
@given(st.permutations(PACK), st.sampled_from("DCHS"))
def test_winner_agrees_with_the_second_reading(cards: list[str], trump: str) -> None:
    trick = cards[:4]
    best = winner = 0
    for place, card in enumerate(trick):
        if place == 0 or beats(FACES[card], best, "DCHS".index(trump)):
            best, winner = FACES[card], place
    assert winner == oracle.winner(trick, trump)
    assert sum(card_points(FACES[card]) for card in trick) == oracle.points(trick)


@settings(deadline=None)
@given(st.permutations(PACK))
def test_masks_count_copies(cards: list[str]) -> None:
    hand = mask(cards[:12])
    for face, card in enumerate(CODES):
        assert copies(hand, face) == cards[:12].count(card)
        if copies(hand, face):
            assert add_card(remove_card(hand, face), face) == hand
    for before, after in pairwise(range(1, 13)):
        assert mask(cards[:after]) == add_card(mask(cards[:before]), FACES[cards[before]])


HANDS = (
    "AS KS QS 9S AH 10H 9H 9D JD QC JC 9C",
    "AS 10S JS KH QH JH AD 10D KD AC 10C 9C",
    "KS QS 9S KH QH JH QD JD 9D KC QC JC",
)
"""Seat 3 gets 10S JS AH 10H 9H AD 10D KD QD AC 10C KC."""


@pytest.mark.parametrize(
    ("options", "trump", "cards", "wrong", "code", "params", "right"),
    [
        (ORIGINAL, "S", "", "10S", "card_not_in_hand", {"card": "10S"}, "AS"),
        (ORIGINAL, "S", "", "8S", "unknown_card", {"text": "8S", "pack": "pinochle"}, "AS"),
        (ORIGINAL, "S", "", "as", "unknown_card", {"text": "as", "pack": "pinochle"}, "AS"),
        (ORIGINAL, "D", "AH", "AS", "must_follow", {"card": "AS", "led_suit": "H"}, "KH"),
        (ORIGINAL, "S", "QS", "JS", "must_beat", {"card": "JS", "best_card": "QS"}, "AS"),
        (ORIGINAL, "S", "QS", "AD", "must_follow", {"card": "AD", "led_suit": "S"}, "AS"),
        (ORIGINAL, "S", "9S JS", "9S", "must_beat", {"card": "9S", "best_card": "JS"}, "KS"),
    ],
)  # fmt: skip
def test_refused(
    options: PinochleOptions, trump: str, cards: str, wrong: str, code: str, params: dict[str, Any], right: str
) -> None:
    match = table(*HANDS, options=options)
    declare(match, trump)
    play(match, cards)
    before = list(match.events)
    assert match.to_act is not None
    with pytest.raises(IllegalAction) as refused:
        match.apply(match.to_act, Play(wrong))
    assert (refused.value.code, refused.value.params, refused.value.legal) == (code, params, Play(right))
    assert match.events == before
    legal_one: Any = refused.value.legal
    match.apply(match.to_act, legal_one)


VOID_HANDS = (
    "AH AH 10H 10H KH KH QH QH JH JH 9H 9H",
    "AS 10S QS 9S AD AD 10D 10D KD KD QD QD",
    "AS 10S KS JS AC AC 10C 10C KC KC QC QC",
)
"""Seat 0 has all hearts; seat 3 gets KS QS JS 9S JD JD 9D 9D JC JC 9C 9C."""


def test_without_the_suit_anything_goes_unless_trumping_is_a_duty() -> None:
    match = table(*VOID_HANDS)
    declare(match, "S")
    play(match, "AH")
    assert len(match.view(1).legal_cards) == 8
    match = table(*VOID_HANDS, options=CLUB)
    declare(match, "S")
    play(match, "AH")
    assert match.view(1).legal_cards == ("AS", "10S", "QS", "9S")
    with pytest.raises(IllegalAction) as refused:
        match.apply(1, Play("AD"))
    assert refused.value.code == "must_trump"
    assert refused.value.params == {"card": "AD", "led_suit": "H", "trump_suit": "S"}
    play(match, "QS")
    assert match.view(2).legal_cards == ("AS", "10S", "KS")
    with pytest.raises(IllegalAction) as refused:
        match.apply(2, Play("JS"))
    assert refused.value.code == "must_overtrump"
    assert refused.value.params == {"card": "JS", "best_card": "QS"}
    play(match, "10S")
    # Nothing beats the ten: any trump.
    assert match.view(3).legal_cards == ("KS", "QS", "JS", "9S")
    assert play(match, "9S") == [match.events[-2], TrickWon(2, 20, 0)]
    assert match.to_act == 2


def test_of_two_equal_cards_the_first_wins() -> None:
    match = table(*VOID_HANDS)
    declare(match, "S")
    events = play(match, "9H AS AS 9S")
    assert events[-1] == TrickWon(1, 20, 0)
    view = match.view(None)
    assert view.last_trick is not None
    assert (view.last_trick.winner, view.last_trick.points) == (1, 20)
    assert (view.trick, view.winning) == ((), None)
    assert (view.trick_counts, view.trick_points) == ((0, 1), (0, 20))


def test_the_view_says_who_is_winning() -> None:
    match = table(*VOID_HANDS)
    declare(match, "S")
    winning = []
    for card in ("9H", "AD", "JS"):
        play(match, card)
        winning.append(match.view(3).winning)
    assert winning == [0, 0, 2]
