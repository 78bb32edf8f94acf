"""Reading the body of a record of Friends!; its form stands in :mod:`amity.games.friends.notation`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, Literal, NoReturn, TypeVar

from amity.cards import FRIENDS
from amity.errors import ParseError, RecordError
from amity.games._game import Line
from amity.games.friends.events import (
    BaseTaken,
    BiddingEnded,
    BiddingFailed,
    BidMade,
    Buried,
    Called,
    CardsPlayed,
    DealScored,
    Dealt,
    FriendFound,
    Passed,
    Rejected,
    ScoreLine,
    Side,
    ThrowRejected,
    TrickTaken,
    Trump,
    TrumpDecided,
)
from amity.match import Event, Forfeited, MatchEnded

T = TypeVar("T")

_WORD: Final = re.compile(r"\S+")
_NUMBER: Final = re.compile(r"-?[0-9]{1,15}")
_SAID: Final = re.compile(r"([0-9]):(?:pass|([1-4])\*(\w+))")
_LINE: Final = re.compile(r"(taken|base|fine|clamp)(?::([0-9]))?")
_TRUMP: Final[dict[str, Trump]] = {"D": "D", "C": "C", "H": "H", "S": "S", "N": "N"}
_SIDE: Final[dict[str, Side]] = {"dealer": "dealer", "opponents": "opponents"}
_LINE_NAME: Final[dict[str, Literal["taken", "base", "fine", "clamp"]]] = {
    "taken": "taken",
    "base": "base",
    "fine": "fine",
    "clamp": "clamp",
}
_CAUSE: Final[dict[str, Literal["time", "resigned"]]] = {"time": "time", "resigned": "resigned"}
_ENDING: Final[dict[str, Literal["played", "forfeit"]]] = {"played": "played", "forfeit": "forfeit"}
_VOIDS: Final = {f"!{group}": group for group in "DCHST"}

_AFTER: Final = {
    "": ("deal", "forfeit"),
    "deal": ("bids", "forfeit"),
    "bids": ("bids", "failed", "trump", "taken", "calling", "forfeit"),
    "failed": ("deal", "forfeit"),
    "trump": ("taken", "forfeit"),
    "taken": ("buried", "swapped", "forfeit"),
    "buried": ("bids", "forfeit"),
    "swapped": ("bids", "forfeit"),
    "calling": ("call", "forfeit"),
    "call": ("call", "forfeit"),
    "last call": ("throw", "trick", "forfeit"),
    "throw": ("trick", "forfeit"),
    "trick": ("throw", "trick", "friend", "score", "forfeit"),
    "friend": ("friend", "score", "forfeit"),
    "score": ("deal", "result", "forfeit"),
    "forfeit": ("result",),
    "result": ("end of record",),
}
"""Which lines may follow which; ``deal`` and ``score`` stand for all the lines of theirs."""


def parse_body(lines: Sequence[Line], seats: int) -> list[Event]:
    """The events of a body.

    :raises RecordError: ``record_expected``.
    """
    return _Body(lines, seats).read()


class _Words:
    """The words of one line, taken from left to right."""

    def __init__(self, line: Line, seats: int) -> None:
        self.line = line
        self.seats = seats
        self.found = [(match.group(), match.start() + 1) for match in _WORD.finditer(line.text)]
        self.place = 0

    @property
    def ended(self) -> bool:
        return self.place >= len(self.found)

    def peek(self) -> str:
        return "" if self.ended else self.found[self.place][0]

    def refuse(self, expected: str) -> NoReturn:
        """Say what should stand at the present place."""
        found, column = ("", len(self.line.text) + 1) if self.ended else self.found[self.place]
        raise RecordError("record_expected", line=self.line.number, column=column, expected=expected, found=found)

    def word(self, *allowed: str) -> str:
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

    def choice(self, meanings: dict[str, T]) -> T:
        return meanings[self.word(*meanings)]

    def number(self, lowest: int = -(10**9), highest: int = 10**9, what: str = "number") -> int:
        text = self.peek()
        if not _NUMBER.fullmatch(text) or not lowest <= int(text) <= highest:
            self.refuse(what)
        self.place += 1
        return int(text)

    def seat(self) -> int:
        return self.number(0, self.seats - 1, f"seat 0–{self.seats - 1}")

    def level(self) -> int:
        return self.number(2, 14, "level 2–14")

    def numbers(self) -> tuple[int, ...]:
        """One a seat."""
        return tuple([self.number() for _ in range(self.seats)])

    def card(self) -> str:
        try:
            face = FRIENDS.parse_face(self.peek())
        except ParseError:
            self.refuse("card")
        self.place += 1
        return FRIENDS.codes[face]

    def cards(self, *until: str) -> tuple[str, ...]:
        """At least one card, up to the end of the line or a word that starts with one of these."""
        cards = [self.card()]
        while not self.ended and not (until and self.peek().startswith(until)):
            cards.append(self.card())
        return tuple(cards)

    def known_cards(self, *until: str) -> tuple[str, ...] | None:
        return None if self.skip("?") else self.cards(*until)

    def patterns(self, *until: str) -> tuple[tuple[str, ...], ...]:
        """Patterns with ``+`` between them."""
        found = [self.cards("+", *until)]
        while self.skip("+"):
            found.append(self.cards("+", *until))
        return tuple(found)

    def end(self) -> None:
        if not self.ended:
            self.refuse("end of line")


class _Body:
    def __init__(self, lines: Sequence[Line], seats: int) -> None:
        self.lines = lines
        self.seats = seats
        self.next = 0
        self.events: list[Event] = []
        self.calls = 0

    def read(self) -> list[Event]:
        before = ""
        while self.next < len(self.lines):
            words = self.take()
            kind = words.word(*_AFTER[before])
            _READERS[kind](self, words)
            words.end()
            before = "last call" if kind == "call" and self.calls == 2 else kind
        return self.events

    def take(self) -> _Words:
        """The next line; past the last one, an empty line after it."""
        if self.next < len(self.lines):
            line = self.lines[self.next]
        else:
            line = Line(self.lines[-1].number + 1, "")
        self.next += 1
        return _Words(line, self.seats)

    def line(self, word: str) -> _Words:
        """The next line, which has to start with this word."""
        words = self.take()
        words.word(word)
        return words

    def deal(self, words: _Words) -> None:
        number = words.number(1)
        words.word("attempt")
        attempt = words.number(0)
        words.end()
        words = self.take()
        kind = words.word("starter", "dealer")
        starter = words.seat()
        words.word("level")
        level = words.level()
        words.end()
        hands = []
        for seat in range(self.seats):
            words = self.line("hand")
            words.word(str(seat))
            hands.append(words.known_cards())
            words.end()
        words = self.line("base")
        base = words.known_cards()
        self.calls = 0
        dealer = None if kind == "starter" else starter
        self.events.append(Dealt(number, attempt, dealer, starter, level, tuple(hands), base))

    def bids(self, words: _Words) -> None:
        said: list[tuple[int, int, str]] = []
        while not words.ended and words.peek() != "->":
            found = _SAID.fullmatch(words.peek())
            seat = int(found[1]) if found else self.seats
            if found is None or seat >= self.seats:
                words.refuse("bid")
            if found[3] is None:
                said.append((seat, 0, ""))
            else:
                try:
                    card = FRIENDS.codes[FRIENDS.parse_face(found[3])]
                except ParseError:
                    words.refuse("bid")
                said.append((seat, int(found[2]), card))
            words.place += 1
        if not said:
            words.refuse("bid")
        after = words.seat() if words.skip("->") else None
        following = [*(seat for seat, _, _ in said[1:]), after]
        for (seat, count, card), next_seat in zip(said, following, strict=True):
            if not count:
                self.events.append(Passed(seat, next_seat))
            else:
                trump = "N" if card in ("BJ", "RJ") else card[-1]
                self.events.append(BidMade(seat, card, count, _TRUMP[trump], next_seat))

    def failed(self, words: _Words) -> None:
        self.events.append(BiddingFailed(words.number(1)))

    def trump(self, words: _Words) -> None:
        trump = words.choice(_TRUMP)
        words.word("dealer")
        dealer = words.seat()
        if words.word("bidder", "shown") == "bidder":
            self.events.append(TrumpDecided(dealer, trump, words.seat(), ()))
        else:
            self.events.append(TrumpDecided(dealer, trump, None, words.cards()))

    def taken(self, words: _Words) -> None:
        seat = words.seat()
        self.events.append(BaseTaken(seat, words.known_cards()))

    def buried(self, words: _Words) -> None:
        self._buried(words, swapped=False)

    def swapped(self, words: _Words) -> None:
        self._buried(words, swapped=True)

    def _buried(self, words: _Words, *, swapped: bool) -> None:
        seat = words.seat()
        cards = words.known_cards("->")
        words.word("->")
        self.events.append(Buried(seat, cards, swapped, words.seat()))

    def calling(self, words: _Words) -> None:
        words.word("dealer")
        dealer = words.seat()
        words.word("trump")
        trump = words.choice(_TRUMP)
        words.word("last")
        self.events.append(BiddingEnded(dealer, trump, words.seat()))

    def call(self, words: _Words) -> None:
        seat = words.seat()
        card = words.card()
        number = words.number(1, 4, "number 1–4")
        self.calls += 1
        if self.calls == 2:
            words.word("last")
        self.events.append(Called(seat, card, number, self.calls == 2))

    def throw(self, words: _Words) -> None:
        seat = words.seat()
        patterns = words.patterns("fine")
        words.word("fine")
        fine = words.number(0)
        rejected = []
        while words.skip("rejected"):
            cards = words.cards("by")
            words.word("by")
            by = words.seat()
            words.word("showing")
            rejected.append(Rejected(cards, by, words.cards("rejected")))
        if not rejected:
            words.refuse("rejected")
        cards = tuple(card for pattern in patterns for card in pattern)
        self.events.append(ThrowRejected(seat, cards, patterns, tuple(rejected), fine))

    def trick(self, words: _Words) -> None:
        leader = words.seat()
        marks = ("/", "->", "!", "=", "rest")
        for turn in range(self.seats):
            seat = (leader + turn) % self.seats
            patterns = words.patterns(*marks) if turn == 0 else ()
            cards = words.cards(*marks) if turn else tuple(card for pattern in patterns for card in pattern)
            rest = turn == 0 and words.skip("rest")
            void = words.choice(_VOIDS) if words.peek().startswith("!") else ""
            following = None if turn + 1 == self.seats else (seat + 1) % self.seats
            self.events.append(CardsPlayed(seat, cards, patterns, void, following, rest))
            while words.peek().startswith("="):
                self.events.append(FriendFound(seat, words.choice({"=0": 0, "=1": 1}), False))
            if words.ended:
                return
            if turn + 1 < self.seats:
                words.word("/")
        words.word("->")
        winner = words.seat()
        self.events.append(TrickTaken(winner, words.number(0)))

    def friend(self, words: _Words) -> None:
        seat = words.seat()
        words.word("call")
        self.events.append(FriendFound(seat, words.number(0, 1, "call 0–1"), True))

    def score(self, words: _Words) -> None:
        number = words.number(1)
        words.word("dealer")
        dealer = words.seat()
        words.word("level")
        level = words.level()
        words.word("trump")
        trump = words.choice(_TRUMP)
        words.end()
        words = self.line("side")
        side = self._seats(words, "opponents")
        words.word("opponents")
        opponents = self._seats(words, "")
        words.end()
        words = self.line("counted")
        words.word("base")
        base = words.cards("points")
        words.word("points")
        base_points = words.number(0)
        words.word("times")
        multiplier = words.number(0)
        words.word("to")
        base_seat = words.seat()
        words.end()
        words = self.line("lines")
        lines = []
        while not words.skip("="):
            lines.append(self._score_line(words))
        points = words.number()
        words.end()
        words = self.line("won")
        winner = words.choice(_SIDE)
        gained = words.number(0)
        words.word("levels")
        levels = words.numbers()
        words.word("next")
        self.events.append(
            DealScored(
                number, dealer, level, trump, side, opponents, base, base_points, multiplier, base_seat,
                tuple(lines), points, winner, gained, levels, words.seat(),
            )
        )  # fmt: skip

    def _seats(self, words: _Words, until: str) -> tuple[int, ...]:
        seats = [words.seat()]
        while not words.ended and words.peek() != until:
            seats.append(words.seat())
        return tuple(seats)

    def _score_line(self, words: _Words) -> ScoreLine:
        found = _LINE.fullmatch(words.peek())
        seat = None if found is None or found[2] is None else int(found[2])
        if found is None or (seat is not None and seat >= self.seats):
            words.refuse("score line")
        words.place += 1
        return ScoreLine(_LINE_NAME[found[1]], seat, words.number())

    def forfeit(self, words: _Words) -> None:
        seat = words.seat()
        self.events.append(Forfeited(seat, words.choice(_CAUSE)))

    def result(self, words: _Words) -> None:
        totals = words.numbers()
        words.word("places")
        places = words.numbers()
        self.events.append(MatchEnded(totals, places, words.choice(_ENDING)))


_READERS: Final[dict[str, Callable[[_Body, _Words], None]]] = {
    "deal": _Body.deal,
    "bids": _Body.bids,
    "failed": _Body.failed,
    "trump": _Body.trump,
    "taken": _Body.taken,
    "buried": _Body.buried,
    "swapped": _Body.swapped,
    "calling": _Body.calling,
    "call": _Body.call,
    "throw": _Body.throw,
    "trick": _Body.trick,
    "friend": _Body.friend,
    "score": _Body.score,
    "forfeit": _Body.forfeit,
    "result": _Body.result,
}
