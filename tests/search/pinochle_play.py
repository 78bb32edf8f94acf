"""Moments of random matches of Pinochle, for the tests of the search."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from amity.cards import PINOCHLE
from amity.games.pinochle import BidMade, CardPlayed, Dealt, PinochleMatch, PinochleOptions, TrumpNamed
from amity.games.pinochle.play import copies
from amity.match import Event
from amity.shuffle import MatchRandom

HOUSE = PinochleOptions(must_trump=True, run_counts_marriage=True, trick_needed_for_melds=True, both_reach="higher")
"""Options that no preset has together."""


def act(match: PinochleMatch, chance: random.Random) -> None:
    """One random action; in the auction mostly the lowest bid or a pass."""
    assert match.to_act is not None
    actions = match.legal_actions()
    if len(actions) > 24:
        first = actions[: 2 if match.bid else 1]
        actions = first if chance.random() < 0.9 else actions[:30]
    match.apply(match.to_act, chance.choice(actions))


def match_at(options: PinochleOptions, number: int, cards_left: int, *, in_trick: int = 0) -> PinochleMatch:
    """A match whose first deal has been played at random until all hands have that many cards and one seat acts."""
    chance = random.Random(number)
    match = PinochleMatch(options, 4, MatchRandom.from_number(number))
    match.deal()
    while match.trump_suit < 0 or sum(match.card_counts) > 4 * cards_left - in_trick:
        act(match, chance)
    return match


def codes(hand: int) -> tuple[str, ...]:
    """The cards of a mask."""
    return tuple(code for face, code in enumerate(PINOCHLE.codes) for _ in range(copies(hand, face)))


def replayed(match: PinochleMatch, hands: Sequence[int]) -> list[Event]:
    """What would have happened had the seats held these cards now: the same calls and cards, carried out anew.

    :raises IllegalAction: something in the history would not have been legal.
    """
    dealt = next(event for event in match.events if isinstance(event, Dealt))
    played: list[list[str]] = [[], [], [], []]
    for event in match.events:
        if isinstance(event, CardPlayed):
            played[event.seat].append(event.card)
    again = PinochleMatch(match.options)
    whole = tuple((*played[seat], *codes(hands[seat])) for seat in range(4))
    again.fold(Dealt(dealt.deal, dealt.dealer, whole))
    for event in match.events:
        if isinstance(event, (BidMade, TrumpNamed, CardPlayed)) or event.action() is not None:
            happened: Any = event.action()
            again.apply(*happened)
    return again.events[1:]
