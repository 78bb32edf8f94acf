"""Claiming the rest: whether all tricks that are left are sure, judged from what the claimer knows.

A card not seen may lie in any other hand, or in none; what else fills that hand is not asked, and voids that were
shown are not remembered. One opponent who holds the worst of all that is enough to refuse. To keep a card back he
needs another one of its kind (a suit, the trumps) for each earlier lead of that kind, or the Excuse for one of them,
so counting decides:

* a lead is beaten by a higher card of its kind, if enough of that kind are unseen;
* a lead of a suit can also be trumped, if enough trumps are unseen.

Since the claimer takes every trick, who plays which of the other cards when can change the score in two ways only.
An Excuse is best played before the last trick, whoever holds it, and is played for him in the next one. A petit that
may be kept for the last trick refuses the claim. Rules decisions: Tarot, Claiming the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from amity.games.tarot import play

Obstacle = Literal["claim_excuse", "claim_lead_beaten", "claim_petit_unseen"]

_KINDS: Final = (
    *(play.SUIT_MASK << play.SUIT_RANKS * suit for suit in range(4)),
    play.ALL_TRUMPS,
)
"""The mask of each suit, then of the trumps."""


def _kind(face: int) -> int:
    return face // play.SUIT_RANKS if face < play.FIRST_TRUMP else play.TRUMP_LED


def claim_obstacle(leads: Sequence[int], unseen: int, *, took_all: bool) -> tuple[Obstacle, int] | None:
    """Why a claim with these leads (faces, in their order) is not sure, and the card it is about; ``None`` if it is.

    ``unseen`` is the mask of the cards that the claimer neither holds nor knows to be out of play. ``took_all`` says
    that he has taken every trick so far: then the Excuse, led last, completes his slam.
    """
    winning = leads[:-1] if took_all and leads[-1] == play.EXCUSE else leads
    if play.EXCUSE in winning:
        return "claim_excuse", play.EXCUSE
    spare = unseen >> play.EXCUSE & 1
    led = [0] * len(_KINDS)

    def kept(kind: int) -> bool:
        """Whether an opponent may have kept a card of the kind that was among the unseen ones."""
        return (unseen & _KINDS[kind]).bit_count() > max(led[kind] - spare, 0)

    trumps = False
    for face in winning:
        kind = _kind(face)
        trumps = kept(play.TRUMP_LED)
        if (kind != play.TRUMP_LED and trumps) or (unseen & _KINDS[kind] > 1 << face and kept(kind)):
            return "claim_lead_beaten", face
        led[kind] += 1
    if trumps and unseen >> play.PETIT & 1:
        return "claim_petit_unseen", play.PETIT
    return None


def best_claim(hand: int, unseen: int, *, took_all: bool) -> tuple[int, ...] | None:
    """Leads with which a hand can be claimed, ``None`` if no order of its cards is sure.

    Trumps first and each kind from high to low is as safe as any order; the own petit goes last, or before an Excuse
    that ends a slam, where that is sure, for the bonus.
    """
    # Trumps have the highest faces.
    order = play.faces_of(hand & ~(1 << play.EXCUSE))[::-1]
    excuse = play.faces_of(hand & 1 << play.EXCUSE)
    for leads in (sorted(order, key=lambda face: face == play.PETIT), order):
        leads += excuse
        if claim_obstacle(leads, unseen, took_all=took_all) is None:
            return tuple(leads)
    return None
