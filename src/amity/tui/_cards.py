"""How cards look in a terminal."""

from __future__ import annotations

from collections.abc import Iterable

from rich.style import Style
from rich.text import Text

from amity.tables import People

TWO = {"S": "#111111", "C": "#111111", "H": "#c00020", "D": "#c00020"}
FOUR = {"S": "#111111", "C": "#006b1f", "H": "#c00020", "D": "#0038b8"}
OTHER = "#5a2a86"
"""Trumps of a tarot pack and the Excuse."""
JOKERS = {"BJ": "S", "RJ": "H"}
"""The suit whose colour a joker has."""
FAINT = {"#111111": "#c8c8c8", "#006b1f": "#7fd68f", "#c00020": "#ff8a8a", "#0038b8": "#8fb4ff", OTHER: "#cfb0ff"}
"""The same colours on dark paper, for cards that are not allowed."""
PAPER = "#f4f1e8"
FAINT_PAPER = "#2b2e2d"
RAISED_PAPER = "#ffd75f"
CURSOR_PAPER = "#87d7ff"


def ink(code: str, four: bool) -> str:
    """The colour of a card."""
    return (FOUR if four else TWO).get(JOKERS.get(code, code[-1]), OTHER)


def card_cell(
    code: str, people: People, *, four: bool, faint: bool = False, raised: bool = False, here: bool = False
) -> Text:
    """A card of the hand with a cell on both sides. What colours say stands there as a sign as well, for terminals
    without colours: ``·`` not allowed, ``▲`` raised, ``[ ]`` the cursor.
    """
    left = "▲" if raised else "[" if here else "·" if faint else " "
    paper = RAISED_PAPER if raised else CURSOR_PAPER if here else FAINT_PAPER if faint else PAPER
    colour = ink(code, four)
    style = Style(
        color=FAINT[colour] if paper == FAINT_PAPER else colour, bgcolor=paper, bold=not faint, underline=here
    )
    return Text(f"{left}{people.card(code)}{']' if here else ' '}", style)


def cards_line(codes: Iterable[str], people: People, *, four: bool) -> Text:
    """Cards on the table."""
    line = Text()
    for code in codes:
        line.append_text(Text(f" {people.card(code)} ", Style(color=ink(code, four), bgcolor=PAPER, bold=True)))
        line.append(" ")
    return line
