"""Court cards: double-headed figures of king, queen, knight and jack, drawn from simple shapes.

The panel of a face is shaped like an S: it leaves the corners of the two indices free, and each half of
the figure stands beside its index. The halves meet in a seam that slopes through the middle of the card.
Every half is drawn to end at the seam, so nothing has to be clipped.
"""

import math

from cardart.paint import (
    ACCENT,
    GOLD,
    HAIR,
    LINE,
    PAPER,
    RED,
    SKIN,
    STEEL,
    SUIT,
    WHITE,
    both_ways,
    dots,
    fill,
    outlined,
    stroke,
)
from cardart.paths import Point, box, circle, ellipse, place, polygon, rounded, star
from cardart.suits import symbol

PANEL_CORNERS: list[Point] = [
    (90, 15),
    (235, 15),
    (235, 204),
    (160, 204),
    (160, 335),
    (15, 335),
    (15, 146),
    (90, 146),
]
AXIS = 163.0
"""The x of the upper figure's nose."""


def seam(x: float) -> float:
    """The y of the seam at `x`."""
    return 175 + (x - 125) * 0.14


def panel_path() -> str:
    """The S-shaped panel."""
    return rounded(PANEL_CORNERS, 9)


def panel(colour: str) -> str:
    """The panel's tinted ground."""
    return fill(panel_path(), colour, 0.09)


def frame(colour: str, accent: str) -> str:
    """What lies over both halves: the belt along the seam and the panel's outline."""
    left, right = 15.5, 234.5
    belt = polygon([(left, seam(left) - 6), (right, seam(right) - 6), (right, seam(right) + 6), (left, seam(left) + 6)])
    studs = polygon([(29, seam(29)), (230, seam(230))], closed=False)
    return (
        outlined(belt, accent, 2)
        + dots(studs, LINE, 4.2, 16 * math.hypot(1, 0.14))
        + outlined(polygon([(125, 164), (136, 175), (125, 186), (114, 175)]), GOLD, 2)
        + stroke(panel_path(), colour, 2.6)
    )


def bust(robe: str) -> str:
    """Shoulders and chest, down to the seam and out to the panel's edge."""
    data = (
        "M148 118H178L197 127C219 132 229 142 234 154"
        f"V{seam(234):.1f}L16 {seam(16):.1f}V156C16 151 19 148 25 148H72C94 146 106 136 128 127Z"
    )
    return outlined(data, robe)


def chest(colour: str, half_top: float = 13, half_bottom: float = 24) -> str:
    """The panel down the front of a robe."""
    left, right = AXIS - half_bottom, AXIS + half_bottom
    return outlined(
        polygon([(AXIS - half_top, 120), (AXIS + half_top, 120), (right, seam(right)), (left, seam(left))]),
        colour,
    )


def face(narrow: float = 0) -> str:
    """Face and neck with eyes, brows, nose and mouth; `narrow` units slimmer on each side."""
    left, right = AXIS - 24 + narrow, AXIS + 24 - narrow
    oval = (
        f"M{left:.1f} 60H{right:.1f}V88C{right:.1f} 106 {AXIS + 11} 119 {AXIS} 119"
        f"C{AXIS - 11} 119 {left:.1f} 106 {left:.1f} 88Z"
    )
    eyes = ellipse(AXIS - 10, 82, 2.7, 3.3) + ellipse(AXIS + 10, 82, 2.7, 3.3)
    brows = (
        f"M{AXIS - 15} 75C{AXIS - 12} 72 {AXIS - 8} 72 {AXIS - 5} 74"
        f"M{AXIS + 5} 74C{AXIS + 8} 72 {AXIS + 12} 72 {AXIS + 15} 75"
    )
    nose = f"M{AXIS} 82L{AXIS - 4} 95H{AXIS + 2}"
    mouth = f"M{AXIS - 6} 103C{AXIS - 3} 106 {AXIS + 3} 106 {AXIS + 6} 103"
    return (
        outlined(box(AXIS - 10, 104, 20, 24), SKIN)
        + outlined(oval, SKIN)
        + fill(eyes, LINE)
        + stroke(brows, LINE, 2)
        + stroke(nose, LINE, 1.8)
        + stroke(mouth, RED, 3)
    )


def hand(x: float, y: float, sleeve: str) -> str:
    """A closed hand at (x, y) around something upright, the sleeve's cuff below it."""
    return outlined(box(x - 11, y + 9, 22, 11, 3), sleeve, 2) + outlined(box(x - 9, y - 8, 18, 17, 6), SKIN, 2)


def king(suit: str) -> str:
    """Crown, beard, fur collar and sword."""
    robe, accent, hair = SUIT[suit], ACCENT[suit], HAIR[suit]
    locks = "M136 58C130 84 132 100 122 112C130 124 146 122 152 112H174C180 122 196 124 204 112C194 100 196 84 190 58Z"
    beard = "M139 84C141 96 150 99 163 99C176 99 185 96 187 84V100C187 120 175 134 163 143C151 134 139 120 139 100Z"
    moustache = "M163 97C156 91 148 95 143 104C151 107 159 105 163 101C167 105 175 107 183 104C178 95 170 91 163 97Z"
    crown = "M135 62L129 28L148 44L163 20L178 44L197 28L191 62Z"
    collar = (
        "M126 126C136 120 144 118 150 117L163 142L176 117C182 118 190 120 200 126C194 146 178 158 163 160"
        "C148 158 132 146 126 126Z"
    )
    tails = "".join(circle(x, y, 2.2) for x, y in ((139, 130), (149, 143), (163, 150), (177, 143), (187, 130)))
    blade = polygon([(214, 126), (214, 36), (219, 26), (224, 36), (224, 126)])
    sword = outlined(blade, STEEL, 2) + outlined(box(204, 124, 30, 7, 3), GOLD, 2) + stroke("M219 38V118", LINE, 1.2)
    trims = "M124 131C114 140 104 147 92 153M201 131C208 136 213 142 216 150"
    return (
        sword
        + bust(robe)
        + stroke(trims, GOLD, 3.4)
        + chest(accent)
        + outlined(collar, WHITE)
        + fill(tails, LINE)
        + outlined(locks, hair)
        + face()
        + outlined(beard, hair)
        + stroke("M158 106C161 108 165 108 168 106", RED, 3)
        + outlined(moustache, hair, 1.8)
        + outlined(crown, GOLD)
        + stroke("M136 53H190", LINE, 1.8)
        + outlined(circle(129, 27, 4.5) + circle(197, 27, 4.5) + circle(163, 20, 4.5), WHITE, 2)
        + fill(symbol(suit, 163, 43, 13), robe)
        + hand(219, 148, accent)
    )


def queen(suit: str) -> str:
    """Coronet with pearls, long hair, necklace and flower."""
    robe, accent, hair = SUIT[suit], ACCENT[suit], HAIR[suit]
    locks = (
        "M163 40C138 38 132 60 132 80C132 104 130 122 116 140C128 152 148 148 153 128H173"
        "C178 148 198 152 210 140C196 122 194 104 194 80C194 60 188 38 163 40Z"
    )
    fringe = "M163 56C150 56 142 64 141 86C134 74 136 50 163 48C190 50 192 74 185 86C184 64 176 56 163 56Z"
    neckline = "M150 119C150 140 176 140 176 119Z"
    coronet = "M139 54L134 34L149 42L163 26L177 42L192 34L187 54C172 49 154 49 139 54Z"
    pearls = circle(134, 33, 4) + circle(163, 25, 4.6) + circle(192, 33, 4)
    beads = "".join(
        circle(x, y, 2.7) for x, y in ((147, 130), (152, 138), (159, 142), (167, 142), (174, 138), (179, 130))
    )
    petals = "".join(ellipse(x, y, 7.5, 7.5) for x, y in ((219, 73), (228, 80), (224.5, 90), (213.5, 90), (210, 80)))
    flower = (
        stroke("M219 96V150", SUIT[suit], 3)
        + fill("M219 122C210 120 206 112 207 106C215 108 219 114 219 122Z", SUIT[suit])
        + outlined(petals, accent, 1.8)
        + outlined(circle(219, 82, 6), GOLD, 1.8)
    )
    return (
        bust(robe)
        + chest(accent, 15, 22)
        + stroke("M118 134C112 144 106 150 98 156", GOLD, 4)
        + outlined(locks, hair)
        + face(2.5)
        + outlined(neckline, SKIN, 2)
        + fill(box(AXIS - 9, 117, 18, 6), SKIN)
        + outlined(beads, WHITE, 1.5)
        + outlined(fringe, hair, 1.8)
        + outlined(coronet, GOLD)
        + outlined(pearls, WHITE, 1.8)
        + fill(symbol(suit, 163, 44, 9), robe)
        + outlined(circle(137, 100, 3) + circle(189, 100, 3), GOLD, 1.5)
        + fill(symbol(suit, 163, 161, 20), robe)
        + flower
        + hand(219, 148, accent)
    )


def jack(suit: str) -> str:
    """Flat cap with a feather, bobbed hair, pointed collar and halberd."""
    robe, accent, hair = SUIT[suit], ACCENT[suit], HAIR[suit]
    bob = "M136 58C132 76 130 94 127 108C134 114 144 114 150 108H176C182 114 192 114 199 108C196 94 194 76 190 58Z"
    fringe = "M139 60H187V70C180 66 172 72 163 68C154 72 146 66 139 70Z"
    cap = "M130 58C124 42 140 26 164 27C190 27 204 42 196 58C176 52 150 52 130 58Z"
    brim = "M128 62C126 56 130 52 136 51C154 47 174 47 190 51C196 52 200 56 198 62C176 56 150 56 128 62Z"
    feather = "M192 52C206 44 208 28 198 17C188 22 180 34 184 50Z"
    points = [
        (134, 122),
        (146, 117),
        (163, 124),
        (180, 117),
        (192, 122),
        (186, 138),
        (174, 130),
        (163, 146),
        (152, 130),
        (140, 138),
    ]
    shaft = box(217, 30, 5, 130)
    axe = "M222 50C232 46 234 60 234 70C234 78 232 84 222 80Z"
    return (
        outlined(shaft, GOLD, 1.8)
        + outlined(axe, STEEL, 2)
        + outlined(polygon([(213, 44), (219.5, 22), (226, 44)]), STEEL, 2)
        + bust(accent)
        + outlined(f"M163 120L178 118L197 127C219 132 229 142 234 154V{seam(234):.1f}L163 {seam(163):.1f}Z", robe)
        + outlined(bob, hair)
        + face(1)
        + outlined(fringe, hair, 1.8)
        + outlined(polygon(points), WHITE)
        + outlined(cap, robe)
        + outlined(feather, WHITE, 2)
        + stroke("M196 22C194 32 190 42 188 50", LINE, 1.4)
        + outlined(brim, accent)
        + fill(symbol(suit, 163, 39, 13), PAPER)
        + fill(symbol(suit, 136, 153, 17), robe)
        + hand(219, 148, accent)
    )


def knight(suit: str) -> str:
    """Helmet with a plume, and the head of the horse in front of the rider."""
    robe, accent, hair = SUIT[suit], ACCENT[suit], HAIR[suit]
    helmet = "M137 98C129 60 142 36 163 36C184 36 197 60 189 98L182 92V72H144V92Z"
    plume = "M160 38C156 22 176 14 196 20C214 26 218 48 208 66C206 52 200 40 186 36C176 33 168 34 160 38Z"
    gorget = "M136 124C146 116 180 116 190 124C188 138 176 146 163 147C150 146 138 138 136 124Z"
    horse = (
        "M126 92L118 103C110 112 103 124 97 134C92 141 94 150 103 150C109 149 112 145 121 144"
        f"C125 152 115 160 111 {seam(111):.1f}L157 {seam(157):.1f}C159 156 151 122 137 106L137 94L130 101Z"
    )
    mane = f"M137 106C151 122 159 156 157 {seam(157):.1f}L145 {seam(145):.1f}C147 152 142 126 129 108L130 101Z"
    bridle = (
        "M101 128C106 132 109 138 109 146M109 137L121 144M118 104C123 110 125 130 121 144"
        "M121 144C130 152 140 156 150 156"
    )
    return (
        bust(robe)
        + fill(symbol(suit, 184, 163, 18), PAPER)
        + outlined(plume, accent)
        + outlined("M141 70H185V112C180 116 146 116 141 112Z", hair)
        + face(1)
        + outlined(gorget, STEEL)
        + outlined(helmet, STEEL)
        + stroke("M163 38V70", LINE, 1.6)
        + outlined(box(140, 66, 46, 8, 3), GOLD, 2)
        + outlined(horse, WHITE)
        + outlined(mane, hair, 2)
        + stroke(bridle, GOLD, 2.6)
        + fill(circle(114, 116, 2.6) + circle(99, 142, 1.4), LINE)
        + outlined(place("M0 0V-60L-4 -60L2 -74L8 -60L4 -60V0Z", 1, 1, 216, 150), STEEL, 1.8)
        + hand(218, 148, accent)
    )


FIGURES = {"K": king, "Q": queen, "N": knight, "J": jack}


def court(rank: str, suit: str) -> str:
    """Everything of a court card but its index."""
    return panel(SUIT[suit]) + both_ways(FIGURES[rank](suit)) + frame(SUIT[suit], ACCENT[suit])


def bell(x: float, y: float, size: float = 5) -> str:
    """A jester's bell."""
    return outlined(circle(x, y, size), GOLD, 1.8) + stroke(
        f"M{x - size * 0.5:.1f} {y + 1}H{x + size * 0.5:.1f}", LINE, 1.4
    )


def spark(x: float, y: float, size: float) -> str:
    """A small four-pointed star, as path."""
    return star(x, y, 4, size, size * 0.36)
