"""The expert: bids, names trump and plays by compiled search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from amity.bots._bot import Advice
from amity.games.pinochle import PinochleAction, PinochleView
from amity.match import Event
from amity.search import Budget, CancelFlag
from amity.search.pinochle import DEFAULTS, Choice, PinochleSearch, Settings

BUDGET: Final = Budget(nodes=40_000)
"""A decision takes two tenths of a second of one core; the same everywhere, as a bot has to be repeatable."""


class ExpertBot:
    """Chooses what wins the match most often in sampled worlds. Loads the compiled code when it first thinks."""

    def __init__(self, seed: int, budget: Budget = BUDGET, settings: Settings = DEFAULTS) -> None:
        self.budget = budget
        self.cancel: CancelFlag | None = None
        self._seed = seed
        self._settings = settings
        self._search: PinochleSearch | None = None

    def choose(self, view: PinochleView, history: Sequence[Event]) -> PinochleAction:
        """The best choice that the search finds within the budget."""
        return self._choices(view, history)[0].action

    def advise(self, view: PinochleView, history: Sequence[Event]) -> list[Advice]:
        """What the search has looked at, with the points that the side makes in this deal more than the other."""
        if len(actions := view.legal_actions()) == 1:
            return [Advice(actions[0], None)]
        return [Advice(choice.action, choice.points) for choice in self._choices(view, history)]

    def _choices(self, view: PinochleView, history: Sequence[Event]) -> list[Choice]:
        if self._search is None:
            self._search = PinochleSearch(self._seed, self._settings)
        return self._search.choices(view, history, self.budget, self.cancel)
