"""Mate as text. A record's body has these lines:

    deal 1                             a game with a new deal; ``deal 2 swapped`` for one with the hands swapped
    dealer 0
    hand 0 AC KC …                     the ten cards of each seat in the order dealt
    hand 1 …
    place 0 AC                         ``place 1 -``: the seat places nothing
    trick 0 AS KS -> 0                 leader, led card, answer, winner
    trick 0 AC                         a led card without answer: mate, or the match stands there
    score 0 AC 11 trick 10 placed doubled points 242 totals 242 0
    score draw trick 10 totals 0 0
    forfeit 1 time
    result 242 0 places 1 2 played

An action is ``play 10S``, ``place 10S`` or ``place -``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, Literal, NoReturn, cast

from amity.cards import MATE
from amity.errors import ParseError, RecordError
from amity.games import Line
from amity.games._text import write_ended, write_forfeited
from amity.games.mate.actions import FOREPLACE, PLACE_NOTHING, PLAY, Foreplace, MateAction, Play
from amity.games.mate.events import CardPlayed, Dealt, Foreplaced, GameScore, GameScored, TrickTaken
from amity.games.mate.play import CARDS, HAND_CARDS, TRICKS
from amity.match import Action, Event, Forfeited, MatchEnded


def write_action(action: Action) -> str:
    """``play 10S``, ``place 10S``, ``place -``."""
    if isinstance(action, Play):
        return f"play {action.card}"
    if isinstance(action, Foreplace):
        return f"place {action.card or '-'}"
    raise TypeError(f"not an action of Mate: {action!r}")


def parse_action(text: str) -> MateAction:
    """The action that a text names.

    :raises ParseError: ``unknown_action`` or ``unknown_card``.
    """
    match text.split():
        case ["play", card]:
            return PLAY[MATE.face_name(MATE.parse_face(card))]
        case ["place", "-"]:
            return PLACE_NOTHING
        case ["place", card]:
            return FOREPLACE[MATE.face_name(MATE.parse_face(card))]
    raise ParseError("unknown_action", text=text, examples=["play 10S", "place 10S", "place -"])


def write_events(events: Sequence[Event], seats: int) -> Iterator[str]:
    """The lines of a record's body."""
    trick: list[CardPlayed] = []
    for event in events:
        if isinstance(event, CardPlayed):
            trick.append(event)
            continue
        if isinstance(event, TrickTaken):
            yield f"{_trick_text(trick)} -> {event.winner}"
            trick = []
            continue
        if trick:
            yield _trick_text(trick)
            trick = []
        yield from _WRITERS[type(event)](event)
    if trick:
        yield _trick_text(trick)


def _trick_text(trick: list[CardPlayed]) -> str:
    return f"trick {trick[0].seat} {' '.join(played.card for played in trick)}"


def _write_dealt(event: Dealt) -> Iterator[str]:
    yield f"deal {event.game}{' swapped' if event.swapped else ''}"
    yield f"dealer {event.dealer}"
    for seat, hand in enumerate(event.hands):
        yield f"hand {seat} {' '.join(hand)}"


def _write_foreplaced(event: Foreplaced) -> Iterator[str]:
    yield f"place {event.seat} {event.card or '-'}"


def _write_scored(event: GameScored) -> Iterator[str]:
    score = event.score
    totals = f"totals {event.totals[0]} {event.totals[1]}"
    if score.winner is None:
        yield f"score draw trick {score.trick} {totals}"
        return
    placed = " placed" if score.winner_placed else ""
    doubled = " doubled" if score.doubled else ""
    mate = f"{score.winner} {score.card} {score.card_value} trick {score.trick}{placed}{doubled}"
    yield f"score {mate} points {score.points} {totals}"


_WRITERS: Final[Mapping[type[Event], Callable[..., Iterator[str]]]] = {
    Dealt: _write_dealt,
    Foreplaced: _write_foreplaced,
    GameScored: _write_scored,
    Forfeited: write_forfeited,
    MatchEnded: write_ended,
}


def parse_events(lines: Sequence[Line], seats: int) -> list[Event]:
    """The events that the lines tell. Empty lines are passed over.

    :raises RecordError: ``record_line_expected``, ``record_line_malformed``, ``record_hand_size``,
        ``record_cards_repeated``, ``record_trick_number``, ``unknown_card``.
    """
    return _Reader(lines).read()


_NUMBER: Final = "-?[0-9]{1,9}"
_SEAT: Final = "[01]"
_DEAL: Final = re.compile(r"deal ([0-9]{1,3})( swapped)?")
_DEALER: Final = re.compile(rf"dealer ({_SEAT})")
_HAND: Final = re.compile(rf"hand ({_SEAT})((?: \S+)+)")
_PLACE: Final = re.compile(rf"place ({_SEAT}) (\S+)")
_TRICK: Final = re.compile(rf"trick ({_SEAT}) (\S+)(?: (\S+) -> ({_SEAT}))?")
_MATE: Final = re.compile(
    rf"score ({_SEAT}) (\S+) ({_NUMBER}) trick ([0-9]{{1,2}})( placed)?( doubled)? points ({_NUMBER})"
    rf" totals ({_NUMBER}) ({_NUMBER})"
)
_DRAW: Final = re.compile(rf"score draw trick ([0-9]{{1,2}}) totals ({_NUMBER}) ({_NUMBER})")
_FORFEIT: Final = re.compile(rf"forfeit ({_SEAT}) (time|resigned)")
_RESULT: Final = re.compile(rf"result ({_NUMBER}) ({_NUMBER}) places ([12]) ([12]) (played|forfeit)")

_EXAMPLES: Final = {
    "deal": "deal 1",
    "dealer": "dealer 0",
    "hand": "hand 0 AC 10C KC QC 7C AS 10S KS QS 7S",
    "place": "place 0 AC",
    "trick": "trick 0 AS KS -> 0",
    "score": "score 0 AC 11 trick 5 points 55 totals 55 0",
    "forfeit": "forfeit 0 time",
    "result": "result 55 0 places 1 2 played",
}
_FOLLOWING: Final[Mapping[str, tuple[str, ...]]] = {
    "": ("deal", "forfeit"),
    "deal": ("dealer",),
    "dealer": ("hand",),
    "first hand": ("hand",),
    "hand": ("place", "trick", "forfeit"),
    "place": ("place", "trick", "forfeit"),
    "trick": ("trick", "score", "forfeit"),
    "open trick": ("score", "forfeit"),
    "score": ("deal", "result", "forfeit"),
    "forfeit": ("result",),
    "result": (),
}
"""Which kinds of line may come after which."""


class _Reader:
    """Reads the lines of one body from first to last."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = lines
        self.events: list[Event] = []
        self.line = Line(1, "")
        self.last = ""
        """Kind of the line before, a key of ``_FOLLOWING``."""
        self.game = 0
        self.swapped = False
        self.dealer = 0
        self.first_hand: tuple[str, ...] = ()
        self.tricks = 0
        self.readers: Mapping[str, Callable[[str], None]] = {
            "deal": self._deal,
            "dealer": self._dealer,
            "hand": self._hand,
            "place": self._place,
            "trick": self._trick,
            "score": self._score,
            "forfeit": self._forfeit,
            "result": self._result,
        }

    def read(self) -> list[Event]:
        for line in self.lines:
            words = line.text.split()
            if not words:
                continue
            self.line = line
            kind = words[0]
            expected = _FOLLOWING[self.last]
            if kind not in expected:
                self._refuse("record_line_expected", found=kind, expected=list(expected))
            self.last = kind
            self.readers[kind](" ".join(words))
        if self.last in ("deal", "dealer", "first hand"):
            self._refuse("record_line_expected", found="", expected=list(_FOLLOWING[self.last]))
        return self.events

    def _refuse(self, code: str, part: str = "", /, **params: object) -> NoReturn:
        """Refuse the present line, at the place where ``part`` stands in it."""
        text = self.line.text
        found = re.search(rf"(?<!\S){re.escape(part)}(?!\S)", text) if part else re.search(r"\S", text)
        raise RecordError(code, line=self.line.number, column=found.start() + 1 if found else 1, **params)

    def _parts(self, form: re.Pattern[str], text: str, kind: str) -> tuple[str, ...]:
        found = form.fullmatch(text)
        if found is None:
            self._refuse("record_line_malformed", found=text, example=_EXAMPLES[kind])
        return tuple(part or "" for part in found.groups())

    def _card(self, text: str) -> str:
        try:
            return MATE.face_name(MATE.parse_face(text))
        except ParseError as error:
            self._refuse(error.code, text, **error.params)

    def _deal(self, text: str) -> None:
        game, swapped = self._parts(_DEAL, text, "deal")
        self.game, self.swapped, self.tricks = int(game), bool(swapped), 0

    def _dealer(self, text: str) -> None:
        self.dealer = int(self._parts(_DEALER, text, "dealer")[0])

    def _hand(self, text: str) -> None:
        seat, cards = self._parts(_HAND, text, "hand")
        hand = tuple(map(self._card, cards.split()))
        if len(hand) != HAND_CARDS:
            self._refuse("record_hand_size", cards.split()[0], count=len(hand), expected=HAND_CARDS)
        if not self.first_hand:
            if seat != "0":
                self._refuse("record_line_malformed", found=text, example=_EXAMPLES["hand"])
            self.first_hand = hand
            self.last = "first hand"
            return
        if seat != "1":
            self._refuse("record_line_malformed", found=text, example=_EXAMPLES["hand"].replace("0", "1", 1))
        if len({*self.first_hand, *hand}) != CARDS:
            self._refuse("record_cards_repeated", hand[0])
        self.events.append(Dealt(self.game, self.dealer, (self.first_hand, hand), self.swapped))
        self.first_hand = ()

    def _place(self, text: str) -> None:
        seat, card = self._parts(_PLACE, text, "place")
        self.events.append(Foreplaced(int(seat), None if card == "-" else self._card(card)))

    def _trick(self, text: str) -> None:
        leader, led, answer, winner = self._parts(_TRICK, text, "trick")
        if self.tricks == TRICKS:
            self._refuse("record_trick_number", maximum=TRICKS)
        self.tricks += 1
        seat = int(leader)
        self.events.append(CardPlayed(seat, self._card(led)))
        if answer:
            self.events.append(CardPlayed(1 - seat, self._card(answer)))
            self.events.append(TrickTaken(self.tricks, int(winner)))
        else:
            self.last = "open trick"

    def _score(self, text: str) -> None:
        if text.startswith("score draw"):
            trick, *totals = self._parts(_DRAW, text, "score")
            score = GameScore(self.game, self.dealer, None, None, 0, int(trick), False, False, 0)
        else:
            parts = self._parts(_MATE, text, "score")
            winner, card, value, trick, placed, doubled, points, *totals = parts
            score = GameScore(
                game=self.game,
                dealer=self.dealer,
                winner=int(winner),
                card=self._card(card),
                card_value=int(value),
                trick=int(trick),
                winner_placed=bool(placed),
                doubled=bool(doubled),
                points=int(points),
            )
        self.events.append(GameScored(score, (int(totals[0]), int(totals[1]))))

    def _forfeit(self, text: str) -> None:
        seat, cause = self._parts(_FORFEIT, text, "forfeit")
        self.events.append(Forfeited(int(seat), cast("Literal['time', 'resigned']", cause)))

    def _result(self, text: str) -> None:
        first, second, first_place, second_place, reason = self._parts(_RESULT, text, "result")
        ended = MatchEnded(
            (int(first), int(second)),
            (int(first_place), int(second_place)),
            cast("Literal['played', 'forfeit']", reason),
        )
        self.events.append(ended)
