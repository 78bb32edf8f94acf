"""Environments: what PettingZoo asks of them, rewards, secrecy, refusals."""

from __future__ import annotations

import importlib
import pickle
import random
import warnings
from typing import Any

import numpy as np
import pytest
from env_play import GAMES, play_randomly, random_token
from pettingzoo.test import api_test, seed_test

from amity import bots
from amity.env import MatchEnv, coding
from amity.errors import IllegalAction, InvalidOptions, InvalidRequest


def module(game: str) -> Any:
    return importlib.import_module(f"amity.env.{game}_v0")


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_pettingzoo_finds_nothing_wrong(game: str, seats: int) -> None:
    with warnings.catch_warnings():
        # Its test expects plain arrays; with an action mask an observation is a dictionary.
        warnings.filterwarnings("ignore", message="Observation")
        api_test(module(game).env(seats=seats), num_cycles=300)
    seed_test(lambda: module(game).env(seats=seats), num_cycles=60)


@pytest.mark.parametrize("episode", ["deal", "match"])
@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_score_rewards_add_up_to_the_totals(game: str, seats: int, episode: Any) -> None:
    options = {"tarot": {"deals": 2}, "friends": {"deals": 1}, "pinochle": {"target": 100}}.get(game, {})
    environment = MatchEnv(game, seats, episode=episode, options=options)
    environment.reset(4)
    before = list(environment.match.totals)
    chance = random.Random(4)
    paid = dict.fromkeys(environment.possible_agents, 0.0)
    while environment.agents:
        agent = environment.agent_selection
        paid[agent] += environment.last()[1]
        environment.step(None if environment.terminations[agent] else random_token(environment, chance))
    gains = [after - was for after, was in zip(environment.match.totals, before, strict=True)]
    assert list(paid.values()) == gains
    assert environment.match.over or episode == "deal"


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_relative_rewards_are_zero_sum_and_wins_lie_between_minus_one_and_one(game: str, seats: int) -> None:
    relative, win = MatchEnv(game, seats, reward="relative"), MatchEnv(game, seats, reward="win")
    for seed in range(3):
        for environment in (relative, win):
            for _ in play_randomly(environment, seed):
                assert any(environment.infos[environment.agent_selection]["action_mask"])
        assert sum(relative.rewards.values()) == pytest.approx(0)
        assert set(win.rewards.values()) <= {-1.0, 0.0, 1.0} or seats > 2
        best = max(relative.rewards.values())
        for agent, reward in relative.rewards.items():
            assert (win.rewards[agent] == 1.0) == (reward == best and min(relative.rewards.values()) < best)
            assert -1 <= win.rewards[agent] <= 1


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_observations_fit_their_space_and_only_the_seat_in_turn_has_choices(game: str, seats: int) -> None:
    environment = MatchEnv(game, seats)
    for step, agent in enumerate(play_randomly(environment, 11)):
        if step % 7:
            continue
        for other in environment.possible_agents:
            observation = environment.observe(other)
            assert environment.observation_space(other).contains(observation)
            assert observation["action_mask"] is environment.infos[other]["action_mask"]
            assert observation["action_mask"].any() == (other == agent)


@pytest.mark.parametrize(("game", "seats"), [("tarot", 4), ("friends", 6)])
def test_what_is_being_spelled_is_seen_by_nobody_else(game: str, seats: int) -> None:
    environment = MatchEnv(game, seats)
    before: dict[str, Any] = {}
    looked = 0
    preferred = ("bid petite", "pass") if game == "tarot" else ()
    for seed in range(12):
        before = {}
        speller = ""
        environment.reset(seed)
        chance = random.Random(seed)
        while not any(environment.terminations.values()):
            agent = environment.agent_selection
            if environment._spelled:
                assert agent == speller
                looked += 1
                for other in before:
                    assert np.array_equal(environment.observe(other)["observation"], before[other])
                assert environment.coding.layout.split(environment.observe(agent)["observation"])["selected"].any()
            else:
                speller = agent
                before = {
                    other: environment.observe(other)["observation"]
                    for other in environment.possible_agents
                    if other != agent
                }
            # The lowest contract, so that there is a discard to spell.
            mask = environment.infos[agent]["action_mask"]
            wanted = [environment.coding.number[text] for text in preferred]
            said = next((token for token in wanted if mask[token]), None)
            environment.step(random_token(environment, chance) if said is None else said)
    assert looked > 20


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_a_token_outside_the_mask_is_refused_and_changes_nothing(game: str, seats: int) -> None:
    environment = MatchEnv(game, seats)
    for step, agent in enumerate(play_randomly(environment, 5)):
        if step % 9:
            continue
        mask = environment.infos[agent]["action_mask"]
        version, spelled = environment.match.version, environment._spelled
        for token in (int(np.flatnonzero(mask == 0)[0]), -1, len(mask)):
            with pytest.raises(IllegalAction) as refusal:
                environment.step(token)
            assert refusal.value.code == "token_not_allowed"
            assert refusal.value.params["allowed"]
        assert (environment.match.version, environment._spelled) == (version, spelled)


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_bots_play_through_their_spelled_actions(game: str, seats: int) -> None:
    environment = MatchEnv(game, seats)
    players = [bots.make(game, "novice", seat) for seat in range(seats)]
    for seed in range(3):
        environment.reset(seed)
        while not any(environment.terminations.values()):
            seat = environment.possible_agents.index(environment.agent_selection)
            view = environment.match.view(seat)
            action = players[seat].choose(view, environment.match.history(seat))
            version = environment.match.version
            for token in environment.spell(action):
                assert environment.match.version == version
                environment.step(token)
            assert environment.match.version > version


def test_a_pickled_environment_is_made_anew() -> None:
    environment = pickle.loads(pickle.dumps(MatchEnv("tarot", 5, reward="win")))
    environment.reset(1)
    assert len(environment.agents) == 5


def test_rendering_tells_the_deal_without_hidden_cards() -> None:
    environment = MatchEnv("pinochle", render_mode="ansi")
    for _ in play_randomly(environment, 2):
        pass
    text = environment.render()
    assert text is not None
    assert "trick" in text and "hand 0 ?" in text
    assert MatchEnv("pinochle").render() is None


def test_settings_that_do_not_exist_are_refused() -> None:
    with pytest.raises(InvalidOptions, match="wrong_seats"):
        MatchEnv("tarot", 6)
    with pytest.raises(InvalidOptions, match="bad_option"):
        MatchEnv("tarot", reward="money")  # type: ignore[arg-type]
    with pytest.raises(InvalidOptions, match="unknown_option"):
        MatchEnv("mate", options={"jokers": 2})
    with pytest.raises(InvalidRequest, match="unknown_game"):
        coding("bridge")
    with pytest.raises(RuntimeError, match="reset"):
        _ = MatchEnv("mate").match
