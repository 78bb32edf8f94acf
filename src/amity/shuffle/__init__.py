"""Deals anyone can check: commit–reveal seeds and a versioned shuffle.

The server draws a 32-byte seed and shows its SHA-256 before anything is dealt; each seat may add a seed of its own,
committed to beforehand in the same way. Every random choice of the match is then a function of those seeds, the
match, the deal, the attempt and the purpose, so whoever holds the seeds recomputes the whole match. The algorithm
stands in ``docs/shuffle.md``; its name is part of every record.
"""

from amity.shuffle._random import (
    ALGORITHM,
    MatchRandom,
    RandomStream,
    commitment,
    deal_in_packets,
    draw_seed,
    verify_commitment,
)

__all__ = [
    "ALGORITHM",
    "MatchRandom",
    "RandomStream",
    "commitment",
    "deal_in_packets",
    "draw_seed",
    "verify_commitment",
]
