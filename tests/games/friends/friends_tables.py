"""Matches of Friends! for the tests: with given hands, at a given point, or played at random."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from amity.cards import FRIENDS
from amity.games.friends import FriendsMatch, FriendsOptions
from amity.games.friends.actions import Bid, Bury, Call, FriendsAction, Pass, Play
from amity.games.friends.events import (
    BaseTaken,
    BiddingEnded,
    Buried,
    Called,
    Dealt,
    Trump,
    TrumpDecided,
)
from amity.games.friends.options import PRESETS
from amity.shuffle import MatchRandom

PACK = [code for code in FRIENDS.codes for _ in range(4)]
OPTIONS = {
    "original": PRESETS["original"],
    "classic": PRESETS["classic"],
    "late": FriendsOptions(start_level=13, deals=3, rejected_throw="smallest", clamp_points=True),
}


def cards(text: str) -> tuple[str, ...]:
    return tuple(FRIENDS.codes[face] for face in FRIENDS.parse_faces(text))


def dealt(
    hands: Sequence[str] = (),
    base: str = "",
    *,
    dealer: int | None = None,
    starter: int = 0,
    level: int = 2,
    options: FriendsOptions = PRESETS["original"],
    avoid: str = "",
    seed: int = 1,
) -> FriendsMatch:
    """A match just dealt in which the hands begin with these cards and the rest is dealt at random.

    Cards of ``avoid`` go to nobody who was not given them: they are dealt to the last seats.
    """
    given = [list(cards(text)) for text in hands] + [[] for _ in range(6 - len(hands))]
    laid = list(cards(base))
    rest = list(PACK)
    for hand in (*given, laid):
        for card in hand:
            rest.remove(card)
    Random(seed).shuffle(rest)
    shunned = set(cards(avoid))
    rest.sort(key=lambda card: card in shunned)
    for hand in given:
        while len(hand) < 35:
            hand.append(rest.pop(0))
    laid += rest[: 6 - len(laid)]
    match = FriendsMatch(options, 6, MatchRandom.from_number(seed))
    match.fold(
        Dealt(1, 0, dealer, dealer if dealer is not None else starter, level, tuple(map(tuple, given)), tuple(laid))
    )
    return match


def playing(
    hands: Sequence[str],
    *,
    trump: Trump = "H",
    level: int = 2,
    dealer: int = 0,
    calls: Sequence[tuple[str, int]] = (("AS", 1), ("AC", 1)),
    base: str = "2D 2D 3D 3D 4D 4D",
    last_swapped: int | None = None,
    options: FriendsOptions = PRESETS["original"],
) -> FriendsMatch:
    """A match in which the dealer is about to lead from these hands, however small."""
    match = FriendsMatch(options, 6)
    match.fold(Dealt(1, 0, dealer, dealer, level, tuple(cards(hand) for hand in hands), cards(base)))
    match.fold(TrumpDecided(dealer, trump, dealer, ()))
    last = dealer if last_swapped is None else last_swapped
    match.fold(BaseTaken(last, cards(base)))
    match.fold(Buried(last, cards(base), last_swapped is not None, dealer))
    match.fold(BiddingEnded(dealer, trump, last))
    for place, (card, number) in enumerate(calls):
        match.fold(Called(dealer, card, number, place == 1))
    return match


def play(text: str) -> Play:
    """``AS AS + KS`` names patterns, ``AS AS KS`` does not."""
    parts = tuple(cards(part) for part in text.split("+"))
    return Play(tuple(card for part in parts for card in part), parts if "+" in text else None)


def choose(match: FriendsMatch, chance: Random) -> FriendsAction:
    """A random listed action, mostly passing where that is possible."""
    actions = match.legal_actions()
    if isinstance(actions[0], Pass) and chance.random() < 0.7:
        return actions[0]
    return actions[int(chance.random() * len(actions))]


def advance(match: FriendsMatch, chance: Random, steps: int) -> None:
    """Let chance take so many steps."""
    for _ in range(steps):
        if match.over:
            return
        if match.awaiting_deal:
            match.deal()
        else:
            assert match.to_act is not None
            match.apply(match.to_act, choose(match, chance))


def random_match(number: int, options: FriendsOptions, steps: int) -> FriendsMatch:
    match = FriendsMatch(options, 6, MatchRandom.from_number(number))
    advance(match, Random(number), steps)
    return match


def passes(match: FriendsMatch, count: int) -> None:
    for _ in range(count):
        assert match.to_act is not None
        match.apply(match.to_act, Pass())


__all__ = [
    "OPTIONS",
    "PACK",
    "Bid",
    "Bury",
    "Call",
    "Pass",
    "Play",
    "advance",
    "cards",
    "choose",
    "dealt",
    "passes",
    "play",
    "playing",
    "random_match",
]
