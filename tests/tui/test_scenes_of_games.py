"""What scenes offer in moments that a short deal seldom comes to."""

from __future__ import annotations

from typing import Any

import msgspec
from tui_tables import Bidder, FirstChoice, advance, controller

from amity import games
from amity.cards import TAROT
from amity.games.friends import FriendsView
from amity.games.friends.actions import Play as FriendsPlay
from amity.games.tarot import Bid, Play, Slam, TarotMatch, TarotOptions
from amity.games.tarot.events import Dealt
from amity.match import Action
from amity.shuffle import MatchRandom
from amity.tui import Controller

SEEDS = range(1, 60)


def first(view: Any) -> Action:
    action: Action = view.legal_actions()[0]
    return action


def test_the_rest_can_be_claimed_from_the_list() -> None:
    # All trumps but three, which fall to the first leads.
    strong = tuple(f"T{number}" for number in range(21, 3, -1))
    rest = [code for code in TAROT.codes if code not in strong]
    match = TarotMatch(TarotOptions(deals=1), 4, MatchRandom.from_number(1))
    hands = (strong, *(tuple(rest[18 * seat : 18 * seat + 18]) for seat in range(3)))
    match.fold(Dealt(1, 3, hands, tuple(rest[54:]), True, None, (1, 2, 3, 4, 5, 6)))
    for seat, action in enumerate((Bid("guard_against"), Bid(None), Bid(None), Bid(None))):
        match.apply(seat, action)
    match.apply(0, Slam(False))
    match.apply(0, Play("T21"))
    bots = {seat: FirstChoice() for seat in (1, 2, 3)}
    table = Controller(games.get("tarot"), match, 0, ["You", "Ben", "Cleo", "Dan"], bots)
    for _ in bots:
        question = table.question()
        table.bot_acts(question.seat, question.answer())
    claim = table.scene.choices[-1]
    assert claim.action is not None and "laim" in claim.label
    assert table.act(claim.action) is None
    assert match.over and table.score_sheets()


def test_a_swap_takes_the_base_and_buries_it() -> None:
    for seed in SEEDS:
        table = controller("friends", bot=Bidder, seed=seed)
        if swapped(table):
            break
    view = table.view
    assert view.phase == "bury" and len(view.hand) == 41
    scene = table.scene
    assert scene.wanted == 6 and scene.choices
    five = scene.choices[0].cards[:5]
    version = table.match.version
    refused = table.act(table.ways(five)[0])
    assert refused == "Bury exactly six cards; you chose 5." and table.match.version == version
    assert table.act(table.ways(scene.choices[0].cards)[0]) is None
    assert "S" in table.view.states[0] and len(table.view.hand) == 35


def swapped(table: Controller) -> bool:
    """Whether the person, who lets others bid for the deal, could bid for the base; he has then."""

    def choose(view: FriendsView) -> Action | None:
        return None if view.phase in ("swap_bid", "play", "call") else first(view)

    advance(table, choose)
    view = table.view
    return view.phase == "swap_bid" and len(view.legal_actions()) > 1 and table.act(view.legal_actions()[1]) is None


def test_a_rejected_throw_is_told_and_stands_at_the_table() -> None:
    table = controller("friends")
    advance(table, lambda view: None if view.phase == "play" else view.legal_actions()["bid" in view.phase])
    table.news()
    low = next(row.cards for row in reversed(table.scene.hand) if len(set(row.cards)) > 3)
    lead = (low[-1], next(card for card in reversed(low) if card != low[-1]))
    assert table.named(FriendsPlay(lead)).startswith("throw of ")
    assert table.act(table.ways(lead)[0]) is None
    assert any("rejected" in line for line in table.news())
    assert ("Throw rejected", "You") in table.scene.facts
    assert len(table.scene.seats[0].cards) == 1


def test_a_power_combo_is_named() -> None:
    table = controller("friends")
    advance(table, lambda view: None if view.phase == "play" else view.legal_actions()["bid" in view.phase])
    view = table.view
    four = tuple([view.hand[0]] * 4)
    following = FriendsPlay(four)
    answering = msgspec.structs.replace(view, play_count=4)
    assert table.desk.named(answering, following, table.people).startswith("4 of 4: Power combo ")
    assert "quad" in table.desk.named(view, following, table.people)
