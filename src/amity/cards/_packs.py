"""The packs of the four games."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from amity.cards._pack import Pack

SUIT_SYMBOLS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def _plain(suits: str, ranks: Iterable[str]) -> tuple[str, ...]:
    return tuple(rank + suit for suit in suits for rank in ranks)


def _with_short_ten(codes: Iterable[str]) -> dict[str, str]:
    """``TS`` for ``10S``."""
    return {"T" + code[2:]: code for code in codes if code.startswith("10")}


_MATE_RANKS: Final = ("7", "Q", "K", "10", "A")
_MATE_CODES: Final = _plain("DHSC", _MATE_RANKS)
MATE: Final = Pack("mate", _MATE_CODES, "DHSC", _MATE_RANKS, 1, _with_short_ten(_MATE_CODES))
"""20 faces: face = 5 × suit (D H S C) + rank (7 Q K 10 A). Rules: mate, Cards."""

_PINOCHLE_RANKS: Final = ("9", "J", "Q", "K", "10", "A")
_PINOCHLE_CODES: Final = _plain("DCHS", _PINOCHLE_RANKS)
PINOCHLE: Final = Pack("pinochle", _PINOCHLE_CODES, "DCHS", _PINOCHLE_RANKS, 2, _with_short_ten(_PINOCHLE_CODES))
"""24 faces, two copies: face = 6 × suit (D C H S) + rank (9 J Q K 10 A). Rules: pinochle, Cards."""

_FRENCH_RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
_FRIENDS_CODES: Final = (*_plain("DCHS", _FRENCH_RANKS), "BJ", "RJ")
FRIENDS: Final = Pack("friends", _FRIENDS_CODES, "DCHS", _FRENCH_RANKS, 4, _with_short_ten(_FRIENDS_CODES))
"""54 faces, four copies: face = 13 × suit (D C H S) + rank (2 … A); 52 black joker, 53 red joker.
Rules: friends, 1."""

_TAROT_RANKS: Final = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "N", "Q", "K")
_TAROT_PLAIN: Final = _plain("DCHS", _TAROT_RANKS)
_TAROT_LETTERS: Final = {"V": "J", "C": "N", "D": "Q", "R": "K"}
TAROT: Final = Pack(
    "tarot",
    (*_TAROT_PLAIN, *(f"T{number}" for number in range(1, 22)), "*"),
    "DCHS",
    _TAROT_RANKS,
    1,
    {
        **{letter + suit: rank + suit for letter, rank in _TAROT_LETTERS.items() for suit in "DCHS"},
        "EXCUSE": "*",
    },
)
"""78 faces: face = 14 × suit (D C H S) + rank (1 … 10 J N Q K); 55 + n trump n; 77 the Excuse.
Rules: tarot, Cards."""

PACKS: Final = {pack.name: pack for pack in (MATE, PINOCHLE, FRIENDS, TAROT)}
