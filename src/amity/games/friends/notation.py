"""Friends! as text: actions, and the body of a record.

deal 1 attempt 0
starter 3 level 2                    or "dealer 3 level 5" in later deals
hand 0 AS 10S …                      in the order received; "hand 0 ?" where the hand is hidden
base 5S …                            or "base ?"
bids 3:pass 4:2*2S 5:pass -> 0       who acts next; without it the bidding ended or the bidder takes the base
failed 1                             nobody bid: new cards
trump S dealer 4 bidder 4            or "trump H dealer 4 shown RJ 5H": the base decided
taken 4 5S …                         the base, into the hand; "taken 4 ?" for the others
buried 4 5S … -> 5                   "swapped 5 … -> 0" in SwapBid; who acts next
calling dealer 4 trump S last 5
call 4 AS 2
call 4 KH 1 last
claim 4 AS AS + KS KS / RJ           the leads with which a seat claims all the tricks below
throw 4 AS + KS KS fine 20 rejected KS KS by 0 showing AS AS
trick 4 AS + QS / 5S =0 6S … -> 5 35   leader; plays in turn; "+" between the lead's patterns, "!S" shows a void,
                                     "=0" settles the first call; winner and points; "rest" after a lead that
                                     a rejected throw left
friend 5 call 1                      found in the base
score 1 dealer 4 level 2 trump S
side 1 4 opponents 0 2 3 5
counted base 5S … points 15 times 4 to 5
lines taken:0 60 base:5 60 fine:4 20 clamp 0 = 140
won dealer 1 levels 2 3 2 2 3 2 next 1
forfeit 1 time
result 2 3 2 2 3 2 places 3 1 3 3 1 3 played
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from amity.cards import FRIENDS
from amity.errors import ParseError
from amity.games._game import Line
from amity.games._text import write_ended, write_forfeited
from amity.games.friends._reading import parse_body
from amity.games.friends.actions import Bid, Bury, Call, Claim, Pass, Play
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
    RestClaimed,
    ThrowRejected,
    TrickTaken,
    TrumpDecided,
)
from amity.match import Action, Event, Forfeited, MatchEnded

_COUNT: Final = re.compile(r"-?[0-9]{1,4}")


class FriendsNotation:
    """The text forms of Friends!."""

    def write_action(self, action: Action) -> str:
        """``bid 2 5S``, ``pass``, ``bury …``, ``call AS 2``, ``play AS AS + KS``; a lead of one named pattern is
        written with ``+`` in front. ``claim AS AS + KS / RJ``: leads stand between ``/``.
        """
        match action:
            case Pass():
                return "pass"
            case Bid(card=card, count=count):
                return f"bid {count} {card}"
            case Bury(cards=cards):
                return " ".join(("bury", *cards))
            case Call(card=card, number=number):
                return f"call {card} {number}"
            case Play(cards=cards, patterns=None):
                return " ".join(("play", *cards))
            case Play(patterns=patterns):
                assert patterns is not None, "the case above"
                named = _patterns(patterns)
                return f"play {named}" if len(patterns) > 1 else f"play + {named}"
            case Claim(leads=leads):
                return f"claim {_leads(leads)}"
        raise TypeError(f"not an action of Friends!: {action!r}")

    def parse_action(self, text: str) -> Action:
        """The action a text names; cards in any accepted spelling.

        :raises ParseError: ``unknown_action`` or ``unknown_card``.
        """
        match text.split():
            case ["pass"]:
                return Pass()
            case ["bid", count, card] if _COUNT.fullmatch(count):
                return Bid(_code(card), int(count))
            case ["bury", *cards]:
                return Bury(tuple(_code(card) for card in cards))
            case ["call", card, number] if _COUNT.fullmatch(number):
                return Call(_code(card), int(number))
            case ["play", *words]:
                parts: list[list[str]] = [[]]
                for word in words:
                    if word == "+":
                        parts.append([])
                    else:
                        parts[-1].append(_code(word))
                played = tuple(card for part in parts for card in part)
                if len(parts) == 1:
                    return Play(played)
                return Play(played, tuple(tuple(part) for part in parts if part))
            case ["claim", *words]:
                named = [lead.split("+") for lead in " ".join(words).split("/")]
                return Claim(tuple(tuple(tuple(map(_code, part.split())) for part in lead) for lead in named))
        raise ParseError("unknown_action", text=text)

    def write_events(self, events: Sequence[Event], seats: int) -> Iterator[str]:
        """The lines of a body; every prefix of a match's events can be written and read back."""
        growing = ""
        """A line that may still grow: a round of bids or a trick."""
        following: int | None = None
        """Who acts after the last bid of a growing line."""
        for event in events:
            match event:
                case BidMade() | Passed():
                    said = f"{event.seat}:pass" if isinstance(event, Passed) else _bid(event)
                    growing = f"{growing} {said}" if growing else f"bids {said}"
                    following = event.next_seat
                    continue
                case CardsPlayed():
                    growing = f"{growing} / " if growing else f"trick {event.seat} "
                    growing += _patterns(event.patterns) if event.patterns else " ".join(event.cards)
                    if event.rest:
                        growing += " rest"
                    if event.shows_void:
                        growing += f" !{event.shows_void}"
                    continue
                case FriendFound(in_base=False):
                    growing += f" ={event.call}"
                    continue
                case TrickTaken():
                    yield f"{growing} -> {event.seat} {event.points}"
                    growing = ""
                    continue
            if growing:
                yield _finished(growing, following)
                growing, following = "", None
            yield from _lines(event)
        if growing:
            yield _finished(growing, following)

    def parse_events(self, lines: Sequence[Line], seats: int) -> list[Event]:
        """The events that a body tells.

        :raises RecordError: ``record_expected``.
        """
        return parse_body(lines, seats)


def _code(text: str) -> str:
    return FRIENDS.codes[FRIENDS.parse_face(text)]


def _patterns(patterns: Sequence[Sequence[str]]) -> str:
    return " + ".join(" ".join(cards) for cards in patterns)


def _leads(leads: Sequence[Sequence[Sequence[str]]]) -> str:
    return " / ".join(map(_patterns, leads))


def _bid(event: BidMade) -> str:
    return f"{event.seat}:{event.count}*{event.card}"


def _finished(growing: str, following: int | None) -> str:
    return growing if following is None else f"{growing} -> {following}"


def _known(cards: Sequence[str] | None) -> str:
    return "?" if cards is None else " ".join(cards)


def _numbers(numbers: Sequence[int]) -> str:
    return " ".join(str(number) for number in numbers)


def _lines(event: Event) -> Iterator[str]:
    """The lines of an event that has lines of its own."""
    match event:
        case Dealt():
            yield f"deal {event.number} attempt {event.attempt}"
            if event.dealer is None:
                yield f"starter {event.starter} level {event.level}"
            else:
                yield f"dealer {event.dealer} level {event.level}"
            for seat, hand in enumerate(event.hands):
                yield f"hand {seat} {_known(hand)}"
            yield f"base {_known(event.base)}"
        case BiddingFailed():
            yield f"failed {event.attempt}"
        case TrumpDecided(bidder=None):
            yield f"trump {event.trump} dealer {event.dealer} shown {' '.join(event.shown)}"
        case TrumpDecided():
            yield f"trump {event.trump} dealer {event.dealer} bidder {event.bidder}"
        case BaseTaken():
            yield f"taken {event.seat} {_known(event.cards)}"
        case Buried():
            word = "swapped" if event.swapped else "buried"
            yield f"{word} {event.seat} {_known(event.cards)} -> {event.next_seat}"
        case BiddingEnded():
            yield f"calling dealer {event.dealer} trump {event.trump} last {event.last_swapped}"
        case Called():
            yield f"call {event.seat} {event.card} {event.number}{' last' if event.last else ''}"
        case RestClaimed():
            yield f"claim {event.seat} {_leads(event.leads)}"
        case ThrowRejected():
            rejected = " ".join(
                f"rejected {' '.join(it.cards)} by {it.seat} showing {' '.join(it.shown)}" for it in event.rejected
            )
            yield f"throw {event.seat} {_patterns(event.patterns)} fine {event.fine} {rejected}"
        case FriendFound():
            yield f"friend {event.seat} call {event.call}"
        case DealScored():
            yield from _score_lines(event)
        case Forfeited():
            yield from write_forfeited(event)
        case MatchEnded():
            yield from write_ended(event)
        case _:
            raise TypeError(f"not an event of Friends!: {event!r}")


def _score_lines(event: DealScored) -> Iterator[str]:
    yield f"score {event.number} dealer {event.dealer} level {event.level} trump {event.trump}"
    yield f"side {_numbers(event.dealer_side)} opponents {_numbers(event.opponents)}"
    base = " ".join(event.base)
    yield f"counted base {base} points {event.base_points} times {event.multiplier} to {event.base_seat}"
    counted = " ".join(
        f"{line.name} {line.points}" if line.seat is None else f"{line.name}:{line.seat} {line.points}"
        for line in event.lines
    )
    yield f"lines {counted} = {event.points}"
    yield f"won {event.winner} {event.gained} levels {_numbers(event.levels)} next {event.next_dealer}"
