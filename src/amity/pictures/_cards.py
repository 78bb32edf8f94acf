"""Faces and rows of cards. A drawing defines each face it shows once and places it as often as it is needed."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import cardart
from amity.cards import FRIENDS, TAROT
from amity.text import card_text

WIDTH: Final = 80
"""Of a card, in pixels."""
HEIGHT: Final = WIDTH * 7 // 5
STEP: Final = 30
"""From a card to the next one over it: its index is to be seen."""
BACK: Final = "back-1"
LONGEST_ROW: Final = 860

_FACES: Final = {"french": FRIENDS, "tarot": TAROT}


@dataclass(frozen=True)
class Picture:
    """A drawing. Jupyter shows it by itself."""

    svg: str
    """A whole SVG document without any reference to something outside."""

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"Picture({len(self.svg)} characters of SVG)"


class Drawing:
    """Collects what is drawn, and the faces that are needed for it."""

    def __init__(self, pack: str) -> None:
        self.pack = pack
        # French and Portuguese cards have other letters, in the language that the program speaks.
        self.letters = "fr" if card_text("KS").startswith("R") else ""
        self._faces: dict[str, None] = {}
        self._parts: list[str] = []

    def place(self, code: str, x: float, y: float, width: float = WIDTH) -> None:
        """Draw a card, or :data:`BACK`, with its upper left corner there."""
        known = "EXCUSE" if code == "*" else code
        self._faces[known] = None
        self._parts.append(
            f'<use href="#{self._name(known)}" x="{x:g}" y="{y:g}" width="{width:g}" height="{width * 1.4:g}"/>'
        )

    def row(self, codes: Sequence[str], x: float, y: float, longest: float, width: float = WIDTH) -> float:
        """Draw overlapping cards from there to the right; how long the row is."""
        step = row_step(len(codes), longest, width)
        for number, code in enumerate(codes):
            self.place(code, x + number * step, y, width)
        return row_length(len(codes), longest, width)

    def text(self, text: str, x: float, y: float, look: str = "") -> None:
        """Write one line, centred there."""
        self._parts.append(f'<text x="{x:g}" y="{y:g}" {look}>{html.escape(text)}</text>')

    def shape(self, element: str) -> None:
        """Draw anything else."""
        self._parts.append(element)

    def picture(self, title: str, width: float, height: float, ground: str = "") -> Picture:
        """All of it as a document, drawn over ``ground``."""
        symbols = "".join(
            f'<symbol id="{self._name(code)}" viewBox="0 0 250 350">{cardart.drawing(code, self.letters)}</symbol>'
            for code in self._faces
        )
        return Picture(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
            f'height="{height:g}" role="img"><title>{html.escape(title)}</title><defs>{symbols}</defs>'
            f"{ground}{''.join(self._parts)}</svg>"
        )

    def _name(self, code: str) -> str:
        # The same drawing has the same name in every picture of a page, so that none can show another's card.
        return f"amity-{self.pack}{self.letters}-{code}"


def row_step(count: int, longest: float, width: float = WIDTH) -> float:
    """How far apart the cards of a row stand."""
    return min(STEP * width / WIDTH, (longest - width) / (count - 1)) if count > 1 else 0


def row_length(count: int, longest: float, width: float = WIDTH) -> float:
    """How long a row is."""
    return (count - 1) * row_step(count, longest, width) + width if count else 0


def read_cards(cards: str | Iterable[str], pack: str) -> list[str]:
    """The codes of cards, in the order given: a text such as ``"AS 10S"``, or codes.

    :raises ParseError: ``unknown_card``.
    :raises ValueError: for another pack than ``french`` or ``tarot``.
    """
    if pack not in _FACES:
        raise ValueError(f"the pack {pack!r} is none of {', '.join(_FACES)}")
    words = cards.replace(",", " ").split() if isinstance(cards, str) else cards
    known = _FACES[pack]
    return [known.face_name(known.parse_face(word)) for word in words]


def card(code: str, pack: str = "french") -> Picture:
    """One card of the ``french`` pack, 2 to A with jokers, or of the ``tarot`` pack. Errors as :func:`hand`."""
    return hand([code], pack)


def hand(cards: str | Iterable[str], pack: str = "french") -> Picture:
    """Cards side by side, overlapping, in the order given: a text such as ``"AS 10S"``, or codes.

    :raises ParseError: ``unknown_card``.
    :raises ValueError: for another pack than ``french`` or ``tarot``.
    """
    codes = read_cards(cards, pack)
    drawing = Drawing(pack)
    length = drawing.row(codes, 2, 2, LONGEST_ROW)
    names = " ".join(card_text(code, pack=pack) for code in codes)
    return drawing.picture(names, length + 4, HEIGHT + 4)
