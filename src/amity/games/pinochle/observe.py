"""What a seat may know of a match of Pinochle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, Literal, TypeVar

import msgspec

from amity.cards import PINOCHLE
from amity.games.pinochle.actions import BIDS, NAME_TRUMP, PASS, PLAYS, PinochleAction, Play
from amity.games.pinochle.events import DealScored, Meld
from amity.games.pinochle.options import BID_STEP, PinochleOptions
from amity.games.pinochle.play import SUIT
from amity.match import MatchEnded, View

T = TypeVar("T")

Phase = Literal["deal", "bidding", "trump", "play", "over"]
"""``deal``: a deal is awaited (the last one's score can be read); ``trump``: the bidder names trump."""


class Call(msgspec.Struct, frozen=True):
    """One word of the auction."""

    seat: int
    points: int | None
    """``None`` for a pass."""


class TrickCard(msgspec.Struct, frozen=True):
    """One card of a trick and who played it."""

    seat: int
    card: str


class Trick(msgspec.Struct, frozen=True):
    """A complete trick."""

    cards: tuple[TrickCard, ...]
    """In the order played."""
    winner: int
    points: int
    """Counters and, for the last trick, its 10."""


class PinochleView(View, frozen=True, kw_only=True, tag="pinochle"):
    """The table as one seat sees it, or a spectator. Sides: 0 is seats 0 and 2, 1 is seats 1 and 3."""

    options: PinochleOptions
    phase: Phase
    deal_number: int
    """Number of the deal, from 1; 0 before the first."""
    dealer: int | None
    """``None`` before the first deal."""
    hand: tuple[str, ...]
    """The seat's own cards, sorted by suit (S H C D), high to low; empty for a spectator."""
    hand_counts: tuple[int, ...]
    """Number of cards left, by seat."""
    calls: tuple[Call, ...]
    """The auction of this deal so far."""
    minimum_bid: int | None
    """The lowest bid the seat in turn may make (every ten up to 3000 may be bid); ``None`` when there is none."""
    may_pass: bool
    """Whether the seat in turn may pass: always in the auction but for the dealer's opening."""
    bidder: int | None
    """The highest bidder so far; after the auction, who won it."""
    bid: int | None
    """The highest bid so far."""
    trump: str | None
    melds: tuple[tuple[Meld, ...], ...]
    """By seat; all empty until trump is named."""
    meld_points: tuple[int, ...]
    """By seat."""
    trick: tuple[TrickCard, ...]
    """The cards on the table, in the order played."""
    winning: int | None
    """The seat whose card wins the trick so far."""
    last_trick: Trick | None
    """The last complete trick of this deal."""
    trick_counts: tuple[int, ...]
    """Tricks taken in this deal, by side."""
    trick_points: tuple[int, ...]
    """Points in these tricks, by side."""
    legal_cards: tuple[str, ...]
    """What the seat that looks may play now; empty unless it is its turn to play."""
    totals: tuple[int, ...]
    """Total of each side."""
    scores: tuple[DealScored, ...]
    """The score of every deal so far."""
    result: MatchEnded | None

    def legal_actions(self) -> Sequence[PinochleAction]:
        """All that the seat may do now; in the auction every bid from ``minimum_bid`` to 3000, after the pass."""
        if self.seat is None or self.seat != self.to_act:
            return ()
        if self.phase == "play":
            return tuple([PLAY_BY_CARD[card] for card in self.legal_cards])
        if self.phase == "bidding":
            return calls_from(self.minimum_bid, self.may_pass)
        return NAME_TRUMP


def _by_suit(values: Sequence[T]) -> tuple[Mapping[int, tuple[T, ...]], ...]:
    """For each suit, the values (one a face) of the cards in its twelve bits, high to low, by those bits."""
    tables = []
    for suit in range(4):
        table: dict[int, tuple[T, ...]] = {0: ()}
        # Each of the six ranks is held not at all, once (bit pair 01) or twice (11).
        for rank in reversed(range(6)):
            value = values[6 * suit + rank]
            table = {
                bits | pair << 2 * rank: (*held, *(value,) * pair.bit_count())
                for bits, held in table.items()
                for pair in (0, 1, 3)
            }
        tables.append(table)
    return tuple(tables)


_CODES: Final = _by_suit(PINOCHLE.codes)
_PLAYS: Final = _by_suit(PLAYS)


def sorted_codes(hand: int) -> tuple[str, ...]:
    """The cards of a hand or a set of faces: spades, hearts, clubs, diamonds, high to low."""
    diamonds, clubs, hearts, spades = _CODES
    return spades[hand >> 36] + hearts[hand >> 24 & SUIT] + clubs[hand >> 12 & SUIT] + diamonds[hand & SUIT]


def sorted_plays(faces: int) -> tuple[Play, ...]:
    """The plays of a set of faces, in the same order."""
    diamonds, clubs, hearts, spades = _PLAYS
    return spades[faces >> 36] + hearts[faces >> 24 & SUIT] + clubs[faces >> 12 & SUIT] + diamonds[faces & SUIT]


PLAY_BY_CARD: Final = {action.card: action for action in PLAYS}
TRICK_CARDS: Final = tuple(tuple(TrickCard(seat, code) for code in PINOCHLE.codes) for seat in range(4))
"""By seat and face, built once."""


@cache
def calls_from(minimum_bid: int | None, may_pass: bool) -> tuple[PinochleAction, ...]:
    """The pass, if it is allowed, and every bid from the minimum (``None``: no bid) up."""
    bids = () if minimum_bid is None else BIDS[minimum_bid // BID_STEP - 1 :]
    return (PASS, *bids) if may_pass else bids
