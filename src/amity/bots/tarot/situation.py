"""What a seat can work out from its view and its history: cards not seen, voids, and who plays with whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from amity.cards import TAROT
from amity.games.tarot import TarotView
from amity.games.tarot.dealing import HAND_SIZE
from amity.games.tarot.events import CardPlayed, Dealt
from amity.games.tarot.play import (
    ALL_TRUMPS,
    EXCUSE,
    FIRST_TRUMP,
    HALF_POINTS,
    NOTHING_LED,
    PETIT,
    SUIT_MASK,
    TRUMP_LED,
    WHOLE_PACK,
    faces_of,
    lead_of,
    winner_index,
)
from amity.match import Event

FACES: Final = {code: face for face, code in enumerate(TAROT.codes)}
TRUMP: Final = TRUMP_LED
"""Trumps as a suit, after the four plain ones."""
MASKS: Final = (*(SUIT_MASK << 14 * suit for suit in range(4)), ALL_TRUMPS)
"""By suit, trumps last."""
PETIT_BIT: Final = 1 << PETIT
EXCUSE_BIT: Final = 1 << EXCUSE


def mask_of_codes(cards: Sequence[str]) -> int:
    """The mask of some codes."""
    mask = 0
    for card in cards:
        mask |= 1 << FACES[card]
    return mask


def suit_of(face: int) -> int:
    """The suit of a face other than the Excuse; trumps are 4."""
    return face // 14 if face < FIRST_TRUMP else TRUMP


class Situation:
    """One decision in play, from the side of the seat that takes it."""

    __slots__ = (
        "attacks",
        "best",
        "called",
        "counts",
        "hand",
        "hidden",
        "hunted",
        "later",
        "led",
        "legal",
        "partner",
        "players",
        "points",
        "seat",
        "secret",
        "taker",
        "top",
        "trick",
        "tricks_left",
        "unseen",
        "void",
        "winner",
    )

    def __init__(self, view: TarotView, history: Sequence[Event], *, remember: bool = True) -> None:
        """Read the moment. Without ``remember`` only cards in hand and on the table count as seen."""
        assert view.seat is not None
        assert view.taker is not None
        players = len(view.hand_counts)
        self.players: int = players
        self.seat: int = view.seat
        self.taker: int = view.taker
        self.partner: int | None = view.partner
        """The partner, if this seat knows him."""
        self.called: int = -1 if view.called is None or view.call_open else FACES[view.called]
        """The called card while not everybody knows its holder."""
        self.secret: bool = self.called >= 0 and view.partner == view.seat
        """Whether this seat is the partner and the others do not know it."""
        self.attacks: bool = view.seat in (view.taker, view.partner)
        self.hand: int = mask_of_codes(view.hand)
        self.legal: list[int] = [FACES[card] for card in view.legal_cards]
        self.trick: list[int] = [FACES[played.card] for played in view.trick]
        self.counts: tuple[int, ...] = view.hand_counts
        self.tricks_left: int = HAND_SIZE[players] - view.trick_number
        """This trick included."""
        self.led: int = lead_of(self.trick)[0]
        place = winner_index(self.trick)
        self.best: int = self.trick[place] if place >= 0 else -1
        """The card that wins so far; −1 when nothing but the Excuse lies there."""
        self.winner: int = view.trick[place].seat if place >= 0 else -1
        self.points: int = sum(HALF_POINTS[face] for face in self.trick if face != EXCUSE)
        """Half points on the table."""
        self.later: list[int] = [(view.seat + step) % players for step in range(1, players - len(self.trick))]
        """Who plays to this trick after this seat."""
        aside = mask_of_codes(view.discard or view.discard_shown)
        self.unseen: int = WHOLE_PACK & ~self.hand & ~aside & ~sum(1 << face for face in self.trick)
        """Cards that other hands may hold."""
        self.void: list[int] = [0] * players
        """By seat, a mask of the suits it has shown to be out of."""
        self.top: list[int] = [EXCUSE] * players
        """By seat, a face above any trump it can still hold."""
        if remember:
            self._remember(history)
        self.hidden: int = max(1, self.unseen.bit_count())
        self.hunted: bool = bool(self.unseen & PETIT_BIT)
        """Whether the petit is still in another hand, as far as can be told."""

    def _remember(self, history: Sequence[Event]) -> None:
        played: list[CardPlayed] = []
        for event in reversed(history):
            if isinstance(event, CardPlayed):
                played.append(event)
            elif isinstance(event, Dealt):
                break
        played.reverse()
        led = NOTHING_LED
        highest = -1
        for place, event in enumerate(played):
            if place % self.players == 0:
                led, highest = NOTHING_LED, -1
            face = FACES[event.card]
            self.unseen &= ~(1 << face)
            if face == EXCUSE:
                continue
            suit = suit_of(face)
            if led == NOTHING_LED:
                led = suit
            elif suit != led:
                self.void[event.seat] |= 1 << led
                if suit != TRUMP:
                    self.void[event.seat] |= 1 << TRUMP
            if suit == TRUMP:
                if face < highest:
                    # Who plays below a trump in the trick has none above it.
                    self.top[event.seat] = min(self.top[event.seat], highest)
                else:
                    highest = face

    @property
    def leading(self) -> bool:
        """Whether this seat leads to the trick."""
        return not self.trick

    def is_ally(self, seat: int) -> bool:
        """Whether a seat plays for the same side, as far as this one can tell.

        A defender takes everybody but the taker for a friend until the called card falls; the taker trusts nobody.
        """
        if self.attacks:
            return seat in (self.taker, self.partner)
        return seat not in (self.taker, self.partner)

    @property
    def ally_wins(self) -> bool:
        """Whether the best card so far is an ally's."""
        return self.winner >= 0 and self.is_ally(self.winner)

    def in_suit(self, suit: int) -> int:
        """How many cards of a suit are in hand."""
        return (self.hand & MASKS[suit]).bit_count()

    def unseen_in(self, suit: int) -> int:
        """How many cards of a suit others may hold."""
        return (self.unseen & MASKS[suit]).bit_count()

    def unseen_above(self, face: int) -> int:
        """How many cards of its suit above this one others may hold."""
        return (self.unseen & MASKS[suit_of(face)] & -(1 << face + 1)).bit_count()

    def is_master(self, face: int) -> bool:
        """Whether nobody else can hold a higher card of its suit."""
        return face != EXCUSE and not self.unseen_above(face)

    def takes(self, face: int) -> bool:
        """Whether the card would be the best of the trick so far."""
        if face == EXCUSE:
            return False
        return self.best < 0 or (face > self.best and (face >= FIRST_TRUMP or face // 14 == self.best // 14))

    def none_chance(self, cards: int, seat: int) -> float:
        """The chance that a seat holds none of that many hidden cards."""
        if cards <= 0:
            return 1.0
        if cards >= self.hidden:
            return 0.0
        return float((1 - cards / self.hidden) ** self.counts[seat])

    def void_chance(self, seat: int, suit: int) -> float:
        """The chance that a seat is out of a suit."""
        if self.void[seat] >> suit & 1:
            return 1.0
        return self.none_chance(self.unseen_in(suit), seat)

    def beat_chance(self, seat: int, face: int) -> float:
        """The chance that a seat that plays later could beat a card that is the best of the trick."""
        suit = suit_of(face)
        led = suit if self.led == NOTHING_LED else self.led
        if suit == TRUMP:
            if self.void[seat] >> TRUMP & 1:
                return 0.0
            above = (self.unseen & ALL_TRUMPS & -(1 << face + 1) & ((1 << self.top[seat]) - 1)).bit_count()
            higher = 1 - self.none_chance(above, seat)
            return higher if led == TRUMP else higher * self.void_chance(seat, led)
        void = self.void_chance(seat, suit)
        trumps = 0.0 if self.void[seat] >> TRUMP & 1 else 1 - self.none_chance(self.unseen_in(TRUMP), seat)
        higher = 0.0 if self.void[seat] >> suit & 1 else 1 - self.none_chance(self.unseen_above(face), seat)
        return min(1.0, higher + void * trumps)

    def hold_chance(self, face: int) -> float:
        """The chance that a card, best of the trick once played, is not beaten by a foe who plays later."""
        chance = 1.0
        for seat in self.later:
            if not self.is_ally(seat):
                chance *= 1 - self.beat_chance(seat, face)
        return chance

    def own(self, suit: int) -> list[int]:
        """The cards of a suit in hand, low to high."""
        return faces_of(self.hand & MASKS[suit])
