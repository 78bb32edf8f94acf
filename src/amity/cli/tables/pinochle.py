"""Pinochle in a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from amity.cards import PINOCHLE
from amity.cli.tables import Names, line, tell, tell_end
from amity.games.pinochle.events import DealScored, Dealt, MeldsShown, PinochleEvent, TrickWon
from amity.games.pinochle.observe import PinochleView
from amity.text import card_text, message, suit_name


def sentences(event: PinochleEvent, names: Names) -> Iterator[str]:
    """What happened, in one or more lines."""
    if isinstance(event, Dealt):
        yield tell("pinochle", event, names, dealer_seat=event.dealer)
    elif isinstance(event, MeldsShown):
        yield tell("pinochle", event, names)
        for seat, melds in enumerate(event.melds):
            if not melds:
                yield message("event.pinochle.no_meld", {"player": seat}, names=names)
            for meld in melds:
                params = {"player": seat, "cards": meld.cards, "points": meld.points}
                yield message("event.pinochle.meld", params, names=names)
    elif isinstance(event, TrickWon):
        key = "event.pinochle.last_trick_won" if event.bonus else "event.pinochle.trick_won"
        yield message(key, {"player": event.seat, "points": event.points, "bonus": event.bonus}, names=names)
    elif isinstance(event, DealScored):
        yield tell("pinochle", event, names, "made" if event.made else "missed", player=event.bidder)
        for side, sheet in enumerate(event.sides):
            rows: list[tuple[str, int]] = [("before", sheet.before)]
            rows += [(row.name, row.points) for row in sheet.lines]
            rows += [("change", sheet.change), ("after", sheet.after)]
            account = ", ".join(f"{message(f'score.pinochle.{name}')} {points}" for name, points in rows)
            yield f"{_side(side, names)}: {account}"
    else:
        told = list(tell_end("pinochle", event, names))
        yield from told or [tell("pinochle", event, names)]


def show(view: PinochleView, names: Names) -> Iterable[str]:
    """What lies on the table and what the seat holds, in lines."""
    if view.bid is not None:
        assert view.bidder is not None
        yield line("bid", f"{view.bid} {names[view.bidder]}")
    if view.trump is not None:
        yield line("trump", suit_name(view.trump))
    if view.phase == "play":
        for side in range(2):
            yield line("tricks", f"{_side(side, names)}: {view.trick_counts[side]} ({view.trick_points[side]})")
        if view.last_trick is not None:
            cards = " ".join(card_text(played.card) for played in view.last_trick.cards)
            yield line("last_trick", f"{cards} → {names[view.last_trick.winner]}")
        yield line("trick", "  ".join(f"{names[played.seat]} {card_text(played.card)}" for played in view.trick) or "-")
    suits = groupby(view.hand, key=lambda code: PINOCHLE.suit_of(PINOCHLE.parse_face(code)))
    yield line("hand", "   ".join(" ".join(map(card_text, cards)) for _, cards in suits))


def _side(side: int, names: Names) -> str:
    return f"{names[side]} + {names[side + 2]}"
