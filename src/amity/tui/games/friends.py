"""Friends! at the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from amity.games.friends.actions import Bury, Call, Play
from amity.games.friends.observe import FriendsView, faces_in
from amity.games.friends.order import counts_of
from amity.games.friends.patterns import Pattern, default_split, named_split
from amity.games.friends.splits import splits
from amity.match import Action
from amity.tables import People
from amity.tables.friends import level_name
from amity.text import message, suit_name
from amity.tui._scene import (
    Choice,
    Group,
    Scene,
    SeatRow,
    card_count,
    claim_choice,
    listed,
    played_by,
    title_of,
    trick_rows,
)

BURIED = 6
POWER = 4
"""Identical cards of a power combo, which may always be played when so many were led."""


class FriendsDesk:
    """Bids, buries, calls friends and plays patterns."""

    def scene(self, view: FriendsView, people: People) -> Scene:
        """What a view shows and offers."""
        last = view.last_trick
        plays = view.trick or (() if last is None else last.plays)
        winning = view.winning if view.trick else None if last is None else last.winner
        choosing = view.seat == view.to_act and view.phase in ("bury", "play")
        leads = choosing and view.phase == "play" and not view.play_count
        return Scene(
            title=title_of("friends", view.phase),
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
            shown=tuple(_shown(view)),
            hand=tuple(_rows(view)),
            bright=frozenset(view.legal_cards if choosing else view.hand),
            wanted=(BURIED if view.phase == "bury" else 0 if leads else view.play_count) if choosing else None,
            choices=tuple(_choices(view, people)),
            last_trick=() if last is None else trick_rows(last.plays, people),
        )

    def ways(self, view: FriendsView, cards: tuple[str, ...]) -> Sequence[Action]:
        """A burial, a play, or a lead with each of the splits that can be announced for it."""
        if view.phase == "bury":
            return [Bury(cards)]
        order, faces = view.order(), faces_in(cards)
        if view.trick or len({order.group[face] for face in faces}) > 1:
            return [Play(cards)]
        _, *others = splits(order, counts_of(faces))
        return [Play(cards), *(Play(cards, tuple(tuple(_codes(it)) for it in split)) for split in others)]

    def named(self, view: FriendsView, action: Bury | Play, people: People) -> str:
        """The patterns of the cards, or how many there are of how many."""
        cards = action.cards
        if isinstance(action, Bury):
            return message("client.friends.buried_count", {"count": len(cards)})
        order, faces = view.order(), faces_in(cards)
        if len({order.group[face] for face in faces}) > 1:
            said = message("client.friends.chosen.mixed", {"n": len(cards)})
        else:
            if action.patterns is None:
                split = default_split(order, counts_of(faces))
            else:
                split = named_split(order, [faces_in(part) for part in action.patterns])
            if len(split) > 1 and not view.trick:
                parts = " + ".join(people.cards(_codes(it)) for it in split)
                return message("client.friends.throw_of", {"list": parts})
            said = ", ".join(f"{pattern_name(it)} {people.cards(_codes(it))}" for it in split)
            if view.play_count == POWER and [it.copies for it in split] == [POWER]:
                said = f"{message('client.friends.power')} {people.cards(cards)}"
        if not view.play_count:
            return said
        return f"{message('client.friends.chosen.count', {'count': len(cards), 'n': view.play_count})}: {said}"


def pattern_name(pattern: Pattern) -> str:
    """A pattern as players call it: ``pair``, ``tractor of 3 pairs``."""
    if pattern.length > 1:
        return message(f"client.friends.tractor.{pattern.copies}", {"n": pattern.length})
    return message(f"client.friends.set.{pattern.copies}")


def _codes(pattern: Pattern) -> Sequence[str]:
    return pattern.text().split()


def _rows(view: FriendsView) -> list[Group]:
    held = set(view.hand)
    rows = []
    for group in view.groups:
        codes = [code for step in group.steps for code in step if code in held for _ in range(view.hand.count(code))]
        if codes:
            rows.append(Group(suit_name(group.name), tuple(codes)))
    return rows


def _choices(view: FriendsView, people: People) -> list[Choice]:
    if view.seat != view.to_act:
        return []
    if view.phase in ("bury", "play"):
        burying = view.phase == "bury"
        suggested = [
            Choice(f"{_reason(it.reason, burying)}: {people.cards(it.cards)}", cards=it.cards)
            for it in view.suggestions
        ]
        return [*suggested, *claim_choice(view, people)]
    if view.phase == "call":
        first = [Call(card, number) for card, number in view.suggested_calls]
        others = [action for action in view.legal_actions() if action not in first]
        return list(listed([*first, *others], people))
    return list(listed(view.legal_actions(), people))


def _reason(reason: str, burying: bool) -> str:
    if burying and reason == "rich":
        return message("client.friends.reason.rich.bury")
    return message(f"client.friends.reason.{reason}")


def _facts(view: FriendsView, people: People) -> list[tuple[str, str]]:
    facts = [(message("cli.table.level"), level_name(view.level))]
    if view.trump is not None:
        facts.append((message("cli.table.trump"), suit_name(view.trump)))
    if view.standing is not None:
        standing = view.standing
        said = f"{standing.count} × {people.card(standing.card)} {people[standing.seat]}"
        facts.append((message("cli.table.bid"), said))
    for call in view.calls:
        seen = message("client.friends.call.seen", {"seen": call.seen}) if call.seat is None else people[call.seat]
        copy = message(f"client.friends.nth.{call.number}")
        facts.append((message("cli.table.called"), f"{copy} {people.card(call.card)}: {seen}"))
    if view.rejection is not None:
        facts.append((message("client.friends.rejection"), people[view.rejection.seat]))
    return facts


def _shown(view: FriendsView) -> list[Group]:
    shown = []
    if view.base_shown and view.phase != "play":
        shown.append(Group(message("client.friends.base"), view.base_shown))
    return shown


def _notes(view: FriendsView, seat: int) -> list[str]:
    notes = [message(f"client.friends.state.{state}") for state in view.states[seat]]
    notes.append(message("client.friends.level.short", {"level": level_name(view.levels[seat])}))
    if view.phase == "play":
        notes.append(message("client.friends.points.short", {"points": view.points[seat]}))
    notes.append(card_count(view.hand_counts[seat]))
    return notes


def _prompt(view: FriendsView, people: People) -> str:
    if view.to_act is None:
        return ""
    if view.phase == "play":
        if not view.trick:
            return people.say("client.friends.prompt.lead", player=view.to_act)
        if view.seat != view.to_act:
            return people.say("client.prompt.play", player=view.to_act)
        return message("client.friends.prompt.play.you", {"n": view.play_count})
    return people.say(f"client.friends.prompt.{view.phase}", player=view.to_act, number=len(view.calls) + 1)


DESK = FriendsDesk()
