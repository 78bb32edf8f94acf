"""Playing a deal to its end at random, for any game."""

from __future__ import annotations

from typing import Any

from numba.extending import register_jitable

from amity.search import _questions as ask


@register_jitable
def play_randomly(state: Any, chance: Any) -> None:
    """Play the rest of the deal with random actions; the record becomes the end of the deal."""
    while not ask.is_over(state):
        ask.take_action(state, ask.random_action(state, chance))


@register_jitable
def play_sensibly(state: Any, chance: Any) -> None:
    """Play the rest of the deal with the game's informed actions."""
    while not ask.is_over(state):
        ask.take_action(state, ask.informed_action(state, chance))
