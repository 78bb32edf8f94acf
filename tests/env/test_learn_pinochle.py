"""The example that learns: what it sees, what it fits, and a short run of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from amity import bots, games
from amity.env import MatchEnv
from amity.env.vector import VectorEnv
from amity.shuffle import MatchRandom
from examples import learn_pinochle as example

SUITED = ("hand", "melds", "trick", "last_trick", "played")


def moments(seed: int) -> Iterator[MatchEnv]:
    """A match between novices, before each action."""
    environment = MatchEnv("pinochle", episode="match")
    environment.reset(seed)
    players = [bots.make("pinochle", "novice", seat) for seat in range(4)]
    while not any(environment.terminations.values()):
        yield environment
        match = environment.match
        assert match.to_act is not None
        action = players[match.to_act].choose(match.view(match.to_act), match.history(match.to_act))
        environment.step(environment.spell(action)[0])


def look(environment: MatchEnv) -> dict[str, Any]:
    """The observation and the mask of the seat in turn."""
    return dict(environment.observe(environment.agent_selection))


def renamed(observation: example.Floats, suits: tuple[int, ...]) -> example.Floats:
    """The same moment where each suit ``s`` is called ``suits[s]``."""
    found = observation.copy()
    before, after = example.CODING.layout.split(observation), example.CODING.layout.split(found)
    for suit, name in enumerate(suits):
        for part in SUITED:
            old, new = (parts[part].reshape(-1, 4, 6) for parts in (before, after))
            new[:, name] = old[:, suit]
        after["not_followed"][:, name] = before["not_followed"][:, suit]
        after["trump"][name] = before["trump"][suit]
    return found


def test_cards_are_worth_the_same_when_plain_suits_keep_their_order_and_trump_is_another() -> None:
    network = example.Network.fresh(np.random.default_rng(1))
    found = [
        look(environment)["observation"] for environment in moments(1) if environment.match.view(0).phase == "play"
    ]
    observations = np.array(found[:300])
    for observation in observations:
        trump = int(example.order_of(observation)) // 6
        plain = [suit for suit in range(4) if suit != trump]
        for other in range(4):
            suits = [0] * 4
            suits[trump] = other
            for suit, name in zip(plain, (name for name in range(4) if name != other), strict=True):
                suits[suit] = name
            worth = network.worth(observation[None])[0].reshape(4, 6)
            again = network.worth(renamed(observation, tuple(suits))[None])[0].reshape(4, 6)
            np.testing.assert_allclose(again[suits], worth, rtol=1e-4, atol=1e-5)


def test_every_order_shows_the_moment_with_its_suits_renamed() -> None:
    found = [
        look(environment)["observation"] for environment in moments(2) if environment.match.view(0).phase == "play"
    ]
    for observation in found[:50]:
        first = int(example.order_of(observation))
        for order, plain in enumerate(permutations(example.ORDERS[first][1:])):
            # The suits in the order that is looked at take the places of those of the first order.
            suits = [0] * 4
            for name, suit in zip(example.ORDERS[first], (example.ORDERS[first][0], *plain), strict=True):
                suits[suit] = name
            seen = observation[example.SEEN[first + order]]
            assert (seen == renamed(observation, tuple(suits))[example.SEEN[first]]).all()
            assert (example.FACE[first + order][example.OUTPUT[first + order]] == np.arange(24)).all()


def test_auction_is_that_of_novice() -> None:
    called = set()
    for seed in range(5):
        for environment in moments(seed):
            view: Any = environment.match.view(environment.match.to_act)
            if view.phase in ("bidding", "trump"):
                seen = look(environment)
                expected = environment.spell(bots.make("pinochle", "novice", 0).choose(view, ()))[0]
                assert example.auction_token(seen["observation"], seen["action_mask"]) == expected
                called.add(example.CODING.tokens[expected].split()[0])
    assert called == {"pass", "bid", "trump"}


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Networks so small that one thread is enough for them."""
    monkeypatch.setattr(example, "HIDDEN", (8, 8))


@pytest.mark.usefixtures("small")
def test_what_is_made_is_what_the_deal_adds_from_there_on() -> None:
    deals = VectorEnv("pinochle", 64, seed=1)
    network = example.Network.fresh(np.random.default_rng(1))
    decisions = example.play_deals(deals, network, np.random.default_rng(2), 0.5)
    made = np.rint(decisions.made * example.UNIT).astype(int)
    assert (made % 10 == 0).all()
    assert len(made) > 64 * 20
    parts = [example.CODING.layout.split(observation) for observation in decisions.observations]
    # Where the bidders' side has its bid in hand, nothing but the tricks to come is left to be made.
    safe = 0
    for number, part in enumerate(parts):
        side = int(part["bidder"].argmax()) % 2
        points = 1000 * part["meld_points"][[side, side + 2]].sum() + 250 * part["trick_points"][side]
        left = 250 - 250 * part["trick_points"].sum()
        if points >= 1000 * part["bid"][0]:
            safe += 1
            assert abs(made[number]) <= round(left)
    assert safe > 100


@pytest.mark.usefixtures("small")
def test_fit_comes_near_to_what_was_made() -> None:
    chance = np.random.default_rng(3)
    network = example.Network.fresh(chance)
    seen = chance.random((64, example.SEEN.shape[1]), np.float32)
    outputs, made = chance.integers(24, size=64), chance.normal(size=64).astype(np.float32)

    def error() -> float:
        return float(((network.layers(seen)[-1][np.arange(64), outputs] - made) ** 2).mean())

    before = error()
    for _ in range(300):
        network.fit(seen, outputs, made, 1e-2)
    assert error() < before / 10


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a short run."""
    folder = tmp_path_factory.mktemp("learned")
    arguments = ["--seeds", "4", "--deals", "1000", "--exam", "20", "--curve", "60", "--out", str(folder)]
    environment = {**os.environ, "MPLBACKEND": "Agg", "OPENBLAS_NUM_THREADS": "1"}
    command = [sys.executable, "-W", "error", example.__file__, *arguments]
    subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
    return folder


def test_short_run_learns_and_tells(learned: Path) -> None:
    (result,) = json.loads((learned / "results.json").read_text())
    begin, *_, end = result["curve"]
    assert (begin["learned"], end["learned"]) == (0, 1000)
    assert end["low"] > begin["high"]
    assert (result["seed"], result["exam"]["deals"]) == (4, 20)
    assert (learned / "curve.svg").read_text().startswith("<?xml")


@pytest.mark.usefixtures("small")
def test_same_seed_learns_the_same(tmp_path: Path) -> None:
    found = []
    for seed in (5, 5, 6):
        result = example.run(seed, deals=40, exam=2, curve_deals=2, out=tmp_path)
        with np.load(tmp_path / f"network-{seed}.npz") as file:
            found.append((result["curve"], result["exam"], [file[name].tobytes() for name in file.files]))
    assert found[0] == found[1]
    assert found[0][2] != found[2][2]


def test_learned_bot_plays_whole_matches(learned: Path) -> None:
    network = example.Network.load(learned / "network-4.npz")
    game = games.get("pinochle")
    players: list[bots.Bot] = [example.LearnedBot(network, seat) for seat in range(4)]
    for preset in game.presets.values():
        assert bots.play_match(game, preset, players, MatchRandom.from_number(1)).over


@pytest.mark.parametrize("wrong", [["--deals", "0"], ["--seeds", "-1"], ["--exam", "1"], ["--jobs", "0"]])
def test_wrong_numbers_are_refused(wrong: list[str], tmp_path: Path) -> None:
    command = [sys.executable, example.__file__, *wrong, "--out", str(tmp_path / "learned")]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 2
    assert "at least" in done.stderr
    assert not (tmp_path / "learned").exists()
