"""The expert: bids, calls, discards, shows and plays by compiled search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from amity.bots._bot import Advice
from amity.bots.tarot.players import ClubBot
from amity.games.tarot import TarotAction, TarotView
from amity.games.tarot.phases import PLAYS
from amity.match import Event
from amity.search import Budget, CancelFlag
from amity.search.tarot import DEFAULTS, Choice, Settings, TarotSearch

BUDGET: Final = Budget(nodes=40_000)
"""A decision takes two tenths of a second of one core; the same everywhere, as a bot has to be repeatable."""


class ExpertBot:
    """Chooses what scores most in sampled worlds, and does what a club player would where nothing is clearly better.
    Loads the compiled code when it first thinks.
    """

    def __init__(self, seed: int, budget: Budget = BUDGET, settings: Settings = DEFAULTS) -> None:
        self.budget = budget
        self.cancel: CancelFlag | None = None
        self._seed = seed
        self._settings = settings
        self._club = ClubBot(seed)
        self._search: TarotSearch | None = None

    def choose(self, view: TarotView, history: Sequence[Event]) -> TarotAction:
        """The best choice that the search finds within the budget."""
        return self._choices(view, history)[0].action

    def advise(self, view: TarotView, history: Sequence[Event]) -> list[Advice]:
        """What the search has looked at, with the points b that each choice brings the seat's side."""
        if len(actions := view.legal_actions()) == 1:
            return [Advice(actions[0], None)]
        return [Advice(choice.action, choice.worth) for choice in self._choices(view, history)]

    def _choices(self, view: TarotView, history: Sequence[Event]) -> list[Choice]:
        if self._search is None:
            self._search = TarotSearch(self._seed, self._settings)
        usual: TarotAction
        if view.phase == "play":
            # Handfuls are judged by themselves.
            usual = PLAYS[self._club.choose_card(view, history)]
        else:
            usual = self._club.choose(view, history)
        return self._search.choices(view, history, self.budget, self.cancel, usual)
