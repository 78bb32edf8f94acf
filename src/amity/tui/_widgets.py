"""The parts of the screen."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from rich.console import Group as Lines
from rich.table import Table as Grid
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widget import Widget
from textual.widgets import OptionList, RichLog, Static

from amity.cards import SUIT_SYMBOLS
from amity.tui._cards import card_cell, cards_line
from amity.tui._scene import Scene, SeatRow
from amity.tui._selection import Selection

if TYPE_CHECKING:
    from textual.geometry import Size

    from amity.tables import People


NAME_WIDTH = 22
"""Longer names are cut."""


class Hand(Widget, can_focus=True):
    """The person's cards: one tab stop, with a cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", show=False),
        Binding("right", "step(1)", show=False),
        Binding("home", "go(0)", show=False),
        Binding("end", "go(-1)", show=False),
        Binding("up", "step_row(-1)", show=False),
        Binding("down", "step_row(1)", show=False),
        Binding("space", "lift", show=False),
        Binding("enter", "send", show=False),
        Binding("escape,backspace", "put_back", show=False),
    ]

    class Sent(Message):
        """The person wants to do something with the chosen cards, or with the one at the cursor."""

    class Changed(Message):
        """Other cards are raised."""

    def __init__(self, people: People) -> None:
        super().__init__(id="hand")
        self.people = people
        self.selection = Selection()
        self.scene: Scene | None = None
        self.four = True

    def show(self, scene: Scene, *, four: bool) -> None:
        """Show another moment."""
        if scene is not self.scene:
            self.selection.lay(scene.hand)
            if scene.wanted is not None:
                self.selection.go_to_one_of(scene.bright)
        self.scene, self.four = scene, four
        self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """A line for every row, more where one does not fit."""
        return max(1, len(self.selection.lines(self._texts(), width)))

    def render(self) -> Text:
        """The cards."""
        selection, drawn = self.selection, Text(no_wrap=True)
        bright = frozenset[str]() if self.scene is None else self.scene.bright
        for number, (label, places) in enumerate(selection.lines(self._texts(), self.content_size.width)):
            drawn.append("\n" if number else "")
            drawn.append(label + " " * (selection.label_width - cell_len(label)))
            for place in places:
                code = selection.cards[place]
                drawn.append_text(
                    card_cell(
                        code,
                        self.people,
                        four=self.four,
                        faint=code not in bright,
                        raised=place in selection.raised,
                        here=place == selection.cursor and self.has_focus,
                    )
                )
        return drawn

    def place_at(self, x: int, y: int) -> int | None:
        """The place of the card at a cell."""
        texts = self._texts()
        lines = self.selection.lines(texts, self.content_size.width)
        if not 0 <= y < len(lines):
            return None
        start = self.selection.label_width
        for place in lines[y][1]:
            end = start + cell_len(texts[place]) + 2
            if start <= x < end:
                return place
            start = end
        return None

    def on_click(self, event: events.Click) -> None:
        """Raise the card; a single one that is raised already is sent."""
        offset = event.get_content_offset(self)
        place = None if offset is None else self.place_at(offset.x, offset.y)
        if place is None or self.scene is None or self.scene.wanted is None:
            return
        selection = self.selection
        selection.cursor = place
        if self.scene.wanted == 1 and selection.raised == {place}:
            self.post_message(self.Sent())
            return
        if self._single and not event.shift:
            selection.raised = {place}
            self._changed()
        else:
            self._toggle(place)

    def on_key(self, event: events.Key) -> None:
        """Capital letters go to the next card of that rank or suit."""
        letter = event.character or ""
        if letter.isupper() and self.selection.find(letter, self._texts()):
            self.refresh()
            event.stop()

    def action_step(self, places: int) -> None:
        """Along the hand."""
        self.selection.step(places)
        self.refresh()

    def action_go(self, place: int) -> None:
        """To a place, counted from the end when negative."""
        if self.selection.cards:
            self.selection.cursor = place % len(self.selection.cards)
            self.refresh()

    def action_step_row(self, rows: int) -> None:
        """To another row."""
        self.selection.step_row(rows)
        self.refresh()

    def action_lift(self) -> None:
        """Raise the card at the cursor, or put it back."""
        if self.selection.cards:
            self._toggle(self.selection.cursor)

    def action_put_back(self) -> None:
        """Put all cards back."""
        self.selection.raised = set()
        self._changed()

    def action_send(self) -> None:
        """Send what is raised."""
        self.post_message(self.Sent())

    @property
    def _single(self) -> bool:
        return self.scene is not None and self.scene.wanted == 1

    def _toggle(self, place: int) -> None:
        """Raise a card or put it back; where several mean nothing, those before go back."""
        selection = self.selection
        if self._single and self.scene is not None and not self.scene.several:
            selection.raised &= {place}
        selection.toggle(place)
        self._changed()

    def _changed(self) -> None:
        self.refresh()
        self.post_message(self.Changed())

    def _texts(self) -> list[str]:
        return [self.people.card(code) for code in self.selection.cards]


class Choices(OptionList):
    """The list of what can be done; capital letters go to the next line that names a card of that rank or suit."""

    def on_key(self, event: events.Key) -> None:
        """To the next such line, from the end back to the start."""
        letter = event.character or ""
        if not letter.isupper() or not self.option_count:
            return
        # A rank stands right in front of the sign of its suit, or behind it, as the language has it.
        signs = "".join(SUIT_SYMBOLS.values())
        named = re.compile(rf"\b{letter}[{signs}]|[{signs}]{letter}\b|{SUIT_SYMBOLS.get(letter, '(?!)')}")
        start = 0 if self.highlighted is None else self.highlighted
        for distance in range(1, self.option_count + 1):
            place = (start + distance) % self.option_count
            if named.search(str(self.options[place].prompt)):
                self.highlighted = place
                event.stop()
                return


class Log(RichLog, can_focus=False):
    """What has happened, wrapped anew when the width changes."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id, wrap=True, min_width=10)
        self._told: list[str] = []
        self._width = 0

    def tell(self, lines: Iterable[str]) -> None:
        """Add lines."""
        for line in lines:
            self._told.append(line)
            self.write(Text(line))

    def on_resize(self, event: events.Resize) -> None:
        """Wrap what has been told to the new width, and go on showing the last of it."""
        if self._width and self._width != event.size.width:
            self.clear()
            for line in self._told:
                self.write(Text(line))
        self._width = event.size.width
        self.scroll_end(animate=False)


class TableView(Static):
    """The seats with what they have played, and what lies open."""

    def __init__(self, people: People) -> None:
        super().__init__(id="table")
        self.people = people
        self.scene: Scene | None = None
        self.four = True

    def show(self, scene: Scene, *, four: bool) -> None:
        """Draw a moment."""
        self.scene, self.four = scene, four
        self._draw()

    def on_resize(self) -> None:
        """What fits beside the cards has changed."""
        self._draw()

    def _draw(self) -> None:
        scene = self.scene
        if scene is None:
            return
        names = max(min(cell_len(row.name), NAME_WIDTH) for row in scene.seats)
        room = self.content_size.width - names - 4
        seats = Grid.grid(padding=(0, 1))
        seats.add_column(width=1)
        seats.add_column(no_wrap=True, max_width=NAME_WIDTH)
        seats.add_column()
        for row in scene.seats:
            name = Text(row.name, "bold reverse" if row.to_act else "bold", overflow="ellipsis")
            seats.add_row("▶" if row.to_act else " ", name, self._said(row, room))
        facts = Grid.grid(padding=(0, 1))
        facts.add_column(justify="right")
        facts.add_column()
        for label, value in scene.facts:
            facts.add_row(Text(label, "dim"), value)
        for group in scene.shown:
            facts.add_row(Text(group.label, "dim"), cards_line(group.cards, self.people, four=self.four))
        self.update(Lines(seats, Text(), facts))

    def _said(self, row: SeatRow, room: int) -> Text:
        """What a seat has played and what is known of it, below one another where a line is too short."""
        notes = Text(" · ".join(row.notes), "dim")
        if not row.cards:
            return notes
        played = cards_line(row.cards, self.people, four=self.four)
        played.append("◀ " if row.winning else "  ")
        return Text.assemble(played, "" if played.cell_len + notes.cell_len <= room else "\n", notes)
