"""What happens in a match of Tarot, outcomes included.

Points of cards are *half points* (91 points = 182) wherever a field's name or docstring says so; scores are whole.
Before the called card falls nothing public tells the partner: :class:`TrickTaken` counts for the seat that took the
trick, never for a side, and leaves the Excuse out, whose half-point exchange would give the sides away.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

import msgspec

from amity.cards import TAROT
from amity.games.tarot.actions import Bid, Call, Claim, Contract, Discard, Handful, Play, Slam
from amity.match import Action, Event, Forfeited, MatchEnded

HandfulSize: TypeAlias = Literal["single", "double", "triple"]

_DISPLAY: Final = (
    77,
    *range(76, 55, -1),
    *(14 * suit + rank for suit in (3, 2, 1, 0) for rank in range(13, -1, -1)),
)
DISPLAY_PLACE: Final = {TAROT.codes[face]: place for place, face in enumerate(_DISPLAY)}
"""Where a card stands in a sorted hand: the Excuse, trumps, spades, hearts, clubs, diamonds, each from high to low."""


def sort_cards(cards: Iterable[str]) -> tuple[str, ...]:
    """Codes in the order in which a hand is shown."""
    return tuple(sorted(cards, key=DISPLAY_PLACE.__getitem__))


class Dealt(Event, frozen=True, tag="dealt"):
    """The cards are dealt."""

    number: int
    """Counts every deal of the match from 1, unplayed ones too."""
    dealer: int
    hands: tuple[tuple[str, ...] | None, ...]
    """By seat, in the order received; ``None`` where not known, one's own hand sorted."""
    dog: tuple[str, ...] | None
    shuffled: bool
    """Whether the pack was shuffled; otherwise it was gathered from the deal before and cut."""
    cut: int | None
    """How many cards were lifted off; ``None`` when shuffled, or not known."""
    gaps: tuple[int, ...] | None
    """After which packets, counted from 1, a card went to the dog."""

    def seen_by(self, seat: int | None) -> Dealt:
        """Own cards only. The order received, the cut and the gaps would tell of the gathered order: left out."""
        hands = tuple(
            sort_cards(hand) if holder == seat and hand is not None else None for holder, hand in enumerate(self.hands)
        )
        return Dealt(self.number, self.dealer, hands, None, self.shuffled, None, None)


class DealVoid(Event, frozen=True, tag="deal_void"):
    """The deal is not played; the next dealer deals."""

    reason: Literal["all_passed", "petit_sec"]
    seat: int | None
    """Who showed the petit as his only trump."""


class BidMade(Event, frozen=True, tag="bid_made"):
    """A seat bid, or passed (``None``)."""

    seat: int
    contract: Contract | None

    def action(self) -> tuple[int, Action]:
        """The bid."""
        return self.seat, Bid(self.contract)


class AuctionWon(Event, frozen=True, tag="auction_won"):
    """The highest bidder is the taker."""

    seat: int
    contract: Contract


class Called(Event, frozen=True, tag="called"):
    """The taker called a card, or nobody (``None``)."""

    seat: int
    card: str | None
    partner: int | None
    """The holder; ``None`` when nobody else holds the card, and for everybody but the holder himself."""

    def seen_by(self, seat: int | None) -> Called:
        """Only the partner learns who he is."""
        if self.partner is None or self.partner == seat:
            return self
        return Called(self.seat, self.card, None)

    def action(self) -> tuple[int, Action]:
        """The call."""
        return self.seat, Call(self.card)


class SlamAnswered(Event, frozen=True, tag="slam_answered"):
    """The taker announced a slam, or did not."""

    seat: int
    announced: bool

    def action(self) -> tuple[int, Action]:
        """The answer."""
        return self.seat, Slam(self.announced)


class DogShown(Event, frozen=True, tag="dog_shown"):
    """The dog is turned up and goes into the taker's hand."""

    cards: tuple[str, ...]
    called: bool
    """Whether the called card lies in it: the taker is alone, and everybody knows."""


class Discarded(Event, frozen=True, tag="discarded"):
    """The taker laid cards aside."""

    seat: int
    cards: tuple[str, ...] | None
    """All of them; ``None`` for everybody but the taker."""
    shown: tuple[str, ...]
    """Those among them that all may see: kings, trumps, the Excuse."""

    def seen_by(self, seat: int | None) -> Discarded:
        """The shown cards only, unless the seat laid them aside itself."""
        return self if seat == self.seat else Discarded(self.seat, None, self.shown)

    def action(self) -> tuple[int, Action] | None:
        """The discard, where it is known."""
        return None if self.cards is None else (self.seat, Discard(self.cards))


class PlayBegan(Event, frozen=True, tag="play_began"):
    """The first trick is to be led."""

    leader: int


class HandfulShown(Event, frozen=True, tag="handful_shown"):
    """A seat showed trumps."""

    seat: int
    size: HandfulSize
    bonus: int
    cards: tuple[str, ...]

    def action(self) -> tuple[int, Action]:
        """Showing them."""
        return self.seat, Handful(self.cards)


class RestClaimed(Event, frozen=True, tag="rest_claimed"):
    """A seat takes all tricks that are left with these leads; the cards of the others are played for them."""

    seat: int
    cards: tuple[str, ...]
    """In the order in which they are led."""

    def action(self) -> tuple[int, Action]:
        """The claim."""
        return self.seat, Claim(self.cards)


class CardPlayed(Event, frozen=True, tag="card_played"):
    """A card was played to the trick."""

    seat: int
    card: str
    called: bool
    """Whether it is the called card: unless the taker played it, its player is the partner."""

    def action(self) -> tuple[int, Action]:
        """Playing it."""
        return self.seat, Play(self.card)


class TrickTaken(Event, frozen=True, tag="trick_taken"):
    """The trick is complete; its winner leads next."""

    seat: int
    half_points: int
    """Of the cards in it without the Excuse."""


class ScoreLine(msgspec.Struct, frozen=True):
    """One line of a score sheet."""

    name: str
    points: int
    seat: int | None = None
    """Whose handful it was."""


class DealScored(Event, frozen=True, tag="deal_scored"):
    """The score sheet of a played deal."""

    number: int
    taker: int
    partner: int | None
    """``None``: the taker was alone."""
    contract: Contract
    called: str | None
    counted: tuple[ScoreLine, ...]
    """How the attack's half points came together: tricks, dog or discard, excuse."""
    attack: int
    """The attack's half points."""
    defence: int
    """The defence's half points; both together are always 182."""
    bouts: int
    target: int
    """Whole points the attack needed."""
    made: bool
    difference: int
    """Distance from the target in whole points, halves rounded up; never negative."""
    lines: tuple[ScoreLine, ...]
    """What each defender pays (negative: receives): contract, petit_au_bout, handful, slam_…"""
    pays: int
    """Sum of the lines."""
    deltas: tuple[int, ...]
    """What the deal brings each seat."""
    totals: tuple[int, ...]
    """Of the match, after the deal."""


TarotEvent: TypeAlias = (
    Dealt
    | DealVoid
    | BidMade
    | AuctionWon
    | Called
    | SlamAnswered
    | DogShown
    | Discarded
    | PlayBegan
    | HandfulShown
    | RestClaimed
    | CardPlayed
    | TrickTaken
    | DealScored
    | Forfeited
    | MatchEnded
)
