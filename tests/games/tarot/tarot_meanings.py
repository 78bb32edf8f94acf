"""What each habit of the club bot means, stated about positions with the eyes of somebody who sees all cards."""

from __future__ import annotations

from collections.abc import Callable

from amity.games.tarot import Bid, Discard, Handful, Play
from tests.games.tarot.tarot_positions import Position
from tests.oracles import tarot as oracle


def card(position: Position) -> str:
    assert isinstance(position.expected, Play)
    return position.expected.card


def leads(position: Position) -> bool:
    return isinstance(position.expected, Play) and not position.view.trick


def follows(position: Position) -> bool:
    return isinstance(position.expected, Play) and bool(position.view.trick)


def others(position: Position) -> list[str]:
    """All cards in other hands."""
    match, own = position.match, position.view.seat
    return [held for seat in range(position.players) if seat != own for held in match.view(seat).hand]


def is_highest(position: Position, chosen: str) -> bool:
    """Whether no other hand holds a higher card of the suit."""
    same = [held for held in others(position) if held != "*" and oracle.suit(held) == oracle.suit(chosen)]
    return all(oracle.strength(held) < oracle.strength(chosen) for held in same)


def friends(position: Position) -> set[int]:
    """The own side, from who really holds the called card."""
    match, own = position.match, position.view.seat
    if own in match.attack:
        return set(match.attack)
    return set(range(position.players)) - match.attack


def winner_so_far(position: Position) -> int:
    trick = position.view.trick
    return trick[oracle.winner([played.card for played in trick])].seat


def takes(position: Position, chosen: str) -> bool:
    now = [*(played.card for played in position.view.trick), chosen]
    return chosen != "*" and oracle.winner(now) == len(now) - 1


def bids_otherwise_than_by_counting(position: Position) -> bool:
    return isinstance(position.expected, Bid)


def empties_a_suit(position: Position) -> bool:
    assert isinstance(position.expected, Discard)
    kept = [held for held in position.view.hand if held not in position.expected.cards]
    had = {oracle.suit(held) for held in position.view.hand if held != "*"}
    return {oracle.suit(held) for held in kept if held != "*"} < had


def shows_a_handful(position: Position) -> bool:
    return isinstance(position.expected, Handful)


def leads_what_only_memory_knows(position: Position) -> bool:
    """A card below the king, or the 21, that has become the highest left."""
    if not leads(position) or card(position) in ("*", "T21") or card(position)[0] == "K":
        return False
    return is_highest(position, card(position))


def hunts(position: Position) -> bool:
    if leads(position):
        holder = next((s for s in range(position.players) if "T1" in position.match.view(s).hand), None)
        hunted = holder is not None and holder not in friends(position)
        return hunted and oracle.is_trump(card(position)) and is_highest(position, card(position))
    return any(played.card == "T1" for played in position.view.trick) and takes(position, card(position))


def brings_the_petit_home(position: Position) -> bool:
    if not follows(position) or card(position) != "T1":
        return False
    return takes(position, "T1") or winner_so_far(position) in friends(position)


def plays_the_excuse_before_the_last_trick(position: Position) -> bool:
    return isinstance(position.expected, Play) and card(position) == "*" and len(position.view.hand) > 1


def keeps_quiet(position: Position) -> bool:
    view = position.view
    partner = view.partner == view.seat and not view.call_open
    return leads(position) and partner and view.called in view.hand and card(position)[-1] != view.called[-1]


def draws_trumps(position: Position) -> bool:
    return leads(position) and position.view.seat == position.view.taker and oracle.is_trump(card(position))


def leads_the_best_of_a_suit(position: Position) -> bool:
    chosen = card(position) if leads(position) else "*"
    return chosen[0] in "KQNJ" and is_highest(position, chosen)


def gives_points_to_a_friend(position: Position) -> bool:
    if not follows(position) or card(position)[0] not in "KQNJ" or takes(position, card(position)):
        return False
    return winner_so_far(position) in friends(position)


def takes_from_a_foe(position: Position) -> bool:
    if not follows(position) or not takes(position, card(position)):
        return False
    if [played.card for played in position.view.trick] == ["*"]:
        return False
    return winner_so_far(position) not in friends(position)


def parts_with_little(position: Position) -> bool:
    return isinstance(position.expected, Play) and oracle.points(card(position)) <= 1.5


MEANINGS: dict[str, Callable[[Position], bool]] = {
    "value_hand": bids_otherwise_than_by_counting,
    "make_voids": empties_a_suit,
    "show_handful": shows_a_handful,
    "remember_cards": leads_what_only_memory_knows,
    "hunt_petit": hunts,
    "protect_petit": brings_the_petit_home,
    "excuse_in_time": plays_the_excuse_before_the_last_trick,
    "keep_secret": keeps_quiet,
    "draw_trumps": draws_trumps,
    "lead_masters": leads_the_best_of_a_suit,
    "feed_ally": gives_points_to_a_friend,
    "win_cheaply": takes_from_a_foe,
    "throw_low": parts_with_little,
}
