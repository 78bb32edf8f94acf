"""What a seat might do before play in Tarot. Rules: tarot, Before play."""

from __future__ import annotations

from itertools import combinations
from typing import Final, NamedTuple

from amity.cards import TAROT
from amity.games.tarot import Bid, Discard, TarotAction, TarotView
from amity.games.tarot.actions import CONTRACTS
from amity.games.tarot.bidding import CALL_NOBODY, CALLS
from amity.games.tarot.discards import discard_candidates
from amity.games.tarot.phases import SLAMS, codes_of
from amity.games.tarot.play import HALF_POINTS, KINGS, PETIT, PLAIN, SUIT_MASK, faces_of
from amity.search._tarot_reading import mask_of, words

BY_RULE: Final = -2
"""The called card of a plan in which the taker calls by a rule of thumb."""


class Plan(NamedTuple):
    """An action, and the contract that would be played: as the records ``PLAN`` of the compiled code."""

    action: TarotAction
    bid: int
    """0 for a pass, 1 to 4 for the contracts, lowest first."""
    called: int
    """A face, ``BY_RULE``, or −1 for nobody."""
    slam: int
    """1 when it is announced."""
    plain: int = 0
    trumps: int = 0
    """The cards to lay aside; none: by rule."""


def _bid_plans(view: TarotView) -> list[Plan]:
    return [
        Plan(Bid(contract), 0 if contract is None else CONTRACTS.index(contract) + 1, BY_RULE, 0)
        for contract in view.legal_bids
    ]


def _bid_of(view: TarotView) -> int:
    assert view.contract is not None
    return CONTRACTS.index(view.contract) + 1


def _call_plans(view: TarotView) -> list[Plan]:
    """Cards that others may hold, and nobody."""
    called = [face for face in CALLS if TAROT.codes[face] in view.legal_calls and TAROT.codes[face] not in view.hand]
    plans = [Plan(CALLS[face], _bid_of(view), face, 0) for face in called]
    return [*plans, Plan(CALL_NOBODY, _bid_of(view), -1, 0)]


def _called_face(view: TarotView) -> int:
    return -1 if view.called is None else TAROT.codes.index(view.called)


def _slam_plans(view: TarotView) -> list[Plan]:
    return [Plan(slam, _bid_of(view), _called_face(view), int(slam.announced)) for slam in SLAMS]


def _discard_plans(view: TarotView) -> list[Plan]:
    found = sensible_discards(mask_of(view.hand), view.discard_count, view.options.discard == "fft")
    slam = int(view.slam_announced is True)
    return [
        Plan(Discard(codes_of(faces_of(aside))), _bid_of(view), _called_face(view), slam, *words(aside))
        for aside in found
    ]


_MAKERS: Final = {"bidding": _bid_plans, "calling": _call_plans, "slam": _slam_plans, "discard": _discard_plans}


def plans_for(view: TarotView) -> list[Plan]:
    """What the seat in turn might do before play; of discards only sensible ones."""
    return _MAKERS[view.phase](view)


def sensible_discards(hand: int, count: int, fft: bool) -> list[int]:
    """Discards as masks over faces: suits emptied in every way there is, filled up with cards that count or lie short.

    Without ``fft`` also with the petit or a king brought home in them.
    """
    soft = hand & PLAIN & ~KINGS
    found: dict[int, None] = {}
    suits = [soft & SUIT_MASK << 14 * suit for suit in range(4)]
    safe = [0]
    if not fft:
        safe += [1 << face for face in faces_of(hand & (KINGS | 1 << PETIT))]
    for kept in safe:
        for size in range(5):
            for emptied in combinations([cards for cards in suits if cards], size):
                chosen = kept | sum(emptied)
                left = count - chosen.bit_count()
                if left < 0:
                    continue
                rest = faces_of(soft & ~chosen)
                for order in _orders(rest, hand):
                    aside = chosen
                    for face in order[:left]:
                        aside |= 1 << face
                    if aside.bit_count() == count:
                        found[aside] = None
    if not found:
        return [sum(1 << face for face in faces) for faces in discard_candidates(hand, count, fft)]
    return list(found)


def _orders(faces: list[int], hand: int) -> list[list[int]]:
    """What to fill up with: what counts most, with or without guarded queens; cards of short suits."""

    def length(face: int) -> int:
        return (hand & SUIT_MASK << face // 14 * 14).bit_count()

    def guarded(face: int) -> bool:
        return face % 14 == 12 and hand >> face + 1 & 1 == 1

    return [
        sorted(faces, key=lambda face: (-HALF_POINTS[face], length(face), face)),
        sorted(faces, key=lambda face: (guarded(face), -HALF_POINTS[face], length(face), face)),
        sorted(faces, key=lambda face: (length(face), -HALF_POINTS[face], face)),
        sorted(faces, key=lambda face: (HALF_POINTS[face], length(face), face)),
    ]
