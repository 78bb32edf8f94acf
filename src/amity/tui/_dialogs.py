"""What lies over the table for a moment."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from amity.text import message


class Notice(ModalScreen[None]):
    """Something to read."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,q,space", "close", show=False)]

    def __init__(self, title: str, body: Text, button: str = "") -> None:
        super().__init__()
        self._title = title
        self._body = body
        self._button = button or message("client.close")

    def compose(self) -> ComposeResult:
        """Title, text and one button."""
        with Vertical(classes="dialog"):
            yield Static(Text(self._title, "bold"), classes="heading")
            with VerticalScroll():
                yield Static(self._body)
            yield Button(self._button, id="close", compact=True)

    def on_mount(self) -> None:
        """The button has the keys."""
        self.query_one(Button).focus()

    def on_button_pressed(self) -> None:
        """Close."""
        self.dismiss(None)

    def action_close(self) -> None:
        """Close."""
        self.dismiss(None)


class Confirm(ModalScreen[bool]):
    """A question with two answers; the careful one is at hand."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,n", "answer(False)", show=False),
        Binding("y", "answer(True)", show=False),
        Binding("left,right", "app.focus_next", show=False),
    ]

    def __init__(self, question: str, yes: str, no: str) -> None:
        super().__init__()
        self._question = question
        self._yes = yes
        self._no = no

    def compose(self) -> ComposeResult:
        """The question and its answers."""
        with Vertical(classes="dialog small"):
            yield Static(self._question, classes="heading", markup=False)
            with Horizontal(classes="answers"):
                yield Button(self._no, id="no", compact=True)
                yield Button(self._yes, id="yes", compact=True)

    def on_mount(self) -> None:
        """The careful answer has the keys."""
        self.query_one("#no", Button).focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answer."""
        self.dismiss(event.button.id == "yes")

    def action_answer(self, answer: bool) -> None:
        """Answer."""
        self.dismiss(answer)
