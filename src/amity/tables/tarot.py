"""Tarot in a terminal."""

from __future__ import annotations

from collections.abc import Iterator

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
    SlamAnswered,
    TarotEvent,
)
from amity.games.tarot.observe import TarotView
from amity.tables import People, cards_of, hand_by_suit, line
from amity.text import message


class Table:
    """A table of Tarot."""

    def __init__(self, people: People) -> None:
        self.people = people

    def sentences(self, event: TarotEvent) -> Iterator[str]:
        """What happened, in one or more lines."""
        tell = self.people.tell
        if isinstance(event, Dealt):
            variant = "shuffled" if event.shuffled else "cut"
            yield tell("tarot", event, variant, dealer_seat=event.dealer, player=event.dealer)
        elif isinstance(event, PlayBegan):
            yield tell("tarot", event, leader_seat=event.leader, player=event.leader)
        elif isinstance(event, Discarded):
            # Even where all of the cards are known, the sentence is about those that everybody may see.
            yield tell("tarot", event, "shown" if event.shown else "", cards=event.shown)
        elif isinstance(event, DealScored):
            yield from self._sheet(event)
        else:
            yield from list(self.people.tell_end("tarot", event)) or [tell("tarot", event, _variant(event))]

    def _sheet(self, event: DealScored) -> Iterator[str]:
        points = event.attack / 2
        yield self.people.tell("tarot", event, "made" if event.made else "failed", player=event.taker, points=points)
        for row in event.lines:
            owner = "" if row.seat is None else f" ({self.people[row.seat]})"
            yield f"  {message(f'score.tarot.{row.name}')}{owner}: {row.points:+}"
        yield "  " + ", ".join(
            f"{self.people[seat]} {delta:+} = {total}"
            for seat, (delta, total) in enumerate(zip(event.deltas, event.totals, strict=True))
        )

    def show(self, view: TarotView) -> Iterator[str]:
        """What lies on the table and what the seat holds, in lines."""
        if view.taker is not None and view.contract is not None:
            yield line("taker", f"{self.people[view.taker]}: {message(f'contract.tarot.{view.contract}')}")
        if view.called is not None:
            partner = "" if view.partner is None else f" ({self.people[view.partner]})"
            yield line("called", self.people.card(view.called) + partner)
        if view.phase == "play":
            won = (f"{self.people[seat]} {count}" for seat, count in enumerate(view.tricks_won))
            yield line("tricks", "  ".join(won))
            if view.last_trick is not None:
                yield line("last_trick", cards_of(view.last_trick.cards, self.people))
            yield line("trick", cards_of(view.trick, self.people))
        yield line("hand", hand_by_suit(view.hand, self.people))


def _variant(event: TarotEvent) -> str:
    """Which of an event's sentences fits."""
    match event:
        case DealVoid(reason=variant) | HandfulShown(size=variant) | AuctionWon(contract=variant):
            return variant
        case BidMade(contract=contract):
            return contract or "pass"
        case Called(card=None):
            return "nobody"
        case SlamAnswered(announced=announced):
            return "yes" if announced else "no"
        case DogShown(called=True) | CardPlayed(called=True):
            return "called"
    return ""
