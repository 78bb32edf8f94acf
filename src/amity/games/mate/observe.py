"""What a seat of Mate sees: everything. Only the choices offered depend on who looks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from amity.cards import MATE
from amity.games.mate.actions import FOREPLACE, PLACE_NOTHING, PLAY
from amity.games.mate.events import GameScore
from amity.games.mate.options import MateOptions
from amity.match import Action, MatchEnded, View

Phase = Literal["deal", "foreplacing", "play", "over"]
"""``deal``: the next game is about to be dealt, or the first; the end of the last one still lies on the table."""


class TrickCard(msgspec.Struct, frozen=True):
    """One card of a trick and who played it."""

    seat: int
    card: str


class Trick(msgspec.Struct, frozen=True):
    """A complete trick: the led card, the answer, and who leads next."""

    cards: tuple[TrickCard, TrickCard]
    winner: int


class MateView(View, frozen=True, kw_only=True, tag="mate"):
    """The table as a seat, or a spectator, sees it."""

    options: MateOptions
    phase: Phase
    game_number: int
    """Number of the present game, or of the last one while the next is awaited; 0 before the first deal."""
    dealer: int | None
    """Dealer of that game; ``None`` before the first deal."""
    hands: tuple[tuple[str, ...], tuple[str, ...]]
    """The cards each seat still holds, clubs first and aces first; placed cards are not among them."""
    placed: tuple[str | None, str | None]
    """The card each seat has put aside. It stays here when it is played in trick 10."""
    decided: tuple[bool, bool]
    """Whether each seat has decided about placing (never, while foreplacing is off)."""
    trick_number: int
    """Number of the trick being played, 1 to 10; 0 before the first deal and while cards may be placed."""
    leader: int | None
    """Who leads, or has led, to that trick."""
    trick: tuple[TrickCard, ...]
    """The cards of the trick being played. After a mate it holds the mating card until the next deal."""
    tricks: tuple[Trick, ...]
    """The complete tricks of this game."""
    last_trick: Trick | None
    legal_cards: tuple[str, ...]
    """The cards the looking seat may play now; a placed card is among them when its time has come in trick 10."""
    placeable_cards: tuple[str, ...]
    """The cards the looking seat may place now. He may always place nothing."""
    scores: tuple[GameScore, ...]
    """The games played so far."""
    totals: tuple[int, int]
    result: MatchEnded | None

    def legal_actions(self) -> Sequence[Action]:
        """Everything the looking seat may do now; empty when it is not its turn."""
        if self.seat is None or self.seat != self.to_act:
            return ()
        if self.phase == "foreplacing":
            return (PLACE_NOTHING, *map(FOREPLACE.__getitem__, self.placeable_cards))
        return tuple(map(PLAY.__getitem__, self.legal_cards))


_SUIT_BITS: Final = 0b11111
_SUIT_CODES: Final = tuple(
    tuple(
        tuple(MATE.face_name(5 * suit + rank) for rank in range(4, -1, -1) if bits >> rank & 1)
        for bits in range(_SUIT_BITS + 1)
    )
    for suit in range(4)
)
"""For each suit and each set of its ranks the codes, ace first."""


def hand_codes(hand: int) -> tuple[str, ...]:
    """The codes of a mask of cards: clubs first, aces first.

    >>> hand_codes(1 << 19 | 1 << 0 | 1 << 4)
    ('AC', 'AD', '7D')
    """
    diamonds, hearts, spades, clubs = _SUIT_CODES
    return (
        clubs[hand >> 15]
        + spades[hand >> 10 & _SUIT_BITS]
        + hearts[hand >> 5 & _SUIT_BITS]
        + diamonds[hand & _SUIT_BITS]
    )
