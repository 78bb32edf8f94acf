"""The compiled search of Pinochle and Tarot on one core, beside other engines measured in the same run.

    python bench/search.py [--seconds 3] [--endings 300] [--seed 1]

Figures are per second of processor time. Peers are measured when they are installed: OpenSpiel (extra ``bench``) and
``colver`` (``pip install --no-deps colver``), a Rust engine for the game contrée with 32 cards.
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

import _search_friends as friends
import _search_tarot as tarot
import numpy as np
from _report import package_version, write_report

from amity.bots.pinochle import ClubBot
from amity.bots.pinochle.expert import BUDGET
from amity.games.pinochle import PinochleMatch
from amity.games.pinochle.options import PRESETS
from amity.games.pinochle.play import add_card
from amity.search import Budget
from amity.search._bits import new_chance
from amity.search.pinochle import PinochleSearch, Settings, kernel
from amity.shuffle import MatchRandom

CHUNK = 20_000


def rate(work: Callable[[], int], seconds: float) -> float:
    """Units of work a second, as counted by ``work``."""
    work()
    units = 0
    start = time.thread_time()
    while (spent := time.thread_time() - start) < seconds:
        units += work()
    return units / spent


def playouts(seconds: float) -> list[dict[str, Any]]:
    """Whole deals: shuffled, dealt and played out."""
    states = PinochleSearch(1).states
    compiled = kernel()
    rows = []
    for name, informed, must_trump in (
        ("random", False, False),
        ("random, must trump", False, True),
        ("informed", True, False),
    ):
        states[0] = 0
        states[0]["must_trump"] = must_trump
        chance = new_chance(1)

        def play(chance: Any = chance, informed: bool = informed) -> int:
            compiled.play_deals(states, chance, CHUNK, informed)
            return CHUNK

        deals = rate(play, seconds)
        rows.append(
            {"engine": "Amity, Pinochle", "playout": name, "deals/s": round(deals), "cards/s": round(deals * 48)}
        )
    own = rows + tarot.playouts(rate, seconds) + friends.playouts(rate, seconds)
    return own + open_spiel_rollouts(seconds) + colver_rollouts(seconds)


def installed(package: str) -> bool:
    return package_version(package) != "not installed"


def open_spiel_state(name: str) -> Any:
    """A deal of one of OpenSpiel's games, dealt."""
    import pyspiel

    chance = random.Random(1)
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    while state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(chance.choices(outcomes, weights)[0])
    return state


def open_spiel_rollouts(seconds: float) -> list[dict[str, Any]]:
    if not installed("open_spiel"):
        return []
    import pyspiel

    rows = []
    for name in ("spades", "hearts"):
        state = open_spiel_state(name)
        # Its rollouts cannot be called from Python, so a search of a single step evaluates one node by 2,000 of them.
        rollouts = pyspiel.RandomRolloutEvaluator(2000, 1)
        bot = pyspiel.MCTSBot(state.get_game(), rollouts, 2.0, 1, 100, False, 1, False)

        def play(bot: Any = bot, state: Any = state) -> int:
            bot.step(state)
            return 2000

        deals = rate(play, seconds)
        rows.append(
            {
                "engine": f"OpenSpiel {package_version('open_spiel')}, {name}, C++",
                "playout": "random, already dealt",
                "deals/s": round(deals),
                "cards/s": round(deals * 52),
            }
        )
    return rows


def colver_deal(seed: int) -> Any:
    """A deal of contrée with a contract of 100, before the first card."""
    import colver

    env: Any = colver.Env.deal(dealer=0, seed=seed)
    env.set_contract(0, 100, 0, 0)
    env.set_phase_playing()
    return env


def colver_rollouts(seconds: float) -> list[dict[str, Any]]:
    if not installed("colver"):
        return []
    env = colver_deal(1)

    def play() -> int:
        env.rollout(CHUNK)
        return CHUNK

    deals = rate(play, seconds)
    return [
        {
            "engine": f"colver {package_version('colver')}, contrée, Rust",
            "playout": "random, already dealt",
            "deals/s": round(deals),
            "cards/s": round(deals * 32),
        }
    ]


def first_card(seed: int) -> PinochleMatch:
    """A deal bid by club players, before the first card."""
    match = PinochleMatch(PRESETS["original"], 4, MatchRandom.from_number(seed))
    match.deal()
    clubs = [ClubBot(seat) for seat in range(4)]
    while match.trump_suit < 0:
        seat = match.to_act
        assert seat is not None
        match.apply(seat, clubs[seat].choose(match.view(seat), match.history(seat)))
    return match


def trees(seed: int) -> list[dict[str, Any]]:
    """Iterations a second of information-set searches from the first card, a new world in every iteration."""
    rows = []
    for informed in (False, True):
        for iterations in (10_000, 100_000):
            rates = []
            for number in range(8):
                match = first_card(seed + number)
                seat = match.to_act
                assert seat is not None
                view, history = match.view(seat), match.history(seat)
                search = PinochleSearch(1, Settings(informed=informed))
                search.choices(view, history, Budget(nodes=1))
                start = time.thread_time()
                search.choices(view, history, Budget(nodes=iterations))
                rates.append(iterations / (time.thread_time() - start))
            rows.append(
                {
                    "engine": "Amity, Pinochle",
                    "playouts": "informed" if informed else "random",
                    "iterations": iterations,
                    "iterations/s": round(statistics.median(rates)),
                }
            )
    return rows + tarot.trees(seed) + open_spiel_trees() + colver_trees()


def open_spiel_trees() -> list[dict[str, Any]]:
    if not installed("open_spiel"):
        return []
    import pyspiel

    rows = []
    policy = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    for name in ("hearts", "oh_hell"):
        # Its spades and bridge cannot deal worlds. Hearts begins with a forced lead, so the next seat is asked.
        state = open_spiel_state(name)
        while len(state.legal_actions()) == 1:
            state.apply_action(state.legal_actions()[0])
        rollouts = pyspiel.RandomRolloutEvaluator(1, 1)
        bot = pyspiel.ISMCTSBot(1, rollouts, 2.0, 10_000, -1, policy, False, False)
        start = time.thread_time()
        bot.step(state)
        rows.append(
            {
                "engine": f"OpenSpiel {package_version('open_spiel')}, {name}, C++",
                "playouts": "random",
                "iterations": 10_000,
                "iterations/s": round(10_000 / (time.thread_time() - start)),
            }
        )
    return rows


def colver_trees() -> list[dict[str, Any]]:
    if not installed("colver"):
        return []
    found: dict[str, Any] = colver_deal(1).action_naive_ismcts_with_stats(1000)
    iterations = int(found["root_visits"])
    return [
        {
            "engine": f"colver {package_version('colver')}, contrée, Rust",
            "playouts": "random",
            "iterations": iterations,
            "iterations/s": round(iterations / float(found["elapsed_ms"]) * 1000),
        }
    ]


def quantiles(times: Sequence[float]) -> dict[str, float]:
    """Of times in milliseconds."""
    ordered = sorted(times)

    def at(share: float) -> float:
        return round(ordered[min(len(ordered) - 1, int(share * len(ordered)))], 3)

    return {"median ms": at(0.5), "p95 ms": at(0.95), "p99 ms": at(0.99), "longest ms": round(ordered[-1], 1)}


def random_ending(cards: int, chance: random.Random, states: Any, *, must_trump: bool) -> None:
    """Hands of that many random cards each, before a lead."""
    pack = [face for face in range(24) for _ in range(2)]
    chance.shuffle(pack)
    states[0] = 0
    state = states[0]
    for seat in range(4):
        hand = 0
        for face in pack[12 * seat : 12 * seat + cards]:
            hand = add_card(hand, face)
        state["hands"][seat] = hand
    state["trump"] = chance.randrange(4)
    state["led"] = state["best"] = -1
    state["left"] = 4 * cards
    state["must_trump"] = must_trump


def endings(count: int, seed: int) -> list[dict[str, Any]]:
    """Exact values of endings with all hands known."""
    search = PinochleSearch(1)
    search.solve(limit=1)
    rows = []
    for cards in (5, 6, 7, 8, 9, 10):
        chance = random.Random(seed)
        times = []
        number = count if cards < 9 else max(20, count // (4 if cards == 9 else 12))
        for place in range(number):
            random_ending(cards, chance, search.states, must_trump=place % 2 == 1)
            start = time.thread_time()
            found = search.solve(limit=1 << 40)
            times.append((time.thread_time() - start) * 1000)
            assert found is not None
        rows.append({"engine": "Amity, Pinochle", "cards a hand": cards, "endings": number, **quantiles(times)})
    if installed("colver"):
        times = []
        for number in range(count):
            env = colver_deal(number + 1)
            start = time.thread_time()
            env.solve_scores()
            times.append((time.thread_time() - start) * 1000)
        rows.append(
            {
                "engine": f"colver {package_version('colver')}, contrée",
                "cards a hand": 8,
                "endings": count,
                **quantiles(times),
            }
        )
    return rows


def decisions(deals: int, seed: int) -> list[dict[str, Any]]:
    """Times of the expert's decisions with its usual budget, all four seats, where there is something to choose."""
    times: dict[str, list[float]] = {"bidding": [], "trump": [], "play": []}
    search = PinochleSearch(1)
    for number in range(deals):
        match = PinochleMatch(PRESETS["original"], 4, MatchRandom.from_number(seed + number))
        match.deal()
        while (seat := match.to_act) is not None:
            view = match.view(seat)
            start = time.thread_time()
            choices = search.choices(view, match.history(seat), BUDGET)
            if len(choices) > 1:
                times[view.phase].append((time.thread_time() - start) * 1000)
            match.apply(seat, choices[0].action)
    rows = [{"decision": f"Pinochle, {name}", "asked": len(found), **quantiles(found)} for name, found in times.items()]
    return rows + tarot.decisions(quantiles, deals // 2, seed) + friends.decisions(quantiles, max(1, deals // 3), seed)


START = """
import sys
import time
start = time.perf_counter()
from amity import bots, games
from amity.search import Budget
from amity.shuffle import MatchRandom
rules = games.get(sys.argv[1])
match = rules.new_match(rules.presets["original"], int(sys.argv[2]), MatchRandom.from_number(1))
match.deal()
bot = bots.make(rules.name, "expert", 1)
bot.budget = Budget(nodes=1)
bot.choose(match.view(match.to_act), match.history(match.to_act))
print(time.perf_counter() - start, time.process_time())
"""


def starts() -> list[dict[str, Any]]:
    """From the start of the program to the first decision, with the compiled code on disk."""
    rows = []
    for game, seats in (("pinochle", 4), ("tarot", 4), ("friends", 6)):
        found = []
        for _ in range(6):
            command = [sys.executable, "-c", START, game, str(seats)]
            answer = subprocess.run(command, check=True, capture_output=True, text=True)
            found.append([float(word) for word in answer.stdout.split()])
        # The first may have had to compile.
        wall, processor = (statistics.median(values) for values in zip(*found[1:], strict=True))
        rows.append(
            {
                "start": f"{game}, second, from the disk cache",
                "seconds": round(wall, 2),
                "of the processor": round(processor, 2),
            }
        )
    return rows


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--seconds", type=float, default=3.0, help="for each rate")
    arguments.add_argument("--endings", type=int, default=300, help="endings of each size")
    arguments.add_argument("--seed", type=int, default=1)
    asked = arguments.parse_args()
    np.seterr(all="raise")
    write_report(
        "search",
        "Compiled search, one core",
        {
            "Playouts": playouts(asked.seconds),
            "Information-set tree search from the first card": trees(asked.seed),
            "Worlds of Friends!": friends.worlds(rate, asked.seconds, asked.seed),
            "Exact endings, all hands known": endings(asked.endings, asked.seed),
            f"The experts' decisions, {BUDGET.nodes:,} nodes": decisions(6, asked.seed),
            "Start of a bot": starts(),
        },
        command=f"python bench/search.py --seconds {asked.seconds:g} --endings {asked.endings} --seed {asked.seed}",
        notes=[
            "Amity's playouts include shuffling and dealing, Tarot's and Friends!'s scoring too, the others' do not.",
            "A deal of Friends! has some 170 plays of 210 cards: most time goes into what must be followed (sets among "
            "up to 18 faces) and, when informed, into what five other hands could beat.",
            "Every iteration of Amity's tree search deals a new world that agrees with all melds, voids and failures "
            "to beat a trump, and in Tarot with the dog, shown discards, handfuls and the call.",
            "The wall time of a start depends on what else the machine does; the processor time does not.",
            "Endings are random hands, half of them with the option that the void must trump.",
            f"numba {package_version('numba')}, NumPy {package_version('numpy')}.",
        ],
    )


if __name__ == "__main__":
    main()
