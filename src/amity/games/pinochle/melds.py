"""The melds of a hand. Rules: pinochle, Melds.

There are three classes: sequences, arounds and pinochles. A card counts once in each class. Hands are the masks of
:mod:`amity.games.pinochle.play`.
"""

from __future__ import annotations

from typing import Final, cast

from amity.cards import PINOCHLE
from amity.games.pinochle.events import Meld, MeldKind
from amity.games.pinochle.play import SUIT, SUIT_BITS

_RUN: Final = 0b01_01_01_01_01_00
"""One A 10 K Q J each within a suit's twelve bits; shifted left by one: both copies."""
_MARRIAGE: Final = 0b00_00_01_01_00_00
_JACK_OF_DIAMONDS: Final = PINOCHLE.parse_face("JD")
_QUEEN_OF_SPADES: Final = PINOCHLE.parse_face("QS")

# Places of the counts in the number that meld_counts returns, two bits each.
_RUNS: Final = 0
_TRUMP_MARRIAGES: Final = 1
_MARRIAGES: Final = 2  # 2 to 5, by suit
_DIXES: Final = 6
_AROUNDS: Final = 7  # 7 to 10: aces, kings, queens, jacks
_PINOCHLES: Final = 11

_AROUND_RANKS: Final = (5, 3, 2, 1)

# fmt: off
_POINTS: Final = (
    0, 150, 1500,
    0, 40, 80,
    0, 20, 40, 0, 20, 40, 0, 20, 40, 0, 20, 40,
    0, 10, 20,
    0, 100, 1000, 0, 80, 800, 0, 60, 600, 0, 40, 400,
    0, 40, 300,
)
# fmt: on
"""Points of none, one and two of each kind of meld, by the place of its count."""


def meld_counts(hand: int, trump: int, run_counts_marriage: bool) -> int:
    """How many of each meld a hand holds, two bits a kind: bits 0–1 runs, then trump marriages, marriages in
    D C H S, dixes, aces, kings, queens and jacks around, pinochles. 2 stands for the double where there is one.
    """
    suit = hand >> (SUIT_BITS * trump) & SUIT
    runs = 2 if suit & (_RUN << 1) == _RUN << 1 else 1 if suit & _RUN == _RUN else 0
    counts = runs | (suit & 1) + (suit >> 1 & 1) << (2 * _DIXES)
    common = SUIT
    for number in range(4):
        suit = hand >> (SUIT_BITS * number) & SUIT
        common &= suit
        if suit & _MARRIAGE == _MARRIAGE:
            marriages = 2 if suit & (_MARRIAGE << 1) == _MARRIAGE << 1 else 1
            if number != trump:
                counts |= marriages << (2 * (_MARRIAGES + number))
            elif run_counts_marriage:
                counts |= marriages << (2 * _TRUMP_MARRIAGES)
            else:
                # The king and queen of a run are used up within their class.
                counts |= (marriages - runs) << (2 * _TRUMP_MARRIAGES)
    if common:
        for place in range(4):
            pair = common >> (2 * _AROUND_RANKS[place]) & 3
            counts |= (pair & 1) + (pair >> 1) << (2 * (_AROUNDS + place))
    pair = hand >> (2 * _JACK_OF_DIAMONDS) & hand >> (2 * _QUEEN_OF_SPADES) & 3
    return counts | (pair & 1) + (pair >> 1) << (2 * _PINOCHLES)


def meld_points(hand: int, trump: int, run_counts_marriage: bool) -> int:
    """The points of all melds of a hand."""
    counts = meld_counts(hand, trump, run_counts_marriage)
    points = 0
    place = 0
    while counts:
        points += _POINTS[place + (counts & 3)]
        counts >>= 2
        place += 3
    return points


def find_melds(hand: int, trump: int, run_counts_marriage: bool) -> tuple[Meld, ...]:
    """All melds of a hand with the cards that make them; a double stands for its two singles."""
    counts = meld_counts(hand, trump, run_counts_marriage)
    melds: tuple[Meld, ...] = ()
    for place, found in enumerate(MELDS[trump]):
        count = counts >> (2 * place) & 3
        if count:
            melds += found[count - 1]
    return melds


def _melds_of_kind(trump: int, place: int) -> tuple[tuple[Meld, ...], tuple[Meld, ...]]:
    """What is shown for one and for two of the kind of meld at a place."""
    one, two = _POINTS[3 * place + 1], _POINTS[3 * place + 2]
    suit = PINOCHLE.suits[trump]
    if place == _RUNS:
        cards = tuple(rank + suit for rank in ("A", "10", "K", "Q", "J"))
        return _single_and_double("run", "double_run", suit, one, two, cards)
    if _AROUNDS <= place < _PINOCHLES:
        rank = ("A", "K", "Q", "J")[place - _AROUNDS]
        plural = ("aces", "kings", "queens", "jacks")[place - _AROUNDS]
        around, double = cast("MeldKind", f"{plural}_around"), cast("MeldKind", f"double_{plural}")
        return _single_and_double(around, double, "", one, two, tuple(rank + suit for suit in "SHCD"))
    if place == _PINOCHLES:
        return _single_and_double("pinochle", "double_pinochle", "", one, two, ("QS", "JD"))
    if place == _DIXES:
        meld = Meld("dix", suit, one, ("9" + suit,))
    elif place == _TRUMP_MARRIAGES:
        meld = Meld("trump_marriage", suit, one, ("K" + suit, "Q" + suit))
    else:
        suit = PINOCHLE.suits[place - _MARRIAGES]
        meld = Meld("marriage", suit, one, ("K" + suit, "Q" + suit))
    # These have no double: two of them are two melds.
    return (meld,), (meld, meld)


def _single_and_double(
    single: MeldKind, double: MeldKind, suit: str, one: int, two: int, cards: tuple[str, ...]
) -> tuple[tuple[Meld, ...], tuple[Meld, ...]]:
    pairs = tuple(card for card in cards for _ in range(2))
    return (Meld(single, suit, one, cards),), (Meld(double, suit, two, pairs),)


MELDS: Final = tuple(tuple(_melds_of_kind(trump, place) for place in range(_PINOCHLES + 1)) for trump in range(4))
"""By trump suit, place of the count in :func:`meld_counts`, and count less one: what is shown."""
