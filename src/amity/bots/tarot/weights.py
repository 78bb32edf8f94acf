"""Weights of a hand's features, made by ``bench/tarot_valuation.py``; see :mod:`amity.bots.tarot.bidding`.

4000 deals for each line, seed 1.
"""

from __future__ import annotations

from typing import Final

WEIGHTS: Final[dict[tuple[int, str], tuple[float, ...]]] = {
    (3, "guard"): (-46.24, 2.61, 1.01, 11.99, 10.8, -0.23, 9.14, 3.94, 2.33, 1.75, 0.95, 0.41, 0.11, 1.24),
    (3, "guard_without"): (-58.38, 2.46, 1.24, 11.85, -0.2, 0.96, 10.94, 4.74, 3.57, 3.52, 0.92, 3.12, 1.57, 1.53),
    (3, "guard_against"): (-72.78, 2.85, 0.91, 13.29, 3.38, 0.64, 12.79, 5.42, 3.91, 3.7, 1.11, 4.03, 0.91, 1.6),
    (4, "guard"): (-41.22, 2.98, 1.51, 12.09, 11.83, -0.46, 9.72, 4.4, 2.33, 1.39, 0.73, 1.94, 1.1, 0.69),
    (4, "guard_without"): (-51.61, 2.09, 1.53, 13.02, 0.63, 0.73, 9.6, 5.64, 2.62, 2.57, 0.06, 7.71, 3.74, 0.15),
    (4, "guard_against"): (-62.98, 2.31, 1.35, 13.94, 0.56, 0.95, 10.71, 5.83, 2.24, 2.69, 0.17, 7.01, 3.11, 0.61),
    (5, "guard"): (-20.31, 1.94, 1.9, 11.81, 2.88, 0.48, 7.1, 3.25, -0.01, 0.76, 0.39, 3.13, 1.93, 0.27),
    (5, "guard_without"): (-27.0, 1.99, 1.85, 11.69, -1.16, 0.69, 8.39, 4.3, 0.36, 1.8, -0.43, 3.07, 1.72, -0.42),
    (5, "guard_against"): (-32.28, 1.91, 1.71, 12.66, -0.51, 0.63, 8.5, 4.63, 0.4, 1.3, -0.13, 4.23, 1.91, 0.03),
}
"""By number of players and contract: points above the target."""

SPREAD: Final[dict[tuple[int, str], float]] = {
    (3, "guard"): 8.23,
    (3, "guard_without"): 7.91,
    (3, "guard_against"): 5.55,
    (4, "guard"): 9.73,
    (4, "guard_without"): 8.6,
    (4, "guard_against"): 6.49,
    (5, "guard"): 13.38,
    (5, "guard_without"): 14.0,
    (5, "guard_against"): 13.78,
}
"""Standard deviation of the result around the expectation."""
