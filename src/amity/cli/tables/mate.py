"""Mate in a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from amity.cli.tables import People, line
from amity.games.mate import Dealt, Foreplaced, GameScored, MateEvent, MateView, TrickTaken
from amity.text import card_text, message


def sentences(event: MateEvent, people: People) -> Iterator[str]:
    """What happened, in one or more lines."""
    if isinstance(event, Dealt):
        yield people.tell(
            "mate", event, "swapped" if event.swapped else "new", dealer_seat=event.dealer, player=event.dealer
        )
    elif isinstance(event, Foreplaced):
        yield people.tell("mate", event, "nothing" if event.card is None else "card")
    elif isinstance(event, TrickTaken):
        yield people.tell("mate", event, player=event.winner)
    elif isinstance(event, GameScored):
        score = event.score
        params = {"player": score.winner, "card": score.card, "points": score.points, "trick": score.trick}
        yield people.tell("mate", event, "draw" if score.winner is None else "won", **params)
    else:
        ending = list(people.tell_end("mate", event))
        yield from ending or [people.tell("mate", event)]


def show(view: MateView, people: People) -> Iterator[str]:
    """What lies on the table and what both seats hold, in lines."""
    if view.trick_number:
        yield line("trick_number", view.trick_number)
    if view.last_trick is not None:
        cards = " ".join(card_text(played.card) for played in view.last_trick.cards)
        yield line("last_trick", f"{cards} → {people[view.last_trick.winner]}")
    if view.trick:
        yield line("trick", "  ".join(f"{people[played.seat]} {card_text(played.card)}" for played in view.trick))
    for seat, hand in enumerate(view.hands):
        placed = view.placed[seat]
        aside = "" if placed is None else f"   ({message('cli.table.placed')} {card_text(placed)})"
        yield f"{people[seat]:>12}  {' '.join(map(card_text, hand))}{aside}"
