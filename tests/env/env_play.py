"""Random play through environments and positions for their tests."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from amity.env import Coding, MatchEnv, Tokens
from amity.match import Action, View

GAMES = [("mate", 2), ("pinochle", 4), ("tarot", 3), ("tarot", 4), ("tarot", 5), ("friends", 6)]


def random_token(environment: MatchEnv, chance: random.Random) -> int:
    """One of the tokens that may come next."""
    mask = environment.infos[environment.agent_selection]["action_mask"]
    return int(chance.choice(mask.nonzero()[0]))


def play_randomly(environment: MatchEnv, seed: int) -> Iterator[str]:
    """Play an episode; yields the agent in turn before each step."""
    environment.reset(seed)
    chance = random.Random(seed)
    while not any(environment.terminations.values()):
        yield environment.agent_selection
        environment.step(random_token(environment, chance))


def spelled_actions(coding: Coding[Any], view: View, most: int = 100_000) -> dict[Tokens, Action]:
    """Every action that the tokens allowed can spell, by its tokens; every branch must end in one."""
    found: dict[Tokens, Action] = {}
    open_: list[Tokens] = [()]
    while open_:
        spelled = open_.pop()
        allowed: Sequence[int] = coding.legal(view, spelled)
        assert allowed, f"{spelled} leads nowhere"
        assert len(set(allowed)) == len(allowed)
        for token in allowed:
            longer = (*spelled, token)
            action = coding.read(view, longer)
            if action is None:
                open_.append(longer)
            else:
                found[longer] = action
        assert len(found) <= most
    return found
