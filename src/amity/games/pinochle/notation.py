"""Pinochle as text: actions, and the body of a record.

deal 1
dealer 2
hand 0 AS 10S …                             or "hand 0 ?" where the hand is hidden
bids 2:100 3:pass 0:pass 1:pass -> 2:100    unfinished: "bids 2:100 3:pass 0:", seat 0 is in turn
trump 2:S
melds 0:40 1:0 2:150 3:0                    points by seat, then one line a meld
meld 0 40 trump marriage: KS QS
trick 2 AS KS 9S 10S -> 2 30                leader, cards in order, winner, points; the last trick: "30 +10"
contract 2:100 made                         or "missed"
score 0 320 melds 40 tricks 120 = 160 -> 480
forfeit 1 time
result 480 1010 480 1010 places 3 1 3 1 played
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, NoReturn, cast, get_args, get_type_hints

from amity.cards import PINOCHLE
from amity.errors import ParseError, RecordError
from amity.games._game import Line
from amity.games.pinochle.actions import BIDS, NAME_TRUMP, PASS, PLAYS, Bid, NameTrump, Play
from amity.games.pinochle.events import (
    CARD_PLAYED,
    BiddingEnded,
    BidMade,
    CardPlayed,
    DealScored,
    Dealt,
    Meld,
    MeldKind,
    MeldsShown,
    Passed,
    ScoreLine,
    SideScore,
    TrickWon,
    TrumpNamed,
)
from amity.match import Action, Event, Forfeited, MatchEnded

_KINDS: Final = {kind.replace("_", " "): kind for kind in cast("tuple[MeldKind, ...]", get_args(MeldKind))}
_LINE_NAMES: Final = get_args(get_type_hints(ScoreLine)["name"])
_SUITS: Final = tuple(PINOCHLE.suits)
_WORD: Final = re.compile(r"\S+")
_NUMBER: Final = re.compile(r"-?[0-9]{1,15}")


class _Notation:
    def write_action(self, action: Action) -> str:
        if isinstance(action, Bid):
            return f"bid {action.points}"
        if isinstance(action, NameTrump):
            return f"trump {action.suit}"
        if isinstance(action, Play):
            return f"play {action.card}"
        return "pass"

    def parse_action(self, text: str) -> Action:
        words = text.split()
        verb = words[0].lower() if words else ""
        if verb == "pass" and len(words) == 1:
            return PASS
        if len(words) == 2:
            if verb == "bid" and _NUMBER.fullmatch(words[1]):
                points = int(words[1])
                place, rest = divmod(points, 10)
                return BIDS[place - 1] if not rest and 1 <= place <= len(BIDS) else Bid(points)
            if verb == "trump" and words[1].upper() in _SUITS:
                return NAME_TRUMP[_SUITS.index(words[1].upper())]
            if verb == "play":
                return PLAYS[PINOCHLE.parse_face(words[1])]
        raise ParseError("unknown_action", text=text)

    def write_events(self, events: Sequence[Event], seats: int) -> Iterator[str]:
        """Lines of a body; every prefix of a match's events can be written and read back."""
        waiting: list[str] = []
        """The words of a line that may still grow: an auction or a trick."""
        tail = ""
        """What ends that line when it does not grow."""
        for event in events:
            if isinstance(event, (BidMade, Passed)):
                word = str(event.points) if isinstance(event, BidMade) else "pass"
                waiting = waiting or ["bids"]
                waiting.append(f"{event.seat}:{word}")
                tail = "" if event.next_seat is None else f" {event.next_seat}:"
                continue
            if isinstance(event, CardPlayed):
                if len(waiting) == 6:  # a complete trick whose winner is not told
                    yield " ".join(waiting)
                    waiting = []
                waiting = waiting or ["trick", str(event.seat)]
                waiting.append(event.card)
                continue
            if isinstance(event, BiddingEnded):
                tail = f" -> {event.seat}:{event.points}"
            elif isinstance(event, TrickWon):
                tail = f" -> {event.seat} {event.points}" + (f" +{event.bonus}" if event.bonus else "")
            if waiting:
                yield " ".join(waiting) + tail
                waiting, tail = [], ""
            if not isinstance(event, (BiddingEnded, TrickWon)):
                yield from _write_lines(event)
        if waiting:
            yield " ".join(waiting) + tail

    def parse_events(self, lines: Sequence[Line], seats: int) -> list[Event]:
        return _Body(lines).read()


def _write_lines(event: Event) -> Iterator[str]:
    """The lines of an event that has lines of its own."""
    if isinstance(event, Dealt):
        yield f"deal {event.deal}"
        yield f"dealer {event.dealer}"
        for seat, hand in enumerate(event.hands):
            yield f"hand {seat} {'?' if hand is None else ' '.join(hand)}"
    elif isinstance(event, TrumpNamed):
        yield f"trump {event.seat}:{event.suit}"
    elif isinstance(event, MeldsShown):
        yield "melds " + " ".join(f"{seat}:{points}" for seat, points in enumerate(event.points))
        for seat, melds in enumerate(event.melds):
            for meld in melds:
                yield f"meld {seat} {meld.points} {meld.name}: {' '.join(meld.cards)}"
    elif isinstance(event, DealScored):
        yield f"contract {event.bidder}:{event.bid} {'made' if event.made else 'missed'}"
        for side, sheet in enumerate(event.sides):
            told = " ".join(f"{line.name} {line.points}" for line in sheet.lines)
            yield f"score {side} {sheet.before} {told} = {sheet.change} -> {sheet.after}"
    elif isinstance(event, Forfeited):
        yield f"forfeit {event.seat} {event.cause}"
    elif isinstance(event, MatchEnded):
        totals, places = (" ".join(map(str, numbers)) for numbers in (event.totals, event.places))
        yield f"result {totals} places {places} {event.reason}"


class _Words:
    """The words of one line, taken from left to right."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.found = [(match.group(), match.start() + 1) for match in _WORD.finditer(line.text)]
        self.place = 0

    @property
    def ended(self) -> bool:
        return self.place >= len(self.found)

    def peek(self) -> str:
        return "" if self.ended else self.found[self.place][0]

    def refuse(self, expected: str) -> NoReturn:
        """Say what should stand at the present place."""
        end = len(self.line.text) + 1
        found, column = ("", end) if self.ended else self.found[self.place]
        raise RecordError("record_expected", line=self.line.number, column=column, expected=expected, found=found)

    def word(self, *allowed: str) -> str:
        if self.peek() not in allowed:
            self.refuse(" | ".join(allowed))
        self.place += 1
        return self.found[self.place - 1][0]

    def number(self, lowest: int = -(10**15), highest: int = 10**15, *, what: str = "number") -> int:
        text = self.peek()
        if not _NUMBER.fullmatch(text) or not lowest <= int(text) <= highest:
            self.refuse(what)
        self.place += 1
        return int(text)

    def seat(self) -> int:
        return self.number(0, 3, what="seat 0–3")

    def card(self) -> str:
        text = self.peek()
        try:
            code = PINOCHLE.codes[PINOCHLE.parse_face(text)]
        except ParseError:
            self.refuse("card")
        self.place += 1
        return code

    def pair(self, what: str) -> tuple[int, str]:
        """``seat:rest``."""
        head, colon, rest = self.peek().partition(":")
        if not colon or head not in ("0", "1", "2", "3"):
            self.refuse(what)
        self.place += 1
        return int(head), rest

    def back(self, expected: str) -> NoReturn:
        """Refuse the word just taken."""
        self.place -= 1
        self.refuse(expected)

    def end(self) -> None:
        if not self.ended:
            self.refuse("end of line")


_AFTER: Final = {
    "": ("deal", "forfeit", "result"),
    "deal": ("dealer",),
    "dealer": ("hand",),
    "hand": ("bids", "forfeit"),
    "bids": ("trump", "forfeit"),
    "trump": ("melds", "forfeit"),
    "melds": ("meld", "trick", "forfeit"),
    "meld": ("meld", "trick", "forfeit"),
    "trick": ("trick", "contract", "forfeit"),
    "contract": ("score",),
    "score": ("deal", "forfeit", "result"),
    "forfeit": ("result",),
    "result": (),
}
"""Which lines may follow which."""

_UNFINISHED: Final = {"deal": "dealer", "dealer": "hand", "contract": "score"}
"""Lines that cannot be the last, and what has to follow them."""


class _Body:
    """Reads the lines of a body one after the other."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = lines
        self.at = 0
        self.events: list[Event] = []

    def read(self) -> list[Event]:
        previous = ""
        while self.at < len(self.lines):
            words = self._next()
            kind = words.word(*_AFTER[previous]) if _AFTER[previous] else self._nothing_follows(words)
            previous = getattr(self, f"_read_{kind}")(words) or kind
        return self.events

    def _nothing_follows(self, words: _Words) -> str:
        words.refuse("end of record")

    def _next(self, expected: str = "") -> _Words:
        if self.at >= len(self.lines):
            number = self.lines[-1].number if self.lines else 0
            raise RecordError("record_expected", line=number + 1, expected=expected, found="")
        self.at += 1
        return _Words(self.lines[self.at - 1])

    def _read_deal(self, words: _Words) -> str:
        number = words.number(1)
        words.end()
        words = self._next("dealer")
        words.word("dealer")
        dealer = words.seat()
        words.end()
        hands: list[tuple[str, ...] | None] = []
        for seat in range(4):
            words = self._next("hand")
            words.word("hand")
            words.word(str(seat))
            if words.peek() == "?":
                words.word("?")
                hands.append(None)
            else:
                hands.append(self._hand(words))
            words.end()
        self.events.append(Dealt(number, dealer, tuple(hands)))
        return "hand"

    def _hand(self, words: _Words) -> tuple[str, ...]:
        cards: list[str] = []
        for _ in range(12):
            card = words.card()
            if cards.count(card) == PINOCHLE.copies:
                words.back("card that is in the hand less than twice")
            cards.append(card)
        return tuple(cards)

    def _read_bids(self, words: _Words) -> None:
        calls = [words.pair("seat:bid")]
        while not words.ended and words.peek() != "->":
            calls.append(words.pair("seat:bid or ->"))
            if calls[-1][1] == "":
                break
        in_turn: int | None = None
        if calls[-1][1] == "":
            in_turn = calls.pop()[0]
        if not calls:
            words.back("seat:bid")
        for place, (seat, said) in enumerate(calls):
            following = calls[place + 1][0] if place + 1 < len(calls) else in_turn
            if said == "pass":
                self.events.append(Passed(seat, following))
            elif _NUMBER.fullmatch(said) and following is not None:
                self.events.append(BidMade(seat, int(said), following))
            else:
                words.place = place + 1
                words.refuse("seat:bid or seat:pass" if following is not None else "seat:pass to end the auction")
        if words.peek() == "->":
            words.word("->")
            seat, bid = words.pair("seat:bid")
            if not _NUMBER.fullmatch(bid):
                words.back("seat:bid")
            self.events.append(BiddingEnded(seat, int(bid)))
        words.end()

    def _read_trump(self, words: _Words) -> None:
        seat, suit = words.pair("seat:suit")
        if suit not in _SUITS:
            words.back("seat:suit")
        words.end()
        self.events.append(TrumpNamed(seat, suit))

    def _read_melds(self, words: _Words) -> str:
        points = []
        for seat in range(4):
            found, text = words.pair("seat:points")
            if found != seat or not _NUMBER.fullmatch(text):
                words.back(f"{seat}:points")
            points.append(int(text))
        words.end()
        melds: list[list[Meld]] = [[], [], [], []]
        lowest = 0
        trump = next((event.suit for event in reversed(self.events) if isinstance(event, TrumpNamed)), "")
        while self.at < len(self.lines) and self.lines[self.at].text.split()[:1] == ["meld"]:
            words = self._next()
            words.word("meld")
            lowest = words.number(lowest, 3, what=f"seat {lowest}–3")
            melds[lowest].append(self._meld(words, trump))
        self.events.append(MeldsShown(tuple(map(tuple, melds)), tuple(points)))
        return "meld"

    def _meld(self, words: _Words, trump: str) -> Meld:
        points = words.number()
        start = words.place
        name: list[str] = []
        while not words.ended and not (name and name[-1].endswith(":")):
            name.append(words.word(words.peek()))
        text = " ".join(name).removesuffix(":")
        suit = ""
        if text[:-1] == "marriage " and text[-1] in _SUITS:
            text, suit = "marriage", text[-1]
        kind = _KINDS.get(text)
        if kind is None or not name[-1].endswith(":") or (kind == "marriage") != bool(suit):
            words.place = start
            words.refuse("meld and a colon")
        if kind in ("run", "double_run", "trump_marriage", "dix"):
            suit = trump
        cards = [words.card()]
        while not words.ended:
            cards.append(words.card())
        return Meld(kind, suit, points, tuple(cards))

    def _read_trick(self, words: _Words) -> None:
        leader = words.seat()
        played = 0
        while not words.ended and words.peek() != "->":
            if played == 4:
                words.refuse("->")
            face = PINOCHLE.parse_face(words.card())
            self.events.append(CARD_PLAYED[(leader + played) % 4][face])
            played += 1
        if not words.ended:
            if played < 4:
                words.refuse("card")
            words.word("->")
            winner = words.seat()
            points = words.number(0)
            bonus = 0
            if not words.ended:
                if not re.fullmatch(r"\+[0-9]{1,6}", words.peek()):
                    words.refuse("+ and the points of the last trick, or the end of the line")
                bonus = int(words.word(words.peek()))
            words.end()
            self.events.append(TrickWon(winner, points, bonus))
        elif not played:
            words.refuse("card")

    def _read_contract(self, words: _Words) -> str:
        bidder, bid = words.pair("seat:bid")
        if not _NUMBER.fullmatch(bid):
            words.back("seat:bid")
        made = words.word("made", "missed") == "made"
        words.end()
        first, second = (self._side(side) for side in range(2))
        number = next((event.deal for event in reversed(self.events) if isinstance(event, Dealt)), 0)
        self.events.append(DealScored(number, bidder, int(bid), made, (first, second)))
        return "score"

    def _side(self, side: int) -> SideScore:
        words = self._next("score")
        words.word("score")
        words.word(str(side))
        before = words.number()
        lines = []
        while words.peek() != "=":
            name = words.word(*_LINE_NAMES, "=")
            lines.append(ScoreLine(cast("Any", name), words.number()))
        words.word("=")
        change = words.number()
        words.word("->")
        after = words.number()
        words.end()
        return SideScore(before, tuple(lines), change, after)

    def _read_forfeit(self, words: _Words) -> None:
        seat = words.seat()
        cause = words.word("time", "resigned")
        words.end()
        self.events.append(Forfeited(seat, "time" if cause == "time" else "resigned"))

    def _read_result(self, words: _Words) -> None:
        totals = tuple(words.number() for _ in range(4))
        words.word("places")
        places = tuple(words.number(1, 4, what="place 1–4") for _ in range(4))
        reason = words.word("played", "forfeit")
        words.end()
        self.events.append(MatchEnded(totals, places, "played" if reason == "played" else "forfeit"))


NOTATION: Final = _Notation()
