"""Which cards of a hand are raised, and where the cursor stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from rich.cells import cell_len

from amity.cards import SUIT_SYMBOLS
from amity.tui._scene import Group


class Selection:
    """Cards by their places in the hand, rows one after the other."""

    def __init__(self) -> None:
        self.rows: tuple[Group, ...] = ()
        self.cards: tuple[str, ...] = ()
        self.cursor = 0
        self.raised: set[int] = set()

    def lay(self, rows: tuple[Group, ...]) -> None:
        """Show another hand; the cursor stays about where it was, and nothing is raised."""
        if rows == self.rows:
            return
        self.rows = rows
        self.cards = tuple(card for row in rows for card in row.cards)
        self.cursor = max(0, min(self.cursor, len(self.cards) - 1))
        self.raised = set()

    @property
    def chosen(self) -> tuple[str, ...]:
        """The raised cards in the order of the hand."""
        return tuple(card for place, card in enumerate(self.cards) if place in self.raised)

    def go_to_one_of(self, cards: Collection[str]) -> None:
        """Move the cursor to the first of these cards unless it stands on one."""
        if self.cards and self.cards[self.cursor] not in cards:
            self.cursor = next((place for place, card in enumerate(self.cards) if card in cards), self.cursor)

    def step(self, places: int) -> None:
        """Move the cursor along the hand, from one end to the other where it ends."""
        if self.cards:
            self.cursor = (self.cursor + places) % len(self.cards)

    def step_row(self, rows: int) -> None:
        """Move the cursor to the row above or below, as far along as it is."""
        starts = [0]
        for row in self.rows:
            starts.append(starts[-1] + len(row.cards))
        here = next((index for index in range(len(self.rows)) if self.cursor < starts[index + 1]), 0)
        there = here + rows
        if 0 <= there < len(self.rows):
            along = self.cursor - starts[here]
            self.cursor = starts[there] + min(along, len(self.rows[there].cards) - 1)

    def find(self, letter: str, shown: Sequence[str]) -> bool:
        """Move the cursor to the next card of that rank or suit, by its code or by its text (``shown``, by place);
        whether there is one.
        """
        for distance in range(1, len(self.cards) + 1):
            place = (self.cursor + distance) % len(self.cards)
            code = self.cards[place]
            suited = code[-1] in SUIT_SYMBOLS
            if code[0] == letter or (suited and letter in (code[-1], shown[place].strip("♠♥♦♣"))):
                self.cursor = place
                return True
        return False

    def toggle(self, place: int) -> None:
        """Raise a card, or put it back."""
        self.raised ^= {place}

    def raise_only(self, cards: Sequence[str]) -> None:
        """Raise just these cards."""
        wanted = Counter(cards)
        self.raised = set()
        for place, card in enumerate(self.cards):
            if wanted[card]:
                wanted[card] -= 1
                self.raised.add(place)

    def lines(self, shown: Sequence[str], width: int) -> list[tuple[str, list[int]]]:
        """The hand as lines of cards that fit a width; ``shown`` are the cards' texts by place. Each line has its
        row's label, blank where the row goes on, and the places of its cards.
        """
        label_width = self.label_width
        lines: list[tuple[str, list[int]]] = []
        place = 0
        for row in self.rows:
            label, room = row.label, width - label_width
            line: list[int] = []
            for _ in row.cards:
                needed = cell_len(shown[place]) + 2
                if line and needed > room:
                    lines.append((label, line))
                    label, room, line = "", width - label_width, []
                line.append(place)
                room -= needed
                place += 1
            lines.append((label, line))
        return lines

    @property
    def label_width(self) -> int:
        """Cells in front of the cards."""
        return max((cell_len(row.label) for row in self.rows), default=0) + 1
