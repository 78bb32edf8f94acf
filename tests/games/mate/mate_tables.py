"""Matches of Mate for the tests: with given hands, or played at random."""

from __future__ import annotations

import random

from amity.games.mate import Dealt, Foreplace, MateMatch, MateOptions, Play
from amity.shuffle import MatchRandom


def table(first: str, second: str, *, dealer: int = 0, foreplacing: bool = False, games: int = 4) -> MateMatch:
    """A match in whose first game the seats hold these cards."""
    match = MateMatch(MateOptions(foreplacing=foreplacing, games=games), 2, MatchRandom.from_number(0))
    match.fold(Dealt(1, dealer, (tuple(first.split()), tuple(second.split())), swapped=False))
    return match


def play(match: MateMatch, *cards: str) -> None:
    """Let whoever is in turn play these cards one after the other."""
    for card in cards:
        assert match.to_act is not None
        match.apply(match.to_act, Play(card))


def place(match: MateMatch, *cards: str | None) -> None:
    """Let whoever is in turn place these cards one after the other."""
    for card in cards:
        assert match.to_act is not None
        match.apply(match.to_act, Foreplace(card))


def play_to_the_end(match: MateMatch, choice: random.Random, steps: int = 10_000) -> MateMatch:
    """Play at random until the match is over, or that many steps have been made."""
    for _ in range(steps):
        if match.over:
            break
        if match.awaiting_deal:
            match.deal()
            continue
        assert match.to_act is not None
        match.apply(match.to_act, choice.choice(match.legal_actions()))
    return match


def random_match(number: int, options: MateOptions | None = None, steps: int = 10_000) -> MateMatch:
    """A match played at random, the same for the same number, to its end or for that many steps."""
    match = MateMatch(options or MateOptions(), 2, MatchRandom.from_number(number))
    return play_to_the_end(match, random.Random(number), steps)
