"""Mate in a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from amity.games.mate import Dealt, Foreplaced, GameScored, MateEvent, MateView
from amity.tables import People, cards_of, labelled, line
from amity.text import message


class Table:
    """A table of Mate."""

    def __init__(self, people: People) -> None:
        self.people = people

    def sentences(self, event: MateEvent) -> Iterator[str]:
        """What happened, in one or more lines."""
        tell = self.people.tell
        if isinstance(event, Dealt):
            variant = "swapped" if event.swapped else "new"
            yield tell("mate", event, variant, dealer_seat=event.dealer, player=event.dealer)
        elif isinstance(event, Foreplaced):
            yield tell("mate", event, "nothing" if event.card is None else "card")
        elif isinstance(event, GameScored):
            yield from self._score(event)
        else:
            yield from list(self.people.tell_end("mate", event)) or [tell("mate", event)]

    def _score(self, event: GameScored) -> Iterator[str]:
        score = event.score
        variant = "draw" if score.winner is None else "won"
        yield self.people.tell(
            "mate", event, variant, player=score.winner, card=score.card, points=score.points, trick=score.trick
        )
        if score.winner is not None:
            rows = [f"{_label('card_value')} {score.card_value}", f"{_label('trick')} {score.trick}"]
            rows += [_label(name) for name in ("winner_placed", "doubled") if getattr(score, name)]
            yield f"  {'; '.join(rows)}; {_label('points')} {score.points}"
        totals = ", ".join(f"{self.people[seat]} {total}" for seat, total in enumerate(event.totals))
        yield f"  {_label('totals')}: {totals}"

    def show(self, view: MateView) -> Iterator[str]:
        """What lies on the table and what both seats hold, in lines."""
        if view.trick_number:
            yield line("trick_number", view.trick_number)
        if view.last_trick is not None:
            yield line("last_trick", cards_of(view.last_trick.cards, self.people))
        if view.trick:
            yield line("trick", cards_of(view.trick, self.people))
        for seat, hand in enumerate(view.hands):
            placed = view.placed[seat]
            aside = "" if placed is None else f"   ({message('cli.table.placed')} {self.people.card(placed)})"
            yield labelled(self.people[seat], self.people.cards(hand) + aside)


def _label(name: str) -> str:
    return message(f"score.mate.{name}")
