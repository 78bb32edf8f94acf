"""Pinochle in a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from amity.games.pinochle.events import DealScored, Dealt, MeldsShown, PinochleEvent, TrickWon
from amity.games.pinochle.observe import PinochleView
from amity.tables import People, cards_of, hand_by_suit, line
from amity.text import message, suit_name


class Table:
    """A table of Pinochle."""

    def __init__(self, people: People) -> None:
        self.people = people

    def sentences(self, event: PinochleEvent) -> Iterator[str]:
        """What happened, in one or more lines."""
        say, tell = self.people.say, self.people.tell
        if isinstance(event, Dealt):
            yield tell("pinochle", event, dealer_seat=event.dealer, player=event.dealer)
        elif isinstance(event, MeldsShown):
            yield tell("pinochle", event)
            for seat, melds in enumerate(event.melds):
                if not melds:
                    yield say("event.pinochle.no_meld", player=seat)
                for meld in melds:
                    yield say("event.pinochle.meld", player=seat, cards=meld.cards, points=meld.points)
        elif isinstance(event, TrickWon):
            key = "event.pinochle.last_trick_won" if event.bonus else "event.pinochle.trick_won"
            yield say(key, player=event.seat, points=event.points, bonus=event.bonus)
        elif isinstance(event, DealScored):
            yield tell("pinochle", event, "made" if event.made else "missed", player=event.bidder)
            yield from self._sheets(event)
        else:
            yield from list(self.people.tell_end("pinochle", event)) or [tell("pinochle", event)]

    def _sheets(self, event: DealScored) -> Iterator[str]:
        for side, sheet in enumerate(event.sides):
            rows: list[tuple[str, int]] = [("before", sheet.before)]
            rows += [(row.name, row.points) for row in sheet.lines]
            rows += [("change", sheet.change), ("after", sheet.after)]
            account = ", ".join(f"{message(f'score.pinochle.{name}')} {points}" for name, points in rows)
            yield f"{self._side(side)}: {account}"

    def show(self, view: PinochleView) -> Iterator[str]:
        """What lies on the table and what the seat holds, in lines."""
        if view.bid is not None and view.bidder is not None:
            yield line("bid", f"{view.bid} {self.people[view.bidder]}")
        if view.trump is not None:
            yield line("trump", suit_name(view.trump))
        if view.phase == "play":
            for side in range(2):
                yield line("tricks", f"{self._side(side)}: {view.trick_counts[side]} ({view.trick_points[side]})")
            if view.last_trick is not None:
                yield line("last_trick", cards_of(view.last_trick.cards, self.people))
            yield line("trick", cards_of(view.trick, self.people))
        yield line("hand", hand_by_suit(view.hand, self.people))

    def _side(self, side: int) -> str:
        return f"{self.people[side]} + {self.people[side + 2]}"
