"""The bots: ``random``, ``novice`` and ``club``."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from typing import Final

from amity.bots.tarot.bidding import choose_call, choose_discard, shows_handful, sure_slam, worth
from amity.bots.tarot.habits import HABITS
from amity.bots.tarot.situation import MASKS, TRUMP, Situation, mask_of_codes
from amity.games.tarot import Bid, Call, Discard, Handful, Slam, TarotAction, TarotView
from amity.games.tarot.phases import PLAYS
from amity.games.tarot.play import BOUTS, EXCUSE, FIRST_TRUMP
from amity.match import Event


class RandomBot:
    """Plays any legal card. In the auction it mostly passes, as any legal bid would mean thousands."""

    BIDS: Final = 0.15
    """Chance to bid rather than pass."""
    SLAMS: Final = 0.02
    """Chance to announce a slam."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)

    def choose(self, view: TarotView, history: Sequence[Event]) -> TarotAction:
        """Choose without looking at the cards."""
        chance = self._chance
        if view.phase == "bidding" and chance.random() >= self.BIDS:
            return Bid(None)
        if view.phase == "slam":
            return Slam(chance.random() < self.SLAMS)
        if view.phase == "discard":
            return Discard(any_discard(view, chance))
        return chance.choice(view.legal_actions())


class NoviceBot:
    """Knows the rules and little more: bids on bouts, kings and trumps, wins what it can with its highest card."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)

    def choose(self, view: TarotView, history: Sequence[Event]) -> TarotAction:
        """Choose as a beginner would."""
        if view.phase == "play":
            return PLAYS[beginners_card(Situation(view, (), remember=False), self._chance)]
        if view.phase == "bidding":
            return beginners_bid(view)
        if view.phase == "calling":
            return Call(choose_call(view))
        if view.phase == "slam":
            return Slam(False)
        return Discard(beginners_discard(view))


class ClubBot:
    """Plays as good club players do, by :data:`amity.bots.tarot.habits.HABITS` and the habits before play.

    ``without`` names habits to switch off: those of the play, and ``value_hand`` (bid by the fitted valuation),
    ``make_voids`` (discard whole suits), ``show_handful`` and ``remember_cards`` (know what has been played).
    """

    BIDDING_HABITS: Final = ("value_hand", "make_voids", "show_handful")
    NAMES: Final = (*BIDDING_HABITS, "remember_cards", *HABITS)
    """All habits."""
    ONLY_FIVE: Final = ("keep_secret",)
    """Habits that need a called card."""
    PASSED_WORTH: Final = {3: -6.0, 4: -6.0, 5: -6.0}
    """What a defender expects: a contract that promises more is bid."""

    def __init__(self, seed: int, without: Collection[str] = ()) -> None:
        self._chance = random.Random(seed)
        self._without = frozenset(without)
        self._habits = [habit for name, habit in HABITS.items() if name not in self._without]

    def choose(self, view: TarotView, history: Sequence[Event]) -> TarotAction:
        """Choose by the first habit that has something to say."""
        if view.phase == "play":
            if view.handful_sizes and "show_handful" not in self._without and self._wants_to_show(view):
                return next(action for action in reversed(view.legal_actions()) if isinstance(action, Handful))
            return PLAYS[self.choose_card(view, history)]
        if view.phase == "bidding":
            return self.choose_bid(view)
        if view.phase == "calling":
            return Call(choose_call(view))
        if view.phase == "slam":
            return Slam(sure_slam(mask_of_codes(view.hand)))
        return Discard(choose_discard(view, make_voids="make_voids" not in self._without))

    def choose_bid(self, view: TarotView) -> Bid:
        """The contract that promises most, if it promises more than passing."""
        if "value_hand" in self._without:
            return beginners_bid(view)
        hand = mask_of_codes(view.hand)
        players = len(view.hand_counts)
        best = Bid(None)
        highest = self.PASSED_WORTH[players]
        for contract in view.legal_bids:
            if contract is not None:
                score = worth(hand, players, contract).score
                if score > highest:
                    best, highest = Bid(contract), score
        return best

    def choose_card(self, view: TarotView, history: Sequence[Event]) -> int:
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

    def _wants_to_show(self, view: TarotView) -> bool:
        assert view.contract is not None
        hand = mask_of_codes(view.hand)
        return shows_handful(view, worth(hand, len(view.hand_counts), view.contract).margin)


def any_discard(view: TarotView, chance: random.Random) -> tuple[str, ...]:
    """Any legal discard."""
    if view.options.discard == "any":
        return tuple(chance.sample(view.hand, view.discard_count))
    trumps = [card for card in view.legal_discards if card[0] == "T"]
    others = [card for card in view.legal_discards if card[0] != "T"]
    if len(others) >= view.discard_count:
        return tuple(chance.sample(others, view.discard_count))
    return (*others, *chance.sample(trumps, view.discard_count - len(others)))


def beginners_bid(view: TarotView) -> Bid:
    """Bouts and kings are strong, and so are many trumps: a petite, with much of it a guard."""
    hand = mask_of_codes(view.hand)
    players = len(view.hand_counts)
    strength = 2 * (hand & BOUTS).bit_count() + sum(hand >> 14 * suit + 13 & 1 for suit in range(4))
    strength += (hand & MASKS[TRUMP]).bit_count() - {3: 8, 4: 6, 5: 5}[players]
    for contract, needed in (("guard", 8), ("petite", 5)):
        if strength >= needed and contract in view.legal_bids:
            return next(Bid(legal) for legal in view.legal_bids if legal == contract)
    return Bid(None)


def beginners_discard(view: TarotView) -> tuple[str, ...]:
    """The lowest cards that are not trumps."""
    cards = [card for card in reversed(view.legal_discards) if card[0] not in "TK*"]
    rest = [card for card in reversed(view.legal_discards) if card[0] in "TK*"]
    cards.sort(key=lambda card: mask_of_codes((card,)).bit_length() % 14)
    return tuple((cards + rest)[: view.discard_count])


def beginners_card(now: Situation, chance: random.Random) -> int:
    """The highest card that takes the trick so far; when there is none, any card but the Excuse."""
    winners = [face for face in now.legal if now.takes(face)]
    if winners:
        return max(winners, key=lambda face: (face % 14 if face < FIRST_TRUMP else 0, face))
    others = [face for face in now.legal if face != EXCUSE] or now.legal
    return others[int(chance.random() * len(others))]
