"""What a seat may say or play. Rules: tarot, Before play; Play."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from amity.match import Action

Contract: TypeAlias = Literal["petite", "guard", "guard_without", "guard_against"]
CONTRACTS: Final[tuple[Contract, ...]] = ("petite", "guard", "guard_without", "guard_against")
"""Lowest first."""


class Bid(Action, frozen=True, tag="bid"):
    """Offer to play a contract alone against the others; ``None`` passes."""

    contract: Contract | None


class Call(Action, frozen=True, tag="call"):
    """Call the card whose holder becomes the partner (five players); ``None`` calls nobody."""

    card: str | None


class Slam(Action, frozen=True, tag="slam"):
    """Answer the one question whether a slam is announced."""

    announced: bool


class Discard(Action, frozen=True, tag="discard"):
    """Lay as many cards aside as the dog had."""

    cards: tuple[str, ...]


class Handful(Action, frozen=True, tag="handful"):
    """Show trumps before one's first card. The number of cards says which handful it is."""

    cards: tuple[str, ...]


class Play(Action, frozen=True, tag="play"):
    """Play a card to the trick."""

    card: str


class Claim(Action, frozen=True, tag="claim"):
    """Claim all tricks that are left, leading one's cards in this order. Never listed among the legal actions."""

    cards: tuple[str, ...]


TarotAction: TypeAlias = Bid | Call | Slam | Discard | Handful | Play | Claim
