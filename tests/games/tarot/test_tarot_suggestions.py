"""What a person is offered to discard and to call."""

from __future__ import annotations

import random

import pytest

from amity.cards import TAROT
from amity.games.tarot import Bid, Call, Discard, TarotMatch, TarotOptions
from amity.games.tarot.suggestions import call, discards
from amity.shuffle import MatchRandom
from tests.games.tarot.tarot_tables import CONFIGURATIONS, PRESETS, cards, random_action


def mask(text: str) -> int:
    return sum(1 << TAROT.parse_face(card) for card in cards(text))


@pytest.mark.parametrize(
    ("hand", "count", "called", "found"),
    [
        # The short suit without a king, then the highest cards.
        ("KS 1S 2S 5H 6H QD ND 1D 2D T1-9", 3, None, {"void": "5H 6H QD", "points": "QD ND 1D"}),
        # The called suit is kept.
        ("1S 2S 5H 6H QD ND 1D 2D T1-9", 2, "KS", {"void": "5H 6H", "points": "QD ND"}),
        # Only when nothing else is left: trumps from below.
        ("KS KH 5H T1-21", 3, None, {"void": "5H T2 T3"}),
    ],
)
def test_discards(hand, count, called, found):
    face = None if called is None else TAROT.parse_face(called)
    offered = discards(mask(hand), count, face, False)
    assert {it.reason: set(it.cards) for it in offered} == {why: set(text.split()) for why, text in found.items()}


@pytest.mark.parametrize(
    ("hand", "callable_cards", "called"),
    [
        ("QH 5H 6H 1S", "KS KH KD", "KH"),
        ("5H 6H 1S 2D 3D", "KS KH KD", "KS"),
        ("KS KH KD KC QS QH QD", "QS QH QD QC", "QC"),
        ("KS", "KS", None),
    ],
)
def test_calls(hand, callable_cards, called):
    found = call(mask(hand), [TAROT.parse_face(card) for card in callable_cards.split()])
    assert (None if found is None else TAROT.codes[found]) == called


@pytest.mark.parametrize(("players", "preset"), CONFIGURATIONS)
def test_what_is_suggested_is_legal_and_only_the_taker_sees_it(players, preset):
    discarded = 0
    for number in range(12):
        match = TarotMatch(PRESETS[preset], players, MatchRandom.from_number(number))
        chance = random.Random(number)
        match.deal()
        while match.phase is not None and match.phase.name != "play":
            seat = match.to_act
            for other in (None, *range(players)):
                if other != seat:
                    assert match.view(other).with_help() == match.view(other)
            view = match.view(seat).with_help()
            action = random_action(match, chance)
            if view.phase == "bidding":
                action = Bid("guard") if "guard" in view.legal_bids else Bid(None)
            if view.suggested_call is not None:
                assert view.suggested_call not in view.hand
                action = Call(view.suggested_call)
            if view.phase == "discard":
                assert view.suggested_discards
                action = Discard(chance.choice(view.suggested_discards).cards)
                discarded += 1
            match.apply(seat, action)
    assert discarded


def test_bots_are_shown_no_suggestions():
    match = TarotMatch(TarotOptions(deals=1), 3, MatchRandom.from_number(1))
    match.deal()
    assert match.view(match.to_act).suggested_discards == ()
