"""Tarot at the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from amity.games.tarot.actions import Call, Discard, Handful, Play
from amity.games.tarot.observe import TarotView
from amity.match import Action
from amity.tables import People
from amity.text import message
from amity.tui._scene import (
    Choice,
    Group,
    Scene,
    SeatRow,
    claim_choice,
    listed,
    played_by,
    rows_by_suit,
    title_of,
    trick_rows,
)


class TarotDesk:
    """Bids, calls, discards, shows handfuls and plays cards."""

    def scene(self, view: TarotView, people: People) -> Scene:
        """What a view shows and offers."""
        last = view.last_trick
        plays = view.trick or (() if last is None else last.cards)
        winning = view.winning if view.trick else None if last is None else last.winner
        bright, wanted = _cards_now(view)
        return Scene(
            title=title_of("tarot", view.phase),
            prompt=_prompt(view, people),
            seats=tuple(
                SeatRow(
                    people[seat],
                    tuple(_notes(view, seat)),
                    played_by(plays).get(seat, ()),
                    view.to_act == seat,
                    winning == seat,
                )
                for seat in range(len(view.hand_counts))
            ),
            facts=tuple(_facts(view, people)),
            shown=tuple(_shown(view, people)),
            hand=rows_by_suit(view.hand),
            bright=bright,
            wanted=wanted,
            several=wanted == 1 and bool(view.handful_choices),
            choices=tuple(_choices(view, people)),
            last_trick=() if last is None else trick_rows(last.cards, people),
        )

    def ways(self, view: TarotView, cards: tuple[str, ...]) -> Sequence[Action]:
        """A discard; in play several cards are a handful, and one is played."""
        if view.phase == "discard":
            return [Discard(cards)]
        return [Play(cards[0]) if len(cards) == 1 else Handful(cards)]

    def named(self, view: TarotView, action: Action, people: People) -> str:
        """The action in words, and how many cards it still lacks."""
        if not isinstance(action, Discard):
            return people.action(action)
        cards = action.cards
        said = message("client.tarot.discard.chosen", {"count": len(cards), "n": view.discard_count})
        openly = [card for card in cards if card in view.open_discards]
        return f"{said}  {message('client.tarot.discard.open', {'cards': openly})}" if openly else said


def _cards_now(view: TarotView) -> tuple[frozenset[str], int | None]:
    if view.seat != view.to_act:
        return frozenset(view.hand), None
    if view.phase == "discard":
        return frozenset(view.legal_discards), view.discard_count
    if view.phase == "play":
        return frozenset(view.legal_cards), 1
    return frozenset(view.hand), None


def _choices(view: TarotView, people: People) -> list[Choice]:
    if view.seat != view.to_act:
        return []
    if view.phase == "discard":
        return [
            Choice(f"{message(f'client.tarot.discard.reason.{it.reason}')}: {people.cards(it.cards)}", cards=it.cards)
            for it in view.suggested_discards
        ]
    if view.phase == "play":
        return [*listed([Handful(it.cards) for it in view.handful_choices], people), *claim_choice(view, people)]
    actions = list(view.legal_actions())
    # What is suggested stands first.
    actions.sort(key=lambda action: not (isinstance(action, Call) and action.card == view.suggested_call is not None))
    return list(listed(actions, people))


def _facts(view: TarotView, people: People) -> list[tuple[str, str]]:
    facts = []
    if view.taker is not None and view.contract is not None:
        contract = message(f"contract.tarot.{view.contract}")
        facts.append((message("cli.table.taker"), f"{people[view.taker]}: {contract}"))
    if view.called is not None:
        partner = "" if view.partner is None else f" ({people[view.partner]})"
        facts.append((message("cli.table.called"), people.card(view.called) + partner))
    return facts


def _shown(view: TarotView, people: People) -> list[Group]:
    shown = []
    if view.dog is not None and not view.trick_number:
        shown.append(Group(message("client.tarot.dog"), view.dog))
    if view.discard_shown and not view.trick_number:
        shown.append(Group(message("client.tarot.discard.title"), view.discard_shown))
    if view.trick_number < 1:
        shown += [Group(people[handful.seat], handful.cards) for handful in view.handfuls]
    return shown


def _notes(view: TarotView, seat: int) -> list[str]:
    notes = []
    said = [bid for bid in view.bids if bid.seat == seat]
    if said and view.phase == "bidding":
        notes.append(message(f"client.tarot.bid.{said[-1].contract or 'pass'}"))
    if view.taker == seat:
        notes.append(message("cli.table.taker"))
    if view.phase == "play":
        notes.append(f"{message('cli.table.tricks')} {view.tricks_won[seat]}")
    notes.append(message("tui.total", {"points": view.totals[seat]}))
    if view.dealer == seat:
        notes.append(message("tui.dealer"))
    return notes


def _prompt(view: TarotView, people: People) -> str:
    if view.to_act is None:
        return ""
    if view.phase == "play":
        if view.handful_sizes:
            return message(
                "client.tarot.prompt.play_or_handful" if view.trick else "client.tarot.prompt.lead_or_handful"
            )
        return people.say("client.prompt.play" if view.trick else "client.prompt.lead", player=view.to_act)
    return people.say(f"client.tarot.prompt.{view.phase}", player=view.to_act, n=view.discard_count)


DESK = TarotDesk()
