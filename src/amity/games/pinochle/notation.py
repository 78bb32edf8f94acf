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
from typing import Any, Final, cast, get_args, get_type_hints

from amity.cards import PINOCHLE
from amity.errors import ParseError
from amity.games._game import Line
from amity.games._text import NUMBER, Body, Words, write_ended, write_forfeited
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
_SEATS: Final = 4


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
            if verb == "bid" and NUMBER.fullmatch(words[1]):
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
        return _Body(lines, _SEATS).read()


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
        yield from write_forfeited(event)
    elif isinstance(event, MatchEnded):
        yield from write_ended(event)


class _Words(Words):
    pack = PINOCHLE

    def places(self) -> tuple[int, ...]:
        return tuple([self.number(1, 4, "place 1–4") for _ in range(4)])

    def pair(self, what: str) -> tuple[int, str]:
        """``seat:rest``."""
        head, colon, rest = self.peek().partition(":")
        if not colon or head not in ("0", "1", "2", "3"):
            self.refuse(what)
        self.place += 1
        return int(head), rest


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
    "result": ("end of record",),
}
"""Which lines may follow which."""


class _Body(Body[_Words]):
    words_type = _Words
    after = _AFTER

    def read_deal(self, words: _Words) -> str:
        number = words.number(1)
        words.end()
        words = self.line("dealer")
        dealer = words.seat()
        words.end()
        hands: list[tuple[str, ...] | None] = []
        for seat in range(4):
            words = self.line("hand")
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

    def read_bids(self, words: _Words) -> None:
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
            elif NUMBER.fullmatch(said) and following is not None:
                self.events.append(BidMade(seat, int(said), following))
            else:
                words.place = place + 1
                words.refuse("seat:bid or seat:pass" if following is not None else "seat:pass to end the auction")
        if words.peek() == "->":
            words.word("->")
            seat, bid = words.pair("seat:bid")
            if not NUMBER.fullmatch(bid):
                words.back("seat:bid")
            self.events.append(BiddingEnded(seat, int(bid)))
        words.end()

    def read_trump(self, words: _Words) -> None:
        seat, suit = words.pair("seat:suit")
        if suit not in _SUITS:
            words.back("seat:suit")
        words.end()
        self.events.append(TrumpNamed(seat, suit))

    def read_melds(self, words: _Words) -> str:
        points = []
        for seat in range(4):
            found, text = words.pair("seat:points")
            if found != seat or not NUMBER.fullmatch(text):
                words.back(f"{seat}:points")
            points.append(int(text))
        words.end()
        melds: list[list[Meld]] = [[], [], [], []]
        lowest = 0
        trump = next((event.suit for event in reversed(self.events) if isinstance(event, TrumpNamed)), "")
        while self.at < len(self.lines) and self.lines[self.at].text.split()[:1] == ["meld"]:
            words = self.line("meld")
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

    def read_trick(self, words: _Words) -> None:
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

    def read_contract(self, words: _Words) -> str:
        bidder, bid = words.pair("seat:bid")
        if not NUMBER.fullmatch(bid):
            words.back("seat:bid")
        made = words.word("made", "missed") == "made"
        words.end()
        first, second = (self._side(side) for side in range(2))
        number = next((event.deal for event in reversed(self.events) if isinstance(event, Dealt)), 0)
        self.events.append(DealScored(number, bidder, int(bid), made, (first, second)))
        return "score"

    def _side(self, side: int) -> SideScore:
        words = self.line("score")
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


NOTATION: Final = _Notation()
