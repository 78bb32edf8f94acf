"""Pinochle in a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from amity.cards import PINOCHLE
from amity.cli.tables import People, line
from amity.games.pinochle.events import DealScored, Dealt, MeldsShown, PinochleEvent, TrickWon
from amity.games.pinochle.observe import PinochleView
from amity.text import card_text, message, suit_name


def sentences(event: PinochleEvent, people: People) -> Iterator[str]:
    """What happened, in one or more lines."""
    if isinstance(event, Dealt):
        yield people.tell("pinochle", event, dealer_seat=event.dealer, player=event.dealer)
    elif isinstance(event, MeldsShown):
        yield people.tell("pinochle", event)
        for seat, melds in enumerate(event.melds):
            if not melds:
                yield people.say("event.pinochle.no_meld", player=seat)
            for meld in melds:
                yield people.say("event.pinochle.meld", player=seat, cards=meld.cards, points=meld.points)
    elif isinstance(event, TrickWon):
        key = "event.pinochle.last_trick_won" if event.bonus else "event.pinochle.trick_won"
        yield people.say(key, player=event.seat, points=event.points, bonus=event.bonus)
    elif isinstance(event, DealScored):
        yield people.tell("pinochle", event, "made" if event.made else "missed", player=event.bidder)
        for side, sheet in enumerate(event.sides):
            rows: list[tuple[str, int]] = [("before", sheet.before)]
            rows += [(row.name, row.points) for row in sheet.lines]
            rows += [("change", sheet.change), ("after", sheet.after)]
            account = ", ".join(f"{message(f'score.pinochle.{name}')} {points}" for name, points in rows)
            yield f"{_side(side, people)}: {account}"
    else:
        ending = list(people.tell_end("pinochle", event))
        yield from ending or [people.tell("pinochle", event)]


def show(view: PinochleView, people: People) -> Iterator[str]:
    """What lies on the table and what the seat holds, in lines."""
    if view.bid is not None and view.bidder is not None:
        yield line("bid", f"{view.bid} {people[view.bidder]}")
    if view.trump is not None:
        yield line("trump", suit_name(view.trump))
    if view.phase == "play":
        for side in range(2):
            yield line("tricks", f"{_side(side, people)}: {view.trick_counts[side]} ({view.trick_points[side]})")
        if view.last_trick is not None:
            cards = " ".join(card_text(played.card) for played in view.last_trick.cards)
            yield line("last_trick", f"{cards} → {people[view.last_trick.winner]}")
        yield line(
            "trick", "  ".join(f"{people[played.seat]} {card_text(played.card)}" for played in view.trick) or "-"
        )
    suits = groupby(view.hand, key=lambda code: PINOCHLE.suit_of(PINOCHLE.parse_face(code)))
    yield line("hand", "   ".join(" ".join(map(card_text, cards)) for _, cards in suits))


def _side(side: int, people: People) -> str:
    return f"{people[side]} + {people[side + 2]}"
