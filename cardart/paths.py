"""Path data as text: absolute commands only, so that a path can be scaled, moved and measured.

Only ``M L H V C Z`` occur. Circles and arcs are written as cubic curves: their control points then bound
them, which keeps `bounds` honest without solving for extrema.
"""

import math
import re
from collections.abc import Iterable

Point = tuple[float, float]
Command = tuple[str, tuple[float, ...]]

_TOKEN = re.compile(r"([MLHVCZ])|(-?\d*\.?\d+)")
_KAPPA = 0.5523


def number(value: float) -> str:
    """`value` to one decimal place, as short as possible: a tenth of a unit is 0.03 px on a phone."""
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def parse(data: str) -> list[Command]:
    """The commands of `data`; a letter that is followed by several sets of numbers is not repeated in it."""
    commands: list[Command] = []
    letter, values = "", list[float]()
    for match in _TOKEN.finditer(data):
        if match[1]:
            if letter:
                commands.append((letter, tuple(values)))
            letter, values = match[1], []
        else:
            values.append(float(match[2]))
    if letter:
        commands.append((letter, tuple(values)))
    return commands


def place(data: str, scale_x: float, scale_y: float, shift_x: float, shift_y: float) -> str:
    """`data` scaled about the origin, then shifted. Negative scales of both axes turn it by 180 degrees."""
    pieces = []
    for letter, values in parse(data):
        if letter == "H":
            numbers = [v * scale_x + shift_x for v in values]
        elif letter == "V":
            numbers = [v * scale_y + shift_y for v in values]
        else:
            numbers = [v * scale_x + shift_x if i % 2 == 0 else v * scale_y + shift_y for i, v in enumerate(values)]
        pieces.append(letter + " ".join(number(v) for v in numbers))
    return "".join(pieces)


def bounds(data: str) -> tuple[float, float, float, float]:
    """(left, top, right, bottom) of all points and control points of `data`: never smaller than the shape."""
    xs, ys = list[float](), list[float]()
    for letter, values in parse(data):
        if letter == "H":
            xs.extend(values)
        elif letter == "V":
            ys.extend(values)
        else:
            xs.extend(values[0::2])
            ys.extend(values[1::2])
    return min(xs), min(ys), max(xs), max(ys)


def polygon(points: Iterable[Point], closed: bool = True) -> str:
    """Straight lines through `points`."""
    data = "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return f"M{data}Z" if closed else f"M{data}"


def ellipse(x: float, y: float, radius_x: float, radius_y: float) -> str:
    """A closed ellipse about (x, y)."""
    kx, ky = radius_x * _KAPPA, radius_y * _KAPPA
    curves = [
        (x + radius_x, y + ky, x + kx, y + radius_y, x, y + radius_y),
        (x - kx, y + radius_y, x - radius_x, y + ky, x - radius_x, y),
        (x - radius_x, y - ky, x - kx, y - radius_y, x, y - radius_y),
        (x + kx, y - radius_y, x + radius_x, y - ky, x + radius_x, y),
    ]
    start = f"M{number(x + radius_x)} {number(y)}"
    return start + "".join("C" + " ".join(number(v) for v in curve) for curve in curves) + "Z"


def circle(x: float, y: float, radius: float) -> str:
    """A closed circle about (x, y)."""
    return ellipse(x, y, radius, radius)


def polar(x: float, y: float, radius: float, degrees: float) -> Point:
    """The point at `radius` from (x, y), clockwise from the top."""
    angle = math.radians(degrees)
    return x + radius * math.sin(angle), y - radius * math.cos(angle)


def arc(x: float, y: float, radius: float, start: float, end: float, joined: bool = False) -> str:
    """An arc about (x, y) from `start` to `end` degrees, clockwise from the top when `end` is larger.

    `joined` leaves the opening move out and draws a line to the first point, to continue a path.
    """
    steps = max(1, math.ceil(abs(end - start) / 90))
    step = (end - start) / steps
    handle = radius * 4 / 3 * math.tan(math.radians(step) / 4)
    first = polar(x, y, radius, start)
    data = ("L" if joined else "M") + f"{number(first[0])} {number(first[1])}"
    for index in range(steps):
        here, there = start + index * step, start + (index + 1) * step
        a, b = polar(x, y, radius, here), polar(x, y, radius, there)
        one, two = math.radians(here), math.radians(there)
        points = (
            (a[0] + handle * math.cos(one), a[1] + handle * math.sin(one)),
            (b[0] - handle * math.cos(two), b[1] - handle * math.sin(two)),
            b,
        )
        data += "C" + " ".join(number(v) for point in points for v in point)
    return data


def star(x: float, y: float, tips: int, outer: float, inner: float, turn: float = 0) -> str:
    """A star with `tips` points, the first at the top unless turned by `turn` degrees."""
    half = 180 / tips
    return polygon(polar(x, y, inner if i % 2 else outer, turn + i * half) for i in range(2 * tips))


def box(x: float, y: float, width: float, height: float, radius: float = 0) -> str:
    """A rectangle from its top left corner, with rounded corners if `radius` is not 0."""
    right, bottom = x + width, y + height
    if not radius:
        return f"M{number(x)} {number(y)}H{number(right)}V{number(bottom)}H{number(x)}Z"
    corners = [(right, y), (right, bottom), (x, bottom), (x, y)]
    return rounded(corners, radius)


def rounded(corners: list[Point], radius: float) -> str:
    """A closed polygon through `corners` with each corner rounded by `radius` units along its sides."""
    data = ""
    count = len(corners)
    for index, corner in enumerate(corners):
        before, after = corners[index - 1], corners[(index + 1) % count]
        start, end = _towards(corner, before, radius), _towards(corner, after, radius)
        one, two = _towards(corner, before, radius * 0.45), _towards(corner, after, radius * 0.45)
        data += ("L" if data else "M") + f"{number(start[0])} {number(start[1])}"
        data += "C" + " ".join(number(v) for point in (one, two, end) for v in point)
    return data + "Z"


def _towards(origin: Point, target: Point, distance: float) -> Point:
    length = math.dist(origin, target)
    share = distance / length
    return origin[0] + (target[0] - origin[0]) * share, origin[1] + (target[1] - origin[1]) * share
