"""What a seat may do in Friends!."""

from __future__ import annotations

from typing import TypeAlias

from amity.match import Action


class Bid(Action, frozen=True, tag="bid"):
    """Show ``count`` copies of a bid card; its suit or joker is the mark. Rules: friends, 3."""

    card: str
    count: int


class Pass(Action, frozen=True, tag="pass"):
    """Let the turn to bid go by."""


class Bury(Action, frozen=True, tag="bury"):
    """Lay six cards aside as the base."""

    cards: tuple[str, ...]


class Call(Action, frozen=True, tag="call"):
    """Call a friend: whoever plays copy ``number`` (1 to 4) of the card. Rules: friends, 4."""

    card: str
    number: int


class Play(Action, frozen=True, tag="play"):
    """Play cards. A leader may name the ``patterns`` of his lead; ``None`` takes the default split."""

    cards: tuple[str, ...]
    patterns: tuple[tuple[str, ...], ...] | None = None


class Claim(Action, frozen=True, tag="claim"):
    """Claim all tricks that are left with these leads, each given by its patterns. Never listed among the legal
    actions.
    """

    leads: tuple[tuple[tuple[str, ...], ...], ...]


FriendsAction: TypeAlias = Bid | Pass | Bury | Call | Play | Claim
