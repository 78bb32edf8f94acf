"""The bots: ``random``, ``novice`` and ``club``."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from typing import Final

from amity.bots.pinochle.bidding import CAUTION, count_melds, count_partner, count_tricks, longest_suit
from amity.bots.pinochle.habits import HABITS
from amity.bots.pinochle.situation import Situation, counts_of
from amity.games.pinochle import PinochleAction, PinochleView
from amity.games.pinochle.actions import BIDS, NAME_TRUMP, PASS, PLAYS
from amity.games.pinochle.options import BID_STEP
from amity.match import Event

JUMP_TO: Final = 120
JUMP_BELOW: Final = 40
STRIDE: Final = 20


class RandomBot:
    """Plays any legal card. In the auction it mostly passes, as any legal bid would mean thousands."""

    RAISES: Final = 0.15
    """Chance to bid rather than pass."""
    STEPS: Final = 5
    """It bids one of this many lowest bids."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)

    def choose(self, view: PinochleView, history: Sequence[Event]) -> PinochleAction:
        """Choose without looking at the cards."""
        chance = self._chance.random
        if view.phase == "bidding":
            if view.may_pass and (view.minimum_bid is None or chance() >= self.RAISES):
                return PASS
            bids = view.legal_actions()[view.may_pass :]
            return bids[int(chance() * min(self.STEPS, len(bids)))]
        actions = view.legal_actions()
        return actions[int(chance() * len(actions))]


class NoviceBot:
    """Knows the rules and little more: counts its own melds, wins what it can with its highest card, else plays any."""

    TRICKS: Final = 60
    """What it hopes for in tricks, whatever its cards."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)

    def choose(self, view: PinochleView, history: Sequence[Event]) -> PinochleAction:
        """Choose as a beginner would."""
        if view.phase == "play":
            return PLAYS[beginners_card(Situation(view, (), remember=False), self._chance)]
        values = count_melds(counts_of(view.hand), view)
        if view.phase == "trump":
            return NAME_TRUMP[values.index(max(values))]
        return bid_up_to(view, max(values) + self.TRICKS)


class ClubBot:
    """Plays as good club players do, by :data:`amity.bots.pinochle.habits.HABITS` and the bidding habits here.

    ``without`` names habits to switch off: those of the play, and ``count_tricks`` (bid on tricks as well as melds),
    ``count_partner`` (bid on what the partner may add), ``name_best_trump`` (the suit with the best melds and tricks,
    not merely the longest) and ``remember_cards`` (know what has been played).
    """

    BIDDING_HABITS: Final = ("count_tricks", "count_partner", "name_best_trump")
    NAMES: Final = (*BIDDING_HABITS, "remember_cards", *HABITS)
    """All habits."""

    def __init__(self, seed: int, without: Collection[str] = ()) -> None:
        self._chance = random.Random(seed)
        self._without = frozenset(without)
        self._habits = [habit for name, habit in HABITS.items() if name not in self._without]

    def choose(self, view: PinochleView, history: Sequence[Event]) -> PinochleAction:
        """Choose by the first habit that has something to say."""
        if view.phase == "play":
            return PLAYS[self.choose_card(view, history)]
        if view.phase == "trump":
            return NAME_TRUMP[self.choose_trump(view)]
        return self.choose_call(view)

    def choose_card(self, view: PinochleView, history: Sequence[Event]) -> int:
        """The face to play."""
        if len(view.legal_cards) > 1:
            now = Situation(view, history, remember="remember_cards" not in self._without)
            for habit in self._habits:
                face = habit(now)
                if face is not None:
                    return face
        else:
            now = Situation(view, (), remember=False)
        return beginners_card(now, self._chance)

    def choose_trump(self, view: PinochleView) -> int:
        """The suit to name."""
        counts = counts_of(view.hand)
        if "name_best_trump" in self._without:
            return longest_suit(counts)
        values = self._trump_values(counts, view)
        return values.index(max(values))

    def choose_call(self, view: PinochleView) -> PinochleAction:
        """Bid as little as possible while the side is likely to make it."""
        worth = max(self._trump_values(counts_of(view.hand), view)) - CAUTION
        if "count_partner" not in self._without:
            worth += count_partner(view)
        return bid_up_to(view, worth)

    def _trump_values(self, counts: Sequence[int], view: PinochleView) -> list[float]:
        melds = count_melds(counts, view)
        if "count_tricks" in self._without:
            return melds
        return [meld + tricks for meld, tricks in zip(melds, count_tricks(counts), strict=True)]


def bid_up_to(view: PinochleView, worth: float) -> PinochleAction:
    """A bid while the hand is worth it, else a pass; the dealer's opening is the lowest bid in any case.

    It does not crawl up in tens: to :data:`JUMP_TO` it goes straight to :data:`JUMP_BELOW` less than the hand is worth,
    later it adds :data:`STRIDE` to the lowest bid while there is as much left again. Measured, this costs nothing, and
    people wait less.
    """
    lowest = view.minimum_bid
    if lowest is None or (view.may_pass and lowest > worth):
        return PASS
    bid = int(min(JUMP_TO, worth - JUMP_BELOW)) // BID_STEP * BID_STEP
    if bid <= lowest:
        bid = lowest + STRIDE if lowest + 2 * STRIDE <= worth else lowest
    return BIDS[bid // BID_STEP - 1]


def beginners_card(now: Situation, chance: random.Random) -> int:
    """The highest card that takes the trick so far; when there is none, any card."""
    winners = [face for face in now.legal if now.takes(face)]
    if winners:
        return max(winners, key=lambda face: (face % 6, face // 6 == now.trump, face))
    return now.legal[int(chance.random() * len(now.legal))]
