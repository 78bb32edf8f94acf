"""Tarot's part of ``bench/search.py``."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

from amity.bots.tarot import ClubBot
from amity.bots.tarot.expert import BUDGET
from amity.games.tarot import TarotMatch
from amity.games.tarot.options import PRESETS
from amity.search import Budget
from amity.search._bits import new_chance
from amity.search.tarot import Settings, TarotSearch, kernel
from amity.shuffle import MatchRandom

PLAYERS = (3, 4, 5)
CHUNK = 20_000

Rows = list[dict[str, Any]]


def playouts(rate: Callable[[Callable[[], int], float], float], seconds: float) -> Rows:
    """Whole deals of 72 or 75 cards played: shuffled, dealt, played out and scored."""
    states = TarotSearch(1).states
    compiled = kernel()
    rewards = TarotSearch(1).rewards
    rows = []
    for players in PLAYERS:
        for informed in (False, True):
            states[0] = 0
            state = states[0]
            state["players"] = players
            state["attack"] = 0b11 if players == 5 else 0b1
            state["called"] = -1
            state["coefficient"] = 2
            state["aside_for_attack"] = 1
            chance = new_chance(1)

            def play(chance: Any = chance, informed: bool = informed) -> int:
                compiled.play_deals(states, chance, CHUNK, informed, rewards)
                return CHUNK

            deals = rate(play, seconds)
            rows.append(
                {
                    "engine": f"Amity, Tarot, {players} players",
                    "playout": "informed" if informed else "random",
                    "deals/s": round(deals),
                    "cards/s": round(deals * (75 if players == 5 else 72)),
                }
            )
    return rows


def first_card(players: int, seed: int) -> TarotMatch:
    """A deal bid by club players, before the first card."""
    number = seed
    while True:
        match = TarotMatch(PRESETS["original"], players, MatchRandom.from_number(number))
        match.deal()
        clubs = [ClubBot(seat) for seat in range(players)]
        while (seat := match.to_act) is not None:
            view = match.view(seat)
            if view.phase == "play":
                return match
            match.apply(seat, clubs[seat].choose(view, match.history(seat)))
        number += 1000


def trees(seed: int) -> Rows:
    """Iterations a second of information-set searches from the first card, a new world in every iteration."""
    rows = []
    for players in PLAYERS:
        for informed in (False, True):
            rates = []
            for number in range(8):
                match = first_card(players, seed + number)
                seat = match.to_act
                assert seat is not None
                view, history = match.view(seat), match.history(seat)
                search = TarotSearch(1, Settings(informed=informed))
                search.choices(view, history, Budget(nodes=1))
                start = time.thread_time()
                search.choices(view, history, Budget(nodes=10_000))
                rates.append(10_000 / (time.thread_time() - start))
            rows.append(
                {
                    "engine": f"Amity, Tarot, {players} players",
                    "playouts": "informed" if informed else "random",
                    "iterations": 10_000,
                    "iterations/s": round(statistics.median(rates)),
                }
            )
    return rows


def decisions(quantiles: Callable[[Sequence[float]], dict[str, float]], deals: int, seed: int) -> Rows:
    """Times of the expert's decisions with its usual budget, all seats, where there is something to choose."""
    rows: Rows = []
    for players in PLAYERS:
        times: dict[str, list[float]] = {}
        search = TarotSearch(1)
        for number in range(deals):
            match = TarotMatch(PRESETS["original"], players, MatchRandom.from_number(seed + number))
            match.deal()
            while (seat := match.to_act) is not None:
                view = match.view(seat)
                start = time.thread_time()
                choices = search.choices(view, match.history(seat), BUDGET)
                if len(choices) > 1:
                    times.setdefault(view.phase, []).append((time.thread_time() - start) * 1000)
                match.apply(seat, choices[0].action)
        rows += [
            {"decision": f"Tarot, {players} players, {name}", "asked": len(found), **quantiles(found)}
            for name, found in times.items()
        ]
    return rows
