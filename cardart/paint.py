"""Colours and the few SVG elements the faces are made of.

Colours are presentation attributes (``fill="var(--card-paper,#fffdf7)"``), never ``style`` attributes or
classes: custom properties inherit into an external ``<use>``, rules of the page do not, and a strict
content security policy forbids inline styles. Nothing refers to another element (no gradients, clips or
nested ``<use>``), because browsers resolve such references differently inside an external sprite.
"""

from cardart.paths import number

PAPER = "var(--card-paper,#fffdf7)"
"""The card's ground."""
EDGE = "var(--card-edge,#bab2a3)"
"""The card's outline."""
LINE = "var(--card-line,#1d2430)"
"""Outlines and features of figures: stays dark when a dark theme makes the ink light."""
NIGHT = "var(--card-night,#43357d)"
"""Night skies and the sign on gold of the bouts: dark in every theme."""
GOLD = "var(--card-gold,#e0ac47)"
SKIN = "var(--card-skin,#f4d6b8)"
STEEL = "var(--card-steel,#c3ccd6)"
WHITE = "var(--card-white,#fffdf7)"
"""Linen, fur and pearls of figures: stays light when a dark theme makes the paper dark."""
RED = "var(--card-red,#c4202f)"
SKY = "var(--card-sky,#a9c9e4)"
SEA = "var(--card-sea,#4f86b5)"
LEAF = "var(--card-leaf,#5c9469)"
EARTH = "var(--card-earth,#a8744a)"
BACK = "var(--card-back,#2f4a74)"
BACK_LIGHT = "var(--card-back-light,#f3e9d2)"
BACK_ACCENT = "var(--card-back-accent,#e0ac47)"

SUIT = {
    "S": "var(--suit-spades,#1d2430)",
    "H": "var(--suit-hearts,#c4202f)",
    "D": "var(--suit-diamonds,#c4202f)",
    "C": "var(--suit-clubs,#1d2430)",
    "T": "var(--suit-trumps,#51408f)",
    "N": "var(--suit-jokers,#51408f)",
}
"""Colour of each suit, of the tarot trumps (T) and of the jokers as a trump suit (N)."""

ACCENT = {
    "S": "var(--accent-spades,#6f8fbd)",
    "H": "var(--accent-hearts,#f0b7a0)",
    "D": "var(--accent-diamonds,#e79a5b)",
    "C": "var(--accent-clubs,#7fae8c)",
    "T": "var(--accent-trumps,#b3a6dc)",
}
"""Second colour of the robes of each suit."""

HAIR = {
    "S": "var(--hair-spades,#4a3a32)",
    "H": "var(--hair-hearts,#a85a2c)",
    "D": "var(--hair-diamonds,#dcb65c)",
    "C": "var(--hair-clubs,#7a4a28)",
}

FOUR_COLOURS = {
    SUIT["D"]: "var(--suit-diamonds,#1b62b5)",
    SUIT["C"]: "var(--suit-clubs,#1d7a45)",
    ACCENT["D"]: "var(--accent-diamonds,#9cc3ea)",
}
"""What replaces the default colours in the four-colour variant."""


def in_four_colours(svg: str) -> str:
    """`svg` with diamonds blue and clubs green unless the page sets the custom properties itself."""
    for two, four in FOUR_COLOURS.items():
        svg = svg.replace(two, four)
    return svg


def fill(data: str, colour: str, opacity: float = 1) -> str:
    """A filled path."""
    faint = "" if opacity == 1 else f' fill-opacity="{opacity:g}"'
    return f'<path fill="{colour}"{faint} d="{data}"/>'


def stroke(data: str, colour: str, width: float, round_ends: bool = True, opacity: float = 1) -> str:
    """A line of `width` units with round joins."""
    ends = ' stroke-linecap="round"' if round_ends else ""
    faint = "" if opacity == 1 else f' stroke-opacity="{opacity:g}"'
    return (
        f'<path fill="none" stroke="{colour}" stroke-width="{number(width)}"{ends}{faint} '
        f'stroke-linejoin="round" d="{data}"/>'
    )


def outlined(data: str, colour: str, width: float = 2.2, line: str = LINE) -> str:
    """A filled path with an outline."""
    return f'<path fill="{colour}" stroke="{line}" stroke-width="{number(width)}" stroke-linejoin="round" d="{data}"/>'


def dots(data: str, colour: str, size: float, gap: float) -> str:
    """Round dots of `size` units along a path, their middles `gap` units apart."""
    return (
        f'<path fill="none" stroke="{colour}" stroke-width="{number(size)}" stroke-linecap="round" '
        f'stroke-dasharray="0 {gap:.3f}" d="{data}"/>'
    )


def group(content: str, transform: str = "", label: str = "") -> str:
    """A group, moved by `transform` and named by the class `label` if given."""
    moved = f' transform="{transform}"' if transform else ""
    named = f' class="{label}"' if label else ""
    return f"<g{named}{moved}>{content}</g>"


def both_ways(content: str, label: str = "") -> str:
    """`content` and its copy turned by 180 degrees about the middle of the card."""
    return group(content, label=label) + group(content, "rotate(180 125 175)", label)
