"""Bids and the called card. Rules: tarot, Before play, 1 and 2."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from amity.cards import TAROT
from amity.games.tarot.actions import CONTRACTS, Bid, Call, Contract

COEFFICIENTS: Final[dict[Contract, int]] = {"petite": 1, "guard": 2, "guard_without": 4, "guard_against": 6}

PASS: Final = Bid(None)
BIDS_ABOVE: Final[dict[Contract | None, tuple[Bid, ...]]] = {
    None: (PASS, *(Bid(contract) for contract in CONTRACTS)),
    **{
        contract: (PASS, *(Bid(higher) for higher in CONTRACTS[place + 1 :]))
        for place, contract in enumerate(CONTRACTS)
    },
}
"""By the highest bid so far: what may be said."""

CALL_NOBODY: Final = Call(None)
CALLS: Final = {face: Call(TAROT.codes[face]) for face in range(56) if face % 14 >= 10}
"""By the face of the called card."""


def highest_bid(bids: Sequence[Contract | None]) -> Contract | None:
    """The highest of the bids so far; ``None`` when all passed."""
    highest = None
    for bid in bids:
        if bid is not None:
            highest = bid
    return highest


def callable_faces(hand: int) -> list[int]:
    """The faces a taker with this hand may call: kings; with all of a rank in hand, the next lower rank too."""
    faces: list[int] = []
    for rank in (13, 12, 11, 10):
        of_rank = [14 * suit + rank for suit in range(4)]
        faces += of_rank
        if not all(hand >> face & 1 for face in of_rank):
            break
    return faces
