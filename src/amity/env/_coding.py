"""How the actions and views of a game become numbers.

An action is *spelled*: one token after the other, the last of which completes it. Actions of one card are one token;
a discard or a lead of several cards is its cards in rising order and a token that ends it. So the number of tokens
stays small where the number of actions does not, and the mask after some tokens allows exactly those that go on to a
legal action. What has been spelled so far is nobody's business but the speller's.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Final, Generic, TypeVar

from amity.env._layout import Floats, Layout, Part
from amity.errors import IllegalAction
from amity.match import Action, Event, View

Seen = TypeVar("Seen", bound=View)

Tokens = tuple[int, ...]
"""What has been spelled of an action."""


class Coding(ABC, Generic[Seen]):
    """The numbers of one game, for one number of seats."""

    game: ClassVar[str]
    faces: ClassVar[tuple[str, ...]]
    """The codes of the faces, in the order in which parts of the observation list them."""

    def __init__(self, seats: int, tokens: Iterable[str], parts: Iterable[Part]) -> None:
        self.seats: Final = seats
        self.tokens: Final = tuple(tokens)
        """The text of every token, by its number."""
        self.number: Final = {text: number for number, text in enumerate(self.tokens)}
        self.layout: Final = Layout(parts)
        self.face: Final = {code: face for face, code in enumerate(self.faces)}

    @abstractmethod
    def legal(self, view: Seen, spelled: Tokens) -> Sequence[int]:
        """The tokens that may come next: exactly those that go on to a legal action of the seat in turn."""

    @abstractmethod
    def read(self, view: Seen, spelled: Tokens) -> Action | None:
        """The action that these tokens spell; ``None`` while it is incomplete."""

    @abstractmethod
    def spell(self, view: Seen, action: Action) -> Tokens:
        """The tokens of an action; the inverse of :meth:`read`."""

    @abstractmethod
    def fill(self, parts: dict[str, Floats], view: Seen, history: Sequence[Event], spelled: Tokens) -> None:
        """Write what a seat sees into the parts of an observation of zeros.

        Seats are counted from the one that looks: it is 0, the next in turn 1.
        """

    def check(self, view: Seen, spelled: Tokens, token: int) -> None:
        """Refuse a token that may not come next.

        :raises IllegalAction: ``token_not_allowed`` with the token, its text and the texts of some that are allowed.
        """
        allowed = self.legal(view, spelled)
        if token in allowed:
            return
        text = self.tokens[token] if 0 <= token < len(self.tokens) else ""
        raise IllegalAction("token_not_allowed", token=token, text=text, allowed=[self.tokens[t] for t in allowed[:8]])

    def relative(self, seat: int, view: Seen) -> int:
        """A seat counted from the one that looks."""
        return (seat - (view.seat or 0)) % self.seats

    def add(self, row: Floats, cards: Iterable[str], value: float = 1.0) -> None:
        """Add to the entries of cards, once for each copy."""
        for card in cards:
            row[self.face[card]] += value

    def mark(self, row: Floats, choices: Sequence[Any], value: Any) -> None:
        """One-hot: set the entry of a value among its choices."""
        row[choices.index(value)] = 1.0


def since_last_deal(history: Sequence[Event]) -> Sequence[Event]:
    """The events of the present deal, or of the last one while the next is awaited."""
    for place in range(len(history) - 1, -1, -1):
        if type(history[place]).__name__ == "Dealt":
            return history[place:]
    return ()
