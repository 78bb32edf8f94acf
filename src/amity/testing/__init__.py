"""Hypothesis strategies for everything that our games are made of (needs ``hypothesis``).

Amity's own tests use them; so may anybody who writes a bot, a rule or a tool on top of it:

    >>> from hypothesis import given
    >>> from amity.testing import matches
    >>> @given(matches("tarot", seats=5))
    ... def test_hands_are_conserved(match):
    ...     assert sum(map(len, ...)) == 78

Everything is drawn from numbers that shrink: fewer decisions, the first preset, low seeds.
"""

from amity.testing._strategies import (
    cards,
    deals,
    decisions,
    game_names,
    hands,
    histories,
    match_options,
    matches,
    randomness,
    seat_counts,
    views,
)

__all__ = [
    "cards",
    "deals",
    "decisions",
    "game_names",
    "hands",
    "histories",
    "match_options",
    "matches",
    "randomness",
    "seat_counts",
    "views",
]
