"""The table of all deals of Mate without foreplacing: what each is worth, and which leads are best. Rules: mate.

There are 184,756 hands of ten cards for the dealer, who leads; the other has the rest. The table has three bytes a
deal, in the order of :func:`hands`: the value for the dealer as a signed byte, and two bytes (low first) with a bit
for each of his ten cards, the lowest face first, that is a best lead.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from amity.cards import MATE
from amity.games.mate.play import CARDS, HAND_CARDS, WHOLE_PACK
from amity.search.mate import Position, best_leads, faces, value

DEALS: Final = math.comb(CARDS, HAND_CARDS)
ENTRY: Final = 3
"""Bytes of a deal."""
CHUNK: Final = 500
"""Deals solved at a time."""
CHUNKS: Final = -(-DEALS // CHUNK)


def hands() -> Iterator[int]:
    """The dealer's hands as masks, ascending."""
    hand = (1 << HAND_CARDS) - 1
    while hand <= WHOLE_PACK:
        yield hand
        # The next larger number with as many bits.
        lowest = hand & -hand
        carried = hand + lowest
        hand = carried | (hand ^ carried) // lowest >> 2


def solve_chunk(number: int) -> bytes:
    """The entries of one of the :data:`CHUNKS` parts of the table."""
    entries = bytearray()
    for hand in islice(hands(), number * CHUNK, (number + 1) * CHUNK):
        position = Position(hand, WHOLE_PACK & ~hand)
        worth = value(position)
        best = best_leads(position, worth)
        leads = sum(1 << place for place, face in enumerate(reversed(faces(hand))) if best >> face & 1)
        entries += worth.to_bytes(1, "little", signed=True) + leads.to_bytes(2, "little")
    return bytes(entries)


class Deal(NamedTuple):
    """One deal of the table."""

    hand: int
    """The dealer's cards."""
    value: int
    """For the dealer, in points."""
    best: int
    """The cards that are best leads."""


def read(table: bytes) -> Iterator[Deal]:
    """The deals of a finished table."""
    for number, hand in enumerate(hands()):
        worth, low, high = table[ENTRY * number : ENTRY * (number + 1)]
        leads = low | high << 8
        best = sum(1 << face for place, face in enumerate(reversed(faces(hand))) if leads >> place & 1)
        yield Deal(hand, worth - 256 if worth > 127 else worth, best)


class Facts(NamedTuple):
    """What a finished table tells."""

    values: Counter[int]
    """How many deals have each value."""
    best_counts: Counter[int]
    """How many deals have so many best leads."""
    best_ranks: Counter[str]
    """For each rank, the deals in which such a card is a best lead."""
    best_suits: Counter[str]
    held_ranks: Counter[str]
    """For each rank, the deals in which the dealer holds such a card."""
    held_suits: Counter[str]
    both_ways: Counter[tuple[int, int]]
    """For each two hands that share the pack, who wins when the one with the ace of clubs leads and when the other
    does: 1 that hand, −1 the other hand, 0 nobody."""
    highest: Deal
    lowest: Deal
    strongest: Deal
    """The hand that gains most over both games: as dealer, and against the other as dealer."""
    strongest_both: tuple[int, int]
    """What the strongest hand makes as dealer, and when the other deals."""

    @property
    def wins(self) -> int:
        """Deals that the dealer wins."""
        return sum(deals for value, deals in self.values.items() if value > 0)

    @property
    def draws(self) -> int:
        """Deals that end without mate."""
        return self.values[0]

    @property
    def average(self) -> float:
        """The mean value of a deal for its dealer."""
        return sum(value * deals for value, deals in self.values.items()) / self.values.total()


def facts(table: bytes) -> Facts:
    """Count everything up."""
    deals = {deal.hand: deal for deal in read(table)}
    best_ranks: Counter[str] = Counter()
    best_suits: Counter[str] = Counter()
    held_ranks: Counter[str] = Counter()
    held_suits: Counter[str] = Counter()
    both_ways: Counter[tuple[int, int]] = Counter()
    first_hand = 1 << MATE.parse_face("AC")

    def gain(deal: Deal) -> int:
        return deal.value - deals[WHOLE_PACK & ~deal.hand].value

    for deal in deals.values():
        for cards, ranks, suits in ((deal.best, best_ranks, best_suits), (deal.hand, held_ranks, held_suits)):
            codes = [MATE.face_name(face) for face in faces(cards)]
            ranks.update({code[:-1] for code in codes})
            suits.update({code[-1] for code in codes})
        if deal.hand & first_hand:
            other = deals[WHOLE_PACK & ~deal.hand]
            both_ways[_sign(deal.value), -_sign(other.value)] += 1
    strongest = max(deals.values(), key=gain)
    return Facts(
        values=Counter(deal.value for deal in deals.values()),
        best_counts=Counter(deal.best.bit_count() for deal in deals.values()),
        best_ranks=best_ranks,
        best_suits=best_suits,
        held_ranks=held_ranks,
        held_suits=held_suits,
        both_ways=both_ways,
        highest=max(deals.values(), key=lambda deal: deal.value),
        lowest=min(deals.values(), key=lambda deal: deal.value),
        strongest=strongest,
        strongest_both=(strongest.value, -deals[WHOLE_PACK & ~strongest.hand].value),
    )


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
