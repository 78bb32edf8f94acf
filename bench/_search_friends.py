"""Friends!'s part of ``bench/search.py``."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from amity.bots.friends import ClubBot
from amity.bots.friends.expert import BUDGET
from amity.games.friends import FriendsMatch
from amity.games.friends.options import PRESETS
from amity.search._bits import new_chance
from amity.search.friends import FriendsSearch, kernel
from amity.shuffle import MatchRandom

CHUNK = 500

Rows = list[dict[str, Any]]


def playouts(rate: Callable[[Callable[[], int], float], float], seconds: float) -> Rows:
    """Whole deals of 210 cards played: shuffled, dealt, buried, called, played out and scored."""
    compiled = kernel()
    from amity.search._friends_reading import orders_of

    states: Any = FriendsSearch(1).states
    rewards = np.zeros((3, 6))
    cards = np.repeat(np.arange(54), 4)
    rows = []
    for informed in (False, True):
        chance = new_chance(1)

        def play(chance: Any = chance, informed: bool = informed) -> int:
            for _ in range(CHUNK):
                states[0] = 0
                compiled.deal(states, orders_of(0), chance, cards)
                compiled.play_on(states, chance, informed, False, rewards)
            return CHUNK

        deals = rate(play, seconds)
        rows.append(
            {
                "engine": "Amity, Friends!",
                "playout": "informed" if informed else "random",
                "deals/s": round(deals),
                "cards/s": round(deals * 210),
            }
        )
    return rows


def worlds(rate: Callable[[Callable[[], int], float], float], seconds: float, seed: int) -> Rows:
    """Worlds a second that agree with all that is public, where so many cards are left in each hand."""
    rows = []
    for left in (35, 25, 15, 5):
        match = FriendsMatch(PRESETS["original"], 6, MatchRandom.from_number(seed))
        clubs = [ClubBot(seat) for seat in range(6)]
        while True:
            if match.awaiting_deal:
                match.deal()
            seat = match.to_act
            assert seat is not None and match.phase is not None
            view, history = match.view(seat), match.history(seat)
            if match.phase.name == "play" and sum(match.hands[seat]) <= left:
                break
            match.apply(seat, clubs[seat].choose(view, history))
        search = FriendsSearch(1)
        search.read(view, history)

        def draw(search: FriendsSearch = search) -> int:
            for _ in range(CHUNK):
                search.draw()
            return CHUNK

        rows.append({"engine": "Amity, Friends!", "cards a hand": left, "worlds/s": round(rate(draw, seconds))})
    return rows


def decisions(quantiles: Callable[[Sequence[float]], dict[str, float]], deals: int, seed: int) -> Rows:
    """Times of the expert's decisions with its usual budget, all seats, where there is something to choose."""
    times: dict[str, list[float]] = {}
    search = FriendsSearch(1)
    for number in range(deals):
        match = FriendsMatch(PRESETS["original"], 6, MatchRandom.from_number(seed + number))
        clubs = [ClubBot(seat) for seat in range(6)]
        while not match.sheets:
            if match.awaiting_deal:
                match.deal()
            seat = match.to_act
            assert seat is not None
            view, history = match.view(seat), match.history(seat)
            start = time.thread_time()
            choices = search.choices(view, history, BUDGET, None, clubs[seat].choose(view, history))
            if len(choices) > 1:
                times.setdefault(view.phase, []).append((time.thread_time() - start) * 1000)
            match.apply(seat, choices[0].action)
    return [
        {"decision": f"Friends!, {name}, {BUDGET.nodes:,} nodes", "asked": len(found), **quantiles(found)}
        for name, found in times.items()
    ]
