"""One small scene for each tarot trump, inside a disc of radius 56 about the origin.

1 wren, 2 bridge, 3 mountains, 4 windmill, 5 flower, 6 sunrise, 7 rainbow, 8 ship, 9 night, 10 wheel, 11 fish,
12 hourglass, 13 tree, 14 lantern, 15 tower, 16 butterfly, 17 comet, 18 key, 19 snowflake, 20 bell, 21 the sun.
"""

import math
from collections.abc import Callable

from cardart.paint import (
    EARTH,
    GOLD,
    LEAF,
    LINE,
    NIGHT,
    RED,
    SEA,
    SKY,
    STEEL,
    SUIT,
    WHITE,
    fill,
    group,
    outlined,
    stroke,
)
from cardart.paths import arc, box, circle, ellipse, polar, polygon, star

RADIUS = 56.0
VIOLET = SUIT["T"]


def below(y: float) -> str:
    """The part of the disc below `y`, as path."""
    turn = math.degrees(math.acos(-y / RADIUS))
    return arc(0, 0, RADIUS, turn, 360 - turn) + "Z"


def ground(colour: str, y: float, sky: str = SKY) -> str:
    """A sky and what lies below the horizon at `y`."""
    return fill(circle(0, 0, RADIUS), sky, 0.55) + fill(below(y), colour) + stroke(_horizon(y), LINE, 2)


def _horizon(y: float) -> str:
    half = math.sqrt(RADIUS**2 - y**2)
    return polygon([(-half, y), (half, y)], closed=False)


def waves(y: float, half: float) -> str:
    """A row of three light waves about x = 0."""
    step = half / 3
    data = f"M{-half:.1f} {y}"
    for number in range(3):
        left = -half + number * 2 * step
        data += f"C{left + step * 0.5:.1f} {y - 6} {left + step * 1.5:.1f} {y - 6} {left + 2 * step:.1f} {y}"
    return stroke(data, WHITE, 2.4)


def wren() -> str:
    body = "M-30 6C-28 -16 -8 -24 6 -20C12 -34 36 -32 36 -14L48 -9L36 -5C36 18 16 28 -4 24C-16 22 -24 14 -30 6Z"
    return (
        fill(circle(0, 0, RADIUS), SKY, 0.55)
        + stroke("M-48 28C-20 34 14 34 50 22", EARTH, 6)
        + fill(
            "M26 28C30 38 42 42 48 38C46 30 38 24 26 28ZM-40 28C-44 16 -38 8 -30 12C-28 20 -30 26 -40 28Z",
            LEAF,
        )
        + outlined("M-26 8L-40 -34L-28 -36L-12 -8Z", EARTH)
        + outlined(body, EARTH)
        + fill("M34 -6C34 14 18 26 2 24C12 16 24 8 34 -6Z", WHITE)
        + outlined("M-24 6C-18 -10 0 -14 12 -6C8 8 -8 16 -24 6Z", GOLD)
        + fill(circle(26, -17, 3.2), LINE)
        + stroke("M2 24V31M12 22V31", LINE, 2.4)
    )


def bridge() -> str:
    return (
        ground(SEA, 22)
        + fill(circle(-18, -34, 9), GOLD)
        + outlined("M-50 3C-30 -20 30 -20 50 3V25H40C38 4 10 4 8 25H-8C-10 4 -38 4 -40 25H-50Z", STEEL)
        + stroke("M-47 -5C-28 -26 28 -26 47 -5M-32 -16V-9M-12 -21V-14M12 -21V-14M32 -16V-9", LINE, 2)
        + waves(35, 30)
        + waves(46, 18)
    )


def mountains() -> str:
    return (
        ground(LEAF, 26)
        + outlined(polygon([(-50, 26), (-24, -14), (2, 26)]), STEEL)
        + outlined(polygon([(50, 26), (26, -10), (0, 26)]), STEEL)
        + outlined(polygon([(-32, 26), (2, -36), (36, 26)]), VIOLET)
        + outlined(polygon([(2, -36), (12, -18), (5, -22), (1, -15), (-4, -22), (-8, -18)]), WHITE, 1.8)
        + fill(polygon([(-24, -14), (-17, -3), (-24, -6), (-30, -4)]), WHITE)
        + fill(polygon([(26, -10), (33, 1), (26, -3), (19, 1)]), WHITE)
        + stroke("M-30 40H-8M4 46H20M16 36H30", WHITE, 2.2)
    )


def windmill() -> str:
    sails = "".join(
        group(
            outlined("M-3 -4H3V-40H-3Z", WHITE, 1.6) + outlined("M3 -12H13V-40H3Z", GOLD, 1.8),
            f"rotate({turn})",
        )
        for turn in (20, 110, 200, 290)
    )
    return (
        ground(LEAF, 32)
        + outlined("M-14 -6H14L22 46H-22Z", WHITE)
        + outlined("M-16 -6C-14 -24 14 -24 16 -6Z", RED)
        + outlined("M-6 46V34C-6 26 6 26 6 34V46Z", EARTH, 2)
        + group(sails + outlined(circle(0, 0, 4.5), EARTH, 1.8), "translate(0 -8)")
    )


def flower() -> str:
    petals = "".join(
        group(outlined("M0 -8C-14 -16 -14 -34 0 -38C14 -34 14 -16 0 -8Z", RED), f"rotate({turn})")
        for turn in range(0, 360, 72)
    )
    return (
        fill(circle(0, 0, RADIUS), SKY, 0.35)
        + stroke("M0 0C2 20 0 40 -2 55", LEAF, 5)
        + outlined("M-1 46C-20 46 -30 34 -30 24C-14 24 -2 32 -1 46ZM0 40C16 40 28 30 28 20C14 20 2 26 0 40Z", LEAF, 2)
        + group(petals + outlined(circle(0, 0, 10), GOLD), "translate(0 -12)")
    )


def sunrise() -> str:
    rays = "".join(
        polygon([polar(0, 12, 30, turn), polar(0, 12, 46 if turn % 40 else 54, turn)], closed=False)
        for turn in range(-80, 81, 20)
    )
    return (
        fill(circle(0, 0, RADIUS), GOLD, 0.22)
        + stroke(rays, GOLD, 4)
        + outlined(arc(0, 12, 24, -90, 90) + "Z", GOLD)
        + fill(below(12), SEA)
        + stroke(_horizon(12), LINE, 2)
        + waves(24, 36)
        + waves(35, 27)
        + waves(46, 15)
    )


def rainbow() -> str:
    bands = "".join(
        stroke(arc(0, 22, radius, -90, 90), colour, 7.2, round_ends=False)
        for radius, colour in ((44, RED), (37, GOLD), (30, LEAF), (23, SEA), (16, VIOLET))
    )
    cloud = "M-54 24C-54 14 -44 12 -41 15C-38 8 -26 8 -24 16C-16 14 -12 24 -18 28H-50C-52 28 -54 26 -54 24Z"
    return (
        fill(circle(0, 0, RADIUS), SKY, 0.4)
        + bands
        + fill(below(26), LEAF)
        + stroke(_horizon(26), LINE, 2)
        + outlined(cloud, WHITE, 2)
        + group(outlined(cloud, WHITE, 2), "translate(72 4)")
    )


def ship() -> str:
    return (
        ground(SEA, 24)
        + outlined("M-4 -42H0V22H-4Z", EARTH, 1.6)
        + outlined("M4 -40C26 -28 34 -6 34 12H4Z", WHITE)
        + outlined("M-8 -30C-26 -18 -32 0 -32 12H-8Z", RED)
        + outlined("M-2 -44H16L11 -49L16 -54H-2Z", GOLD, 1.6)
        + outlined("M-40 17H42C40 30 32 38 24 38H-24C-32 38 -38 28 -40 17Z", EARTH)
        + stroke("M-34 25H36", GOLD, 2.2)
        + waves(44, 30)
    )


def night() -> str:
    stars = star(24, -26, 5, 9, 3.8) + star(34, 6, 5, 6.5, 2.8) + star(6, 36, 5, 5.5, 2.3) + star(-34, -30, 5, 5, 2)
    crescent = arc(-8, 2, 32, 30, -210) + "C-24 26 -24 -18 8 -25.7Z"
    return fill(circle(0, 0, RADIUS), NIGHT) + outlined(crescent, GOLD, 1.6) + fill(stars, WHITE)


def wheel() -> str:
    spokes = "".join(
        polygon([polar(0, 0, 10, turn), polar(0, 0, 36, turn)], closed=False) for turn in range(0, 360, 36)
    )
    return (
        fill(circle(0, 0, RADIUS), GOLD, 0.2)
        + stroke(circle(0, 0, 41), LINE, 13)
        + stroke(circle(0, 0, 41), EARTH, 8.6)
        + stroke(spokes, LINE, 7.4)
        + stroke(spokes, GOLD, 3.2)
        + outlined(circle(0, 0, 12), EARTH)
        + outlined(circle(0, 0, 4.5), GOLD, 1.8)
    )


def fish() -> str:
    swimmer = (
        outlined("M20 0L42 -14C38 -4 38 4 42 14Z", GOLD)
        + outlined("M-6 -15C0 -26 12 -24 16 -10Z", GOLD, 2)
        + outlined("M-38 0C-28 -20 6 -22 26 0C6 22 -28 20 -38 0Z", RED)
        + stroke("M-18 -13C-12 -5 -12 5 -18 13", LINE, 2)
        + stroke("M-4 -6C0 -2 0 2 -4 6M8 -5C12 -2 12 2 8 5", WHITE, 2)
        + fill(circle(-26, -4, 2.8), LINE)
    )
    return (
        fill(circle(0, 0, RADIUS), SEA, 0.65)
        + waves(-38, 30)
        + group(swimmer, "translate(-1 0)")
        + waves(34, 34)
        + waves(46, 16)
        + stroke(circle(-44, -14, 3) + circle(-38, -24, 2.2), WHITE, 1.8)
    )


def hourglass() -> str:
    glass = "M-22 -36H22C22 -14 5 -10 5 0C5 10 22 14 22 36H-22C-22 14 -5 10 -5 0C-5 -10 -22 -14 -22 -36Z"
    return (
        fill(circle(0, 0, RADIUS), SKY, 0.45)
        + fill(glass, WHITE)
        + fill(
            "M-15 -18H15C12 -10 4 -7 3 0H-3C-4 -7 -12 -10 -15 -18ZM-20 36C-18 26 -8 20 0 16C8 20 18 26 20 36Z",
            GOLD,
        )
        + stroke("M0 0V18", GOLD, 2.4)
        + stroke(glass, LINE, 2.4)
        + outlined(box(-30, -45, 60, 9, 4) + box(-30, 36, 60, 9, 4), EARTH)
    )


def tree() -> str:
    crown = circle(0, -26, 20) + circle(-20, -8, 18) + circle(20, -8, 18) + circle(0, -4, 18)
    apples = circle(-20, -12, 4) + circle(4, -28, 4) + circle(22, -4, 4) + circle(0, -4, 4)
    return (
        ground(EARTH, 34)
        + outlined("M-6 0H6C5 20 8 32 16 40H-16C-8 32 -5 20 -6 0Z", EARTH)
        + stroke(crown, LINE, 4.4)
        + fill(crown, LEAF)
        + outlined(apples, RED, 1.6)
    )


def lantern() -> str:
    return (
        fill(circle(0, 0, RADIUS), NIGHT)
        + fill(circle(0, 4, 42), GOLD, 0.25)
        + fill(circle(0, 4, 31), GOLD, 0.35)
        + stroke(arc(0, -28, 12, -100, 100), GOLD, 3)
        + outlined("M-16 -20L-8 -31H8L16 -20Z", EARTH)
        + outlined("M-16 -20H16L20 28H-20Z", WHITE)
        + outlined("M0 -10C10 2 12 8 12 13C12 20 6 24 0 24C-6 24 -12 20 -12 13C-12 8 -10 2 0 -10Z", GOLD, 2)
        + fill("M0 6C4 11 5 14 5 16C5 19 3 21 0 21C-3 21 -5 19 -5 16C-5 14 -4 11 0 6Z", RED)
        + outlined(box(-24, 28, 48, 8, 3), EARTH)
    )


def tower() -> str:
    return (
        ground(LEAF, 36)
        + outlined("M-18 -14H18L20 44H-20Z", STEEL)
        + outlined(
            "M-24 -28H-15V-22H-7V-28H7V-22H15V-28H24V-14C24 -12 22 -11 18 -11H-18C-22 -11 -24 -12 -24 -14Z",
            STEEL,
        )
        + outlined("M-1.5 -28V-50H1.5V-28Z", EARTH, 1.2)
        + outlined("M1.5 -51L24 -44L1.5 -37Z", RED, 1.8)
        + outlined("M-8 44V28C-8 18 8 18 8 28V44Z", EARTH)
        + outlined("M-4 10V0C-4 -5 4 -5 4 0V10Z", GOLD, 1.8)
        + stroke("M-15 10H-9M9 2H15M10 20H17M-16 26H-11", LINE, 1.8)
    )


def butterfly() -> str:
    wing = (
        outlined("M3 -4C8 -34 36 -40 44 -26C48 -12 30 2 3 4Z", GOLD)
        + outlined("M3 4C22 2 36 14 32 28C28 40 10 36 3 10Z", RED)
        + fill(circle(32, -20, 5.5), WHITE)
        + fill(circle(21, 22, 4.5), WHITE)
    )
    return (
        fill(circle(0, 0, RADIUS), LEAF, 0.3)
        + wing
        + group(wing, "scale(-1 1)")
        + stroke("M-1 -18C-4 -30 -10 -34 -16 -36M1 -18C4 -30 10 -34 16 -36", LINE, 2)
        + outlined(ellipse(0, 4, 4.5, 24), EARTH)
    )


def comet() -> str:
    return (
        fill(circle(0, 0, RADIUS), NIGHT)
        + stroke("M6 0L-34 30M-2 -12L-48 18M16 8L-14 40", GOLD, 4.5, opacity=0.75)
        + fill(circle(-30, -28, 2.4) + circle(34, 30, 2.4) + circle(-12, -42, 1.8) + circle(8, 44, 1.8), WHITE)
        + outlined(star(14, -12, 5, 32, 13.5), GOLD)
    )


def key() -> str:
    bow = circle(0, -28, 17)
    return (
        fill(circle(0, 0, RADIUS), GOLD, 0.2)
        + stroke(bow, LINE, 12.4)
        + outlined("M-5 -10H5V46H-5Z", GOLD)
        + outlined("M5 20H24V29H17V34H24V43H5Z", GOLD)
        + stroke(bow, GOLD, 8)
        + outlined(box(-9, -12, 18, 8, 3), GOLD)
        + fill(star(0, -28, 4, 10, 4), VIOLET)
    )


def snowflake() -> str:
    arm = "M0 0V-46M0 -14L-9 -23M0 -14L9 -23M0 -28L-10 -38M0 -28L10 -38"
    flake = "".join(group(stroke(arm, WHITE, 4.4), f"rotate({turn})") for turn in range(0, 360, 60))
    return fill(circle(0, 0, RADIUS), SEA) + flake + fill(star(0, 0, 6, 11, 7), WHITE)


def bell() -> str:
    return (
        fill(circle(0, 0, RADIUS), RED, 0.16)
        + stroke(arc(0, -38, 7, -150, 150), LINE, 6)
        + stroke(arc(0, -38, 7, -150, 150), EARTH, 2.6)
        + outlined(circle(0, 34, 8), EARTH)
        + outlined(
            "M0 -34C22 -34 24 -12 26 6C27 16 32 22 38 28V32H-38V28C-32 22 -27 16 -26 6C-24 -12 -22 -34 0 -34Z",
            GOLD,
        )
        + stroke("M-27 12H27", LINE, 2.2)
        + stroke("M-46 -8C-44 -20 -40 -28 -34 -34M46 -8C44 -20 40 -28 34 -34", RED, 3.4)
    )


def splendour() -> str:
    straight = star(0, 0, 8, 53, 27)
    slanted = star(0, 0, 8, 46, 27, 22.5)
    return (
        fill(circle(0, 0, RADIUS), SKY, 0.6)
        + outlined(slanted, RED)
        + outlined(straight, GOLD)
        + outlined(circle(0, 0, 27), GOLD)
        + fill(ellipse(-9, -5, 2.8, 3.6) + ellipse(9, -5, 2.8, 3.6), LINE)
        + fill(circle(-15, 6, 4) + circle(15, 6, 4), RED, 0.45)
        + stroke("M-15 -13C-12 -16 -7 -16 -4 -13M4 -13C7 -16 12 -16 15 -13", LINE, 2)
        + stroke("M-9 10C-5 16 5 16 9 10", RED, 3.2)
    )


MOTIFS: dict[int, Callable[[], str]] = dict(
    enumerate(
        (
            wren,
            bridge,
            mountains,
            windmill,
            flower,
            sunrise,
            rainbow,
            ship,
            night,
            wheel,
            fish,
            hourglass,
            tree,
            lantern,
            tower,
            butterfly,
            comet,
            key,
            snowflake,
            bell,
            splendour,
        ),
        start=1,
    )
)
"""What draws the scene of each trump."""
