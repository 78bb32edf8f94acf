"""What a hand is worth before it is played: bids, the called card, the discard, slam and handful.

The weights are fitted on simulated deals by ``bench/tarot_valuation.py``, which says how and prints them anew.
"""

from __future__ import annotations

import math
from itertools import combinations
from typing import Final, NamedTuple

from amity.bots.tarot.situation import MASKS, mask_of_codes
from amity.bots.tarot.weights import SPREAD, WEIGHTS
from amity.games.tarot import TarotView
from amity.games.tarot.actions import Contract
from amity.games.tarot.bidding import COEFFICIENTS
from amity.games.tarot.play import (
    ALL_TRUMPS,
    BOUTS,
    EXCUSE,
    HALF_POINTS,
    HIGHEST_TRUMP,
    KINGS,
    PETIT,
    PLAIN,
    faces_of,
)

FEATURES: Final = (
    "constant",
    "trumps",
    "trumps above 15",
    "trump 21",
    "petit",
    "petit with length",
    "Excuse",
    "kings",
    "queens with king",
    "other queens",
    "knights and jacks",
    "empty suits",
    "single cards",
    "length",
)
"""What is counted in a hand; the weights stand in the same order."""


def features(hand: int) -> tuple[float, ...]:
    """The features of a hand."""
    trumps = (hand & ALL_TRUMPS).bit_count()
    kings = with_king = other_queens = small_courts = empty = single = length = 0
    for suit in range(4):
        cards = hand >> 14 * suit & 0x3FFF
        count = cards.bit_count()
        king = cards >> 13 & 1
        queen = cards >> 12 & 1
        kings += king
        with_king += king & queen
        other_queens += queen & ~king & 1
        small_courts += (cards >> 10 & 3).bit_count()
        empty += count == 0
        single += count == 1
        length += max(0, count - 4)
    petit = hand >> PETIT & 1
    high = (hand >> HIGHEST_TRUMP - 5 & 0x1F).bit_count()
    return (
        1,
        trumps,
        high,
        hand >> HIGHEST_TRUMP & 1,
        petit,
        petit * trumps,
        hand >> EXCUSE & 1,
        kings,
        with_king,
        other_queens,
        small_courts,
        empty,
        single,
        length,
    )


class Worth(NamedTuple):
    """What a contract promises."""

    margin: float
    """Expected points above the target."""
    score: float
    """Expected payment of each defender."""


def worth(hand: int, players: int, contract: Contract) -> Worth:
    """What a hand of ``players`` cards' size promises as the taker's."""
    kind = "guard" if contract == "petite" else contract
    weights = WEIGHTS[players, kind]
    margin = math.fsum(weight * value for weight, value in zip(weights, features(hand), strict=True))
    made = 0.5 * (1 + math.erf(margin / SPREAD[players, kind] / math.sqrt(2)))
    return Worth(margin, COEFFICIENTS[contract] * (25 * (2 * made - 1) + margin))


def sure_slam(hand: int) -> bool:
    """Whether a hand wins every trick on lead, however the other cards lie: trumps first, then what is left."""
    trumps = faces_of(hand & ALL_TRUMPS)
    top = 0
    while top < len(trumps) and trumps[-1 - top] == HIGHEST_TRUMP - top:
        top += 1
    if top < 21 - len(trumps):
        return False
    for suit in range(4):
        cards = faces_of(hand & MASKS[suit])
        if cards and cards != list(range(14 * suit + 14 - len(cards), 14 * suit + 14)):
            return False
    return True


def choose_call(view: TarotView) -> str | None:
    """A king another player holds, where the queen is in the own hand or the suit is short; else the next rank."""
    hand = mask_of_codes(view.hand)
    found = []
    for card in view.legal_calls:
        if card is None:
            continue
        bit = mask_of_codes((card,))
        if hand & bit:
            continue
        face = bit.bit_length() - 1
        suit = face // 14
        found.append((face % 14, hand >> 14 * suit + 12 & 1, -(hand & MASKS[suit]).bit_count(), card))
    return max(found)[3] if found else view.legal_calls[0]


EMPTY_SUIT: Final = 9
"""Half points that emptying a suit is worth in the choice of a discard."""


def choose_discard(view: TarotView, *, make_voids: bool = True) -> tuple[str, ...]:
    """Lay aside whole suits where possible and points that would be hard to bring home.

    Kings and trumps stay unless nothing else is left. The suit of the called card is not emptied: who is out of it
    has to trump the partner's king.
    """
    hand = mask_of_codes(view.hand)
    count = view.discard_count
    soft = hand & PLAIN & ~KINGS
    best: list[int] = []
    best_value = -math.inf
    called = 0 if view.called is None else mask_of_codes((view.called,))
    suits = [suit for suit in range(4) if hand & MASKS[suit] and not (hand & KINGS | called) & MASKS[suit]]
    for size in range(len(suits) + 1 if make_voids else 1):
        for emptied in combinations(suits, size):
            chosen = [face for suit in emptied for face in faces_of(soft & MASKS[suit])]
            if len(chosen) > count:
                continue
            rest = [face for face in faces_of(soft) if face not in chosen]
            rest.sort(key=lambda face: risk(face, hand), reverse=True)
            chosen += rest[: count - len(chosen)]
            value = EMPTY_SUIT * size + sum(risk(face, hand) for face in chosen)
            if value > best_value:
                best, best_value = chosen, value
    if len(best) < count:
        # Only trumps and kings are left: low trumps first, then kings, and bouts where the rules leave no choice.
        order = faces_of(hand & ALL_TRUMPS & ~BOUTS) + faces_of(hand & KINGS) + faces_of(hand & BOUTS)
        best += order[: count - len(best)]
    return tuple(card for card in view.hand if mask_of_codes((card,)).bit_length() - 1 in best)


def risk(face: int, hand: int) -> float:
    """How many half points laying a card aside saves: its own, less where it would take a trick anyway."""
    suit = face // 14
    if face % 14 == 12 and hand >> 14 * suit + 13 & 1:
        return HALF_POINTS[face] / 2
    return HALF_POINTS[face] - 0.1 * (hand & MASKS[suit]).bit_count()


def shows_handful(view: TarotView, margin: float) -> bool:
    """Whether to show a handful: the taker when he expects to win, the others always, as so many trumps win."""
    return view.seat != view.taker or margin > 0
