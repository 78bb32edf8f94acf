"""What the text forms of the games share: the reader of a record's body, and the lines that every game ends with.

A body is read line by line, a line word by word; :class:`Body` and :class:`Words` are the bases of a game's own
readers. Everything that is refused says what should stand at that line and column.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import ClassVar, Final, Generic, Literal, NoReturn, TypeVar

from amity.cards import Pack
from amity.errors import ParseError, RecordError
from amity.games._game import Line
from amity.match import Event, Forfeited, MatchEnded

T = TypeVar("T")
W = TypeVar("W", bound="Words")

NUMBER: Final = re.compile(r"-?[0-9]{1,15}")
_WORD: Final = re.compile(r"\S+")
_CAUSE: Final[dict[str, Literal["time", "resigned"]]] = {"time": "time", "resigned": "resigned"}
_ENDING: Final[dict[str, Literal["played", "forfeit"]]] = {"played": "played", "forfeit": "forfeit"}


class Words:
    """The words of one line, taken from left to right.

    Whatever does not fit is refused with :class:`~amity.errors.RecordError` ``record_expected``.
    """

    pack: ClassVar[Pack]
    """The game's cards."""

    def __init__(self, line: Line, seats: int) -> None:
        self.line = line
        self.seats = seats
        self.found = [(match.group(), match.start() + 1) for match in _WORD.finditer(line.text)]
        self.place = 0

    @property
    def ended(self) -> bool:
        """Whether all words are taken."""
        return self.place >= len(self.found)

    def peek(self) -> str:
        """The next word, or nothing at the end of the line."""
        return "" if self.ended else self.found[self.place][0]

    def refuse(self, expected: str) -> NoReturn:
        """Say what should stand at the present place."""
        found, column = ("", len(self.line.text) + 1) if self.ended else self.found[self.place]
        raise RecordError("record_expected", line=self.line.number, column=column, expected=expected, found=found)

    def back(self, expected: str) -> NoReturn:
        """Refuse the word just taken."""
        self.place -= 1
        self.refuse(expected)

    def word(self, *allowed: str) -> str:
        """Take one of these words."""
        text = self.peek()
        if text not in allowed:
            self.refuse(" | ".join(allowed))
        self.place += 1
        return text

    def skip(self, word: str) -> bool:
        """Take this word if it comes next."""
        if self.peek() != word:
            return False
        self.place += 1
        return True

    def choice(self, meanings: Mapping[str, T]) -> T:
        """Take one of these words for its meaning."""
        return meanings[self.word(*meanings)]

    def number(self, lowest: int = -(10**15), highest: int = 10**15, what: str = "number") -> int:
        """Take a whole number between these two, both included; ``what`` names it when it is refused."""
        text = self.peek()
        if not NUMBER.fullmatch(text) or not lowest <= int(text) <= highest:
            self.refuse(what)
        self.place += 1
        return int(text)

    def numbers(self) -> tuple[int, ...]:
        """One a seat."""
        return tuple([self.number() for _ in range(self.seats)])

    def places(self) -> tuple[int, ...]:
        """The places of a match that is over, one a seat."""
        return self.numbers()

    def seat(self) -> int:
        """Take the number of a seat."""
        return self.number(0, self.seats - 1, f"seat 0–{self.seats - 1}")

    def card(self) -> str:
        """Take a card in any accepted spelling; its code."""
        try:
            face = self.pack.parse_face(self.peek())
        except ParseError:
            self.refuse("card")
        self.place += 1
        return self.pack.codes[face]

    def end(self) -> None:
        """Refuse whatever is left of the line."""
        if not self.ended:
            self.refuse("end of line")


class Body(Generic[W]):
    """Reads the lines of a body one after the other; empty ones are passed over.

    A game's body has a method ``read_<word>`` for every word that a line, or a group of lines, begins with. It takes
    the first line behind that word, appends to :attr:`events`, and may return another name for what was read, which
    :attr:`after` then asks for.
    """

    words_type: type[W]
    after: ClassVar[Mapping[str, tuple[str, ...]]]
    """Which lines may follow which; under ``""`` the first one."""

    def __init__(self, lines: Sequence[Line], seats: int) -> None:
        self.lines = [line for line in lines if line.text.strip()]
        self.seats = seats
        self.at = 0
        self.events: list[Event] = []

    def read(self) -> list[Event]:
        """The events of all lines.

        :raises RecordError: ``record_expected``.
        """
        before = ""
        while self.at < len(self.lines):
            words = self.take()
            kind = words.word(*self.after[before])
            reader: Callable[[W], str | None] = getattr(self, f"read_{kind}")
            before = reader(words) or kind
            words.end()
        return self.events

    def take(self) -> W:
        """The next line; past the last one, an empty line after it."""
        if self.at < len(self.lines):
            line = self.lines[self.at]
        else:
            line = Line(self.lines[-1].number + 1, "")
        self.at += 1
        return self.words_type(line, self.seats)

    def line(self, word: str) -> W:
        """The next line, which has to start with this word."""
        words = self.take()
        words.word(word)
        return words

    def read_forfeit(self, words: W) -> str | None:
        """``forfeit 1 time``"""
        seat = words.seat()
        self.events.append(Forfeited(seat, words.choice(_CAUSE)))
        return None

    def read_result(self, words: W) -> str | None:
        """``result 480 1010 places 2 1 played``"""
        totals = words.numbers()
        words.word("places")
        places = words.places()
        self.events.append(MatchEnded(totals, places, words.choice(_ENDING)))
        return None


def write_forfeited(event: Forfeited) -> Iterator[str]:
    """The line that :meth:`Body.read_forfeit` reads."""
    yield f"forfeit {event.seat} {event.cause}"


def write_ended(event: MatchEnded) -> Iterator[str]:
    """The line that :meth:`Body.read_result` reads."""
    totals, places = (" ".join(map(str, numbers)) for numbers in (event.totals, event.places))
    yield f"result {totals} places {places} {event.reason}"
