"""Weights of a hand's features, made by ``bench/tarot_valuation.py``; see :mod:`amity.bots.tarot.bidding`.

3000 deals for each line, seed 1.
"""

from __future__ import annotations

from typing import Final

WEIGHTS: Final[dict[tuple[int, str], tuple[float, ...]]] = {
    (3, "guard"): (-44.0, 2.37, 1.13, 11.56, 11.36, -0.37, 9.56, 3.68, 3.0, 2.06, 1.2, 1.51, 0.11, 0.48),
    (3, "guard_without"): (-54.24, 2.38, 1.32, 11.4, 0.81, 0.76, 10.06, 4.48, 3.23, 3.34, 1.46, 1.65, 1.02, 0.45),
    (3, "guard_against"): (-68.75, 2.63, 1.05, 13.23, 3.42, 0.62, 11.91, 5.17, 3.97, 3.84, 1.64, 4.06, 1.13, 0.61),
    (4, "guard"): (-41.77, 2.82, 1.14, 11.44, 11.65, -0.46, 9.74, 4.07, 3.06, 1.89, 1.28, 1.36, 0.63, 0.13),
    (4, "guard_without"): (-51.47, 2.11, 1.57, 12.71, 0.1, 1.03, 9.79, 5.09, 2.93, 2.95, 1.0, 5.92, 2.03, -0.43),
    (4, "guard_against"): (-63.68, 2.49, 1.03, 13.52, 0.86, 0.97, 10.81, 5.76, 3.02, 3.34, 1.03, 5.6, 1.76, -0.03),
    (5, "guard"): (-26.25, 2.34, 1.66, 11.74, 7.87, -0.38, 7.04, 3.86, 0.64, 2.14, 0.86, 2.93, 1.4, -0.46),
    (5, "guard_without"): (-30.02, 2.42, 1.46, 11.56, -1.66, 0.95, 8.1, 4.51, 0.61, 2.0, 0.25, 1.85, 0.72, -0.28),
    (5, "guard_against"): (-35.12, 2.69, 0.79, 11.57, -0.7, 0.8, 8.1, 3.99, 1.45, 1.37, 0.45, 2.95, 1.3, -0.72),
}
"""By number of players and contract: points above the target."""

SPREAD: Final[dict[tuple[int, str], float]] = {
    (3, "guard"): 8.49,
    (3, "guard_without"): 7.72,
    (3, "guard_against"): 5.6,
    (4, "guard"): 9.8,
    (4, "guard_without"): 8.43,
    (4, "guard_against"): 6.2,
    (5, "guard"): 12.75,
    (5, "guard_without"): 13.27,
    (5, "guard_against"): 13.04,
}
"""Standard deviation of the result around the expectation."""
