"""The integer functions of the rules give the same when they are compiled: search uses them so."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numba
import pytest
from pinochle_tables import PACK, mask

from amity.games.pinochle.bidding import auction_ends, lowest_bid, next_caller
from amity.games.pinochle.melds import meld_counts
from amity.games.pinochle.play import add_card, beats, card_points, copies, legal_faces, remove_card


def a_hand(chance: random.Random) -> int:
    return mask(chance.sample(PACK, chance.randint(1, 12)))


def a_trick(chance: random.Random) -> tuple[int, int, int, int, bool]:
    """Arguments of ``legal_faces``: the best card is of the suit led or a trump."""
    led, trump = chance.randrange(-1, 4), chance.randrange(4)
    best = -1 if led < 0 else 6 * chance.choice((led, trump)) + chance.randrange(6)
    if led == trump >= 0:
        best = 6 * trump + chance.randrange(6)
    return a_hand(chance), led, best, trump, chance.random() < 0.5


def a_card_of(chance: random.Random, *, held: tuple[int, ...]) -> tuple[int, int]:
    """A hand and a face it has so often."""
    hand = a_hand(chance)
    return hand, chance.choice([face for face in range(24) if copies(hand, face) in held])


CASES: dict[Callable[..., Any], Callable[[random.Random], tuple[Any, ...]]] = {
    legal_faces: a_trick,
    meld_counts: lambda chance: (a_hand(chance), chance.randrange(4), chance.random() < 0.5),
    beats: lambda chance: (chance.randrange(24), chance.randrange(24), chance.randrange(4)),
    card_points: lambda chance: (chance.randrange(24),),
    copies: lambda chance: a_card_of(chance, held=(0, 1, 2)),
    add_card: lambda chance: a_card_of(chance, held=(0, 1)),
    remove_card: lambda chance: a_card_of(chance, held=(1, 2)),
    auction_ends: lambda chance: (chance.randrange(16), chance.randrange(4), chance.random() < 0.5),
    lowest_bid: lambda chance: (10 * chance.randrange(301), chance.choice((10, 100))),
    next_caller: lambda chance: (chance.randrange(4), chance.randrange(15), chance.random() < 0.5),
}
"""Arguments as they occur in matches."""


@pytest.mark.parametrize("function", CASES, ids=lambda function: function.__name__)
def test_compiled_agrees_with_plain(function: Callable[..., Any]) -> None:
    compiled = numba.njit(function)
    chance = random.Random(9)
    for _ in range(3000):
        given = CASES[function](chance)
        found = function(*given)
        assert type(found) in (int, bool)
        assert compiled(*given) == found
        assert found < 2**62
