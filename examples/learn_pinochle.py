"""Learning to play Pinochle from nothing, on one core in some minutes: deep Monte Carlo with NumPy alone.

    python examples/learn_pinochle.py --seeds 1 2 3 --deals 20000 --out learned

One network plays all four seats of a thousand deals at once (:class:`amity.env.vector.VectorEnv`). It says for each
card what the own side is likely to make in the rest of the deal, less what the others make, and is fitted to what they
made; that is all. It sees no game but its own. The auction is not learned: on both sides, in learning as in measuring,
it is that of ``novice``, so that what is measured is the play of the cards.

For each seed there is then the network (``network-SEED.npz``; :class:`LearnedBot` plays with it wherever bots play),
and for all of them ``results.json`` and the curve, ``curve.svg``. The same seed, deals and machine give the same.
"""

import argparse
import json
import math
import time
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import pairwise, permutations
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from matplotlib import pyplot

from amity.arena import each
from amity.bots.pinochle import NoviceBot
from amity.bots.pinochle.duplicate import compare
from amity.env import coding
from amity.env.vector import VectorEnv
from amity.games.pinochle import PinochleView
from amity.games.pinochle.options import PRESETS
from amity.match import Action, Event

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]

OPTIONS = PRESETS["original"]
CODING = coding("pinochle")
PARTS = {name: np.arange(place.start, place.stop) for name, place in CODING.layout.places.items()}
"""By name of a part of the observation, where its entries stand."""
PLAYING = PARTS["phase"][3]
FACES = 24
"""The first tokens are the plays of the faces: suits D C H S, six ranks each."""
OTHERS = ("bidder", "bid", "meld_points", "leader", "winning", "hand_counts", "trick_counts", "trick_points")
"""Parts that know no suits."""

TOGETHER, BATCH, PASSES = 1024, 512, 3
"""Deals played at once, decisions for one step of learning, and how often each decision is learned from."""
HIDDEN, RATE, EXPLORE = (256, 256), 1e-3, 0.1
"""Sizes of the layers between; the rate of learning, and how often a random card is played: both sink to almost 0."""
UNIT = 100
"""Points that are 1 for the network."""
CURVE_POINTS = 5
"""How often the network is measured while it learns."""
CURVE_SEED, EXAM_SEED = 500, 1000
"""Of the deals that it is measured on; a run's own seed is added to that of the exam."""


def seen_as(suits: Sequence[int]) -> tuple[Ints, Ints]:
    """The entries that the network sees, and the faces that its outputs stand for, with the suits in this order."""
    faces = (6 * np.array(suits)[:, None] + np.arange(6)).ravel()
    by_face = [PARTS[name].reshape(-1, FACES)[:, faces].ravel() for name in ("hand", "melds", "trick", "played")]
    by_suit = PARTS["not_followed"].reshape(4, 4)[:, suits].ravel()
    return np.concatenate([*by_face, by_suit, *(PARTS[name] for name in OTHERS)]), faces


# The rules know no other difference between suits, so the six orders of the other three are six examples for one.
ORDERS = [suits for trump in range(4) for suits in permutations(range(4)) if suits[0] == trump]
SEEN, FACE = (np.array(tables) for tables in zip(*map(seen_as, ORDERS), strict=True))
"""By order: the entries that are seen, and the faces of the outputs."""
OUTPUT = FACE.argsort(axis=1)
"""By order, the output of each face."""


def order_of(observations: Floats) -> Ints:
    """The first of the six orders with the trump of each observation."""
    order: Ints = 6 * observations[..., PARTS["trump"]].argmax(axis=-1)
    return order


class Network:
    """A network of layers with ReLU between them, and Adam (Kingma and Ba, 2015) to fit it."""

    def __init__(self, weights: Sequence[Floats]) -> None:
        self.weights = list(weights)
        """A matrix and a row of biases for each layer."""
        self._means = [np.zeros_like(weight) for weight in weights]
        self._squares = [np.zeros_like(weight) for weight in weights]
        self._steps = 0

    @classmethod
    def fresh(cls, chance: np.random.Generator) -> "Network":
        """A network that knows nothing."""
        weights: list[Floats] = []
        sizes = (SEEN.shape[1], *HIDDEN, FACES)
        for size, following in pairwise(sizes):
            weights.append(chance.normal(0, (2 / size) ** 0.5, (size, following)).astype(np.float32))
            weights.append(np.zeros(following, np.float32))
        weights[-2] *= 0.1
        return cls(weights)

    def save(self, path: Path) -> None:
        """Write it to a file."""
        np.savez(path, *self.weights)

    @classmethod
    def load(cls, path: Path) -> "Network":
        """Read what :meth:`save` wrote."""
        with np.load(path) as file:
            return cls([file[name] for name in file.files])

    def layers(self, seen: Floats) -> list[Floats]:
        """The input (rows, entries seen), what each layer makes of it, and last the worth of each face's play."""
        made = [seen]
        for matrix, bias in zip(self.weights[::2], self.weights[1::2], strict=True):
            made.append(made[-1] @ matrix + bias)
            if len(made) <= len(self.weights) // 2:
                np.maximum(made[-1], 0, out=made[-1])
        return made

    def worth(self, observations: Floats) -> Floats:
        """For observations of shape (rows, size): what playing each face is worth, shape (rows, 24)."""
        order = order_of(observations)
        outputs = self.layers(np.take_along_axis(observations, SEEN[order], 1))[-1]
        return np.take_along_axis(outputs, OUTPUT[order], 1)

    def fit(self, seen: Floats, outputs: Ints, made: Floats, rate: float) -> None:
        """One step towards what was made with the plays of these outputs, by the mean squared error."""
        layers, rows = self.layers(seen), np.arange(len(seen))
        slope = np.zeros_like(layers[-1])
        slope[rows, outputs] = (layers[-1][rows, outputs] - made) / len(seen)
        slopes: list[Floats] = []
        for layer in range(len(self.weights) // 2 - 1, -1, -1):
            slopes[:0] = [layers[layer].T @ slope, slope.sum(axis=0)]
            slope = (slope @ self.weights[2 * layer].T) * (layers[layer] > 0)
        self._steps += 1
        mean_share, square_share = 1 - 0.9**self._steps, 1 - 0.999**self._steps
        for weight, change, mean, square in zip(self.weights, slopes, self._means, self._squares, strict=True):
            mean += 0.1 * (change - mean)
            square += 0.001 * (change**2 - square)
            weight -= rate * (mean / mean_share) / (np.sqrt(square / square_share) + 1e-8)


def auction_token(observation: Floats, mask: npt.NDArray[np.int8]) -> int:
    """What ``novice`` bids, or names as trump; it gets what it looks at of a view."""
    bids = mask[CODING.number["bid 10"] :].nonzero()[0]
    view: Any = SimpleNamespace(
        phase="trump" if observation[PARTS["phase"][2]] else "bidding",
        hand=np.repeat(CODING.faces, observation[PARTS["hand"]].astype(int)).tolist(),
        minimum_bid=10 * (1 + int(bids[0])) if len(bids) else None,
        may_pass=mask[CODING.number["pass"]],
        options=OPTIONS,
    )
    return CODING.spell(view, NoviceBot(seed=0).choose(view, ()))[0]


class Decisions(NamedTuple):
    """Plays where there was a choice, a row each."""

    observations: Floats
    faces: Ints
    made: Floats
    """What the own side made in the rest of the deal, less what the others made; in ``UNIT`` points."""


def play_deals(deals: VectorEnv, network: Network, chance: np.random.Generator, explore: float) -> Decisions:
    """Deal anew and play every deal to its end."""
    deals.reset(int(chance.integers(2**32)))
    going = np.ones(len(deals.seats), np.bool_)
    scores = np.zeros_like(deals.rewards)
    kept = []
    while going.any():
        tokens = deals.masks.argmax(axis=1)  # for deals that are over: whatever is allowed
        playing = deals.observations[:, PLAYING] > 0
        for deal in (going & ~playing).nonzero()[0]:
            tokens[deal] = auction_token(deals.observations[deal], deals.masks[deal])
        here = (going & playing).nonzero()[0]
        allowed = deals.masks[here, :FACES] > 0
        worth = network.worth(deals.observations[here])
        explores = chance.random(len(here)) < explore
        worth[explores] = chance.random((explores.sum(), FACES))
        worth[~allowed] = -np.inf
        tokens[here] = worth.argmax(axis=1)
        here = here[allowed.sum(axis=1) > 1]
        kept.append((deals.observations[here], tokens[here], deals.seats[here], here))
        deals.step(tokens)
        ended = going & deals.done
        scores[ended] = deals.rewards[ended]
        going &= ~deals.done
    observations, faces, seats, numbers = (np.concatenate(parts) for parts in zip(*kept, strict=True))
    lead = scores[numbers, seats] - scores[numbers, (seats + 1) % 4]
    lead -= 1000 * observations[:, PARTS["meld_points"]] @ np.array([1, -1, 1, -1], np.float32)
    lead -= 250 * observations[:, PARTS["trick_points"]] @ np.array([1, -1], np.float32)
    return Decisions(observations, faces, (lead / UNIT).astype(np.float32))


def learn(network: Network, decisions: Decisions, chance: np.random.Generator, rate: float) -> None:
    """Go through the decisions, each time with its plain suits in another order."""
    for _ in range(PASSES):
        shuffled = chance.permutation(len(decisions.faces))
        for start in range(0, len(shuffled), BATCH):
            rows = shuffled[start : start + BATCH]
            observations, faces = decisions.observations[rows], decisions.faces[rows]
            order = order_of(observations) + chance.integers(6, size=len(rows))
            seen = np.take_along_axis(observations, SEEN[order], 1)
            network.fit(seen, OUTPUT[order, faces], decisions.made[rows], rate)


class LearnedBot:
    """Plays the card that the network thinks worth most; bids as ``novice``."""

    def __init__(self, network: Network, seed: int) -> None:
        self._network = network
        self._novice = NoviceBot(seed)

    def choose(self, view: PinochleView, history: Sequence[Event]) -> Action:
        """See :meth:`amity.bots.Bot.choose`."""
        if view.phase != "play":
            return self._novice.choose(view, history)
        observation = np.zeros(CODING.layout.size, np.float32)
        CODING.fill(CODING.layout.split(observation), view, history, ())
        worth = self._network.worth(observation[None])[0]
        action = CODING.read(view, (max(CODING.legal(view, ()), key=lambda token: worth[token]),))
        assert action is not None
        return action


def measure(network: Network, deals: int, seed: int) -> dict[str, float]:
    """How many points a deal more than ``novice`` it makes, over duplicate deals, and the 95 % interval."""
    found = compare(OPTIONS, lambda bot: LearnedBot(network, bot), NoviceBot, deals, seed)
    return {"deals": deals, "points": round(found.mean, 1), "low": round(found.low, 1), "high": round(found.high, 1)}


def run(seed: int, deals: int, exam: int, curve_deals: int, out: Path) -> dict[str, Any]:
    """Learn from so many deals, in whole rounds, and be examined on ``exam`` others; what there is to tell."""
    begun, worked = time.perf_counter(), time.process_time()
    chance = np.random.default_rng(seed)
    network = Network.fresh(chance)
    together, rounds = VectorEnv("pinochle", min(TOGETHER, deals)), math.ceil(deals / TOGETHER)
    measured = {rounds * point // CURVE_POINTS for point in range(1, CURVE_POINTS + 1)}
    curve = [{"learned": 0, **measure(network, curve_deals, CURVE_SEED)}]
    for number in range(rounds):
        left = 1 - number / rounds
        decisions = play_deals(together, network, chance, 0.01 + EXPLORE * left)
        learn(network, decisions, chance, RATE * left)
        if number + 1 in measured:
            curve.append({"learned": (number + 1) * len(together.seats), **measure(network, curve_deals, CURVE_SEED)})
            print(f"seed {seed}: {curve[-1]}", flush=True)
    network.save(out / f"network-{seed}.npz")
    found = measure(network, exam, EXAM_SEED + seed)
    seconds = {"processor": round(time.process_time() - worked), "clock": round(time.perf_counter() - begun)}
    print(f"seed {seed}: exam {found}, seconds {seconds}", flush=True)
    return {"seed": seed, "exam": found, "seconds": seconds, "curve": curve}


def draw(results: Sequence[Mapping[str, Any]], path: Path) -> None:
    """The curves of all seeds with their intervals, and what the exams found."""
    pyplot.rcParams["svg.hashsalt"] = "amity"
    figure, axes = pyplot.subplots(figsize=(8, 4.5), layout="constrained")
    for result in results:
        curve, exam = result["curve"], result["exam"]
        learned = [point["learned"] for point in curve]
        points, low, high = ([point[name] for point in curve] for name in ("points", "low", "high"))
        label = f"seed {result['seed']}: {exam['points']} ({exam['low']} to {exam['high']}) in {exam['deals']} deals"
        axes.plot(learned, points, marker=".", label=label)
        axes.fill_between(learned, low, high, alpha=0.12, linewidth=0)
    axes.axhline(0, color="black", linewidth=1, linestyle="--", label="novice")
    axes.set(xlabel="deals learned from", ylabel="points a deal more than novice")
    axes.legend(loc="lower right")
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)


def main() -> None:
    """Run for every seed; write the results and the curve."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1], help="a run for each; default 1")
    parser.add_argument("--deals", type=int, default=20_000, help="to learn from; default %(default)s")
    parser.add_argument("--exam", type=int, default=2000, help="duplicate deals to be examined on; default %(default)s")
    parser.add_argument("--curve", type=int, default=200, help="the same for each point of it; default %(default)s")
    parser.add_argument("--jobs", type=int, default=1, help="seeds at work at once; default %(default)s")
    parser.add_argument("--out", type=Path, default=Path("learned"), help="folder to write to; default %(default)s")
    asked = parser.parse_args()
    if min(*asked.seeds, asked.jobs - 1, asked.deals - 1, asked.exam - 2, asked.curve - 2) < 0:
        parser.error("--seeds are 0 or more, --jobs and --deals at least 1, --exam and --curve at least 2")
    asked.out.mkdir(parents=True, exist_ok=True)
    one = partial(run, deals=asked.deals, exam=asked.exam, curve_deals=asked.curve, out=asked.out)
    results = list(each(one, asked.seeds, asked.jobs))
    (asked.out / "results.json").write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    draw(results, asked.out / "curve.svg")


if __name__ == "__main__":
    main()
