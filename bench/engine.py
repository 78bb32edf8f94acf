"""Random play through the public contract, beside OpenSpiel's trick games played from Python in the same run.

python bench/engine.py [--seconds 5]

A decision is: ask for the legal actions, choose one at random, carry it out. The second figure also builds the view
of the seat that acts at every decision. OpenSpiel comes with the extra ``bench``; its rules are compiled C++.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Sequence
from typing import Any

from _report import package_version, write_report

from amity import games
from amity.match import Action, Options
from amity.shuffle import MatchRandom

AUCTION = 60
"""No hand offers that many plays: a longer list of actions is an auction with its bids."""


def choose(actions: Sequence[Action], chance: random.Random) -> Action:
    """Uniform, but in an auction mostly the first action, the pass, as uniform bids would all jump to the limit."""
    count = len(actions)
    if count > AUCTION and chance.random() < 0.75:
        return actions[0]
    return actions[int(chance.random() * count)]


def amity_decisions(game: games.Game, options: Options, seats: int, seconds: float, *, views: bool) -> tuple[int, int]:
    """Play whole matches until the time is over; decisions made and deals played."""
    chance = random.Random(1)
    decisions = deals = number = 0
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        number += 1
        match = game.new_match(options, seats, MatchRandom.from_number(number))
        while not match.over and time.perf_counter() < until:
            match.deal()
            deals += 1
            while (seat := match.to_act) is not None:
                if views:
                    match.view(seat)
                match.apply(seat, choose(match.legal_actions(), chance))
                decisions += 1
    return decisions, deals


def open_spiel_decisions(name: str, seconds: float) -> tuple[int, int]:
    """The same with a game of OpenSpiel; its chance nodes are dealt by its own outcomes and not counted."""
    import pyspiel

    chance = random.Random(1)
    game = pyspiel.load_game(name)
    decisions = deals = 0
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        state = game.new_initial_state()
        deals += 1
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(actions, weights)[0])
                continue
            actions = state.legal_actions()
            state.apply_action(actions[int(chance.random() * len(actions))])
            decisions += 1
    return decisions, deals


def open_spiel_card_plays(name: str, seconds: float) -> tuple[int, float]:
    """Decisions and the seconds spent on them alone, dealing left out."""
    import pyspiel

    chance = random.Random(1)
    game = pyspiel.load_game(name)
    decisions = 0
    spent = 0.0
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        state = game.new_initial_state()
        while state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(actions, weights)[0])
        start = time.perf_counter()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(chance.random() * len(actions))])
            decisions += 1
        spent += time.perf_counter() - start
    return decisions, spent


def rate(play: Callable[[], tuple[int, int]], seconds: float) -> dict[str, Any]:
    """Decisions and deals a second of one measured loop."""
    start = time.perf_counter()
    decisions, deals = play()
    spent = time.perf_counter() - start
    return {"decisions/s": round(decisions / spent), "deals/s": round(deals / spent)}


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--seconds", type=float, default=5.0, help="time for each figure (default 5)")
    seconds = arguments.parse_args().seconds
    ours = []
    for name in games.names():
        game = games.get(name)
        for preset, options in game.presets.items():
            for seats in game.seat_counts:

                def plain(game: games.Game = game, options: Options = options, seats: int = seats) -> tuple[int, int]:
                    return amity_decisions(game, options, seats, seconds, views=False)

                def viewed(game: games.Game = game, options: Options = options, seats: int = seats) -> tuple[int, int]:
                    return amity_decisions(game, options, seats, seconds, views=True)

                ours.append(
                    {
                        "game": name,
                        "preset": preset,
                        "players": seats,
                        **rate(plain, seconds),
                        "with view/s": rate(viewed, seconds)["decisions/s"],
                    }
                )
    tables: dict[str, Any] = {"Amity, plain Python": ours}
    notes = ["Deals include the verifiable shuffle (HMAC-SHA256) and the scoring."]
    if package_version("open_spiel") != "not installed":
        theirs = []
        for name in ("spades", "hearts", "tarok"):
            figures = rate(lambda name=name: open_spiel_decisions(name, seconds), seconds)  # type: ignore[misc]
            decisions, spent = open_spiel_card_plays(name, seconds)
            theirs.append({"game": name, **figures, "without dealing/s": round(decisions / spent)})
        tables[f"OpenSpiel {package_version('open_spiel')} from Python, C++ rules"] = theirs
        # Tarok's random matches mostly end in the auction, so its decisions are not comparable.
        best = max(row["decisions/s"] for row in theirs if row["game"] != "tarok")
        notes += [
            f"{row['game']} {row['preset']} for {row['players']}: "
            f"{row['decisions/s'] / best:.2f} times the faster of OpenSpiel's spades and hearts."
            for row in ours
        ]
    else:
        notes.append("OpenSpiel was not installed (extra `bench`).")
    write_report(
        "engine",
        "Random play through the public contract, one core",
        tables,
        command=f"python bench/engine.py --seconds {seconds:g}",
        notes=notes,
    )


if __name__ == "__main__":
    main()
