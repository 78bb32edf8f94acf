"""The compiled moment of play against the match, action by action."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from amity.cards import PINOCHLE
from amity.games.pinochle import DealScored, PinochleOptions, Play
from amity.games.pinochle.melds import meld_counts
from amity.games.pinochle.options import PRESETS
from amity.games.pinochle.play import add_card, beats, card_points, legal_faces, remove_card
from amity.search._bits import new_chance
from amity.search.pinochle import PinochleSearch, kernel
from tests.search.pinochle_play import HOUSE, act, match_at

OPTIONS = {**PRESETS, "house": HOUSE, "near the end": PinochleOptions(target=100)}


@pytest.fixture(scope="module")
def search() -> PinochleSearch:
    return PinochleSearch(1)


def compare_deals(search: PinochleSearch, options: PinochleOptions, deals: int) -> None:
    compiled = kernel()
    states: Any = search.states
    actions = np.zeros(24, np.int64)
    rewards = np.zeros((2, 4))
    for number in range(deals):
        chance = random.Random(number)
        match = match_at(options, number, 12)
        bidder = match.to_act
        assert bidder is not None
        search.read(match.view(bidder), match.history(bidder))
        states[0]["hands"] = match.hands
        while match.to_act is not None:
            state = states[0]
            assert list(state["hands"]) == match.hands
            assert state["seat"] == match.to_act
            assert list(state["points"]) == match.trick_points
            assert list(state["tricks"]) == match.trick_counts
            legal = {PINOCHLE.codes[face] for face in actions[: compiled.legal(states, actions)]}
            assert legal == {action.card for action in match.legal_actions() if isinstance(action, Play)}
            act(match, chance)
            action = next(event for event in reversed(match.events) if event.action() is not None).action()
            assert action is not None and isinstance(action[1], Play)
            compiled.step(states, PINOCHLE.parse_face(action[1].card))
        assert states[0]["left"] == 0
        compiled.finish(states, new_chance(1), False, rewards)
        scored = match.scores[-1]
        assert isinstance(scored, DealScored)
        changes = [sheet.change for sheet in scored.sides]
        assert rewards[1, 0] == changes[0] - changes[1]
        assert list(rewards[1]) == [rewards[1, 0], -rewards[1, 0]] * 2
        if match.result is None:
            assert all(0 < reward < 1 for reward in rewards[0])
            assert rewards[0, 0] + rewards[0, 1] == pytest.approx(1)
        else:
            assert list(rewards[0]) == [1.0 if place == 1 else 0.0 for place in match.result.places]


@pytest.mark.parametrize("preset", OPTIONS)
def test_playing_in_compiled_code_is_playing_the_match(search: PinochleSearch, preset: str) -> None:
    compare_deals(search, OPTIONS[preset], 60)


@pytest.mark.slow
@pytest.mark.parametrize("preset", OPTIONS)
def test_playing_in_compiled_code_is_playing_the_match_at_length(search: PinochleSearch, preset: str) -> None:
    compare_deals(search, OPTIONS[preset], 100_000)


def test_compiled_rules_are_the_rules() -> None:
    """Hands and tricks of all kinds, the same numbers compiled and plain."""
    import numba

    compiled: Any = {
        rule.__name__: numba.njit(rule)
        for rule in (add_card, beats, card_points, legal_faces, meld_counts, remove_card)
    }
    chance = random.Random(5)
    for _ in range(3000):
        faces = [face for face in range(24) for _ in range(2)]
        hand = 0
        for face in chance.sample(faces, chance.randint(1, 12)):
            hand = add_card(hand, face)
        trump, best, led = chance.randrange(4), chance.randrange(24), chance.randrange(-1, 4)
        held = chance.choice([face for face in range(24) if hand >> 2 * face & 1])
        for name, arguments in (
            ("legal_faces", (hand, led, best, trump, chance.random() < 0.5)),
            ("beats", (held, best, trump)),
            ("card_points", (held,)),
            ("remove_card", (hand, held)),
            ("meld_counts", (hand, trump, chance.random() < 0.5)),
        ):
            plain: Any = globals()[name]
            assert compiled[name](*arguments) == plain(*arguments)
        smaller = remove_card(hand, held)
        assert compiled["add_card"](smaller, held) == add_card(smaller, held) == hand


def test_compiled_play_keeps_all_points(search: PinochleSearch) -> None:
    """Every deal has 250 points in tricks, whoever plays."""
    compiled = kernel()
    for informed in (False, True):
        search.states[0] = 0
        search.states[0]["trump"] = 2
        chance = new_chance(3)
        for _ in range(200):
            points = compiled.play_deals(search.states, chance, 1, informed)
            last = search.states[1]
            assert points == last["points"][0]
            assert last["points"].sum() == 250
            assert last["tricks"].sum() == 12
            assert not last["hands"].any()


def test_a_lead_is_worth_more_the_nearer_the_end(search: PinochleSearch) -> None:
    compiled = kernel()
    rewards = np.zeros((2, 4))

    def chance_to_win(first: int, second: int) -> float:
        search.states[0] = 0
        state = search.states[0]
        state["target"] = 1000
        state["totals"] = (first, second)
        compiled.finish(search.states, new_chance(1), False, rewards)
        return float(rewards[0, 0])

    assert chance_to_win(0, 0) == pytest.approx(0.5)
    assert 0.5 < chance_to_win(100, 0) < chance_to_win(900, 800) < 1
    assert chance_to_win(200, 500) == pytest.approx(1 - chance_to_win(500, 200))
    assert chance_to_win(-300, 0) < 0.5
    assert chance_to_win(1000, 990) == 1
