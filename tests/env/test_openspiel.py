"""Our games as games of OpenSpiel."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
from open_spiel.python.observation import make_observation

from amity import bots, games
from amity.bots import play_match
from amity.env import observe
from amity.env.openspiel import SpielBot, resample, world_state
from amity.errors import InvalidRequest
from amity.shuffle import MatchRandom

GAMES = [
    "amity_mate",
    "amity_pinochle",
    "amity_pinochle(preset=club)",
    "amity_tarot(players=3)",
    "amity_tarot",
    "amity_tarot(players=5,preset=fft)",
]


def deal(game: Any, chance: random.Random) -> Any:
    state = game.new_initial_state()
    while state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(chance.choices(outcomes, weights)[0])
    return state


@pytest.mark.parametrize("name", GAMES)
def test_openspiels_own_simulation_test(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=4, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_returns_are_those_of_the_match(name: str) -> None:
    game = pyspiel.load_game(name)
    chance = random.Random(2)
    for _ in range(5):
        state = deal(game, chance)
        while not state.is_terminal():
            assert state.returns() == [0.0] * game.num_players()
            state.apply_action(chance.choice(state.legal_actions()))
        assert state.returns() == [float(total) for total in state.table.match.totals]
        if game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM:
            assert sum(state.returns()) == 0


@pytest.mark.parametrize("name", GAMES)
def test_tensors_are_our_observations(name: str) -> None:
    game = pyspiel.load_game(name)
    chance = random.Random(3)
    state = deal(game, chance)
    observation = make_observation(game)
    for _ in range(12):
        if state.is_terminal():
            break
        match = state.table.match
        for player in range(game.num_players()):
            observation.set_from(state, player)
            spelled = state.table.spelled if player == match.to_act else ()
            expected = observe(state.table.coding, match.view(player), match.history(player), spelled)
            assert np.array_equal(observation.tensor, expected)
            assert observation.string_from(state, player) == state.information_state_string(player)
        state.apply_action(chance.choice(state.legal_actions()))


@pytest.mark.parametrize("name", GAMES)
def test_a_resampled_state_looks_the_same_and_hides_other_cards(name: str) -> None:
    game = pyspiel.load_game(name)
    chance = random.Random(4)
    differing = 0
    for number in range(4):
        state = deal(game, chance)
        step = 0
        while not state.is_terminal():
            player = state.current_player()
            if step % 11 == 0:
                other = resample(state, player, seed=number)
                assert other.information_state_string(player) == state.information_state_string(player)
                assert other.legal_actions() == state.legal_actions()
                differing += str(other) != str(state)
            tokens = [token for token in state.legal_actions() if "bid" not in state.action_to_string(player, token)]
            # High bids of Pinochle would make an auction of hundreds of tokens.
            state.apply_action(chance.choice(tokens or state.legal_actions()[:2]))
            step += 1
    assert (differing > 0) == (name != "amity_mate")


def test_their_search_runs_with_our_worlds() -> None:
    game = pyspiel.load_game("amity_pinochle")
    state = deal(game, random.Random(5))
    player = bots.make("pinochle", "club", 1)
    while state.table.match.view(state.current_player()).phase != "play":
        match = state.table.match
        view = match.view(match.to_act)
        for token in state.table.coding.spell(view, player.choose(view, match.history(match.to_act))):
            state.apply_action(token)
    search = ISMCTSBot(game, RandomRolloutEvaluator(1, np.random.RandomState(1)), 100.0, 12)
    search.set_resampler(lambda root, seat: resample(root, seat, seed=9))
    assert search.step(state) in state.legal_actions()


@pytest.mark.parametrize(("name", "seats", "changes"), [("pinochle", 4, {"target": 100}), ("tarot", 5, {"deals": 1})])
def test_their_search_plays_at_our_tables(name: str, seats: int, changes: dict[str, Any]) -> None:
    game = games.get(name)
    options = games.parse_options(game, "", changes)

    def play() -> Any:
        players = [SpielBot(name, 1, iterations=3), *(bots.make(name, "novice", seat) for seat in range(1, seats))]
        return play_match(game, options, players, MatchRandom.from_number(3))

    one, two = play(), play()
    assert one.over
    assert one.events == two.events


def test_games_without_hidden_cards_have_no_information_sets() -> None:
    with pytest.raises(InvalidRequest, match="unknown_game"):
        SpielBot("mate", 1)


def test_a_world_of_a_view_is_seen_as_the_view() -> None:
    match = games.get("tarot").new_match(games.parse_options(games.get("tarot"), "fft"), 4, MatchRandom.from_number(6))
    match.deal()
    player = bots.make("tarot", "club", 1)
    game = pyspiel.load_game("amity_tarot(players=4)")
    while match.to_act is not None and match.view(0).phase != "over":  # type: ignore[attr-defined]
        seat = match.to_act
        view: Any = match.view(seat)
        game.options, game.dealer = view.options, view.dealer
        world = world_state(game, view, match.history(seat), seed=view.version)
        assert world.table.match.view(seat) == view
        match.apply(seat, player.choose(view, match.history(seat)))
