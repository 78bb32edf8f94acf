"""The expert: bids, names trump and plays by compiled search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from amity.games.pinochle import PinochleAction, PinochleView
from amity.match import Event
from amity.search import Budget

BUDGET: Final = Budget(nodes=40_000)
"""A decision takes two tenths of a second of one core; the same everywhere, as a bot has to be repeatable."""


class ExpertBot:
    """Chooses what wins the match most often in sampled worlds. Loads the compiled code when it first thinks."""

    def __init__(self, seed: int, budget: Budget = BUDGET, **settings: Any) -> None:
        self._seed = seed
        self._budget = budget
        self._settings = settings
        self._search: Any = None

    def choose(self, view: PinochleView, history: Sequence[Event]) -> PinochleAction:
        """The best choice that the search finds within the budget."""
        if self._search is None:
            from amity.search.pinochle import PinochleSearch, Settings

            self._search = PinochleSearch(self._seed, Settings(**self._settings))
        best: PinochleAction = self._search.choices(view, history, self._budget)[0].action
        return best
