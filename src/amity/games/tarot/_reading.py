"""Reading the body of a record of Tarot; its form stands in :mod:`amity.games.tarot.notation`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from amity.cards import TAROT
from amity.games._game import Line
from amity.games._text import NUMBER, Body, Words
from amity.games.tarot.actions import CONTRACTS, Contract
from amity.games.tarot.dealing import DOG_SIZE, HAND_SIZE
from amity.games.tarot.events import (
    AuctionWon,
    BidMade,
    Called,
    CardPlayed,
    DealScored,
    Dealt,
    DealVoid,
    Discarded,
    DogShown,
    HandfulShown,
    HandfulSize,
    PlayBegan,
    RestClaimed,
    ScoreLine,
    SlamAnswered,
    TrickTaken,
)
from amity.match import Event

_CONTRACT: Final[dict[str, Contract]] = {contract: contract for contract in CONTRACTS}
_BID: Final[dict[str, Contract | None]] = {**_CONTRACT, "pass": None}
_REASON: Final[dict[str, Literal["all_passed", "petit_sec"]]] = {
    "all_passed": "all_passed",
    "petit_sec": "petit_sec",
}
_SIZE: Final[dict[str, HandfulSize]] = {"single": "single", "double": "double", "triple": "triple"}
_COUNTS: Final = {name: name for name in ("tricks", "dog", "discard", "excuse")}
_LINES: Final = {
    name: name
    for name in (
        "contract",
        "petit_au_bout",
        "handful",
        "slam_announced_made",
        "slam_made",
        "slam_announced_failed",
        "slam_defence",
    )
}

_AFTER: Final = {
    "": ("deal", "forfeit"),
    "deal": ("bids", "void", "forfeit"),
    "bids": ("taker", "void", "forfeit"),
    "void": ("deal", "result", "forfeit"),
    "taker": ("call", "slam", "forfeit"),
    "call": ("slam", "forfeit"),
    "slam": ("shown", "lead", "forfeit"),
    "shown": ("discard", "forfeit"),
    "discard": ("lead", "forfeit"),
    "lead": ("handful", "trick", "forfeit"),
    "handful": ("handful", "trick", "forfeit"),
    "trick": ("claim", "trick", "score", "forfeit"),
    "claim": ("trick",),
    "unfinished trick": ("forfeit",),
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
    pack = TAROT

    def cards(self, until: tuple[str, ...] = ()) -> tuple[str, ...]:
        """All cards up to the end of the line or one of these words."""
        cards = []
        while not self.ended and self.peek() not in until:
            cards.append(self.card())
        return tuple(cards)

    def some_cards(self, count: int) -> tuple[str, ...] | None:
        """That many different cards, or ``?``."""
        if self.skip("?"):
            return None
        cards: list[str] = []
        while len(cards) < count:
            card = self.card()
            if card in cards:
                self.back("a card that is not there yet")
            cards.append(card)
        return tuple(cards)

    def pair(self) -> tuple[str, str]:
        """``left:right``; the right side is empty without a colon."""
        left, _, right = self.peek().partition(":")
        return left, right


class _Body(Body[_Words]):
    words_type = _Words
    after = _AFTER

    def __init__(self, lines: Sequence[Line], seats: int) -> None:
        super().__init__(lines, seats)
        self.handfuls: list[HandfulShown] = []
        """Those whose place in the trick below is not known yet."""

    def read(self) -> list[Event]:
        super().read()
        self._place_handfuls()
        return self.events

    def _place_handfuls(self) -> None:
        self.events += self.handfuls
        self.handfuls = []

    def read_deal(self, words: _Words) -> None:
        number = words.number(1)
        words.end()
        words = self.line("dealer")
        dealer = words.seat()
        words.end()
        words = self.line("pack")
        shuffled = words.word("shuffled", "cut") == "shuffled"
        cut = None if shuffled or words.skip("?") else words.number(0, len(TAROT))
        words.word("gaps")
        gaps = None
        if not words.skip("?"):
            gaps = tuple([words.number(1) for _ in range(DOG_SIZE[self.seats])])
        words.end()
        hands = []
        for seat in range(self.seats):
            words = self.line("hand")
            words.word(str(seat))
            hands.append(words.some_cards(HAND_SIZE[self.seats]))
            words.end()
        words = self.line("dog")
        dog = words.some_cards(DOG_SIZE[self.seats])
        words.end()
        self.events.append(Dealt(number, dealer, tuple(hands), dog, shuffled, cut, gaps))

    def read_void(self, words: _Words) -> None:
        reason = words.choice(_REASON)
        self.events.append(DealVoid(reason, words.seat() if reason == "petit_sec" else None))

    def read_bids(self, words: _Words) -> None:
        seats = [str(seat) for seat in range(self.seats)]
        while True:
            seat, bid = words.pair()
            if seat not in seats or bid not in _BID:
                words.refuse("seat:" + "|".join(_BID))
            words.place += 1
            self.events.append(BidMade(int(seat), _BID[bid]))
            if words.ended:
                return

    def read_taker(self, words: _Words) -> None:
        self.events.append(AuctionWon(words.seat(), words.choice(_CONTRACT)))

    def read_call(self, words: _Words) -> None:
        seat = words.seat()
        card = None if words.skip("nobody") else words.card()
        partner = words.seat() if words.skip("->") else None
        self.events.append(Called(seat, card, partner))

    def read_slam(self, words: _Words) -> None:
        self.events.append(SlamAnswered(words.seat(), words.word("yes", "no") == "yes"))

    def read_shown(self, words: _Words) -> None:
        cards = words.some_cards(DOG_SIZE[self.seats])
        if cards is None:
            words.back("card")
        self.events.append(DogShown(cards, words.skip("called")))

    def read_discard(self, words: _Words) -> None:
        seat = words.seat()
        cards = words.some_cards(DOG_SIZE[self.seats])
        words.word("shown")
        self.events.append(Discarded(seat, cards, words.cards()))

    def read_lead(self, words: _Words) -> None:
        self.events.append(PlayBegan(words.seat()))

    def read_handful(self, words: _Words) -> None:
        self.handfuls.append(HandfulShown(words.seat(), words.choice(_SIZE), words.number(0), words.cards()))

    def read_claim(self, words: _Words) -> None:
        self.events.append(RestClaimed(words.seat(), words.cards()))

    def read_trick(self, words: _Words) -> str | None:
        leader = words.seat()
        played = 0
        while not words.ended and words.peek() != "->":
            if played == self.seats:
                words.refuse("->")
            seat = (leader + played) % self.seats
            text = words.peek()
            called = text.endswith("!")
            if called:
                words.found[words.place] = (text[:-1], words.found[words.place][1])
            card = words.card()
            self.events += [shown for shown in self.handfuls if shown.seat == seat]
            self.handfuls = [shown for shown in self.handfuls if shown.seat != seat]
            self.events.append(CardPlayed(seat, card, called))
            played += 1
        if not words.ended:
            if played < self.seats:
                words.refuse("card")
            words.word("->")
            self.events.append(TrickTaken(words.seat(), words.number(0)))
        elif not played:
            words.refuse("card")
        self._place_handfuls()
        return None if isinstance(self.events[-1], TrickTaken) else "unfinished trick"

    def read_score(self, words: _Words) -> None:
        number = words.number(1)
        words.word("taker")
        taker = words.seat()
        contract = words.choice(_CONTRACT)
        partner = None if words.word("alone", "partner") == "alone" else words.seat()
        words.word("call")
        called = None if words.skip("nobody") else words.card()
        words.end()
        words = self.line("count")
        counted = []
        while words.peek() != "=":
            counted.append(ScoreLine(words.choice(_COUNTS), words.number()))
        words.word("=")
        attack, defence = words.number(), words.number()
        words.word("bouts")
        bouts = words.number(0, 3, "0–3")
        words.word("target")
        target = words.number()
        made = words.word("made", "failed") == "made"
        difference = words.number(0)
        words.end()
        words = self.line("lines")
        lines = self._score_lines(words)
        words.word("=")
        pays = words.number()
        words.end()
        words = self.line("deltas")
        deltas = words.numbers()
        words.end()
        words = self.line("totals")
        totals = words.numbers()
        words.end()
        self.events.append(
            DealScored(
                number,
                taker,
                partner,
                contract,
                called,
                tuple(counted),
                attack,
                defence,
                bouts,
                target,
                made,
                difference,
                lines,
                pays,
                deltas,
                totals,
            )
        )

    def _score_lines(self, words: _Words) -> tuple[ScoreLine, ...]:
        lines = []
        while words.peek() != "=":
            name, seat = words.pair()
            if name not in _LINES or (seat and (not NUMBER.fullmatch(seat) or not 0 <= int(seat) < self.seats)):
                words.refuse(" | ".join(_LINES))
            words.place += 1
            lines.append(ScoreLine(name, words.number(), int(seat) if seat else None))
        return tuple(lines)

    def read_forfeit(self, words: _Words) -> str | None:
        self._place_handfuls()
        return super().read_forfeit(words)
