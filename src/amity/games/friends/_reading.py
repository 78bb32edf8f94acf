"""Reading the body of a record of Friends!; its form stands in :mod:`amity.games.friends.notation`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal

from amity.cards import FRIENDS
from amity.errors import ParseError
from amity.games._game import Line
from amity.games._text import Body, Words
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
    RestClaimed,
    ScoreLine,
    Side,
    ThrowRejected,
    TrickTaken,
    Trump,
    TrumpDecided,
)
from amity.match import Event

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
    "last call": ("claim", "throw", "trick", "forfeit"),
    "claim": ("trick",),
    "throw": ("trick", "forfeit"),
    "trick": ("claim", "throw", "trick", "friend", "score", "forfeit"),
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


class _Words(Words):
    pack = FRIENDS

    def level(self) -> int:
        return self.number(2, 14, "level 2–14")

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


class _Body(Body[_Words]):
    words_type = _Words
    after = _AFTER

    def __init__(self, lines: Sequence[Line], seats: int) -> None:
        super().__init__(lines, seats)
        self.calls = 0

    def read_deal(self, words: _Words) -> None:
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

    def read_bids(self, words: _Words) -> None:
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

    def read_failed(self, words: _Words) -> None:
        self.events.append(BiddingFailed(words.number(1)))

    def read_trump(self, words: _Words) -> None:
        trump = words.choice(_TRUMP)
        words.word("dealer")
        dealer = words.seat()
        if words.word("bidder", "shown") == "bidder":
            self.events.append(TrumpDecided(dealer, trump, words.seat(), ()))
        else:
            self.events.append(TrumpDecided(dealer, trump, None, words.cards()))

    def read_taken(self, words: _Words) -> None:
        seat = words.seat()
        self.events.append(BaseTaken(seat, words.known_cards()))

    def read_buried(self, words: _Words) -> None:
        self._buried(words, swapped=False)

    def read_swapped(self, words: _Words) -> None:
        self._buried(words, swapped=True)

    def _buried(self, words: _Words, *, swapped: bool) -> None:
        seat = words.seat()
        cards = words.known_cards("->")
        words.word("->")
        self.events.append(Buried(seat, cards, swapped, words.seat()))

    def read_calling(self, words: _Words) -> None:
        words.word("dealer")
        dealer = words.seat()
        words.word("trump")
        trump = words.choice(_TRUMP)
        words.word("last")
        self.events.append(BiddingEnded(dealer, trump, words.seat()))

    def read_call(self, words: _Words) -> str | None:
        seat = words.seat()
        card = words.card()
        number = words.number(1, 4, "number 1–4")
        self.calls += 1
        if self.calls == 2:
            words.word("last")
        self.events.append(Called(seat, card, number, self.calls == 2))
        return "last call" if self.calls == 2 else None

    def read_claim(self, words: _Words) -> None:
        seat = words.seat()
        leads = [words.patterns("/")]
        while words.skip("/"):
            leads.append(words.patterns("/"))
        self.events.append(RestClaimed(seat, tuple(leads)))

    def read_throw(self, words: _Words) -> None:
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

    def read_trick(self, words: _Words) -> None:
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

    def read_friend(self, words: _Words) -> None:
        seat = words.seat()
        words.word("call")
        self.events.append(FriendFound(seat, words.number(0, 1, "call 0–1"), True))

    def read_score(self, words: _Words) -> None:
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
