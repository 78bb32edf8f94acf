"""Three card backs, each the same when turned by 180 degrees."""

from collections.abc import Callable

from cardart.paint import BACK, BACK_ACCENT, BACK_LIGHT, fill, outlined, stroke
from cardart.paths import Point, arc, box, circle, polar, polygon, star
from cardart.suits import symbol


def ground() -> str:
    """The light border and the coloured field of every back."""
    return fill(box(1.5, 1.5, 247, 347, 18), BACK_LIGHT) + fill(box(14, 14, 222, 322, 10), BACK)


def inner_frame() -> str:
    """Fine double line inside the field."""
    return stroke(box(22, 22, 206, 306, 6), BACK_LIGHT, 2)


def lattice() -> str:
    """The four suits in a lattice of lozenges, a gold star in the middle."""
    wide, high = 40.0, 58.0
    middles = [(125 + dx * wide, 175 + dy * high) for dy in range(-2, 3) for dx in range(-2, 3)]
    crossings = [(125 + dx * wide, 175 + dy * high) for dy in (-1.5, -0.5, 0.5, 1.5) for dx in (-1.5, -0.5, 0.5, 1.5)]
    lozenges = "".join(
        polygon([(x, y - high / 2), (x + wide / 2, y), (x, y + high / 2), (x - wide / 2, y)]) for x, y in middles
    )
    marks = ""
    for number, (x, y) in enumerate(middles):
        if number != 12:
            marks += symbol("SHCD"[min(number, 24 - number) % 4], x, y, 17, number > 12)
    dots = "".join(circle(x, y, 3) for x, y in crossings)
    return (
        ground()
        + stroke(lozenges, BACK_LIGHT, 1.6, opacity=0.7)
        + fill(marks, BACK_LIGHT)
        + fill(dots, BACK_ACCENT)
        + outlined(circle(125, 175, 17), BACK_ACCENT, 2, BACK_LIGHT)
        + fill(star(125, 175, 8, 12, 6), BACK)
        + inner_frame()
    )


def rosette() -> str:
    """Three rings of circles about a star, and quarter rings in the corners."""
    rings = "".join(
        circle(*polar(125, 175, radius, 360 / count * number), radius * 0.27)
        for radius, count in ((28, 12), (51, 16), (77, 20))
        for number in range(count)
    )
    corners = "".join(
        arc(x, y, radius, turn, turn + 90)
        for x, y, turn in ((22, 22, 90), (228, 22, 180), (228, 328, 270), (22, 328, 0))
        for radius in (18, 30, 42)
    )
    return (
        ground()
        + stroke(rings, BACK_LIGHT, 1.8, opacity=0.8)
        + stroke(corners, BACK_ACCENT, 2.4)
        + fill(star(125, 175, 12, 18, 11), BACK_ACCENT)
        + fill(circle(125, 175, 6), BACK)
        + inner_frame()
    )


def rays() -> str:
    """Rays from the middle to the frame, and the four suits on a disc."""
    half_width, half_height, count = 96.0, 146.0, 36
    wedges = ""
    for number in range(count):
        corners: list[Point] = []
        for turn in (number - 0.17, number + 0.17):
            across, down = polar(0, 0, 1, turn * 360 / count)
            reach = min(half_width / max(abs(across), 1e-9), half_height / max(abs(down), 1e-9))
            corners.append((125 + across * reach, 175 + down * reach))
        wedges += polygon([*(polar(125, 175, 60, (number + side) * 360 / count) for side in (0.17, -0.17)), *corners])
    suits = "".join(
        symbol(suit, 125 + dx, 175 + dy, 27, dy > 0 or dx < 0)
        for suit, dx, dy in (("S", 0, -23), ("S", 0, 23), ("H", 23, 0), ("H", -23, 0))
    )
    return (
        ground()
        + fill(wedges, BACK_LIGHT)
        + stroke(circle(125, 175, 52), BACK_ACCENT, 2.4)
        + fill(circle(125, 175, 45), BACK_LIGHT)
        + fill(suits, BACK)
        + inner_frame()
    )


BACKS: dict[str, Callable[[], str]] = {"back-1": lattice, "back-2": rosette, "back-3": rays}
"""What draws each back."""
