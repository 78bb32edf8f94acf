"""What happens in a match of Friends!, outcomes included.

Levels count from 2; 11 to 14 are J to A, 15 and more is past A. Trump suits are letters, ``N`` is Joker trump.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from amity.games.friends.actions import Bid, Bury, Call, Claim, Pass, Play
from amity.match import Action, Event, Forfeited, MatchEnded

Trump: TypeAlias = Literal["D", "C", "H", "S", "N"]
Side: TypeAlias = Literal["dealer", "opponents"]
Cards: TypeAlias = tuple[str, ...]


class Dealt(Event, frozen=True, tag="dealt"):
    """The cards are dealt."""

    number: int
    """Deals of the match, from 1."""
    attempt: int
    """How often this deal was dealt before because nobody bid in OpenBid."""
    dealer: int | None
    """``None`` in the first deal of a match, whose dealer is bid for."""
    starter: int
    """Who bids first; the first card went there."""
    level: int
    hands: tuple[Cards | None, ...]
    """By seat, in the order received; ``None`` where not known."""
    base: Cards | None

    def seen_by(self, seat: int | None) -> Dealt:
        """Own cards only."""
        hands = tuple(hand if holder == seat else None for holder, hand in enumerate(self.hands))
        return Dealt(self.number, self.attempt, self.dealer, self.starter, self.level, hands, None)


class BidMade(Event, frozen=True, tag="bid_made"):
    """A seat bid. In SwapBid its trump suit holds at once."""

    seat: int
    card: str
    count: int
    trump: Trump
    """The trump suit that the bid names."""
    next_seat: int | None
    """Who acts next; ``None`` when the bidder takes the base first."""

    def action(self) -> tuple[int, Action]:
        """The bid."""
        return self.seat, Bid(self.card, self.count)


class Passed(Event, frozen=True, tag="passed"):
    """A seat passed."""

    seat: int
    next_seat: int | None
    """Who acts next; ``None`` when this pass ended the bidding."""

    def action(self) -> tuple[int, Action]:
        """The pass."""
        return self.seat, Pass()


class BiddingFailed(Event, frozen=True, tag="bidding_failed"):
    """Nobody bid in OpenBid: new cards are dealt."""

    attempt: int
    """How often that has happened in a row, from 1."""


class TrumpDecided(Event, frozen=True, tag="trump_decided"):
    """OpenBid or PreBid is over."""

    dealer: int
    trump: Trump
    bidder: int | None
    """Whose bid it was; ``None`` when the base decided."""
    shown: Cards
    """The base's cards that were looked through for it, shown to all."""


class BaseTaken(Event, frozen=True, tag="base_taken"):
    """A seat takes the base into its hand."""

    seat: int
    cards: Cards | None
    """``None`` where not known."""

    def seen_by(self, seat: int | None) -> BaseTaken:
        """The cards for who takes them."""
        return self if seat == self.seat else BaseTaken(self.seat, None)


class Buried(Event, frozen=True, tag="buried"):
    """A seat laid six cards aside as the base."""

    seat: int
    cards: Cards | None
    """``None`` where not known."""
    swapped: bool
    """Whether it did so in SwapBid."""
    next_seat: int
    """Who acts next in SwapBid."""

    def seen_by(self, seat: int | None) -> Buried:
        """The cards for who buried them."""
        return self if seat == self.seat else Buried(self.seat, None, self.swapped, self.next_seat)

    def action(self) -> tuple[int, Action] | None:
        """Laying the cards aside."""
        return None if self.cards is None else (self.seat, Bury(self.cards))


class BiddingEnded(Event, frozen=True, tag="bidding_ended"):
    """SwapBid is over; the dealer calls."""

    dealer: int
    trump: Trump
    last_swapped: int


class Called(Event, frozen=True, tag="called"):
    """The dealer called a friend."""

    seat: int
    card: str
    number: int
    last: bool
    """Whether that was the last call, so that the dealer leads."""

    def action(self) -> tuple[int, Action]:
        """The call."""
        return self.seat, Call(self.card, self.number)


class Rejected(msgspec.Struct, frozen=True):
    """A rejected pattern."""

    cards: Cards
    seat: int
    """The first rejector in turn order after the leader."""
    shown: Cards
    """His lowest sufficient pattern."""


class ThrowRejected(Event, frozen=True, tag="throw_rejected"):
    """Patterns of a throw were rejected; what is led in spite of it is the next event."""

    seat: int
    cards: Cards
    """All cards of the throw, pattern by pattern."""
    patterns: tuple[Cards, ...]
    """The throw as announced."""
    rejected: tuple[Rejected, ...]
    fine: int

    def action(self) -> tuple[int, Action]:
        """The throw."""
        return self.seat, Play(self.cards, self.patterns)


class RestClaimed(Event, frozen=True, tag="rest_claimed"):
    """A seat takes all tricks that are left with these leads; the cards of the others are played for them."""

    seat: int
    leads: tuple[tuple[Cards, ...], ...]
    """In their order, each by its patterns."""

    def action(self) -> tuple[int, Action]:
        """The claim."""
        return self.seat, Claim(self.leads)


class CardsPlayed(Event, frozen=True, tag="cards_played"):
    """A seat played."""

    seat: int
    cards: Cards
    """High to low; those of a lead pattern by pattern."""
    patterns: tuple[Cards, ...]
    """The split of a lead, announced to everybody; empty for the others."""
    shows_void: str
    """The led group (a suit letter, ``T`` for the trumps) when the play shows that the seat has no more of it."""
    next_seat: int | None
    """Who plays next; ``None`` when the trick is complete."""
    rest: bool
    """Whether this is what a rejected throw left to be led."""

    def action(self) -> tuple[int, Action]:
        """The play."""
        return self.seat, Play(self.cards, self.patterns or None)


class FriendFound(Event, frozen=True, tag="friend_found"):
    """A call is settled. The seat may be the dealer himself, or found twice: his side is just smaller then."""

    seat: int
    call: int
    """Which call, 0 or 1."""
    in_base: bool
    """Whether the copy lies in the base, which makes the last swapped player the friend."""


class TrickTaken(Event, frozen=True, tag="trick_taken"):
    """A trick is complete."""

    seat: int
    points: int


class ScoreLine(msgspec.Struct, frozen=True):
    """A line of the opponents' points."""

    name: Literal["taken", "base", "fine", "clamp"]
    """Points taken, base with its multiplier, fines of a seat, and what keeps the sum from falling below zero."""
    seat: int | None
    points: int


class DealScored(Event, frozen=True, tag="deal_scored"):
    """A deal is over. The lines add up to ``points``. Rules: friends, 6."""

    number: int
    dealer: int
    level: int
    """The deal's level."""
    trump: Trump
    dealer_side: tuple[int, ...]
    opponents: tuple[int, ...]
    base: Cards
    base_points: int
    multiplier: int
    base_seat: int
    """Who took the last trick and with it the base."""
    lines: tuple[ScoreLine, ...]
    points: int
    """P, the opponents' points."""
    winner: Side
    gained: int
    """Levels that each player of the winning side goes up."""
    levels: tuple[int, ...]
    """Level of each seat now."""
    next_dealer: int


FriendsEvent: TypeAlias = (
    Dealt
    | BidMade
    | Passed
    | BiddingFailed
    | TrumpDecided
    | BaseTaken
    | Buried
    | BiddingEnded
    | Called
    | RestClaimed
    | ThrowRejected
    | CardsPlayed
    | FriendFound
    | TrickTaken
    | DealScored
    | Forfeited
    | MatchEnded
)
