"""Pinochle at the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from amity.games.pinochle.actions import Play
from amity.games.pinochle.observe import PinochleView
from amity.match import Action
from amity.tables import People
from amity.text import message, suit_name
from amity.tui._scene import Group, Scene, SeatRow, listed, played_by, rows_by_suit, title_of, trick_rows


class PinochleDesk:
    """Bids, names trump and plays cards."""

    def scene(self, view: PinochleView, people: People) -> Scene:
        """What a view shows and offers."""
        last = view.last_trick
        plays = view.trick or (() if last is None else last.cards)
        winning = view.winning if view.trick else None if last is None else last.winner
        own = view.seat == view.to_act
        return Scene(
            title=title_of("pinochle", view.phase),
            prompt=_prompt(view, people),
            seats=tuple(
                SeatRow(
                    people[seat],
                    tuple(_notes(view, seat)),
                    played_by(plays).get(seat, ()),
                    view.to_act == seat,
                    winning == seat,
                )
                for seat in range(4)
            ),
            facts=tuple(_facts(view, people)),
            shown=() if view.phase != "play" or last is not None else tuple(_melds(view, people)),
            hand=rows_by_suit(view.hand),
            bright=frozenset(view.legal_cards if own and view.phase == "play" else view.hand),
            wanted=1 if own and view.phase == "play" else None,
            choices=listed(view.legal_actions(), people) if own and view.phase != "play" else (),
            last_trick=() if last is None else trick_rows(last.cards, people),
        )

    def ways(self, view: PinochleView, cards: tuple[str, ...]) -> Sequence[Action]:
        """Playing the card."""
        return [Play(cards[0])]

    def named(self, view: PinochleView, action: Action, people: People) -> str:
        """The action in words."""
        return people.action(action)


def _facts(view: PinochleView, people: People) -> list[tuple[str, str]]:
    facts = []
    if view.bid is not None and view.bidder is not None:
        facts.append((message("cli.table.bid"), f"{view.bid} {people[view.bidder]}"))
    if view.trump is not None:
        facts.append((message("cli.table.trump"), suit_name(view.trump)))
    for side in range(2):
        name = f"{people[side]} + {people[side + 2]}"
        total = message("tui.total", {"points": view.totals[side]})
        tricks = f"{message('cli.table.tricks')} {view.trick_counts[side]} ({view.trick_points[side]})"
        facts.append((name, f"{total} · {tricks}" if view.phase == "play" else total))
    return facts


def _melds(view: PinochleView, people: People) -> list[Group]:
    return [
        Group(people[seat], tuple(card for meld in melds for card in meld.cards))
        for seat, melds in enumerate(view.melds)
        if melds
    ]


def _notes(view: PinochleView, seat: int) -> list[str]:
    notes = []
    said = [call for call in view.calls if call.seat == seat]
    if said and view.phase in ("bidding", "trump"):
        points = said[-1].points
        notes.append(message("client.pinochle.call.pass") if points is None else str(points))
    if any(view.melds):
        notes.append(f"{message('client.pinochle.melds')} {view.meld_points[seat]}")
    if view.dealer == seat:
        notes.append(message("tui.dealer"))
    return notes


def _prompt(view: PinochleView, people: People) -> str:
    if view.to_act is None:
        return ""
    key = {"bidding": "client.pinochle.prompt.bid", "trump": "client.pinochle.prompt.trump"}.get(
        view.phase, "client.prompt.play" if view.trick else "client.prompt.lead"
    )
    return people.say(key, player=view.to_act)


DESK = PinochleDesk()
