"""Tarot as text: actions, and the body of a record.

deal 1
dealer 2
pack shuffled gaps 3 7 9 11 15 20           later deals: "pack cut 31 gaps …"; "?" for what a seat does not know
hand 0 T3 5S …                              in the order received; "hand 0 ?" where the hand is hidden
dog 1S …                                    or "dog ?"
void petit_sec 3                            or "void all_passed": the deal is not played
bids 3:pass 0:petite 1:guard 2:pass
taker 1 guard
call 1 KS -> 3                              the holder, where known; "call 1 nobody"
slam 1 no
shown 1S KD T5 called                       the dog; "called" when the called card lies in it
discard 1 1S 2S KD shown KD                 "discard 1 ? shown KD" for the others
lead 3
handful 0 single 20 T1 T2 …                 shown before the seat's card in the trick below
claim 0 T21 T20 KS                          the leads with which a seat claims all the tricks below
trick 3 5S 6S KS! 7S 1S -> 0 15             leader, cards in order ("!" the called card), winner, half points
score 1 taker 1 guard partner 3 call KS     deal, taker, contract; "alone"; "call nobody"
count tricks 80 discard 9 excuse 8 = 97 85 bouts 2 target 41 made 8
lines contract 66 handful:0 20 = 86         what each defender pays
deltas 86 …
totals 86 …
forfeit 1 time
result 86 … places 1 … played
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from amity.cards import TAROT
from amity.errors import ParseError
from amity.games._game import Line
from amity.games._text import write_ended, write_forfeited
from amity.games.tarot._reading import parse_body
from amity.games.tarot.actions import CONTRACTS, Bid, Call, Claim, Contract, Discard, Handful, Play, Slam
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
    PlayBegan,
    RestClaimed,
    SlamAnswered,
    TrickTaken,
)
from amity.match import Action, Event, Forfeited, MatchEnded

_CONTRACT_WORDS: Final[dict[str, Contract]] = {contract: contract for contract in CONTRACTS}


class TarotNotation:
    """The text forms of Tarot."""

    def write_action(self, action: Action) -> str:
        """``bid guard``, ``pass``, ``call KS``, ``slam yes``, ``discard …``, ``handful …``, ``play …``, ``claim …``."""
        match action:
            case Bid(contract=None):
                return "pass"
            case Bid(contract=contract):
                return f"bid {contract}"
            case Call(card=card):
                return f"call {card or 'nobody'}"
            case Slam(announced=announced):
                return f"slam {'yes' if announced else 'no'}"
            case Discard(cards=cards):
                return " ".join(("discard", *cards))
            case Handful(cards=cards):
                return " ".join(("handful", *cards))
            case Play(card=card):
                return f"play {card}"
            case Claim(cards=cards):
                return " ".join(("claim", *cards))
        raise TypeError(f"not an action of Tarot: {action!r}")

    def parse_action(self, text: str) -> Action:
        """The action a text names; cards in any accepted spelling.

        :raises ParseError: ``unknown_action`` or ``unknown_card``.
        """
        match text.split():
            case ["pass"]:
                return Bid(None)
            case ["bid", word] if word in _CONTRACT_WORDS:
                return Bid(_CONTRACT_WORDS[word])
            case ["call", "nobody"]:
                return Call(None)
            case ["call", card]:
                return Call(_code(card))
            case ["slam", ("yes" | "no") as word]:
                return Slam(word == "yes")
            case ["discard", *cards]:
                return Discard(tuple(_code(card) for card in cards))
            case ["handful", *cards]:
                return Handful(tuple(_code(card) for card in cards))
            case ["play", card]:
                return Play(_code(card))
            case ["claim", *cards]:
                return Claim(tuple(_code(card) for card in cards))
        raise ParseError("unknown_action", text=text)

    def write_events(self, events: Sequence[Event], seats: int) -> Iterator[str]:
        """The lines of a body; every prefix of a match's events can be written and read back."""
        growing: list[str] = []
        """The words of a line that may still grow: a round of bids or a trick."""
        for event in events:
            if isinstance(event, HandfulShown):
                # Handfuls stand above the trick during which they are shown.
                if growing and growing[0] != "trick":
                    yield " ".join(growing)
                    growing = []
                yield f"handful {event.seat} {event.size} {event.bonus} {' '.join(event.cards)}"
                continue
            if isinstance(event, CardPlayed):
                if not growing:
                    growing = ["trick", str(event.seat)]
                growing.append(event.card + ("!" if event.called else ""))
                continue
            if isinstance(event, BidMade):
                growing = growing or ["bids"]
                growing.append(f"{event.seat}:{event.contract or 'pass'}")
                continue
            if isinstance(event, TrickTaken):
                yield f"{' '.join(growing)} -> {event.seat} {event.half_points}"
                growing = []
                continue
            if growing:
                yield " ".join(growing)
                growing = []
            yield from _WRITERS[type(event)](event)
        if growing:
            yield " ".join(growing)

    def parse_events(self, lines: Sequence[Line], seats: int) -> list[Event]:
        """The events that a record's body tells.

        :raises RecordError: ``record_expected`` with what should stand at that line and column.
        """
        return parse_body(lines, seats)


def _code(text: str) -> str:
    return TAROT.codes[TAROT.parse_face(text)]


def _numbers(numbers: Sequence[int] | None) -> str:
    return "?" if numbers is None else " ".join(map(str, numbers))


def _write_dealt(event: Dealt) -> Iterator[str]:
    yield f"deal {event.number}"
    yield f"dealer {event.dealer}"
    cut = "shuffled" if event.shuffled else f"cut {'?' if event.cut is None else event.cut}"
    yield f"pack {cut} gaps {_numbers(event.gaps)}"
    for seat, hand in enumerate(event.hands):
        yield f"hand {seat} {'?' if hand is None else ' '.join(hand)}"
    yield f"dog {'?' if event.dog is None else ' '.join(event.dog)}"


def _write_void(event: DealVoid) -> Iterator[str]:
    yield f"void {event.reason}" + ("" if event.seat is None else f" {event.seat}")


def _write_won(event: AuctionWon) -> Iterator[str]:
    yield f"taker {event.seat} {event.contract}"


def _write_called(event: Called) -> Iterator[str]:
    yield f"call {event.seat} {event.card or 'nobody'}" + ("" if event.partner is None else f" -> {event.partner}")


def _write_slam(event: SlamAnswered) -> Iterator[str]:
    yield f"slam {event.seat} {'yes' if event.announced else 'no'}"


def _write_shown(event: DogShown) -> Iterator[str]:
    yield " ".join(("shown", *event.cards, *(("called",) if event.called else ())))


def _write_discarded(event: Discarded) -> Iterator[str]:
    cards = ("?",) if event.cards is None else event.cards
    yield " ".join(("discard", str(event.seat), *cards, "shown", *event.shown))


def _write_began(event: PlayBegan) -> Iterator[str]:
    yield f"lead {event.leader}"


def _write_claimed(event: RestClaimed) -> Iterator[str]:
    yield " ".join(("claim", str(event.seat), *event.cards))


def _write_scored(event: DealScored) -> Iterator[str]:
    side = "alone" if event.partner is None else f"partner {event.partner}"
    yield f"score {event.number} taker {event.taker} {event.contract} {side} call {event.called or 'nobody'}"
    counted = " ".join(f"{line.name} {line.points}" for line in event.counted)
    made = "made" if event.made else "failed"
    yield (
        f"count {counted} = {event.attack} {event.defence} bouts {event.bouts} target {event.target} "
        f"{made} {event.difference}"
    )
    lines = " ".join(f"{line.name}{'' if line.seat is None else f':{line.seat}'} {line.points}" for line in event.lines)
    yield f"lines {lines} = {event.pays}"
    yield f"deltas {_numbers(event.deltas)}"
    yield f"totals {_numbers(event.totals)}"


_WRITERS: Final[dict[type[Event], Callable[[Any], Iterator[str]]]] = {
    Dealt: _write_dealt,
    DealVoid: _write_void,
    AuctionWon: _write_won,
    Called: _write_called,
    SlamAnswered: _write_slam,
    DogShown: _write_shown,
    Discarded: _write_discarded,
    PlayBegan: _write_began,
    RestClaimed: _write_claimed,
    DealScored: _write_scored,
    Forfeited: write_forfeited,
    MatchEnded: write_ended,
}
