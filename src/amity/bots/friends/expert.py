"""The expert: bids, buries, calls and plays by compiled search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from amity.bots._bot import Advice
from amity.bots.friends.players import ClubBot
from amity.games.friends.actions import FriendsAction
from amity.games.friends.observe import FriendsView
from amity.match import Event
from amity.search import Budget, CancelFlag
from amity.search.friends import DEFAULTS, Choice, FriendsSearch, Settings

BUDGET: Final = Budget(nodes=30_000)
"""A decision takes at most two tenths of a second of one core; the same everywhere, as a bot has to be repeatable."""


class ExpertBot:
    """Chooses what puts its level ahead of the others' in sampled worlds, and does what a club player would where
    nothing is clearly better. Loads the compiled code when it first thinks.
    """

    def __init__(self, seed: int, budget: Budget = BUDGET, settings: Settings = DEFAULTS) -> None:
        self.budget = budget
        self.cancel: CancelFlag | None = None
        self._seed = seed
        self._settings = settings
        self._club = ClubBot(seed)
        self._search: FriendsSearch | None = None

    def choose(self, view: FriendsView, history: Sequence[Event]) -> FriendsAction:
        """The best choice that the search finds within the budget."""
        return self._choices(view, history)[0].action

    def advise(self, view: FriendsView, history: Sequence[Event]) -> list[Advice]:
        """What the search has looked at, with the levels that the seat gains in this deal more than the others."""
        choices = self._choices(view, history)
        if len(choices) == 1:
            return [Advice(choices[0].action, None)]
        return [Advice(choice.action, choice.levels) for choice in choices]

    def _choices(self, view: FriendsView, history: Sequence[Event]) -> list[Choice]:
        if self._search is None:
            self._search = FriendsSearch(self._seed, self._settings)
        usual = self._club.choose(view, history)
        return self._search.choices(view, history, self.budget, self.cancel, usual)
