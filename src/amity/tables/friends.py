"""Friends! in a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from amity.games.friends.events import (
    BaseTaken,
    BiddingEnded,
    Called,
    CardsPlayed,
    DealScored,
    Dealt,
    FriendFound,
    FriendsEvent,
    RestClaimed,
    ThrowRejected,
    TrumpDecided,
)
from amity.games.friends.observe import FriendsView
from amity.tables import People, cards_of, labelled, line
from amity.text import message, suit_name


class Table:
    """A table of Friends!."""

    def __init__(self, people: People) -> None:
        self.people = people
        self.dealer: int | None = None
        """Of the deal being played."""
        self.calls: list[str] = []
        """The cards he has called."""

    def sentences(self, event: FriendsEvent) -> Iterator[str]:
        """What happened, in one or more lines."""
        tell = self.people.tell
        match event:
            case Dealt():
                self.calls = []
                variant = "again" if event.attempt else ""
                yield tell("friends", event, variant, starter_seat=event.starter, player=event.starter)
            case TrumpDecided():
                yield self._trump(event)
            case BaseTaken(cards=cards):
                yield tell("friends", event, cards=cards or ())
            case BiddingEnded():
                self.dealer = event.dealer
                last = event.last_swapped
                yield tell("friends", event, trump_suit=event.trump, last_swapped_seat=last, player=last)
            case Called():
                self.dealer = event.seat
                self.calls.append(event.card)
                yield tell("friends", event)
            case ThrowRejected():
                yield from self._rejection(event)
            case CardsPlayed():
                yield tell("friends", event, "led" if event.patterns else "")
            case FriendFound():
                variant = "base" if event.in_base else "dealer" if event.seat == self.dealer else ""
                yield tell("friends", event, variant, card=self.calls[event.call])
            case RestClaimed():
                yield tell("friends", event, cards=[card for lead in event.leads for part in lead for card in part])
            case DealScored():
                yield from self._sheet(event)
            case _:
                yield from list(self.people.tell_end("friends", event)) or [tell("friends", event)]

    def _trump(self, event: TrumpDecided) -> str:
        self.dealer = event.dealer
        own = event.bidder is not None and event.bidder == self.people.own
        return self.people.tell(
            "friends",
            event,
            "base" if event.shown else "own_bid" if own else "",
            player=event.dealer,
            trump_suit=event.trump,
            bidder_seat=event.bidder,
            cards=event.shown,
        )

    def _rejection(self, event: ThrowRejected) -> Iterator[str]:
        yield self.people.tell("friends", event)
        for pattern in event.rejected:
            yield self.people.say(
                "event.friends.rejected", rejected_cards=pattern.cards, player=pattern.seat, cards=pattern.shown
            )

    def _sheet(self, event: DealScored) -> Iterator[str]:
        yield self.people.tell("friends", event, event.winner)
        for row in event.lines:
            label = message(
                f"score.friends.{row.name}", {"base_points": event.base_points, "multiplier": event.multiplier}
            )
            owner = "" if row.seat is None else f" ({self.people[row.seat]})"
            yield f"  {label}{owner}: {row.points}"
        levels = (f"{self.people[seat]} {level_name(level)}" for seat, level in enumerate(event.levels))
        yield f"  {message('score.friends.levels')}: {', '.join(levels)}"

    def show(self, view: FriendsView) -> Iterator[str]:
        """What lies on the table and what the seat holds, in lines."""
        yield line("level", level_name(view.level))
        if view.trump is not None:
            yield line("trump", suit_name(view.trump))
        if view.standing is not None:
            standing = view.standing
            yield line("bid", f"{standing.count} × {self.people.card(standing.card)} {self.people[standing.seat]}")
        for call in view.calls:
            found = "" if call.seat is None else f" ({self.people[call.seat]})"
            yield line("called", f"{call.number}. {self.people.card(call.card)}, {call.seen}{found}")
        if view.phase == "play":
            points = (f"{self.people[seat]} {count}" for seat, count in enumerate(view.points))
            yield line("points", "  ".join(points))
            if view.last_trick is not None:
                yield line("last_trick", cards_of(view.last_trick.plays, self.people))
            yield line("trick", cards_of(view.trick, self.people))
        held = set(view.hand)
        for group in view.groups:
            codes = [code for step in group.steps for code in step if code in held]
            if codes:
                cards = self.people.cards(code for code in codes for _ in range(view.hand.count(code)))
                yield labelled(suit_name(group.name), cards)


def level_name(level: int) -> str:
    """A level as the rank it stands for."""
    return {11: "J", 12: "Q", 13: "K", 14: "A"}.get(level, str(level) if level < 11 else "A+")
