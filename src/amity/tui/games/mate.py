"""Mate at the terminal: both hands lie open."""

from __future__ import annotations

from collections.abc import Sequence

from amity.games.mate import MateView
from amity.games.mate.actions import PLACE_NOTHING, Foreplace, Play
from amity.match import Action
from amity.tables import People
from amity.text import message
from amity.tui._scene import Group, Scene, SeatRow, listed, played_by, rows_by_suit, title_of, trick_rows


class MateDesk:
    """Puts cards aside and plays them."""

    def scene(self, view: MateView, people: People) -> Scene:
        """What a view shows and offers."""
        own = view.seat or 0
        last = view.last_trick
        plays = view.trick or (() if last is None else last.cards)
        placing = view.phase == "foreplacing" and view.to_act == own
        return Scene(
            title=title_of("mate", view.phase),
            prompt=_prompt(view, people),
            seats=tuple(
                SeatRow(
                    people[seat],
                    tuple(_notes(view, seat, people)),
                    played_by(plays).get(seat, ()),
                    view.to_act == seat,
                    last is not None and not view.trick and last.winner == seat,
                )
                for seat in range(2)
            ),
            facts=tuple(_facts(view)),
            shown=tuple(
                Group(row.label if number else f"{people[1 - own]} {row.label}", row.cards)
                for number, row in enumerate(rows_by_suit(view.hands[1 - own]))
            ),
            hand=rows_by_suit(_held(view, own)),
            bright=frozenset(view.placeable_cards if placing else view.legal_cards),
            wanted=1 if view.to_act == own else None,
            choices=listed([PLACE_NOTHING], people) if placing else (),
            last_trick=() if last is None else trick_rows(last.cards, people),
        )

    def ways(self, view: MateView, cards: tuple[str, ...]) -> Sequence[Action]:
        """Putting the card aside, or playing it."""
        return [Foreplace(cards[0]) if view.phase == "foreplacing" else Play(cards[0])]

    def named(self, view: MateView, action: Action, people: People) -> str:
        """The action in words."""
        return people.action(action)


def _held(view: MateView, seat: int) -> tuple[str, ...]:
    placed = view.placed[seat]
    waiting = placed is not None and placed in view.legal_cards and placed not in view.hands[seat]
    return (*view.hands[seat], *((placed,) if waiting and placed is not None else ()))


def _facts(view: MateView) -> list[tuple[str, str]]:
    facts = []
    if view.game_number:
        facts.append((message("client.mate.column.game"), str(view.game_number)))
    if view.trick_number:
        facts.append((message("cli.table.trick_number"), str(view.trick_number)))
    return facts


def _notes(view: MateView, seat: int, people: People) -> list[str]:
    notes = [message("tui.total", {"points": view.totals[seat]})]
    placed = view.placed[seat]
    if placed is not None:
        notes.insert(0, f"{message('cli.table.placed')} {people.card(placed)}")
    if view.dealer == seat:
        notes.append(message("tui.dealer"))
    return notes


def _prompt(view: MateView, people: People) -> str:
    if view.to_act is None:
        return ""
    if view.phase == "foreplacing":
        return people.say("client.mate.prompt.place", player=view.to_act)
    if view.trick:
        return people.say("client.mate.prompt.answer", player=view.to_act)
    return people.say("client.prompt.lead", player=view.to_act)


DESK = MateDesk()
