"""Compiled deals: the same observations, masks, turns and rewards as the match, step by step."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from amity import games
from amity.cards import PINOCHLE
from amity.env import coding, observe
from amity.env.vector import VectorEnv, vector_games
from amity.errors import IllegalAction, InvalidOptions, InvalidRequest
from amity.games.pinochle import Dealt, PinochleMatch
from amity.games.pinochle.play import copies
from amity.match import Match

OPTIONS: list[tuple[str, str, dict[str, Any]]] = [
    ("pinochle", "original", {}),
    ("pinochle", "club", {}),
    ("pinochle", "original", {"minimum_bid": 50, "must_trump": True, "run_counts_marriage": True}),
]


def pinochle_match(record: Any, options: Any) -> Match:
    match = PinochleMatch(options, 4)
    hands = tuple(
        tuple(code for face, code in enumerate(PINOCHLE.codes) for _ in range(copies(int(hand), face)))
        for hand in record["dealt"]
    )
    match.fold(Dealt(1, int(record["dealer"]), hands))
    return match


MATCHES = {"pinochle": pinochle_match}


def sensible(deals: VectorEnv, chance: np.random.Generator) -> Any:
    """Random tokens; bids seldom far above the lowest, so that auctions end."""
    likely = deals.masks.astype(np.float64)
    for index, text in enumerate(deals.coding.tokens):
        if text.startswith("bid ") and text[4:].isdigit() and int(text[4:]) > 300:
            likely[:, index] *= 1e-6
    return (chance.random(likely.shape) * likely).argmax(axis=1)


def compare(game: str, preset: str, changes: dict[str, Any], count: int, seed: int, *, look: int = 1) -> int:
    """Play ``count`` deals to their ends beside matches; every ``look``-th observation is compared whole."""
    options = games.parse_options(games.get(game), preset, changes)
    deals = VectorEnv(game, count, seed=seed, preset=preset, options=changes)
    numbers = coding(game)
    matches: list[Match | None] = [MATCHES[game](record, options) for record in deals.states]
    spelled: list[tuple[int, ...]] = [()] * count
    chance = np.random.default_rng(seed)
    compared = step = 0
    while any(matches):
        for index, match in enumerate(matches):
            if match is None:
                continue
            seat = match.to_act
            assert seat is not None
            assert deals.seats[index] == seat
            view = match.view(seat)
            legal = sorted(numbers.legal(view, spelled[index]))
            assert deals.masks[index].nonzero()[0].tolist() == legal
            if (step + index) % look == 0:
                expected = observe(numbers, view, match.history(seat), spelled[index])
                different = (expected != deals.observations[index]).nonzero()[0]
                names = {
                    name
                    for name, place in numbers.layout.places.items()
                    if any(place.start <= entry < place.stop for entry in different)
                }
                assert not names
                compared += 1
        tokens = sensible(deals, chance)
        deals.step(tokens)
        step += 1
        for index, match in enumerate(matches):
            if match is None:
                continue
            assert match.to_act is not None
            before = list(match.totals)
            spelled[index] = (*spelled[index], int(tokens[index]))
            action = numbers.read(match.view(match.to_act), spelled[index])
            if action is not None:
                spelled[index] = ()
                match.apply(match.to_act, action)
            over = match.to_act is None
            assert bool(deals.done[index]) == over
            gained = [after - was for after, was in zip(match.totals, before, strict=True)]
            assert deals.rewards[index].tolist() == gained
            if over:
                matches[index] = None
    return compared


@pytest.mark.parametrize(("game", "preset", "changes"), OPTIONS)
def test_compiled_deals_are_the_matches(game: str, preset: str, changes: dict[str, Any]) -> None:
    assert compare(game, preset, changes, 40, seed=5) > 1500


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize(("game", "preset", "changes"), OPTIONS)
def test_compiled_deals_are_the_matches_a_hundred_thousand_times(
    game: str, preset: str, changes: dict[str, Any]
) -> None:
    for seed in range(50):
        assert compare(game, preset, changes, 2000, seed=1000 + seed, look=10)


def test_cards_depend_on_the_seed_not_on_the_threads() -> None:
    one, two, other = (
        VectorEnv("pinochle", 301, seed=seed, threads=threads) for seed, threads in ((3, 1), (3, 4), (4, 1))
    )
    chance = np.random.default_rng(1)
    for _ in range(120):
        tokens = sensible(one, chance)
        one.step(tokens)
        two.step(tokens)
        for name in ("observations", "masks", "seats", "rewards", "done", "states"):
            assert np.array_equal(getattr(one, name), getattr(two, name))
    assert one.done.any() or one.rewards.any() or (one.states["left"] < 48).any()
    assert not np.array_equal(one.states["dealt"], other.states["dealt"])
    two.close()
    one.reset(4)
    assert np.array_equal(one.states["dealt"], other.states["dealt"])


@pytest.mark.parametrize("game", vector_games())
def test_a_token_that_is_not_allowed_changes_nothing_anywhere(game: str) -> None:
    deals = VectorEnv(game, 8, seed=1)
    right = deals.masks.argmax(axis=1)
    for wrong_token in (-1, len(deals.coding.tokens), int((deals.masks[5] == 0).argmax())):
        tokens = right.copy()
        tokens[5] = wrong_token
        before = deals.states.copy()
        with pytest.raises(IllegalAction) as refusal:
            deals.step(tokens)
        assert refusal.value.code == "token_not_allowed"
        assert refusal.value.params["deal"] == 5
        assert refusal.value.params["allowed"]
        assert np.array_equal(deals.states, before)
    with pytest.raises(InvalidRequest, match="wrong_shape"):
        deals.step(right[:3])


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(InvalidRequest, match="no_vector_environment"):
        VectorEnv("mate", 4)
    with pytest.raises(InvalidOptions, match="bad_option"):
        VectorEnv("pinochle", 0)
    with pytest.raises(InvalidRequest, match="unknown_game"):
        VectorEnv("bridge", 4)
