"""The players of Friends!."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from amity.bots.friends.auction import choose_bid, choose_bury, choose_call
from amity.bots.friends.situation import Memory, Situation
from amity.bots.friends.tactics import Habits, choose_follow, choose_lead
from amity.games.friends.actions import FriendsAction
from amity.games.friends.candidates import leads, plays
from amity.games.friends.observe import FriendsView
from amity.games.friends.phases import PASS, play_of
from amity.match import Event

PASSES: Final = 0.8
"""How often ``random`` passes when it might bid; uniform bids would all jump to the limit."""

TRUMP_STRENGTH: Final = 19.0
"""From this strength on a trump suit is bid for."""
DEALER_STRENGTH: Final = 27.0
"""From this strength on the deal is bid for: the dealer's side wins more often than not."""

NOVICE: Final = Habits(
    read_sides=False,
    keep_sets=False,
    watch_later=False,
    weigh_bids=False,
    safe_throws=False,
    careful_burial=False,
)


class RandomBot:
    """Any of the listed actions, passing most of the time when it might bid."""

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)

    def choose(self, view: FriendsView, history: Sequence[Event]) -> FriendsAction:
        """A random action; in play only the chosen one of the listed is made."""
        if view.phase == "play":
            order, hand, lead = view.order(), view.hand_as_counts(), view.lead()
            if lead is None:
                found = leads(order, hand)
            else:
                found = plays(lead, hand, view.best())[0]
            return play_of(order, found[int(self._chance.random() * len(found))])
        actions = view.legal_actions()
        if actions[0] is PASS and self._chance.random() < PASSES:
            return PASS
        return actions[int(self._chance.random() * len(actions))]


class HabitBot:
    """Bids, buries, calls and plays by its habits; nothing in it is left to chance."""

    def __init__(self, seed: int, habits: Habits) -> None:
        self.habits = habits
        self._memory = Memory()

    def choose(self, view: FriendsView, history: Sequence[Event]) -> FriendsAction:
        """The action its habits find best."""
        habits = self.habits
        if view.phase == "open_bid":
            return choose_bid(view, least=DEALER_STRENGTH if habits.weigh_bids else TRUMP_STRENGTH, gain=2.0)
        if view.phase == "pre_bid":
            return choose_bid(view, least=TRUMP_STRENGTH, gain=2.0)
        if view.phase == "swap_bid":
            return choose_bid(view, least=TRUMP_STRENGTH, gain=4.0)
        if view.phase == "bury":
            return choose_bury(view, careful=habits.careful_burial)
        if view.phase == "call":
            return choose_call(view, strong=habits.strong_calls)
        assert view.seat is not None, "a bot has a seat"
        self._memory.read(history, view.seat)
        now = Situation(view, self._memory, read_sides=habits.read_sides)
        if now.lead is not None:
            return play_of(now.order, choose_follow(now, now.lead, habits))
        patterns = choose_lead(now, habits)
        faces = [face for pattern in patterns for face in pattern.cards()]
        return play_of(now.order, faces, patterns)


class NoviceBot(HabitBot):
    """Gives points to friends it knows and saves strength, but bids on anything and throws what looks high."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, NOVICE)


class ClubBot(HabitBot):
    """All the habits."""

    def __init__(self, seed: int, habits: Habits | None = None) -> None:
        super().__init__(seed, habits or Habits())
