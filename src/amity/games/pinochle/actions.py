"""What a seat may say or play, built once: the same action is always the same object here."""

from __future__ import annotations

from typing import Final

from amity.cards import PINOCHLE
from amity.games.pinochle.options import BID_STEP, HIGHEST_BID
from amity.match import Action


class Bid(Action, frozen=True, tag="bid"):
    """Bid what the side will make in this deal, melds and tricks together."""

    points: int


class Pass(Action, frozen=True, tag="pass"):
    """Do not bid higher."""


class NameTrump(Action, frozen=True, tag="name_trump"):
    """Name the trump suit of the deal."""

    suit: str
    """``D``, ``C``, ``H`` or ``S``."""


class Play(Action, frozen=True, tag="play"):
    """Play a card to the trick."""

    card: str


PinochleAction = Bid | Pass | NameTrump | Play

PASS: Final = Pass()
BIDS: Final = tuple(Bid(points) for points in range(BID_STEP, HIGHEST_BID + 1, BID_STEP))
"""Every bid, lowest first: ``BIDS[points // 10 - 1]``."""
NAME_TRUMP: Final = tuple(NameTrump(suit) for suit in PINOCHLE.suits)
"""By suit number."""
PLAYS: Final = tuple(Play(code) for code in PINOCHLE.codes)
"""By face."""
