"""The two jokers and the tarot Excuse: the same jester, told apart by what they hold and by their index.

The red joker carries a sun and its index is drawn full; the black joker carries a moon and its index is an
outline, so that the stronger one is known without colour. The Excuse plays the lute.
"""

import math

from cardart.courts import bell, bust, face, frame, hand, panel, seam
from cardart.paint import (
    ACCENT,
    EARTH,
    GOLD,
    LINE,
    NIGHT,
    PAPER,
    RED,
    SKIN,
    SUIT,
    WHITE,
    both_ways,
    fill,
    outlined,
    stroke,
)
from cardart.paths import arc, box, circle, place, polar, polygon, star
from cardart.suits import MIDDLE, RANK_TOP, SYMBOL_MIDDLE, SYMBOLS

JOKER = {"RJ": "var(--joker-red,#c4202f)", "BJ": "var(--joker-black,#1d2430)"}
JOKER_ACCENT = {"RJ": "var(--joker-red-accent,#f0b7a0)", "BJ": "var(--joker-black-accent,#a9b4c2)"}


def sun(x: float, y: float, radius: float) -> str:
    """A disc with eight separate rays, as path."""
    rays = (
        polygon(
            [
                polar(x, y, radius, turn),
                polar(x, y, radius * 0.7, turn + 17),
                polar(x, y, radius * 0.7, turn - 17),
            ]
        )
        for turn in range(0, 360, 45)
    )
    return circle(x, y, radius * 0.56) + "".join(rays)


def moon(x: float, y: float, radius: float) -> str:
    """A crescent open to the right, as path."""
    tip = 42.0
    tip_x, tip_y = polar(0, 0, radius, tip)
    # The inner arc runs through the same two tips, about a middle further to the right.
    middle = radius * 0.42
    inner = math.hypot(tip_x - middle, tip_y)
    turn = math.degrees(math.atan2(tip_x - middle, -tip_y))
    return (
        arc(x, y, radius, tip, tip - 360 + 2 * (90 - tip))
        + arc(x + middle, y, inner, 180 - turn - 360, turn, joined=True)
        + "Z"
    )


def jester(robe: str, accent: str, hair: str) -> str:
    """A jester from the belt up: cap with three horns and bells, two-coloured robe, pointed collar."""
    left_horn = "M139 66C134 46 120 40 104 52C106 28 138 20 158 46Z"
    right_horn = "M187 66C192 46 206 40 222 52C220 28 188 20 168 46Z"
    middle_horn = "M137 68C138 48 150 36 163 22C176 36 188 48 189 68Z"
    collar = [
        (126, 128),
        (138, 120),
        (163, 126),
        (188, 120),
        (200, 128),
        (192, 146),
        (177, 134),
        (163, 152),
        (149, 134),
        (134, 146),
    ]
    half = f"M163 120L178 118L197 127C219 132 229 142 234 154V{seam(234):.1f}L163 {seam(163):.1f}Z"
    tips = "".join(bell(x, y, 4) for x, y in ((134, 147), (192, 147), (163, 153)))
    return (
        bust(robe)
        + outlined(half, accent)
        + outlined(left_horn, accent)
        + outlined(right_horn, robe)
        + outlined("M140 64H186V104C180 110 146 110 140 104Z", hair)
        + face(1)
        + fill(circle(146, 95, 4) + circle(180, 95, 4), RED, 0.3)
        + outlined(middle_horn, robe)
        + outlined("M163 22C176 36 188 48 189 68H163Z", accent)
        + outlined(box(135, 62, 56, 9, 4), GOLD)
        + outlined(polygon(collar), WHITE)
        + tips
        + bell(104, 54)
        + bell(222, 54)
        + bell(163, 22)
    )


def joker(code: str) -> str:
    """Everything of a joker but its index."""
    robe, accent = JOKER[code], JOKER_ACCENT[code]
    sign = sun(218, 102, 15) if code == "RJ" else moon(218, 102, 13)
    staff = stroke("M218 112V160", GOLD, 4) + outlined(sign, GOLD, 1.8)
    half = jester(robe, accent, EARTH) + staff + hand(218, 150, robe)
    return panel(robe) + both_ways(half) + frame(robe, accent)


def joker_index(code: str) -> str:
    """A jester's cap over a sun (red joker, full) or a moon (black joker, outline)."""
    colour = JOKER[code]
    cap = place(SYMBOLS["N"], 0.7, 0.7, MIDDLE - 35, RANK_TOP)
    if code == "RJ":
        drawn = fill(cap + sun(MIDDLE, SYMBOL_MIDDLE, 29), colour)
    else:
        drawn = outlined(cap, PAPER, 5, colour) + stroke(moon(MIDDLE, SYMBOL_MIDDLE, 22), colour, 5)
    return both_ways(drawn, "index")


def excuse() -> str:
    """The lute player, without index."""
    robe, accent = SUIT["T"], ACCENT["T"]
    neck = outlined(polygon([(176, 148), (222, 92), (228, 97), (182, 154)]), EARTH, 2)
    head = outlined(polygon([(219, 92), (226, 78), (233, 84), (229, 99)]), GOLD, 2)
    belly = "M186 142C192 156 176 172 150 171C132 170 122 160 128 148C136 136 174 130 186 142Z"
    half = (
        jester(robe, accent, EARTH)
        + neck
        + head
        + outlined(belly, GOLD)
        + fill(circle(156, 153, 7), LINE)
        + stroke("M136 160L224 90M138 163L226 93", WHITE, 1.2)
        + outlined(box(196, 116, 17, 15, 6), SKIN, 2)
        + outlined(box(140, 146, 17, 14, 6), SKIN, 2)
    )
    return panel(GOLD) + both_ways(half) + frame(robe, GOLD)


def excuse_index() -> str:
    """A large star over the sign of the trumps, both gold with the trumps' outline."""
    colour = SUIT["T"]
    large = star(MIDDLE, RANK_TOP + 33, 6, 35, 14)
    lute = fill(large, colour) + fill(star(MIDDLE, RANK_TOP + 33, 6, 14, 6), GOLD)
    return both_ways(lute + bout_mark(), "index")


def bout_mark() -> str:
    """The sign of the trumps on a gold disc: this card is a bout."""
    return outlined(circle(MIDDLE, SYMBOL_MIDDLE, 24), GOLD, 3, NIGHT) + fill(
        star(MIDDLE, SYMBOL_MIDDLE, 8, 18, 10), NIGHT
    )
