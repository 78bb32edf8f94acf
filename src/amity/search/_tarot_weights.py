"""Numbers about hands of Tarot, fitted over deals between club players; the search reads others' bids with them."""

from __future__ import annotations

from typing import Final

from amity.games.tarot.play import EXCUSE, FIRST_TRUMP, HIGHEST_TRUMP, PETIT

Leans = tuple[float, ...]
"""By class of card: petit, trumps 2–7, 8–14, 15–20, 21, Excuse, king, queen, knight, jack, other."""


def card_class(face: int) -> int:
    """The place of a card in :data:`Leans`."""
    if face < FIRST_TRUMP:
        return min(10, 19 - face % 14)
    bouts = {PETIT: 0, HIGHEST_TRUMP: 4, EXCUSE: 5}
    return bouts[face] if face in bouts else 1 + (face - FIRST_TRUMP) // 7


_PASS: Final[dict[int, Leans]] = {
    3: (0.66, 0.99, 0.99, 0.95, 0.38, 0.68, 0.9, 0.97, 0.99, 1.01, 1.05),
    4: (0.6, 0.97, 0.96, 0.93, 0.38, 0.72, 0.92, 0.98, 1.02, 1.02, 1.06),
    5: (0.73, 0.96, 0.96, 0.9, 0.28, 0.76, 0.92, 1.0, 1.05, 1.04, 1.06),
}
_PETITE: Final[dict[int, Leans]] = {
    3: (1.25, 1.05, 1.05, 1.05, 1.57, 1.11, 1.09, 1.07, 1.13, 0.98, 0.93),
    4: (1.77, 1.1, 1.08, 1.18, 2.36, 1.66, 1.15, 1.03, 0.87, 0.93, 0.88),
    5: (1.37, 1.22, 1.02, 1.16, 1.0, 1.2, 1.07, 1.05, 0.98, 0.98, 0.93),
}
_GUARD: Final[dict[int, Leans]] = {
    3: (1.74, 1.0, 0.99, 1.05, 2.27, 1.64, 1.2, 1.0, 0.98, 0.98, 0.91),
    4: (2.44, 1.1, 1.13, 1.22, 3.11, 2.0, 1.28, 1.05, 0.9, 0.96, 0.8),
    5: (1.89, 1.05, 1.06, 1.19, 2.63, 1.33, 1.09, 1.03, 1.01, 0.99, 0.88),
}
_GUARD_WITHOUT: Final[dict[int, Leans]] = {
    3: (1.8, 1.13, 1.11, 1.39, 2.83, 2.17, 1.33, 1.27, 0.91, 0.87, 0.77),
    4: (2.6, 1.25, 1.28, 1.65, 3.71, 2.36, 1.63, 1.28, 0.92, 0.75, 0.66),
    5: (1.37, 1.09, 1.12, 1.36, 3.66, 2.1, 1.52, 1.06, 0.74, 0.74, 0.81),
}
_GUARD_AGAINST: Final[dict[int, Leans]] = {
    3: (2.36, 1.13, 1.19, 1.4, 3.02, 2.54, 1.57, 1.4, 1.0, 0.85, 0.7),
    4: (2.79, 1.34, 1.28, 1.72, 3.9, 2.79, 1.86, 1.34, 0.84, 0.75, 0.66),
    5: (2.6, 1.43, 1.5, 1.43, 4.56, 2.29, 1.37, 0.83, 0.65, 0.71, 0.65),
}
_DISCARD: Final[dict[int, Leans]] = {
    3: (1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 5.1, 7.6, 1.0, 0.22),
    4: (1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 6.0, 5.9, 1.7, 0.42),
    5: (1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 2.9, 1.5, 0.64, 0.21),
}

LEANS: Final[dict[str | None, dict[int, Leans]]] = {
    None: _PASS,
    "petite": _PETITE,
    "guard": _GUARD,
    "guard_without": _GUARD_WITHOUT,
    "guard_against": _GUARD_AGAINST,
    "discard": _DISCARD,
}
"""By what a seat said (``discard``: by what lies aside) and number of players: how much more likely than by chance
each card of a class is there. With these the values of positions in play agree with what club players then score."""

MARGINS: Final[dict[tuple[int, int], tuple[float, ...]]] = {
    (3, 0): (-44.0, 2.37, 1.13, 11.56, 11.36, -0.37, 9.56, 3.68, 3.0, 2.06, 1.2, 1.51, 0.11),
    (3, 1): (-54.24, 2.38, 1.32, 11.4, 0.81, 0.76, 10.06, 4.48, 3.23, 3.34, 1.46, 1.65, 1.02),
    (3, 2): (-68.75, 2.63, 1.05, 13.23, 3.42, 0.62, 11.91, 5.17, 3.97, 3.84, 1.64, 4.06, 1.13),
    (4, 0): (-41.77, 2.82, 1.14, 11.44, 11.65, -0.46, 9.74, 4.07, 3.06, 1.89, 1.28, 1.36, 0.63),
    (4, 1): (-51.47, 2.11, 1.57, 12.71, 0.1, 1.03, 9.79, 5.09, 2.93, 2.95, 1.0, 5.92, 2.03),
    (4, 2): (-63.68, 2.49, 1.03, 13.52, 0.86, 0.97, 10.81, 5.76, 3.02, 3.34, 1.03, 5.6, 1.76),
    (5, 0): (-26.25, 2.34, 1.66, 11.74, 7.87, -0.38, 7.04, 3.86, 0.64, 2.14, 0.86, 2.93, 1.4),
    (5, 1): (-30.02, 2.42, 1.46, 11.56, -1.66, 0.95, 8.1, 4.51, 0.61, 2.0, 0.25, 1.85, 0.72),
    (5, 2): (-35.12, 2.69, 0.79, 11.57, -0.7, 0.8, 8.1, 3.99, 1.45, 1.37, 0.45, 2.95, 1.3),
}
"""By number of players and kind of contract (the dog taken, without it, against it): the points above the target
that club players make, as weights of the features in :func:`amity.search._tarot_auction.count_features`."""

SPREADS: Final[dict[tuple[int, int], float]] = {
    (3, 0): 8.49,
    (3, 1): 7.72,
    (3, 2): 5.6,
    (4, 0): 9.8,
    (4, 1): 8.43,
    (4, 2): 6.2,
    (5, 0): 12.75,
    (5, 1): 13.27,
    (5, 2): 13.04,
}
"""Their standard deviation."""

PASSED: Final[dict[int, float]] = {3: -6.0, 4: -6.0, 5: -6.0}
"""What somebody who passes expects, by number of players."""
