"""Compiled search. Nothing here is imported by the rules or the server; numba is loaded when a search first runs."""

from __future__ import annotations

import importlib
from typing import Final

from amity.search._budget import Budget, CancelFlag, Cancelled

COMPILED: Final = ("friends", "mate", "pinochle", "tarot")
"""The games that have a compiled search, each in the module of its name."""


def warm_up(game: str) -> None:
    """Load the compiled search of a game, so that its bots do not have to wait; games without one need nothing.

    May take some ten seconds when this machine has not done so before. Compiling holds the interpreter lock: a server
    runs ``python -m amity.search GAME`` in a process of its own first, which leaves the code in the disk cache.
    """
    if game in COMPILED:
        importlib.import_module(f"amity.search.{game}").warm_up()


__all__ = ["COMPILED", "Budget", "CancelFlag", "Cancelled", "warm_up"]
