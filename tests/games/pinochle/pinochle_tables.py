"""Matches of Pinochle for the tests: with given hands, at a given point, or played at random."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from amity.games.pinochle import Bid, Dealt, NameTrump, Pass, PinochleMatch, PinochleOptions, Play
from amity.games.pinochle.melds import find_melds, meld_points
from amity.games.pinochle.options import PRESETS
from amity.games.pinochle.play import add_card
from amity.match import Event
from amity.shuffle import MatchRandom

FACES = {
    rank + suit: 6 * s + r for s, suit in enumerate("DCHS") for r, rank in enumerate(("9", "J", "Q", "K", "10", "A"))
}
PACK = [card for card in FACES for _ in range(2)]

ORIGINAL = PRESETS["original"]
CLUB = PRESETS["club"]
OTHER = PinochleOptions(
    minimum_bid=50, must_trump=True, run_counts_marriage=True, target=500, both_reach="higher", pass_is_final=False
)
OPTIONS = {"original": ORIGINAL, "club": CLUB, "other": OTHER}


def mask(cards: str | Sequence[str]) -> int:
    """A hand as the mask the rules work on."""
    hand = 0
    for card in cards.split() if isinstance(cards, str) else cards:
        hand = add_card(hand, FACES[card])
    return hand


def names(hand: str, trump: str, *, run_counts_marriage: bool = False) -> str:
    """The melds of a hand as the shared cases write them."""
    melds = find_melds(mask(hand), "DCHS".index(trump), run_counts_marriage)
    assert sum(meld.points for meld in melds) == meld_points(mask(hand), "DCHS".index(trump), run_counts_marriage)
    return ", ".join(f"{meld.name} {meld.points}" for meld in melds) or "none"


def deal_to(*hands: str) -> tuple[tuple[str, ...], ...]:
    """Four hands; the missing ones get what is left, sorted, as the tests do not look at them."""
    given = [tuple(hand.split()) for hand in hands]
    left = list(PACK)
    for hand in given:
        for card in hand:
            left.remove(card)
    while len(given) < 4:
        given.append(tuple(left[:12]))
        left = left[12:]
    return tuple(given)


def table(*hands: str, options: PinochleOptions = ORIGINAL, dealer: int = 0) -> PinochleMatch:
    """A match whose first deal gives the seats these hands."""
    match = PinochleMatch(options, 4, MatchRandom.from_number(0))
    match.fold(Dealt(1, dealer, deal_to(*hands)))
    return match


def say(match: PinochleMatch, *calls: int | None) -> None:
    """Let whoever is in turn bid, or pass (``None``)."""
    for points in calls:
        assert match.to_act is not None
        match.apply(match.to_act, Pass() if points is None else Bid(points))


def declare(match: PinochleMatch, trump: str, bid: int | None = None) -> None:
    """Let the dealer open and win the auction, and name trump."""
    say(match, match.options.minimum_bid if bid is None else bid, None, None, None)
    assert match.to_act is not None
    match.apply(match.to_act, NameTrump(trump))


def play(match: PinochleMatch, cards: str) -> list[Event]:
    """Let whoever is in turn play these cards one after the other; the events of the last one."""
    events: list[Event] = []
    for card in cards.split():
        assert match.to_act is not None
        events = match.apply(match.to_act, Play(card))
    return events


def choose(match: PinochleMatch, chance: random.Random) -> Any:
    """A legal action; in the auction mostly a pass or a low bid, so that matches end."""
    actions = match.legal_actions()
    if isinstance(actions[-1], (Bid, Pass)):
        if isinstance(actions[0], Pass) and chance.random() < 0.7:
            return actions[0]
        # The dealer's list has no pass.
        reach = 8 if chance.random() < 0.9 else len(actions)
        return actions[chance.randrange(min(reach, len(actions)))]
    return actions[chance.randrange(len(actions))]


def advance(match: PinochleMatch, chance: random.Random, steps: int) -> PinochleMatch:
    """Play at random until the match is over or that many steps have been made."""
    for _ in range(steps):
        if match.over:
            break
        if match.awaiting_deal:
            match.deal()
            continue
        assert match.to_act is not None
        match.apply(match.to_act, choose(match, chance))
    return match


def random_match(number: int, options: PinochleOptions = ORIGINAL, steps: int = 10_000) -> PinochleMatch:
    """A match played at random, the same for the same number, to its end or for that many steps."""
    match = PinochleMatch(options, 4, MatchRandom.from_number(number))
    return advance(match, random.Random(number), steps)
