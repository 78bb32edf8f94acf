"""What happens in a match of Pinochle. Events carry outcomes: folding them needs no rule."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from amity.cards import PINOCHLE
from amity.games.pinochle.actions import NAME_TRUMP, PASS, PLAYS, Bid, NameTrump, Pass, Play
from amity.match import Event, Forfeited, MatchEnded

MeldKind = Literal[
    "run",
    "double_run",
    "trump_marriage",
    "marriage",
    "dix",
    "aces_around",
    "double_aces",
    "kings_around",
    "double_kings",
    "queens_around",
    "double_queens",
    "jacks_around",
    "double_jacks",
    "pinochle",
    "double_pinochle",
]


class Meld(msgspec.Struct, frozen=True):
    """One meld and the cards that make it. Rules: pinochle, Melds."""

    kind: MeldKind
    suit: str
    """The suit letter of a plain marriage (and of every other sequence: the trump suit); ``""`` for the rest."""
    points: int
    cards: tuple[str, ...]

    @property
    def name(self) -> str:
        """The name people use: ``double run``, ``marriage S``."""
        words = self.kind.replace("_", " ")
        return f"{words} {self.suit}" if self.kind == "marriage" else words


class ScoreLine(msgspec.Struct, frozen=True):
    """One line of a side's score sheet; the lines of a sheet add up to its change."""

    name: Literal["melds", "melds_without_trick", "tricks", "not_scored", "bid_subtracted"]
    """``melds_without_trick`` takes the melds back from a side that needed a trick for them; ``not_scored`` takes
    back all that a side made that missed its bid, ``bid_subtracted`` is that bid, negative."""
    points: int


class SideScore(msgspec.Struct, frozen=True):
    """What a deal did to one side's total."""

    before: int
    lines: tuple[ScoreLine, ...]
    change: int
    after: int


class Dealt(Event, frozen=True, tag="dealt"):
    """Twelve cards to each seat."""

    deal: int
    """Number of the deal in the match, from 1."""
    dealer: int
    hands: tuple[tuple[str, ...] | None, ...]
    """By seat, in the order received; ``None`` for a hand that is not shown."""

    def seen_by(self, seat: int | None) -> Dealt:
        """Only the seat's own hand."""
        shown = tuple(hand if owner == seat else None for owner, hand in enumerate(self.hands))
        return Dealt(self.deal, self.dealer, shown)


class BidMade(Event, frozen=True, tag="bid_made"):
    """A seat bid."""

    seat: int
    points: int
    next_seat: int

    def action(self) -> tuple[int, Bid]:
        # Built anew: an event of a forged record may hold any number.
        return self.seat, Bid(self.points)


class Passed(Event, frozen=True, tag="passed"):
    """A seat passed."""

    seat: int
    next_seat: int | None
    """``None`` when the auction ends with this pass."""

    def action(self) -> tuple[int, Pass]:
        return self.seat, PASS


class BiddingEnded(Event, frozen=True, tag="bidding_ended"):
    """The last bidder has the bid and names trump."""

    seat: int
    points: int


class TrumpNamed(Event, frozen=True, tag="trump_named"):
    """The bidder named trump."""

    seat: int
    suit: str

    def action(self) -> tuple[int, NameTrump]:
        return self.seat, NAME_TRUMP[PINOCHLE.suits.index(self.suit)]


class MeldsShown(Event, frozen=True, tag="melds_shown"):
    """Everybody's melds on the table; then the bidder leads."""

    melds: tuple[tuple[Meld, ...], ...]
    """By seat."""
    points: tuple[int, ...]
    """By seat."""


class CardPlayed(Event, frozen=True, tag="card_played"):
    """A seat played a card."""

    seat: int
    card: str

    def action(self) -> tuple[int, Play]:
        return self.seat, PLAYS[PINOCHLE.parse_face(self.card)]


class TrickWon(Event, frozen=True, tag="trick_won"):
    """The trick is complete; the winner leads next."""

    seat: int
    points: int
    """10 for each ace, ten and king in the trick."""
    bonus: int
    """10 for the last trick of the deal, else 0."""


class DealScored(Event, frozen=True, tag="deal_scored"):
    """The deal is over. Rules: pinochle, Score."""

    deal: int
    bidder: int
    bid: int
    made: bool
    """Whether the bidding side made its bid."""
    sides: tuple[SideScore, SideScore]
    """Side 0 is seats 0 and 2, side 1 is seats 1 and 3."""


PinochleEvent = (
    Dealt
    | BidMade
    | Passed
    | BiddingEnded
    | TrumpNamed
    | MeldsShown
    | CardPlayed
    | TrickWon
    | DealScored
    | Forfeited
    | MatchEnded
)

CARD_PLAYED: Final = tuple(tuple(CardPlayed(seat, code) for code in PINOCHLE.codes) for seat in range(4))
"""By seat and face, built once."""
