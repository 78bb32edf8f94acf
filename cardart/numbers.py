"""Number cards: the classical pip layouts, in columns narrow enough to leave room for large indices."""

import math

from cardart.paint import GOLD, PAPER, dots, fill, stroke
from cardart.paths import Point, circle
from cardart.suits import symbol

LEFT, MIDDLE, RIGHT = 99.0, 125.0, 151.0
TOP, BOTTOM = 46.0, 304.0

PIP_SIZES = {2: 50.0, 3: 50.0, 4: 41.0, 5: 41.0, 6: 41.0, 7: 39.0, 8: 39.0, 9: 37.0, 10: 37.0}
"""Side of a pip by the number of pips: the fewer there are, the larger they stand."""


def layout(count: int) -> list[Point]:
    """Middles of the pips of a card with `count` pips, 1 to 10, top to bottom."""
    centre = 175.0
    third = (BOTTOM - TOP) / 3
    three_rows = [TOP, centre, BOTTOM]
    four_rows = [TOP, TOP + third, BOTTOM - third, BOTTOM]
    upper, lower = (TOP + centre) / 2, (centre + BOTTOM) / 2
    columns: dict[int, tuple[list[float], list[float]]] = {
        1: ([], [centre]),
        2: ([], [TOP, BOTTOM]),
        3: ([], three_rows),
        4: ([TOP, BOTTOM], []),
        5: ([TOP, BOTTOM], [centre]),
        6: (three_rows, []),
        7: (three_rows, [upper]),
        8: (three_rows, [upper, lower]),
        9: (four_rows, [centre]),
        10: (four_rows, [TOP + third / 2, BOTTOM - third / 2]),
    }
    outer, inner = columns[count]
    pips = [(x, y) for y in outer for x in (LEFT, RIGHT)] + [(MIDDLE, y) for y in inner]
    return sorted(pips, key=lambda pip: (pip[1], pip[0]))


def pips(count: int, suit: str, colour: str) -> str:
    """The pips of a number card as one path; those below the middle stand upside down."""
    if count == 1:
        return ace(suit, colour)
    return fill("".join(symbol(suit, x, y, PIP_SIZES[count], y > 175) for x, y in layout(count)), colour)


def ace(suit: str, colour: str) -> str:
    """One large suit symbol in a quiet ring of dots, with a small symbol in paper colour inside."""
    inner_y = {"S": 182.0, "H": 168.0, "D": 175.0, "C": 177.0}[suit]
    return (
        dots(circle(125, 175, 68), GOLD, 4.4, 2 * math.pi * 68 / 24)
        + fill(symbol(suit, 125, 175, 112), colour)
        + stroke(circle(125, inner_y, 15), PAPER, 2.5)
        + fill(symbol(suit, 125, inner_y, 17), PAPER)
    )
