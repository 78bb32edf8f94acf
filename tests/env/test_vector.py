"""Compiled deals: the same observations, masks, turns and rewards as the match, step by step."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from amity import games
from amity.cards import PINOCHLE, TAROT
from amity.env import coding, observe
from amity.env.vector import VectorEnv, vector_games
from amity.errors import IllegalAction, InvalidOptions, InvalidRequest
from amity.games.pinochle import Dealt, PinochleMatch
from amity.games.pinochle.play import copies
from amity.games.tarot import TarotMatch
from amity.games.tarot.events import Dealt as TarotDealt
from amity.games.tarot.play import FIRST_TRUMP
from amity.match import Match

OPTIONS: list[tuple[str, int, str, dict[str, Any]]] = [
    ("pinochle", 4, "original", {}),
    ("pinochle", 4, "club", {}),
    ("pinochle", 4, "original", {"minimum_bid": 50, "must_trump": True, "run_counts_marriage": True}),
    *(("tarot", seats, preset, {}) for seats in (3, 4, 5) for preset in ("original", "fft")),
    ("tarot", 4, "original", {"petit_sec": "play", "excuse_last_trick": "trick_winner"}),
]


def next_deal(match: Match, record: Any) -> None:
    """Deal to the match what has been dealt in the record."""
    if isinstance(match, PinochleMatch):
        hands = tuple(
            tuple(code for face, code in enumerate(PINOCHLE.codes) for _ in range(copies(int(hand), face)))
            for hand in record["dealt"]
        )
        match.fold(Dealt(1, int(record["dealer"]), hands))
        return
    assert isinstance(match, TarotMatch)
    words = [*zip(record["dealt_plain"], record["dealt_trumps"], strict=True)][: match.seats]
    words.append((record["dog_plain"], record["dog_trumps"]))
    *hands, dog = (
        tuple(code for face, code in enumerate(TAROT.codes) if (int(plain) | int(trumps) << FIRST_TRUMP) >> face & 1)
        for plain, trumps in words
    )
    match.fold(TarotDealt(match.number + 1, int(record["dealer"]), tuple(hands), dog, True, None, None))


def sensible(deals: VectorEnv, chance: np.random.Generator) -> Any:
    """Random tokens; bids seldom far above the lowest, so that auctions end."""
    likely = deals.masks.astype(np.float64)
    for index, text in enumerate(deals.coding.tokens):
        if text.startswith("bid ") and text[4:].isdigit() and int(text[4:]) > 300:
            likely[:, index] *= 1e-6
        elif text == "handful":
            likely[:, index] *= 1.5
    return (chance.random(likely.shape) * likely).argmax(axis=1)


def compare(
    game: str, seats: int, preset: str, changes: dict[str, Any], count: int, seed: int, *, look: int = 1
) -> int:
    """Play ``count`` deals to their ends beside matches; every ``look``-th observation is compared whole."""
    options = games.parse_options(games.get(game), preset, changes)
    deals = VectorEnv(game, count, seed=seed, seats=seats, preset=preset, options=changes)
    numbers = coding(game, seats)
    matches: list[Match | None] = [games.get(game).new_match(options, seats) for _ in range(count)]
    for match, record in zip(matches, deals.states, strict=True):
        assert match is not None
        next_deal(match, record)
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
            if match.awaiting_deal and not deals.done[index]:
                # Everybody passed.
                assert match.totals == type(match.totals)(before)
                next_deal(match, deals.states[index])
            over = match.to_act is None
            assert bool(deals.done[index]) == over
            gained = [after - was for after, was in zip(match.totals, before, strict=True)]
            assert deals.rewards[index].tolist() == gained
            if over:
                matches[index] = None
    return compared


@pytest.mark.parametrize(("game", "seats", "preset", "changes"), OPTIONS)
def test_compiled_deals_are_the_matches(game: str, seats: int, preset: str, changes: dict[str, Any]) -> None:
    assert compare(game, seats, preset, changes, 40, seed=5) > 1500


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize(("game", "seats", "preset", "changes"), OPTIONS)
def test_compiled_deals_are_the_matches_a_hundred_thousand_times(
    game: str, seats: int, preset: str, changes: dict[str, Any]
) -> None:
    for seed in range(50):
        assert compare(game, seats, preset, changes, 2000, seed=1000 + seed, look=10)


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
