"""What a seat can work out from its view and its history: cards not seen yet, and who is out of which suit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from amity.cards import PINOCHLE
from amity.games.pinochle import CardPlayed, Dealt, PinochleView
from amity.games.pinochle.play import beats
from amity.match import Event

FACES: Final = {code: face for face, code in enumerate(PINOCHLE.codes)}
ACE: Final = 5
TEN: Final = 4
KING: Final = 3
COUNTERS: Final = (ACE, TEN, KING)


def counts_of(cards: Sequence[str]) -> list[int]:
    """How many copies of each face are among the cards."""
    counts = [0] * 24
    for card in cards:
        counts[FACES[card]] += 1
    return counts


class Situation:
    """One decision in play, from the side of the seat that takes it. Faces and suits are numbers."""

    __slots__ = (
        "best",
        "bidder",
        "hand",
        "later",
        "led",
        "legal",
        "partner",
        "seat",
        "trick",
        "trump",
        "unseen",
        "void",
        "winner",
    )

    def __init__(self, view: PinochleView, history: Sequence[Event], *, remember: bool = True) -> None:
        """Read the moment. Without ``remember`` only the cards in hand and on the table count as seen."""
        assert view.seat is not None
        assert view.trump is not None
        assert view.bidder is not None
        self.seat: int = view.seat
        self.partner: int = (view.seat + 2) % 4
        self.bidder: int = view.bidder
        self.trump: int = PINOCHLE.suits.index(view.trump)
        self.hand: list[int] = counts_of(view.hand)
        """Copies by face."""
        self.legal: list[int] = [FACES[card] for card in view.legal_cards]
        self.trick: list[int] = [FACES[laid.card] for laid in view.trick]
        self.led: int = self.trick[0] // 6 if self.trick else -1
        self.winner: int = -1 if view.winning is None else view.winning
        """Who wins the trick so far; −1 before the lead."""
        self.best: int = -1
        """The face that does."""
        for face in self.trick:
            if self.best < 0 or beats(face, self.best, self.trump):
                self.best = face
        self.later: list[int] = [(view.seat + step) % 4 for step in range(1, 4 - len(self.trick))]
        """Who plays to this trick after this seat."""
        self.unseen: list[int] = [2 - count for count in self.hand]
        """Copies by face that other hands hold."""
        self.void: list[int] = [0, 0, 0, 0]
        """By seat, a mask of the suits it has shown to be out of."""
        if remember:
            self._remember(history)
        else:
            for face in self.trick:
                self.unseen[face] -= 1

    def _remember(self, history: Sequence[Event]) -> None:
        played: list[CardPlayed] = []
        for event in reversed(history):
            if isinstance(event, CardPlayed):
                played.append(event)
            elif isinstance(event, Dealt):
                break
        played.reverse()
        led = -1
        for place, event in enumerate(played):
            face = FACES[event.card]
            self.unseen[face] -= 1
            if place % 4 == 0:
                led = face // 6
            elif face // 6 != led:
                self.void[event.seat] |= 1 << led

    @property
    def leading(self) -> bool:
        """Whether this seat leads to the trick."""
        return not self.trick

    @property
    def partner_wins(self) -> bool:
        """Whether the partner's card is the best so far."""
        return self.winner == self.partner

    @property
    def opponents_later(self) -> list[int]:
        """The opponents who play after this seat."""
        return [seat for seat in self.later if seat != self.partner]

    def in_suit(self, suit: int) -> int:
        """How many cards of a suit are in hand."""
        return sum(self.hand[6 * suit : 6 * suit + 6])

    def unseen_in(self, suit: int) -> int:
        """How many cards of a suit other hands hold."""
        return sum(self.unseen[6 * suit : 6 * suit + 6])

    def unseen_above(self, face: int) -> int:
        """How many cards that beat this one within its suit other hands hold."""
        return sum(self.unseen[face + 1 : face - face % 6 + 6])

    def is_high(self, face: int) -> bool:
        """Whether no other hand holds a higher card of the suit."""
        return not self.unseen_above(face)

    def takes(self, face: int) -> bool:
        """Whether the card would be the best of the trick so far."""
        return self.best < 0 or beats(face, self.best, self.trump)

    def may_trump(self, seat: int, suit: int) -> bool:
        """Whether a seat is known to be out of a plain suit and may hold trumps."""
        if suit == self.trump or self.void[seat] >> self.trump & 1 or not self.unseen_in(self.trump):
            return False
        return bool(self.void[seat] >> suit & 1) or not self.unseen_in(suit)

    def is_safe(self, face: int) -> bool:
        """Whether the card, best of the trick once played, is likely to stay so."""
        suit = face // 6
        led = suit if self.led < 0 else self.led
        for seat in self.opponents_later:
            if suit == led:
                if self.unseen_above(face) and not self.void[seat] >> suit & 1:
                    return False
                if self.may_trump(seat, suit):
                    return False
            elif self.unseen_above(face) and self.may_trump(seat, led):
                # A trump on a plain suit: only a higher trump beats it.
                return False
        return True


def rank(face: int) -> int:
    """0 to 5 for 9 J Q K 10 A."""
    return face % 6


def is_counter(face: int) -> bool:
    """Whether the card is worth points in a trick."""
    return face % 6 >= KING
