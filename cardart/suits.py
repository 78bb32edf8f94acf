"""Suit symbols in a box of 100 by 100 units, and the large index every face carries twice."""

from cardart.alphabet import word
from cardart.paint import both_ways, fill, stroke
from cardart.paths import box, circle, place, star

SYMBOLS: dict[str, str] = {
    "S": "M50 3C60 23 95 38 95 63C95 77 85 85 74 85C65 85 58 81 54 74C55 84 59 92 67 97H33"
    "C41 92 45 84 46 74C42 81 35 85 26 85C15 85 5 77 5 63C5 38 40 23 50 3Z",
    "H": "M50 95C39 78 5 61 5 33C5 17 17 6 30 6C40 6 47 12 50 22C53 12 60 6 70 6C83 6 95 17 95 33C95 61 61 78 50 95Z",
    "D": "M50 2C58 20 72 38 89 50C72 62 58 80 50 98C42 80 28 62 11 50C28 38 42 20 50 2Z",
    "C": circle(50, 26, 22.5)
    + circle(26, 59, 22.5)
    + circle(74, 59, 22.5)
    + "M36 30H64L62 52L74 66L56 62C56 80 59 91 68 97H32C41 91 44 80 44 62L26 66L38 52Z",
    "T": star(50, 52, 8, 48, 27),
    "N": "M24 72C26 57 20 51 9 60C4 36 28 23 41 46C40 34 44 24 50 16C56 24 60 34 59 46"
    "C72 23 96 36 91 60C80 51 74 57 76 72Z"
    + box(20, 78, 60, 14, 5)
    + circle(8, 67, 8)
    + circle(92, 67, 8)
    + circle(50, 12, 8),
}
"""Path of each suit (S H D C), of the tarot trumps (T) and of the jokers as a trump suit (N)."""

INDEX_RIGHT = 90.0
"""No index reaches beyond this x: 36 % of the card's width, what an overlapped hand shows."""

MIDDLE = 43.0
RANK_TOP = 15.0
RANK_HEIGHT = 65.0
RANK_WEIGHT = 10.5
WIDEST = 67.0
SYMBOL_SIZE = 48.0
SYMBOL_MIDDLE = 113.0


def symbol(suit: str, x: float, y: float, size: float, upside_down: bool = False) -> str:
    """Path of a suit symbol of `size` units, its middle at (x, y)."""
    scale = size / 100 * (-1 if upside_down else 1)
    return place(SYMBOLS[suit], scale, scale, x - 50 * scale, y - 50 * scale)


def index(text: str, suit: str, colour: str) -> str:
    """The index of a face, top left and turned at the bottom right: rank over suit."""
    rank = word(text, MIDDLE, RANK_TOP, RANK_HEIGHT, RANK_WEIGHT, WIDEST)
    mark = symbol(suit, MIDDLE, SYMBOL_MIDDLE, SYMBOL_SIZE)
    return both_ways(stroke(rank, colour, RANK_WEIGHT) + fill(mark, colour), "index")
