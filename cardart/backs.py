"""Three card backs, each the same when turned by 180 degrees."""

from collections.abc import Callable

from cardart.paint import BACK, BACK_ACCENT, BACK_LIGHT, fill, outlined, stroke
from cardart.paths import arc, box, circle, polar, polygon, star
from cardart.suits import symbol


def ground() -> str:
    """The light border and the coloured field of every back."""
    return fill(box(1.5, 1.5, 247, 347, 18), BACK_LIGHT) + fill(box(14, 14, 222, 322, 10), BACK)


def inner_frame() -> str:
    """Fine double line inside the field."""
    return stroke(box(22, 22, 206, 306, 6), BACK_LIGHT, 2)


def lattice() -> str:
    """Four suits in a lozenge lattice."""
    lines, marks = "", ""
    middles = [(125 + dx * 34.0, 175 + dy * 50.0) for dy in range(-2, 3) for dx in range(-2, 3)]
    half_steps = [(125 + dx * 34.0 + 17, 175 + dy * 50.0 + 25) for dy in range(-3, 3) for dx in range(-3, 3)]
    for x, y in middles:
        lines += polygon([(x, y - 25), (x + 17, y), (x, y + 25), (x - 17, y)])
    for number, (x, y) in enumerate(middles):
        if (x, y) != (125, 175):
            marks += symbol(
                "SHCD"[(number if number < 12 else 24 - number) % 4],
                x,
                y,
                15,
                y > 175 or (y == 175 and x > 125),
            )
    dots = "".join(circle(x, y, 2.2) for x, y in half_steps)
    centre = outlined(circle(125, 175, 17), BACK_ACCENT, 2, BACK_LIGHT) + fill(star(125, 175, 8, 12, 6), BACK)
    return (
        ground()
        + stroke(lines, BACK_LIGHT, 1.6, opacity=0.8)
        + fill(marks, BACK_LIGHT)
        + fill(dots, BACK_ACCENT)
        + centre
        + inner_frame()
    )


def rosette() -> str:
    """Rings of petals about the middle, a quarter of them in each corner."""
    rings = ""
    for radius, count in ((34, 12), (62, 16), (90, 20)):
        for number in range(count):
            x, y = polar(125, 175, radius, 360 / count * number)
            rings += circle(x, y, radius * 0.28)
    corners = "".join(
        arc(x, y, radius, turn, turn + 90)
        for x, y, turn in ((22, 22, 90), (228, 22, 180), (228, 328, 270), (22, 328, 0))
        for radius in (18, 30, 42)
    )
    heart = fill(star(125, 175, 12, 22, 13), BACK_ACCENT) + fill(circle(125, 175, 7), BACK)
    return (
        ground()
        + stroke(rings, BACK_LIGHT, 2, opacity=0.85)
        + stroke(corners, BACK_ACCENT, 2.4)
        + heart
        + inner_frame()
    )


def waves() -> str:
    """Rows of overlapping scales."""
    scales, eyes = "", ""
    width = 206 / 6
    for row in range(-8, 9):
        y = 175 + row * 17.5
        offset = 0 if row % 2 else width / 2
        for column in range(7 if not row % 2 else 6):
            x = 22 + (width / 2 if row % 2 else 0) + column * width
            if 26 < x < 224:
                scales += arc(x, y, width / 2 - 2, -90, 90) if row < 0 else arc(x, y, width / 2 - 2, 90, 270)
                eyes += circle(x, y, 3) if offset or row else ""
    middle = outlined(polygon([(125, 149), (146, 175), (125, 201), (104, 175)]), BACK_ACCENT, 2, BACK_LIGHT)
    return (
        ground()
        + stroke(scales, BACK_LIGHT, 2, opacity=0.85)
        + fill(eyes, BACK_ACCENT)
        + middle
        + inner_frame()
    )


BACKS: dict[str, Callable[[], str]] = {"back-1": lattice, "back-2": rosette, "back-3": waves}
"""What draws each back."""
