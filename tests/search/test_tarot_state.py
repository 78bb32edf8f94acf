"""The compiled moment of play against the match, action by action."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from amity.cards import TAROT
from amity.games.tarot import Play, TarotMatch, TarotOptions
from amity.games.tarot.events import CardPlayed, HandfulShown
from amity.games.tarot.play import FIRST_TRUMP, PLAIN
from amity.search._bits import new_chance
from amity.search.tarot import TarotSearch, kernel
from tests.search.tarot_play import OPTIONS, act, deal_at


@pytest.fixture(scope="module")
def search() -> TarotSearch:
    return TarotSearch(1)


def put_hands(search: TarotSearch, match: TarotMatch) -> None:
    """Let the record hold the true cards."""
    state = search.states[0]
    for seat, hand in enumerate(match.hands):
        state["plain"][seat] = hand & PLAIN
        state["trumps"][seat] = hand >> FIRST_TRUMP
    aside = 0
    for face in match.dog if match.discard is None else match.discard:
        aside |= 1 << face
    state["aside_plain"] = aside & PLAIN
    state["aside_trumps"] = aside >> FIRST_TRUMP
    state["attack"] = sum(1 << seat for seat in match.attack)


def compare_deals(search: TarotSearch, options: TarotOptions, players: int, deals: int) -> None:
    compiled = kernel()
    states: Any = search.states
    actions = np.zeros(128, np.int64)
    rewards = np.zeros((2, 5))
    for number in range(deals):
        chance = random.Random(number)
        # From a later moment on as well: what was read from the history has to be the same as what was played.
        match = deal_at(options, players, number, number % 4 * 3, number % players)
        seat = match.to_act
        assert seat is not None
        search.read(match.view(seat), match.history(seat))
        put_hands(search, match)
        while match.to_act is not None:
            state = states[0]
            hands = [
                int(plain) | int(trumps) << 56 for plain, trumps in zip(state["plain"], state["trumps"], strict=True)
            ]
            assert hands[:players] == match.hands
            assert state["seat"] == match.to_act
            assert list(state["points"][:players]) == match.half_points
            assert list(state["tricks"][:players]) == match.tricks_won
            legal = {TAROT.codes[face] for face in actions[: compiled.legal(states, actions)]}
            assert legal == {action.card for action in match.legal_actions() if isinstance(action, Play)}
            before = len(match.events)
            act(match, chance)
            played = match.events[before]
            if isinstance(played, CardPlayed):
                compiled.step(states, TAROT.parse_face(played.card))
            else:
                assert isinstance(played, HandfulShown)
                states[0]["handfuls"] += played.bonus
        assert states[0]["left"] == 0
        compiled.finish(states, new_chance(1), False, rewards)
        assert tuple(rewards[1][:players]) == match.sheets[-1].deltas


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("preset", OPTIONS)
def test_playing_in_compiled_code_is_playing_the_match(search: TarotSearch, preset: str, players: int) -> None:
    compare_deals(search, OPTIONS[preset], players, 25)


@pytest.mark.slow
@pytest.mark.timeout(0)
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("preset", OPTIONS)
def test_playing_in_compiled_code_is_playing_the_match_at_length(
    search: TarotSearch, preset: str, players: int
) -> None:
    compare_deals(search, OPTIONS[preset], players, 100_000 // 9)
