"""Tarot trumps: a large numeral, and a medallion with one motif for each of the 21."""

import math

from cardart.alphabet import word
from cardart.courts import frame, panel, panel_path
from cardart.jesters import bout_mark
from cardart.motifs import MOTIFS
from cardart.paint import ACCENT, GOLD, PAPER, SUIT, both_ways, dots, fill, group, outlined, stroke
from cardart.paths import circle
from cardart.suits import MIDDLE, RANK_HEIGHT, RANK_TOP, RANK_WEIGHT, WIDEST, index

BOUTS = (1, 21)
"""The numbered bouts; the third is the Excuse."""

CENTRE = (163.0, 88.0)
RADIUS = 60.0


def trump(number: int) -> str:
    """Everything of a trump but its index."""
    colour = SUIT["T"]
    bout = number in BOUTS
    x, y = CENTRE
    rim_radius = RADIUS + 6
    rim = dots(circle(x, y, rim_radius), colour if bout else GOLD, 3.6, 2 * math.pi * rim_radius / 24)
    medallion = (
        outlined(circle(x, y, RADIUS), GOLD if bout else PAPER, 2.2, colour)
        + fill(circle(x, y, RADIUS - 4), PAPER)
        + group(MOTIFS[number](), f"translate({x:g} {y:g})")
        + stroke(circle(x, y, RADIUS - 3), colour, 2.2)
    )
    inner = stroke(panel_path(), GOLD, 8) if bout else ""
    return (
        panel(GOLD if bout else colour)
        + inner
        + both_ways(rim + medallion)
        + frame(colour, GOLD if bout else ACCENT["T"])
    )


def trump_index(number: int) -> str:
    """The numeral over the sign of the trumps; bouts have the sign on gold."""
    if number not in BOUTS:
        return index(str(number), "T", SUIT["T"])
    rank = word(str(number), MIDDLE, RANK_TOP, RANK_HEIGHT, RANK_WEIGHT, WIDEST)
    return both_ways(stroke(rank, SUIT["T"], RANK_WEIGHT) + bout_mark(), "index")
