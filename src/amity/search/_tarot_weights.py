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
    3: (0.57, 0.98, 0.99, 0.93, 0.3, 0.59, 0.86, 0.96, 0.99, 1.02, 1.08),
    4: (0.54, 0.96, 0.95, 0.91, 0.32, 0.66, 0.9, 0.98, 1.03, 1.03, 1.08),
    5: (0.69, 0.95, 0.95, 0.88, 0.24, 0.72, 0.9, 1.0, 1.06, 1.05, 1.07),
}
_PETITE: Final[dict[int, Leans]] = {
    3: (1.4, 1.07, 1.07, 1.08, 2.1, 1.16, 1.14, 1.11, 1.2, 0.97, 0.9),
    4: (2.3, 1.13, 1.11, 1.25, 4.0, 2.06, 1.21, 1.04, 0.84, 0.91, 0.85),
    5: (1.5, 1.29, 1.03, 1.2, 1.0, 1.26, 1.09, 1.06, 0.97, 0.98, 0.91),
}
_GUARD: Final[dict[int, Leans]] = {
    3: (2.6, 1.0, 0.98, 1.08, 5.2, 2.3, 1.32, 1.0, 0.97, 0.97, 0.88),
    4: (4.3, 1.13, 1.17, 1.31, 8.5, 2.86, 1.39, 1.07, 0.87, 0.95, 0.75),
    5: (2.4, 1.06, 1.07, 1.24, 4.3, 1.44, 1.11, 1.04, 1.01, 0.99, 0.85),
}
_GUARD_WITHOUT: Final[dict[int, Leans]] = {
    3: (2.8, 1.2, 1.16, 1.68, 15.0, 4.5, 1.55, 1.44, 0.87, 0.82, 0.7),
    4: (5.0, 1.35, 1.4, 2.05, 20.0, 4.0, 2.0, 1.4, 0.9, 0.7, 0.6),
    5: (1.5, 1.11, 1.15, 1.49, 10.0, 2.85, 1.73, 1.08, 0.7, 0.7, 0.78),
}
_GUARD_AGAINST: Final[dict[int, Leans]] = {
    3: (6.0, 1.2, 1.3, 1.7, 30.0, 8.0, 2.1, 1.7, 1.0, 0.8, 0.62),
    4: (6.0, 1.5, 1.4, 2.2, 30.0, 6.0, 2.5, 1.5, 0.8, 0.7, 0.6),
    5: (4.2, 1.6, 1.7, 1.6, 30.0, 3.3, 1.5, 0.8, 0.6, 0.66, 0.6),
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
each card of a class is there."""

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
